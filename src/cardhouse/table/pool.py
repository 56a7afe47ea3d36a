"""Bots think in worker processes, so that no table waits for a search, and owners of tables take turns there."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from ..bots import Move, make_bot
from ..bots.advice import Advice, advise
from ..build import running
from ..engine.action import parse_action
from ..engine.view import View
from ..games import spec

log = logging.getLogger("cardhouse.pool")
T = TypeVar("T")
# What an answer may take in milliseconds while a worker is idle, and however many wait. Plain files need more time for
# the same work.
MOST_THINKING = 250.0 if running() == "compiled" else 1500.0
LEAST_THINKING = MOST_THINKING / 5
# The share of a table's own pause before a move that is thought through: nobody waits longer for it.
SHARE_OF_PACE = 0.5


def thinking_time(waiting: int, workers: int, pace: float = 0.0, most: float = MOST_THINKING) -> float:
    """How many milliseconds one of so many waiting answers may take: less when there are more of them than workers.

    ``pace`` is how many seconds the table lets pass before a bot's move in any case, ``most`` what an answer may take
    without such a pause.
    """
    longest = max(most, 1000.0 * SHARE_OF_PACE * pace)
    return max(min(LEAST_THINKING, most), longest * min(1.0, workers / max(1, waiting)))


def _think(game: str, bot: str, seed: int, plain: dict[str, Any], milliseconds: float) -> tuple[str, float] | None:
    """What a bot does with a view; runs in a worker."""
    player = make_bot(game, bot, seed)
    if hasattr(player, "milliseconds"):
        player.milliseconds = milliseconds
    move = player.move(View.read(plain))
    return None if move is None else (str(move.action), move.after)


def _advise(plain: dict[str, Any], names: list[str], worlds: int) -> Advice:
    """What is good for a view and why; runs in a worker."""
    return advise(View.read(plain), names, worlds)


def _ready() -> bool:
    return True


def end_with_the_server() -> None:
    """A server that was killed can't stop its workers: each watches for that itself. Ctrl+C is meant for the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_await_the_end_of_the_server, daemon=True).start()


def _await_the_end_of_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def start_processes(workers: int) -> Executor:
    """Processes that think beside the server."""
    # Spawned, not forked: the server has threads.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), end_with_the_server)
    for _ in range(workers):
        pool.submit(_ready)
    return pool


def end_workers(pool: Executor) -> None:
    """Stop a pool and its workers, whatever they are thinking about."""
    # Before Python 3.14 a pool has no other way to let go of a worker that is busy.
    workers = list((pool._processes or {}).values()) if isinstance(pool, ProcessPoolExecutor) else []
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()


class FairQueue:
    """Lets so many through at a time; owners take turns, so that who wants much waits for themselves."""

    def __init__(self, places: int) -> None:
        self.free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, owner: str) -> None:
        """Wait for a place; whoever has one gives it back with `leave`."""
        if self.free > 0 and not self._waiting:
            self.free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        """Give a place back: the next owner's first one gets it."""
        self.free += 1
        while self._waiting and self.free > 0:
            owner, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[owner] = turns
            if not turn.cancelled():
                self.free -= 1
                turn.set_result(None)


class BotPool:
    """Workers that answer for bots, within ``most`` milliseconds each while they are idle.

    ``waiting`` is the number of answers that are still to come; ``start`` makes the workers: processes, where there
    are any. With ``cluster`` the workers of that Dask cluster answer, for all who share it (`BadSetup` if there are
    none), and if it goes, workers of our own do.
    """

    def __init__(
        self,
        workers: int | None = None,
        start: Callable[[int], Executor] = start_processes,
        most: float = MOST_THINKING,
        cluster: str = "",
    ) -> None:
        self.workers = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
        self.most = most
        self.waiting = 0
        self._start_workers = start
        self._pool: Executor | None = None
        self._cluster = ExitStack()
        self._places = max(self.workers, 1)
        if cluster:
            # What plays on clusters is needed by few.
            from ..arena.workers import dask_workers

            self._pool, self._places = self._cluster.enter_context(dask_workers(cluster))
        self._remote = self._pool
        self._queue = FairQueue(self._places)

    def start(self) -> None:
        """Start the workers before the first bot is asked, so that the first answer is quick too."""
        if self._pool is None and self.workers > 0:
            self._pool = self._start_workers(self.workers)

    async def move(self, game: str, bot: str, seed: int, view: View, owner: str = "", pace: float = 0.0) -> Move | None:
        """What the bot does with this view, and when; ``pace`` is the pause in seconds that the table makes anyway.

        Without workers it is thought out here.
        """
        if spec(game).slaps:
            # Reflexes take no thought, and a slap that waited for somebody's search would come late.
            return make_bot(game, bot, seed).move(view)
        # Thought out here it holds up everything else, so no longer than it must.
        pause = pace if self._pool is not None or self.workers else 0.0
        milliseconds = thinking_time(self.waiting + 1, self._places, pause, self.most)
        answer = await self._work(owner, _think, game, bot, seed, view.plain(), milliseconds)
        return None if answer is None else Move(parse_action(answer[0]), answer[1])

    async def advise(self, view: View, names: list[str], worlds: int, owner: str = "") -> Advice:
        """What a good bot would do with this view, and why."""
        return await self._work(owner, _advise, view.plain(), names, worlds)

    async def _work(self, owner: str, job: Callable[..., T], *given: Any) -> T:
        """Have a worker do something; without workers it is done here."""
        self.start()
        if self._pool is None:
            return job(*given)
        self.waiting += 1
        try:
            await self._queue.enter(owner)
        except asyncio.CancelledError:
            self.waiting -= 1
            raise
        self.start()
        pool = self._pool
        try:
            running = asyncio.wrap_future(pool.submit(job, *given))
        except BrokenExecutor:
            self._left(pool)
            raise
        running.add_done_callback(lambda done: self._left(pool, done))
        try:
            # Who no longer wants the answer leaves; the place is free when the worker is.
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            if running.cancelled():
                raise BrokenExecutor("the workers were stopped") from None
            raise

    def _left(self, pool: Executor, done: asyncio.Future[Any] | None = None) -> None:
        self.waiting -= 1
        self._queue.leave()
        remote = pool is self._remote
        gone = (BrokenExecutor, OSError) if remote else BrokenExecutor
        broken = done is None or (remote if done.cancelled() else isinstance(done.exception(), gone))
        if broken and remote and self._pool is pool:
            log.warning("the cluster that thinks for the bots is gone: they think here from now on")
            Thread(target=self._cluster.close, daemon=True).start()
        # A worker was killed, which ends its pool: the next answer comes from a new one.
        if broken and self._pool is pool:
            self._pool = None

    def close(self) -> None:
        """Stop the workers."""
        if self._pool is not None and self._pool is not self._remote:
            end_workers(self._pool)
        self._cluster.close()
        self._pool = None
