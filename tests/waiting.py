"""Waiting for what happens by itself, as long as a busy machine may need for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(done: Callable[[], bool]) -> None:
    """Wait until this is so; an assertion fails if it does not come to that within a minute."""
    for _ in range(60_000):
        if done():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never came to that")
