"""The store: what is written is there, however it ends; and what stands in the way is said clearly."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardhouse.store import MIGRATIONS, Store, StoreError
from cardhouse.table.plan import LogEntry, Result, SeatPlan, TablePlan
from cardhouse.table.seating import Person

PLAN = TablePlan("abc", "hearts", {"limit": 50}, [SeatPlan("cat", level="easy")], "ann", made_at=5.0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path)
    yield made
    made.close()


def test_what_is_written_reads_back(store: Store) -> None:
    async def main() -> None:
        await store.add_table(PLAN)
        entries = [
            LogEntry("act", 1.5, {"seat": 0, "action": "play 7h"}),
            LogEntry("fire", 2.0, {"action": "fire take"}),
        ]
        await store.append("abc", entries)
        await store.append("other", [LogEntry("pause", 1.0, {"on": True})])
        assert store.tables() == [PLAN]
        assert store.log("abc") == entries
        assert store.touched("abc") == 2.0
        assert store.touched("nobody") == 0.0
        await store.drop_table("abc")
        assert store.tables() == []
        assert store.log("abc") == []
        assert len(store.log("other")) == 1

    asyncio.run(main())


def test_people_are_remembered(store: Store) -> None:
    async def main() -> None:
        await store.keep_person(Person("ann", "Ann", "fox"))
        await store.keep_person(Person("ann", "Anna", "owl"))
        assert store.person("ann") == Person("ann", "Anna", "owl")
        assert store.person("bea") is None

    asyncio.run(main())


def test_records_and_results_are_kept_and_can_be_forgotten(store: Store) -> None:
    async def main() -> None:
        results = [Result(0, "ann", "Ann", "", 1, 3, {"draw": False}, "owl"), Result(1, "", "Soot", "easy", 2, 30, {})]
        await store.finish("abc", 1, "Cardhouse record 1\ngame: hearts\n", results)
        await store.finish("abc", 1, "Cardhouse record 1\ngame: hearts\n", results)
        assert store.record("abc-1") == "Cardhouse record 1\ngame: hearts\n"
        assert store.record("abc-2") is None
        assert store.faces("abc-1") == ["owl", ""]
        assert store.faces("abc-2") == []
        (game,) = store.history("ann", 1e12, 10)
        assert (game["game"], game["record"]) == ("hearts", "abc-1")
        assert [seat["yours"] for seat in game["seats"]] == [True, False]
        await store.forget_results("ann")
        assert store.history("ann", 1e12, 10) == []
        assert store.record("abc-1") is not None

    asyncio.run(main())


def test_many_writers_share_a_flush_and_none_is_lost(store: Store) -> None:
    async def main() -> None:
        await asyncio.gather(
            *[store.append(f"t{n % 7}", [LogEntry("act", float(n), {"action": str(n)})]) for n in range(700)]
        )
        for table in range(7):
            written = [int(entry.data["action"]) for entry in store.log(f"t{table}")]
            assert written == sorted(written)
            assert len(written) == 100

    asyncio.run(main())


def test_one_that_cannot_be_written_does_not_take_the_others_with_it(store: Store) -> None:
    async def main() -> None:
        await store.add_table(PLAN)
        results = await asyncio.gather(
            store.append("x", [LogEntry("act", 1.0, {})]),
            store.add_table(PLAN),
            store.append("y", [LogEntry("act", 1.0, {})]),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), StoreError, type(None)]
        assert len(store.log("x")) == len(store.log("y")) == 1

    asyncio.run(main())


def test_a_second_server_on_the_same_data_is_refused(store: Store) -> None:
    with pytest.raises(StoreError) as error:
        Store(store.folder)
    assert error.value.key == "store.locked"


def test_the_lock_goes_with_the_process_that_held_it(tmp_path: Path) -> None:
    imports = "import os; from pathlib import Path; from cardhouse.store import Store"
    code = f"{imports}; Store(Path({str(tmp_path)!r})); os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    Store(tmp_path).close()


def test_a_damaged_file_is_said_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "cardhouse.sqlite3"
    file.write_bytes(b"this is no database, and long enough to look at" * 100)
    before = file.read_bytes()
    with pytest.raises(StoreError) as error:
        Store(tmp_path)
    assert error.value.key == "store.damaged"
    assert str(file) in str(error.value)
    assert file.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(StoreError) as error:
        Store(blocked / "data")
    assert error.value.key == "store.unwritable"


def test_data_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    Store(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "cardhouse.sqlite3")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StoreError) as error:
        Store(tmp_path)
    assert error.value.key == "store.newer"


def test_an_empty_file_is_brought_to_the_latest_version(tmp_path: Path) -> None:
    (tmp_path / "cardhouse.sqlite3").touch()
    store = Store(tmp_path)
    connection = sqlite3.connect(tmp_path / "cardhouse.sqlite3")
    assert connection.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    connection.close()
    store.close()


def test_data_of_the_first_version_is_brought_to_the_latest_and_stays(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "cardhouse.sqlite3")
    connection.executescript(f"{MIGRATIONS[0]};PRAGMA user_version = 1;")
    connection.execute("INSERT INTO records VALUES ('abc-1', 'abc', 1, 'hearts', 5.0, 'the text')")
    connection.execute("INSERT INTO results VALUES ('abc-1', 0, 'ann', 'Ann', '', 1, 3, '{}')")
    connection.commit()
    connection.close()
    store = Store(tmp_path)
    assert [seat["name"] for seat in store.history("ann", 1e12, 10)[0]["seats"]] == ["Ann"]
    assert store.faces("abc-1") == [""]
    store.close()


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="needs a limit on file sizes")
def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """With a limit on the size of files, as on a full disk: what was acknowledged is there, what was not is refused."""
    code = f"""
import asyncio, resource, signal
from pathlib import Path
from cardhouse.store import Store, StoreError
from cardhouse.table.plan import LogEntry
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = Store(Path({str(tmp_path)!r}))
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
async def main():
    kept = 0
    for n in range(400):
        try:
            await store.append("t", [LogEntry("act", float(n), {{"text": "x" * 5000}})])
        except StoreError as error:
            assert error.key == "store.failed", error.key
            print(kept)
            return
        kept += 1
asyncio.run(main())
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    kept = int(ran.stdout)
    assert 0 < kept < 400
    store = Store(tmp_path)
    assert len(store.log("t")) == kept
    store.close()
