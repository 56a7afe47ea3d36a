"""Ratings: which games change them, whose, and against whom."""

from __future__ import annotations

import pytest
from test_storage import RECORD, With, with_storage  # noqa: F401

from cardhouse.contract.kept import Notes, Result, read_kept
from cardhouse.contract.ladder import KeptRating
from cardhouse.games import games
from cardhouse.rating import START, Strength
from cardhouse.storage import Storage
from cardhouse.storage.ladder import RATINGS, cat_strengths, climbers, kept_rating, rated

NEW = kept_rating(None, "hearts")


def seat(number: int, who: str, place: int, *, counts: bool = True, stand_in: bool = False, team: int = -1) -> Result:
    """A seat of a finished game: a person by a name, a cat by its level."""
    person = "" if who in ("easy", "medium", "random") else who
    notes = Notes(rated=counts, stand_in=stand_in, team=team)
    return Result(number, person, who, "" if person and not stand_in else who, place, 0, notes)


def after(*seats: Result) -> dict[str, KeptRating]:
    return rated("hearts", seats, dict.fromkeys(climbers(seats), NEW), 7.0)


def test_a_game_at_a_table_that_is_not_rated_changes_nothing() -> None:
    assert climbers([seat(0, "ann", 1, counts=False), seat(1, "easy", 2, counts=False)]) == []


def test_a_stand_ins_game_changes_nothing_for_who_left_and_who_stayed_did_not_beat_them() -> None:
    left, stayed = seat(0, "ann", 2, stand_in=True), seat(1, "bea", 1)
    assert climbers([left, stayed]) == ["bea"]
    assert after(left, stayed) == {}
    # The cats at the same table are opponents all the same.
    assert after(left, stayed, seat(2, "medium", 3))["bea"].rating > START


def test_two_seats_of_one_person_are_not_rated() -> None:
    assert climbers([seat(0, "ann", 1), seat(1, "ann", 2)]) == []


def test_partners_are_no_opponents() -> None:
    seats = [
        seat(number, who, 1 + number % 2, team=number % 2) for number, who in enumerate(["ann", "bea", "cem", "dan"])
    ]
    now = after(*seats)
    assert now["ann"].rating == now["cem"].rating > START > now["bea"].rating == now["dan"].rating


def test_cats_that_nobody_has_measured_are_no_opponents() -> None:
    assert after(seat(0, "ann", 1), seat(1, "random", 2)) == {}


def test_who_beats_a_strong_cat_gains_more() -> None:
    easy, medium = (after(seat(0, "ann", 1), seat(1, level, 2))["ann"].rating for level in ("easy", "medium"))
    assert medium > easy > START


def test_two_people_gain_and_lose_from_what_they_were_before() -> None:
    now = after(seat(0, "ann", 1), seat(1, "bea", 2))
    assert now["ann"].rating - START == pytest.approx(START - now["bea"].rating)
    assert now["ann"].games == now["bea"].games == 1


def test_a_rating_is_plotted_only_once_it_says_something() -> None:
    kept = NEW
    for _ in range(40):
        [kept] = rated("hearts", [seat(0, "ann", 1), seat(1, "medium", 2)], {"ann": kept}, 7.0).values()
    assert 0 < len(kept.points) < 40
    assert kept.points[-1].rating == round(kept.rating)
    assert all(Strength(point.rating, point.deviation).known for point in kept.points)


def test_a_rating_that_cannot_be_read_begins_again() -> None:
    assert kept_rating("spoilt", "hearts") == NEW


@pytest.mark.parametrize("game", [game.name for game in games()])
def test_the_cats_of_each_game_stand_on_the_scale_in_order(game: str) -> None:
    strengths = list(cat_strengths(game).values())
    assert len(strengths) == 4
    assert [one.rating for one in strengths] == sorted(one.rating for one in strengths)
    assert cat_strengths(game)["medium"].rating == START
    assert all(one.known for one in strengths)


def test_a_game_is_rated_once_however_often_it_is_written(with_storage: With) -> None:  # noqa: F811
    results = [seat(0, "ann", 1), seat(1, "bea", 2), seat(2, "medium", 3)]

    async def write(store: Storage) -> None:
        for number in (1, 1, 2):
            await store.finish("abc", number, RECORD, results, at=float(number))

    async def again(store: Storage) -> None:
        await store.finish("abc", 2, RECORD, results, at=9.0)
        kept = {who: read_kept((await store.notes(who, RATINGS))["hearts"], KeptRating) for who in ("ann", "bea")}
        once = after(*results)
        twice = rated("hearts", results, once, 2.0)
        assert kept == twice
        await store.forget_results("ann")
        assert await store.notes("ann", RATINGS) == {}

    with_storage(write)
    with_storage(again)
