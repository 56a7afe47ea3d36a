"""A slap game as two lines of text: who holds how many cards, and the pile."""

from __future__ import annotations

from ...engine.view import View
from ..drawing import TextTable


def slap_lines(table: TextTable, view: View) -> list[str]:
    counts = [f"{table.player(seat)} {held}" for seat, held in enumerate(view.scores)]
    pile = view.zone("pile").cards
    return [", ".join(counts) + ".", table.say("pile", count=len(pile), cards=table.pile(pile))]
