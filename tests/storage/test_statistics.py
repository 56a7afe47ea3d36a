"""Statistics: by game and by who sat opposite."""

from __future__ import annotations

import pytest

from cardhouse.contract.kept import Notes, Result, Statistics
from cardhouse.engine.words import catalogue
from cardhouse.storage.statistics import count, opponents


def game(*others: str | None, place: int = 1, draw: bool = False) -> list[Result]:
    """A finished game of Ann's against cats of these levels; None: a person, ``mine``: somebody at her screen."""
    results = [Result(0, "ann", "", "", place, 0, Notes({"burn": 2}, draw=draw))]
    for seat, level in enumerate(others, 1):
        person = "ann" if level == "mine" else "bea" if level is None else ""
        shown = "" if level in (None, "mine") else str(level)
        results.append(Result(seat, person, "", shown, 3 - place, 4, Notes()))
    return results


@pytest.mark.parametrize(
    ("others", "kind"),
    [
        (["medium"], "medium"),
        (["easy", "expert", "hard"], "expert"),
        (["random"], "kittens"),
        (["greedy", "random"], "kittens"),
        (["random", "easy"], "easy"),
        ([None], "people"),
        ([None, "expert"], "people"),
        (["mine"], "here"),
        (["mine", "random"], "kittens"),
        (["mine", "hard"], "hard"),
    ],
)
def test_opponents_are_people_or_the_best_cat_or_a_friend_here(others: list[str | None], kind: str) -> None:
    assert opponents("ann", game(*others)) == kind
    assert f"page.stats.against.{kind}" in catalogue()


def counted(*games: list[Result]) -> Statistics:
    row = Statistics("threes", "easy")
    for results in games:
        count(row, "ann", results)
    return row


def test_games_are_counted_with_what_happened_in_them() -> None:
    row = counted(game("easy"), game("easy", place=2))
    assert (row.played, row.won, row.lost_last, row.events) == (2, 1, 1, {"burn": 4})


def test_a_streak_is_of_the_latest_games_and_a_draw_ends_it() -> None:
    won, draw = game("easy"), game("easy", draw=True)
    row = counted(won, won, won, draw, won, won)
    assert (row.streak, row.best_streak, row.won, row.tied) == (2, 3, 5, 1)
