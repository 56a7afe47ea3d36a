"""The house inside a page, here in the Python that runs the tests: what the page's worker calls, without the worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cardhouse.browser.house import House
from cardhouse.browser.thinking import answer
from cardhouse.engine.record import read_record

GAMES = {"ratscrew": 2, "slapjack": 2, "hearts": 4, "threes": 2, "durak": 2}


async def never() -> None:
    await asyncio.Event().wait()


class Page:
    """A page with its house; the second worker answers at the loop's next turn."""

    def __init__(self, folder: Path) -> None:
        def think(number: int, question: bytes) -> None:
            asyncio.get_running_loop().call_soon(lambda: self.house.executor.answered(number, answer(question)))

        self.house = House(folder, think)
        # It may be a slow machine with much else to do.
        self.house.lobby.jobs.most_seconds = 100_000.0
        self.told: asyncio.Queue[Any] = asyncio.Queue()
        self.ended: list[int] = []

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        told = await self.house.ask(method, path, text, never)
        if told.stream is not None:
            return [json.loads(bit) async for bit in told.stream]
        assert told.status == 200, told.body
        return json.loads(told.body) if told.media == "application/json" else told.body.decode()

    def connect(self, path: str) -> Any:
        return self.house.connect(path, lambda text: self.told.put_nowait(json.loads(text)), self.ended.append)

    async def play(self, code: str) -> None:
        """Play to the end, by whatever is legal first."""
        line = self.connect(f"ws/{code}")
        while True:
            message = await self.told.get()
            if message["t"] == "ping":
                line.hear(json.dumps({"t": "pong", "n": message["n"]}))
            for view in message.get("views", []):
                if view["outcome"]:
                    line.close()
                    return
                legal = [action for action in view["legal"] if action != "slap"]
                if view["seat"] in view["turn"] and legal:
                    act = {"t": "act", "seat": view["seat"], "action": legal[0], "step": view["step"]}
                    line.hear(json.dumps(act))


def in_a_page(folder: Path, doing: Callable[[Page], Awaitable[None]]) -> None:
    async def visit() -> None:
        page = Page(folder)
        await page.house.open()
        await doing(page)
        await page.house.close()

    asyncio.run(asyncio.wait_for(visit(), 1200))


def wish(game: str) -> dict[str, Any]:
    cats = [{"kind": "cat", "level": "easy"}] * (GAMES[game] - 1)
    options = {"limit": 1} if game == "hearts" else {}
    return {"game": game, "seats": [{"kind": "you"}, *cats], "options": options, "pace": "instant"}


@pytest.mark.parametrize("game", ["durak"])
def test_a_whole_game_with_its_replay_review_and_statistics(game: str, tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        await page.ask("PUT", "api/me", {"name": "Anna", "face": "fox"})
        code = (await page.ask("POST", "api/tables", wish(game)))["code"]
        await page.play(code)
        [finished] = await page.ask("GET", "api/history")
        assert finished["record"] == f"{code}-1"
        record = read_record(await page.ask("GET", f"api/records/{code}-1"))
        assert record.final().over
        assert len((await page.ask("GET", f"api/records/{code}-1/replay"))["frames"]) > 10
        opened, *_, last = await page.ask("GET", f"api/records/{code}-1/review?seat=0")
        assert opened["moves"] > 0
        assert last == {"t": "done"}
        assert [row["played"] for row in await page.ask("GET", "api/stats")] == [1]

    async def come_back(page: Page) -> None:
        assert (await page.ask("GET", "api/me"))["name"] == "Anna"
        assert len(await page.ask("GET", "api/history")) == 1

    in_a_page(tmp_path, visit)
    in_a_page(tmp_path, come_back)


def test_an_unfinished_game_goes_on_in_the_next_visit(tmp_path: Path) -> None:
    codes: list[str] = []

    async def begin(page: Page) -> None:
        codes.append((await page.ask("POST", "api/tables", wish("durak")))["code"])
        page.connect(f"ws/{codes[0]}")
        while not (await page.told.get()).get("views"):
            pass

    async def go_on(page: Page) -> None:
        assert [table["code"] for table in await page.ask("GET", "api/mine")] == codes
        await page.play(codes[0])

    in_a_page(tmp_path, begin)
    in_a_page(tmp_path, go_on)


def test_what_there_is_not_is_refused_with_a_reason(tmp_path: Path) -> None:
    async def visit(page: Page) -> None:
        page.connect("ws/nowhere")
        assert (await page.told.get())["key"] == "refused.server.no_table"
        assert page.ended == [1008]
        assert (await page.house.ask("GET", "api/nothing", "", never)).status == 404
        assert (await page.house.ask("GET", "api/records/nothing", "", never)).status == 404
        refused = await page.house.ask("POST", "api/tables", '{"game": 3}', never)
        assert refused.status == 400
        assert json.loads(refused.body)["key"] == "refused.server.body"
        code = (await page.ask("POST", "api/tables", wish("durak")))["code"]
        line = page.connect(f"ws/{code}")
        await page.told.get()
        line.hear("nonsense")
        while (told := await page.told.get())["t"] != "refusal":
            pass
        assert told["key"] == "refused.server.message"

    in_a_page(tmp_path, visit)


def test_games_and_statistics_move_to_another_house_and_back(tmp_path: Path) -> None:
    taken: list[Any] = []

    async def play_and_take(page: Page) -> None:
        await page.play((await page.ask("POST", "api/tables", wish("durak")))["code"])
        taken.extend(await page.ask("GET", "api/archive"))
        taken.append(await page.ask("GET", "api/stats"))
        # Back where they came from, they are known.
        assert await page.ask("POST", "api/archive", taken[:1]) == {"added": 0, "all": 1}
        assert await page.ask("GET", "api/stats") == taken[1]

    async def bring(page: Page) -> None:
        game, statistics = taken
        assert await page.ask("POST", "api/archive", [game]) == {"added": 1, "all": 1}
        assert await page.ask("POST", "api/archive", [game]) == {"added": 0, "all": 1}
        assert await page.ask("GET", "api/stats") == statistics
        [finished] = await page.ask("GET", "api/history")
        assert (finished["game"], finished["at"]) == (game["game"], game["at"])
        assert await page.ask("GET", f"api/records/{finished['record']}") == game["text"]

    async def bring_what_is_wrong(page: Page) -> None:
        game = taken[0]
        strangers = [{**seat, "yours": False} for seat in game["seats"]]
        for wrong in (
            {**game, "seats": strangers},
            {**game, "text": "no record"},
            {"at": 1},
            3,
        ):
            refused = await page.house.ask("POST", "api/archive", json.dumps([wrong]), never)
            assert refused.status == 400
        assert await page.ask("GET", "api/history") == []

    in_a_page(tmp_path / "one", play_and_take)
    in_a_page(tmp_path / "other", bring)
    in_a_page(tmp_path / "third", bring_what_is_wrong)


def test_an_evening_at_one_screen_has_several_games_and_its_score(tmp_path: Path) -> None:
    codes: list[str] = []
    seats = [{"kind": "you", "name": "Anna"}, {"kind": "here", "name": "Boris"}]

    async def visit(page: Page) -> None:
        made = {**wish("durak"), "seats": seats, "options": {"deck": 32}}
        codes.append((await page.ask("POST", "api/tables", made))["code"])
        await page.play(codes[0])
        line = page.connect(f"ws/{codes[0]}")
        welcome = await page.told.get()
        you = welcome["you"]
        # The two swap seats, a cat joins them, and the game is another one.
        places = [{"kind": "person", "who": you, "name": name} for name in ("Boris", "Anna")]
        setup = {"game": "threes", "seats": [*places, {"kind": "cat", "level": "random"}]}
        line.hear(json.dumps({"t": "propose", "next": setup}))
        while True:
            message = await page.told.get()
            if message["t"] == "welcome" and message["table"]["round"] == 2:
                break
        assert [seat["name"] for seat in message["table"]["seats"]][:2] == ["Boris", "Anna"]
        assert message["table"]["game"] == "threes"
        line.close()

    async def come_back(page: Page) -> None:
        page.connect(f"ws/{codes[0]}")
        table = (await page.told.get())["table"]
        assert (table["game"], table["status"]) == ("threes", "playing")
        scores = {line["name"]: line["played"] for line in table["room"]["scores"]}
        assert scores == {"Anna": 1, "Boris": 1}

    in_a_page(tmp_path, visit)
    in_a_page(tmp_path, come_back)
