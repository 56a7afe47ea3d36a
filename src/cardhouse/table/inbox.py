"""The commands of a table, in the order in which they came, for the one task that does them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

Command = Callable[[], Awaitable[None]]


class Inbox:
    """A queue for one reader with this many places: half as much work an action as `asyncio.Queue`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._commands: deque[Command] = deque()
        self._idle: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._commands)

    def put(self, command: Command) -> bool:
        """Add a command; False if no place is free."""
        if len(self._commands) >= self._most:
            return False
        self._commands.append(command)
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)
        return True

    async def next(self) -> Command:
        """The next command, as soon as there is one."""
        while not self._commands:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle
        return self._commands.popleft()
