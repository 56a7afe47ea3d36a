"""Who is awaited and not there, and who is there and doesn't move: a countdown, and at its end a cat plays on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

# Seconds until a cat plays on for somebody whose connection is gone.
GONE_AFTER = 30.0


class Countdowns(Generic[Key]):
    """Countdowns by key, each calling back once when it ends."""

    def __init__(self, ended: Callable[[Key], None]) -> None:
        self._ended = ended
        self._running: dict[Key, tuple[float, asyncio.TimerHandle]] = {}

    def __bool__(self) -> bool:
        return bool(self._running)

    @property
    def left(self) -> dict[Key, float]:
        """The seconds that are left, by key."""
        now = asyncio.get_running_loop().time() if self._running else 0.0
        return {key: round(max(at - now, 0.0), 1) for key, (at, _) in self._running.items()}

    def follow(self, wanted: Iterable[Key], seconds: float) -> bool:
        """Count down for these and for nobody else; those that run already run on. Whether that changed anything."""
        keys = set(wanted)
        if keys == self._running.keys():
            return False
        back, gone = self._running.keys() - keys, keys - self._running.keys()
        for key in back:
            self.stop(key)
        for key in gone:
            self.start(key, seconds)
        return bool(back or gone)

    def start(self, key: Key, seconds: float) -> None:
        """Count down anew."""
        self.stop(key)
        loop = asyncio.get_running_loop()
        self._running[key] = (loop.time() + seconds, loop.call_later(seconds, self._end, key))

    def _end(self, key: Key) -> None:
        del self._running[key]
        self._ended(key)

    def stop(self, key: Key) -> None:
        """Forget one countdown."""
        running = self._running.pop(key, None)
        if running is not None:
            running[1].cancel()

    def stop_all(self) -> None:
        """Forget all of them."""
        for key in list(self._running):
            self.stop(key)
