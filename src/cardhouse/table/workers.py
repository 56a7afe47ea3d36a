"""Worker processes that can be ended whatever they do, and fair turns at them.

Modelled on `concurrent.futures`, whose pools can't end one busy worker, or only all of them and by private attributes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

log = logging.getLogger("cardhouse.workers")
T = TypeVar("T")
P = ParamSpec("P")
# A worker that hasn't started within this many seconds is ended, too.
START_WITHIN = 60.0


def end_with_the_server() -> None:
    """A server that was killed can't stop its workers: each watches for that itself. Ctrl+C is meant for the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_await_the_end_of_the_server, daemon=True).start()


def _await_the_end_of_the_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _answer(question: bytes) -> bytes:
    try:
        job, given = pickle.loads(question)
        return pickle.dumps((True, job(*given)))
    except Exception as error:
        told = f"in a worker:\n{traceback.format_exc()}"
        try:
            return pickle.dumps((False, error, told))
        except Exception:
            return pickle.dumps((False, RuntimeError(repr(error)), told))


def _serve(server: Connection, begin: Callable[[], object]) -> None:
    """Do one job after the other; runs in the worker."""
    begin()
    with contextlib.suppress(EOFError, OSError):
        while True:
            server.send_bytes(_answer(server.recv_bytes()))


class ProcessExecutor(Executor):
    """One process that does one job after the other. `shutdown` without waiting ends it at once.

    A thread stands between it and those who ask, since not every event loop can listen to a pipe.
    """

    def __init__(self, begin: Callable[[], object] = end_with_the_server) -> None:
        # Spawned, not forked: the server has threads.
        self._context = get_context("spawn")
        self._begin = begin
        self._jobs: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self._process: Any = None
        self._ended = False
        self._changing = Lock()
        self._thread = Thread(target=self._run, name="cardhouse worker", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        assert not kwargs
        question, done = pickle.dumps((fn, args)), Future[T]()
        with self._changing:
            if self._ended:
                raise BrokenExecutor("the worker has ended")
            self._jobs.put((done, question))
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._changing:
            self._ended = True
            self._jobs.put(None)
            if not wait and self._process is not None:
                self._process.kill()
        if wait:
            self._thread.join()

    def _run(self) -> None:
        ours: Connection | None = None
        running: Future[Any] | None = None
        try:
            ours = self._start_process()
            while ours is not None and (wanted := self._jobs.get()) is not None:
                running, question = wanted
                if running.set_running_or_notify_cancel():
                    ours.send_bytes(question)
                    worked, value, *told = pickle.loads(ours.recv_bytes())
                    if worked:
                        running.set_result(value)
                    else:
                        value.add_note(told[0])
                        running.set_exception(value)
                running = None
        except Exception as error:
            # It was killed, or it sent what can't be read: either way it is of no more use.
            if not isinstance(error, EOFError | OSError):
                log.exception("a worker is given up")
        finally:
            self._break(running)
            if ours is not None:
                ours.close()

    def _start_process(self) -> Connection | None:
        ours, theirs = self._context.Pipe()
        with self._changing:
            if self._ended:
                return None
            self._process = self._context.Process(target=_serve, args=(theirs, self._begin), daemon=True)
            self._process.start()
        # With no other copy of its end, ours hears that the process has ended.
        theirs.close()
        return ours

    def _break(self, running: Future[Any] | None) -> None:
        """Let everybody who still waits know that nothing more comes."""
        with self._changing:
            self._ended = True
            if self._process is not None:
                self._process.kill()
        if self._process is not None:
            self._process.join()
        waiting = [] if running is None else [running]
        while not self._jobs.empty():
            wanted = self._jobs.get()
            if wanted is not None and wanted[0].set_running_or_notify_cancel():
                waiting.append(wanted[0])
        for one in waiting:
            if not one.done():
                one.set_exception(BrokenExecutor("the worker has ended"))


def _ready() -> bool:
    return True


class Place:
    """Room for one job at a time; its worker starts when it is first needed, and again after it was ended."""

    def __init__(self, start: Callable[[], Executor]) -> None:
        self._start = start
        self._worker: Executor | None = None
        self._started: asyncio.Future[bool] | None = None

    def start(self) -> asyncio.Future[bool]:
        """Begin to start the worker, if there is none; done when it has started."""
        if self._worker is None or self._started is None:
            self._worker = self._start()
            self._started = asyncio.wrap_future(self._worker.submit(_ready))
            # The caller that waited for it may be gone when it fails.
            self._started.add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._started

    async def ready(self) -> Executor:
        """The worker, once it has started; a caller that is cancelled meanwhile doesn't stop it from starting."""
        started = self.start()
        worker = self._worker
        assert worker is not None
        try:
            async with asyncio.timeout(START_WITHIN):
                await asyncio.shield(started)
        except TimeoutError:
            self.end(worker)
            raise BrokenExecutor("the worker doesn't start") from None
        except BrokenExecutor:
            self.end(worker)
            raise
        return worker

    def end(self, worker: Executor | None = None) -> None:
        """End the worker, whatever it does; a given one only if no other has taken its place."""
        if self._worker is not None and worker in (None, self._worker):
            self._worker.shutdown(wait=False, cancel_futures=True)
            self.forget()

    def forget(self) -> None:
        """Start another worker when one is needed next."""
        self._worker = self._started = None


class FairQueue:
    """Lets a number through at a time; owners take turns, so that one who wants much delays nobody else."""

    def __init__(self, places: int) -> None:
        self.free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def awaited(self) -> bool:
        """True if somebody waits for a place."""
        return any(not turn.done() for turns in self._waiting.values() for turn in turns)

    async def enter(self, owner: str) -> None:
        """Wait for a place; give it back with `leave`."""
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
