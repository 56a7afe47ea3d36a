"""Whole rooms on virtual time: an evening of several games with people who come late, leave, fall silent and vote.

The table is the same as in `soaking.py`, and so are the checks; here games follow each other at one link.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable

from sitting import settled, table_of
from soaking import Faults, Person, Soaked, cats_of, made, state_of, tidy
from soaking_nodes import NodesLog
from virtual import run

import cardhouse
from cardhouse.contract.messages import (
    Adjust,
    BeginMatch,
    Clock,
    Cover,
    FromPerson,
    Go,
    Host,
    Leave,
    Nudge,
    Pause,
    Ping,
    Place,
    Pong,
    Propose,
    Queue,
    Rematch,
    Remove,
    Say,
    SetPace,
    Setup,
    Sit,
    Start,
    Vote,
    Welcome,
)
from cardhouse.engine.record import read_record
from cardhouse.table.log import MemoryLog
from cardhouse.table.plan import SeatPlan
from cardhouse.table.table import Table

GAMES = [info.name for info in cardhouse.games()]
FRIENDS = ("p0", "p1", "p2", "p3", "p4")
# An evening is over after this many games, or this many seconds of it.
EVENING = 3
LONG_ENOUGH = 20_000.0


class Friend(Person):
    """Somebody in a room: comes and goes, and wants all sorts of things."""

    # Whether their page answers pings.
    answers = True

    @property
    def you(self) -> str:
        return next(message.you for message in self.told if isinstance(message, Welcome))

    def room_wish(self) -> FromPerson:
        """Something that has to do with the room."""
        dice, info = self.dice, self.news.table
        assert info.room is not None
        room, seat = info.room, dice.randrange(-1, 7)
        members = [one.who for one in room.members] or [""]
        motions = [motion.id for motion in room.motions] or [0]
        return dice.choice(
            [
                Propose(self.setup(members), dice.random() < 0.2),
                Propose(Setup(dice.choice(GAMES))),
                Vote(dice.choice(motions), dice.random() < 0.8),
                Vote(dice.choice(motions), True),
                Vote(dice.choice(motions), True),
                Cover(seat),
                Clock(dice.choice((0, 15, 60, 7))),
                Host(dice.choice(members)),
                Adjust(dice.choice((None, True, False)), dice.choice((None, True)), dice.choice((None, 20, 60, 5))),
                Nudge(seat),
                Queue(dice.random() < 0.8),
                Queue(True),
                Go(),
                Leave(seat),
                Sit(seat),
                Sit(seat),
                Sit(seat),
                Start(),
                Remove(seat) if dice.random() < 0.1 else Rematch(),
                BeginMatch(dice.choice((0, 3, 4))),
                SetPace("instant"),
                Say(dice.choice(("hello", "hurry_up"))),
                Say(text=dice.choice(("hi", "x" * 300, "\x00"))),
                Rematch(),
            ]
        )

    def setup(self, members: list[str]) -> Setup:
        """Any game with anybody on its seats."""
        dice = self.dice
        game = dice.choice(GAMES)
        count = dice.choice(next(info for info in cardhouse.games() if info.name == game).seat_choices)
        people = dice.sample(members, min(len(members), dice.randrange(count + 1)))
        places = [Place("person", who) for who in people]
        while len(places) < count:
            places.append(Place("open") if dice.random() < 0.1 else Place("cat", level=dice.choice(cats_of(game)[:3])))
        dice.shuffle(places)
        return Setup(game, {"limit": 20} if game == "hearts" else None, places)


async def soak_room(
    seed: int, soaked: Soaked, silly: float = 0.15, games: int = EVENING, nodes: NodesLog | None = None
) -> None:
    """One room until that many games have been played there; with ``nodes`` each restart is on another one."""
    dice = random.Random(f"room {seed}")
    options, seats, _ = made(dice, game := dice.choice(GAMES))
    seats = [SeatPlan("open") if plan.kind == "cat" and dice.random() < 0.2 else plan for plan in seats]
    if not any(plan.kind == "person" for plan in seats):
        seats[0] = SeatPlan("person", "p0", "P0")
    log = nodes or MemoryLog()
    about = f"room seed {seed} ({game})"
    faults = Faults(soaked, about)
    logger = logging.getLogger("cardhouse")
    logger.addHandler(faults)
    try:
        await _soak(dice, game, options, seats, log, soaked, silly, games, about)
    finally:
        logger.removeHandler(faults)
    if nodes is not None:
        soaked.faults += [f"{about}: {fault}" for fault in nodes.missing()]
    for text in log.records.values():
        record = read_record(text)
        if record.text() != text:
            soaked.faults.append(f"{about}: a record does not read back")
        record.verify()
    soaked.tables += 1
    soaked.games += len(log.records)


async def _soak(
    dice: random.Random,
    game: str,
    options: dict[str, bool | int | str],
    seats: list[SeatPlan],
    log: MemoryLog,
    soaked: Soaked,
    silly: float,
    games: int,
    about: str,
) -> None:
    loop = asyncio.get_running_loop()

    def make() -> Table:
        code = "abcdefghjk"
        entries = log.entries(code) if isinstance(log, NodesLog) else log.logs.get(code, ())
        return table_of(
            game, *seats, log=log, entries=entries, pace="instant", options=options, takeover=True, chat=True
        )

    table = make()
    await table.open()
    people = {name: Friend(table, name, dice) for name in dict.fromkeys(plan.person for plan in seats if plan.person)}
    await settled()
    until, ticked = loop.time() + LONG_ENOUGH, loop.time()
    while len(log.records) < games and loop.time() < until:
        await asyncio.sleep(dice.choice((0.05, 0.2, 0.5, 1.0)))
        if loop.time() - ticked >= 1.0:
            ticked = loop.time()
            _tick(table, people)
        soaked.commands += 1
        name = dice.choice(FRIENDS)
        friend, chance = people.get(name), dice.random()
        if chance < 0.003:
            table, people = await _restarted(table, make, people, soaked, about)
        elif friend is None:
            # Somebody comes late, or comes back.
            if chance < 0.03 or not people:
                people[name] = Friend(table, name, dice)
        elif chance < 0.008:
            friend.part()
            del people[name]
        elif chance < 0.012:
            # The laptop is shut, or opened again.
            friend.answers = not friend.answers
        elif chance < 0.012 + silly:
            wish = friend.room_wish() if dice.random() < 0.7 else friend.wish()
            if wish is not None:
                await friend.say(wish)
        elif friend.answers:
            await _goes_on(table, friend)
        tidy(friend)
    if len(log.records) < games:
        soaked.unfinished += 1
    await table.close()


def _tick(table: Table, people: dict[str, Friend]) -> None:
    """What the lobby does each second; whose page is open answers."""
    table.ping()
    for friend in people.values():
        pings = [message for message in friend.told[-50:] if isinstance(message, Ping)]
        if friend.answers and pings:
            table.hear(friend.connection, Pong(pings[-1].n))
    table.tick()


async def _restarted(
    table: Table, make: object, people: dict[str, Friend], soaked: Soaked, about: str
) -> tuple[Table, dict[str, Friend]]:
    assert callable(make)
    await table.close()
    before = state_of(table)
    again: Table = make()
    if state_of(again) != before:
        soaked.faults.append(f"{about}: another state after a restart")
    await again.open()
    soaked.restarts += 1
    return again, {name: Friend(again, name, friend.dice, friend.last) for name, friend in people.items()}


async def _goes_on(table: Table, friend: Friend) -> None:
    """Do what helps: whatever the table waits for, somebody who is here can do something about it."""
    state, room = table.state, friend.news.table.room
    person = friend.connection.person.id
    if state.paused:
        await friend.say(Pause(False))
    for motion in room.motions if room is not None else []:
        if friend.you in motion.awaits:
            await friend.say(Vote(motion.id, friend.dice.random() < 0.8))
    if not state.seating.of(person) and (free := state.seating.open_seats):
        await friend.say(Sit(free[0]))
    if state.status == "playing":
        await friend.play_on()
        for view in friend.views:
            if view["seat"] in view["turn"] and view["legal"] == ["slap"]:
                await friend.slap(300.0, view["seat"])
        for awaited in room.waiting if room is not None else []:
            if awaited.what == "move" and awaited.cover_in == 0.0 and awaited.seat is not None:
                await friend.say(Cover(awaited.seat))
    else:
        await friend.say(Rematch())
        if friend.dice.random() < 0.05:
            await friend.say(Start())


def soak_rooms(seeds: range, database: Callable[[], str] | None = None) -> Soaked:
    """Rooms, one after another, each on a virtual clock of its own; ``database`` makes a new one for each."""
    found = Soaked()
    for seed in seeds:
        run(soak_room(seed, found, nodes=NodesLog(database()) if database is not None else None))
    return found
