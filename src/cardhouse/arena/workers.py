"""Playing the deals of a contest: here, on all cores, or on a Dask cluster; the results are the same."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import multiprocessing.util
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from types import FrameType
from typing import Any

from ..engine.errors import BadSetup
from .deals import Contest, DealPlayed
from .results import Results, results_of
from .sides import end_sides

Progress = Callable[[int, int], None]
# Deals that wait for each process, so that none is ever idle.
AHEAD = 4
# How often in a row processes may die without a deal done.
PATIENCE = 3


def cores() -> int:
    """How many processes can run here at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(
    contest: Contest, jobs: int | None = None, cluster: str | None = None, progress: Progress | None = None
) -> Results:
    """Play a contest, in this many processes (None: one for each core), or on the Dask cluster with this address.

    ``progress`` is told after each deal how many are done, and of how many. Interrupted from the keyboard, or left by
    its processes again and again, it gives the results so far.
    """
    played: dict[int, DealPlayed] = {}
    deals = _deals(contest, min(jobs or cores(), contest.deals), cluster)
    why = ""
    try:
        with _interrupts() as interrupts, contextlib.suppress(KeyboardInterrupt), contextlib.closing(deals):
            for number, sheet in deals:
                played[number] = sheet
                if progress is not None:
                    progress(len(played), contest.deals)
                if interrupts.heard:
                    break
    except BrokenProcessPool:
        why = "arena.processes_died"
    finally:
        end_sides()
    return replace(results_of(contest, played), why_partial=why)


class Interrupts:
    """The keyboard's interrupt: raised once, and remembered, since one that comes during a destructor is lost."""

    def __init__(self) -> None:
        self.heard = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        # A second one must not disturb those who are clearing up after the first.
        if not self.heard:
            self.heard = True
            raise KeyboardInterrupt


@contextlib.contextmanager
def _interrupts() -> Iterator[Interrupts]:
    """Listen for interrupts, where they are raised as ever and this is the thread they come to."""
    listening = Interrupts()
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield listening
        return
    signal.signal(signal.SIGINT, listening)
    try:
        yield listening
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _deals(contest: Contest, jobs: int, cluster: str | None) -> Generator[tuple[int, DealPlayed]]:
    """The deals with their numbers, in the order in which they are done."""
    if cluster is not None:
        with dask_workers(cluster) as (executor, processes):
            yield from _on(executor, processes, contest, range(contest.deals))
    elif jobs > 1:
        yield from _on_processes(jobs, contest)
    else:
        for number in range(contest.deals):
            yield number, contest.play_deal(number)


def _on_processes(jobs: int, contest: Contest) -> Iterator[tuple[int, DealPlayed]]:
    """The deals from processes here; where one dies the others go with it, and new ones play what is left."""
    left = set(range(contest.deals))
    in_vain = 0
    while left:
        try:
            with _processes(jobs) as executor:
                for number, sheet in _on(executor, jobs, contest, sorted(left)):
                    left.discard(number)
                    in_vain = 0
                    yield number, sheet
        except BrokenProcessPool:
            in_vain += 1
            if in_vain == PATIENCE:
                raise


def _on(executor: Executor, processes: int, contest: Contest, deals: Iterable[int]) -> Iterator[tuple[int, DealPlayed]]:
    waiting: dict[Future[DealPlayed], int] = {}
    numbers = iter(deals)
    while True:
        for number in numbers:
            waiting[executor.submit(contest.play_deal, number)] = number
            if len(waiting) >= processes * AHEAD:
                break
        if not waiting:
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            yield waiting.pop(future), future.result()


def _begin() -> None:
    """Leave the keyboard's interrupt to the process that hands out the deals, and end when it ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_arena, daemon=True).start()
    multiprocessing.util.Finalize(None, end_sides, exitpriority=0)


def _end_with_the_arena() -> None:
    above = multiprocessing.parent_process()
    if above is not None:
        above.join()
        end_sides()
        os._exit(1)


@contextlib.contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin)
    try:
        yield executor
        executor.shutdown()
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        # A deal under way may take minutes, and nobody waits for it any more; a bot may be deaf to a milder signal.
        for child in set(multiprocessing.active_children()) - others:
            child.kill()
        raise


@contextlib.contextmanager
def dask_workers(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, and how many there are; `BadSetup` if they can't be had."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise BadSetup("setup.arena.no_dask") from error
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise BadSetup("setup.arena.cluster", address=address, why=str(error)) from error
    # Closed and not left: leaving must happen in the context that entered, and a server closes from elsewhere.
    with contextlib.closing(client):
        processes = sum(client.nthreads().values())
        if not processes:
            raise BadSetup("setup.arena.no_workers", address=address)
        with client.get_executor(pure=False) as executor:
            yield executor, processes
