"""Hearts as lines of text."""

from __future__ import annotations

from ...engine.cards import parse_card
from ...engine.view import View
from ..drawing import TextTable


def hearts_lines(table: TextTable, view: View) -> list[str]:
    facts = view.facts
    lines = [table.say("hearts.deal", deal=facts["deal"], trick=facts["tricks"] + 1)]
    if facts["broken"]:
        lines[0] += " " + table.say("hearts.broken")
    trick = view.zone("trick").cards
    leader = view.roles.get("leader", 0)
    laid = {(leader + at) % view.seats: card for at, card in enumerate(trick)}
    for seat in range(view.seats):
        text = table.say("hearts.points", count=view.scores[seat])
        if seat in laid:
            text = text.ljust(13) + table.style.card(laid[seat])
        lines.append(table.row(view, seat, text))
    if facts["got"] and facts["tricks"] == 0:
        lines.append(table.say("hearts.got", cards=table.style.cards(map(parse_card, facts["got"].split()))))
    lines += table.hand(view)
    if view.phase == "pass" and view.seat is not None:
        to = (view.seat + facts["pass_by"]) % view.seats
        choice = facts["choice"]
        lines.append(table.say("hearts.chosen", cards=choice) if choice else table.say("hearts.pass", to=to))
    return lines
