"""An exercise: somebody finds the move of a position by trying, before anything is done, and the cats wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..bots.advice import WORLDS, can_advise
from ..bots.review import weigh
from ..contract.messages import Act, Tried
from ..contract.reviews import Unit, WeighedMove
from ..engine.action import Action, parse_action
from ..engine.view import View
from ..games import spec
from .connection import Connection

if TYPE_CHECKING:
    from .table import Table

TRIES = 3


class Asking:
    """Asks the seat that took a game up again for a move that is as good as the best."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left = TRIES
        # Whether it was found, shown or given up in this round.
        self._done = False
        # What was tried, and is no good.
        self._wrong: set[str] = set()
        self._noted = False

    def begin(self) -> None:
        """A new round: it is asked again."""
        self.left, self._done, self._noted = TRIES, False, False
        self._wrong.clear()

    @property
    def open(self) -> bool:
        """True if the next move is tried before it is made."""
        plan, current = self.table.state.plan.fork, self.table.state.round
        if plan is None or not plan.ask or self._done or current is None or not current.forked:
            return False
        return int(current.game.step) == plan.step and not current.game.over

    async def tried(self, connection: Connection, message: Act, action: Action) -> None:
        """Say what a move is worth, and make it if it is good; `Refused` if it isn't legal."""
        current = self.table.state.round
        assert current is not None
        current.game.check(message.seat, action)
        move = await self._weighed(message.seat, action)
        found = move is None or not move.costly
        if not found and str(action) not in self._wrong:
            self._wrong.add(str(action))
            self.left -= 1
        await self._note(connection.person.id, found and not self._wrong)
        self._done = found or self.left == 0
        unit: Unit = "points" if spec(self.table.state.plan.game).unit == "points" else "chance"
        shown = move if self._done or move is None else _kept_secret(move)
        step = int(current.game.step)
        connection.send(Tried(message.seat, step, str(action), found, self.left, unit, shown, message.id))
        if found:
            await self.table.act(message.seat, action)
        await self._ended()

    async def give_up(self) -> None:
        """Somebody wants to be shown what is best."""
        if not self.open:
            return
        self._done = True
        plan = self.table.state.plan.fork
        assert plan is not None
        await self._note(self.table.state.seating.plans[plan.seat].person, False)
        await self._ended()

    async def _ended(self) -> None:
        if not self.open:
            self.table.broadcast_news()
            await self.table.changed()

    async def _note(self, person: str, found: bool) -> None:
        """The first try says whether an exercise was found."""
        plan = self.table.state.plan.fork
        if plan is None or not plan.exercise or self._noted or self.table.practised is None:
            return
        self._noted = True
        await self.table.practised(person, plan.exercise, found)

    async def _weighed(self, seat: int, action: Action) -> WeighedMove | None:
        table, current = self.table, self.table.state.round
        assert current is not None
        if not can_advise(table.state.plan.game):
            return None
        seen, names = current.game.view(seat).plain(), table.state.seating.names
        plain = await table.bots.pool.run(table.state.plan.host, weighed, seen, str(action), names)
        return None if plain is None else msgspec.convert(plain, WeighedMove)


def weighed(seen: dict[str, Any], action: str, names: list[str]) -> dict[str, Any] | None:
    """Return what a move costs in this view, as plain values; runs in a worker."""
    judged = weigh(0, parse_action(action), View.read(seen), names, WORLDS)
    return None if judged is None else judged.plain()


def _kept_secret(move: WeighedMove) -> WeighedMove:
    """Return what a move cost, without what would have been better."""
    return msgspec.structs.replace(move, best="", better=[], sentence="", reason=None, also=None)
