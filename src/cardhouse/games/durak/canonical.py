"""Canonical form of the starts of rounds in Durak, under renaming of ranks and permutation of plain suits, and a table
of what is known of them.

Only the order within a suit counts, which cards share a rank, and which suit is trump. So ranks are counted again from
the lowest, and the plain suits put in an order by what they hold. Not all that are alike are found to be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

_ENTRIES: Final[i64] = 1 << 17
_HALF: Final[i64] = 0x3FFFFFF
_ROW: Final[i64] = 0x1FFF

# What stands where in an entry.
_ATTACKING: Final[i64] = 0
_DEFENDING: Final[i64] = 1
_BOUNDS: Final[i64] = 2
_ROUNDS: Final[i64] = 3

# More rounds than any game has.
FOREVER: Final[i64] = 1000
NO_NAMES: Final[tuple[i64, i64]] = (0, 0)


class CanonicalStarts:
    """For each kind of start two bounds for who attacks, and for how many rounds they hold, in an entry of four
    numbers. A newer one replaces an older one."""

    def __init__(self) -> None:
        self.seen = vec[i64]([0] * (4 * _ENTRIES))
        self.search: i64 = 0
        # Of each suit, trump first: who holds what of it, the ranks in play that are not yet named, the attacker's.
        self.shapes = vec[i64]([0] * 4)
        self.ranks = vec[i64]([0] * 4)
        self.attacking = vec[i64]([0] * 4)
        # What was found by the last look.
        self.least: i64 = 0
        self.best: i64 = 0
        self.rounds: i64 = 0

    def restart(self) -> None:
        """Forget everything."""
        self.search += 1

    def look(self, names: tuple[i64, i64], rounds: i64) -> bool:
        """True if something is known of a start for this many rounds: ``least`` and ``best`` for the attacker,
        and ``rounds``."""
        entry = place_of(names)
        seen = self.seen
        bounds = seen[entry + _BOUNDS]
        if (
            seen[entry + _ATTACKING] != names[0]
            or seen[entry + _DEFENDING] != names[1]
            or seen[entry + _ROUNDS] < rounds
            or bounds >> 4 != self.search
        ):
            return False
        self.least = (bounds & 3) - 1
        self.best = (bounds >> 2 & 3) - 1
        self.rounds = seen[entry + _ROUNDS]
        return True

    def keep(self, names: tuple[i64, i64], least: i64, best: i64, rounds: i64) -> None:
        """Remember two bounds for who attacks, which hold for this many rounds."""
        entry = place_of(names)
        seen = self.seen
        seen[entry + _ATTACKING] = names[0]
        seen[entry + _DEFENDING] = names[1]
        seen[entry + _BOUNDS] = self.search << 4 | (best + 1) << 2 | (least + 1)
        seen[entry + _ROUNDS] = rounds

    def names(self, attacking: i64, defending: i64, trump: i64) -> tuple[i64, i64]:
        """The two hands with their cards renamed; ``trump`` is the number of the suit."""
        self.sort(attacking, defending, trump)
        return self.name()

    def sort(self, attacking: i64, defending: i64, trump: i64) -> None:
        """Put the suits in order: trump, then the others by who holds which of their cards in play."""
        suit: i64 = 0
        filled: i64 = 1
        while suit < 4:
            held = attacking >> 13 * suit & _ROW
            ranks = held | defending >> 13 * suit & _ROW
            at: i64 = 0
            shape: i64 = 1
            if suit != trump:
                left = ranks
                while left:
                    shape = 2 * shape + (1 if held & left & -left else 0)
                    left &= left - 1
                at = filled
                while at > 1 and self.shapes[at - 1] > shape:
                    self.shapes[at] = self.shapes[at - 1]
                    self.ranks[at] = self.ranks[at - 1]
                    self.attacking[at] = self.attacking[at - 1]
                    at -= 1
                filled += 1
            self.shapes[at] = shape
            self.ranks[at] = ranks
            self.attacking[at] = held
            suit += 1

    def name(self) -> tuple[i64, i64]:
        """Rename the ranks: the next is always one that is the lowest left in all of its suits."""
        attacking: i64 = 0
        defending: i64 = 0
        unit: i64 = 1
        while True:
            suit: i64 = 0
            while suit < 4 and not self.is_next(suit):
                suit += 1
            if suit == 4:
                return attacking, defending
            rank = self.ranks[suit] & -self.ranks[suit]
            at: i64 = 0
            while at < 4:
                if self.ranks[at] & rank:
                    if self.attacking[at] & rank:
                        attacking |= unit
                    else:
                        defending |= unit
                    self.ranks[at] ^= rank
                unit *= 2
                at += 1

    def is_next(self, suit: i64) -> bool:
        """True if the lowest rank left of a suit is so too in every other suit that has it."""
        rank = self.ranks[suit] & -self.ranks[suit]
        at: i64 = 0
        while at < 4:
            if self.ranks[at] & rank and self.ranks[at] & (rank - 1):
                return False
            at += 1
        return rank != 0


_canonical_starts: list[CanonicalStarts] = []


def canonical_starts() -> CanonicalStarts:
    """The one table, made when it is first needed, with nothing in it."""
    if not _canonical_starts:
        _canonical_starts.append(CanonicalStarts())
    _canonical_starts[0].restart()
    return _canonical_starts[0]


def place_of(names: tuple[i64, i64]) -> i64:
    """Where in the table an entry begins."""
    mixed = (names[0] & _HALF) * 0x2545F491 + (names[0] >> 26) * 0x1B873593
    mixed += (names[1] & _HALF) * 0x165667B1 + (names[1] >> 26) * 0x27D4EB2F
    return ((mixed ^ mixed >> 23) >> 5 & (_ENTRIES - 1)) * 4
