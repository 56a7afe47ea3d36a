"""Cats think in worker processes, so that no table waits for another's search."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from ..action import parse_action
from ..bots import Move, make_bot
from ..view import View


def _think(game: str, bot: str, seed: int, plain: dict[str, Any]) -> tuple[str, float] | None:
    """What a bot does with a view; runs in a worker."""
    move = make_bot(game, bot, seed).move(View.read(plain))
    return None if move is None else (str(move.action), move.after)


def _ready() -> bool:
    return True


class Thinker:
    """A pool of workers that answer for bots. ``waiting`` is the number of answers that are still to come."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
        self.waiting = 0
        self._pool: Executor | None = None

    def start(self) -> None:
        """Start the workers before the first cat is asked, so that the first answer is quick too."""
        if self._pool is None and self.workers > 0:
            # Spawned, not forked: the server has threads.
            self._pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
            for _ in range(self.workers):
                self._pool.submit(_ready)

    async def move(self, game: str, bot: str, seed: int, view: View) -> Move | None:
        """What the bot does with this view, and when. Without workers it is thought out here."""
        self.start()
        if self._pool is None:
            return make_bot(game, bot, seed).move(view)
        self.waiting += 1
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._pool, _think, game, bot, seed, view.plain())
        finally:
            self.waiting -= 1
        return None if answer is None else Move(parse_action(answer[0]), answer[1])

    def close(self) -> None:
        """Stop the workers."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
