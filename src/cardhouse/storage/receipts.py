"""Receipts: what was committed, noted beside the database, to find out a disk that has lost what it said it had.

A write-ahead log that is cut at the end of a commit is a whole one to SQLite. Each commit has a number in the database;
when it is on disk, and before anybody hears of it, its number goes into this file too, without waiting for the disk. So
this file is never ahead on a disk that keeps its word; where it is, the difference was acknowledged and is lost.
"""

from __future__ import annotations

import contextlib
import logging
import os
import stat
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from ..engine.words import say
from ..table.plan import tag_of

log = logging.getLogger("cardhouse.storage")

# When the file has grown to this size, the older half goes. The log itself is emptied far more often.
LARGEST = 1 << 20


class Receipt(msgspec.Struct, array_like=True, frozen=True):
    """One commit: of which house, its number, when, how many lines of logs, and the tags of their tables."""

    house: str
    number: int
    at: float
    lines: int
    tables: tuple[str, ...]


class Missing(NamedTuple):
    """A loss: acknowledged commits that are not there, when the last of them was, and the lines of which logs."""

    commits: int
    at: float
    lines: int
    tables: tuple[str, ...]
    # Not the end of it is missing, but all of it: this is another database.
    whole: bool = False

    def __str__(self) -> str:
        at = datetime.fromtimestamp(self.at, UTC).isoformat(" ", "seconds")
        facts = {"commits": self.commits, "at": at, "lines": self.lines, "tables": len(self.tables)}
        return say("store.gone" if self.whole else "store.missing", facts)


class Receipts:
    """The file of receipts of one house, whose database has come to the commit ``number``."""

    def __init__(self, path: Path, house: str, number: int) -> None:
        self.house = house
        self.missing: Missing | None = None
        self._file: int | None = None
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), stat.S_IRUSR | stat.S_IWUSR)
            self._size = os.fstat(self._file).st_size
            kept = self._tail(self._size)
            self.missing = _missing(_read(kept), house, number)
            if self.missing is not None:
                # It is said now; the next commits have these numbers again.
                self._empty()
            elif not kept.endswith(b"\n"):
                # What is left of a line must not spoil the next one.
                self._size += os.write(self._file, b"\n")
        except OSError as error:
            log.warning("no receipts are kept beside the data: %s", error)
            self.close()

    def note(self, number: int, codes: Sequence[str]) -> None:
        """Note a commit that is on disk, with the table of each line of it."""
        if self._file is None:
            return
        tags = tuple(sorted({tag_of(code) for code in codes}))
        line = msgspec.json.encode(Receipt(self.house, number, time.time(), len(codes), tags)) + b"\n"
        # What was written is written, whatever becomes of its receipt.
        with contextlib.suppress(OSError):
            if self._size + len(line) > LARGEST:
                line = self._tail(LARGEST // 2).partition(b"\n")[2] + line
                self._empty()
            self._size += os.write(self._file, line)

    def _tail(self, most: int) -> bytes:
        """Return the last bytes, at most these; what is written next comes after them."""
        assert self._file is not None
        os.lseek(self._file, max(self._size - most, 0), os.SEEK_SET)
        return os.read(self._file, most)

    def _empty(self) -> None:
        assert self._file is not None
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        self._size = 0

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _missing(kept: list[Receipt], house: str, number: int) -> Missing | None:
    """Return what there are receipts for and is not in the database."""
    whole = number == 0 and bool(kept) and kept[-1].house != house
    if whole:
        # Nothing was ever written here: these are the receipts of a database that was here before.
        house = kept[-1].house
    ahead = {one.number: one for one in kept if one.house == house and one.number > number}
    if not ahead:
        return None
    last = ahead[max(ahead)]
    tables = tuple(sorted({tag for one in ahead.values() for tag in one.tables}))
    return Missing(last.number - number, last.at, sum(one.lines for one in ahead.values()), tables, whole)


def _read(raw: bytes) -> list[Receipt]:
    """The receipts that can be read: a disk may have kept any part of them."""
    found = []
    for line in raw.split(b"\n"):
        with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
            found.append(msgspec.json.decode(line, type=Receipt))
    return found
