"""Cats think in worker processes, so that no table waits for another's search."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from ..action import parse_action
from ..bots import Move, make_bot
from ..bots.advice import Advice, advise
from ..view import View

T = TypeVar("T")
MOST_THINKING = 1500.0


def _think(game: str, bot: str, seed: int, plain: dict[str, Any]) -> tuple[str, float] | None:
    """What a bot does with a view; runs in a worker."""
    player = make_bot(game, bot, seed)
    if hasattr(player, "milliseconds"):
        # Never reached where the search is compiled; without, it keeps the table from waiting.
        player.milliseconds = MOST_THINKING
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


def end_workers(pool: ProcessPoolExecutor) -> None:
    """Stop a pool and its workers, whatever they are thinking about."""
    # Before Python 3.14 a pool has no other way to let go of a worker that is busy.
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()


class Thinker:
    """A pool of workers that answer for bots. ``waiting`` is the number of answers that are still to come."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
        self.waiting = 0
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Start the workers before the first cat is asked, so that the first answer is quick too."""
        if self._pool is None and self.workers > 0:
            # Spawned, not forked: the server has threads.
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), end_with_the_server)
            for _ in range(self.workers):
                self._pool.submit(_ready)

    async def move(self, game: str, bot: str, seed: int, view: View) -> Move | None:
        """What the bot does with this view, and when. Without workers it is thought out here."""
        answer = await self._work(_think, game, bot, seed, view.plain())
        return None if answer is None else Move(parse_action(answer[0]), answer[1])

    async def advise(self, view: View, names: list[str], worlds: int) -> Advice:
        """What a good cat would do with this view, and why."""
        return await self._work(_advise, view.plain(), names, worlds)

    async def _work(self, job: Callable[..., T], *given: Any) -> T:
        """Have a worker do something; without workers it is done here."""
        self.start()
        if self._pool is None:
            return job(*given)
        pool = self._pool
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, job, *given)
        except BrokenExecutor:
            # A worker was killed, which ends its pool: the next answer comes from a new one.
            if self._pool is pool:
                self._pool = None
            raise
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Stop the workers."""
        if self._pool is not None:
            end_workers(self._pool)
        self._pool = None
