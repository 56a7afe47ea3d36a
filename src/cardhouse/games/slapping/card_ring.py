"""Cards in order: a hand that is turned from the top, a pile that grows card by card."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.cards import HIDDEN
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
