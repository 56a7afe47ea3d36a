"""Durak as lines of text, and what cards typed alone are meant as."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.action import Action, parse_action
from ...engine.cards import Card, parse_card
from ...engine.errors import Unreadable
from ...engine.view import View
from ..drawing import TextTable


def durak_lines(table: TextTable, view: View) -> list[str]:
    facts, stock = view.facts, view.zone("stock").cards
    lines = [
        table.say(
            "durak.trump",
            suit=facts["trump"],
            card=table.style.card(parse_card(facts["open_trump"])),
            stock=len(stock),
            away=len(view.zone("discard").cards),
        )
    ]
    roles = {seat: table.say(f"durak.{role}") for role, seat in view.roles.items()}
    for seat in range(view.seats):
        hand = view.zone("hand", seat)
        text = table.say("cards", count=len(hand.cards))
        if not hand.cards and not stock:
            text = table.say("durak.out")
        elif hand.known and seat != view.seat:
            text += f" ({table.style.sorted(hand.known)})"
        if seat in roles:
            text = f"{text}, {roles[seat]}"
        if seat in facts["done"]:
            text += ", " + table.say("durak.done")
        lines.append(table.row(view, seat, text))
    pairs = [[parse_card(card) if card else None for card in pair] for pair in facts["pairs"]]
    beaten = [f"{table.style.card(attack)}/{table.style.card(by) if by else '__'}" for attack, by in pairs]
    lines.append(table.say("durak.table", pairs="  ".join(beaten) or table.say("nothing")))
    return lines + table.hand(view)


def durak_meant(cards: Sequence[Card], view: View) -> Action | None:
    """Return what a defender's or an attacker's cards would be played as, for the rules to refuse."""
    verbs = [action.verb for action in view.legal if action.cards]
    text = " ".join(map(str, cards))
    if view.roles.get("defender") == view.seat:
        if len(cards) == 2:
            return parse_action(f"beat {text}")
        open_cards = [attack for attack, defence in view.facts["pairs"] if not defence]
        if len(open_cards) == 1 and len(cards) == 1:
            return parse_action(f"beat {open_cards[0]} {text}")
        if "beat" in verbs or len(cards) == 1:
            raise Unreadable("terminal.beat_which", card=text)
    return None if verbs else parse_action(f"attack {text}")
