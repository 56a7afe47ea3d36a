"""Whose turn it is where the clock is in days, since when, and what was chosen ahead: from the log and nothing else.

So a restart moves no deadline and tells nobody twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .log import Acted, Ahead, Arranged, Dealt, LogEntry, Seated, Told

if TYPE_CHECKING:
    from .state import TableState


class Turn(NamedTuple):
    """A seat is awaited: since when (seconds since the epoch) and from which step on; ``told``: its person was told."""

    since: float
    step: int
    told: bool = False


def turns_after(state: TableState, entry: LogEntry) -> dict[int, Turn]:
    """The seats of people that are awaited after an entry; none where the clock is not in days."""
    current = state.round
    if not state.plan.slow or current is None or current.game.over:
        return {}
    if isinstance(entry, Told) and entry.seat in state.turns:
        return state.turns | {entry.seat: state.turns[entry.seat]._replace(told=True)}
    again = isinstance(entry, Dealt) or (isinstance(entry, Arranged) and entry.turn_clock is not None)
    actor = entry.seat if isinstance(entry, Acted | Seated) else None
    plans, known = state.seating.plans, {} if again else state.turns
    begun = Turn(entry.at, int(current.game.step))
    return {
        seat: known[seat] if seat in known and seat != actor else begun
        for seat in current.game.turn()
        if plans[seat].kind == "person"
    }


def ahead_after(state: TableState, entry: LogEntry) -> dict[int, str]:
    """What seats have chosen ahead, after an entry."""
    match entry:
        case Ahead():
            others = {seat: action for seat, action in state.ahead.items() if seat != entry.seat}
            return others | ({entry.seat: entry.action} if entry.action else {})
        case Dealt():
            return {}
        case Acted() | Seated() if entry.seat in state.ahead:
            return {seat: action for seat, action in state.ahead.items() if seat != entry.seat}
    return state.ahead
