"""Who is awaited and not there, and who is there and doesn't move: a countdown, and at its end a cat plays on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

# A connection that has not answered for this many seconds is silent: a lost packet or two are forgiven.
SILENT_AFTER = 3.0
# By then it has been silent for so long: the ping that it did not answer may have come late.
SILENT_FOR = 5.0
# Seconds until a cat turns a card for a person who is gone, in the slap games: long enough to load a page again.
SLAPPER_GONE_AFTER = 2.0


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
        if not self._running:
            return {}
        now = asyncio.get_running_loop().time()
        return {key: round(max(at - now, 0.0), 1) for key, (at, _) in self._running.items()}

    def follow(self, wanted: Mapping[Key, float]) -> bool:
        """Count down for these, this many seconds each, and for nobody else; those that run already run on.

        True if that changed anything.
        """
        keys = set(wanted)
        if keys == self._running.keys():
            return False
        back, gone = self._running.keys() - keys, keys - self._running.keys()
        for key in back:
            self.stop(key)
        for key in gone:
            self.start(key, wanted[key])
        return bool(back or gone)

    def hasten(self, key: Key, seconds: float) -> bool:
        """Let a countdown end within these seconds; True if it would have taken longer."""
        running = self._running.get(key)
        if running is None or running[0] <= asyncio.get_running_loop().time() + seconds:
            return False
        self.start(key, seconds)
        return True

    def start(self, key: Key, seconds: float) -> None:
        """Count down again."""
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
