"""A view as a few lines of text: the players, what lies on the table, the own hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..cards import Card, parse_card
from ..view import View, Zone
from ..words import say
from .screen import Style

PILE_SHOWN = 6


class Table:
    """Draws the views of one table, whose players have these names."""

    def __init__(self, names: Sequence[str], style: Style) -> None:
        self.names = names
        self.style = style
        self.width = max(len(self.player(seat)) for seat in range(len(names)))

    def lines(self, view: View) -> list[str]:
        """The table as the view's seat sees it."""
        return LAYOUTS.get(view.game, plain_lines)(self, view)

    def player(self, seat: int) -> str:
        return self.names[seat]

    def row(self, view: View, seat: int, text: str) -> str:
        """A player's line: whose move it is, the name, and what there is to say."""
        mark = ">" if seat in view.turn else " "
        name = self.player(seat).ljust(self.width)
        return f"{mark} {self.style.strong(name) if seat == view.seat else name}  {text}"

    def hand(self, view: View) -> list[str]:
        """The own hand, sorted."""
        if view.seat is None:
            return []
        return [self.say("hand", cards=self.style.strong(self.style.sorted(view.hand)))]

    def pile(self, cards: Sequence[Card | None]) -> str:
        """A pile from the bottom up; of a high one just the top."""
        shown = self.style.cards(cards[-PILE_SHOWN:])
        return f"… {shown}" if len(cards) > PILE_SHOWN else shown

    def say(self, what: str, **facts: object) -> str:
        return say(f"terminal.{what}", facts, self.names)


def plain_lines(table: Table, view: View) -> list[str]:
    """Any game: every zone as it is."""
    lines = []
    for zone in view.zones:
        owner = "" if zone.seat is None else table.player(zone.seat)
        lines.append("  " + table.say("zone", owner=owner, name=zone.name, cards=zone_line(table, zone)).strip())
    return lines


def zone_line(table: Table, zone: Zone) -> str:
    hidden = len(zone.cards) - len(zone.known)
    if not hidden:
        return table.style.cards(zone.cards)
    counted = table.say("cards", count=hidden)
    return f"{table.style.cards(zone.known)} + {counted}" if zone.known else counted


def hearts_lines(table: Table, view: View) -> list[str]:
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


def threes_lines(table: Table, view: View) -> list[str]:
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


def durak_lines(table: Table, view: View) -> list[str]:
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


def slap_lines(table: Table, view: View) -> list[str]:
    counts = [f"{table.player(seat)} {held}" for seat, held in enumerate(view.scores)]
    pile = view.zone("pile").cards
    return [", ".join(counts) + ".", table.say("pile", count=len(pile), cards=table.pile(pile))]


LAYOUTS: dict[str, Callable[[Table, View], list[str]]] = {
    "ratscrew": slap_lines,
    "slapjack": slap_lines,
    "hearts": hearts_lines,
    "threes": threes_lines,
    "durak": durak_lines,
}
