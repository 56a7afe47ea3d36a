"""Durak, for two to six.

Where the usual rules leave a question open:
- Cards are added one or several of one rank at a time, as they are opened with. Saying done binds nobody to anything:
  a player may still add a card while the round is open, and each added card takes back everybody's done.
- Nobody waits for a card that can't come. A round closes as soon as all is beaten, and cards are taken as soon as the
  defender says so, if no attacker holds a card, the defender holds no card that is not called for already, or, with
  `limit`, six attack cards lie there.
- The forwarded cards count for `limit`. The attack can't be forwarded past a player who holds too few cards.
- A player who goes out in the middle of a round keeps the name of attacker or co-attacker until it is over.
- When the last draw leaves several players without cards, they are out in the order of drawing.
- When the last players run out in the same round, all who ran out in that round share the best place among them.
- A draw is one between those who still hold cards: they share the next place, and who is out keeps their own.
- With `lowest_trump` the one who attacks first shows that trump. If nobody holds one, chance decides.
- The discard pile is open: everybody saw its cards. So is the memory of who took or showed which card.
"""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import i64

from ..action import ATTACK, BEAT, DONE, FORWARD, TAKE, Action, cards_of, first_of, second_of, verb_of
from ..cards import (
    BIT,
    CARD_TEXTS,
    HIDDEN,
    RANK_CARDS,
    RANK_NAMES,
    SUIT_NAMES,
    cards_in,
    count,
    lowest,
    set_text,
)
from ..errors import Refused
from ..game import Eye
from ..options import Option, choice, switch
from ..view import Zone, zone_of
from .durak_memory import ROW, Start
from .durak_round import DurakRound
from .durak_table import LIMIT


class Durak(DurakRound):
    """A game of Durak.

    The stock's cards stand in the order of drawing, the open trump last. The fact ``pairs`` puts the zones ``attacks``
    and ``defences`` together, in the order in which the attack cards were laid.
    """

    name: ClassVar[str] = "durak"
    seat_choices: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    default_seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = (
        choice("deck", 32, 36, 52),
        choice("first", "random", "lowest_trump"),
        switch("limit"),
        switch("forwarding", True),
        switch("pile_on"),
    )

    def copy(self) -> Durak:
        return Durak(self.setup, self)

    def why_not(self, seat: i64, what: Action) -> Refused:
        verb = verb_of(what.code)
        if verb != ATTACK and verb != BEAT and verb != FORWARD and verb != TAKE and verb != DONE:
            return Refused("refused.verb", verb=what.verb, game=self.name)
        if self.out & BIT[seat]:
            return Refused("refused.durak.out")
        if seat != self.defender and seat != self.attacker and seat != self.co_attacker:
            return Refused("refused.durak.sits_out")
        if verb == ATTACK:
            return self.why_not_attack(seat, cards_of(what.code))
        if verb == DONE:
            return self.why_not_done(seat)
        if seat != self.defender:
            return Refused("refused.durak.not_defender", seat=self.defender)
        if self.taking:
            return Refused("refused.durak.taking")
        if verb == BEAT:
            return self.why_not_beat(first_of(what.code), second_of(what.code))
        if self.unbeaten == 0:
            return Refused("refused.durak.nothing_open")
        return self.why_not_forward(cards_of(what.code))

    def why_not_attack(self, seat: i64, cards: i64) -> Refused:
        if seat == self.defender:
            return Refused("refused.durak.defends")
        if self.laid == 0 and seat != self.attacker:
            return Refused("refused.durak.opens", seat=self.attacker)
        wrong = self.no_set(seat, cards)
        if wrong is not None:
            return wrong
        if self.laid and not cards & self.ranks:
            return Refused("refused.durak.rank", rank=RANK_NAMES[lowest(cards) % 13])
        if self.limit and self.laid + count(cards) > LIMIT:
            return Refused("refused.durak.limit")
        held = count(self.hands[self.defender])
        return Refused("refused.durak.room", seat=self.defender, count=held, open=count(self.unbeaten))

    def no_set(self, seat: i64, cards: i64) -> Refused | None:
        """Why these are no cards of one rank in this hand; None if they are."""
        if cards == 0:
            return Refused("refused.durak.which")
        if cards & ~self.hands[seat]:
            return Refused("refused.not_yours", cards=set_text(cards & ~self.hands[seat]))
        if cards & ~RANK_CARDS[lowest(cards) % 13]:
            return Refused("refused.durak.one_rank")
        return None

    def why_not_done(self, seat: i64) -> Refused:
        if seat == self.defender:
            return Refused("refused.durak.defends")
        if self.laid == 0:
            return Refused("refused.durak.not_opened", seat=self.attacker)
        if not self.open_to_more():
            return Refused("refused.durak.unbeaten", seat=self.defender)
        if self.done & BIT[seat]:
            return Refused("refused.durak.done")
        return Refused("refused.durak.no_cards")

    def why_not_beat(self, card: i64, by: i64) -> Refused:
        if not self.unbeaten & BIT[card]:
            return Refused("refused.durak.not_open", card=CARD_TEXTS[card])
        if not self.hands[self.defender] & BIT[by]:
            return Refused("refused.not_yours", cards=CARD_TEXTS[by])
        return Refused("refused.durak.too_low", card=CARD_TEXTS[card], using=CARD_TEXTS[by])

    def why_not_forward(self, cards: i64) -> Refused:
        if not self.forwarding:
            return Refused("refused.durak.no_forwarding")
        if count(self.unbeaten) != self.laid:
            return Refused("refused.durak.forward_beaten")
        if self.co_added:
            return Refused("refused.durak.forward_added", seat=self.co_attacker)
        wrong = self.no_set(self.defender, cards)
        if wrong is not None:
            return wrong
        if not cards & self.ranks:
            return Refused("refused.durak.forward_rank", rank=RANK_NAMES[self.attacks[0] % 13])
        to = self.left_of(self.defender)
        if to == self.defender:
            return Refused("refused.durak.forward_nobody")
        held = count(self.hands[to])
        return Refused("refused.durak.forward_room", to=to, held=held, count=self.laid + count(cards))

    def phase(self) -> str:
        if self.result is not None:
            return "over"
        if self.laid == 0:
            return "open"
        if self.taking:
            return "pile_on"
        return "defend" if self.unbeaten else "add"

    def turn(self) -> list[int]:
        if self.laid == 0:
            return [self.attacker]
        if not self.open_to_more():
            return [self.defender]
        return [seat for seat in (self.attacker, self.co_attacker) if self.awaited(seat)]

    def roles(self) -> dict[str, int]:
        roles: dict[str, int] = {"attacker": self.attacker, "defender": self.defender}
        if self.co_attacker >= 0:
            roles["co_attacker"] = self.co_attacker
        return roles

    def scores(self) -> list[int]:
        return [count(hand) for hand in self.hands]

    def zones(self, eye: Eye) -> list[Zone]:
        zones: list[Zone] = []
        for seat in range(self.seats):
            hand = self.hands[seat]
            seen = hand if eye.sees(seat) else hand & self.known
            zones.append(zone_of("hand", seat, cards_in(seen) + [HIDDEN] * (count(hand) - count(seen))))
        stock: list[int] = list(self.stock[self.drawn :])
        if not eye.everything:
            stock = [HIDDEN] * (len(stock) - 1) + stock[-1:]
        zones.append(zone_of("stock", None, stock))
        zones.append(zone_of("attacks", None, list(self.attacks[: self.laid])))
        zones.append(zone_of("defences", None, [card for card in self.defences[: self.laid] if card >= 0]))
        zones.append(zone_of("discard", None, cards_in(self.away)))
        return zones

    def facts(self, eye: Eye) -> dict[str, Any]:
        return {
            "trump": SUIT_NAMES[self.open_trump // 13],
            "open_trump": CARD_TEXTS[self.open_trump],
            "shown": CARD_TEXTS[self.shown] if self.shown >= 0 else "",
            "round": self.round,
            "pairs": [[CARD_TEXTS[self.attacks[at]], self.defence_text(at)] for at in range(self.laid)],
            "room": self.room(),
            "can_forward": self.laid > 0 and self.forward_room() > 0,
            "co_added": self.co_added,
            "done": [seat for seat in range(self.seats) if self.done & BIT[seat]],
            "places": list(self.places),
            "out_before": self.out_before,
            "known": [set_text(hand & self.known) for hand in self.hands],
            "dealt": [list(self.ways[ROW * seat : ROW * seat + ROW]) for seat in range(self.seats)]
            if self.lows
            else [],
            "starts": self.starts(),
        }

    def defence_text(self, at: i64) -> str:
        return CARD_TEXTS[self.defences[at]] if self.defences[at] >= 0 else ""

    def starts(self) -> list[list[Any]]:
        """The starts that may still come again, the earliest first: who attacked, and for each seat its cards of then
        among those that have changed hands since. Everybody saw those move; all other cards lie where they lay."""
        moved: i64 = 0
        start: Start | None = self.start
        while start is not None:
            for seat in range(self.seats):
                moved |= start.hands[seat] & ~self.hands[seat]
            start = start.before
        found: list[list[Any]] = []
        start = self.start
        while start is not None:
            found.append([start.attacker, [set_text(hand & moved) for hand in start.hands]])
            start = start.before
        found.reverse()
        return found
