"""Puzzles and deals of the day at a house: tries are rated once, and the same day brings the same everywhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from pathlib import Path

from test_house_here import Page, in_a_page

import cardhouse
from cardhouse.engine.record import read_record
from cardhouse.puzzles import library
from cardhouse.puzzles.pool import deal_of_day, pool

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC).timestamp()
DAY = date(2026, 11, 19)
GAMES = [game.name for game in cardhouse.games()]


def at_noon(folder: Path, doing: Callable[[Page], Awaitable[None]]) -> None:
    """A house whose clock stands still."""

    async def held(page: Page) -> None:
        page.house.lobby.clock = lambda: NOON
        await doing(page)

    in_a_page(folder, held)


def test_a_puzzle_is_asked_without_its_answer_and_rated_once(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        for game in GAMES:
            task = await page.ask("GET", f"api/puzzles/next?game={game}")
            puzzle = library(game).get(task["id"])
            assert puzzle is not None
            assert not {"answers", "themes"} & task.keys()
            assert task["frames"][-1]["view"]["legal"] == [str(one) for one in puzzle.position().legal(puzzle.seat)]
            wrong = {"action": "ready", "milliseconds": 0}
            first = await page.ask("POST", f"api/puzzles/{puzzle.id}/try", wrong)
            assert (first["right"], first["rated"]) == (False, True)
            assert first["strength"]["rating"] < first["before"]
            assert [one["id"] for one in await page.ask("GET", "api/puzzles/missed") if one["game"] == game] == [
                puzzle.id
            ]
            right = {"action": puzzle.answers[0] if puzzle.answers else "", "milliseconds": 1}
            again = await page.ask("POST", f"api/puzzles/{puzzle.id}/try", right)
            assert (again["right"], again["rated"], again["answers"]) == (True, False, list(puzzle.answers))
            assert again["strength"] == first["strength"]
        assert await page.ask("GET", "api/puzzles/missed") == []
        told = {one["game"]: one for one in await page.ask("GET", "api/puzzles")}
        assert [(one["tried"], one["found"], one["missed"]) for one in told.values()] == [(1, 0, 0)] * 5

    at_noon(tmp_path, visit)


def test_hidden_cards_of_a_puzzle_stay_hidden(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        for puzzle in library("hearts").puzzles[:5]:
            task = await page.ask("GET", f"api/puzzles/{puzzle.id}")
            hands = {seat: cards for name, seat, cards in task["frames"][-1]["view"]["zones"] if name == "hand"}
            position = puzzle.position()
            for seat, cards in hands.items():
                seen = position.view(puzzle.seat).zone("hand", seat)
                assert cards.split().count("??") == len(seen.cards) - len(seen.known)

    at_noon(tmp_path, visit)


def test_a_slap_that_comes_after_the_cats_is_late(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        puzzle = next(one for one in library("slapjack").puzzles if one.answers)
        late = {"action": "slap", "milliseconds": puzzle.within + 1}
        told = await page.ask("POST", f"api/puzzles/{puzzle.id}/try", late)
        assert (told["right"], told["late"]) == (False, True)
        assert [cat["milliseconds"] for cat in told["cats"]] == sorted(
            (cat["milliseconds"] for cat in told["cats"]), reverse=True
        )

    at_noon(tmp_path, visit)


def test_the_best_streak_and_storm_are_kept(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        puzzle = library("durak").puzzles[0]
        for mode, score in (("streak", 4), ("storm", 7), ("streak", 2)):
            body = {"action": puzzle.answers[0], "mode": mode, "score": score}
            await page.ask("POST", f"api/puzzles/{puzzle.id}/try", body)
        [told] = [one for one in await page.ask("GET", "api/puzzles") if one["game"] == "durak"]
        assert (told["streak"], told["storm"]) == (5, 8)

    at_noon(tmp_path, visit)


async def play(page: Page, code: str) -> None:
    """Play at once, by whatever is legal first."""
    line = page.connect(f"ws/{code}")
    line.hear(json.dumps({"t": "pace", "pace": "instant"}))
    while True:
        message = await page.told.get()
        if message["t"] == "ping":
            line.hear(json.dumps({"t": "pong", "n": message["n"]}))
        for view in message.get("views", []):
            if view["outcome"]:
                line.close()
                return
            if view["seat"] in view["turn"] and view["legal"]:
                act = {"t": "act", "seat": view["seat"], "action": view["legal"][0], "step": view["step"]}
                line.hear(json.dumps(act))


async def standing(page: Page, game: str) -> dict[str, object]:
    """What came of today's deal, once the record of the try is kept."""
    while True:
        told: dict[str, object] = await page.ask("GET", f"api/daily/{game}")
        if told["result"] is not None:
            return told
        await asyncio.sleep(0)


def test_the_first_try_of_a_day_counts_and_the_cards_are_those_of_the_day(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        deal = deal_of_day("hearts", DAY)
        assert deal is not None
        before = await page.ask("GET", "api/daily/hearts")
        assert (before["over"], before["levels"], before["places"]) == (False, [], [])
        code = (await page.ask("POST", "api/daily/hearts"))["code"]
        assert (await page.ask("POST", "api/daily/hearts"))["code"] == code
        assert (await page.ask("GET", f"api/tables/{code}"))["daily"]
        await play(page, code)
        told = await standing(page, "hearts")
        record = read_record(await page.ask("GET", f"api/records/{told['record']}"))
        assert record.start().digest() == deal.deal().digest()
        assert record.outcome is not None
        assert told["result"] == -record.outcome.scores[0]
        assert told["points"] == round(100 * deal.share(-record.outcome.scores[0])) == told["week"]
        assert [one["yours"] for one in told["places"]] == [True]  # type: ignore[attr-defined]
        assert {one["level"] for one in told["levels"]} == {"easy", "medium", "hard", "expert"}  # type: ignore[attr-defined]
        other = (await page.ask("POST", "api/daily/hearts"))["code"]
        assert other != code
        await play(page, other)
        assert await standing(page, "hearts") == told
        assert {one["game"]: one["over"] for one in await page.ask("GET", "api/daily")}["hearts"]
        await page.ask("DELETE", "api/stats")
        assert (await page.ask("GET", "api/daily/hearts"))["places"] == []

    at_noon(tmp_path, visit)


def test_a_day_has_the_same_deals_and_puzzles_everywhere(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        told = await page.ask("GET", "api/daily")
        assert [one["game"] for one in told] == [game for game in GAMES if pool(game)]
        assert {one["day"] for one in told} == {"2026-11-19"}
        for one in await page.ask("GET", "api/puzzles"):
            today = library(one["game"]).of_day(DAY)
            assert today is not None
            assert one["today"] == today.id

    at_noon(tmp_path, visit)
