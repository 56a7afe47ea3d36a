"""When a table deals, and the numbers that make a deal fair: the house binds itself first, then people give theirs."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING

from ..engine.errors import CardhouseError
from ..puzzles.pool import Deal
from .arranging import next_seats
from .bots import TRY_AGAIN
from .log import Arranged, Dealt, LogEntry, Prepared

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("cardhouse.table")

WATCHED_AGAIN_AFTER = 8.0
# A deal waits so long for the numbers that make it fair.
NUMBERS_WITHIN = 1.0


class Dealing:
    """The next deal of a table: who wants it, and whose numbers it waits for."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rematch_votes: set[str] = set()
        # The numbers for the next deal, by person; and when it is dealt without those that are missing.
        self.numbers: dict[str, str] = {}
        self._waiting: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Deal no more."""
        for handle in (self._waiting, self._again):
            if handle is not None:
                handle.cancel()

    async def begin(self) -> None:
        """Bind the table to its next deal, show that, and deal if everybody is there."""
        state = self.table.state
        if state.prepared is None:
            await self.table.commit(_prepared(state.next_round))
            self.table.broadcast_news()
        await self.if_full()

    async def if_full(self) -> None:
        """Deal the first game when the last open seat is taken."""
        if not self._all_there():
            await self.table.changed()
            return
        try:
            await self.soon()
        except CardhouseError:
            self.table.later(TRY_AGAIN, self.if_full)
            raise

    def _all_there(self) -> bool:
        """True if nothing is missing for the first game, or for another one that was agreed on."""
        table, state = self.table, self.table.state
        if state.status != "waiting" or state.seating.open_seats:
            return False
        if state.arranged:
            return self.all_ready
        if state.plan.slow:
            return True
        people, here = state.seating.people, state.seating.people & table.present
        # Who came to sit with a host that is gone would be dealt in alone.
        return not (len(people) > 1 and len(here) == 1 and state.plan.host in people - here)

    @property
    def all_ready(self) -> bool:
        """True if everybody who plays and is here has said yes to the next deal."""
        return bool(self.rematch_votes) and self.rematch_votes >= self.table.room.players

    async def contribute(self, person: str, number: str) -> None:
        """Take somebody's number for the next deal; if it was the last that a deal waits for, deal."""
        self.numbers[person] = number
        if self._waiting is not None:
            await self.soon()

    def people_changed(self) -> None:
        """Somebody came or went: a deal may wait for nobody any more."""
        if self._waiting is not None:
            self.table.post(self.soon)
        elif self.table.state.status == "waiting" and not self.table.state.seating.open_seats:
            self.table.post(self.if_full)

    def _awaited(self) -> frozenset[str]:
        """Return whose numbers a deal waits for: those of all who play, where anybody gives one."""
        people = self.table.state.seating.people
        giving = any(one.contributes and one.person.id in people for one in self.table.connections)
        return people - self.numbers.keys() if giving else frozenset()

    async def soon(self) -> None:
        """Deal once everybody whose number is awaited has given it, or a moment later without."""
        if self._awaited():
            if self._waiting is None:
                self._waiting = self.table.later(NUMBERS_WITHIN, self._with_what_is_there)
            return
        await self._with_what_is_there()

    async def _with_what_is_there(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        state = self.table.state
        # A seat may have become free meanwhile.
        if state.status == "over" or (state.status == "waiting" and not state.seating.open_seats):
            await self.deal()

    async def deal(self) -> None:
        """Deal a new game to those who sit here."""
        await self.table.keep_record()
        state = self.table.state
        number = state.next_round
        ready = state.prepared or _prepared(number)
        seats = next_seats(state, self.table.present)
        other_seats = state.status == "over" and seats != state.seating.plans
        starter = None if len(seats) != len(state.seating.plans) else state.next_starter
        given = enumerate(seats if other_seats else state.seating.plans)
        numbers = {str(seat): self.numbers[plan.person] for seat, plan in given if plan.person in self.numbers}
        dealt = Dealt(time.time(), number, 0, ready.salt, ready.secret, numbers, starter)
        if state.plan.daily is not None and not other_seats:
            dealt = _daily(state.plan.game, state.plan.daily, number)
        if state.plan.fork is not None and not other_seats:
            dealt = Dealt(time.time(), number, 0, ready.salt, record=state.plan.fork.record)
        entries: list[LogEntry] = [dealt, _prepared(number + 1)]
        if other_seats:
            entries.insert(0, Arranged(time.time(), seats=seats))
        await self.table.commit(*entries)
        self.numbers.clear()
        self.rematch_votes.clear()
        await self.table.dealt()

    async def take_up(self, record: str) -> None:
        """Go on with this game, which is that of another up to some action; what was played last counts nowhere."""
        state = self.table.state
        number = state.next_round
        dealt = Dealt(time.time(), number, 0, (state.prepared or _prepared(number)).salt, record=record)
        self.table.bots.stop()
        await self.table.commit(dealt, _prepared(number + 1))
        self.numbers.clear()
        self.rematch_votes.clear()
        await self.table.dealt()

    def when_over(self) -> None:
        """A game is over: where only cats play, and somebody watches, they play again after a while."""
        if self._again is None and self.table.awake and self._only_cats():
            self._again = self.table.later(WATCHED_AGAIN_AFTER, self._watch_again)

    def _only_cats(self) -> bool:
        """True where nobody plays: a cat that stands in for a person waits for that person."""
        return all(plan.kind == "cat" and not plan.away for plan in self.table.state.seating.plans)

    async def _watch_again(self) -> None:
        self._again = None
        state = self.table.state
        if self.table.awake and state.status == "over" and self._only_cats():
            try:
                await self.deal()
            except CardhouseError as error:
                log.warning("table %s: can't deal again yet: %s", self.table.tag, error)
                await self.table.changed()


def _daily(game: str, deal: int, number: int) -> Dealt:
    """The deal of the day, for the first time or again: the same cards and the same cats for everybody."""
    known = Deal(game, deal, {})
    return Dealt(time.time(), number, known.seed, known.salt)


def _prepared(number: int) -> Prepared:
    """Return what the house binds itself to for a deal."""
    return Prepared(time.time(), number, secrets.token_hex(32), secrets.token_hex(16))
