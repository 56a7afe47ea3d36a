"""The memory of everybody at a Durak table beyond the cards they saw: earlier positions, and which cards of a hand
may still come from the deal.

When the lowest trump decided who attacks first, no hand dealt holds a lower one. A hidden card that stems from the
deal is therefore no low trump, one drawn later may be. Which of the two a card was that is played from among the hidden
ones nobody can tell; so for each hand the ways are counted in which 0, 1, 2, … of its hidden cards are dealt ones.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

HAND: Final[i64] = 6
# A row for each seat: the ways that 0 to 6 of its hidden cards are dealt ones.
ROW: Final[i64] = 7
MOST_WAYS: Final[i64] = 1 << 40


class Start:
    """How the cards lay at the start of a round, and the starts before it. It never changes: copies share it."""

    def __init__(self, attacker: i64, hands: vec[i64], before: Start | None) -> None:
        self.attacker: Final[i64] = attacker
        self.hands: Final = hands
        self.before: Final = before

    def same(self, other: Start) -> bool:
        """True if the same player attacks and everybody holds the same cards."""
        if self.attacker != other.attacker:
            return False
        seat: i64 = 0
        while seat < len(self.hands):
            if self.hands[seat] != other.hands[seat]:
                return False
            seat += 1
        return True

    def times(self) -> i64:
        """How many times this position has stood, this one included."""
        found: i64 = 1
        earlier = self.before
        while earlier is not None:
            if self.same(earlier):
                found += 1
            earlier = earlier.before
        return found

    def __reduce__(self) -> tuple[object, ...]:
        # As one list, since a chain of hundreds is too deep for what goes from object to object.
        chain: list[tuple[int, list[int]]] = []
        start: Start | None = self
        while start is not None:
            chain.append((int(start.attacker), list(start.hands)))
            start = start.before
        return starts_of, (chain,)


def starts_of(chain: list[tuple[int, list[int]]]) -> Start | None:
    """These starts, of which the latest comes first."""
    start: Start | None = None
    for attacker, hands in reversed(chain):
        start = Start(attacker, vec[i64](hands), start)
    return start


def all_dealt(seats: i64, shower: i64) -> vec[i64]:
    """The ways after the deal: six hidden cards each, five for the one who shows the lowest trump."""
    ways = vec[i64]([0 for _ in range(ROW * seats)])
    seat: i64 = 0
    while seat < seats:
        ways[ROW * seat + (HAND - 1 if seat == shower else HAND)] = 1
        seat += 1
    return ways


def after_play(ways: vec[i64], seat: i64, hidden: i64, low: bool) -> vec[i64]:
    """The ways after a seat played one of this many hidden cards; a low trump can only be one that was drawn."""
    after = ways[:]
    row = ROW * seat
    large: i64 = 0
    dealt: i64 = 0
    while dealt < ROW:
        drawn = hidden - dealt
        found = ways[row + dealt] * drawn if drawn > 0 else 0
        if not low and dealt < HAND:
            found += ways[row + dealt + 1] * (dealt + 1)
        after[row + dealt] = found
        large |= found
        dealt += 1
    # Only their ratios matter; what is possible stays so.
    while large > MOST_WAYS:
        large >>= 1
        dealt = 0
        while dealt < ROW:
            after[row + dealt] = (after[row + dealt] + 1) >> 1
            dealt += 1
    return after
