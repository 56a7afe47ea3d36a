"""Pull the plug again and again: ``python -m bench.faults [--kills 50] [--tables 8] [--seed 1]``.

Scripted people play at several tables of all games over real sockets, with cats among them, and write down every action
that they are told of. At random moments the server is killed (SIGKILL) and started again on the same data. Then

- every action that anybody was told of must be there: the step that each table comes back with, and at the end the
  whole log, action by action;
- every table must go on: one more action within half a minute.

Prints what was lost, what got stuck, and how long it took until the first table answered. Ends with 1 if anything was.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from serving import Server

from bench.exchange import ask
from bench.wire import Wire
from cardhouse.contract.messages import Act, News, Rematch, Slap, StepMessage, Welcome, encode, read_to_person
from cardhouse.storage.sqlite import SqliteStorage
from cardhouse.table.log import Acted, Dealt, Fired, LogEntry

# The game, how many people, how many cats.
TABLES = [("hearts", 4, 0), ("threes", 2, 1), ("durak", 3, 0), ("ratscrew", 2, 1), ("hearts", 2, 2), ("slapjack", 3, 0)]
STUCK_AFTER = 30.0
SLAPS = 0.05
Told = tuple[int | None, str]


class Place:
    """One table and the people at it: what they were told, across all lives of the server."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.game, people, self.cats = TABLES[number % len(TABLES)]
        self.chance = chance
        self.cookies = [f"cardhouse=faults-{chance.getrandbits(96):024x}-{seat}" for seat in range(people)]
        self.code = ""
        self.told: dict[tuple[int, int], Told] = {}
        self.latest = (0, 0)
        # How far it had come when everybody came: what is told on one connection may outrun another's welcome.
        self.before = (0, 0)
        self.moved = asyncio.Event()
        self.welcomed = asyncio.Event()
        self.wires: list[Wire] = []
        self.lost = 0

    async def make(self, host: str) -> None:
        """Make the table and take its seats."""
        cats = [{"kind": "cat", "level": "random"}] * self.cats
        wish = {"game": self.game, "seats": [{"kind": "link"}] * len(self.cookies) + cats, "pace": "instant"}
        self.code = (await ask(host, "POST", "/api/tables", self.cookies[0], wish))["code"]
        for seat, cookie in enumerate(self.cookies):
            await ask(host, "POST", f"/api/tables/{self.code}/sit", cookie, {"seat": seat})

    async def connect(self, host: str) -> None:
        """Everybody comes, or comes back, and is welcomed."""
        self.moved.clear()
        self.welcomed.clear()
        self.before = self.latest
        self.wires = []
        for seat, cookie in enumerate(self.cookies):
            self.wires.append(await Wire.open(host, f"/ws/{self.code}", cookie, partial(self.hear, seat)))
        await self.welcomed.wait()

    def hear(self, seat: int, raw: bytes) -> None:
        message = read_to_person(raw)
        if isinstance(message, StepMessage):
            self.told[message.round, message.step] = (message.seat, message.did)
            self.latest = max(self.latest, (message.round, message.step))
            self.moved.set()
        elif isinstance(message, Welcome):
            back = (message.table.round, message.step)
            if back < self.before:
                self.lost += 1
                print(f"lost: {self.game} at seat {seat} had come to {self.before} and is back at {back}", flush=True)
            self.welcomed.set()
        if isinstance(message, Welcome | News) and message.table.status == "over":
            self._say(seat, encode(Rematch()))
        if isinstance(message, StepMessage | Welcome):
            for view in message.views:
                legal = [action for action in view["legal"] if not action.startswith("slap")]
                if seat in view["turn"] and legal:
                    self._say(seat, encode(Act(seat, self.chance.choice(legal), view["step"])))
                wanted = seat in view["turn"] and not legal
                if "slap" in view["legal"] and (wanted or self.chance.random() < SLAPS):
                    # With every card turned and a jack on top the game waits for a hand.
                    self._say(seat, encode(Slap(seat, message.token, 300.0)))

    def _say(self, seat: int, raw: bytes) -> None:
        if seat < len(self.wires):
            self.wires[seat].say(raw)
        else:
            # The welcome came before the connection was noted.
            asyncio.get_running_loop().call_later(0.01, self._say, seat, raw)

    def missing(self, log: list[LogEntry]) -> int:
        """Count the actions that somebody was told of and that are not in the log."""
        there: dict[tuple[int, int], Told] = {}
        number, step = 0, 0
        for entry in log:
            if isinstance(entry, Dealt):
                number, step = entry.round, 0
            elif isinstance(entry, Acted | Fired):
                step += 1
                there[number, step] = (entry.seat if isinstance(entry, Acted) else None, str(entry.action))
        missing = 0
        for at, (seat, did) in self.told.items():
            # Of an action that is nobody else's business only the verb is told.
            if at not in there or there[at][0] != seat or not there[at][1].startswith(did):
                missing += 1
                print(f"missing: {self.game} {at} seat {seat} did {did}, the log has {there.get(at)}", flush=True)
        return missing


async def back(places: list[Place], host: str) -> None:
    """Everybody comes back as soon as they can."""
    for place in places:
        while True:
            try:
                await place.connect(host)
                break
            except OSError:
                await asyncio.sleep(0.01)


async def torment(server: Server, places: list[Place], kills: int, chance: random.Random) -> tuple[int, list[float]]:
    """Kill and restart so often; how often a table was stuck, and how long the first table took to answer."""
    host = f"127.0.0.1:{server.port}"
    stuck, times = 0, []
    for place in places:
        await place.make(host)
    await back(places, host)
    for number in range(kills + 1):
        for place in places:
            try:
                await asyncio.wait_for(place.moved.wait(), STUCK_AFTER)
            except TimeoutError:
                stuck += 1
                print(f"stuck: {place.game} at {place.latest} after {number} kills", flush=True)
        if number == kills:
            break
        await asyncio.sleep(chance.random() * 1.2)
        server.kill()
        began = time.perf_counter()
        starting = asyncio.create_task(asyncio.to_thread(server.start))
        await back(places[:1], host)
        times.append(time.perf_counter() - began)
        await starting
        await back(places[1:], host)
    return stuck, times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    # Python's tracker of semaphores tells of each that a killed server left to it.
    os.environ["PYTHONWARNINGS"] = "ignore::UserWarning"
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), flags=["--most-messages", "1000"])
        places = [Place(number, chance) for number in range(args.tables)]
        try:
            stuck, times = asyncio.run(torment(server, places, args.kills, chance))
        finally:
            server.stop()
        storage = SqliteStorage(Path(folder))
        missing = sum(place.missing(asyncio.run(storage.log(place.code))) for place in places)
        storage.close()
    lost = missing + sum(place.lost for place in places)
    told = sum(len(place.told) for place in places)
    print(f"{args.kills} kills, {args.tables} tables, {told} actions told of, {time.perf_counter() - began:.0f} s")
    print(f"lost: {lost} actions    stuck: {stuck} tables")
    print(f"first table answers after the start: median {median(times):.2f} s, at most {max(times):.2f} s")
    return 1 if lost or stuck else 0


if __name__ == "__main__":
    sys.exit(main())
