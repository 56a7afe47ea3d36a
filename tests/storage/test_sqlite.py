"""SQLite: what is written is there, however it ends; and what stands in the way is said clearly."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cardhouse.storage import FOREVER, StorageError, receipts
from cardhouse.storage.sqlite import MIGRATIONS, SqliteStorage
from cardhouse.table.log import Fired, LogEntry
from cardhouse.table.plan import SeatPlan, TablePlan, tag_of

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


async def _append(store: SqliteStorage, code: str, entries: Sequence[LogEntry]) -> None:
    await store.append(code, entries)


def test_a_second_server_on_the_same_data_is_refused(store: SqliteStorage) -> None:
    with pytest.raises(StorageError) as error:
        SqliteStorage(store.folder)
    assert error.value.key == "store.locked"


def test_a_second_server_is_kept_out_also_when_the_lock_was_deleted(store: SqliteStorage) -> None:
    (store.folder / "lock.sqlite3").unlink()
    with pytest.raises(StorageError) as error:
        SqliteStorage(store.folder)
    assert error.value.key == "store.locked"
    asyncio.run(store.add_table(PLAN))


def test_a_database_that_is_deleted_under_its_server_is_said(store: SqliteStorage) -> None:
    """What is written from then on is gone when the server ends."""
    asyncio.run(store.check())
    store.file.rename(store.folder / "elsewhere")
    for _ in range(2):
        with pytest.raises(StorageError) as error:
            asyncio.run(store.check())
        assert error.value.key == "store.replaced"
        store.file.touch()


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
    assert [seat.name for seat in game.seats] == ["Ann"]
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


def _commit_ends(journal: Path) -> list[int]:
    """Where each commit of a write-ahead log ends, and where the first one begins."""
    raw = journal.read_bytes()
    page = int.from_bytes(raw[8:12], "big")
    ends = [32]
    for at in range(32, len(raw), 24 + page):
        if int.from_bytes(raw[at + 4 : at + 8], "big"):
            ends.append(at + 24 + page)
    return ends


def test_what_a_cut_journal_has_lost_is_said(tmp_path: Path) -> None:
    """Wherever it is cut: what is before the cut is there, and everything that is not is said to be missing.

    SQLite takes a log that ends with a commit for a whole one.
    """
    whole = tmp_path / "whole"
    _killed_after_writing(whole, 60)
    journal = whole / "cardhouse.sqlite3-wal"
    ends, chance = _commit_ends(journal), random.Random(6)
    # The last sixty are a commit for each line.
    anywhere = [chance.randrange(ends[-61], journal.stat().st_size) for _ in range(15)]
    assert len(ends) > 61
    for number, at in enumerate([*ends[-61:], *anywhere]):
        cut = tmp_path / f"cut{number}"
        shutil.copytree(whole, cut)
        os.truncate(cut / "cardhouse.sqlite3-wal", at)
        store = SqliteStorage(cut)
        found = [entry.at for entry in asyncio.run(store.log("abc"))]
        kept = sum(end <= at for end in ends[-60:])
        assert found == [float(n) for n in range(kept)]
        assert (store.missing is None) == (kept == 60)
        if store.missing is not None:
            assert (store.missing.commits, store.missing.lines) == (60 - kept, 60 - kept)
            assert store.missing.tables == (tag_of("abc"),)
        store.close()
        # It was said; from now on the data is what it is.
        again = SqliteStorage(cut)
        assert again.missing is None
        again.close()


def test_a_table_that_a_cut_journal_has_lost_is_said(tmp_path: Path) -> None:
    _killed_after_writing(tmp_path, 0)
    os.truncate(tmp_path / "cardhouse.sqlite3-wal", _commit_ends(tmp_path / "cardhouse.sqlite3-wal")[-2])
    store = SqliteStorage(tmp_path)
    assert asyncio.run(store.outlines()) == []
    assert store.missing is not None
    assert (store.missing.commits, store.missing.lines) == (1, 0)
    assert "1 commits, 0 lines of logs" in str(store.missing)
    store.close()


@pytest.mark.parametrize("lost", ["the database", "the journal before its first checkpoint"])
def test_a_database_that_is_gone_while_its_receipts_are_there_is_said(lost: str, tmp_path: Path) -> None:
    """What opens then is a new house, whose own receipts can't tell of the one before."""
    _killed_after_writing(tmp_path, 5)
    suffixes = ["", "-wal", "-shm"] if lost == "the database" else ["-wal", "-shm"]
    for suffix in suffixes:
        (tmp_path / f"cardhouse.sqlite3{suffix}").unlink()
    store = SqliteStorage(tmp_path)
    assert asyncio.run(store.outlines()) == []
    assert store.missing is not None
    assert (store.missing.commits, store.missing.lines) == (6, 5)
    assert store.missing.tables == (tag_of("abc"),)
    assert "another database" in str(store.missing)
    store.close()
    # It was said; from now on the data is what it is.
    again = SqliteStorage(tmp_path)
    assert again.missing is None
    again.close()


def test_receipts_of_another_house_or_that_cannot_be_read_say_nothing(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, count in ((one, 2), (other, 20)):
        _killed_after_writing(folder, count)
    name = "cardhouse.sqlite3-receipts"
    shutil.copy(other / name, one / name)
    for damage in (b"", b"\0" * 4096, b"[[]]\n7\n\xff", b'["","x"'):
        with (one / name).open("ab") as file:
            file.write(damage)
        store = SqliteStorage(one)
        assert store.missing is None
        asyncio.run(_append(store, "abc", [Fired(0.0, "x")]))
        store.close()


def test_putting_an_older_copy_back_is_said(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path / "house")
    asyncio.run(store.add_table(PLAN))
    with sqlite3.connect(tmp_path / "copy") as copy, sqlite3.connect(store.file) as source:
        source.backup(copy)
    copy.close()
    source.close()
    for number in range(3):
        asyncio.run(_append(store, "abc", [Fired(float(number), "x")] * 2))
    store.close()
    shutil.copy(tmp_path / "copy", store.file)
    found = SqliteStorage(tmp_path / "house")
    assert found.missing is not None
    assert (found.missing.commits, found.missing.lines) == (3, 6)
    found.close()


def test_receipts_stay_small_and_keep_the_latest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receipts, "LARGEST", 4000)
    file = tmp_path / "receipts"
    notes = receipts.Receipts(file, "house", 0)
    for number in range(1, 200):
        notes.note(number, ["abc", "abc"])
        assert file.stat().st_size <= 4000
    notes.close()
    found = receipts.Receipts(file, "house", 190).missing
    assert found is not None
    assert (found.commits, found.lines) == (9, 18)
    notes.close()


def test_without_room_for_receipts_all_is_written_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "cardhouse.sqlite3-receipts").mkdir(parents=True)
    store = SqliteStorage(tmp_path)
    asyncio.run(store.add_table(PLAN))
    asyncio.run(_append(store, "abc", [Fired(0.0, "x")]))
    assert len(asyncio.run(store.log("abc"))) == 1
    assert store.missing is None
    store.close()


def test_what_can_not_be_read_is_refused_with_the_reason(store: SqliteStorage) -> None:
    store._reader.close()
    with pytest.raises(StorageError, match="closed"):
        asyncio.run(store.outlines())


def test_a_file_of_ours_that_is_damaged_inside_is_said(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    asyncio.run(store.add_table(PLAN))
    store.close()
    with sqlite3.connect(tmp_path / "cardhouse.sqlite3") as data:
        data.execute("PRAGMA writable_schema = ON")
        data.execute("UPDATE sqlite_master SET rootpage = (SELECT max(rootpage) FROM sqlite_master) WHERE name = 'log'")
    data.close()
    with pytest.raises(StorageError) as refused:
        SqliteStorage(tmp_path)
    assert refused.value.key == "store.damaged"


def test_a_lock_that_fails_otherwise_is_not_taken_for_another_server(tmp_path: Path) -> None:
    store = SqliteStorage(tmp_path)
    store.close()
    (tmp_path / "lock.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(StorageError) as refused:
        SqliteStorage(tmp_path)
    assert refused.value.key != "store.locked"


def test_a_house_that_could_not_be_opened_holds_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "cardhouse.sqlite3"
    file.write_bytes(b"no database at all" * 100)
    with pytest.raises(StorageError) as refused:
        SqliteStorage(tmp_path)
    file.unlink()
    store = SqliteStorage(tmp_path)
    store.close()
    # Until here the error kept what was tried alive.
    assert refused.value.key == "store.damaged"


@pytest.mark.skipif(os.name == "nt", reason="permissions are another matter there")
def test_another_database_in_the_folder_keeps_its_permissions(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    other.touch(0o644)
    other.chmod(0o644)
    SqliteStorage(tmp_path).close()
    assert other.stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "cardhouse.sqlite3").stat().st_mode & 0o777 == 0o600
