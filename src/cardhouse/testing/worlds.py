"""Imagined games fit what was seen, and each fitting one comes as often."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, permutations
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st

from ..engine.cards import rank_of, suit_of
from ..engine.chance import Chance
from ..engine.options import Value
from ..engine.registry import imagine, new, sampler
from ..engine.view import View
from .history import History, Place, hidden_cards
from .playing import LONGEST, OfOneGame, dealt_games, few, fewer, random_play

# By Hoeffding's inequality a mean of figures between 0 and 1 is so many standard errors (of the widest figure) off
# once in 7 * 10**10 times: with ten thousand figures in a run, less than one false alarm in a million runs.
MOST_ERRORS = 5.0
# This many deals are compared with as many sampled worlds, if this many are found among this many tries.
MOST_DEALS, ENOUGH_DEALS, MOST_TRIES = 500, 150, 3000
# Positions with at most this many arrangements of hidden cards are looked at one by one, each drawn this often.
MOST_ARRANGEMENTS, DRAWS = 24, 60
Figures = Callable[[Mapping[Place, list[int]]], dict[str, float]]


def figures(hidden: Mapping[Place, list[int]]) -> dict[str, float]:
    """Comparable figures of hidden cards, each from 0 to 1: which place holds which, their order, what goes along."""
    found: dict[str, float] = {}
    for (name, seat), cards in hidden.items():
        place = f"{name} {seat}"
        for card in cards:
            found[f"{card} in {place}"] = 1.0
        for end, card in (("first", cards[0]), ("last", cards[-1])):
            found[f"rank of the {end} in {place}"] = rank_of(card) / 12
        size = len(cards)
        found[f"mean rank in {place}"] = sum(rank_of(card) for card in cards) / 12 / size
        for suit in range(4):
            found[f"share of suit {suit} in {place}"] = sum(suit_of(card) == suit for card in cards) / size
        found[f"different ranks in {place}"] = len({rank_of(card) for card in cards}) / 13
        if size > 1:
            rising = sum(one < other for one, other in pairwise(cards))
            found[f"rising in {place}"] = rising / (size - 1)
    return found


def means(worlds: Iterable[Mapping[Place, list[int]]]) -> tuple[Counter[str], int]:
    """The sum of each figure, and the number of worlds."""
    sums: Counter[str] = Counter()
    number = 0
    for world in worlds:
        sums.update(figures(world))
        number += 1
    return sums, number


def arrangements(hidden: Mapping[Place, list[int]], ordered: set[Place]) -> list[dict[Place, list[int]]]:
    """All ways to lay these cards into these places; the order counts only in the ordered ones."""
    cards = [card for place in hidden.values() for card in place]
    found: dict[str, dict[Place, list[int]]] = {}
    for order in permutations(cards):
        world: dict[Place, list[int]] = {}
        at = 0
        for place, before in hidden.items():
            laid = list(order[at : at + len(before)])
            world[place] = laid if place in ordered else sorted(laid)
            at += len(before)
        found[str(world)] = world
    return list(found.values())


def number_of_arrangements(hidden: Mapping[Place, list[int]], ordered: set[Place]) -> int:
    ways = math.factorial(sum(map(len, hidden.values())))
    for place, cards in hidden.items():
        if place not in ordered:
            ways //= math.factorial(len(cards))
    return ways


def far_off(observed: float, expected: float, draws: int) -> bool:
    """True if a share among independent draws is not what was expected: a false alarm once in 10**10 times."""
    spread = math.sqrt(max(expected * (1 - expected), 1 / draws) / draws)
    return abs(observed - expected) > 7 * spread


class SamplerTests(OfOneGame):
    """Samplers give games that fit their view, and what was seen before.

    ``uneven`` names values of options under which some positions are more likely than others for who knows all that
    was seen, since more deals lead to them; positions are then not expected equally often.
    """

    uneven: ClassVar[frozenset[tuple[str, Value]]] = frozenset()

    def histories(self, times: int, first: int = 0) -> Iterator[History]:
        """Fresh games, each seen by another seat or by a spectator."""
        for seed, game in enumerate(self.varied_games(first + times)):
            if seed < first:
                continue
            observer = None if seed % 5 == 4 else seed % int(game.seats)
            yield History(self.name, int(game.seats), game.setup.options, Chance(seed), observer)

    @given(data=st.data())
    @few
    def test_an_imagined_game_shows_its_seat_the_same_view(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, _ in enumerate(random_play(game, chance)):
            if step < 40 or (step % 11 == 0 and step < LONGEST):
                for seat in [None, *range(game.seats)]:
                    view = game.view(seat)
                    assert imagine(view, chance).view(seat).json() == view.json()
        for seat in [None, *range(game.seats)]:
            assert imagine(game.view(seat), chance).view(seat) == game.view(seat)

    @given(data=st.data())
    @few
    def test_a_view_that_has_crossed_a_border_gives_the_same_games(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, _ in enumerate(random_play(game, chance)):
            if step < 40 or (step % 11 == 0 and step < LONGEST):
                view = game.view(step % int(game.seats))
                read = View.read(view.plain())
                assert imagine(view, Chance(step)).same(imagine(read, Chance(step)))

    @given(data=st.data())
    @fewer
    def test_every_imagined_game_plays_on_to_an_end(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, _ in enumerate(random_play(game, chance)):
            if step % 17 == 0 and step < 200:
                seat = int(chance.below(game.seats))
                world = imagine(game.view(seat), chance)
                deck = sorted(self.all_cards(world))
                for _ in random_play(world, chance):
                    pass
                assert sorted(self.all_cards(world)) == deck

    def test_samplers_give_different_worlds(self) -> None:
        """The cards differ, not only the chance of what is to come."""
        game = new(self.name, seed=5)
        maker = sampler(game.view(0))
        lying = [str(hidden_cards(maker.game(Chance(seed)), game.view(0))) for seed in range(8)]
        assert len(set(lying)) == 8

    def test_an_imagined_game_could_have_come_about(self) -> None:
        """Some deal leads to it by the actions that were done: nobody held what they could not have had."""
        for history in self.histories(6):
            while history.go_on() and len(history.steps) < 120:
                if len(history.steps) % 6 or not history.hidden:
                    continue
                view = history.game.view(history.observer)
                for _ in range(2):
                    world = hidden_cards(imagine(view, history.chance), view)
                    assert history.could_have_been(world), (
                        f"after {[(step.seat, str(step.action)) for step in history.steps]} no deal leads to {world}"
                    )

    def test_sampled_worlds_are_as_likely_as_the_deals_that_lead_to_them(self) -> None:
        """Cards, their order and what goes with what are compared with all deals that would have looked the same."""
        for number, history in enumerate(self.histories(4)):
            deals: list[dict[Place, list[int]]] = []
            # As far on as enough deals still look the same.
            for _ in range((0, 2, 3, 4)[number]):
                history.go_on()
                if sum(1 for _ in history.other_deals(60)) < 6:
                    break
            view = history.game.view(history.observer)
            for deal in history.other_deals(MOST_TRIES):
                deals.append(hidden_cards(deal, view))
                if len(deals) == MOST_DEALS:
                    break
            if len(deals) < ENOUGH_DEALS or not deals[0]:
                continue
            maker = sampler(view)
            worlds = [hidden_cards(maker.game(history.chance), view) for _ in deals]
            expected, count = means(deals)
            found, _ = means(worlds)
            for name in expected | found:
                error = abs(expected[name] - found[name]) / math.sqrt(count / 2)
                assert error < MOST_ERRORS, f"{name}: {found[name]:.0f}, not {expected[name]:.0f} in {count} worlds"

    def test_where_few_cards_are_hidden_every_world_that_fits_comes_equally_often(self) -> None:
        looked_at = 0
        for history in self.histories(12, 6):
            even = not self.uneven & set(history.options.items())
            while history.go_on() and len(history.steps) < LONGEST and looked_at < 6:
                hidden = history.hidden
                if not 1 < sum(map(len, hidden.values())) < 6 or number_of_arrangements(hidden, set()) < 2:
                    continue
                view = history.game.view(history.observer)
                maker = sampler(view)
                ordered = {
                    place
                    for _ in range(20)
                    for place, cards in hidden_cards(maker.game(history.chance), view).items()
                    if cards != sorted(cards)
                }
                if number_of_arrangements(hidden, ordered) > MOST_ARRANGEMENTS:
                    continue
                looked_at += 1
                self._look_at_each(history, arrangements(hidden, ordered), even)
                break

    def _look_at_each(self, history: History, possible: list[dict[Place, list[int]]], even: bool) -> None:
        view = history.game.view(history.observer)
        maker = sampler(view)
        draws = DRAWS * len(possible)
        drawn = Counter(str(hidden_cards(maker.game(history.chance), view)) for _ in range(draws))
        fitting = [world for world in possible if history.could_have_been(world, 60)]
        assert set(drawn) == {str(world) for world in fitting}
        for world, times in drawn.items():
            assert not even or not far_off(times / draws, 1 / len(fitting), draws), (world, times, draws, len(fitting))
