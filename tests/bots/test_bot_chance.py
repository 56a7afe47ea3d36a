"""The chance of bots: repeatable, and another in each deal, so that a bot whose seed stays plays without bias."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

import pytest

import cardhouse
from cardhouse import Chance, View
from cardhouse.bots import RandomBot, make_bot

GAMES = [game.name for game in cardhouse.games()]
DEALS = 40


def views_after(game: str, steps: int, deal: int) -> list[View]:
    """What each seat sees after this many steps of a deal; nothing, if the deal was over before."""
    position = cardhouse.new(game, seed=deal)
    chance = Chance(7)
    for _ in range(steps):
        if not position.over:
            position.random_step(chance)
    return [] if position.over else [position.view(seat) for seat in range(position.seats)]


@pytest.mark.parametrize("steps", [1, 5, 20])
@pytest.mark.parametrize("game", GAMES)
def test_with_one_seed_chance_differs_from_deal_to_deal(game: str, steps: int) -> None:
    bot = RandomBot(0)
    found = [[bot.chance(view).word() for view in views_after(game, steps, deal)] for deal in range(DEALS)]
    for words in zip(*[words for words in found if words], strict=True):
        # In the slap games two deals may show the same single card.
        assert len(set(words)) > len(words) / 2


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_view_give_the_same_chance_and_another_seed_gives_other(game: str) -> None:
    for view in views_after(game, 5, 3):
        assert RandomBot(1).chance(view).word() == RandomBot(1).chance(View.read(view.plain())).word()
        assert RandomBot(1).chance(view).word() != RandomBot(2).chance(view).word()


def points(deals: int) -> Sequence[Sequence[float]]:
    """What four equal cats of Hearts with one and the same seed get in each deal."""
    bot = make_bot("hearts", "medium")
    found = []
    for deal in range(deals):
        game = cardhouse.new("hearts", seed=deal, limit=1)
        while not game.over:
            seat = game.turn()[0]
            action = bot.choose(game.view(seat))
            assert action is not None
            game.apply(seat, action)
        found.append(game.scores())
    return found


def test_four_equal_seats_get_the_same_on_average() -> None:
    found = points(150)
    for seat in zip(*found, strict=True):
        # 2.5 standard errors: what one of the four passes in a run of twenty, and these deals are always the same.
        assert abs(fmean(seat) - fmean(map(fmean, found))) < 2.5 * stdev(seat) / len(seat) ** 0.5
