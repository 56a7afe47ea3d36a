"""The SQLite file where there are no threads: all is in the browser's own storage before anybody is told of it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from typing import TypeVar

from ..storage import StorageError
from ..storage.sqlite import Job, SqliteStorage, Statement

T = TypeVar("T")


class PageStorage(SqliteStorage):
    """All that outlives the page, in one file that this page alone has open."""

    def _take_hold(self, opened: ExitStack) -> None:
        # The page holds a lock of the browser: there is one house at a time.
        self.folder.mkdir(parents=True, exist_ok=True)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, isolation_level=None)
        # Without it, the write-ahead log would need memory that processes share.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        return connection

    def _start(self) -> None:
        self._flushed = os.open(self.file, os.O_RDWR)

    async def _write(self, *statements: Statement) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        job: Job = (list(statements), asyncio.get_running_loop(), done)
        self._write_group(self._reader, [job], last=True)
        # SQLite asks by `fdatasync`, behind which Emscripten has nothing.
        os.fsync(self._flushed)
        await done

    async def _read(self, reading: Callable[[], T]) -> T:
        try:
            return reading()
        except sqlite3.Error as error:
            raise StorageError("store.failed", why=str(error)) from error

    def close(self) -> None:
        self._reader.close()
        os.close(self._flushed)
