"""Reviews of recorded games, move by move.

Each move is a job. So reviews that are asked for at the same time take turns, the person sees how far theirs is, and
when they leave, no further move is weighed.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import msgspec

from ..bots.advice import WORLDS, can_advise
from ..bots.review import views_of, weigh
from ..contract.requests import Why
from ..contract.reviews import MoveWeighed, ReviewBegun, ReviewDone, ReviewFailed, ReviewLine, Unit, WeighedMove
from ..engine.action import parse_action
from ..engine.errors import BadRecord, BadSetup, CardhouseError, Refused
from ..engine.record import read_record
from ..engine.view import View
from ..games import spec
from .jobs import Jobs

log = logging.getLogger("cardhouse.reviewer")

MOST_MOVES = 300


@dataclass(frozen=True)
class Choice:
    """A move of a recorded game where there was something to choose, with what its seat saw."""

    number: int
    action: str
    view: dict[str, Any]


@dataclass(frozen=True)
class Opened:
    """A finished game whose moves can be weighed. ``left_out`` is how many there are beyond those of ``choices``."""

    game: str
    names: list[str]
    choices: list[Choice]
    left_out: int


def _open(text: str, seat: int | None) -> Opened:
    """The moves to weigh; runs in a worker."""
    record = read_record(text)
    if not can_advise(record.game):
        raise BadSetup("advice.no_search", game=record.game)
    if seat is not None and not 0 <= seat < record.seats:
        raise Refused("refused.server.seat", seat=str(seat))
    if record.outcome is None or not record.final().over:
        raise BadRecord("record.unfinished")
    found = [
        Choice(number, str(action), view.plain())
        for number, mover, action, view in views_of(record)
        if seat in (None, mover)
    ]
    return Opened(record.game, record.names, found[:MOST_MOVES], len(found[MOST_MOVES:]))


def _weigh(choice: Choice, names: list[str]) -> WeighedMove | None:
    """Return what one move cost; runs in a worker."""
    judged = weigh(choice.number, parse_action(choice.action), View.read(choice.view), names, WORLDS)
    return None if judged is None else msgspec.convert(judged.plain(), WeighedMove)


def reason(error: CardhouseError) -> Why:
    """Why something is refused: a page says it in its reader's language."""
    facts = {name: value for name, value in error.facts.items() if isinstance(value, str | int | float)}
    return Why(error.key, str(error), facts)


def _failed(error: CardhouseError) -> ReviewFailed:
    why = reason(error)
    return ReviewFailed(why.key, why.text, why.facts)


class Reviewer:
    """Weighs the moves of recorded games. ``running`` counts the reviews under way, ``weighed`` the moves so far."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self.running = 0
        self.weighed = 0

    async def open(self, owner: str, record: str, seat: int | None) -> Opened:
        """Read a record; says what is wrong with it, or with the seat, before anything is weighed."""
        return await self.jobs.run(owner, _open, record, seat)

    async def moves(self, owner: str, opened: Opened) -> AsyncIterator[ReviewLine]:
        """First how many moves there are, then each as it is weighed, at last that it is done or why it isn't."""
        self.running += 1
        try:
            unit: Unit = "points" if spec(opened.game).unit == "points" else "chance"
            yield ReviewBegun(unit, len(opened.choices), opened.left_out)
            for choice in opened.choices:
                move = await self.jobs.run(owner, _weigh, choice, opened.names)
                self.weighed += 1
                yield MoveWeighed(choice.number, move)
            yield ReviewDone()
        except CardhouseError as error:
            yield _failed(error)
        except Exception:
            log.exception("a review failed")
            yield _failed(Refused("refused.server.review"))
        finally:
            self.running -= 1
