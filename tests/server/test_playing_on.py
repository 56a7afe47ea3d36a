"""Playing on from one's games, and one's own mistakes as exercises: asked of the house of a page, on a held clock."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_house_here import Page
from test_review import recorded

from cardhouse.contract.exercises import Exercise
from cardhouse.contract.kept import Notes, Result
from cardhouse.contract.reviews import MoveWeighed, ReviewBegun, ReviewDone, ReviewLine, WeighedMove
from cardhouse.engine.fork import before_choice
from cardhouse.engine.record import read_record
from cardhouse.server import exercises
from cardhouse.server.exercises import DAY, DAYS, MOST, after_try, exercise_of, over
from cardhouse.table import asking

RECORD = "gamesofann-1"


class Clock:
    """A clock that a test moves on."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def with_page(folder: Path, main: Callable[[Page, Clock], Awaitable[None]]) -> None:
    """Run something with the house of a page, in which the player's game is kept."""

    async def whole() -> None:
        page, clock = Page(folder), Clock()
        await page.house.open()
        page.house.lobby.clock = clock
        notes = Notes()
        results = [
            Result(0, "here", "You", "", 2, 1, notes, "fox"),
            Result(1, "", "Boris", "random", 1, 0, notes, "boris"),
        ]
        await page.house.storage.finish("gamesofann", 1, recorded("durak", 101), results)
        await main(page, clock)
        await page.house.close()

    asyncio.run(whole())


async def sat(page: Page, code: str) -> tuple[Any, Any]:
    """Sit at a table; gives the line and the first welcome with a view."""
    line = page.connect(f"ws/{code}")
    while True:
        message = await asyncio.wait_for(page.told.get(), 20)
        if message["t"] == "welcome" and message["views"]:
            return line, message


async def heard(page: Page, kind: str) -> Any:
    while True:
        message = await asyncio.wait_for(page.told.get(), 20)
        if message["t"] == kind:
            return message


def test_a_finished_game_is_played_on_from_the_middle_and_nothing_counts(tmp_path: Path) -> None:
    async def main(page: Page, _: Clock) -> None:
        text = await page.ask("GET", f"api/records/{RECORD}")
        made = await page.ask("POST", f"api/records/{RECORD}/fork", {"step": 4, "seat": 0})
        line, welcome = await sat(page, made["code"])
        assert welcome["table"]["fork"] == {"step": 4, "seat": 0}
        assert welcome["step"] == 4
        # Who played there plays there again.
        assert welcome["table"]["seats"][1]["level"] == "random"
        line.close()
        assert [table["forked"] for table in await page.ask("GET", "api/mine")] == [True]
        # The next one takes its place.
        other = await page.ask("POST", "api/fork?step=2&seat=1", text)
        assert [table["code"] for table in await page.ask("GET", "api/mine")] == [other["code"]]
        (await page.house.lobby.find(other["code"])).state.pace = "instant"
        await page.play(other["code"])
        ended = read_record(await record_of(page, f"{other['code']}-1"))
        ended.verify()
        assert ended.fork is not None
        assert (ended.fork.step, ended.fork.of) == (2, read_record(text).hash)
        # Only the game that was there before.
        assert [row["played"] for row in await page.ask("GET", "api/stats")] == [1]

    with_page(tmp_path, main)


async def record_of(page: Page, name: str) -> str:
    while (text := await page.house.storage.record(name)) is None:
        await asyncio.sleep(0.01)
    return text


@pytest.mark.parametrize(
    ("path", "body", "key"),
    [
        (f"api/records/{RECORD}/fork", {"step": 10**6, "seat": 0}, "refused.fork.step"),
        (f"api/records/{RECORD}/fork", {"step": 3, "seat": 7}, "refused.no_seat"),
        (f"api/records/{RECORD}/fork", {"step": 3, "seat": 0, "level": "best"}, "setup.bot_unknown"),
        ("api/records/none-1/fork", {"step": 3, "seat": 0}, "refused.server.no_record"),
        ("api/fork?step=x", "nothing", "refused.server.body"),
        ("api/fork?step=1", "nothing", "record.heading"),
        ("api/exercises/none", None, "refused.server.no_exercise"),
    ],
)
def test_what_can_not_be_taken_up_is_refused_with_its_reason(path: str, body: Any, key: str, tmp_path: Path) -> None:
    async def main(page: Page, _: Clock) -> None:
        text = body if isinstance(body, str) else json.dumps(body or {})
        answer = await page.house.ask("POST", path, text, asyncio.Event().wait)  # type: ignore[arg-type]
        assert answer.status >= 400
        assert json.loads(answer.body)["key"] == key

    with_page(tmp_path, main)


def test_a_game_that_goes_on_is_tried_out_elsewhere_with_other_cards_where_nothing_is_known(tmp_path: Path) -> None:
    async def main(page: Page, _: Clock) -> None:
        made = await page.ask(
            "POST", "api/tables", {"game": "durak", "seats": [{"kind": "you"}, {"kind": "cat", "level": "easy"}]}
        )
        line, welcome = await sat(page, made["code"])
        forked = await page.ask("POST", f"api/tables/{made['code']}/fork", {"step": 0, "seat": 0})
        other, there = await sat(page, forked["code"])
        mine, its = welcome["views"][0], there["views"][0]
        assert [zone for zone in mine["zones"] if zone[1] == 0] == [zone for zone in its["zones"] if zone[1] == 0]
        rounds = [page.house.lobby.tables[one["code"]].state.round for one in (made, forked)]
        seeds = {one.game.setup.seed for one in rounds if one is not None}
        assert len(seeds) == 2
        line.close()
        other.close()

    with_page(tmp_path, main)


COSTLY = WeighedMove(7, 0, "beat 7h 9h", "take", [], 0.3, 0.05, "clear", "", True, False, False, None)


def test_what_a_review_of_ones_own_game_found_clearly_worse_is_kept_once(tmp_path: Path) -> None:
    async def main(page: Page, clock: Clock) -> None:
        async def moves(owner: str, opened: Any) -> AsyncIterator[ReviewLine]:
            yield ReviewBegun("chance", 4, 0)
            yield MoveWeighed(5, None)
            yield MoveWeighed(6, msgspec.structs.replace(COSTLY, number=6, costly=False))
            yield MoveWeighed(7, COSTLY)
            # Somebody else's.
            yield MoveWeighed(8, msgspec.structs.replace(COSTLY, number=8, seat=1))
            yield ReviewDone()

        page.house.lobby.reviewer.moves = moves  # type: ignore[method-assign]
        for _ in range(2):
            assert len(await page.ask("GET", f"api/records/{RECORD}/review")) == 6
            assert await page.ask("GET", "api/exercises") == {"waiting": [], "later": 1, "next": clock.now + DAY}
        # A record that somebody brings along is nobody's.
        await page.ask("POST", "api/review", await page.ask("GET", f"api/records/{RECORD}"))
        assert (await page.ask("GET", "api/exercises"))["later"] == 1

    with_page(tmp_path, main)


def choice(text: str, seat: int) -> int:
    """The number of the last action with which a seat chose something: there is little left to search."""
    step = before_choice(read_record(text), seat)
    assert step is not None
    return step + 1


def test_a_mistake_comes_back_after_1_3_and_7_days_until_it_was_found_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Plain files weigh moves slowly.
    monkeypatch.setattr(asking, "WORLDS", 8)

    async def main(page: Page, clock: Clock) -> None:
        number = choice(await page.ask("GET", f"api/records/{RECORD}"), 0)
        one = Exercise("x.1", RECORD, number, 0, "durak", "beat", "chance", 0.2, clock.now + DAY)
        await exercises.keep(page.house.storage, "here", one)
        clock.now += DAY
        best = ""
        for tried in range(3):
            assert [one["id"] for one in (await page.ask("GET", "api/exercises"))["waiting"]] == ["x.1"]
            made = await page.ask("POST", "api/exercises/x.1")
            line, welcome = await sat(page, made["code"])
            assert welcome["table"]["fork"]["ask"]
            assert welcome["step"] == number - 1
            if best:
                line.hear(json.dumps({"t": "act", "seat": 0, "action": best, "step": welcome["step"], "id": 1}))
                assert (await heard(page, "tried"))["found"]
            else:
                line.hear(json.dumps({"t": "hint", "seat": 0}))
                best = (await heard(page, "advice"))["action"]
            line.close()
            left = await page.ask("GET", "api/exercises")
            days = DAYS[min(tried + 1, 2)]
            assert (left["waiting"], left["next"]) == ([], None if tried == 2 else clock.now + days * DAY)
            clock.now += days * DAY
        assert await page.ask("GET", "api/exercises") == {"waiting": [], "later": 0, "next": None}

    with_page(tmp_path, main)


def test_a_try_before_it_is_due_changes_nothing_and_there_are_never_more_than_so_many(tmp_path: Path) -> None:
    async def main(page: Page, clock: Clock) -> None:
        storage = page.house.storage
        for number in range(MOST + 20):
            one = Exercise(f"x.{number}", "x", number, 0, "durak", "beat", "chance", number / 1000, clock.now + DAY)
            await exercises.keep(storage, "here", one)
        kept = await exercises.all_of(storage, "here")
        # The cheapest are the first to go.
        assert {one.number for one in kept} == set(range(20, MOST + 20))
        await exercises.found_out(storage, "here", "x.50", True, clock.now)
        assert next(one for one in await exercises.all_of(storage, "here") if one.id == "x.50").tried == 0
        await storage.note("here", "exercise", {"x.50": "{broken"})
        assert len((await exercises.waiting(storage, "here", clock.now + DAY)).waiting) == MOST - 1

    with_page(tmp_path, main)


def test_what_comes_back_is_what_was_clearly_worse() -> None:
    move = msgspec.structs.replace(COSTLY, seat=1)
    one = exercise_of("x-1", "durak", "chance", move, 0.0)
    assert one is not None
    assert (one.id, one.number, one.seat, one.theme, one.due) == ("x-1.7", 7, 1, "take", DAY)
    unsure = msgspec.structs.replace(move, costly=False)
    assert exercise_of("x-1", "durak", "chance", unsure, 0.0) is None


def test_days_between() -> None:
    one = Exercise("x.1", "x", 1, 0, "durak", "beat", "chance", 0.2, DAY)
    days, now = [], DAY
    for found in (False, False, True, False, True):
        assert not over(one)
        one = after_try(one, found, now)
        days.append((one.due - now) / DAY)
        now = one.due
    assert days == [3, 7, 7, 7, 7]
    assert over(one)
