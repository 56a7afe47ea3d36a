"""Work that people ask for beside play, in processes of its own that can be ended: no table waits for it.

Whoever wants much waits for themselves: one owner has one job at a time, and there is a worker more than that. Every
job has bounded time. When whoever asked is gone, or the server ends, the worker is ended with what it does.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import Any, TypeVar

from ..engine.errors import Refused
from ..table.workers import FairQueue, Place, ProcessExecutor, end_with_the_server
from .limits import Limits

T = TypeVar("T")
WORKERS = 2
# What nobody waits for any more may still end by itself so long: a new worker costs more.
GRACE = 1.0


def _in_the_background() -> None:
    """For a worker that is in nobody's way."""
    end_with_the_server()
    if hasattr(os, "nice"):
        os.nice(10)


def start_process() -> Executor:
    """A process that works in the background."""
    return ProcessExecutor(_in_the_background)


class Jobs:
    """Runs jobs in worker processes, or what else ``start`` makes; with 0 ``workers`` in threads, for tests."""

    def __init__(
        self, workers: int, start: Callable[[], Executor] = start_process, most_seconds: float = Limits.job_seconds
    ) -> None:
        self.in_threads = workers == 0
        self.most_seconds = most_seconds
        self._workers = [Place(start) for _ in range(WORKERS)]
        self._free = list(self._workers)
        self._turns = FairQueue(WORKERS)
        # Each owner's own turn, and how many of theirs want it.
        self._own: dict[str, tuple[FairQueue, int]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, owner: str, job: Callable[..., T], *given: Any) -> T:
        """What the job gives, when it is this owner's turn; `Refused` if it takes too long."""
        if self.in_threads:
            return await asyncio.to_thread(job, *given)
        own, wanted = self._own.get(owner, (FairQueue(1), 0))
        self._own[owner] = (own, wanted + 1)
        try:
            await own.enter(owner)
            try:
                await self._turns.enter(owner)
                return await self._work(job, *given)
            finally:
                own.leave()
        finally:
            own, wanted = self._own.pop(owner)
            if wanted > 1:
                self._own[owner] = (own, wanted - 1)

    async def _work(self, job: Callable[..., T], *given: Any) -> T:
        worker, running = self._free.pop(0), None
        try:
            if self._closed:
                raise Refused("refused.server.review")
            pool = await worker.ready()
            running = asyncio.wrap_future(pool.submit(job, *given))
            async with asyncio.timeout(self.most_seconds):
                return await asyncio.shield(running)
        except TimeoutError:
            worker.end()
            raise Refused("refused.server.too_hard", most=round(self.most_seconds)) from None
        except BrokenExecutor:
            worker.end()
            raise Refused("refused.server.review") from None
        finally:
            if running is None or running.done():
                self._give_back(worker)
            else:
                letting_go = asyncio.create_task(self._let_go(worker, running))
                self._ending.add(letting_go)
                letting_go.add_done_callback(self._ending.discard)

    async def _let_go(self, worker: Place, running: asyncio.Future[Any]) -> None:
        """Wait a moment for what nobody waits for any more, then end it."""
        await asyncio.wait({running}, timeout=GRACE)
        if not running.done():
            worker.end()
        await asyncio.gather(running, return_exceptions=True)
        self._give_back(worker)

    def _give_back(self, worker: Place) -> None:
        # The one that is warm is taken first.
        self._free.insert(0, worker)
        self._turns.leave()

    def close(self) -> None:
        """End the workers, whatever they do; nothing more is done."""
        self._closed = True
        for worker in self._workers:
            worker.end()
