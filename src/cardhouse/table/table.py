"""One live table: a single task applies what people, cats and clocks do, one thing after another.

Everything that changes the table is first written to its ledger and then told. A table that is made again from its
ledger stands where it stood.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from ..errors import CardhouseError, Refused
from ..messages import Delay, FromPerson, News, Ping, Pong, Refusal, Status, TableInfo, ToPerson
from ..words import say
from .absence import TRY_AGAIN, Absence
from .cats import CAT_FOR_GONE, Cats
from .clock import Clock
from .guest import Guest
from .plan import Ledger, LogEntry, SeatPlan, TablePlan
from .round import SLAP_GAMES, Happening, Round
from .seating import Person, Seating
from .slapping import Slapping
from .telling import info, tell_all, welcome
from .thinker import Thinker
from .wishes import obey

log = logging.getLogger("cardhouse.table")

WATCHED_AGAIN_AFTER = 8.0


class Table:
    """A table with its seats, its game, its clocks and its cats."""

    def __init__(
        self,
        plan: TablePlan,
        ledger: Ledger,
        thinker: Thinker,
        entries: Sequence[LogEntry] = (),
        observe: Callable[[str, float], None] = lambda what, amount: None,
    ) -> None:
        self.plan = plan
        self.code = plan.code
        # The code is the invitation: logs know the table by this.
        self.tag = hashlib.sha256(plan.code.encode()).hexdigest()[:8]
        self.ledger = ledger
        self.observe = observe
        self.seating = Seating(plan.seats)
        self.round: Round | None = None
        self.paused = False
        self.pause_votes: set[str] = set()
        self.rematch_votes: set[str] = set()
        self.guests: list[Guest] = []
        self.idle_since = time.time()
        self.cats = Cats(self, thinker)
        self.slapping = Slapping(self)
        self.clock = Clock(self)
        self.commands: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue(256)
        self.absence = Absence(self)
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._again: asyncio.TimerHandle | None = None
        self._finished = 0
        self._unkept: asyncio.TimerHandle | None = None
        for entry in entries:
            self._redo(entry)

    # What the table is, for everybody who looks.

    @property
    def status(self) -> Status:
        if self.round is None:
            return "waiting"
        return "over" if self.round.game.over else "playing"

    @property
    def present(self) -> set[str]:
        """The ids of the people who are connected."""
        return {guest.person.id for guest in self.guests}

    @property
    def awake(self) -> bool:
        """Whether anybody is there to play or to watch; otherwise clocks and cats stand still."""
        people = self.seating.people
        return any(guest.person.id in people for guest in self.guests) if people else bool(self.guests)

    @property
    def running(self) -> bool:
        """Whether clocks run and cats play."""
        return self.status == "playing" and not self.paused and self.awake

    @property
    def open_cards(self) -> bool:
        """Whether all cards lie open: only where everybody else is a cat."""
        return self.plan.open_cards and len(self.seating.people) <= 1 and not self.seating.open_seats

    def info(self, person: str) -> TableInfo:
        """The table as this person sees it."""
        return info(self, person)

    # Coming and going.

    async def open(self) -> None:
        """Begin to listen; deal if everybody is there."""
        if self._task is None:
            self._task = asyncio.create_task(self._listen(), name=f"table {self.tag}")
            await self.commands.put(self.deal_if_full)

    async def close(self) -> None:
        """Stop. What was done is in the ledger."""
        self._closed = True
        self.cats.close()
        self.slapping.stop()
        self.clock.stop()
        self.absence.stop()
        if self._again is not None:
            self._again.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def join(self, person: Person, send: Callable[[ToPerson], None], last: tuple[int, int] | None = None) -> Guest:
        """Be at the table, to play or to watch; ``last`` is the round and step seen last. Sends a `Welcome`."""
        if not self._may_watch(person.id):
            raise Refused("refused.table.no_watching")
        guest = Guest(person, send)
        was_awake = self.awake
        self.guests.append(guest)
        if self.awake and not was_awake and self.round is not None:
            self.round.shown_again(self._now())
        self.absence.follow()
        guest.tell(welcome(self, guest, last))
        self._measure(guest)
        for seat in self.seating.away(person.id):
            self.soon(partial(self._take_back, guest, seat))
        self.tell_table(but=guest)
        if not was_awake and self.awake:
            self.soon(self.changed)
        return guest

    def part(self, guest: Guest) -> None:
        """A connection is gone. If it was the person's last and others play on, a cat takes over after a while."""
        if guest not in self.guests:
            return
        self.guests.remove(guest)
        self.idle_since = time.time()
        self.absence.follow()
        if not self.awake:
            self.soon(self.changed)
        self.tell_table()

    async def take_seat(self, person: Person, seat: int | None = None) -> int:
        """Sit down on an open seat, or the first free one; gives the seat or raises `Refused`."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def sit() -> None:
            try:
                chosen = await self._seated(person, seat)
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
                return
            # Who asked may have gone meanwhile: the seat is theirs all the same.
            if not answer.done():
                answer.set_result(chosen)
            await self.deal_if_full()

        self.idle_since = time.time()
        await self.commands.put(sit)
        return await answer

    async def _seated(self, person: Person, seat: int | None) -> int:
        mine, free = self.seating.of(person.id), self.seating.open_seats
        if seat in mine or (seat is None and mine):
            return mine[0] if seat is None else seat
        if seat is None and not free:
            raise Refused("refused.table.full")
        chosen = seat if seat is not None else free[0]
        await self.seat(chosen, self.seating.taken_by(chosen, person))
        return chosen

    def hear(self, guest: Guest, message: FromPerson) -> None:
        """Take a message from somebody at the table; a refusal is sent to them with its reason."""
        if isinstance(message, Pong):
            guest.ponged(message.n, self._now())
            return
        try:
            self.commands.put_nowait(partial(obey, self, guest, message, self._now()))
        except asyncio.QueueFull:
            key = "refused.table.busy"
            guest.tell(Refusal(key, say(key, {}), {}, getattr(message, "id", 0)))

    def ping(self) -> None:
        """Measure how far away everybody is, in the games where it matters."""
        for guest in self.guests:
            self._measure(guest)

    def _measure(self, guest: Guest) -> None:
        if self.plan.game in SLAP_GAMES:
            guest.tell(Ping(guest.pinged(self._now())))

    # The one task.

    async def _listen(self) -> None:
        while True:
            command = await self.commands.get()
            try:
                await command()
            except CardhouseError as error:
                log.warning("table %s: a command failed: %s", self.tag, error)
            except Exception:
                log.exception("table %s: a command failed", self.tag)

    async def do(self, seat: int | None, action: str, slap: dict[str, object] | None = None) -> None:
        """Do an action of a seat, or fire the timer: on disk first, then told. Raises `Refused`."""
        current = self.round
        if current is None:
            raise Refused("refused.table.not_started")
        began = time.perf_counter()
        after, events = current.tried(seat, action)
        text = action if seat is not None else f"fire {current.game.timer.name if current.game.timer else ''}"
        at = time.time()
        data: dict[str, object] = {"action": text}
        if seat is not None:
            data["seat"] = seat
        if slap is not None:
            data["slap"] = slap
        await self.write("act" if seat is not None else "fire", data, at)
        happening = Happening(int(after.step), seat, text, events, slap)
        unmoved = current.leaves_plans(after, happening)
        current.done(after, happening, at, self._now())
        self.clock.follow()
        if after.over:
            # Who hears that it is over may ask for its record at once.
            await self._finish(current)
        tell_all(self, happening)
        if after.over:
            self.tell_table()
        self.observe("actions", 1)
        self.observe("seconds", time.perf_counter() - began)
        if not unmoved:
            await self.changed()

    async def changed(self) -> None:
        """After every change: clocks, cats, who is gone, and the end of the game."""
        self.clock.follow()
        self.cats.wake()
        if self.absence.follow():
            self.tell_table()
        current = self.round
        if current is None or not current.game.over:
            return
        if self._finished < current.number and self._unkept is None:
            await self._finish(current)
            self.tell_table()
        if self._again is None and self.awake and not self.seating.people:
            self._again = self.later(WATCHED_AGAIN_AFTER, self._watch_again)

    async def _finish(self, current: Round) -> None:
        self.idle_since = time.time()
        try:
            await self._keep_record(current)
        except CardhouseError as error:
            # The log has the whole game: its record is written when it can be.
            log.warning("table %s: a record can't be written yet: %s", self.tag, error)
            self._unkept = self.later(TRY_AGAIN, self._finish_again)

    async def _finish_again(self) -> None:
        self._unkept = None
        await self.changed()

    async def _keep_record(self, current: Round) -> None:
        await self.ledger.finish(self.code, current.number, current.record.text(), current.results(self.seating.plans))
        self._finished = current.number

    async def _watch_again(self) -> None:
        self._again = None
        if self.awake and self.status == "over" and not self.seating.people:
            try:
                await self.deal()
            except CardhouseError as error:
                log.warning("table %s: can't deal again yet: %s", self.tag, error)
                await self.changed()

    # Seats.

    async def sit(self, guest: Guest, seat: int) -> None:
        """Seat somebody who is here; `Refused` if the seat is not free for them."""
        await self.seat(seat, self.seating.taken_by(seat, guest.person))
        guest.tell(welcome(self, guest, None))
        await self.deal_if_full()

    async def seat(self, seat: int, plan: SeatPlan) -> None:
        """Change who sits on a seat."""
        data = {"seat": seat, "plan": {name: getattr(plan, name) for name in plan.__struct_fields__}}
        await self.write("seat", data, time.time())
        self.seating.put(seat, plan)
        self.pause_votes &= self.seating.people
        self.rematch_votes &= self.seating.people
        self.tell_table()
        await self.changed()

    async def give_to_cat(self, seat: int) -> None:
        """Let a cat play on for somebody; they can come back."""
        await self.seat(seat, self.seating.left_to_cat(seat, CAT_FOR_GONE))
        for guest in self.guests:
            guest.tell(welcome(self, guest, None))

    async def _take_back(self, guest: Guest, seat: int) -> None:
        if seat in self.seating.away(guest.person.id):
            await self.sit(guest, seat)

    async def deal_if_full(self) -> None:
        """Begin when the last open seat is taken."""
        if self.status == "waiting" and not self.seating.open_seats:
            try:
                await self.deal()
            except CardhouseError:
                self.later(TRY_AGAIN, self.deal_if_full)
                raise
        else:
            await self.changed()

    async def deal(self) -> None:
        """Deal a new game to those who sit here."""
        if self.round is not None and self._finished < self.round.number:
            await self._keep_record(self.round)
        number = self.round.number + 1 if self.round else 1
        seed, salt = secrets.randbits(63), secrets.token_hex(16)
        await self.write("deal", {"round": number, "seed": seed, "salt": salt}, time.time())
        self._dealt(number, seed, salt, time.time())
        self._only_who_may_watch()
        for guest in self.guests:
            guest.tell(welcome(self, guest, None))
        await self.changed()

    def _only_who_may_watch(self) -> None:
        """Let go of those who came for a seat that others have taken, where nobody may watch."""
        for guest in list(self.guests):
            if not self._may_watch(guest.person.id):
                self.guests.remove(guest)
                guest.tell(Refusal("refused.table.no_watching", say("refused.table.no_watching", {})))

    def _may_watch(self, person: str) -> bool:
        plays = self.seating.of(person) or self.seating.away(person)
        return bool(plays) or self.plan.watchable or person == self.plan.host or bool(self.seating.open_seats)

    def _dealt(self, number: int, seed: int, salt: str, at: float) -> None:
        self.round = Round.deal(self.plan, number, self.seating.names, seed, salt, at)
        self.rematch_votes.clear()
        self.slapping.stop()

    # Telling and writing.

    def far(self, guest: Guest, delay: float, cap: float) -> None:
        """Tell somebody that their connection is slower than slaps can be credited for."""
        guest.tell(Delay(round(delay, 1), cap))

    def tell_table(self, but: Guest | None = None) -> None:
        """Tell everybody how the table stands."""
        for guest in self.guests:
            if guest is not but:
                guest.tell(News(self.info(guest.person.id)))

    async def write(self, kind: str, data: dict[str, object], at: float) -> None:
        """Write something down for good."""
        await self.ledger.append(self.code, [LogEntry(kind, at, data)])

    def soon(self, command: Callable[[], Awaitable[None]]) -> None:
        """Have the table's task do something next, from a clock or a cat."""
        if self._closed:
            return
        try:
            self.commands.put_nowait(command)
        except asyncio.QueueFull:
            asyncio.get_running_loop().call_later(0.05, self.soon, command)

    def later(self, seconds: float, command: Callable[[], Awaitable[None]]) -> asyncio.TimerHandle:
        """Have the table's task do something after a while."""
        return asyncio.get_running_loop().call_later(seconds, self.soon, command)

    def _redo(self, entry: LogEntry) -> None:
        """Do again what the ledger says was done."""
        data = entry.data
        if entry.kind == "deal":
            self._dealt(data["round"], data["seed"], data["salt"], entry.at)
        elif entry.kind == "seat":
            self.seating.put(data["seat"], SeatPlan(**data["plan"]))
        elif entry.kind == "pause":
            self.paused = data["on"]
        elif self.round is not None:
            seat = data.get("seat")
            after, events = self.round.tried(seat, data["action"])
            happening = Happening(int(after.step), seat, data["action"], events, data.get("slap"))
            self.round.done(after, happening, entry.at, 0.0)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
