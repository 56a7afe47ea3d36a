"""Fair slaps over real sockets: who wins at which distance, with the judge and by order of arrival, and what lies gain.

    python -m bench.slaps [--slaps 1000] [--tables 100]

Each setting runs a server of its own and many tables at once. Every player is a program on its own connection: what it
receives and sends is held back by half of its round trip, with jitter; it slaps with a reaction time drawn from one and
the same distribution. Who would have won by order of arrival is read from the same decisions.
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
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from serving import Server
from websockets.exceptions import ConnectionClosed

from cardhouse.client import Client, TableSocket
from cardhouse.games.slaps import patterns_seen
from cardhouse.messages import Act, Happened, News, Ping, Pong, Slap, ToPerson, Welcome, read_to_person
from cardhouse.view import View

MEAN, DEVIATION, FLOOR = 340.0, 60.0, 180.0
TURN_AFTER = 0.75
JITTER = 0.1
ALL_SLAPS = dict.fromkeys(("sandwiches", "runs", "flushes", "tens", "marriages", "divorces"), True)


@dataclass
class Habits:
    """How a player is connected, and how it lies."""

    round_trip: float
    claims: str = "true"
    slow_pongs: float = 0.0


@dataclass
class Counted:
    """Who won, with the judge and by order of arrival, and how long decisions took."""

    judged: Counter[int] = field(default_factory=Counter)
    arrived: Counter[int] = field(default_factory=Counter)
    slaps: int = 0

    def decided(self, slap: dict[str, object]) -> None:
        """A pile was taken. Everybody slaps at every pattern: who is not among the claims came too late to win."""
        claims = slap["claims"]
        assert isinstance(claims, list)
        self.slaps += 1
        self.judged[claims[0]["seat"]] += 1
        self.arrived[min(claims, key=lambda claim: claim["arrived"])["seat"]] += 1


def took(message: Happened) -> bool:
    """Whether a pile was taken: who comes second slaps an empty one, which decides nothing."""
    return any(event["kind"] == "take" for event in message.events)


class Player:
    """A program at a table, at a distance."""

    def __init__(self, socket: TableSocket, seat: int, habits: Habits, chance: random.Random) -> None:
        self.socket = socket
        self.seat = seat
        self.habits = habits
        self.chance = chance
        self.over = asyncio.Event()
        self.counted: Counted | None = None
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
            await self.socket.say(message)

    async def play(self) -> None:
        """Listen and react until the game is over."""
        raw = self.socket._socket
        assert raw is not None
        async for text in raw:
            message = read_to_person(text)
            self.hear(message, asyncio.get_running_loop().time())
            if isinstance(message, News | Welcome) and message.table.status == "over":
                break
        for task in self.tasks:
            task.cancel()

    def hear(self, message: ToPerson, arrived: float) -> None:
        if isinstance(message, Ping):
            self.later(self.one_way() + self.one_way() + self.habits.slow_pongs / 1000, Pong(message.n))
        if isinstance(message, Happened) and message.slap and self.counted is not None and took(message):
            self.counted.decided(message.slap)
        if not isinstance(message, Happened | Welcome) or not message.views:
            return
        view = View.read(message.views[0])
        way_here = self.one_way()
        if message.token and patterns_seen(view) and not view.outcome:
            reaction = max(self.chance.gauss(MEAN, DEVIATION), FLOOR)
            claimed = {"true": reaction, "zero": 0.0, "early": -50.0}[self.habits.claims]
            self.later(way_here + reaction / 1000 + self.one_way(), Slap(self.seat, message.token, claimed))
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
            players.append(Player(socket, seat, habits[seat], random.Random(chance.random())))
        players[0].counted = counted
        playing = [asyncio.create_task(player.play()) for player in players]
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


SETTINGS: dict[str, list[Habits]] = {
    "10 and 150 ms": [Habits(10), Habits(150)],
    "50 and 50 ms": [Habits(50), Habits(50)],
    "10 and 250 ms": [Habits(10), Habits(250)],
    "10, 50, 100, 150 ms": [Habits(10), Habits(50), Habits(100), Habits(150)],
    "lie: claims 0 ms (50 and 50)": [Habits(50), Habits(50, claims="zero")],
    "lie: pongs 100 ms late, claims 0 (50 and 50)": [Habits(50), Habits(50, claims="zero", slow_pongs=100)],
    "lie: claims a slap before the card (50 and 50)": [Habits(50), Habits(50, claims="early")],
}


def shown(counts: Counter[int], seats: int, total: int) -> str:
    return " / ".join(f"{100 * counts[seat] / total:4.1f}" for seat in range(seats))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slaps", type=int, default=1000, help="slaps in each setting")
    parser.add_argument("--tables", type=int, default=100, help="tables at once")
    parser.add_argument("--json", type=Path, default=None)
    args = parser.parse_args()
    rows = {}
    print(f"{'setting':48} {'slaps':>6}  {'judged: % won by seat':28} by order of arrival")
    for name, habits in SETTINGS.items():
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), workers=0)
            try:
                counted = asyncio.run(setting(server.address, habits, args.slaps, args.tables))
            finally:
                server.stop()
        total = counted.slaps
        judged, arrived = shown(counted.judged, len(habits), total), shown(counted.arrived, len(habits), total)
        rows[name] = {"slaps": total, "judged": judged, "arrived": arrived}
        print(f"{name:48} {total:6}  {judged:28} {arrived}", flush=True)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
