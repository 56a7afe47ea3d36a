"""Games that are taken from one house to another are evidence: what they claim is read from their records."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from databases import database
from test_house_here import Page, in_a_page, never, wish

from cardhouse.contract.kept import Notes, Result
from cardhouse.storage import FOREVER, Storage
from cardhouse.storage.opening import storage_at

# What no field of an archive may be, or only some may.
HOSTILE: list[Any] = [
    None, "x", "\0", 1.5, 1e300, 10**400, [None], {"a": 1.5}, [[]] * 100,
]  # fmt: skip
# What could once be brought along, and then spoilt the statistics of its person and every later game they sat at.
SPOILT = [{"slaps": "x"}, [None], {"deals": 1e300}, {"events": {"a": 1.5}}, {"slaps": [1e300]}, "x", None]


def finished(page_folder: Path) -> dict[str, Any]:
    """A game that was played to its end, as its archive has it."""
    found: list[Any] = []

    async def play(page: Page) -> None:
        await page.play((await page.ask("POST", "api/tables", wish("durak")))["code"])
        found.extend(await page.ask("GET", "api/archive"))

    in_a_page(page_folder, play)
    return dict(found[0])


def spoilt(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The same value with one place after another turned into something hostile."""
    for other in HOSTILE:
        yield path, other
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        for at, changed in spoilt(inner, (*path, key)):
            if isinstance(value, dict):
                yield at, {**value, key: changed}
            else:
                yield at, [*value[:key], changed, *value[key + 1 :]]


def test_nothing_that_is_imported_spoils_statistics_or_later_games(tmp_path: Path) -> None:
    game = finished(tmp_path / "one")
    # What earlier versions brought along beside the record.
    for seat in game["seats"]:
        seat |= {"name": "Ann", "place": 1, "score": 0, "notes": {"slaps": [], "events": {}}}

    async def bring(page: Page) -> None:
        for path, changed in spoilt(game):
            answer = await page.house.ask("POST", "api/archive", json.dumps([changed]), never)
            assert answer.status in (200, 400), path
            if answer.status == 400:
                said = json.loads(answer.body)
                assert said["key"] in ("refused.server.archive", "refused.server.body"), path
                # It says which field is wrong, unless there is no game at all.
                assert "$" in said["text"] or not path, (path, said)
        for notes in SPOILT:
            seats = [{**seat, "notes": notes} for seat in game["seats"]]
            await page.ask("POST", "api/archive", [{**game, "seats": seats}])
        before = (await page.ask("GET", "api/stats"))[0]["played"]
        assert before == 1
        await page.play((await page.ask("POST", "api/tables", wish("durak")))["code"])
        [row] = await page.ask("GET", "api/stats")
        assert row["played"] == before + 1
        assert len(await page.ask("GET", "api/history")) == 2

    in_a_page(tmp_path / "other", bring)


def test_what_happened_in_an_imported_game_is_what_its_record_says(tmp_path: Path) -> None:
    game = finished(tmp_path / "one")
    claims = {"name": "Nobody", "place": 1, "score": 999, "notes": {"slaps": [1.0], "events": {"take": 1000}}}
    lying = {**game, "at": 1e300, "game": "hearts", "seats": [{**seat, **claims} for seat in game["seats"]]}
    found: list[Any] = []

    async def look(page: Page) -> None:
        found.append(await page.ask("GET", "api/history"))
        found.append(await page.ask("GET", "api/stats"))

    async def bring(page: Page) -> None:
        assert await page.ask("POST", "api/archive", [lying]) == {"added": 1, "all": 1}
        await look(page)
        assert found[2][0]["at"] <= page.house.lobby.clock()

    in_a_page(tmp_path / "one", look)
    in_a_page(tmp_path / "other", bring)
    played, statistics, brought, counted = found
    assert brought[0]["seats"] == played[0]["seats"]
    assert brought[0]["game"] == "durak"
    assert counted == statistics


RECORD = "Cardhouse record 1\ngame: durak\n"
With = Callable[[Callable[[Storage], Awaitable[None]]], None]


@pytest.fixture(params=["sqlite", "postgres"])
def with_storage(request: pytest.FixtureRequest, tmp_path: Path) -> With:
    """Runs something with a storage; a second time it is opened again on the same data."""
    data = database() if request.param == "postgres" else str(tmp_path)

    def run(check: Callable[[Storage], Awaitable[None]]) -> None:
        async def main() -> None:
            storage = storage_at(data)
            await storage.open()
            try:
                await check(storage)
            finally:
                storage.close()

        asyncio.run(main())

    return run


def results() -> list[Result]:
    return [Result(0, "ann", "Ann", "", 1, 0, Notes({"burn": 2})), Result(1, "bea", "Bea", "", 2, 3, Notes())]


async def spoil(store: Any, table: str, column: str, text: str) -> None:
    """Write something that can't be read where a column of somebody's rows was."""
    sql = f"UPDATE {table} SET {column} = '{text}' WHERE person = 'ann'"
    if hasattr(store, "_do"):
        await store._do(sql)
    else:
        await store._write((sql, ()))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"slaps": "x"}', '{"slaps": ["x"]}', '{"events": {"a": 1.5}}'])
def test_a_row_that_cannot_be_read_costs_that_row_and_nothing_else(with_storage: With, text: str) -> None:
    async def check(store: Storage) -> None:
        await store.finish("a", 1, RECORD, results())
        await spoil(store, "statistics", "data", text)
        assert await store.statistics("ann") == []
        assert [row.played for row in await store.statistics("bea")] == [1]
        # The next game counts all of them again.
        await store.finish("b", 1, RECORD, results())
        assert [(row.played, row.events) for row in await store.statistics("ann")] == [(2, {"burn": 4})]
        await spoil(store, "results", "notes", text)
        assert [len(game.seats) for game in await store.history("ann", FOREVER, 9)] == [2, 2]
        await store.finish("c", 1, RECORD, results())
        assert [(row.played, row.events) for row in await store.statistics("ann")] == [(3, {"burn": 6})]
        assert await store.record("c-1") == RECORD

    with_storage(check)


def test_a_house_that_an_earlier_version_let_be_spoilt_is_mended_as_it_starts(with_storage: With) -> None:
    async def spoil_all(store: Any) -> None:
        await store.finish("a", 1, RECORD, results())
        await spoil(store, "results", "notes", '{"slaps": "x"}')
        await spoil(store, "statistics", "data", '{"slaps": ["x"]}')
        if hasattr(store, "_do"):
            await store._do("DELETE FROM version WHERE number > 1")
        else:
            await store._write(("PRAGMA user_version = 7", ()))

    async def look(store: Storage) -> None:
        [row] = await store.statistics("ann")
        assert (row.played, row.won) == (1, 1)
        [game] = await store.history("ann", FOREVER, 9)
        assert game.seats[0].notes == Notes()

    with_storage(spoil_all)
    with_storage(look)
