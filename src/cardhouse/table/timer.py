"""The timer that the rules want: it runs while the table does, keeps what is left in a pause, and fires in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..engine.view import Timer


class RulesTimer:
    """The named timer of the rules that runs now, if one does."""

    def __init__(self, fire: Callable[[], None]) -> None:
        self._fire = fire
        self._name = ""
        self._ends = 0.0
        self._kept: float | None = None
        self._handle: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """True if a timer will fire by itself."""
        return self._handle is not None

    @property
    def left(self) -> float:
        """Return what is left of the timer, in seconds."""
        if self._handle is not None:
            return max(self._ends - asyncio.get_running_loop().time(), 0.0)
        return self._kept or 0.0

    def follow(self, wanted: Timer | None, running: bool) -> None:
        """Run the timer that the rules want now; one that runs already runs on, a pause keeps what is left of it."""
        if wanted is None:
            if self._name:
                self.stop()
            return
        if wanted.name != self._name:
            self.stop()
        self._name = wanted.name
        if not running:
            if self._handle is not None:
                self._kept = self.left
                self._cancel()
        elif self._handle is None:
            self._start(wanted.seconds if self._kept is None else self._kept)

    def again_in(self, wanted: Timer, seconds: float) -> None:
        """Let this timer fire after these seconds: its firing could not be written down."""
        self.stop()
        self._name = wanted.name
        self._start(seconds)

    def stop(self) -> None:
        """Forget the timer."""
        self._cancel()
        self._name, self._kept = "", None

    def _start(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._kept = None
        self._ends = loop.time() + seconds
        self._handle = loop.call_later(seconds, self._end)

    def _end(self) -> None:
        self._handle = None
        self._name, self._kept = "", None
        self._fire()

    def _cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
