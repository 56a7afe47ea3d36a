"""Cats think in worker processes, so that no table waits for another's search."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from dataclasses import asdict
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from ..action import parse_action
from ..bots import Move, make_bot
from ..bots.advice import advise, review
from ..errors import Refused
from ..record import read_record
from ..view import View

T = TypeVar("T")
MOST_REVIEWED = 150
MOST_THINKING = 1500.0


def _think(game: str, bot: str, seed: int, plain: dict[str, Any]) -> tuple[str, float] | None:
    """What a bot does with a view; runs in a worker."""
    player = make_bot(game, bot, seed)
    if hasattr(player, "milliseconds"):
        # Never reached where the search is compiled; without, it keeps the table from waiting.
        player.milliseconds = MOST_THINKING
    move = player.move(View.read(plain))
    return None if move is None else (str(move.action), move.after)


def _advise(plain: dict[str, Any], names: list[str], worlds: int) -> tuple[str, str]:
    """The best action for a view and why; runs in a worker."""
    advice = advise(View.read(plain), names, worlds)
    return str(advice.best), advice.sentence


def _review(text: str, seat: int | None, worlds: int) -> list[dict[str, Any]]:
    """What each move of a recorded game cost; runs in a worker."""
    moves = islice(review(read_record(text), worlds, seat), MOST_REVIEWED)
    return [{**asdict(move), "costly": move.costly} for move in moves]


def _ready() -> bool:
    return True


def _end_with_the_server() -> None:
    """A server that was killed can't stop its workers: each watches for that itself."""
    Thread(target=_await_the_end_of_the_server, daemon=True).start()


def _await_the_end_of_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _in_the_background() -> None:
    """For workers that are in nobody's way."""
    _end_with_the_server()
    if hasattr(os, "nice"):
        os.nice(10)


class Thinker:
    """A pool of workers that answer for bots. ``waiting`` is the number of answers that are still to come.

    Reviews, which take long, have a worker of their own: no cat waits for one.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
        self.waiting = 0
        self._pool: Executor | None = None
        self._reviewer: Executor | None = None

    def start(self) -> None:
        """Start the workers before the first cat is asked, so that the first answer is quick too."""
        if self._pool is None and self.workers > 0:
            # Spawned, not forked: the server has threads.
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), _end_with_the_server)
            for _ in range(self.workers):
                self._pool.submit(_ready)

    async def move(self, game: str, bot: str, seed: int, view: View) -> Move | None:
        """What the bot does with this view, and when. Without workers it is thought out here."""
        answer = await self._work(_think, game, bot, seed, view.plain())
        return None if answer is None else Move(parse_action(answer[0]), answer[1])

    async def advise(self, view: View, names: list[str], worlds: int) -> tuple[str, str]:
        """What a good cat would do with this view, and why in a sentence."""
        return await self._work(_advise, view.plain(), names, worlds)

    async def review(self, record: str, seat: int | None, worlds: int) -> list[dict[str, Any]]:
        """What each move of a recorded game cost."""
        if self.workers == 0:
            return _review(record, seat, worlds)
        if self._reviewer is None:
            self._reviewer = ProcessPoolExecutor(1, get_context("spawn"), _in_the_background)
        reviewer = self._reviewer
        try:
            return await asyncio.get_running_loop().run_in_executor(reviewer, _review, record, seat, worlds)
        except BrokenExecutor:
            if self._reviewer is reviewer:
                self._reviewer = None
            raise Refused("refused.server.review") from None

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
        for pool in (self._pool, self._reviewer):
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._reviewer = None
