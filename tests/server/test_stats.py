"""Statistics: by game and by who sat opposite."""

from __future__ import annotations

from typing import Any

import pytest

from cardhouse.server.stats import statistics
from cardhouse.words import catalogue


def game(*others: str | None, place: int = 1, draw: bool = False) -> dict[str, Any]:
    """A finished game of mine against cats of these levels; None: a person, ``mine``: somebody at my screen."""
    notes: dict[str, Any] = {"events": {"burn": 2}, "draw": draw}
    seats = [{"yours": True, "level": "", "place": place, "score": 0, "notes": notes}]
    for level in others:
        seat = {"yours": level == "mine", "level": "" if level in (None, "mine") else level}
        seats.append({**seat, "place": 3 - place, "score": 4, "notes": {}})
    return {"game": "threes", "seats": seats}


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
    (row,) = statistics([game(*others)])
    assert row["against"] == kind
    assert f"page.stats.against.{kind}" in catalogue()


def test_each_kind_of_opponent_has_a_row_of_its_own() -> None:
    rows = {row["against"]: row for row in statistics([game("random"), game("hard"), game("greedy", place=2)])}
    assert (rows["kittens"]["played"], rows["kittens"]["won"], rows["hard"]["won"]) == (2, 1, 1)
    assert rows["kittens"]["events"] == {"burn": 4}


def test_a_streak_is_of_the_latest_games_and_a_draw_ends_it() -> None:
    latest_first = [game("easy"), game("easy"), game("easy", draw=True), game("easy"), game("easy"), game("easy")]
    (row,) = statistics(latest_first)
    assert (row["streak"], row["best_streak"], row["won"], row["tied"]) == (2, 3, 5, 1)
