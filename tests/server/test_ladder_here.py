"""Rated tables at a house: what they refuse, what counts, and when a rating is told."""

from __future__ import annotations

import asyncio
import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from test_house_here import GAMES, Page, in_a_page, wish

from cardhouse.contract.kept import text_of
from cardhouse.contract.ladder import KeptRating, RatedGame
from cardhouse.server.ladder import streak_of
from cardhouse.storage.ladder import RATINGS


async def made(page: Page, game: str, **settings: Any) -> str:
    return str((await page.ask("POST", "api/tables", wish(game) | settings))["code"])


async def rating(page: Page, game: str) -> Any:
    [found] = [one for one in await page.ask("GET", "api/ladder") if one["game"] == game]
    return found


def test_a_rated_game_counts_once_and_tells_no_rating_before_it_says_something(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        assert [one["game"] for one in await page.ask("GET", "api/ladder")] == list(GAMES)
        before = await rating(page, "threes")
        assert (before["games"], before["strength"], before["points"]) == (0, None, [])
        assert [cat["level"] for cat in before["cats"]] == ["easy", "medium", "hard", "expert"]
        await page.play(await made(page, "threes", rated=True))
        await page.play(await made(page, "threes"))
        now = await rating(page, "threes")
        assert (now["games"], now["strength"]) == (1, None)
        assert 0 < now["left"] < before["left"] <= 30

    in_a_page(tmp_path, visit)


def test_a_rating_that_says_something_is_told_with_its_interval(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        me = (await page.ask("GET", "api/me"))["id"]
        kept = KeptRating(1580.4, 60.0, 0.06, 21, [RatedGame(5.0, 1560, 70), RatedGame(6.0, 1580, 60)])
        await page.house.lobby.storage.note(me, RATINGS, {"durak": text_of(kept)})
        told = await rating(page, "durak")
        assert told["strength"] == {"rating": 1580, "low": 1463, "high": 1698, "known": True}
        assert (told["games"], told["left"], len(told["points"])) == (21, 0, 2)
        await page.ask("DELETE", "api/stats")
        assert (await rating(page, "durak"))["games"] == 0

    in_a_page(tmp_path, visit)


def test_at_a_rated_table_there_are_no_hints_no_open_cards_and_no_way_back(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        code = await made(page, "durak", rated=True, hints=True, open_cards=True)
        table = await page.ask("GET", f"api/tables/{code}")
        assert (table["rated"], table["hints"], table["open_cards"]) == (True, False, False)
        assert not table.get("undo", False)
        forked = await page.house.ask("POST", f"api/tables/{code}/fork", json.dumps({"step": 0, "seat": 0}), never)
        assert json.loads(forked.body)["key"] == "refused.table.no_hints"

    in_a_page(tmp_path, visit)


def test_a_lesson_is_never_rated(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        code = await made(page, "threes", rated=True, lesson=True)
        assert not (await page.ask("GET", f"api/tables/{code}")).get("rated", False)

    in_a_page(tmp_path, visit)


def test_people_at_one_screen_play_no_rated_games(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        body = {"game": "threes", "seats": [{"kind": "you"}, {"kind": "here"}], "rated": True}
        told = await page.house.ask("POST", "api/tables", json.dumps(body), never)
        assert json.loads(told.body)["key"] == "refused.server.rated"

    in_a_page(tmp_path, visit)


async def never() -> None:
    await asyncio.Event().wait()


THURSDAY = date(2026, 11, 19)


@pytest.mark.parametrize(
    ("ago", "days", "spare"),
    [
        ([], 0, True),
        ([0], 1, True),
        ([1], 1, True),
        ([0, 1, 2, 3, 4], 5, True),
        # One day of a week is forgiven, and does not count; a second one ends it.
        ([0, 2, 3], 3, False),
        ([0, 2, 4], 2, False),
        # Each week has one: Wednesday of this one, Saturday of the one before.
        ([0, 2, 3, 4, 6, 7], 6, False),
        ([0, 2, 3, 4, 6, 8], 5, False),
    ],
)
def test_a_streak_forgives_one_day_a_week(ago: list[int], days: int, spare: bool) -> None:
    told = streak_of({str(THURSDAY - timedelta(days=one)) for one in ago}, THURSDAY)
    assert (told.days, told.today, told.spare) == (days, 0 in ago, spare)
