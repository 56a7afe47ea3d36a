"""One live table: a single task applies what people, bots and clocks do, one thing after another.

Everything that changes the table is a log entry: written down, then applied by `TableState.apply`, then broadcast. A
table that is made again from its log stands where it stood.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial

import msgspec

from ..contract.kept import SlapFigures
from ..contract.messages import FromPerson, Notice, Ping, Pong, Refusal, TableInfo, ToPerson
from ..contract.requests import Person
from ..engine.action import Action
from ..engine.errors import CardhouseError, Refused
from ..engine.words import say
from ..games import spec
from .asking import Asking
from .bots import STAND_IN, TRY_AGAIN, Bots, cat_for
from .broadcast import broadcast_news, table_info, welcome
from .commands import handle
from .connection import Connection, Connections
from .dealing import Dealing
from .inbox import Command, Inbox
from .liveness import stalled
from .log import Acted, Arranged, Barred, Fired, LogEntry, Matched, Paced, Paused, Seated, TableLog
from .plan import SeatPlan, TablePlan, tag_of
from .pool import BotPool
from .presence import SILENT_AFTER, SILENT_FOR, SLAPPER_GONE_AFTER, Countdowns
from .results import rated
from .room import Room
from .round import Round, Step
from .slaps import Slaps
from .slow import SlowTurns, YourTurn
from .state import TableState
from .step_messages import StepMessages
from .timer import RulesTimer

log = logging.getLogger("cardhouse.table")

# Those who come and go to watch are told of in groups.
NEWS_AFTER = 0.25
# A record that can't be written is tried again after a second, then after longer, up to this.
FINISH_WITHIN = 60.0
# A table hears this many things at once; a post that finds no place comes back after this many seconds.
MOST_COMMANDS = 256
POST_AGAIN = 0.05


class Table:
    """A table with its seats, its game, its clocks, its bots and the people who are connected to it."""

    def __init__(
        self,
        plan: TablePlan,
        table_log: TableLog,
        pool: BotPool,
        entries: Sequence[LogEntry] = (),
        observe: Callable[[str, float], None] = lambda what, amount: None,
        practised: Callable[[str, str, bool], Awaitable[None]] | None = None,
        tell_turn: Callable[[YourTurn], None] = lambda turn: None,
    ) -> None:
        self.code = plan.code
        self.tag = tag_of(plan.code)
        self.state = TableState(plan, entries)
        self.log = table_log
        self.observe = observe
        # Hears of a person's exercise whether it was found at the first try.
        self.practised = practised
        self.pause_votes: set[str] = set()
        self.connections = Connections()
        self.slaps = Slaps(self.state, self.connections, self, self.tag)
        self.bots = Bots(self.state, pool, self.slaps, self, self.tag)
        self.dealing = Dealing(self)
        self.asking = Asking(self)
        self.room = Room(self)
        self.timer = RulesTimer(lambda: self.post(self._fire))
        # Who plays and is not connected, by person; who is and does not move, by seat.
        self.gone: Countdowns[str] = Countdowns(lambda who: self.post(partial(self._stand_in_for, who)))
        self.turn_clocks: Countdowns[int] = Countdowns(lambda seat: self.post(partial(self._turn_ran_out, seat)))
        self.slow = SlowTurns(self, tell_turn)
        self.steps = StepMessages(self.state, self.connections, self.slaps, self.timer, self.turn_clocks)
        self._inbox = Inbox(MOST_COMMANDS)
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._news: asyncio.TimerHandle | None = None
        self._finished = 0
        # When somebody who plays was here last.
        self._played_at = 0.0
        self._unkept: asyncio.TimerHandle | None = None
        self._finish_in = TRY_AGAIN
        # Who waits for what they asked the table's task to do.
        self._asked: set[asyncio.Future[int]] = set()

    # What the table is, for everybody who looks.

    @property
    def is_slap_game(self) -> bool:
        """True if the faster hand wins here."""
        return spec(self.state.plan.game).slaps

    @property
    def present(self) -> set[str]:
        """The ids of the people who are connected, and heard of."""
        return self.connections.present

    @property
    def silent(self) -> set[str]:
        """The ids of the people who are connected, and have not been heard of for some seconds."""
        return self.connections.silent

    @property
    def awake(self) -> bool:
        """True if anybody is there to play or to watch; otherwise clocks and bots stand still."""
        people = self.state.seating.people
        if not people:
            return bool(self.connections)
        if self.state.plan.slow:
            return True
        return not people.isdisjoint(self.connections.present)

    @property
    def running(self) -> bool:
        """True if clocks run and bots play."""
        current = self.state.round
        held = self.state.paused or self.asking.open
        return current is not None and not current.game.over and not held and self.awake

    @property
    def deserted_for(self) -> float:
        """The seconds for which nobody who plays has been here."""
        return 0.0 if self.room.players else self._now() - self._played_at

    @property
    def busy(self) -> bool:
        """True if commands wait to be done."""
        return len(self._inbox) > 0

    def info(self, person: str) -> TableInfo:
        """The table as this person sees it."""
        return table_info(self, person)

    def own_record(self, person: Person, seat: int) -> str:
        """The game in play as a record, to fork it as this seat knows it; `Refused` where there are no hints."""
        if not self.state.plan.hints:
            raise Refused("refused.table.no_hints")
        self.state.seating.check(person.id, seat)
        if self.state.round is None:
            raise Refused("refused.table.not_started")
        return self.state.round.record.text()

    # Coming and going.

    async def open(self) -> None:
        """Begin to listen; deal if everybody is there."""
        if self._task is None:
            self.slaps.follow(self._now())
            self._played_at = self._now()
            self._task = asyncio.create_task(self._listen(), name=f"table {self.tag}")
            self.post(self.dealing.begin)

    def stop(self) -> None:
        """Do nothing more from now on, and tell nobody anything. What was done is in the log."""
        self._closed = True
        self.bots.close()
        self.slaps.stop()
        self.timer.stop()
        self.gone.stop_all()
        self.turn_clocks.stop_all()
        self.slow.stop()
        self.dealing.stop()
        for handle_of in (self._news, self._unkept):
            if handle_of is not None:
                handle_of.cancel()
        if self._task is not None:
            self._task.cancel()
        for answer in self._asked:
            if not answer.done():
                answer.set_exception(Refused("refused.server.moving", retry=1))

    async def close(self) -> None:
        """Stop, and wait until it has."""
        self.stop()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def join(
        self,
        person: Person,
        send: Callable[[ToPerson], None],
        last: tuple[int, int] | None = None,
        line: Callable[[], float | None] | None = None,
    ) -> Connection:
        """Be at the table, to play or to watch; ``last`` is the round and step seen last. Sends a `Welcome`.

        ``line`` measures the round trip of the line itself in milliseconds; None if that can't be known.
        """
        if self._closed:
            raise Refused("refused.server.moving", retry=1)
        if not self._may_watch(person.id):
            raise Refused("refused.table.no_watching")
        connection = Connection(person, send, line)
        was_awake = self.awake
        self.connections.add(connection)
        if self.awake and not was_awake:
            self.slaps.show_again(self._now())
        self._follow_people()
        connection.send(welcome(self, connection, last))
        self._measure(connection)
        for seat in self.state.seating.away(person.id):
            self.post(partial(self._take_back, connection, seat))
        self._news_of(person.id, connection)
        self.room.recount_soon()
        if not was_awake and self.awake:
            self.post(self.changed)
        self.dealing.people_changed()
        return connection

    def part(self, connection: Connection) -> None:
        """A connection is gone. If it was the person's last and others play on, a cat takes over after a while."""
        if connection not in self.connections:
            return
        self.connections.remove(connection)
        if self._closed:
            return
        self._follow_people()
        if not self.awake:
            self.post(self.changed)
        self.dealing.people_changed()
        self.room.recount_soon()
        self._news_of(connection.person.id)

    def _news_of(self, person: str, but: Connection | None = None) -> None:
        """Tell of somebody who came or went: of players at once, of watchers in groups."""
        if self.state.seating.of(person):
            self.broadcast_news(but)
        elif self._news is None:
            self._news = asyncio.get_running_loop().call_later(NEWS_AFTER, self._group_news)

    def _group_news(self) -> None:
        self._news = None
        self.broadcast_news()

    async def take_seat(self, person: Person, seat: int | None = None) -> int:
        """Sit down on an open seat, or the first free one; gives the seat or raises `Refused`."""

        async def sit() -> int:
            seating = self.state.seating
            mine, free = seating.of(person.id), seating.open_seats
            if seat in mine or (seat is None and mine):
                return mine[0] if seat is None else seat
            if seat is None and not free:
                raise Refused("refused.table.full")
            chosen = seat if seat is not None else free[0]
            await self._sit_down(person, chosen)
            self.post(self.dealing.if_full)
            return chosen

        return await self.ask(sit)

    async def leave_for_good(self, person: Person) -> None:
        """Give all seats of a person up: cats play on, and the table is no longer theirs."""

        async def leave() -> int:
            return await self.leave(person)

        await self.ask(leave)

    async def leave(self, person: Person) -> int:
        """Give all of a person's seats back to the room; in a game a cat plays them to its end, and they can return."""
        state, name = self.state, self.room.name_of(person.id)
        seats = [*state.seating.of(person.id), *state.seating.away(person.id)]
        for seat in seats:
            playing = state.status == "playing"
            await self.seat(seat, state.seating.left_to_bot(seat, STAND_IN, True) if playing else SeatPlan("open"))
        if person.id in state.queue:
            await self.room.queue(person, False)
        await self.room.pass_host_from(person.id)
        if seats:
            self.notice("room.left", who=name)
        self._welcome_all_of(person.id)
        self.broadcast_news()
        self.room.recount_soon()
        return len(seats)

    async def ask(self, what: Callable[[], Awaitable[int]]) -> int:
        """Have the table's task do something, and wait for what comes of it."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def command() -> None:
            try:
                found = await what()
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
                return
            # Who asked may have gone meanwhile: it is done all the same.
            if not answer.done():
                answer.set_result(found)

        if self._closed:
            raise Refused("refused.server.moving", retry=1)
        self._asked.add(answer)
        try:
            self.post(command)
            return await answer
        finally:
            self._asked.discard(answer)

    def hear(self, connection: Connection, message: FromPerson) -> None:
        """Take a message from somebody at the table; a refusal is sent to them with its reason."""
        connection.heard()
        if connection.silent:
            self._heard_again(connection)
        if isinstance(message, Pong):
            connection.ponged(message.n, self._now())
            return
        if not self._inbox.put(partial(handle, self, connection, message, self._now())):
            key = "refused.table.busy"
            connection.send(Refusal(key, say(key, {}), {}, getattr(message, "id", 0)))

    def ping(self, everybody: bool = False) -> None:
        """Ask those who matter, or everybody, if they are there; in slap games it measures how far away they are."""
        people = self.state.seating.people
        for connection in self.connections:
            self._measure(connection, everybody or (len(people) > 1 and connection.person.id in people))

    def _measure(self, connection: Connection, wanted: bool = False) -> None:
        if self.is_slap_game or wanted:
            connection.send(Ping(connection.pinged(self._now())))

    def tick(self) -> None:
        """Once a second: note who has fallen silent, and tell everybody for whom they have been waiting long."""
        now, changed = self._now(), False
        if self.room.players:
            self._played_at = now
        for connection in self.connections:
            if not connection.silent and connection.quiet_for(now) >= SILENT_AFTER:
                self.connections.fell_silent(connection)
                changed = True
        if changed:
            self._people_changed()
        elif len(self.connections) > 1 and self.room.tick():
            self.broadcast_news()

    def _heard_again(self, connection: Connection) -> None:
        """Somebody who was silent has said something."""
        was_awake = self.awake
        self.connections.fell_silent(connection, False)
        if self.awake and not was_awake:
            self.slaps.show_again(self._now())
        for seat in self.state.seating.away(connection.person.id):
            self.post(partial(self._take_back, connection, seat))
        self._people_changed()

    def _people_changed(self) -> None:
        """Somebody fell silent, or is heard of again."""
        self._follow_people()
        self.dealing.people_changed()
        self.room.recount_soon()
        self.post(self.changed)
        self.broadcast_news()

    def notice(self, key: str, **facts: str | int) -> None:
        """Tell everybody what happened in the room, and who did it."""
        told = Notice(key, say(key, facts), dict(facts))
        for connection in self.connections:
            connection.send(told)

    # The one task.

    async def _listen(self) -> None:
        while True:
            command = await self._inbox.next()
            try:
                await command()
            except CardhouseError as error:
                log.warning("table %s: a command failed: %s", self.tag, error)
            except Exception:
                log.exception("table %s: a command failed", self.tag)
            if stalled(self):
                self._stalled()

    def _stalled(self) -> None:
        """Nothing would ever happen here again: say so, and ask the bots again."""
        current = self.state.round
        assert current is not None
        self.observe("stalls", 1)
        log.error(
            "table %s: stalled in %s at step %d after '%s', turn of %s, levels %s",
            self.tag,
            self.state.plan.game,
            int(current.game.step),
            current.steps[-1].action.split()[0] if current.steps else "the deal",
            current.game.turn(),
            [plan.level or plan.kind for plan in self.state.seating.plans],
        )
        self.bots.ask_all()

    def post(self, command: Command) -> None:
        """Have the table's task do something next, from a clock or a bot."""
        if not self._closed and not self._inbox.put(command):
            asyncio.get_running_loop().call_later(POST_AGAIN, self.post, command)

    def later(self, seconds: float, command: Command) -> asyncio.TimerHandle:
        """Have the table's task do something after a while."""
        return asyncio.get_running_loop().call_later(seconds, self.post, command)

    async def commit(self, *entries: LogEntry) -> Step | None:
        """Write entries down for good, then apply them; gives the last step, if the game made one."""
        await self.log.append(self.code, entries)
        step = None
        for entry in entries:
            step = self.state.apply(entry) or step
        return step

    # The game.

    async def act(self, seat: int, action: Action, slap: SlapFigures | None = None) -> None:
        """Do an action of a seat: on disk first, then broadcast. Raises `Refused`."""
        current = self.state.round
        assert current is not None
        current.game.check(seat, action)
        await self._advance(current, Acted(time.time(), seat, action, slap))

    async def _fire(self) -> None:
        current = self.state.round
        timer = current.game.timer if current is not None else None
        if current is None or timer is None or not self.running:
            return
        if self.slaps.pending:
            self.slaps.hold(self._fire)
            return
        try:
            await self._advance(current, Fired(time.time(), f"fire {timer.name}"))
        except CardhouseError as error:
            log.warning("table %s: a timer can't fire yet: %s", self.tag, error)
            self.timer.again_in(timer, TRY_AGAIN)

    async def _advance(self, current: Round, entry: Acted | Fired) -> None:
        began = time.perf_counter()
        step, game = await self.commit(entry), current.game
        assert step is not None
        if current.slaps:
            self.slaps.follow(self._now())
        self._follow_timer()
        self._follow_turns(step.seat)
        self.steps.send(step)
        if game.over:
            # Nobody waits for bookkeeping to see the last card. The news that it is over follows: its readers may ask
            # for the record at once.
            await self._finish()
            self.room.recount_soon()
            self.broadcast_news()
        self.observe("actions", 1)
        self.observe("seconds", time.perf_counter() - began)
        if game.over:
            await self.changed()
            return
        # The clocks follow it already.
        self.bots.follow(step.idle, step.seat)
        if not step.idle and self._follow_gone():
            self.broadcast_news()

    async def changed(self) -> None:
        """After every change: clocks, bots, who is gone, and the end of the game."""
        current = self.state.round
        self._follow_timer()
        self.bots.follow()
        if self._follow_people():
            self.broadcast_news()
        if current is not None and current.game.over:
            if self._finished < current.number and self._unkept is None:
                await self._finish()
                self.broadcast_news()
            self.dealing.when_over()

    async def pause(self, on: bool) -> None:
        """Stop the clocks and the bots, or let them go on."""
        await self.commit(Paused(time.time(), on))
        self.slaps.show_again(self._now())
        self.pause_votes.clear()
        await self.changed()

    async def set_pace(self, pace: str) -> None:
        """Let the bots play at another pace, from their next move on."""
        await self.commit(Paced(time.time(), pace))
        self.broadcast_news()

    async def set_match(self, best_of: int) -> None:
        """Let the next deal begin a match."""
        await self.commit(Matched(time.time(), best_of))
        self.broadcast_news()

    async def arrange(self, entry: Arranged, ready: Iterable[str] = ()) -> None:
        """Agree on another game, other rules or other seats; ``ready`` are those who need not be asked for the deal."""
        if self.state.status == "over":
            await self.keep_record()
        await self.commit(entry)
        self.slaps.new_round()
        # What they were about to do in a game that was broken off is nothing in the next one, which may begin at once.
        self.bots.stop()
        self.turn_clocks.stop_all()
        self.gone.stop_all()
        self.pause_votes.clear()
        self.dealing.rematch_votes.clear()
        self.dealing.rematch_votes |= set(ready)
        self._only_who_may_watch()
        self.broadcast_news()
        await self.dealing.if_full()

    async def start(self) -> None:
        """Deal now: cats take the open seats, and nobody's yes is awaited."""
        for seat in self.state.seating.open_seats:
            await self.seat(seat, cat_for(STAND_IN, self.state.seating.plans))
        if self.state.status != "playing":
            self.dealing.rematch_votes |= self.room.players
            await self.dealing.soon()

    async def count_votes(self) -> None:
        """Do what everybody who plays and is here has agreed on: to pause, to go on, to deal."""
        players = self.room.players or self.present
        if self.pause_votes and self.pause_votes >= players:
            await self.pause(not self.state.paused)
            self.broadcast_news()
        if self.dealing.rematch_votes and self.dealing.rematch_votes >= players:
            if self.state.status == "over":
                await self.dealing.soon()
            else:
                await self.dealing.if_full()

    async def dealt(self) -> None:
        """A new game was dealt: forget the one before, and show it."""
        self.room.new_deal()
        self.asking.begin()
        self.slaps.new_round()
        self.turn_clocks.stop_all()
        self._only_who_may_watch()
        self._follow_people()
        self._welcome_all()
        await self.changed()

    async def _finish(self) -> None:
        try:
            await self.keep_record()
        except Exception as error:
            # The log has the whole game: its record is written when it can be, whatever went wrong.
            expected = isinstance(error, CardhouseError)
            log.warning("table %s: a record can't be written yet: %s", self.tag, error, exc_info=not expected)
            self._unkept = self.later(self._finish_in, self._finish_again)
            self._finish_in = min(2 * self._finish_in, FINISH_WITHIN)
        else:
            self._finish_in = TRY_AGAIN

    async def _finish_again(self) -> None:
        self._unkept = None
        await self.changed()

    async def keep_record(self) -> None:
        """Write the record of the last game, if there is one that is not written yet."""
        current = self.state.round
        if current is None or self._finished >= current.number:
            return
        results = current.results(self.state.seating.plans)
        plan = self.state.plan
        if plan.lesson or current.forked:
            # Nobody's: a first game is neither won nor lost, nor is one that was taken up again.
            results = [msgspec.structs.replace(result, person="") for result in results]
        elif plan.rated:
            results = [rated(result) for result in results]
        await self.log.finish(self.code, current.number, current.record.text(), results)
        self._finished = current.number

    def ask_again(self, seat: int) -> None:
        """Ask the bot on this seat again in a moment."""
        self.bots.ask_again(seat)

    # Seats.

    async def sit(self, connection: Connection, seat: int) -> None:
        """Seat somebody who is here; `Refused` if the seat is not free for them."""
        await self._sit_down(connection.person, seat)
        self._welcome_all_of(connection.person.id)
        await self.dealing.if_full()

    async def _sit_down(self, person: Person, seat: int) -> None:
        if person.id in self.state.barred:
            raise Refused("refused.table.removed")
        plan, before = self.state.plan, self.state.seating.plans
        # Half a game of a cat's says nothing of how strong somebody is.
        takeover = plan.takeover and not (plan.rated and self.state.status == "playing")
        taken = self.state.seating.taken_by(seat, person, plan.on_one_screen, takeover)
        was = before[seat]
        await self.seat(seat, taken)
        if self.state.arranged:
            self.dealing.rematch_votes.add(person.id)
        if was.away == person.id:
            self.notice("room.back", who=taken.name)
        elif was.kind == "cat":
            self.notice("room.takeover", who=taken.name, cat=was.name)
        else:
            self.notice("room.sat", who=taken.name)

    async def seat(self, seat: int, plan: SeatPlan, barred: str = "") -> None:
        """Change who sits on a seat; somebody ``barred`` doesn't sit down here again."""
        now = time.time()
        entries: list[LogEntry] = [Seated(now, seat, plan)]
        if barred:
            entries.append(Barred(now, barred))
        await self.commit(*entries)
        self.turn_clocks.stop(seat)
        people = self.state.seating.people
        self.pause_votes &= people
        self.dealing.rematch_votes &= people
        self.room.recount_soon()
        self._only_who_may_watch()
        self.broadcast_news()
        await self.changed()

    async def give_to_bot(self, seat: int) -> None:
        """Let a cat play on for somebody, who can come back."""
        await self.seat(seat, self.state.seating.left_to_bot(seat, STAND_IN))
        self._welcome_all()

    async def _take_back(self, connection: Connection, seat: int) -> None:
        if seat in self.state.seating.away(connection.person.id):
            await self.sit(connection, seat)

    async def _stand_in_for(self, who: str) -> None:
        """Somebody has been gone for too long."""
        if who in self.present or not self.running:
            await self.changed()
            return
        try:
            for seat in self.state.seating.of(who):
                name = self.state.seating.plans[seat].name
                await self.give_to_bot(seat)
                self.notice("room.gone", who=name)
        except CardhouseError as error:
            log.warning("table %s: a cat can't take over yet: %s", self.tag, error)
            self.gone.start(who, TRY_AGAIN)

    async def _turn_ran_out(self, seat: int) -> None:
        """Somebody is here and has not moved for too long."""
        early = self.slow.left().get(seat, 0.0)
        if early > 0:
            # The machine's clock was set back meanwhile.
            self.turn_clocks.start(seat, early)
        elif seat in self._slow_seats() or seat in self.state.turns:
            name = self.state.seating.plans[seat].name
            try:
                await self.give_to_bot(seat)
                self.notice("room.slow", who=name)
            except CardhouseError as error:
                log.warning("table %s: a cat can't take over yet: %s", self.tag, error)
                self.turn_clocks.start(seat, TRY_AGAIN)
        else:
            await self.changed()

    def _slow_seats(self) -> set[int]:
        """The seats of people who are here and whose move everybody waits for, where there is a turn clock."""
        current, seating = self.state.round, self.state.seating
        if not self.state.plan.turn_clock or not self.running or current is None:
            return set()
        present = self.present
        return {seat for seat in current.game.turn() if seating.plans[seat].person in present}

    def _follow_people(self) -> bool:
        """Count down for who is gone, and for who is there and is awaited; whether that changed who is gone."""
        self._follow_turns(None)
        return self._follow_gone()

    def _follow_timer(self) -> None:
        """Run the timer that the rules want; with a clock in days it gives nobody less time who is awaited."""
        current = self.state.round
        wanted = None if current is None or self.state.turns else current.game.timer
        self.timer.follow(wanted, self.running)

    def _follow_gone(self) -> bool:
        """Count down for who plays and is not here; whether that changed who is gone."""
        waits = self.running and not self.state.plan.slow
        missing = self.state.seating.people - self.present if waits else frozenset()
        if not missing and not self.gone:
            return False
        silent, after = self.silent if missing else set(), float(self.state.plan.gone_after)
        wanted = {who: after - SILENT_FOR if who in silent else after for who in missing}
        changed = self.gone.follow(wanted)
        current = self.state.round
        if missing and self.is_slap_game and current is not None:
            # A card that nobody turns holds everybody up: a cat turns it.
            for seat in current.game.turn():
                changed |= self.gone.hasten(self.state.seating.plans[seat].person, SLAPPER_GONE_AFTER)
        return changed

    def _follow_turns(self, actor: int | None) -> None:
        if not self.state.plan.turn_clock:
            if self.turn_clocks:
                self.turn_clocks.stop_all()
            return
        if actor is not None:
            self.turn_clocks.stop(actor)
        if self.state.plan.slow:
            self.turn_clocks.follow(self.slow.left() if self.running else {})
            self.slow.follow()
            return
        self.turn_clocks.follow(dict.fromkeys(self._slow_seats(), float(self.state.plan.turn_clock)))

    def _only_who_may_watch(self) -> None:
        """Let go of those who came for a seat that others have taken, where nobody may watch."""
        for connection in list(self.connections):
            if not self._may_watch(connection.person.id):
                self.connections.remove(connection)
                connection.send(Refusal("refused.table.no_watching", say("refused.table.no_watching", {})))

    def dismiss(self) -> None:
        """Tell everybody that this table is no more."""
        for connection in self.connections:
            connection.send(Refusal("refused.table.discarded", say("refused.table.discarded", {})))
        self.connections.clear()

    def _may_watch(self, person: str) -> bool:
        seating, plan = self.state.seating, self.state.plan
        plays = seating.of(person) or seating.away(person)
        return bool(plays) or plan.watchable or person == plan.host or bool(seating.open_seats)

    # Telling.

    def broadcast_news(self, but: Connection | None = None) -> None:
        """Tell everybody how the table stands."""
        broadcast_news(self, but)

    def _welcome_all(self) -> None:
        for connection in self.connections:
            connection.send(welcome(self, connection, None))

    def _welcome_all_of(self, person: str) -> None:
        for connection in self.connections.of(person):
            connection.send(welcome(self, connection, None))

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
