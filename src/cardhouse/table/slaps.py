"""Slaps at a live table: claims are held until nobody else could still win, then judged, done and broadcast."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from ..contract.kept import SlapFigures
from ..contract.messages import Delay, Refusal
from ..contract.messages import Slap as SlapMessage
from ..engine.action import SLAP, Action
from ..engine.errors import CardhouseError, Refused
from ..engine.words import say
from .connection import Connection, Connections
from .inbox import Command
from .judge import CAP, NO_DELAY, REVEAL, TIE, Claim, Suspicion, decide_at, judge, tie_breaker
from .state import TableState

log = logging.getLogger("cardhouse.slaps")


class Runner(Protocol):
    """The interface that the parts of a table use: whether it runs, and to do things one after another."""

    @property
    def running(self) -> bool:
        """True if clocks run and bots play."""

    def post(self, command: Command) -> None:
        """Have the table's task do this next."""

    async def act(self, seat: int, action: Action, slap: SlapFigures | None = None) -> None:
        """Do an action of a seat: on disk first, then broadcast. Raises `Refused`."""

    def ask_again(self, seat: int) -> None:
        """Ask the bot on this seat again in a moment."""


@dataclass(frozen=True)
class Top:
    """A turned card: the token that names it, and when its face is seen where there is no distance."""

    token: str
    step: int
    shown: float


class Slaps:
    """The slaps that wait to be judged, and what waits for them."""

    def __init__(self, state: TableState, connections: Connections, table: Runner, tag: str) -> None:
        self.state = state
        self.connections = connections
        self.table = table
        self.tag = tag
        self.tops: list[Top] = []
        self.pending: list[Claim] = []
        self.claimants: dict[int, Connection | None] = {}
        self.suspicions: defaultdict[int, Suspicion] = defaultdict(Suspicion)
        self._told: defaultdict[int, set[str]] = defaultdict(set)
        self._top: Top | None = None
        self._held: list[Command] = []
        self._handle: asyncio.TimerHandle | None = None

    # The cards that can be slapped.

    def follow(self, now: float) -> None:
        """Give the cards that were turned since then their tokens; their faces are seen soon."""
        turned = self.state.round.turned if self.state.round is not None else []
        if not turned and not self.tops:
            return
        known = {top.step: top for top in self.tops}
        self.tops = [known.get(step) or Top(secrets.token_hex(6), step, now + REVEAL / 1000) for step in turned]

    def show_again(self, now: float) -> None:
        """The table stood still: the card on top counts as shown now, so that nobody's reaction includes the rest."""
        self.tops = [*self.tops[:-1], *[Top(top.token, top.step, now) for top in self.tops[-1:]]]

    @property
    def token(self) -> str:
        """The name of the card on top; empty if there is none."""
        return self.tops[-1].token if self.tops else ""

    @property
    def shown(self) -> float:
        """When the face of the card on top is seen."""
        return self.tops[-1].shown if self.tops else 0.0

    # Waiting for the decision.

    @property
    def undecided(self) -> bool:
        """True if slaps wait to be judged, with the moment set for it."""
        return self._handle is not None

    def stop(self) -> None:
        """Forget what waits."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle = None
        self.pending, self.claimants, self._held, self._top = [], {}, [], None

    def new_round(self) -> None:
        """Forget all of the game before."""
        self.stop()
        self.tops = []

    def holds(self, action: Action) -> bool:
        """True if this action has to wait: no card lies on one whose slap is not decided yet."""
        return bool(self.pending) and action.verb == "turn"

    def hold(self, command: Command) -> None:
        """Do this once the slaps are decided."""
        self._held.append(command)

    # Claims.

    def claimed(self, connection: Connection, message: SlapMessage, arrived: float) -> None:
        """A person's slap came in."""
        current = self.state.round
        assert current is not None
        if not current.slaps:
            raise Refused("refused.verb", verb="slap", game=current.game.setup.game)
        top = next((top for top in self.tops if top.token == message.token), None)
        if top is None:
            raise Refused("refused.table.covered")
        since = (arrived - top.shown) * 1000
        lag = connection.lag
        if message.reaction <= since:
            lag.disproved(since, message.reaction)
        trusted = self.suspicions[message.seat].trusted(lag, message.reaction)
        claim = Claim.of(message.seat, since, message.reaction, trusted)
        if lag.trusted > CAP and not connection.told_far:
            connection.told_far = True
            connection.send(Delay(round(lag.trusted, 1), CAP))
        self._add(claim, top, connection)

    def bot_slaps(self, seat: int, now: float) -> None:
        """A bot's slap at the moment it chose; `Refused` if there is nothing to slap any more."""
        if not self.tops:
            raise Refused("refused.table.covered")
        after = (now - self.tops[-1].shown) * 1000
        self._add(Claim.of(seat, after, after, NO_DELAY), self.tops[-1], None)

    def _add(self, claim: Claim, top: Top, connection: Connection | None) -> None:
        if claim.seat in self.claimants:
            return
        last = self.tops[-1]
        if top is not last and claim.remainder >= (last.shown - top.shown) * 1000:
            raise Refused("refused.table.covered")
        if self._top is None:
            self._top = top
        elif self._top.token != top.token:
            # Claims for two cards at once: those for the older card are decided first.
            if top.step > self._top.step:
                self.hold(partial(self._add_later, claim, top, connection))
                return
            self._hold_claims()
            self._top = top
        self.pending.append(claim)
        self.claimants[claim.seat] = connection
        self._schedule()

    def _hold_claims(self) -> None:
        assert self._top is not None
        for claim in self.pending:
            self.hold(partial(self._add_later, claim, self._top, self.claimants[claim.seat]))
        self.pending, self.claimants = [], {}

    async def _add_later(self, claim: Claim, top: Top, connection: Connection | None) -> None:
        for known in self.tops:
            if known.token == top.token:
                self._add(claim, known, connection)

    def _schedule(self) -> None:
        """Decide at the moment after which nobody else could still win."""
        assert self._top is not None
        trusted = []
        for connection in self.connections:
            for seat in self.state.seating.of(connection.person.id):
                if seat not in self.claimants:
                    trusted.append(connection.lag.trusted)
        at = self._top.shown + decide_at(self.pending, trusted) / 1000
        if self._handle is not None:
            self._handle.cancel()
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(max(at - loop.time(), 0.0), lambda: self.table.post(self._decide))

    # The decision.

    async def _decide(self) -> None:
        """Do the slaps in the order in which they count, then what waited for them."""
        claims, top, claimants = self.pending, self._top, self.claimants
        held, self._held = self._held, []
        self.pending, self.claimants, self._top, self._handle = [], {}, None, None
        if claims and top is not None and self.table.running:
            ordered = self._judged(claims, claimants)
            covered = sum(other.step > top.step for other in self.tops)
            for place, claim in enumerate(ordered):
                flags = self._flags(next(each for each in claims if each.seat == claim.seat), claimants[claim.seat])
                await self._do(claim, place, ordered, Action(SLAP + covered), claimants[claim.seat], flags)
        for command in held:
            try:
                await command()
            except CardhouseError:
                continue

    def _judged(self, claims: list[Claim], claimants: dict[int, Connection | None]) -> list[Claim]:
        current = self.state.round
        assert current is not None
        # People at one screen share a clock: there is no distance between them.
        if len(claims) > 1 and None not in claimants.values() and len({id(one) for one in claimants.values()}) == 1:
            claims = [claim.by_event_time() for claim in claims]
        claims = sorted(claims, key=lambda claim: claim.seat)
        return judge(claims, tie_breaker(current.game.setup.seed, int(current.game.step)))

    def _flags(self, claim: Claim, connection: Connection | None) -> list[str]:
        """Return what is odd about a person's slap as it came in, contested or not."""
        if connection is None:
            return []
        flags = self.suspicions[claim.seat].flags(claim, connection.lag)
        # Every slap's flags are in the record; the log tells of each kind once.
        if set(flags) - self._told[claim.seat]:
            self._told[claim.seat] |= set(flags)
            log.warning("table %s: the slaps of seat %d are odd: %s", self.tag, claim.seat, ", ".join(flags))
        return flags

    async def _do(
        self,
        claim: Claim,
        place: int,
        ordered: list[Claim],
        action: Action,
        connection: Connection | None,
        flags: list[str],
    ) -> None:
        first = ordered[0]
        margin = None
        if len(ordered) > 1:
            other = ordered[1] if place == 0 else first
            margin = round(abs(other.remainder - claim.remainder), 1)
        figures = SlapFigures(
            # Who saw the card before the table stood still took at least as long as they say.
            time=round(max(claim.remainder, claim.reaction), 1),
            claims=[each.figures() for each in ordered],
            margin=margin,
            tie=margin is not None and margin <= TIE,
            flags=flags,
        )
        current = self.state.round
        if current is None or current.game.over:
            return
        taken = place > 0 and not current.game.view(None).zone("pile").cards
        if taken:
            if connection is not None:
                by = round(claim.remainder - first.remainder, 1)
                facts = {"by": by, "winner": first.seat}
                text = say("refused.table.too_late", facts, self.state.seating.names)
                connection.send(Refusal("refused.table.too_late", text, facts))
            return
        try:
            await self.table.act(claim.seat, action, figures)
        except CardhouseError as error:
            if connection is not None:
                connection.send(Refusal(error.key, str(error), {}))
            else:
                self.table.ask_again(claim.seat)
