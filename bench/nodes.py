"""Pull the plugs of a house on several nodes: ``python -m bench.nodes [--nodes 3] [--kills 50] [--cuts 6] …``.

Scripted people play at several tables of all games over real sockets, each through any of the nodes, and write down
every action that they are told of. Meanwhile, at random moments, nodes are killed (SIGKILL) and started again, a node's
way to the database is cut (its connections are broken, or nothing goes through any more), a node is frozen for a minute
(SIGSTOP: its kernel answers all the while), a node in a network namespace of its own loses every packet to and from the
database (``--partitions``, for root on Linux), and PostgreSQL is stopped (also as by a power cut) and started again.
Then an independent reader of the log, with nothing but SQL and the rules, checks that

- every action that anybody was told of is in the log, at the step of which they were told;
- no line is there twice, no number is missing, and every log replays by the rules;
- nobody was told anything else of the same step, and the locks of no table were seen in two hands;
- every table goes on: one more action within a minute, also while the node that had it is frozen.

Prints all of that, how long a person whose connection was lost waited for the table to answer again, and how long a
table stood still at most while a node was frozen. Who hears nothing for ten seconds, not even a ping, comes back
through another node, as a page does behind a proxy that asks all nodes for their health. Ends with 1 if anything is
wrong. PostgreSQL is our own, in a temporary folder, durable as usual; everything stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

import asyncpg
import msgspec
from serving import Server

from bench.exchange import ask
from bench.faults import TABLES
from bench.namespace import ENDS, Namespace
from bench.wire import Wire
from cardhouse.contract.messages import Act, News, Rematch, Slap, StepMessage, Welcome, encode, read_to_person
from cardhouse.storage.rows import entries_from
from cardhouse.table.log import Acted, Dealt, Fired, LogEntry
from cardhouse.table.plan import TablePlan
from cardhouse.table.state import TableState
from tools.postgres import Cluster

STUCK_AFTER = 60.0
WELCOME_WITHIN = 30.0
THINKING = 0.03
FROZEN = 60.0
# Who hears nothing for so long, not even a ping, comes back, as the page does; and a proxy knows by then who is well.
SILENCE = 10.0
PROXY_KNOWS = 3.0
SLAPS = 0.05
Told = tuple[int | None, str]


class Proxy:
    """A way from one node to the database that can be cut."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.open = asyncio.Event()
        self.refusing = False
        self._ends: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self.open.set()
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        for writer in list(self._ends):
            writer.transport.abort()
        if self._server is not None:
            self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refusing:
            writer.close()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        self._ends |= {writer, back}
        await asyncio.gather(self._one_way(reader, back), self._one_way(there, writer))

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await self.open.wait()
                writer.write(data)
        self._ends.discard(writer)
        writer.close()

    async def cut(self, silently: bool, seconds: float) -> None:
        """For a while nothing goes through: all connections are broken and none made or, silently, all are kept."""
        if silently:
            self.open.clear()
        else:
            self.refusing = True
            for writer in list(self._ends):
                writer.transport.abort()
        await asyncio.sleep(seconds)
        self.open.set()
        self.refusing = False


class Table:
    """One table, and what was told of it to anybody."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.game, people, self.cats = TABLES[number % len(TABLES)]
        self.cookies = [f"cardhouse=nodes-{chance.getrandbits(96):024x}-{seat}" for seat in range(people)]
        self.code = ""
        self.told: dict[tuple[int, int], Told] = {}
        self.latest = (0, 0)
        self.moved = time.monotonic()
        # The longest that it stood still since somebody began to watch.
        self.paused = 0.0
        self.forks = 0
        self.lost = 0

    async def make(self, hosts: list[str]) -> None:
        cats = [{"kind": "cat", "level": "random"}] * self.cats
        wish = {"game": self.game, "seats": [{"kind": "link"}] * len(self.cookies) + cats, "pace": "instant"}
        self.code = (await ask(hosts[0], "POST", "/api/tables", self.cookies[0], wish))["code"]
        for seat, cookie in enumerate(self.cookies):
            host = hosts[seat % len(hosts)]
            await ask(host, "POST", f"/api/tables/{self.code}/sit", cookie, {"seat": seat})

    def note(self, at: tuple[int, int], told: Told) -> None:
        """Somebody was told of a step. Of an action that is nobody else's business only the verb is told."""
        before = self.told.get(at, told)
        if before[0] != told[0] or not (before[1].startswith(told[1]) or told[1].startswith(before[1])):
            self.forks += 1
            print(f"fork: {self.game} {at}: {before} and {told}", flush=True)
        self.told[at] = max(before, told, key=lambda one: len(one[1]))
        if at > self.latest:
            now = time.monotonic()
            self.paused = max(self.paused, now - self.moved)
            self.latest, self.moved = at, now


class Player:
    """A player who comes back through any node whenever their connection is lost."""

    def __init__(self, table: Table, seat: int, house: House, chance: random.Random) -> None:
        self.table = table
        self.seat = seat
        self.house = house
        self.chance = chance
        self.wire: Wire | None = None
        self.welcomed = asyncio.Event()
        self._before = (0, 0)
        # Which connection this is: what an earlier one still brings is not heard.
        self._number = 0
        self._silence: asyncio.TimerHandle | None = None

    async def stay(self) -> None:
        lost: float | None = None
        while True:
            self.welcomed.clear()
            # Whatever anybody was told of before this one asks must be there when it is answered.
            self._before = self.table.latest
            host = self.chance.choice(self.house.healthy)
            path = f"/ws/{self.table.code}"
            self._number += 1
            hear = partial(self.hear, self._number)
            self.wire = None
            try:
                async with asyncio.timeout(WELCOME_WITHIN):
                    self.wire = await Wire.open(host, path, self.table.cookies[self.seat], hear)
                    waiting = asyncio.ensure_future(self.welcomed.wait())
                    ends: list[asyncio.Future[Any]] = [self.wire.gone, waiting]
                    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                    waiting.cancel()
                if self.welcomed.is_set():
                    if lost is not None:
                        self.house.waits.append(time.perf_counter() - lost)
                    await self.wire.gone
                    lost = time.perf_counter()
                    continue
            except (OSError, TimeoutError):
                pass
            if self.wire is not None:
                self.wire.close()
            lost = lost or time.perf_counter()
            await asyncio.sleep(0.03)

    def hear(self, number: int, raw: bytes) -> None:
        if number != self._number:
            return
        self._listen()
        message = read_to_person(raw)
        table = self.table
        if isinstance(message, StepMessage):
            table.note((message.round, message.step), (message.seat, message.did))
        elif isinstance(message, Welcome) and not self.welcomed.is_set():
            self.welcomed.set()
            back = (message.table.round, message.step)
            if back < self._before:
                table.lost += 1
                print(f"lost: {table.game} had come to {self._before} and is back at {back}", flush=True)
        if isinstance(message, Welcome | News) and message.table.status == "over":
            self._say(encode(Rematch()))
        if isinstance(message, StepMessage | Welcome):
            for view in message.views:
                legal = [action for action in view["legal"] if not action.startswith("slap")]
                if self.seat in view["turn"] and legal:
                    self._say(encode(Act(self.seat, self.chance.choice(legal), view["step"])))
                wanted = self.seat in view["turn"] and not legal
                if "slap" in view["legal"] and (wanted or self.chance.random() < SLAPS):
                    # With every card turned and a jack on top the game waits for a hand.
                    self._say(encode(Slap(self.seat, message.token, 300.0)))

    def _listen(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        if self.wire is not None:
            self._silence = asyncio.get_running_loop().call_later(SILENCE, self.wire.close)

    def _say(self, raw: bytes) -> None:
        def say() -> None:
            if self.wire is not None:
                self.wire.say(raw)

        asyncio.get_running_loop().call_later(THINKING, say)


class House:
    """The nodes, the database, and everybody who plays."""

    def __init__(self, folder: Path, nodes: int, tables: int, seed: int, namespace: Namespace | None = None) -> None:
        self.chance = random.Random(seed)
        self.namespace = namespace
        if namespace is None:
            self.cluster = Cluster(folder, settings=())
        else:
            ours, theirs = ENDS["database"]
            self.cluster = Cluster(folder, settings=(f"listen_addresses=127.0.0.1,{ours}",))
            with (self.cluster.data / "pg_hba.conf").open("a") as hosts:
                hosts.write(f"host all all {theirs}/32 trust\n")
        self.count = nodes
        self.nodes: list[Server] = []
        self.proxies: list[Proxy] = []
        self.tables = [Table(number, self.chance) for number in range(tables)]
        self.hosts: list[str] = []
        self.waits: list[float] = []
        self.did: Counter[str] = Counter()
        self.two_hands = 0
        self.stuck = 0
        self.frozen: set[str] = set()
        self.stood_still: list[float] = []

    @property
    def healthy(self) -> list[str]:
        """Where a proxy sends people that asks every node for its health."""
        return [host for host in self.hosts if host not in self.frozen]

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        self.cluster.start()
        self.cluster.create("house")
        playing: list[asyncio.Task[None]] = []
        try:
            await self._start_nodes()
            self.hosts = [f"{node.host}:{node.port}" for node in self.nodes]
            for number, table in enumerate(self.tables):
                first = number % self.count
                await table.make(self.hosts[first:] + self.hosts[:first])
                for seat in range(len(table.cookies)):
                    player = Player(table, seat, self, self.chance)
                    playing.append(asyncio.create_task(player.stay()))
            playing.append(asyncio.create_task(self._watch_locks()))
            yield
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for node in self.nodes:
                if node.process is not None and node.process.poll() is None:
                    node.kill()
            for proxy in self.proxies:
                proxy.close()

    async def _start_nodes(self) -> None:
        """Start each with a way to the database that can be cut; with a namespace, one of them in there."""
        start = partial(Server, workers=0, flags=["--most-messages", "1000"])
        host = "127.0.0.1"
        if self.namespace is not None:
            host, inside = ENDS["people"]
            data: Any = self.cluster.address("house").replace("127.0.0.1", ENDS["database"][0])
            self.nodes.append(await asyncio.to_thread(start, data, host=inside, within=self.namespace.command))
        while len(self.nodes) < self.count:
            proxy = Proxy(self.cluster.port)
            await proxy.start()
            self.proxies.append(proxy)
            self.nodes.append(await asyncio.to_thread(start, self.cluster.address("house", proxy.port), host=host))

    async def _watch_locks(self) -> None:
        """Look again and again whether a table's lock is in two hands."""
        sql = (
            "SELECT count(*) FROM (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' "
            "AND granted GROUP BY classid, objid HAVING count(DISTINCT pid) > 1) AS twice"
        )
        while True:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection = await asyncpg.connect(self.cluster.address("house"), timeout=5)
                try:
                    while True:
                        self.two_hands += await connection.fetchval(sql)
                        await asyncio.sleep(0.1)
                finally:
                    connection.terminate()
            await asyncio.sleep(0.1)

    async def settle(self) -> None:
        """Every table goes on."""
        now = time.monotonic()
        for table in self.tables:
            while table.moved < now:
                if time.monotonic() - now > STUCK_AFTER:
                    self.stuck += 1
                    print(f"stuck: {table.game} at {table.latest} after {dict(self.did)}", flush=True)
                    break
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """Kill a node, and start it again a little later."""
        node = self.chance.choice(self.nodes)
        node.kill()
        await asyncio.sleep(self.chance.random())
        await asyncio.to_thread(node.start)
        self.did["kills"] += 1

    async def cut(self) -> None:
        """Cut a node's way to the database: by turns openly for a moment, and silently for longer than it waits."""
        silently = self.did["cuts"] % 2 == 1
        await self.chance.choice(self.proxies).cut(silently, 15.0 if silently else 1 + 2 * self.chance.random())
        self.did["cuts"] += 1

    async def freeze(self) -> None:
        """Freeze a node for a minute; meanwhile all of its tables go on elsewhere. Then it wakes."""
        number = self.chance.randrange(self.count)
        process, began = self.nodes[number].process, time.monotonic()
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        try:
            for table in self.tables:
                table.paused = 0.0
            await asyncio.sleep(PROXY_KNOWS)
            self.frozen.add(self.hosts[number])
            await self.settle()
            self.stood_still.append(max(table.paused for table in self.tables))
            await asyncio.sleep(max(began + FROZEN - time.monotonic(), 0.0))
        finally:
            process.send_signal(signal.SIGCONT)
            self.frozen.discard(self.hosts[number])
        self.did["freezes"] += 1

    async def part(self) -> None:
        """Drop every packet between a node and the database until all tables have gone on without it."""
        assert self.namespace is not None
        self.namespace.silence()
        await self.settle()
        await asyncio.sleep(5 * self.chance.random())
        self.namespace.mend()
        self.did["partitions"] += 1

    async def stop(self) -> None:
        """Stop PostgreSQL, by turns in order and as by a power cut, and start it again."""
        how = "QUIT" if self.did["stops"] % 2 else "INT"
        await asyncio.to_thread(self.cluster.stop, how)
        await asyncio.sleep(self.chance.random())
        await asyncio.to_thread(self.cluster.start)
        self.did["stops"] += 1

    async def drain(self) -> None:
        """Ask a node to end, and start it again."""
        node = self.chance.choice(self.nodes)
        code = await asyncio.to_thread(node.stop)
        assert code == 0, code
        await asyncio.to_thread(node.start)
        self.did["drains"] += 1

    async def torment(
        self, kills: int, cuts: int, stops: int, drains: int, minutes: float, partitions: int = 0, freezes: int = 0
    ) -> None:
        """Do all of this in any order, as far as the time goes."""
        ends = time.monotonic() + 60 * minutes
        plan = [self.kill] * kills + [self.cut] * cuts + [self.stop] * stops + [self.drain] * drains
        plan += [self.part] * partitions + [self.freeze] * freezes
        self.chance.shuffle(plan)
        await self.settle()
        for number, what in enumerate(plan):
            if time.monotonic() > ends:
                print(f"the time is over after {number} of {len(plan)}", flush=True)
                break
            await asyncio.sleep(self.chance.random() * 0.5)
            await what()
            await self.settle()
            if number % 10 == 9:
                print(f"  {dict(self.did)}, {sum(len(table.told) for table in self.tables)} told", flush=True)

    async def verify(self) -> tuple[int, int, int]:
        """Return how much is missing, doubled and unreadable to a reader who has only the log."""
        connection = await asyncpg.connect(self.cluster.address("house"))
        missing = doubled = broken = 0
        for table in self.tables:
            rows = await connection.fetch(
                "SELECT number, kind, at, data FROM log WHERE code = $1 ORDER BY number", table.code
            )
            plan = await connection.fetchval("SELECT plan FROM tables WHERE code = $1", table.code)
            broken += [row[0] for row in rows] != list(range(len(rows)))
            doubled += len(rows) - len({tuple(row)[1:] for row in rows})
            entries = entries_from(rows)
            try:
                TableState(msgspec.json.decode(plan, type=TablePlan), entries)
            except Exception as error:
                broken += 1
                print(f"broken: {table.game}: {error!r}", flush=True)
            missing += missing_of(table, entries)
        await connection.close()
        return missing, doubled, broken


def missing_of(table: Table, entries: list[LogEntry]) -> int:
    """Count the actions that somebody was told of and that are not in the log."""
    there: dict[tuple[int, int], Told] = {}
    number = step = 0
    for entry in entries:
        if isinstance(entry, Dealt):
            number, step = entry.round, 0
        elif isinstance(entry, Acted | Fired):
            step += 1
            there[number, step] = (entry.seat if isinstance(entry, Acted) else None, str(entry.action))
    found = 0
    for at, (seat, did) in table.told.items():
        if at not in there or there[at][0] != seat or not there[at][1].startswith(did):
            found += 1
            print(f"missing: {table.game} {at} seat {seat} did {did}, the log has {there.get(at)}", flush=True)
    return found


async def run(
    house: House,
    kills: int,
    cuts: int,
    stops: int,
    drains: int,
    minutes: float = 600.0,
    partitions: int = 0,
    freezes: int = 0,
) -> dict[str, float]:
    """Do all of it to a house; what came of it."""
    async with house.open():
        try:
            await house.torment(kills, cuts, stops, drains, minutes, partitions, freezes)
        except RuntimeError as error:
            # A node that did not start in time ends it early; what was done so far counts.
            print(f"ended early: {error}", flush=True)
    missing, doubled, broken = await house.verify()
    waits = sorted(house.waits) or [0.0]
    return {
        "told": sum(len(table.told) for table in house.tables),
        "lost": missing + sum(table.lost for table in house.tables),
        "doubled": doubled,
        "forks": sum(table.forks for table in house.tables),
        "two owners": house.two_hands,
        "broken logs": broken,
        "stuck": house.stuck,
        "waits": len(house.waits),
        "median": median(waits),
        "p99": quantiles(waits, n=100)[98] if len(waits) > 1 else waits[0],
        "longest": waits[-1],
        "stood still": max(house.stood_still, default=0.0),
    }


WRONG = ("lost", "doubled", "forks", "two owners", "broken logs", "stuck")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--cuts", type=int, default=6)
    parser.add_argument("--stops", type=int, default=4)
    parser.add_argument("--drains", type=int, default=5)
    parser.add_argument("--freezes", type=int, default=3)
    parser.add_argument("--partitions", type=int, default=0, help="with a node in a network namespace; needs root")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--minutes", type=float, default=600.0, help="at most so long, whatever is left to do")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    # Python's tracker of semaphores tells of each that a killed server left to it.
    os.environ["PYTHONWARNINGS"] = "ignore::UserWarning"
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        namespace = Namespace() if args.partitions else None
        house = House(Path(folder), args.nodes, args.tables, args.seed, namespace)
        doing = run(house, args.kills, args.cuts, args.stops, args.drains, args.minutes, args.partitions, args.freezes)
        try:
            found = asyncio.run(doing)
        finally:
            house.cluster.stop()
            if namespace is not None:
                namespace.close()
    print(f"{args.nodes} nodes, {args.tables} tables, {dict(house.did)}, {time.perf_counter() - began:.0f} s")
    print("  ".join(f"{name}: {found[name]:g}" for name in ("told", *WRONG)))
    took = f"median {found['median']:.2f} s, 99% within {found['p99']:.2f} s, longest {found['longest']:.2f} s"
    print(f"back at the table, {found['waits']:g} times: {took} (a silent cut lasts 15 s)")
    if house.stood_still:
        print(f"tables of frozen nodes stood still for {found['stood still']:.1f} s at most")
    return 1 if any(found[name] for name in WRONG) else 0


if __name__ == "__main__":
    sys.exit(main())
