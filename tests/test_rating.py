"""Glicko-2: the paper's own example, and that it finds out who is how strong."""

import random

import pytest

from cardhouse.rating import (
    LEAST_DEVIATION,
    UNSURE,
    Result,
    Strength,
    after_game,
    expected,
    games_until_known,
    updated,
)


def test_it_gives_the_figures_of_the_papers_example() -> None:
    results = [
        Result(Strength(1400, 30), 1),
        Result(Strength(1550, 100), 0),
        Result(Strength(1700, 300), 0),
    ]
    after = updated(Strength(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_without_games_it_is_less_sure_and_nothing_else() -> None:
    before = Strength(1700, 60)
    after = updated(before, [])
    assert after.rating == before.rating
    assert before.deviation < after.deviation < 70
    assert updated(Strength(), []).deviation == UNSURE


def test_it_stays_within_bounds_whatever_happens() -> None:
    chance = random.Random(5)
    one = Strength()
    for _ in range(2000):
        other = Strength(chance.uniform(-4000, 6000), chance.uniform(LEAST_DEVIATION, UNSURE))
        one = after_game(one, chance.choice((1, 2)), [(other, chance.choice((1, 2)))] * chance.randint(1, 5))
        assert LEAST_DEVIATION <= one.deviation <= UNSURE
        assert 0 < one.volatility < 1
        assert -10_000 < one.rating < 10_000


def test_the_order_of_places_decides_and_a_shared_place_is_a_draw() -> None:
    other = Strength(1500, 60)
    won, drawn, lost = (after_game(Strength(), 2, [(other, place)]) for place in (3, 2, 1))
    assert won.rating > drawn.rating > lost.rating
    assert drawn.rating == pytest.approx(1500)
    assert after_game(Strength(), 1, []) == Strength()


def test_it_finds_a_strength_within_its_interval() -> None:
    # 200 people of known strength play 150 games each against cats of four known levels.
    chance = random.Random(7)
    cats = [Strength(rating, LEAST_DEVIATION) for rating in (1300.0, 1450.0, 1600.0, 1700.0)]
    inside, off = 0, 0.0
    for _ in range(200):
        true = Strength(chance.gauss(1500, 150), 0)
        found = Strength()
        for _ in range(150):
            cat = chance.choice(cats)
            won = chance.random() < expected(true, cat._replace(deviation=0))
            found = after_game(found, 1 if won else 2, [(cat, 2 if won else 1)])
        low, high = found.interval
        inside += low <= true.rating <= high
        off += abs(found.rating - true.rating)
        assert found.known
    assert inside >= 176
    assert off / 200 < 50


def test_several_opponents_of_one_game_count_for_less_than_as_many_games() -> None:
    others = [(Strength(1500, 60), 2)] * 3
    together = after_game(Strength(), 1, others)
    one_by_one = updated(Strength(), [Result(other, 1) for other, _ in others])
    assert 1500 < together.rating < one_by_one.rating
    assert together.deviation > one_by_one.deviation


def test_it_says_how_many_games_it_takes_until_a_rating_means_something() -> None:
    for opponents in (1, 2, 3, 5):
        games = games_until_known(opponents)
        assert 5 <= games <= 40
        one = Strength()
        for game in range(games + 3):
            one = after_game(one, 1 + game % 2, [(Strength(1500, 60), 2 - game % 2)] * opponents)
        assert one.known
