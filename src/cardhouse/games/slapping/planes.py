"""The bit planes that the slap games share: the pile from its top down, and how many cards each seat holds."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import BIT
from ...engine.planes import amount
from .card_ring import CardRing

# As many as a slap rule looks at.
TOP_CARDS: Final[i64] = 4
PILE_NAMES: Final = [f"card {at + 1} from the top" for at in range(4)] + [
    "pile",
    "cards on the pile",
    "cards that count",
]


def with_pile(planes: vec[i64], pile: CardRing, penalties: i64) -> vec[i64]:
    """These planes and those of the pile; this many penalty cards at its bottom don't count for a slap."""
    at: i64 = 0
    while at < TOP_CARDS:
        planes = append(planes, BIT[pile.last(at)] if at < pile.size else 0)
        at += 1
    planes = append(planes, cards_of_ring(pile, 0))
    planes = append(planes, amount(pile.size))
    return append(planes, amount(pile.size - penalties))


def cards_of_ring(ring: CardRing, start: i64) -> i64:
    """The set of a ring's cards from this one on."""
    cards: i64 = 0
    at = start
    while at < ring.size:
        cards |= BIT[ring.card(at)]
        at += 1
    return cards
