"""A house moves from SQLite to PostgreSQL and back, and is the same house."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from databases import database

from cardhouse.cli import main
from cardhouse.contract.kept import Key, Notes, Result
from cardhouse.contract.requests import Person
from cardhouse.engine.action import parse_action
from cardhouse.storage import FOREVER, StorageError
from cardhouse.storage.copying import PARTS, Part, Row, copy
from cardhouse.storage.opening import storage_at
from cardhouse.storage.sqlite import SqliteStorage
from cardhouse.table.log import Acted, Dealt, Fired
from cardhouse.table.plan import SeatPlan, TablePlan

RECORD = "Cardhouse record 1\ngame: hearts\n"


async def fill(storage: Any) -> None:
    """Something of every kind; the lines of two logs come in turn."""
    for code, at in (("b", 5.25), ("a", 5.5)):
        await storage.add_table(TablePlan(code, "hearts", {}, [SeatPlan("open")], "ann", made_at=at))
    for number in range(30):
        for code in ("a", "b"):
            await storage.append(code, [Fired(0.1 + number, f"fire {number}"), Acted(7.0, 0, parse_action("play 7h"))])
    await storage.append("b", [Dealt(80.0, 1, 5, "salt")])
    await storage.keep_person(Person("ann", 'Änn "🂡"', "fox"))
    await storage.keep_key(Key("phone", "ann", "device", "Phone", 3.5))
    await storage.finish(
        "b",
        1,
        RECORD,
        [Result(0, "ann", "Ann", "", 1, 3, Notes(slaps=[1.5])), Result(1, "", "S", "easy", 2, 9, Notes())],
    )


async def all_of(storage: Any) -> Any:
    return [
        await storage.outlines(),
        await storage.log("a"),
        await storage.log("b"),
        await storage.person("ann"),
        await storage.keys_of("ann"),
        await storage.record("b-1"),
        await storage.history("ann", FOREVER, 10),
        await storage.statistics("ann"),
    ]


async def opened(data: str) -> Any:
    storage = storage_at(data)
    await storage.open()
    return storage


def test_a_house_moves_to_postgres_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = database()

    async def make(data: str, full: bool) -> Any:
        storage = await opened(data)
        if full:
            await fill(storage)
        found = await all_of(storage)
        storage.close()
        return found

    before = asyncio.run(make(str(tmp_path / "first"), True))
    assert main(["data", "copy", str(tmp_path / "first"), there]) == 0
    assert "2 tables, 121 log, 1 people, 1 keys, 1 records, 2 results, 1 statistics" in capsys.readouterr().out
    assert asyncio.run(make(there, False)) == before
    assert main(["data", "copy", there, str(tmp_path / "second"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["log"] == 121
    assert asyncio.run(make(str(tmp_path / "second"), False)) == before
    assert main(["data", "copy", str(tmp_path / "first"), there]) == 2
    assert "empty place" in capsys.readouterr().err


def test_a_table_goes_on_where_it_was_copied_to(tmp_path: Path) -> None:
    there = database()

    async def check() -> None:
        source, target = SqliteStorage(tmp_path), await opened(there)
        await fill(source)
        await copy(source, target)
        await target.append("a", [Fired(99.0, "fire on")])
        assert len(await target.log("a")) == 61
        source.close()
        target.close()

    asyncio.run(check())


def test_a_house_that_is_open_is_not_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = database()

    async def check() -> None:
        node = await opened(there)
        await fill(node)
        assert await asyncio.to_thread(main, ["data", "copy", there, str(tmp_path)]) == 2
        node.close()

    asyncio.run(check())
    assert "uses" in capsys.readouterr().err


def test_where_there_is_nothing_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "copy", str(tmp_path / "none"), str(tmp_path / "new")]) == 2
    assert "There is no data" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_how_far_a_copy_is_counts_what_is_compared_too(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    async def check() -> None:
        source, target = SqliteStorage(tmp_path / "one"), SqliteStorage(tmp_path / "two")
        await fill(source)
        await copy(source, target, lambda done, total: told.append((done, total)))
        source.close()
        target.close()

    asyncio.run(check())
    assert told == sorted(told)
    assert told[-1] == (258, 258)


class Forgetful(SqliteStorage):
    """Loses the last row of what it is given."""

    async def write_rows(self, part: Part, rows: Sequence[Row]) -> None:
        await super().write_rows(part, rows[:-1] if part.name == "people" else rows)


def test_a_copy_that_is_different_is_said_and_taken_back(tmp_path: Path) -> None:
    async def check() -> None:
        source, target = SqliteStorage(tmp_path / "a"), Forgetful(tmp_path / "b")
        await fill(source)
        with pytest.raises(StorageError, match="'people' differs"):
            await copy(source, target)
        for part in PARTS:
            assert await target.read_rows(part, None, 1) == []
        source.close()
        target.close()

    asyncio.run(check())
