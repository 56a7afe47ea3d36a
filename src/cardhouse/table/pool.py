"""Bots think in worker processes, so that no table waits for a search, and owners of tables take turns there."""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio import CancelledError
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack
from threading import Thread
from typing import Any, TypeVar

from ..bots import Move, make_bot
from ..bots.advice import Advice, advise
from ..build import running
from ..engine.action import parse_action
from ..engine.view import View
from ..games import spec
from .workers import FairQueue, Place, ProcessExecutor

log = logging.getLogger("cardhouse.pool")
T = TypeVar("T")
# What an answer may take in milliseconds while a worker is idle, and however many wait. Plain files need more time for
# the same work.
MOST_THINKING = 250.0 if running() == "compiled" else 1500.0
LEAST_THINKING = MOST_THINKING / 5
# A worker that takes this many seconds hangs: it has twenty times what the longest answer should take.
DEADLINE = MOST_THINKING / 50
# The share of a table's own pause before a move that is thought through: nobody waits longer for it.
SHARE_OF_PACE = 0.5


def thinking_time(waiting: int, workers: int, pace: float = 0.0, most: float = MOST_THINKING) -> float:
    """How many milliseconds one of this many waiting answers may take: less when there are more of them than workers.

    ``pace`` is how many seconds the table lets pass before a bot's move in any case, ``most`` what an answer may take
    without such a pause.
    """
    longest = max(most, 1000.0 * SHARE_OF_PACE * pace)
    return max(min(LEAST_THINKING, most), longest * min(1.0, workers / max(1, waiting)))


def _think(game: str, bot: str, seed: int, plain: dict[str, Any], milliseconds: float) -> tuple[str, float] | None:
    """Return what a bot does with a view; runs in a worker."""
    player = make_bot(game, bot, seed)
    player.milliseconds = milliseconds
    move = player.move(View.read(plain))
    return None if move is None else (str(move.action), move.after)


def _advise(plain: dict[str, Any], names: list[str], worlds: int) -> Advice:
    """Return what is good for a view and why; runs in a worker."""
    return advise(View.read(plain), names, worlds)


class Shared(Place):
    """A place whose worker is others' too: it is not ours to end."""

    def end(self, worker: Executor | None = None) -> None:
        self.forget()


class Places:
    """Places of one kind, for which owners take turns."""

    def __init__(self, places: list[Place]) -> None:
        self.all = tuple(places)
        self.free = places
        self.turns = FairQueue(len(places))


class BotPool:
    """Workers that answer for bots, within ``most`` milliseconds each while they are idle.

    ``waiting`` is the number of answers that are still to come; ``start`` makes a worker: a process, where there are
    any. One that hasn't answered after ``deadline`` seconds is ended, which ``observe`` counts, and another one is
    asked. With ``cluster`` the workers of that Dask cluster answer, for all who share it (`BadSetup` if there are
    none), and if it goes or hangs, workers of our own do.
    """

    def __init__(
        self,
        workers: int | None = None,
        start: Callable[[], Executor] = ProcessExecutor,
        most: float = MOST_THINKING,
        cluster: str = "",
        deadline: float = DEADLINE,
        observe: Callable[[str, float], None] = lambda what, amount: None,
    ) -> None:
        self.workers = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
        self.most = most
        self.deadline = deadline
        self.observe = observe
        self.waiting = 0
        self._closed = False
        self._own = Places([Place(start) for _ in range(self.workers)])
        self._cluster = ExitStack()
        self._places = self._own
        if cluster:
            # What plays on clusters is needed by few.
            from ..arena.workers import dask_workers

            remote, places = self._cluster.enter_context(dask_workers(cluster))
            self._places = Places([Shared(lambda: remote) for _ in range(places)])

    def start(self) -> None:
        """Start the workers before the first bot is asked, so that the first answer is quick too."""
        for place in self._places.all:
            place.start()

    async def move(self, game: str, bot: str, seed: int, view: View, owner: str = "", pace: float = 0.0) -> Move | None:
        """Return the bot's answer to this view, and when; ``pace`` is the pause in seconds that the table makes anyway.

        Without workers it is thought out here.
        """
        if spec(game).slaps:
            # Reflexes take no thought, and a slap that waited for somebody's search would come late.
            return make_bot(game, bot, seed).move(view)
        # Thought out here it holds up everything else, so no longer than it must.
        places = len(self._places.all)
        milliseconds = thinking_time(self.waiting + 1, max(places, 1), pace if places else 0.0, self.most)
        answer = await self._work(owner, _think, game, bot, seed, view.plain(), milliseconds)
        return None if answer is None else Move(parse_action(answer[0]), answer[1])

    async def advise(self, view: View, names: list[str], worlds: int, owner: str = "") -> Advice:
        """Return what a good bot would do with this view, and why."""
        return await self._work(owner, _advise, view.plain(), names, worlds)

    async def run(self, owner: str, job: Callable[..., T], *given: Any) -> T:
        """Have a worker do something short that isn't a bot's."""
        return await self._work(owner, job, *given)

    async def _work(self, owner: str, job: Callable[..., T], *given: Any) -> T:
        """Have a worker do something, and another one if the first is lost; without workers it is done here."""
        if not self._places.all:
            return job(*given)
        try:
            return await self._ask(self._places, owner, job, given)
        except BrokenExecutor:
            if self._closed:
                raise
        return await self._ask(self._places, owner, job, given)

    async def _ask(self, places: Places, owner: str, job: Callable[..., T], given: tuple[Any, ...]) -> T:
        self.waiting += 1
        try:
            await places.turns.enter(owner)
        except asyncio.CancelledError:
            self.waiting -= 1
            raise
        place = places.free.pop()
        try:
            if self._closed or places is not self._places:
                raise BrokenExecutor("these workers are gone")
            worker = await place.ready()
            running = asyncio.wrap_future(worker.submit(job, *given))
        except BaseException as error:
            # Who leaves while a worker starts has broken nothing.
            self._left(places, place, None if isinstance(error, CancelledError) else error)
            raise
        late = asyncio.get_running_loop().call_later(self.deadline, self._end, place, worker, running)

        def left(done: asyncio.Future[T]) -> None:
            late.cancel()
            self._left(places, place, CancelledError() if done.cancelled() else done.exception())

        running.add_done_callback(left)
        try:
            # Who no longer wants the answer leaves; the place is free when the worker is.
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            if running.cancelled():
                raise BrokenExecutor("the worker was ended") from None
            raise

    def _end(self, place: Place, worker: Executor, running: asyncio.Future[Any]) -> None:
        """It doesn't answer: it hangs, or somebody has stopped it."""
        log.warning("a worker did not answer within %g s and is ended", self.deadline)
        self.observe("workers_ended", 1)
        place.end(worker)
        running.cancel()

    def _left(self, places: Places, place: Place, why: BaseException | None) -> None:
        self.waiting -= 1
        if isinstance(why, BrokenExecutor):
            # Whatever broke it, the next answer comes from another one.
            place.end()
        if isinstance(place, Shared) and isinstance(why, BrokenExecutor | OSError | CancelledError):
            self._lose(places)
        places.free.append(place)
        places.turns.leave()

    def _lose(self, cluster: Places) -> None:
        if self._places is cluster and cluster is not self._own:
            log.warning("the cluster that thinks for the bots is gone: they think here from now on")
            self._places = self._own
            Thread(target=self._cluster.close, daemon=True).start()

    def close(self) -> None:
        """Stop the workers."""
        self._closed = True
        for place in self._own.all:
            place.end()
        self._cluster.close()
