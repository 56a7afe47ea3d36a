"""How a game ended for each seat and what happened in it, counted from its events: live, and from a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from ..contract.kept import Notes, Result, SlapFigures
from ..engine.errors import BadRecord
from ..engine.event import Event
from ..engine.game import Game
from ..engine.outcome import Outcome
from ..engine.record import Entry, Record
from ..games import spec
from .plan import SeatPlan

# A note of a record with the figures of a judged slap begins so.
SLAP = "slap "


class Tally:
    """Counts what happens in a game, seat by seat."""

    def __init__(self, game: str, seats: int) -> None:
        self._noted = spec(game).notes
        self._events: list[Counter[str]] = [Counter() for _ in range(seats)]
        self._slaps: list[list[float]] = [[] for _ in range(seats)]
        # What happened to nobody in particular.
        self._together: Counter[str] = Counter()

    def add(self, seat: int | None, events: Sequence[Event], slap: SlapFigures | None = None) -> None:
        """Count what came of one action; ``slap`` is how long the slap took, if it was a judged one."""
        good = False
        for event in events:
            if event.seat is None:
                counted = self._together
            else:
                counted = self._events[event.seat]
                counted[event.kind] += 1
            for noted in self._noted(event):
                counted[noted] += 1
            good = good or (event.kind == "slap" and event.facts.get("verdict") == "good")
        if good and slap is not None and seat is not None:
            self._slaps[seat].append(round(slap.time, 1))

    def notes(self, game: Game) -> list[Notes]:
        """Return what happened in a game that is over, for each seat."""
        together = dict(self._together)
        deals = together.pop("deals", 0)
        draw = game.outcome is not None and not game.outcome.winners
        teams = game.teams() or [-1] * len(self._events)
        return [
            Notes({**events, **together}, int(game.step), draw, deals, slaps, team)
            for events, slaps, team in zip(self._events, self._slaps, teams, strict=True)
        ]


def results(outcome: Outcome, notes: Sequence[Notes], seats: Sequence[SeatPlan]) -> list[Result]:
    """How a game ended for those who sit on these seats."""
    return [
        Result(
            seat, plan.person or plan.away, plan.name, plan.level, outcome.places[seat], outcome.scores[seat],
            msgspec.structs.replace(notes[seat], stand_in=True) if plan.away else notes[seat], plan.face,
        )
        for seat, plan in enumerate(seats)
    ]  # fmt: skip


def rated(result: Result) -> Result:
    """The same result, of a rated table."""
    return msgspec.structs.replace(result, notes=msgspec.structs.replace(result.notes, rated=True))


def notes_of(record: Record) -> tuple[Outcome, list[Notes]]:
    """How a recorded game ended and what happened in it, by playing it through.

    `BadRecord` if it isn't over, or is not what its own hash says.
    """
    tally, last = Tally(record.game, record.seats), record.start()
    for entry, game, events in record.replay():
        tally.add(entry.seat, events.as_list(), slap_in(entry))
        last = game
    if last.outcome is None:
        raise BadRecord("record.unfinished")
    record.check(last)
    return last.outcome, tally.notes(last)


def slap_note(slap: SlapFigures) -> str:
    """The figures of a slap as a note of a record."""
    return SLAP + msgspec.json.encode(slap, order="sorted").decode()


def slap_in(entry: Entry) -> SlapFigures | None:
    """The figures of the slap that an entry was, if it has any; `BadRecord` if they can't be read."""
    for note in entry.notes:
        if note.startswith(SLAP):
            try:
                return msgspec.json.decode(note.removeprefix(SLAP), type=SlapFigures)
            except (msgspec.MsgspecError, RecursionError) as error:
                raise BadRecord("record.slap", line=entry.line, why=str(error)[:200]) from error
    return None
