"""Games that are taken from one house to another are evidence: what they claim is read from their records."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from databases import database
from test_house_here import Page, in_a_page, never, wish

from cardhouse.contract.kept import ArchivedGame, ArchivedSeat, Notes, Result
from cardhouse.contract.requests import Person
from cardhouse.server import archive
from cardhouse.server.budget import Rate
from cardhouse.server.limits import Places
from cardhouse.storage import FOREVER, NAMES_FOR, NOBODYS_GAMES_FOR, Storage
from cardhouse.storage.opening import storage_at
from cardhouse.storage.rows import mark_of

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
            await store._do(
                "ALTER TABLE records DROP COLUMN mark, ALTER COLUMN text TYPE text USING $$" + RECORD + "$$"
            )
            await store._do("DROP INDEX records_by_time")
            await store._do("DELETE FROM version WHERE number > 1")
        else:
            await store._write(("UPDATE records SET text = ?", (RECORD,)), ("DROP INDEX records_by_mark", ()))
            await store._write(("DROP INDEX records_by_time", ()), ("ALTER TABLE records DROP COLUMN mark", ()))
            await store._write(("PRAGMA user_version = 7", ()))

    async def look(store: Storage) -> None:
        [row] = await store.statistics("ann")
        assert (row.played, row.won) == (1, 1)
        [game] = await store.history("ann", FOREVER, 9)
        assert game.seats[0].notes == Notes()
        # Its record is as it was kept then, and is found by its text.
        assert await store.record("a-1") == RECORD
        assert await store.marked("ann", [mark_of(RECORD), "other"]) == {mark_of(RECORD)}
        assert await store.marked("bea", [mark_of(RECORD)]) == {mark_of(RECORD)}
        assert await store.marked("cid", [mark_of(RECORD)]) == set()

    with_storage(spoil_all)
    with_storage(look)


# How much is kept, and for how long.


def test_a_record_is_kept_compressed_and_read_as_it_was(with_storage: With) -> None:
    long = RECORD + "# the same again\n" * 5000

    async def check(store: Storage) -> None:
        await store.finish("a", 1, long, results(), at=5.0)
        await store.finish("b", 1, RECORD, results(), at=6.0)
        assert await store.record("a-1") == long
        games, size = await store.kept("ann")
        assert games == 2
        assert 0 < size < len(long) // 20
        assert await store.kept("cid") == (0, 0)
        assert await store.names("ann", FOREVER, 9) == ["b-1", "a-1"]
        assert await store.names("ann", 6.0, 9) == ["a-1"]
        seats = [ArchivedSeat(True), ArchivedSeat(False)]
        assert await store.archived("a-1", "ann") == ArchivedGame(5.0, long, seats, "a-1", "durak")
        assert await store.archived("nowhere", "ann") is None

    with_storage(check)


def test_who_plays_more_than_is_kept_loses_the_oldest(with_storage: With, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sqlite", "postgres"):
        monkeypatch.setattr(f"cardhouse.storage.{module}.MOST_GAMES", 2)

    async def check(store: Storage) -> None:
        for number in range(4):
            alone = [Result(0, "ann", "Ann", "", 1, 0, Notes())]
            await store.finish("a", number, RECORD, alone if number else results(), at=float(number))
        assert await store.names("ann", FOREVER, 9) == ["a-3", "a-2"]
        # Who played with them has it still, and what was counted stays.
        assert await store.names("bea", FOREVER, 9) == ["a-0"]
        assert sum(row.played for row in await store.statistics("ann")) == 4
        assert await store.record("a-1") is not None
        assert await store.clear_old(NOBODYS_GAMES_FOR + 100.0) == 1
        assert await store.record("a-1") is None
        assert await store.record("a-0") is not None

    with_storage(check)


def test_what_nobody_has_is_cleared_away_in_time_and_in_parts(
    with_storage: With, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("sqlite", "postgres", "rows"):
        monkeypatch.setattr(f"cardhouse.storage.{module}.AT_A_TIME", 2)

    async def check(store: Storage) -> None:
        for number in range(5):
            await store.finish("a", number, RECORD, [Result(0, "", "Cat", "easy", 1, 0, Notes())], at=float(number))
        await store.finish("b", 1, RECORD, results(), at=2.5)
        await store.finish("c", 1, RECORD, results(), at=1000.0)
        await store.forget_results("bea")
        for who in ("ann", "cid", "dov"):
            await store.keep_person(Person(who, who.title()))
        assert [await store.clear_old(50.0) for _ in range(4)] == [0] * 4
        now = NOBODYS_GAMES_FOR + 500.0
        assert sum([await store.clear_old(now) for _ in range(5)]) == 5
        assert await store.names("ann", FOREVER, 9) == ["c-1", "b-1"]
        assert await store.person("cid") is not None
        later = time.time() + NAMES_FOR + 500.0
        assert sum([await store.clear_old(later) for _ in range(5)]) == 2
        assert await store.person("cid") is None
        assert await store.person("ann") is not None
        assert len(await store.names("ann", FOREVER, 9)) == 2

    with_storage(check)


def padded(game: dict[str, Any], size: int) -> dict[str, Any]:
    """The same game with notes that say nothing."""
    head, _, rest = game["text"].partition("\n\n")
    lines = rest.split("\n")
    notes = [f"# {'x' * 4000}"] * (size // 4000)
    return {**game, "text": "\n".join([f"{head}\n", lines[0], *notes[:90], *lines[1:]])}


def test_an_import_keeps_what_the_game_is_and_no_padding(tmp_path: Path) -> None:
    game = finished(tmp_path / "one")

    async def bring(page: Page) -> None:
        fat = padded(game, 300_000)
        assert len(fat["text"]) > 300_000
        assert await page.ask("POST", "api/archive", [fat]) == {"added": 1, "all": 1}
        # It is the same game.
        assert await page.ask("POST", "api/archive", [game, fat]) == {"added": 0, "all": 2}
        [kept] = await page.ask("GET", "api/archive")
        assert kept["text"] == game["text"]

    in_a_page(tmp_path / "other", bring)


def test_what_was_played_here_is_not_brought_twice(tmp_path: Path) -> None:
    async def check(page: Page) -> None:
        for name in ("durak", "ratscrew"):
            await page.play((await page.ask("POST", "api/tables", wish(name)))["code"])
        games = await page.ask("GET", "api/archive")
        assert await page.ask("POST", "api/archive", games) == {"added": 0, "all": len(games)}

    in_a_page(tmp_path, check)


def test_an_archive_comes_in_pages_of_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(page: Page) -> None:
        for _ in range(3):
            await page.play((await page.ask("POST", "api/tables", wish("durak")))["code"])
        whole = await page.ask("GET", "api/archive")
        assert len(whole) == 3
        monkeypatch.setattr(archive, "LONGEST_PAGE", 10)
        found: list[Any] = []
        while more := await page.ask("GET", f"api/archive?before={found[-1]['at'] if found else 1e12}"):
            assert len(more) == 1
            found += more
        assert found == whole
        assert await page.ask("GET", "api/archive?before=0") == []

    in_a_page(tmp_path, check)


def test_what_is_not_read_of_an_archive_is_not_built(with_storage: With) -> None:
    """Somebody asks for many games of 100 KB, and reads the first part of the answer."""
    noise = random.Random(1).randbytes(75_000)
    long = RECORD + base64.b64encode(noise).decode() + "\n"
    asked: list[str] = []

    async def check(store: Any) -> None:
        for number in range(5):
            await store.finish("a", number, long, results(), at=float(number))
        original = store.archived

        async def noted(name: str, person: str) -> Any:
            asked.append(name)
            return await original(name, person)

        store.archived = noted
        memory = Places(archive.LARGEST_KEPT, archive.LARGEST_KEPT)

        def hold(size: int) -> Any:
            return memory.held_in_time("10.0.0.1", size)

        parts = archive.archive(store, Person("ann", ""), FOREVER, 9, hold)
        assert len(await anext(parts)) <= archive.A_PART
        assert asked == ["a-4"]
        # Another answer to the same address waits until there is room for it.
        other = archive.archive(store, Person("bea", ""), FOREVER, 1, hold)
        waits = asyncio.ensure_future(anext(other))
        await asyncio.sleep(0)
        assert asked == ["a-4"]
        await parts.aclose()
        assert await waits
        assert asked == ["a-4", "a-4"]
        await other.aclose()
        assert memory.taken == 0

    with_storage(check)


async def refusal(page: Page, method: str, path: str, body: Any) -> dict[str, Any]:
    """What a page hears that is refused something."""
    answer = await page.house.ask(method, path, json.dumps(body), never)
    assert 400 <= answer.status < 500
    return dict(json.loads(answer.body))


def test_who_has_brought_as_much_as_is_kept_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished(tmp_path / "one")

    async def check(page: Page) -> None:
        monkeypatch.setattr(archive, "MOST_GAMES", 0)
        assert (await refusal(page, "POST", "api/archive", [game]))["key"] == "refused.server.kept"
        monkeypatch.setattr(archive, "MOST_GAMES", 9)
        monkeypatch.setattr(archive, "MOST_BYTES", 9)
        assert (await refusal(page, "POST", "api/archive", [game]))["key"] == "refused.server.kept"
        monkeypatch.setattr(archive, "MOST_BYTES", 1 << 20)
        disk = page.house.lobby.guards.disk
        monkeypatch.setattr(disk.persons, "rate", Rate(100.0, 1.0))
        assert (await refusal(page, "POST", "api/archive", [game]))["key"] == "refused.server.rate"
        assert await page.ask("GET", "api/archive") == []
        monkeypatch.setattr(archive, "LONGEST_KEPT", 100)
        assert "longer than" in (await refusal(page, "POST", "api/archive", [game]))["text"]

    in_a_page(tmp_path / "other", check)


def test_a_name_costs_what_it_takes_on_disk_unless_it_is_the_same(tmp_path: Path) -> None:
    async def check(page: Page) -> None:
        disk = page.house.lobby.guards.disk
        disk.persons.rate = Rate(700.0, 1e6)
        for name in ("Ann", "Ann", "Bea", "Bea"):
            assert (await page.ask("PUT", "api/me", {"name": name}))["name"] == name
        assert (await refusal(page, "PUT", "api/me", {"name": "Cid"}))["key"] == "refused.server.rate"

    in_a_page(tmp_path, check)
