"""The room around a table: who is there, for whom the table waits, what is put to the vote, and who decides.

The host decides; where the host is not here, a majority of those who play can do what a host can. Whatever changes the
room for good is a log entry; votes and what is counted in seconds are only here.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING

from ..contract.messages import (
    Awaited,
    BeginMatch,
    Clock,
    Cover,
    Decision,
    Member,
    Motion,
    Propose,
    Remove,
    SetPace,
    Start,
    Tally,
)
from ..contract.messages import Room as RoomInfo
from ..contract.requests import Person
from ..engine.errors import CardhouseError, Refused
from . import decisions
from .log import Arranged, Queued
from .seating import GUEST

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("cardhouse.room")

# Seconds after which everybody is told that somebody is awaited, and after which a cat may play for them.
NOTICED_AFTER = 8.0
COVER_AFTER = 20.0
NUDGE_EVERY = 8.0
MOST_MOTIONS = 6
MOST_WATCHERS_TOLD = 20
# What can be put to the vote although the host is here.
ANYTIME = (Propose, Cover, Clock)
# What somebody hears who wants what the host decides.
ONLY_THE_HOST = {SetPace: "refused.table.pace", BeginMatch: "refused.table.match"}


@lru_cache(50_000)
def tag_for(code: str, person: str) -> str:
    """Return a room's name for a person: the same for everybody who asks, and meaningless outside this room."""
    return hashlib.sha256(f"{code} {person}".encode()).hexdigest()[:12] if person else ""


@dataclass
class OpenMotion:
    """A motion that is being voted on."""

    id: int
    by: str
    what: Decision
    yes: set[str] = field(default_factory=set)
    no: set[str] = field(default_factory=set)


class Room:
    """The people of a table and what they decide together."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.motions: dict[int, OpenMotion] = {}
        self._numbers = count(1)
        # Since when each is awaited.
        self._since: dict[tuple[object, ...], float] = {}
        self._noticed: set[tuple[object, ...]] = set()
        self._nudged: dict[tuple[str, int], float] = {}
        self._recounting = False

    # Who is there.

    def tag(self, person: str) -> str:
        """Return what the room calls this person."""
        return tag_for(self.table.code, person)

    @property
    def people(self) -> dict[str, Person]:
        """Everybody who is here, by id."""
        return {one.person.id: one.person for one in self.table.connections}

    @property
    def players(self) -> set[str]:
        """Who plays and is here, a cat for them perhaps."""
        seating, present = self.table.state.seating, self.table.present
        return {plan.person or plan.away for plan in seating.plans if not plan.left} & present

    @property
    def voters(self) -> set[str]:
        """Who has a say: who plays and is here, or waits for a seat; everybody where only cats play."""
        state, present = self.table.state, self.table.present
        found = self.players | (state.queue.keys() & present)
        return found or present

    @property
    def host(self) -> str:
        """The host, if they are here."""
        host = self.table.state.plan.host
        return host if host in self.table.present else ""

    def decides(self, person: str) -> bool:
        """True if this person needs nobody's agreement: the host, or who plays cats alone."""
        return person == self.table.state.plan.host or self.table.state.seating.people == {person}

    def person_called(self, who: str) -> Person:
        """The person that the room calls so; `Refused` if there is none."""
        for person in self.people.values():
            if self.tag(person.id) == who:
                return person
        for plan in self.table.state.seating.plans:
            one = plan.person or plan.away
            if one and self.tag(one) == who:
                return Person(one, plan.name, plan.face)
        raise Refused("refused.room.nobody")

    def name_of(self, person: str) -> str:
        """The name that everybody knows a person by."""
        for plan in self.table.state.seating.plans:
            if person in (plan.person, plan.away):
                return plan.name
        known = self.people.get(person) or self.table.state.queue.get(person)
        return known.name if known is not None and known.name else GUEST

    # What is decided.

    async def decide(self, person: str, what: Decision) -> None:
        """Do what the host wants; put what anybody else wants to the vote. `Refused` says why neither can be."""
        if not self.decides(person):
            if self.host and not isinstance(what, ANYTIME) and not self._asks_to_deal(what):
                raise Refused(ONLY_THE_HOST.get(type(what), "refused.table.host_starts"))
            if person not in self.voters:
                raise Refused("refused.table.not_playing")
        decisions.check(self.table, person, what)
        motion = self._motion(person, what)
        motion.yes.add(person)
        motion.no.discard(person)
        await self._carry_out_or_tell(motion)

    async def vote(self, person: str, number: int, yes: bool) -> None:
        """Count a person's vote."""
        motion = self.motions.get(number)
        if motion is None or person not in self._eligible(motion.what):
            raise Refused("refused.room.no_motion")
        (motion.yes if yes else motion.no).add(person)
        (motion.no if yes else motion.yes).discard(person)
        await self._carry_out_or_tell(motion)

    def _motion(self, person: str, what: Decision) -> OpenMotion:
        """The motion that wants this, a new one if there is none; of each kind a person has one."""
        for motion in list(self.motions.values()):
            if motion.what == what:
                return motion
            if motion.by == person and type(motion.what) is type(what):
                del self.motions[motion.id]
        if len(self.motions) >= MOST_MOTIONS:
            raise Refused("refused.table.busy")
        made = OpenMotion(next(self._numbers), person, what)
        self.motions[made.id] = made
        return made

    async def _carry_out_or_tell(self, motion: OpenMotion) -> None:
        if self._passes(motion):
            await self._carry_out(motion)
        elif self._fails(motion):
            del self.motions[motion.id]
            self.table.notice("room.declined", who=self.name_of(motion.by))
        self.table.broadcast_news()

    async def _carry_out(self, motion: OpenMotion) -> None:
        self.motions.pop(motion.id, None)
        await decisions.carry_out(self.table, motion.by, motion.what, frozenset(motion.yes))

    def _asks_to_deal(self, what: Decision) -> bool:
        """True for a wish to deal without those who say nothing, once a game has been played."""
        return isinstance(what, Start) and self.table.state.rounds > 0

    def _eligible(self, what: Decision) -> set[str]:
        """Who has a say in this: not the one whom it is about."""
        voters = self.voters
        if isinstance(what, Cover | Remove):
            plans = self.table.state.seating.plans
            if 0 <= what.seat < len(plans):
                return voters - {plans[what.seat].person}
        return voters

    def _needed(self, what: Decision) -> int:
        voters = len(self._eligible(what))
        return voters if self._breaks_off(what) else voters // 2 + 1

    def _breaks_off(self, what: Decision) -> bool:
        return isinstance(what, Propose) and what.now and self.table.state.status == "playing"

    def _passes(self, motion: OpenMotion) -> bool:
        what = motion.what
        if isinstance(what, Propose) and not what.now and self.table.state.status == "playing":
            return False
        eligible = self._eligible(what)
        if not self._breaks_off(what) and any(self.decides(person) for person in motion.yes & self.table.present):
            return True
        return 0 < self._needed(what) <= len(motion.yes & eligible)

    def _fails(self, motion: OpenMotion) -> bool:
        eligible = self._eligible(motion.what)
        if not motion.yes & eligible:
            return True
        return len(eligible - motion.no) < self._needed(motion.what)

    # Counting again.

    def recount_soon(self) -> None:
        """Have all votes counted again: somebody came or went."""
        if not self._recounting:
            self._recounting = True
            self.table.post(self.recount)

    async def recount(self) -> None:
        """Count all votes again, and do what now has enough of them."""
        self._recounting = False
        for motion in list(self.motions.values()):
            if motion.id not in self.motions:
                continue
            try:
                if self._passes(motion):
                    decisions.check(self.table, motion.by, motion.what)
                    await self._carry_out(motion)
                elif self._fails(motion):
                    del self.motions[motion.id]
                    self.table.broadcast_news()
            except CardhouseError as error:
                self.motions.pop(motion.id, None)
                log.info("table %s: a motion is dropped: %s", self.table.tag, error)
                self.table.broadcast_news()
        await self.table.count_votes()

    def new_deal(self) -> None:
        """A game was dealt: what was to be decided before it is decided."""
        for motion in list(self.motions.values()):
            if isinstance(motion.what, Start | Cover | Remove | Propose):
                del self.motions[motion.id]

    # Coming into the game, and leaving.

    async def queue(self, person: Person, on: bool) -> None:
        """Let somebody wait for a seat at the next deal, or no longer."""
        state = self.table.state
        if state.seating.seen_by(person.id):
            raise Refused("refused.table.one_seat")
        if person.id in state.barred:
            raise Refused("refused.table.removed")
        if on == (person.id in state.queue):
            return
        if on and len(state.queue) >= MOST_WATCHERS_TOLD:
            raise Refused("refused.table.busy")
        await self.table.commit(Queued(time.time(), person.id, person.name, person.face, on))
        if on:
            self.table.notice("room.queued", who=self.name_of(person.id))
        self.table.broadcast_news()
        self.recount_soon()

    async def pass_host_from(self, person: str) -> None:
        """The host has left: somebody who plays here is the host now, or somebody who is here."""
        state = self.table.state
        if state.plan.host != person:
            return
        seated = [plan.person or plan.away for plan in state.seating.plans if not plan.left]
        here = self.table.present
        others = [one for one in [*seated, *state.queue, *self.people] if one and one != person]
        chosen = next((one for one in others if one in here), None) or next(iter(others), None)
        if chosen is not None:
            await self.table.commit(Arranged(time.time(), host=chosen))
            self.table.notice("room.host", who=self.name_of(chosen))

    # Whom everybody waits for.

    def tick(self) -> bool:
        """Note who is awaited for how long; True if everybody is to hear of it."""
        noticed: set[tuple[object, ...]] = set()
        for key, awaited in self._awaited():
            if awaited.what == "move":
                noticed |= {(*key, after) for after in (NOTICED_AFTER, COVER_AFTER) if awaited.since >= after}
        changed = noticed != self._noticed and bool(noticed)
        self._noticed = noticed
        return changed

    def waiting(self) -> list[Awaited]:
        """For whom the table waits, and for how long."""
        return [awaited for _, awaited in self._awaited()]

    def _awaited(self) -> list[tuple[tuple[object, ...], Awaited]]:
        now = asyncio.get_running_loop().time()
        since: dict[tuple[object, ...], float] = {}
        found = []
        for key, awaited in self._all_awaited():
            since[key] = self._since.get(key, now)
            seconds = round(now - since[key], 1)
            cover_in = None
            if awaited.what == "move" and awaited.seat is not None and not self.table.state.plan.slow:
                cover_in = self._patience(awaited.seat, seconds)
            found.append((key, Awaited(awaited.what, seconds, awaited.who, awaited.seat, cover_in)))
        self._since = since
        return found

    def _patience(self, seat: int, seconds: float) -> float:
        """The seconds until a cat may play for the person on this seat; none if they are not here."""
        present = self.table.state.seating.plans[seat].person in self.table.present
        return round(max(COVER_AFTER - seconds, 0.0), 1) if present else 0.0

    def patience_with(self, seat: int) -> float | None:
        """The seconds until a cat may play for the person on this seat; None if nobody waits for them."""
        plan = self.table.state.seating.plans[seat]
        if plan.kind == "person" and plan.person not in self.table.present:
            return 0.0
        return next((one.cover_in for one in self.waiting() if one.what == "move" and one.seat == seat), None)

    def _all_awaited(self) -> Iterator[tuple[tuple[object, ...], Awaited]]:
        """Whom the table waits for, each with what stays the same for as long as it is the same wait."""
        state = self.table.state
        plans, current = state.seating.plans, state.round
        if state.status == "playing" and current is not None:
            if state.paused:
                if self.table.pause_votes:
                    yield from self._people_for("pause", self.players - self.table.pause_votes)
                return
            for seat in current.game.turn():
                if plans[seat].kind == "person":
                    key = ("move", current.number, seat, current.last_of_seat.get(seat, 0))
                    yield key, Awaited("move", 0.0, self.tag(plans[seat].person), seat)
            if self.table.pause_votes:
                yield from self._people_for("pause", self.players - self.table.pause_votes)
            return
        if state.status == "waiting":
            for seat, plan in enumerate(plans):
                if plan.kind == "open":
                    yield ("seat", seat), Awaited("seat", 0.0, "", seat)
                elif plan.kind == "person" and plan.person not in self.table.present:
                    yield ("come", plan.person), Awaited("come", 0.0, self.tag(plan.person), seat)
        if state.status == "over" or (state.arranged and not state.seating.open_seats):
            yield from self._people_for("ready", self.players - self.table.dealing.rematch_votes)

    def _people_for(self, what: str, people: set[str]) -> Iterator[tuple[tuple[object, ...], Awaited]]:
        for seat, plan in enumerate(self.table.state.seating.plans):
            person = plan.person or plan.away
            if person in people:
                people = people - {person}
                key = (what, self.table.state.next_round, person)
                yield key, Awaited("ready" if what == "ready" else "pause", 0.0, self.tag(person), seat)

    def check_nudge(self, person: str, seat: int) -> str:
        """The person on this seat, if they may be reminded now; `Refused` otherwise."""
        now = asyncio.get_running_loop().time()
        wanted = next((one for one in self.waiting() if one.seat == seat and one.who), None)
        plans = self.table.state.seating.plans
        if wanted is None or not 0 <= seat < len(plans):
            raise Refused("refused.room.not_awaited")
        if now - self._nudged.get((person, seat), -NUDGE_EVERY) < NUDGE_EVERY:
            raise Refused("refused.room.nudges")
        self._nudged[person, seat] = now
        return plans[seat].person or plans[seat].away

    # What everybody is told.

    def info(self) -> RoomInfo:
        """The room as everybody sees it."""
        state = self.table.state
        plan = state.plan
        return RoomInfo(
            members=self._members(),
            waiting=self.waiting(),
            motions=[self._told(motion) for motion in self.motions.values()],
            scores=[
                Tally(game, line.name, line.played, line.won, self.tag(line.person))
                for game, lines in state.evening.games.items()
                for line in lines.values()
            ],
            host=self.tag(self.host),
            arranged=state.arranged,
            chat=plan.chat,
            takeover=plan.takeover,
            gone_after=plan.gone_after,
            listed=plan.listed,
        )

    def _members(self) -> list[Member]:
        state, present = self.table.state, self.table.present
        silent = self.table.silent
        host, queue = state.plan.host, list(state.queue)
        found: dict[str, Member] = {}
        seated = [(plan.person or plan.away, plan) for plan in state.seating.plans if not plan.left]
        names = {person: (plan.name, plan.face) for person, plan in reversed(seated) if person}
        waiting = {person: (one.name or GUEST, one.face) for person, one in state.queue.items()}
        watching = {person: (one.name or GUEST, one.face) for person, one in self.people.items()}
        known = {**names, **{who: told for who, told in waiting.items() if who not in names}}
        for who, told in list(watching.items())[:MOST_WATCHERS_TOLD]:
            known.setdefault(who, told)
        for person, (name, face) in known.items():
            found[person] = Member(
                self.tag(person),
                name,
                face,
                seats=list(state.seating.seen_by(person)) if person in names else [],
                here=person in present,
                silent=person in silent,
                host=person == host,
                place=queue.index(person) + 1 if person in queue else 0,
            )
        return list(found.values())

    def _told(self, motion: OpenMotion) -> Motion:
        eligible = self._eligible(motion.what)
        return Motion(
            motion.id,
            self.tag(motion.by),
            motion.what,
            sorted(map(self.tag, motion.yes & eligible)),
            sorted(map(self.tag, motion.no & eligible)),
            sorted(map(self.tag, eligible - motion.yes - motion.no)),
            self._needed(motion.what),
        )
