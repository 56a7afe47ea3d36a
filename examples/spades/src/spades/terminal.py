"""Spades as lines of text."""

from __future__ import annotations

from cardhouse import View
from cardhouse.games.drawing import TextTable


def spades_lines(table: TextTable, view: View) -> list[str]:
    facts = view.facts
    lines = [table.say("spades.deal", deal=facts["deal"], limit=view.options["limit"])]
    if facts["broken"]:
        lines[0] += " " + table.say("spades.broken")
    trick = view.zone("trick").cards
    laid = {(view.roles["leader"] + at) % view.seats: card for at, card in enumerate(trick)}
    for seat in range(view.seats):
        said = (
            "" if facts["bids"][seat] < 0 else table.say("spades.bid", won=facts["won"][seat], bid=facts["bids"][seat])
        )
        text = table.say("spades.points", count=view.scores[seat]).ljust(13) + said.ljust(12)
        if seat in laid:
            text += table.style.card(laid[seat])
        lines.append(table.row(view, seat, text))
    return lines + table.hand(view)
