"""A player at another screen who slaps only what is not to be slapped, so that their opponents soon win."""

from __future__ import annotations

import asyncio
import threading

from cardhouse.client import Client, TableSocket
from cardhouse.contract.messages import Act, Refusal, Slap, StepMessage, Welcome
from cardhouse.engine.view import View
from cardhouse.games.slapping.seen import patterns_seen


class Careless:
    """Sits on the open seat of a table for as long as this is entered."""

    def __init__(self, address: str, code: str) -> None:
        self.address = address
        self.code = code
        self._loop = asyncio.new_event_loop()
        self._seated = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._task: asyncio.Task[None] | None = None
        self._slapped: set[str] = set()

    def __enter__(self) -> Careless:
        self._thread.start()
        assert self._seated.wait(30), "there was no seat"
        return self

    def __exit__(self, *_: object) -> None:
        if self._task is not None:
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(10)

    def _run(self) -> None:
        self._task = self._loop.create_task(self._play())
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.close()

    async def _play(self) -> None:
        async with Client(self.address) as house:
            await house.rename("Boris")
            await house.sit(self.code)
            async with house.at(self.code) as table:
                self._seated.set()
                latest: StepMessage | Welcome | None = None
                async for message in table:
                    if isinstance(message, StepMessage | Welcome) and message.views:
                        latest = message
                    if latest is not None and isinstance(message, StepMessage | Welcome | Refusal):
                        await self._move(table, View.read(latest.views[0]), latest.token)

    async def _move(self, table: TableSocket, view: View, token: str) -> None:
        """Wait for a good slap to be taken; slap each other pile once; turn a card in turn."""
        if view.outcome or patterns_seen(view):
            return
        legal = {str(action) for action in view.legal}
        if view.seat is None:
            return
        if token and token not in self._slapped and "slap" in legal and view.zone("pile").cards:
            self._slapped.add(token)
            await table.say(Slap(view.seat, token, 250.0))
        elif "turn" in legal:
            await table.say(Act(view.seat, "turn", view.step))
