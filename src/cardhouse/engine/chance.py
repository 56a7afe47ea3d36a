"""The source of all chance: a generator whose output never changes.

The algorithm is sfc32 (Chris Doty-Humphrey's small fast counting generator), seeded through SHA-256, so that a
seed means the same cards on every machine and in every later version. It is quick, but who sees enough of its output
could compute the rest. So the seeds of live tables, the numbers of exactly 257 bits, give SHA-256 in counter mode.
"""

from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .errors import BadSetup

# A seed of this many bits has fewer digits than Python turns into text at its strictest setting.
MOST_SEED_BITS: Final = 2048
# Added to 256 bits of a live table: the seed of a stream that nobody can compute from what was seen of it.
HASHED: Final = 1 << 256
_WORD: Final[i64] = 0xFFFFFFFF
_WORDS_IN_A_HASH: Final[i64] = 8


@mypyc_attr(acyclic=True, free_list_len=1)
class Chance:
    """A stream of random numbers that a seed decides.

    >>> from cardhouse.engine.chance import Chance
    >>> chance = Chance(7)
    >>> [int(chance.below(6)) + 1 for _ in range(8)]
    [6, 4, 2, 5, 3, 5, 6, 2]
    >>> again = Chance(7)
    >>> [int(again.below(6)) + 1 for _ in range(8)]
    [6, 4, 2, 5, 3, 5, 6, 2]
    """

    def __init__(self, seed: int = 0, like: Chance | None = None) -> None:
        """A stream for a seed or, with ``like``, one that goes on as that one would."""
        if like is not None:
            self.a: i64 = like.a
            self.b: i64 = like.b
            self.c: i64 = like.c
            self.counter: i64 = like.counter
            self.hashed: bool = like.hashed
            self.key: bytes = like.key
            self.block: bytes = like.block
            return
        if seed.bit_length() > MOST_SEED_BITS:
            raise BadSetup("setup.seed", seed=f"one of {seed.bit_length()} bits", bits=MOST_SEED_BITS)
        digest = hashlib.sha256(b"cardhouse %d" % seed).digest()
        self.a = _word_at(digest, 0)
        self.b = _word_at(digest, 4)
        self.c = _word_at(digest, 8)
        self.counter = 1
        self.hashed = seed >> 256 == 1
        self.key = b""
        self.block = b""
        if self.hashed:
            self.key = digest
            self.a = self.b = self.c = self.counter = 0

    def word(self) -> i64:
        """The next 32 random bits."""
        if self.hashed:
            return self._hashed_word()
        out: i64 = (self.a + self.b + self.counter) & _WORD
        self.counter = (self.counter + 1) & _WORD
        self.a = self.b ^ self.b >> 9
        self.b = (self.c + (self.c << 3)) & _WORD
        self.c = ((self.c << 21 & _WORD | self.c >> 11) + out) & _WORD
        return out

    def _hashed_word(self) -> i64:
        at = self.counter % _WORDS_IN_A_HASH
        if at == 0 or not self.block:
            self.block = hashlib.sha256(self.key + b" %d" % (self.counter // _WORDS_IN_A_HASH)).digest()
        self.counter += 1
        return _word_at(self.block, 4 * at)

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
        """A generator that goes on as this one would.

        >>> from cardhouse.engine.chance import Chance
        >>> one = Chance(7)
        >>> other = one.copy()
        >>> one.word() == other.word()
        True
        """
        return Chance(0, self)

    def split(self) -> Chance:
        """A new generator that shares nothing with what this one gives later."""
        other = Chance(0, self)
        other.a = self.word()
        other.b = self.word()
        other.c = self.word()
        other.counter = 1
        other.hashed = False
        other.key = b""
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return _going_on, (int(self.a), int(self.b), int(self.c), int(self.counter), self.key)

    def state(self) -> str:
        """The generator's state as text.

        >>> from cardhouse.engine.chance import Chance
        >>> Chance(7).state()
        '1cda13d8be857a1789037dfd00000001'
        """
        if self.hashed:
            return f"{self.key.hex()}{self.counter:08x}"
        return f"{self.a:08x}{self.b:08x}{self.c:08x}{self.counter:08x}"


def _word_at(content: bytes, at: i64) -> i64:
    """The 32 bits that begin at a byte, the highest first."""
    first: i64 = content[at]
    second: i64 = content[at + 1]
    third: i64 = content[at + 2]
    fourth: i64 = content[at + 3]
    return first << 24 | second << 16 | third << 8 | fourth


def _going_on(a: int, b: int, c: int, counter: int, key: bytes) -> Chance:
    """A generator in this state."""
    chance = Chance()
    chance.a = a
    chance.b = b
    chance.c = c
    chance.counter = counter
    chance.hashed = bool(key)
    chance.key = key
    return chance
