"""Threes as lines of text."""

from __future__ import annotations

from ...engine.cards import parse_card
from ...engine.view import View
from ..drawing import TextTable


def threes_lines(table: TextTable, view: View) -> list[str]:
    lines = []
    for seat in range(view.seats):
        hand, up, down = (view.zone(name, seat) for name in ("hand", "up", "down"))
        place = view.facts["out"][seat]
        if place:
            lines.append(table.row(view, seat, table.say("out", place=place)))
            continue
        shown = table.say("cards", count=len(hand.cards))
        if hand.known and seat != view.seat:
            shown += f" ({table.style.sorted(hand.known)})"
        slots = " ".join(map(str, view.facts["slots"][seat])) if not up.cards else str(len(down.cards))
        lines.append(
            table.row(view, seat, table.say("threes.row", hand=shown, up=table.style.cards(up.cards), down=slots))
        )
    discard, top = view.zone("discard").cards, view.facts["top"]
    pile = table.say("pile", count=len(discard), cards=table.pile(discard))
    if discard and top != str(discard[-1]):
        pile += " " + (
            table.say("threes.counts", card=table.style.card(parse_card(top))) if top else table.say("threes.empty")
        )
    lines.append(pile)
    lines.append(table.say("threes.piles", draw=len(view.zone("draw").cards), burned=len(view.zone("burned").cards)))
    return lines + table.hand(view)
