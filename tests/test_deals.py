"""Hidden cards are laid into hidden places in every fitting way equally often."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import BadSetup, Chance
from cardhouse.cards import parse_cards, set_of
from cardhouse.deals import Deals


def fitting(cards: list[int], sizes: list[int], allowed: list[int]) -> set[tuple[int, ...]]:
    """Every fitting deal, by trying all orders of the cards."""
    found = set()
    for order in itertools.permutations(cards):
        places, at = [], 0
        for size in sizes:
            places.append(set_of(order[at : at + size]))
            at += size
        if all(place & ~mask == 0 for place, mask in zip(places, allowed, strict=True)):
            found.add(tuple(places))
    return found


@pytest.mark.parametrize(
    ("sizes", "allowed"),
    [
        ([2, 2, 3], ["2c 3c 4d 5d 6s 7s 8h", "2c 3c 4d 5d 6s 7s 8h", "2c 3c 4d 5d 6s 7s 8h"]),
        ([2, 2, 3], ["4d 5d 6s 7s 8h", "2c 3c 4d 5d 6s 7s 8h", "2c 3c 4d 5d 8h"]),
        ([3, 2, 2], ["2c 3c 6s 7s 8h", "4d 5d 8h", "2c 3c 4d 5d 6s 7s"]),
        ([1, 1, 1, 4], ["2c 3c", "2c 3c 4d", "2c 3c 4d 5d", "2c 3c 4d 5d 6s 7s 8h"]),
        ([0, 3, 4], ["2c", "2c 3c 4d", "2c 3c 4d 5d 6s 7s 8h"]),
    ],
)
def test_every_fitting_deal_comes_about_equally_often(sizes: list[int], allowed: list[str]) -> None:
    cards: list[int] = list(parse_cards("2c 3c 4d 5d 6s 7s 8h"))
    masks = [set_of(parse_cards(text)) for text in allowed]
    expected = fitting(cards, sizes, masks)
    deals = Deals(set_of(cards), vec[i64](sizes), vec[i64](masks))
    chance = Chance(11)
    rounds = 200 * len(expected)
    seen = Counter(tuple(deals.sample(chance)) for _ in range(rounds))
    assert set(seen) == expected
    chi_squared = sum((times - 200) ** 2 / 200 for times in seen.values())
    freedom = len(expected) - 1
    assert chi_squared < freedom + 5 * (2 * max(freedom, 1)) ** 0.5


def test_no_fitting_deal_is_an_error() -> None:
    clubs = set_of(parse_cards("2c 3c"))
    with pytest.raises(BadSetup):
        Deals(clubs, vec[i64]([1, 1]), vec[i64]([0, clubs]))
    with pytest.raises(BadSetup):
        Deals(clubs, vec[i64]([1, 2]), vec[i64]([clubs, clubs]))
