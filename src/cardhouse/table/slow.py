"""A table whose clock is in days: nobody needs to be there, and who isn't is told once that it is their turn."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..engine.action import Action, parse_action
from ..engine.errors import CardhouseError, Refused
from .bots import TRY_AGAIN
from .log import Ahead, Told
from .presence import Countdowns
from .turns import Turn

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("cardhouse.table")

# Seconds for which somebody has not been there, at their turn, before they are told: a page is soon loaded again.
TELL_AFTER = 20.0
# Letters of an action that is chosen ahead: more than any of a game played by turns has.
LONGEST_AHEAD = 200


class YourTurn(NamedTuple):
    """Somebody is to be told that it is their turn."""

    person: str
    game: str
    code: str


class TurnKey(NamedTuple):
    """Which turn it is, of all turns of a table."""

    round: int
    step: int
    seat: int


class SlowTurns:
    """Tells people of their turns, and does what they chose ahead."""

    def __init__(self, table: Table, tell: Callable[[YourTurn], None]) -> None:
        self._table = table
        self._tell = tell
        self._telling: Countdowns[TurnKey] = Countdowns(lambda key: table.post(partial(self._told, key)))

    @property
    def next_at(self) -> float | None:
        """When the first clock of those that run is up, in seconds since the epoch; None if none runs."""
        state = self._table.state
        since = [turn.since for turn in state.turns.values()]
        return min(since) + state.plan.turn_clock if since else None

    @property
    def at_work(self) -> bool:
        """True if something happens here soon although nobody is there: then the table stays in memory."""
        table = self._table
        if not table.state.plan.slow or not table.running:
            return False
        seats = range(len(table.state.seating.plans))
        return bool(self._telling) or table.timer.running or any(table.bots.deciding(seat) for seat in seats)

    def left(self) -> dict[int, float]:
        """The seconds that each awaited seat has left."""
        state, now = self._table.state, time.time()
        return {seat: max(turn.since + state.plan.turn_clock - now, 0.0) for seat, turn in state.turns.items()}

    def stop(self) -> None:
        """Tell nobody any more."""
        self._telling.stop_all()

    def follow(self) -> None:
        """After every change: do what was chosen ahead, and count down to telling who is awaited and not there."""
        table, state = self._table, self._table.state
        if not state.turns or not table.running:
            self._telling.stop_all()
            return
        assert state.round is not None
        number, present, plans = state.round.number, table.present, state.seating.plans
        untold: dict[TurnKey, float] = {}
        for seat, turn in state.turns.items():
            if seat in state.ahead:
                table.post(partial(self._do_ahead, seat, turn))
            elif not turn.told and plans[seat].person not in present:
                untold[TurnKey(number, turn.step, seat)] = TELL_AFTER
        self._telling.follow(untold)

    async def choose(self, seat: int, text: str) -> None:
        """Keep what a seat chose ahead, in place of what it chose before; an empty text takes it back."""
        table, state = self._table, self._table.state
        action = _action_of(text)
        if not state.plan.slow:
            raise Refused("refused.table.not_slow")
        if seat in state.turns and action:
            raise Refused("refused.table.act_now")
        if state.ahead.get(seat, "") != action:
            await table.commit(Ahead(time.time(), seat, action))
        table.broadcast_news()

    async def _do_ahead(self, seat: int, turn: Turn) -> None:
        """Do what a seat chose ahead, if it still can be done; otherwise it is forgotten, and its person is told."""
        table, state = self._table, self._table.state
        chosen = state.ahead.get(seat)
        if chosen is None or state.turns.get(seat) != turn or not table.running:
            return
        try:
            await table.act(seat, parse_action(chosen))
        except Refused:
            await self._forget(seat)
        except CardhouseError as error:
            log.warning("table %s: what was chosen ahead can't be done yet: %s", table.tag, error)
            table.later(TRY_AGAIN, table.changed)

    async def _forget(self, seat: int) -> None:
        try:
            await self._table.commit(Ahead(time.time(), seat))
        except CardhouseError as error:
            log.warning("table %s: what was chosen ahead can't be forgotten yet: %s", self._table.tag, error)
            self._table.later(TRY_AGAIN, self._table.changed)
            return
        self._table.broadcast_news()
        await self._table.changed()

    async def _told(self, key: TurnKey) -> None:
        """Somebody has been awaited for a while and isn't there: tell them, once it is written down that they were."""
        table, state = self._table, self._table.state
        turn, plan = state.turns.get(key.seat), state.seating.plans[key.seat]
        current = state.round
        if current is None or turn is None or turn.told or TurnKey(current.number, turn.step, key.seat) != key:
            return
        if plan.person in table.present:
            self.follow()
            return
        try:
            await table.commit(Told(time.time(), key.seat))
        except CardhouseError as error:
            log.warning("table %s: nobody can be told of a turn yet: %s", table.tag, error)
            self._telling.start(key, TRY_AGAIN)
            return
        self._tell(YourTurn(plan.person, state.plan.game, table.code))


def _action_of(text: str) -> str:
    """An action's canonical text; empty for none. `Refused` if it is none at all."""
    if not text:
        return ""
    if len(text) > LONGEST_AHEAD:
        raise Refused("refused.table.ahead_long", most=LONGEST_AHEAD)
    action: Action = parse_action(text)
    return str(action)
