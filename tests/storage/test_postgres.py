"""PostgreSQL at its edges: data of a newer house, locks that fail, nonsense from other nodes, a closed storage."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from databases import database
from waiting import until

pytest.importorskip("asyncpg")

import asyncpg

from cardhouse.storage import StorageError, session
from cardhouse.storage.copying import copy
from cardhouse.storage.opening import storage_at
from cardhouse.storage.postgres import PostgresStorage
from cardhouse.table.log import Paused
from cardhouse.table.plan import SeatPlan, TablePlan

PLAN = TablePlan("abc", "hearts", {"limit": 50}, [SeatPlan("cat", level="easy")], "ann", made_at=5.0)


@asynccontextmanager
async def opened(data: str, node: str = "") -> AsyncIterator[PostgresStorage]:
    storage = PostgresStorage(data, node)
    try:
        await storage.open()
        yield storage
    finally:
        storage.close()


def run(check: Callable[[str], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(check(database()), 60))


def test_the_data_of_a_newer_house_is_left_alone() -> None:
    async def check(data: str) -> None:
        async with opened(data) as storage:
            await storage._do("INSERT INTO version (number) VALUES (1000)")
        with pytest.raises(StorageError) as refused:
            async with opened(data):
                pass
        assert refused.value.key == "store.newer"

    run(check)


def test_a_table_of_another_node_is_neither_dropped_nor_written_to() -> None:
    async def check(data: str) -> None:
        async with opened(data, "10.0.0.1:1") as one, opened(data, "10.0.0.2:1") as two:
            await one.add_table(PLAN)
            assert await one.session.claim("abc") is None
            await one.append("abc", [Paused(1.0, True)])
            with pytest.raises(StorageError, match="moved"):
                await two.drop_table("abc")
            with pytest.raises(StorageError, match="moved"):
                await two.append("abc", [Paused(2.0, False)])
            assert len(await two.log("abc")) == 1

    run(check)


def test_what_waits_to_be_written_when_a_table_is_given_back_is_not_written() -> None:
    async def check(data: str) -> None:
        async with opened(data, "10.0.0.1:1") as storage:
            await storage.add_table(PLAN)
            assert await storage.session.claim("abc") is None
            writing, gone = (asyncio.create_task(storage.append("abc", [Paused(1.0, True)])) for _ in range(2))
            await asyncio.sleep(0)
            gone.cancel()
            await storage.session.release(["abc"])
            with pytest.raises(StorageError, match="moved"):
                await writing
            assert await storage.log("abc") == []

    run(check)


def test_nothing_is_read_or_written_once_it_is_closed() -> None:
    async def check(data: str) -> None:
        async with opened(data) as storage:
            await storage.check()
        # What can't be told is told to nobody.
        storage.session.tell(alive=True)
        for asking in (storage.check, storage.outlines):
            with pytest.raises(StorageError):
                await asking()

    run(check)


def test_who_wants_a_lock_that_can_not_be_had_is_told_and_may_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(data: str) -> None:
        async with opened(data) as storage:
            await storage.add_table(PLAN)
            with monkeypatch.context() as broken:
                broken.setattr(session, "LOCK", "SELECT 1 / 0 FROM unnest($1::bigint[])")
                with pytest.raises(StorageError, match="zero"):
                    await storage.session.claim("abc")
            assert storage.session.connected
            assert await storage.session.claim("abc") is None

    run(check)


def test_a_job_that_fails_fails_for_who_asked_for_it_only() -> None:
    async def check(data: str) -> None:
        async with opened(data) as storage:

            async def fail(connection: asyncpg.Connection) -> None:
                await connection.execute("SELECT 1 / 0")

            async def work(connection: asyncpg.Connection) -> None:
                await connection.execute("SELECT 1")

            failing, working = (asyncio.create_task(storage.session.run(job)) for job in (fail, work))
            gone = [asyncio.create_task(storage.session.run(job)) for job in (fail, work)]
            await asyncio.sleep(0)
            for task in gone:
                task.cancel()
            with pytest.raises(StorageError, match="zero"):
                await failing
            await working
            await storage.session.run(work)
            assert storage.session.connected

    run(check)


def test_nonsense_on_the_channel_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def check(data: str) -> None:
        heard: list[object] = []
        async with opened(data) as one, opened(data) as two:
            two.session.heard = heard.append
            for payload in ("{", '"text"', '{"from": "elsewhere"}'):
                await one._do("SELECT pg_notify($1, $2)", session.CHANNEL, payload)
            await until(lambda: bool(heard))
        assert heard == [{"from": "elsewhere"}]

    run(check)
    assert "can't be taken" in caplog.text


def test_a_house_that_is_being_copied_is_not_opened() -> None:
    async def check(data: str) -> None:
        async with opened(data) as storage:
            await storage.hold_alone()
            with pytest.raises(StorageError, match="copied"):
                async with opened(data):
                    pass

    run(check)


def test_a_copy_into_a_database_that_fails_leaves_it_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(data: str) -> None:
        async with opened(data) as source, opened(database()) as target:
            await source.add_table(PLAN)
            write = target.write_rows

            async def fail(part: object, rows: object) -> None:
                await write(part, rows)  # type: ignore[arg-type]
                raise StorageError("store.failed", why="disk full")

            monkeypatch.setattr(target, "write_rows", fail)
            with pytest.raises(StorageError, match="disk full"):
                await copy(source, target)
            assert await target.outlines() == []

    run(check)


def test_without_its_package_it_is_said_which_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.import_module

    def missing(name: str, package: str | None = None) -> Any:
        if name == ".postgres":
            raise ModuleNotFoundError("No module named 'asyncpg'", name="asyncpg")
        return found(name, package)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(StorageError, match="asyncpg"):
        storage_at("postgresql://x@127.0.0.1/y")
