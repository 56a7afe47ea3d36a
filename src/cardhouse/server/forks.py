"""Tables where somebody plays on from the middle of another game, against cats, and nothing counts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from ..bots import bot_names, usual_level
from ..bots.advice import can_advise
from ..bots.cats import CATS
from ..contract.requests import Person
from ..engine.chance import Chance
from ..engine.errors import BadSetup, Refused
from ..engine.fork import fork, fork_as_known
from ..engine.record import Record, read_record
from ..table.bots import cat_for
from ..table.plan import ForkPlan, SeatPlan, TablePlan


@dataclass(frozen=True)
class ForkWish:
    """A table that somebody wants for a record that `taken_up` gave.

    ``levels`` and ``faces`` are those of the seats where they are known, and a level is empty where a person sat;
    ``level`` is that of the cats there. ``ask``: the first move is an exercise, and ``exercise`` whose it is.
    """

    record: str
    level: str = ""
    levels: Sequence[str] = ()
    faces: Sequence[str] = ()
    ask: bool = False
    exercise: str = ""


def taken_up(text: str, step: int, seat: int, ask: bool = False) -> str:
    """The record of a finished game up to a step, to be played on from there; runs in a worker."""
    record = read_record(text)
    if ask:
        _check_asks(record, step, seat)
    return fork(record, step, seat).text()


def taken_up_as_known(text: str, step: int, seat: int, seed: int) -> str:
    """The record of a game that goes on, with what a seat doesn't know dealt again; runs in a worker."""
    return fork_as_known(read_record(text), step, seat, Chance(seed)).text()


def _check_asks(record: Record, step: int, seat: int) -> None:
    """`Refused` where there is nothing to find: the seat has no choice there, or nobody can say what it is worth."""
    if not can_advise(record.game):
        raise BadSetup("advice.no_search", game=record.game)
    here = Record(**{**vars(record), "entries": record.entries[: max(step, 0)]}).final()
    if not 0 <= seat < record.seats or len(here.legal(seat)) < 2:
        raise Refused("refused.fork.no_choice")


def fork_plan(wish: ForkWish, person: Person, code: str) -> TablePlan:
    """The table of a fork: the person on the seat that it was made for, cats on all others."""
    record = read_record(wish.record)
    assert record.fork is not None
    known = bot_names(record.game)
    level = wish.level or usual_level(record.game)
    if level not in known:
        raise BadSetup("setup.bot_unknown", game=record.game, name=level[:40], known=", ".join(known))
    seats: list[SeatPlan] = []
    for number in range(record.seats):
        if number == record.fork.seat:
            seats.append(SeatPlan("person", person.id, person.name or "You", person.face))
            continue
        was = wish.levels[number] if number < len(wish.levels) else ""
        cat = cat_for(was if was in known else level, seats)
        name = record.names[number] if number < len(record.names) else ""
        if was and name in CATS and all(name != other.name for other in seats):
            cat = SeatPlan("cat", "", name, wish.faces[number] or cat.face, cat.level)
        seats.append(cat)
    begins = ForkPlan(wish.record, record.fork.step, record.fork.seat, wish.ask, wish.exercise)
    options = dict(record.start().setup.options)
    return TablePlan(
        code, record.game, options, seats, person.id, watchable=False, hints=True, made_at=time.time(), fork=begins
    )
