"""Work that people ask for besides play, in processes of its own that can be ended: no table waits for it.

Who asks for much waits alone: one network has one job at a time, its addresses take turns, and there is a
worker more than that. Every job has bounded time, and less of it while somebody else waits. When the client is gone,
or the server ends, the worker is ended with what it does.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import Any, TypeVar

from ..engine.errors import Refused
from ..table.workers import FairQueue, Place, ProcessExecutor, end_with_the_server
from .limits import Limits, networks_of

T = TypeVar("T")
WORKERS = 2
# What takes longer than this is ended if somebody else waits for a worker; that is looked at so often.
WHILE_OTHERS_WAIT = 10.0
LOOK_EVERY = 0.5
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
        self,
        workers: int,
        start: Callable[[], Executor] = start_process,
        most_seconds: float = Limits.job_seconds,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.in_threads = workers == 0
        self.most_seconds = most_seconds
        self._clock = clock
        self._workers = [Place(start) for _ in range(WORKERS)]
        self._free = list(self._workers)
        self._turns = FairQueue(WORKERS)
        # Each owner's own turn, and how many of theirs want it.
        self._own: dict[str, tuple[FairQueue, int]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, owner: str, job: Callable[..., T], *given: Any) -> T:
        """Return what the job gives, when it is this owner's turn; `Refused` if it takes too long."""
        if self.in_threads:
            return await asyncio.to_thread(job, *given)
        # The widest network around an address: a person with many addresses has them there.
        network = (networks_of(owner) or (owner,))[-1]
        own, wanted = self._own.get(network, (FairQueue(1), 0))
        self._own[network] = (own, wanted + 1)
        try:
            await own.enter(owner)
            try:
                await self._turns.enter(network)
                return await self._work(job, *given)
            finally:
                own.leave()
        finally:
            own, wanted = self._own.pop(network)
            if wanted > 1:
                self._own[network] = (own, wanted - 1)

    async def _work(self, job: Callable[..., T], *given: Any) -> T:
        worker, running = self._free.pop(0), None
        try:
            if self._closed:
                raise Refused("refused.server.review")
            pool = await worker.ready()
            running = asyncio.wrap_future(pool.submit(job, *given))
            return await self._in_time(running)
        except TimeoutError as late:
            worker.end()
            raise Refused("refused.server.too_hard", most=late.args[0]) from None
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

    async def _in_time(self, running: asyncio.Future[T]) -> T:
        """Return what a job gives; `TimeoutError` says how many seconds it could have had."""
        began = self._clock()
        while not running.done():
            took = self._clock() - began
            most = min(self.most_seconds, WHILE_OTHERS_WAIT) if self._turns.awaited else self.most_seconds
            if took >= most:
                raise TimeoutError(round(most))
            await asyncio.wait({running}, timeout=min(LOOK_EVERY, most - took))
        return running.result()

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
