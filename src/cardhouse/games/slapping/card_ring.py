"""Cards in order: a hand that is turned from the top, a pile that grows card by card."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.cards import BIT, HIDDEN, lowest
from ...engine.chance import Chance
from ...engine.game import refill


class CardRing:
    """Up to 64 cards, first to last: a hand from its top card down, a pile from its bottom card up.

    So a pile that is turned over and put under a hand goes to its end just as it lies.
    """

    def __init__(self, like: CardRing | None = None) -> None:
        """An empty ring or, with ``like``, one with the same cards."""
        if like is None:
            # A ring: the first card stands at `start`, the others after it, round the end of the array.
            self.ring = vec[i64]([0] * 64)
            self.start: i64 = 0
            self.size: i64 = 0
        else:
            self.ring = like.ring[:]
            self.start = like.start
            self.size = like.size

    def set_to(self, like: CardRing) -> None:
        """Hold the same cards as another ring."""
        refill(self.ring, like.ring)
        self.start = like.start
        self.size = like.size

    def card(self, n: i64) -> i64:
        """The card number ``n``, counted from 0 at the first."""
        return self.ring[(self.start + n) & 63]

    def last(self, n: i64) -> i64:
        """The card ``n`` places before the last; `HIDDEN` if there are fewer."""
        if n >= self.size:
            return HIDDEN
        return self.ring[(self.start + self.size - 1 - n) & 63]

    def draw(self) -> i64:
        """Take the first card away."""
        card = self.ring[self.start]
        self.start = (self.start + 1) & 63
        self.size -= 1
        return card

    def add(self, card: i64) -> None:
        """Put a card behind the last: on a pile, or under a hand."""
        self.ring[(self.start + self.size) & 63] = card
        self.size += 1

    def slip(self, card: i64) -> None:
        """Put a card before the first: under a pile."""
        self.start = (self.start - 1) & 63
        self.ring[self.start] = card
        self.size += 1

    def move_to(self, other: CardRing) -> None:
        """Put all cards behind the last of another ring, in their order."""
        at: i64 = 0
        while at < self.size:
            other.add(self.ring[(self.start + at) & 63])
            at += 1
        self.size = 0

    def shuffle(self, chance: Chance) -> None:
        """Put the cards into random order."""
        left = self.size
        while left > 1:
            there = (self.start + chance.below(left)) & 63
            left -= 1
            here = (self.start + left) & 63
            card = self.ring[here]
            self.ring[here] = self.ring[there]
            self.ring[there] = card

    def fill(self, cards: vec[i64], at: i64) -> i64:
        """Replace each `HIDDEN` card by the next of these cards, from number ``at`` on; returns how far it came."""
        n: i64 = 0
        while n < self.size:
            place = (self.start + n) & 63
            if self.ring[place] == HIDDEN:
                self.ring[place] = cards[at]
                at += 1
            n += 1
        return at

    def lay_lowest(self, hidden: i64, left: i64) -> i64:
        """Put one of those left, the lowest first, in place of each of the hidden cards; returns what is left then."""
        n: i64 = 0
        while n < self.size:
            place = (self.start + n) & 63
            if BIT[self.ring[place]] & hidden:
                self.ring[place] = lowest(left)
                left &= left - 1
            n += 1
        return left

    def cover(self, hidden: i64) -> None:
        """Turn each of these cards face down: it is `HIDDEN` then."""
        n: i64 = 0
        while n < self.size:
            place = (self.start + n) & 63
            if BIT[self.ring[place]] & hidden:
                self.ring[place] = HIDDEN
            n += 1

    def first_cards(self, number: i64) -> i64:
        """The set of so many of the first cards."""
        ring = self.ring
        cards: i64 = 0
        at = self.start
        while number > 0:
            cards |= BIT[ring[at & 63]]
            at += 1
            number -= 1
        return cards

    def cover_first(self, number: i64) -> None:
        """Turn so many of the first cards face down."""
        n: i64 = 0
        while n < number:
            self.ring[(self.start + n) & 63] = HIDDEN
            n += 1

    def replace_first(self, cards: i64) -> None:
        """Put these cards in the order of their numbers in place of as many of the first."""
        n: i64 = 0
        while cards:
            self.ring[(self.start + n) & 63] = lowest(cards)
            cards &= cards - 1
            n += 1

    def listed(self) -> list[int]:
        """The cards, first to last."""
        return [self.card(n) for n in range(self.size)]

    def __reduce__(self) -> tuple[object, ...]:
        return ring_of, (self.listed(),)


def ring_of(cards: list[int]) -> CardRing:
    """These cards, first to last."""
    ring = CardRing()
    for card in cards:
        ring.add(card)
    return ring
