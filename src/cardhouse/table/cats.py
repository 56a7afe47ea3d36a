"""The cats at a table: when they are asked, how long they take, and how they advise people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..errors import CardhouseError
from .plan import SeatPlan
from .thinker import Thinker

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("cardhouse.cats")

CAT_FOR_GONE = "medium"
ADVISER = "expert"
# Seconds that a cat takes at least for a move, so that people can follow, and what its reflexes are scaled by.
PACES = {"slow": (1.6, 1.35), "medium": (0.9, 1.0), "fast": (0.35, 0.75), "instant": (0.0, 0.05)}
LEAST_TURN = 0.3
CAT_NAMES = (
    ("marmalade", "Marmalade"), ("domino", "Domino"), ("duchess", "Duchess"), ("soot", "Soot"),
    ("patches", "Patches"), ("mocha", "Mocha"), ("professor", "Professor"), ("boris", "Boris"),
    ("biscuit", "Biscuit"), ("cleo", "Cleo"), ("tundra", "Tundra"),
)  # fmt: skip


def cat_for(seat: int, level: str, plans: Sequence[SeatPlan]) -> SeatPlan:
    """A cat for a seat, one that doesn't sit at the table yet."""
    taken = {plan.face for plan in plans}
    free = [cat for cat in CAT_NAMES if cat[0] not in taken] or list(CAT_NAMES)
    face, name = free[seat % len(free)]
    return SeatPlan("cat", "", name, face, level)


class Cats:
    """Asks the cats whenever something has changed, and has their moves done in time."""

    def __init__(self, table: Table, thinker: Thinker) -> None:
        self.table = table
        self.thinker = thinker
        self._tasks: list[asyncio.Task[None]] = []
        self._advice: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """No cat moves any more until it is asked again."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []

    def wake(self) -> None:
        """Ask every cat that may want to do something now; what they were about to do is forgotten."""
        self.stop()
        table = self.table
        if not table.running or table.round is None:
            return
        awaited = table.round.game.view(None).turn
        for seat, plan in enumerate(table.seating.plans):
            if plan.kind == "cat" and (table.round.slaps or seat in awaited):
                self._tasks.append(asyncio.create_task(self._move(seat, plan.level)))

    async def _move(self, seat: int, level: str) -> None:
        table = self.table
        current = table.round
        assert current is not None
        loop = asyncio.get_running_loop()
        began = loop.time()
        step = int(current.game.step)
        least, scale = PACES.get(table.plan.pace, PACES["medium"])
        view = current.game.view(seat)
        seed = _seed(current.salt, seat)
        try:
            move = await self.thinker.move(table.plan.game, level, seed, view)
        except asyncio.CancelledError:
            raise
        except Exception:
            # A cat that fails must not hold up the table: it does any legal thing.
            log.exception("table %s: the cat on seat %d failed", table.code, seat)
            move = await Thinker(0).move(table.plan.game, "random", seed, view)
        if move is None:
            return
        after = move.after * scale
        if move.action.verb != "slap":
            after = max(after, least if not current.slaps else min(least, LEAST_TURN))
        await asyncio.sleep(max(began + after - loop.time(), 0.0))
        if move.action.verb == "slap":
            table.soon(partial(self._slap, seat, step, after))
        else:
            table.soon(partial(self._do, seat, step, str(move.action)))

    async def _slap(self, seat: int, step: int, after: float) -> None:
        if self._still(step):
            self.table.slapping.cat_slaps(seat, after)

    async def _do(self, seat: int, step: int, action: str) -> None:
        table = self.table
        if not self._still(step):
            return
        if table.slapping.holds(action):
            table.slapping.hold(partial(self._do, seat, step, action))
            return
        try:
            await table.do(seat, action)
        except CardhouseError as error:
            log.warning("table %s: the cat on seat %d was refused: %s", table.code, seat, error)

    def _still(self, step: int) -> bool:
        table = self.table
        return table.running and table.round is not None and table.round.game.step == step

    def advise(self, seat: int, answer: Callable[[str, str], None]) -> None:
        """Find out what a good cat would do, and answer when it is known."""
        task = asyncio.create_task(self._advise(seat, answer))
        self._advice.add(task)
        task.add_done_callback(self._advice.discard)

    async def _advise(self, seat: int, answer: Callable[[str, str], None]) -> None:
        current = self.table.round
        assert current is not None
        view = current.game.view(seat)
        move = await self.thinker.move(self.table.plan.game, ADVISER, _seed(current.salt, seat), view)
        action = str(move.action) if move is not None else ""
        answer(action, "")


def _seed(salt: str, seat: int) -> int:
    """A cat's seed: it has nothing to do with the seed of the deal."""
    return int(salt, 16) * 8 + seat
