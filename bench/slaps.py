"""Fair slaps: who wins at which distance, with the judge and by order of arrival, and what lies and robots gain.

    python -m bench.slaps [--slaps 1000] [--sockets [--tables 100]]

Every player is a program on a connection of its own: what it receives and sends is held back by half of its round trip,
with jitter; it slaps with a reaction time drawn from one and the same distribution. Who would have won by order of
arrival is read from the same decisions. By itself it plays at real tables on virtual time, which no load of the machine
disturbs; with ``--sockets`` over real sockets to a real server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "table"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from serving import Server
from sitting import person, table_of
from virtual import run
from websockets.exceptions import ConnectionClosed

from cardhouse.client import Client, TableSocket
from cardhouse.contract.kept import SlapFigures
from cardhouse.contract.messages import Act, News, Ping, Pong, Slap, StepMessage, ToPerson, Welcome, read_to_person
from cardhouse.contract.requests import Person
from cardhouse.engine.view import View
from cardhouse.games.slapping.seen import patterns_seen
from cardhouse.table.judge import REVEAL
from cardhouse.table.table import Table

MEAN, DEVIATION, FLOOR = 340.0, 60.0, 180.0
PING_EVERY = 2.0
TURN_AFTER = 0.75
JITTER = 0.1
# Who lies well never claims a reaction that is no hand's.
NO_LESS = 101.0
ALL_SLAPS = dict.fromkeys(("sandwiches", "runs", "flushes", "tens", "marriages", "divorces"), True)


@dataclass
class Habits:
    """How a player is connected, how it lies, and how fast it is if it is no person.

    ``line``: the table knows the line, as it does where no proxy hides it.
    """

    round_trip: float
    line: bool = True
    claims: str = "true"
    slow_pongs: float = 0.0
    # How much longer a delay it claims than its pongs took, where it claims one; less makes the pongs a lie.
    more: tuple[float, float] = (8.0, 30.0)
    robot: tuple[float, float] | None = None

    def reaction(self, chance: random.Random) -> float:
        if self.robot is not None:
            return max(chance.gauss(*self.robot), 0.0)
        return max(chance.gauss(MEAN, DEVIATION), FLOOR)


@dataclass
class Counted:
    """Who won, with the judge and by order of arrival, and how long decisions took."""

    judged: Counter[int] = field(default_factory=Counter)
    arrived: Counter[int] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)
    slaps: int = 0

    def decided(self, slap: SlapFigures) -> None:
        """A pile was taken. Everybody slaps at every pattern: who is not among the claims came too late to win."""
        self.slaps += 1
        self.judged[slap.claims[0].seat] += 1
        self.arrived[min(slap.claims, key=lambda claim: claim.arrived).seat] += 1
        self.flags.update(f"{flag} {slap.claims[0].seat}" for flag in slap.flags)


def took(message: StepMessage) -> bool:
    """Return True if a pile was taken: the second slap finds an empty one, which decides nothing."""
    return any(event["kind"] == "take" for event in message.events)


Say = Callable[[Act | Slap | Pong], Awaitable[None]]


class Player:
    """A program at a table, at a distance."""

    def __init__(self, say: Say, seat: int, habits: Habits, chance: random.Random) -> None:
        self.say = say
        self.seat = seat
        self.habits = habits
        self.chance = chance
        self.over = asyncio.Event()
        self.counted: Counted | None = None
        # The fastest answer to a ping, as the table must have measured it.
        self.measured = 1e9
        self.tasks: set[asyncio.Task[None]] = set()

    def one_way(self) -> float:
        """Half of the round trip in seconds, with jitter that only ever adds."""
        return self.habits.round_trip / 2000 * (1 + abs(self.chance.gauss(0, JITTER)))

    def later(self, seconds: float, message: Act | Slap | Pong) -> None:
        task = asyncio.create_task(self._later(seconds, message))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _later(self, seconds: float, message: Act | Slap | Pong) -> None:
        await asyncio.sleep(seconds)
        with contextlib.suppress(ConnectionClosed):
            await self.say(message)

    def pretended(self, reaction: float, delay: float) -> float:
        """A reaction so short that the delay seems to be what the pongs say and a little more, as it would be."""
        return max(reaction + delay - self.measured - self.chance.uniform(*self.habits.more), NO_LESS)

    async def play(self, socket: TableSocket) -> None:
        """Listen and react until the game is over."""
        raw = socket._socket
        assert raw is not None
        async for text in raw:
            message = read_to_person(text)
            if message is None:
                continue
            self.hear(message, asyncio.get_running_loop().time())
            if isinstance(message, News | Welcome) and message.table.status == "over":
                break
        for task in self.tasks:
            task.cancel()

    def hear(self, message: ToPerson, arrived: float) -> None:
        if isinstance(message, Ping):
            wait = self.one_way() + self.one_way() + self.habits.slow_pongs / 1000
            self.measured = min(self.measured, 1000 * wait)
            self.later(wait, Pong(message.n))
        if isinstance(message, StepMessage) and message.slap and self.counted is not None and took(message):
            self.counted.decided(message.slap)
        if not isinstance(message, StepMessage | Welcome) or not message.views:
            return
        view = View.read(message.views[0])
        way_here = self.one_way()
        if message.token and patterns_seen(view) and not view.outcome:
            reaction = self.habits.reaction(self.chance)
            seen, way_back = way_here + REVEAL / 1000, self.one_way()
            delay = 1000 * (way_here + way_back)
            claimed = {"true": reaction, "zero": 0.0, "early": -50.0, "late": self.pretended(reaction, delay)}
            slap = Slap(self.seat, message.token, claimed[self.habits.claims])
            self.later(seen + reaction / 1000 + way_back, slap)
        if self.seat in view.turn:
            # Nobody turns a card onto one that is worth a slap before everybody could have slapped it.
            wait = TURN_AFTER + (0.9 if patterns_seen(view) else 0.0)
            self.later(way_here + wait + self.one_way(), Act(self.seat, "turn", view.step))


async def one_table(address: str, habits: list[Habits], counted: Counted, wanted: int, seed: int) -> None:
    """One table of these players until enough slaps have been decided."""
    chance = random.Random(seed)
    clients = [Client(address) for _ in habits]
    while counted.slaps < wanted:
        for client in clients:
            await client.__aenter__()
        seats = [{"kind": "link"} for _ in habits]
        code = await clients[0].make("ratscrew", seats, options={**ALL_SLAPS, "penalty": "none"})
        order = list(range(len(habits)))
        sockets: list[TableSocket] = []
        players: list[Player] = []
        for seat in order:
            await clients[seat].sit(code, seat)
        for seat in order:
            socket = clients[seat].at(code)
            await socket.__aenter__()
            sockets.append(socket)
            players.append(Player(socket.say, seat, habits[seat], random.Random(chance.random())))
        players[0].counted = counted
        pairs = zip(players, sockets, strict=True)
        playing = [asyncio.create_task(player.play(socket)) for player, socket in pairs]
        while counted.slaps < wanted and not all(task.done() for task in playing):
            await asyncio.sleep(0.2)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for socket in sockets:
            await socket.__aexit__()


async def setting(address: str, habits: list[Habits], slaps: int, tables: int) -> Counted:
    """All tables of one setting."""
    counted = Counted()
    await asyncio.gather(*[one_table(address, habits, counted, slaps, seed) for seed in range(tables)])
    return counted


def sitting(table: Table, seat: int, habits: Habits, chance: random.Random) -> Player:
    """A player at a table in this process."""
    loop = asyncio.get_running_loop()

    async def say(message: Act | Slap | Pong) -> None:
        table.hear(connection, message)

    player = Player(say, seat, habits, chance)

    def line() -> float:
        return 1000 * (player.one_way() + player.one_way())

    who = Person(f"p{seat}", f"P{seat}")
    connection = table.join(who, lambda told: player.hear(told, loop.time()), line=line if habits.line else None)
    return player


async def virtual_setting(habits: list[Habits], wanted: int) -> Counted:
    """Real tables on virtual time, one after another, until enough slaps have been decided."""
    counted, loop = Counted(), asyncio.get_running_loop()
    for seed in range(10_000):
        if counted.slaps >= wanted:
            break
        chance = random.Random(seed)
        table = table_of(
            "ratscrew",
            *[person(f"p{seat}") for seat in range(len(habits))],
            options={**ALL_SLAPS, "penalty": "none"},
            seed=seed + 1,
        )
        await table.open()
        players = []
        for seat, habit in enumerate(habits):
            players.append(sitting(table, seat, habit, random.Random(chance.random())))
        players[0].counted = counted
        until = loop.time() + 3600
        while table.state.status == "playing" and counted.slaps < wanted and loop.time() < until:
            table.ping()
            await asyncio.sleep(PING_EVERY)
        for player in players:
            for task in player.tasks:
                task.cancel()
        await table.close()
    return counted


SETTINGS: dict[str, list[Habits]] = {
    "10 and 150 ms": [Habits(10), Habits(150)],
    "50 and 50 ms": [Habits(50), Habits(50)],
    "10 and 250 ms": [Habits(10), Habits(250)],
    "10, 50, 100, 150 ms": [Habits(10), Habits(50), Habits(100), Habits(150)],
    "lie: claims 0 ms (50 and 50)": [Habits(50), Habits(50, claims="zero")],
    "lie: claims two frames too little (50 and 50)": [Habits(50), Habits(50, claims="late", more=(34.0, 34.0))],
    "lie: pongs 100 ms late, claims 0 (50 and 50)": [Habits(50), Habits(50, claims="zero", slow_pongs=100)],
    "lie: the same behind a proxy": [Habits(50), Habits(50, line=False, claims="zero", slow_pongs=100)],
    "lie: pongs 145 ms late, claims as much (20 and 20)": [Habits(20), Habits(20, claims="late", slow_pongs=145)],
    "lie: the same behind a proxy ": [Habits(20), Habits(20, line=False, claims="late", slow_pongs=145)],
    "lie: pongs 165 ms late, claims 8 to 30 more (0 and 0)": [Habits(0), Habits(0, claims="late", slow_pongs=165)],
    "lie: pongs 165 ms late, claims 8 to 30 less (0 and 0)": [
        Habits(0),
        Habits(0, claims="late", slow_pongs=165, more=(-30.0, -8.0)),
    ],
    "honest, all behind a proxy (50 and 150)": [Habits(50, line=False), Habits(150, line=False)],
    "lie: claims a slap before the card (50 and 50)": [Habits(50), Habits(50, claims="early")],
    "robot: 175 ms, deviation 25 (50 and 50)": [Habits(50), Habits(50, robot=(175.0, 25.0))],
    "robot: always 110 ms (50 and 50)": [Habits(50), Habits(50, robot=(110.0, 0.0))],
}


def over_sockets(habits: list[Habits], slaps: int, tables: int) -> Counted:
    """One setting over real sockets."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), workers=0)
        try:
            return asyncio.run(setting(server.address, habits, slaps, tables))
        finally:
            server.stop()


def shown(counts: Counter[int], seats: int, total: int) -> str:
    return " / ".join(f"{100 * counts[seat] / total:4.1f}" for seat in range(seats))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slaps", type=int, default=1000, help="slaps in each setting")
    parser.add_argument("--sockets", action="store_true", help="over real sockets to a real server")
    parser.add_argument("--tables", type=int, default=100, help="tables at once, over real sockets")
    parser.add_argument("--json", type=Path, default=None)
    args = parser.parse_args()
    rows = {}
    print(f"{'setting':56} {'slaps':>6}  {'judged: % won by seat':28} {'by order of arrival':28} flags")
    for name, habits in SETTINGS.items():
        if args.sockets:
            counted = over_sockets(habits, args.slaps, args.tables)
        else:
            counted = run(virtual_setting(habits, args.slaps))
        total = counted.slaps
        judged, arrived = shown(counted.judged, len(habits), total), shown(counted.arrived, len(habits), total)
        rows[name] = {"slaps": total, "judged": judged, "arrived": arrived, "flags": dict(counted.flags)}
        flags = ", ".join(f"{flag}: {times}" for flag, times in sorted(counted.flags.items()))
        print(f"{name:56} {total:6}  {judged:28} {arrived:28} {flags}", flush=True)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
