"""SQLite: what is written is there, however it ends; and what stands in the way is said clearly."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardhouse.storage import FOREVER, StorageError
from cardhouse.storage.sqlite import MIGRATIONS, SqliteStorage
from cardhouse.table.log import Fired
from cardhouse.table.plan import SeatPlan, TablePlan

PLAN = TablePlan("abc", "hearts", {"limit": 50}, [SeatPlan("cat", level="easy")], "ann", made_at=5.0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStorage]:
    made = SqliteStorage(tmp_path)
    yield made
    made.close()


@pytest.mark.skipif(os.name == "nt", reason="permissions are another matter there")
def test_the_data_is_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    store = SqliteStorage(folder)
    asyncio.run(store.check())
    assert folder.stat().st_mode & 0o777 == 0o700
    files = list(folder.iterdir())
    assert len(files) >= 3
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    store.close()
    for file in folder.iterdir():
        file.chmod(0o644)
    SqliteStorage(folder).close()
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="permissions are another matter there")
def test_a_folder_with_other_things_in_it_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").touch()
    tmp_path.chmod(0o755)
    (tmp_path / "photo.jpg").chmod(0o644)
    SqliteStorage(tmp_path).close()
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "photo.jpg").stat().st_mode & 0o777 == 0o644


def test_a_second_server_on_the_same_data_is_refused(store: SqliteStorage) -> None:
    with pytest.raises(StorageError) as error:
        SqliteStorage(store.folder)
    assert error.value.key == "store.locked"


def test_the_lock_goes_with_the_process_that_held_it(tmp_path: Path) -> None:
    imports = "import os; from pathlib import Path; from cardhouse.storage.sqlite import SqliteStorage"
    code = f"{imports}; SqliteStorage(Path({str(tmp_path)!r})); os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    SqliteStorage(tmp_path).close()


def test_a_damaged_file_is_said_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "cardhouse.sqlite3"
    file.write_bytes(b"this is no database, and long enough to look at" * 100)
    before = file.read_bytes()
    with pytest.raises(StorageError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "store.damaged"
    assert str(file) in str(error.value)
    assert file.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(StorageError) as error:
        SqliteStorage(blocked / "data")
    assert error.value.key == "store.unwritable"


def test_data_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    SqliteStorage(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "cardhouse.sqlite3")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StorageError) as error:
        SqliteStorage(tmp_path)
    assert error.value.key == "store.newer"


def test_an_empty_file_is_brought_to_the_latest_version(tmp_path: Path) -> None:
    (tmp_path / "cardhouse.sqlite3").touch()
    store = SqliteStorage(tmp_path)
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
    store = SqliteStorage(tmp_path)
    (game,) = asyncio.run(store.history("ann", FOREVER, 10))
    assert [seat["name"] for seat in game["seats"]] == ["Ann"]
    assert asyncio.run(store.faces("abc-1")) == [""]
    (row,) = asyncio.run(store.statistics("ann"))
    assert (row.game, row.against, row.played, row.won) == ("hearts", "here", 1, 1)
    store.close()


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="needs a limit on file sizes")
def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """With a limit on the size of files, as on a full disk: what was acknowledged is there, what was not is refused."""
    code = f"""
import asyncio, resource, signal
from pathlib import Path
from cardhouse.storage import StorageError
from cardhouse.storage.sqlite import SqliteStorage
from cardhouse.table.log import Fired
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = SqliteStorage(Path({str(tmp_path)!r}))
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
async def main():
    kept = 0
    for n in range(400):
        try:
            await store.append("t", [Fired(float(n), "x" * 5000)])
        except StorageError as error:
            assert error.key == "store.failed", error.key
            print(kept)
            return
        kept += 1
asyncio.run(main())
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    kept = int(ran.stdout)
    assert 0 < kept < 400
    store = SqliteStorage(tmp_path)
    assert len(asyncio.run(store.log("t"))) == kept
    store.close()


async def _written(folder: Path, count: int) -> None:
    """A storage that ended as a process does that is killed: nothing was put in order."""
    store = SqliteStorage(folder)
    await store.add_table(PLAN)
    for number in range(count):
        await store.append("abc", [Fired(float(number), "x" * 300)])


def _killed_after_writing(folder: Path, count: int) -> None:
    code = (
        "import asyncio, os, sys; from pathlib import Path; sys.path.insert(0, sys.argv[3]); "
        "from test_sqlite import _written; "
        "asyncio.run(_written(Path(sys.argv[1]), int(sys.argv[2]))); os._exit(0)"
    )
    here = str(Path(__file__).parent)
    subprocess.run([sys.executable, "-c", code, str(folder), str(count), here], check=True)


def _read_back(folder: Path) -> list[float] | StorageError:
    """The times that are in the log, or what is said to be wrong."""
    try:
        store = SqliteStorage(folder)
    except StorageError as error:
        return error
    try:
        return [entry.at for entry in asyncio.run(store.log("abc"))]
    except StorageError as error:
        return error
    finally:
        store.close()


def test_a_file_that_was_cut_is_said_to_be_damaged(tmp_path: Path) -> None:
    """Whatever a disk has lost of it: it is all there, or it is said that it isn't, and the file is left alone."""
    whole = tmp_path / "whole"
    _killed_after_writing(whole, 200)
    assert _read_back(whole) == [float(number) for number in range(200)]
    assert not (whole / "cardhouse.sqlite3-wal").exists()
    size, chance = (whole / "cardhouse.sqlite3").stat().st_size, random.Random(5)
    for number in range(25):
        cut = tmp_path / f"cut{number}"
        shutil.copytree(whole, cut)
        at = chance.randrange(1, size)
        os.truncate(cut / "cardhouse.sqlite3", at)
        found = _read_back(cut)
        assert isinstance(found, StorageError), at
        assert found.key in ("store.damaged", "store.failed"), at
        assert (cut / "cardhouse.sqlite3").stat().st_size == at


def test_of_a_journal_that_was_cut_everything_before_the_cut_is_there(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    _killed_after_writing(whole, 200)
    size, chance = (whole / "cardhouse.sqlite3-wal").stat().st_size, random.Random(6)
    before = -1
    for number, at in enumerate(sorted(chance.randrange(size) for _ in range(15))):
        cut = tmp_path / f"cut{number}"
        shutil.copytree(whole, cut)
        os.truncate(cut / "cardhouse.sqlite3-wal", at)
        found = _read_back(cut)
        assert isinstance(found, list), found
        assert found == [float(n) for n in range(len(found))]
        assert len(found) >= before
        before = len(found)
