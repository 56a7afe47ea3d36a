"""Liveness: at a running table something is always due, or the table stands still for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .table import Table


def stalled(table: Table) -> bool:
    """True if nothing is `due`. Asked after every command: what is most often due is looked at first."""
    current = table.state.round
    if current is None or table.busy:
        return False
    plans, present = table.state.seating.plans, table.present
    if table.turn_clocks:
        return False
    for seat in current.game.turn():
        if plans[seat].kind == "person" and plans[seat].person in present:
            return False
    return not due(table)


def due(table: Table) -> list[str]:
    """Return what will make this table go on; empty: it has stalled, and nothing would ever happen there again."""
    current = table.state.round
    if not table.running or current is None:
        return ["nothing is to run"]
    found = []
    if table.busy:
        found.append("a command waits")
    if table.slaps.undecided:
        found.append("a slap is undecided")
    if table.timer.running:
        found.append("a timer runs")
    if table.turn_clocks:
        found.append("the clock of who is on move runs")
    if table.gone:
        found.append("a countdown runs for who is away")
    awaited, present = current.game.turn(), table.present
    for seat, plan in enumerate(table.state.seating.plans):
        if plan.kind == "cat" and table.bots.deciding(seat):
            found.append(f"the bot on seat {seat} decides")
        if seat in awaited and plan.kind == "person" and plan.person in present:
            found.append(f"the person on seat {seat} is on move")
    return found
