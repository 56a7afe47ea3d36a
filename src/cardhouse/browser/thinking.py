"""Bots think in a second worker of the page, so that neither a table nor the screen waits for a search."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

# Worker and house are made of the same files, and nobody else writes what goes between them.


def answer(question: bytes) -> bytes:
    """Return what a job gives, or why it failed; runs in the second worker."""
    job, given = pickle.loads(question)
    try:
        return pickle.dumps((True, job(*given)))
    except Exception as error:
        return pickle.dumps((False, error))


class WorkerExecutor(Executor):
    """Has the second worker do jobs, one after the other. ``send`` takes a number and the job to it."""

    def __init__(self, send: Callable[[int, bytes], None]) -> None:
        self.send = send
        self._count = 0
        self._waiting: dict[int, Future[Any]] = {}

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()
        self._count += 1
        self._waiting[self._count] = done
        self.send(self._count, pickle.dumps((fn, args)))
        return done

    def answered(self, number: int, told: bytes) -> None:
        """The second worker has done a job."""
        done = self._waiting.pop(number, None)
        if done is None:
            return
        worked, value = pickle.loads(told)
        if worked:
            done.set_result(value)
        else:
            done.set_exception(value)

    def broken(self) -> None:
        """The second worker has ended: what it was asked has to be asked again."""
        waiting, self._waiting = self._waiting, {}
        for done in waiting.values():
            done.set_exception(BrokenExecutor("the worker has ended"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        # The worker serves all who ask: the page ends it.
        pass
