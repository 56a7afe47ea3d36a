"""Deals that nobody can choose: a secret that is committed to first, and a number from every seat that gives one.

The table shows the hash of its secret and a salt. Only then do people give numbers of their own, and the seed is the
hash of all of it: who knows the secret doesn't know the numbers, and who gives a number doesn't know the secret. The
record reveals everything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from .chance import HASHED


def commit(secret: int, salt: str) -> str:
    """The hash that binds a table to a secret (or to a seed) before the first card: SHA-256 of ``secret salt``.

    >>> from cardhouse.engine.shuffle import commit
    >>> commit(7, 'salt')[:16]
    '53963813d007ac41'
    >>> commit(7, 'salt') == commit(8, 'salt')
    False
    """
    return hashlib.sha256(f"{secret} {salt}".encode()).hexdigest()


@dataclass(frozen=True)
class Shuffle:
    """Everything that decides a deal: the table's secret and salt, the round, and the numbers that seats gave."""

    secret: int
    salt: str
    round: int
    numbers: Mapping[int, str] = field(default_factory=dict)

    @property
    def commitment(self) -> str:
        return commit(self.secret, self.salt)

    @property
    def seed(self) -> int:
        """SHA-256 of ``secret round seat:number seat:number …`` as a number, and 2**256 for a stream by hashes."""
        given = [f"{seat}:{number}" for seat, number in sorted(self.numbers.items())]
        text = " ".join([str(self.secret), str(self.round), *given])
        return HASHED | int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
