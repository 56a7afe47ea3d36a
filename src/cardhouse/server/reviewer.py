"""Reviews of recorded games, move by move, in a worker process of their own: no table waits for one.

Each move is a job. So reviews that are asked for at the same time take turns, the person sees how far theirs is, and
when they leave, no further move is weighed.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from typing import Any, TypeVar

from ..action import parse_action
from ..bots.advice import UNITS, can_advise, views_of, weigh
from ..errors import BadRecord, BadSetup, CardhouseError, Refused
from ..record import read_record
from ..table.thinker import end_with_the_server, end_workers
from ..view import View

T = TypeVar("T")
log = logging.getLogger("cardhouse.reviewer")

WORLDS = 150
MOST_MOVES = 300
MOST_AT_ONCE = 20


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


def _weigh(choice: Choice, names: list[str]) -> dict[str, Any] | None:
    """What one move cost; runs in a worker."""
    judged = weigh(choice.number, parse_action(choice.action), View.read(choice.view), names, WORLDS)
    return None if judged is None else {**asdict(judged), "costly": judged.costly}


def _in_the_background() -> None:
    """For a worker that is in nobody's way."""
    end_with_the_server()
    if hasattr(os, "nice"):
        os.nice(10)


class Reviewer:
    """Weighs the moves of recorded games. ``running`` counts the reviews under way, ``weighed`` the moves so far."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.running = 0
        self.weighed = 0
        self._pool: ProcessPoolExecutor | None = None

    async def open(self, record: str, seat: int | None) -> Opened:
        """Read a record; says what is wrong with it, or with the seat, before anything is weighed."""
        if self.running >= MOST_AT_ONCE:
            raise Refused("refused.server.reviews", most=MOST_AT_ONCE)
        return await self._work(_open, record, seat)

    async def moves(self, opened: Opened) -> AsyncIterator[dict[str, Any]]:
        """First how many moves there are, then each as it is weighed, at last that it is done or why it isn't."""
        self.running += 1
        try:
            yield {
                "unit": UNITS.get(opened.game, "chance"),
                "moves": len(opened.choices),
                "left_out": opened.left_out,
            }
            for choice in opened.choices:
                move = await self._work(_weigh, choice, opened.names)
                self.weighed += 1
                yield {"number": choice.number, "move": move}
            yield {"done": True}
        except CardhouseError as error:
            yield {"key": error.key, "text": str(error)}
        except Exception:
            log.exception("a review failed")
            yield {"key": "refused.server.review", "text": str(Refused("refused.server.review"))}
        finally:
            self.running -= 1

    async def _work(self, job: Callable[..., T], *given: Any) -> T:
        """Have the worker do something; without workers it is done here."""
        if self.workers == 0:
            await asyncio.sleep(0)
            return job(*given)
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _in_the_background)
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, job, *given)
        except BrokenExecutor:
            # The worker was killed: the next review gets a new one.
            if self._pool is pool:
                self._pool = None
            raise Refused("refused.server.review") from None

    def close(self) -> None:
        """Stop the worker."""
        if self._pool is not None:
            end_workers(self._pool)
        self._pool = None
