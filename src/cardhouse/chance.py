"""The source of all chance: a generator whose output never changes.

The algorithm is sfc32 (Chris Doty-Humphrey's small fast counting generator), seeded through SHA-256, so that a
seed means the same cards on every machine and in every later version.
"""

from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

_WORD: Final[i64] = 0xFFFFFFFF


@mypyc_attr(acyclic=True, free_list_len=1)
class Chance:
    """A stream of random numbers that a seed decides."""

    def __init__(self, seed: int = 0, like: Chance | None = None) -> None:
        """A stream for a seed or, with ``like``, one that goes on as that one would."""
        if like is not None:
            self.a: i64 = like.a
            self.b: i64 = like.b
            self.c: i64 = like.c
            self.counter: i64 = like.counter
            return
        digest = hashlib.sha256(b"cardhouse %d" % seed).digest()
        self.a = int.from_bytes(digest[0:4], "big")
        self.b = int.from_bytes(digest[4:8], "big")
        self.c = int.from_bytes(digest[8:12], "big")
        self.counter = 1

    def word(self) -> i64:
        """The next 32 random bits."""
        out: i64 = (self.a + self.b + self.counter) & _WORD
        self.counter = (self.counter + 1) & _WORD
        self.a = self.b ^ self.b >> 9
        self.b = (self.c + (self.c << 3)) & _WORD
        self.c = ((self.c << 21 & _WORD | self.c >> 11) + out) & _WORD
        return out

    def below(self, n: i64) -> i64:
        """A random number from 0 to ``n`` - 1."""
        return self.word() * n >> 32

    def unit(self) -> float:
        """A random number from 0 up to 1."""
        return float(self.word()) / 4294967296.0

    def shuffle(self, cards: vec[i64]) -> None:
        """Put an array into random order."""
        left: i64 = len(cards)
        while left > 1:
            other = self.below(left)
            left -= 1
            card = cards[left]
            cards[left] = cards[other]
            cards[other] = card

    def copy(self) -> Chance:
        """A generator that goes on as this one would."""
        return Chance(0, self)

    def split(self) -> Chance:
        """A new generator that shares nothing with what this one gives later."""
        other = Chance(0, self)
        other.a = self.word()
        other.b = self.word()
        other.c = self.word()
        other.counter = 1
        return other

    def state(self) -> str:
        """The generator's state as text."""
        return f"{self.a:08x}{self.b:08x}{self.c:08x}{self.counter:08x}"
