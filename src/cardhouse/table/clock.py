"""A table's clock: runs the timer that the rules want, stands still in a pause, and fires it in time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..errors import CardhouseError
from .absence import TRY_AGAIN

if TYPE_CHECKING:
    from .table import Table


class Clock:
    """The timer that runs now, if one does."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._name = ""
        self._ends = 0.0
        self._kept: float | None = None
        self._handle: asyncio.TimerHandle | None = None

    @property
    def left(self) -> float:
        """What is left of the timer, in seconds."""
        if self._handle is not None:
            return max(self._ends - asyncio.get_running_loop().time(), 0.0)
        return self._kept or 0.0

    def follow(self) -> None:
        """Run the timer that the rules want now; one that runs already runs on, a pause keeps what is left of it."""
        game = self.table.round.game if self.table.round is not None else None
        wanted = game.timer if game is not None else None
        if wanted is None or wanted.name != self._name:
            self.stop()
        if wanted is None:
            return
        self._name = wanted.name
        if not self.table.running:
            if self._handle is not None:
                self._kept = self.left
                self._cancel()
        elif self._handle is None:
            self._start(wanted.seconds if self._kept is None else self._kept)

    def stop(self) -> None:
        """Forget the timer."""
        self._cancel()
        self._name, self._kept = "", None

    def _start(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._kept = None
        self._ends = loop.time() + seconds
        self._handle = loop.call_later(seconds, lambda: self.table.soon(self._fire))

    def _cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    async def _fire(self) -> None:
        table = self.table
        if not table.running or table.round is None or table.round.game.timer is None:
            return
        if table.slapping.pending:
            table.slapping.hold(self._fire)
            return
        self.stop()
        try:
            await table.do(None, "fire")
        except CardhouseError:
            self._name = table.round.game.timer.name
            self._start(TRY_AGAIN)
