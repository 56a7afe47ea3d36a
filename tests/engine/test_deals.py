"""Hidden cards are laid into hidden places in every fitting way equally often."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import BadSetup, Chance
from cardhouse.engine.cards import count, parse_cards, set_of
from cardhouse.engine.deals import DealSampler, SlotSampler


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
    deals = DealSampler(set_of(cards), vec[i64](sizes), vec[i64](masks))
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
        DealSampler(clubs, vec[i64]([1, 1]), vec[i64]([0, clubs]))
    with pytest.raises(BadSetup):
        DealSampler(clubs, vec[i64]([1, 2]), vec[i64]([clubs, clubs]))


@pytest.mark.parametrize("places", [2, 12, 13, 14, 16, 30, 52])
def test_there_may_be_as_many_groups_as_cards(places: int) -> None:
    """Each place may hold its own card or the next, round and round: all of them the one or all the other."""
    masks = [set_of([place, (place + 1) % places]) for place in range(places)]
    deals = DealSampler(set_of(range(places)), vec[i64]([1] * places), vec[i64](masks))
    chance = Chance(3)
    seen = Counter(tuple(deals.sample(chance)) for _ in range(100))
    own = tuple(2**card for card in range(places))
    following = (*own[1:], own[0])
    assert set(seen) == {own, following}
    assert 30 < seen[own] < 70


def test_places_within_places_are_filled_whatever_their_number() -> None:
    """As in Threes with five seats: each hidden card may be one of fewer, and one place takes what is left."""
    cards = set_of(range(40))
    masks = [set_of(range(3 * place, 40)) for place in range(12)] + [cards]
    deals = DealSampler(cards, vec[i64]([1] * 12 + [28]), vec[i64](masks))
    for seed in range(20):
        places = list(deals.sample(Chance(seed)))
        assert [int(count(place)) for place in places] == [1] * 12 + [28]
        assert all(place & ~mask == 0 for place, mask in zip(places, masks, strict=True))
        assert sum(places) == cards


def test_no_place_has_less_than_no_card() -> None:
    clubs = set_of(parse_cards("2c 3c"))
    with pytest.raises(BadSetup):
        DealSampler(clubs, vec[i64]([3, -1]), vec[i64]([clubs, clubs]))


@pytest.mark.parametrize(
    "allowed",
    [
        ["2c 3c", "2c 3c 4d", "2c 3c 4d 5d", "2c 3c 4d 5d"],
        ["2c 3c 4d 5d", "4d 5d", "2c 3c 4d 5d", "2c 5d"],
        ["2c", "2c 3c 4d 5d", "2c 3c 4d 5d", "2c 3c 4d 5d"],
    ],
)
def test_slots_are_filled_in_every_fitting_way_equally_often(allowed: list[str]) -> None:
    cards: list[int] = list(parse_cards("2c 3c 4d 5d"))
    masks = [set_of(parse_cards(text)) for text in allowed]
    expected = fitting(cards, [1] * 4, masks)
    slots = SlotSampler(set_of(cards), vec[i64](masks))
    chance = Chance(4)
    seen = Counter(tuple(slots.sample(chance)) for _ in range(200 * len(expected)))
    assert set(seen) == expected
    chi_squared = sum((times - 200) ** 2 / 200 for times in seen.values())
    assert chi_squared < len(expected) - 1 + 5 * (2 * len(expected)) ** 0.5


def test_slots_that_no_deal_fits_are_an_error() -> None:
    clubs = set_of(parse_cards("2c 3c"))
    for masks in ([clubs], [clubs, 0], [set_of(parse_cards("2c"))] * 2):
        with pytest.raises(BadSetup):
            SlotSampler(clubs, vec[i64](masks))
