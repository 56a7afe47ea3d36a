"""Rooms that move from node to node: each restart is another node, which has only what the database has.

A room plays on virtual time, and the database answers in a thread of its own, for which that time stands still.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from cardhouse.contract.kept import Result
from cardhouse.storage import Storage
from cardhouse.storage.postgres import PostgresStorage
from cardhouse.table.log import LogEntry, MemoryLog, entry_to_row

T = TypeVar("T")
NODES = 3


class NodesLog(MemoryLog):
    """The log of one room on several nodes with one database; what is in memory is only to compare."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._nodes = [PostgresStorage(address, f"node-{number}:1") for number in range(NODES)]
        for node in self._nodes:
            self._do(node.open())
        self._owner = 0

    def _run(self) -> None:
        self._loop.run_forever()
        self._loop.run_until_complete(_ended(asyncio.all_tasks(self._loop)))
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        if code not in self.logs:
            assert self._do(self._nodes[self._owner].session.claim(code)) is None
        self._do(self._nodes[self._owner].append(code, entries))
        await super().append(code, entries)

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        self._do(self._nodes[self._owner].finish(code, round_number, record, results))
        await super().finish(code, round_number, record, results)

    def entries(self, code: str) -> Sequence[LogEntry]:
        """What the next node reads, whose table it is from now on."""
        if code not in self.logs:
            return ()
        self._do(self._nodes[self._owner].session.release([code]))
        self._owner = (self._owner + 1) % NODES
        node = self._nodes[self._owner]
        assert self._do(node.session.claim(code)) is None
        return self._do(node.log(code))

    def missing(self) -> list[str]:
        """What a node would not find in the database as the room has it, and close all nodes."""
        node: Storage = self._nodes[(self._owner + 1) % NODES]
        found = []
        for code, entries in self.logs.items():
            if [entry_to_row(one) for one in self._do(node.log(code))] != [entry_to_row(one) for one in entries]:
                found.append("another log in the database")
        for (code, number), text in self.records.items():
            if self._do(node.record(f"{code}-{number}")) != text:
                found.append(f"another record of game {number} in the database")

        async def close() -> None:
            for one in self._nodes:
                one.close()

        self._do(close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        return found


async def _ended(left: set[asyncio.Task[Any]]) -> None:
    """Let everything end that was begun: tasks, then the connections that they had."""
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    await asyncio.sleep(0)
