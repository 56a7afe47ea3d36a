"""The table of Threes: where the cards lie, and what everybody remembers of the hands.

Of each hand everybody knows the cards that were seen to go there and, of each other card in it, what it may be.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..cards import BIT, CARD_TEXTS, FULL_DECK, HIDDEN, cards_in, count, set_text
from ..game import Eye, Game, Setup
from ..view import Zone, zone_of

THREE: Final[i64] = 1
# The top that counts when there is none: an empty pile, or nothing but threes.
NO_TOP: Final[i64] = 13
NO_CARD: Final[i64] = -1


class ThreesTable(Game):
    """A game of Threes without its rules: the places for cards, the memory, and what a view shows of both."""

    def __init__(self, setup: Setup, like: ThreesTable | None = None) -> None:
        super().__init__(setup, like)
        if like is None:
            empty = vec[i64]([0 for _ in range(setup.seats)])
            self.lowest_first: bool = setup.choice("first") == "lowest"
            self.forced: bool = setup.choice("pickup") == "forced"
            self.swapping: bool = setup.switch("swap")
            self.starter: i64 = 0
            self.on_move: i64 = 0
            self.hands = empty
            self.up = empty[:]
            self.down = vec[i64]([NO_CARD for _ in range(3 * setup.seats)])
            # Of each hand the cards that everybody knows and, oldest first, what each of the others may be.
            self.known = empty[:]
            self.may_be = vec[i64]([0 for _ in range(3 * setup.seats)])
            self.stock = vec[i64]()
            self.drawn: i64 = 0
            self.pile = vec[i64]([0 for _ in range(52)])
            self.laid: i64 = 0
            self.top: i64 = NO_TOP
            self.burned: i64 = 0
            self.ready = empty[:]
            self.idle = empty[:]
            self.passes: i64 = 0
            self.place = empty[:]
            self.gone: i64 = 0
            return
        self.lowest_first = like.lowest_first
        self.forced = like.forced
        self.swapping = like.swapping
        self.starter = like.starter
        self.on_move = like.on_move
        self.hands = like.hands[:]
        self.up = like.up[:]
        self.down = like.down[:]
        self.known = like.known[:]
        self.may_be = like.may_be[:]
        self.stock = like.stock
        self.drawn = like.drawn
        self.pile = like.pile[:]
        self.laid = like.laid
        self.top = like.top
        self.burned = like.burned
        self.ready = like.ready[:]
        self.idle = like.idle[:]
        self.passes = like.passes
        self.place = like.place[:]
        self.gone = like.gone

    def take_card(self, seat: i64) -> None:
        """Take the top card of the draw pile: it may be anything to the others."""
        self.may_be[3 * seat + count(self.hands[seat] & ~self.known[seat])] = FULL_DECK
        self.hands[seat] |= BIT[self.stock[self.drawn]]
        self.drawn += 1

    def forget(self, seat: i64, card: i64) -> None:
        """A hidden card leaves a hand, or is shown there: it counts as the oldest that it may be.

        Nothing is lost by that. All that was learnt of a card was learnt of the older ones too, so what they may be are
        sets within sets, and two cards of which either may be either can change places.
        """
        at = 3 * seat
        last = at + count(self.hands[seat] & ~self.known[seat]) - 1
        while not self.may_be[at] & card:
            at += 1
        while at < last:
            self.may_be[at] = self.may_be[at + 1]
            at += 1

    def narrow(self, seat: i64, cards: i64) -> None:
        """Everybody learns that each hidden card in a hand is one of these."""
        at = 3 * seat
        end = at + count(self.hands[seat] & ~self.known[seat])
        while at < end:
            self.may_be[at] &= cards
            at += 1

    def down_count(self, seat: i64) -> i64:
        """How many down-cards a seat has left."""
        left: i64 = 0
        at = 3 * seat
        while at < 3 * seat + 3:
            if self.down[at] >= 0:
                left += 1
            at += 1
        return left

    def held(self, seat: i64) -> i64:
        """How many cards a seat has anywhere."""
        return count(self.hands[seat]) + count(self.up[seat]) + self.down_count(seat)

    def pile_cards(self) -> i64:
        """The set of cards of the discard pile."""
        cards: i64 = 0
        at: i64 = 0
        while at < self.laid:
            cards |= BIT[self.pile[at]]
            at += 1
        return cards

    def four_on_top(self, rank: i64) -> bool:
        """Whether the last four cards have this rank."""
        if self.laid < 4:
            return False
        at = self.laid - 4
        while at < self.laid:
            if self.pile[at] % 13 != rank:
                return False
            at += 1
        return True

    def next_left(self, seat: i64) -> i64:
        """The next player clockwise who is not out."""
        seat = seat + 1 if seat + 1 < self.seats else 0
        while self.place[seat]:
            seat = seat + 1 if seat + 1 < self.seats else 0
        return seat

    def burn(self, seat: i64) -> None:
        """The pile goes out of the game."""
        if self.telling:
            self.tell("burn", seat, list(self.pile[: self.laid]))
        self.burned |= self.pile_cards()
        self.laid = 0
        self.top = NO_TOP

    def take_pile(self, seat: i64) -> None:
        """The pile goes into a hand, before everybody's eyes."""
        cards = self.pile_cards()
        self.hands[seat] |= cards
        self.known[seat] |= cards
        self.laid = 0
        self.top = NO_TOP
        self.passes = 0

    def places(self) -> list[int]:
        """Those who are out keep their places; those left share the next."""
        return [place if place else self.gone + 1 for place in self.place]

    def phase(self) -> str:
        return "swap" if self.swapping else "play"

    def turn(self) -> list[int]:
        if not self.swapping:
            return [self.on_move]
        return [seat for seat in range(self.seats) if not self.ready[seat]]

    def roles(self) -> dict[str, int]:
        return {} if self.swapping else {"starter": self.starter}

    def scores(self) -> list[int]:
        return [self.held(seat) for seat in range(self.seats)]

    def zones(self, eye: Eye) -> list[Zone]:
        zones: list[Zone] = []
        for seat in range(self.seats):
            hand = self.hands[seat]
            seen = hand if eye.sees(seat) else self.known[seat]
            zones.append(zone_of("hand", seat, cards_in(seen) + [HIDDEN] * (count(hand) - count(seen))))
            zones.append(zone_of("up", seat, cards_in(self.up[seat])))
            down = [self.down[3 * seat + slot - 1] for slot in self.slots(seat)]
            zones.append(zone_of("down", seat, down if eye.everything else [HIDDEN] * len(down)))
        draw = list(self.stock[self.drawn :])
        zones.append(zone_of("draw", None, draw if eye.everything else [HIDDEN] * len(draw)))
        zones.append(zone_of("discard", None, list(self.pile[: self.laid])))
        zones.append(zone_of("burned", None, cards_in(self.burned)))
        return zones

    def slots(self, seat: int) -> list[int]:
        """The numbers of the down-cards that a seat has left."""
        return [slot for slot in (1, 2, 3) if self.down[3 * seat + slot - 1] != NO_CARD]

    def top_card(self) -> str:
        """The card that counts on the discard pile, under the threes; none: nothing counts."""
        at = self.laid - 1
        while at >= 0 and self.pile[at] % 13 == THREE:
            at -= 1
        return CARD_TEXTS[self.pile[at]] if at >= 0 else ""

    def hidden_from_all(self, seat: int) -> list[str]:
        """What each card of a hand that is not known to everybody can't be, the oldest first."""
        hidden = count(self.hands[seat] & ~self.known[seat])
        return [set_text(FULL_DECK & ~self.may_be[at]) for at in range(3 * seat, 3 * seat + hidden)]

    def facts(self, eye: Eye) -> dict[str, Any]:
        seats = range(self.seats)
        return {
            "top": self.top_card(),
            "slots": [self.slots(seat) for seat in seats],
            "known": [set_text(self.known[seat]) for seat in seats],
            "cannot_be": [self.hidden_from_all(seat) for seat in seats],
            "ready": [self.ready[seat] != 0 for seat in seats],
            "idle": list(self.idle),
            "passes": self.passes,
            "out": list(self.place),
        }
