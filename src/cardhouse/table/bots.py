"""The bots at a table: when they are asked, how long they take, which decisions still stand, and how they advise."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Any

from ..bots import Move, make_bot
from ..bots.advice import WORLDS, Advice, can_advise
from ..bots.cats import CATS, face_of
from ..bots.levels import STRONGEST_LEVEL, USUAL_LEVEL
from ..engine.action import Action
from ..engine.errors import CardhouseError, Refused
from ..engine.view import View
from ..games.slapping.reflexes import FLOOR, PACES
from .plan import SeatPlan
from .pool import BotPool
from .slaps import Runner, Slaps
from .state import TableState

log = logging.getLogger("cardhouse.bots")

# After something could not be written down, it is tried again after this many seconds.
TRY_AGAIN = 1.0
STAND_IN = USUAL_LEVEL
ADVISER = STRONGEST_LEVEL
# Seconds that a bot takes at least for a move, so that people can follow; "instant" is for programs among themselves.
LEAST = {"slow": 1.6, "medium": 0.9, "fast": 0.35, "instant": 0.0}
LEAST_TURN = 0.3
INSTANT = 0.05
# Where people play against several bots, one of them at a time is as quick as its level; the next ones come this many
# seconds later. Otherwise the fastest of three is far faster than the level that was chosen.
STAGGER = 0.18


def cat_for(level: str, plans: Sequence[SeatPlan]) -> SeatPlan:
    """A cat of this level, any one that doesn't sit at the table yet."""
    taken = {plan.name for plan in plans}
    name = secrets.choice([name for name in CATS if name not in taken] or list(CATS))
    return SeatPlan("cat", "", name, face_of(name), level)


def paced(pace: str, move: Move, slaps: bool) -> float:
    """The seconds that a bot takes for a move at this pace. Pace is not difficulty: reflexes stay what they are."""
    if pace == "instant":
        return move.after * INSTANT
    if move.action.verb == "slap":
        return max(move.after, FLOOR / 1000)
    return max(move.after * PACES[pace], min(LEAST[pace], LEAST_TURN) if slaps else LEAST[pace])


def basis(view: View) -> tuple[Any, ...]:
    """Return what a decision rests on: while it stays the same, the decision stands, whatever else has happened."""
    seen = tuple((zone.name, zone.seat, zone.known) for zone in view.zones)
    return view.phase, seen, tuple(view.roles.items()), tuple(view.legal), view.timer


class Decision:
    """The next decision of a bot: it thinks, waits for its moment, or has chosen to do nothing."""

    def __init__(self, seat: int, resting_on: tuple[Any, ...] | None) -> None:
        self.seat = seat
        self.basis = resting_on
        self.task: asyncio.Task[None] | None = None
        self.pending = True


class Bots:
    """Asks the bots of a table when something has changed, and has their moves done in time."""

    def __init__(self, state: TableState, pool: BotPool, slaps: Slaps, table: Runner, tag: str) -> None:
        self.state = state
        self.pool = pool
        self.slaps = slaps
        self.table = table
        self.tag = tag
        self._decisions: dict[int, Decision] = {}
        self._advice: dict[int, tuple[int, asyncio.Task[None]]] = {}

    def deciding(self, seat: int) -> bool:
        """True if the bot on this seat thinks, or waits for the moment to do what it has chosen."""
        decision = self._decisions.get(seat)
        return decision is not None and decision.pending

    def stop(self) -> None:
        """No bot moves any more until it is asked again."""
        for seat in list(self._decisions):
            self._drop(seat)

    def close(self) -> None:
        """Nor does any bot give advice any more."""
        self.stop()
        for _, task in self._advice.values():
            task.cancel()

    def ask_all(self) -> None:
        """Ask every bot again; what they were about to do is forgotten."""
        self.stop()
        self.follow()

    def follow(self, idle: bool = False, actor: int | None = None) -> None:
        """Ask the bots that may want to do something now. Decisions that still stand are kept.

        ``idle``: somebody slapped and changed nothing for anybody but themselves, the ``actor``.
        """
        current = self.state.round
        if not self.state.seating.cats and not self._decisions:
            return
        if not self.table.running or current is None:
            self.stop()
            return
        awaited = current.game.turn()
        for seat, plan in enumerate(self.state.seating.plans):
            if plan.kind != "cat" or not (current.slaps or seat in awaited):
                self._drop(seat)
            elif not self._stands(seat, idle and seat != actor):
                self._ask(seat, plan.level)

    def _stands(self, seat: int, idle: bool) -> bool:
        decision, current = self._decisions.get(seat), self.state.round
        if decision is None or current is None:
            return False
        if current.slaps:
            return idle
        return decision.basis == basis(current.game.view(seat))

    def _drop(self, seat: int) -> None:
        decision = self._decisions.pop(seat, None)
        if decision is not None and decision.task is not None and decision.task is not asyncio.current_task():
            decision.task.cancel()

    def _ask(self, seat: int, level: str, wait: float = 0.0) -> None:
        current = self.state.round
        assert current is not None
        self._drop(seat)
        view = current.game.view(seat)
        decision = Decision(seat, None if current.slaps else basis(view))
        self._decisions[seat] = decision
        decision.task = asyncio.create_task(self._decide(decision, level, view, wait))

    async def _decide(self, decision: Decision, level: str, view: View, wait: float) -> None:
        current, seat = self.state.round, decision.seat
        assert current is not None
        await asyncio.sleep(wait)
        loop = asyncio.get_running_loop()
        began = loop.time()
        move = await self._move(level, view, current.salt)
        if move is None and view.timer is None and seat in view.turn:
            # Nothing else would ever happen: the bot that is awaited does something.
            move = _stand_in(view, seed_of(current.salt, seat))
        if move is None:
            decision.pending = False
            return
        after = paced(self.state.pace, move, current.slaps)
        if move.action.verb == "slap":
            began, after = max(began, self.slaps.shown), after + self._behind(seat)
        await asyncio.sleep(max(began + after - loop.time(), 0.0))
        self.table.post(partial(self._carry_out, decision, move.action))

    async def _move(self, level: str, view: View, salt: str) -> Move | None:
        assert view.seat is not None
        seed = seed_of(salt, view.seat)
        try:
            return await self.pool.move(view.game, level, seed, view, self.state.plan.host, LEAST[self.state.pace])
        except BrokenExecutor as error:
            log.warning("table %s: nobody thinks for seat %d, which a stand-in plays: %s", self.tag, view.seat, error)
        except Exception:
            # A bot that fails must not hold up the table: it does any legal thing.
            log.exception("table %s: the bot on seat %d failed", self.tag, view.seat)
        return _stand_in(view, seed)

    def _behind(self, seat: int) -> float:
        """How much later than its reflexes this bot slaps the card on top, where several play against people."""
        current, seating = self.state.round, self.state.seating
        bots = [other for other, plan in enumerate(seating.plans) if plan.kind == "cat"]
        if current is None or not seating.people or len(bots) < 2 or not self.slaps.tops:
            return 0.0
        random.Random(f"{current.salt} {self.slaps.tops[-1].step}").shuffle(bots)
        return STAGGER * bots.index(seat)

    async def _carry_out(self, decision: Decision, action: Action) -> None:
        """Do what a bot has decided, if its decision still stands."""
        seat = decision.seat
        if self._decisions.get(seat) is not decision or not self.table.running:
            return
        if self.slaps.holds(action):
            self.slaps.hold(partial(self._carry_out, decision, action))
            return
        try:
            if action.verb == "slap":
                self.slaps.bot_slaps(seat, asyncio.get_running_loop().time())
                # The claim is pending now: what comes of it asks this bot again.
                decision.pending = False
            else:
                await self.table.act(seat, action)
        except Refused as error:
            # No bot should want what isn't legal; if one does, the table must go on.
            log.warning("table %s: the bot on seat %d was refused: %s", self.tag, seat, error)
            await self._act_anyhow(seat)
        except CardhouseError as error:
            log.warning("table %s: the bot on seat %d can't move yet: %s", self.tag, seat, error)
            self.ask_again(seat)

    def ask_again(self, seat: int) -> None:
        """Ask the bot on this seat again in a moment: what it did could not be written down."""
        plan = self.state.seating.plans[seat]
        if plan.kind == "cat" and self.table.running:
            self._ask(seat, plan.level, TRY_AGAIN)

    async def _act_anyhow(self, seat: int) -> None:
        current = self.state.round
        assert current is not None
        self._drop(seat)
        legal = [action for action in current.game.legal(seat) if action.verb != "slap"]
        if legal and seat in current.game.turn():
            await self.table.act(seat, legal[0])

    # Advice.

    def advise(self, seat: int, answer: Callable[[str, Advice | None], None]) -> None:
        """Find out what a good bot would do, and answer when it is known: one question of a seat at a time."""
        current = self.state.round
        assert current is not None
        step = int(current.game.step)
        before = self._advice.get(seat)
        if before is not None and not before[1].done():
            if before[0] == step:
                return
            before[1].cancel()
        self._advice[seat] = (step, asyncio.create_task(self._advise(seat, answer)))

    async def _advise(self, seat: int, answer: Callable[[str, Advice | None], None]) -> None:
        current, plan = self.state.round, self.state.plan
        assert current is not None
        view = current.game.view(seat)
        action, advice = "", None
        try:
            if view.legal and can_advise(plan.game):
                advice = await self.pool.advise(view, self.state.seating.names, WORLDS, plan.host)
                action = str(advice.best)
            elif view.legal:
                move = await self.pool.move(plan.game, ADVISER, seed_of(current.salt, seat), view, plan.host)
                action = str(move.action) if move is not None else ""
        except Exception:
            log.exception("table %s: no advice for seat %d", self.tag, seat)
        answer(action, advice)


def _stand_in(view: View, seed: int) -> Move | None:
    """Any legal thing, thought out in no time."""
    return make_bot(view.game, "random", seed).move(view)


def seed_of(salt: str, seat: int) -> int:
    """A bot's seed: it has nothing to do with the seed of the deal."""
    return int(salt, 16) * 8 + seat
