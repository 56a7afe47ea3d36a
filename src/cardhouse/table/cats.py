"""The cats at a table: when they are asked, how long they take, and how they advise people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..bots import Move
from ..bots.advice import Advice, can_advise
from ..bots.reflexes import FLOOR, PACES
from ..cats import CATS, face_of
from ..errors import CardhouseError, Refused
from .absence import TRY_AGAIN
from .plan import SeatPlan
from .thinker import Thinker

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("cardhouse.cats")

CAT_FOR_GONE = "medium"
ADVISER = "expert"
WORLDS_FOR_A_HINT = 150
# Seconds that a cat takes at least for a move, so that people can follow; "instant" is for programs among themselves.
LEAST = {"slow": 1.6, "medium": 0.9, "fast": 0.35, "instant": 0.0}
LEAST_TURN = 0.3
INSTANT = 0.05


def cat_for(seat: int, level: str, plans: Sequence[SeatPlan]) -> SeatPlan:
    """A cat for a seat, one that doesn't sit at the table yet."""
    taken = {plan.name for plan in plans}
    free = [name for name in CATS if name not in taken] or list(CATS)
    name = free[seat % len(free)]
    return SeatPlan("cat", "", name, face_of(name), level)


def paced(pace: str, move: Move, slaps: bool) -> float:
    """The seconds that a cat takes for a move at this pace; no paw is faster than its reflexes allow."""
    if pace == "instant":
        return move.after * INSTANT
    after = move.after * PACES[pace]
    if move.action.verb == "slap":
        return max(after, FLOOR / 1000)
    return max(after, min(LEAST[pace], LEAST_TURN) if slaps else LEAST[pace])


class Cats:
    """Asks the cats whenever something has changed, and has their moves done in time."""

    def __init__(self, table: Table, thinker: Thinker) -> None:
        self.table = table
        self.thinker = thinker
        self._tasks: list[asyncio.Task[None]] = []
        self._asked = 0
        self._advice: dict[int, tuple[int, asyncio.Task[None]]] = {}

    def stop(self) -> None:
        """No cat moves any more until it is asked again."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []

    def close(self) -> None:
        """Nor does any cat give advice any more."""
        self.stop()
        for _, task in self._advice.values():
            task.cancel()

    def wake(self) -> None:
        """Ask every cat that may want to do something now; what they were about to do is forgotten."""
        self.stop()
        self._asked += 1
        table = self.table
        if not table.running or table.round is None:
            return
        awaited = table.round.game.turn()
        for seat, plan in enumerate(table.seating.plans):
            if plan.kind == "cat" and (table.round.slaps or seat in awaited):
                self._tasks.append(asyncio.create_task(self._move(seat, plan.level)))

    async def _move(self, seat: int, level: str) -> None:
        table = self.table
        current = table.round
        assert current is not None
        loop = asyncio.get_running_loop()
        began = loop.time()
        asked = self._asked
        view = current.game.view(seat)
        seed = _seed(current.salt, seat)
        try:
            move = await self.thinker.move(table.plan.game, level, seed, view)
        except asyncio.CancelledError:
            raise
        except Exception:
            # A cat that fails must not hold up the table: it does any legal thing.
            log.exception("table %s: the cat on seat %d failed", table.tag, seat)
            move = await Thinker(0).move(table.plan.game, "random", seed, view)
        if move is None:
            return
        after = paced(table.plan.pace, move, current.slaps)
        await asyncio.sleep(max(began + after - loop.time(), 0.0))
        if move.action.verb == "slap":
            table.soon(partial(self._slap, seat, asked, after))
        else:
            table.soon(partial(self._do, seat, asked, str(move.action)))

    async def _slap(self, seat: int, asked: int, after: float) -> None:
        if self._still(asked):
            self.table.slapping.cat_slaps(seat, after)

    async def _do(self, seat: int, asked: int, action: str) -> None:
        table = self.table
        if not self._still(asked):
            return
        if table.slapping.holds(action):
            table.slapping.hold(partial(self._do, seat, asked, action))
            return
        try:
            try:
                await table.do(seat, action)
            except Refused as error:
                # No bot should want what isn't legal; if one does, the table must go on.
                log.warning("table %s: the cat on seat %d was refused: %s", table.tag, seat, error)
                await self._do_anything(seat)
        except CardhouseError as error:
            log.warning("table %s: the cat on seat %d can't move yet: %s", table.tag, seat, error)
            table.later(TRY_AGAIN, partial(self._wake_if, asked))

    async def _do_anything(self, seat: int) -> None:
        current = self.table.round
        assert current is not None
        legal = [action for action in current.game.legal(seat) if action.verb != "slap"]
        if legal and seat in current.game.turn():
            await self.table.do(seat, str(legal[0]))

    async def _wake_if(self, asked: int) -> None:
        if self._still(asked):
            self.wake()

    def _still(self, asked: int) -> bool:
        """Whether nothing has changed for the cats since they were asked."""
        return self.table.running and asked == self._asked

    def advise(self, seat: int, answer: Callable[[str, Advice | None], None]) -> None:
        """Find out what a good cat would do, and answer when it is known: one question of a seat at a time."""
        current = self.table.round
        assert current is not None
        step = int(current.game.step)
        before = self._advice.get(seat)
        if before is not None and not before[1].done():
            if before[0] == step:
                return
            before[1].cancel()
        self._advice[seat] = (step, asyncio.create_task(self._advise(seat, answer)))

    async def _advise(self, seat: int, answer: Callable[[str, Advice | None], None]) -> None:
        table, current = self.table, self.table.round
        assert current is not None
        view = current.game.view(seat)
        action, advice = "", None
        try:
            if view.legal and can_advise(table.plan.game):
                advice = await self.thinker.advise(view, table.seating.names, WORLDS_FOR_A_HINT)
                action = str(advice.best)
            elif view.legal:
                move = await self.thinker.move(table.plan.game, ADVISER, _seed(current.salt, seat), view)
                action = str(move.action) if move is not None else ""
        except Exception:
            log.exception("table %s: no advice for seat %d", table.tag, seat)
        answer(action, advice)


def _seed(salt: str, seat: int) -> int:
    """A cat's seed: it has nothing to do with the seed of the deal."""
    return int(salt, 16) * 8 + seat
