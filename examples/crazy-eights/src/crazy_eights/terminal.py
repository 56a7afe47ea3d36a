"""Crazy Eights as lines of text."""

from __future__ import annotations

from cardhouse import View
from cardhouse.games.drawing import TextTable


def eights_lines(table: TextTable, view: View) -> list[str]:
    lines = [
        table.row(view, seat, table.say("cards", count=len(view.zone("hand", seat).cards)))
        for seat in range(view.seats)
    ]
    pile = view.zone("pile").cards
    lines.append(table.say("pile", count=len(pile), cards=table.pile(pile)))
    lines.append(table.say("eights.called", suit=view.facts["suit"], count=len(view.zone("stock").cards)))
    return lines + table.hand(view)
