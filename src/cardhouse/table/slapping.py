"""Slaps at a live table: claims are held until nobody else could still win, then judged, done and told."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import CardhouseError, Refused
from ..messages import Refusal
from ..messages import Slap as SlapMessage
from ..words import say
from .guest import Guest
from .judge import CAP, NO_DELAY, Claim, Suspicion, decide_at, judge, tie_breaker
from .round import Top

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("cardhouse.slaps")


class Slapping:
    """The slaps that wait to be judged, and what waits for them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pending: list[Claim] = []
        self.claimants: dict[int, Guest | None] = {}
        self.suspicions: defaultdict[int, Suspicion] = defaultdict(Suspicion)
        self._told: defaultdict[int, set[str]] = defaultdict(set)
        self._top: Top | None = None
        self._held: list[Callable[[], Awaitable[None]]] = []
        self._handle: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Forget what waits."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle = None
        self.pending, self.claimants, self._held, self._top = [], {}, [], None

    def holds(self, action: str) -> bool:
        """Whether this action has to wait: no card lies on one whose slap is not decided yet."""
        return bool(self.pending) and action == "turn"

    def hold(self, command: Callable[[], Awaitable[None]]) -> None:
        """Do this once the slaps are decided."""
        self._held.append(command)

    def claimed(self, guest: Guest, message: SlapMessage, arrived: float) -> None:
        """A person's slap came in."""
        current = self.table.round
        assert current is not None
        if not current.slaps:
            raise Refused("refused.verb", verb="slap", game=current.game.setup.game)
        top = current.top(message.token)
        if top is None:
            raise Refused("refused.table.covered")
        since = (arrived - top.sent) * 1000
        distance = guest.distance
        distance.disproved(since, message.reaction)
        claim = Claim.of(message.seat, since, message.reaction, distance.trust)
        if distance.trust > CAP and not guest.told_far:
            guest.told_far = True
            self.table.far(guest, distance.trust, CAP)
        self._add(claim, top, guest)

    def cat_slaps(self, seat: int, after: float) -> None:
        """A cat's slap, with the reaction time that it drew."""
        current = self.table.round
        if current is None or not current.tops:
            return
        self._add(Claim.of(seat, after * 1000, after * 1000, NO_DELAY), current.tops[-1], None)

    def _add(self, claim: Claim, top: Top, guest: Guest | None) -> None:
        current = self.table.round
        assert current is not None
        if claim.seat in self.claimants:
            return
        if top is not current.tops[-1] and claim.remainder >= (current.tops[-1].sent - top.sent) * 1000:
            raise Refused("refused.table.covered")
        if self._top is None:
            self._top = top
        elif self._top is not top:
            # Claims for two cards at once: those for the older card are decided first.
            if top.step > self._top.step:
                self.hold(partial(self._add_later, claim, top, guest))
                return
            self._hold_claims()
            self._top = top
        self.pending.append(claim)
        self.claimants[claim.seat] = guest
        self._schedule()

    def _hold_claims(self) -> None:
        assert self._top is not None
        for claim in self.pending:
            self.hold(partial(self._add_later, claim, self._top, self.claimants[claim.seat]))
        self.pending, self.claimants = [], {}

    async def _add_later(self, claim: Claim, top: Top, guest: Guest | None) -> None:
        current = self.table.round
        if current is not None and current.top(top.token) is top:
            self._add(claim, top, guest)

    def _schedule(self) -> None:
        """Decide at the moment after which nobody else could still win."""
        assert self._top is not None
        trusts = []
        for guest in self.table.guests:
            for seat in self.table.seating.of(guest.person.id):
                if seat not in self.claimants:
                    trusts.append(guest.distance.trust)
        at = self._top.sent + decide_at(self.pending, trusts) / 1000
        if self._handle is not None:
            self._handle.cancel()
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(max(at - loop.time(), 0.0), lambda: self.table.soon(self._decide))

    async def _decide(self) -> None:
        """Do the slaps in the order in which they count, then what waited for them."""
        table, claims, top, claimants = self.table, self.pending, self._top, self.claimants
        held, self._held = self._held, []
        self.pending, self.claimants, self._top, self._handle = [], {}, None, None
        if claims and top is not None and table.running:
            assert table.round is not None
            ordered = self._judged(claims, claimants)
            covered = sum(other.step > top.step for other in table.round.tops)
            action = "slap" if covered == 0 else f"slap {covered}"
            for place, claim in enumerate(ordered):
                await self._do(claim, place, ordered, action, claimants[claim.seat])
        for command in held:
            try:
                await command()
            except CardhouseError:
                continue

    def _judged(self, claims: list[Claim], claimants: dict[int, Guest | None]) -> list[Claim]:
        current = self.table.round
        assert current is not None
        guests = {id(guest) for guest in claimants.values()}
        if len(guests) == 1 and None not in claimants.values():
            claims = [claim.by_event_time() for claim in claims]
        claims = sorted(claims, key=lambda claim: claim.seat)
        return judge(claims, tie_breaker(current.game.setup.seed, int(current.game.step)))

    async def _do(self, claim: Claim, place: int, ordered: list[Claim], action: str, guest: Guest | None) -> None:
        table = self.table
        first = ordered[0]
        figures: dict[str, Any] = {
            "time": round(claim.remainder, 1),
            "claims": [each.figures() for each in ordered],
        }
        if len(ordered) > 1:
            other = ordered[1] if place == 0 else first
            figures["margin"] = round(abs(other.remainder - claim.remainder), 1)
        flags = self.suspicions[claim.seat].flags(claim) if guest is not None else []
        if flags:
            figures["flags"] = flags
        # Every slap's flags are in the record; the log tells of each kind once.
        if set(flags) - self._told[claim.seat]:
            self._told[claim.seat] |= set(flags)
            log.warning("table %s: the slaps of seat %d are odd: %s", table.tag, claim.seat, ", ".join(flags))
        current = table.round
        if current is None or current.game.over:
            return
        taken = place > 0 and not current.game.view(None).zone("pile").cards
        if taken:
            if guest is not None:
                by = round(claim.remainder - first.remainder, 1)
                facts = {"by": by, "winner": first.seat}
                text = say("refused.table.too_late", facts, table.seating.names)
                guest.tell(Refusal("refused.table.too_late", text, facts))
            return
        try:
            await table.do(claim.seat, action, figures)
        except CardhouseError as error:
            if guest is not None:
                guest.tell(Refusal(error.key, str(error), {}))
