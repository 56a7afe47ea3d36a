"""How many actions a second the server carries, and how long everybody waits: ``python -m bench.server``.

    python -m bench.server [--tables 10 100 1000] [--seconds 10] [--paces 0 1] [--repeat 1] [--relay] [--postgres]
                           [--no-boardgame-io] [--before OTHER/src]

At each of N tables sit four scripted players over real WebSockets. Flat out, each table sends its next action as soon
as all four have seen the last; paced, each table is somewhere in its deal and sends one every second, as quick people
might. A wait is the time from an action's being sent to its being seen by all four. The server has one core for itself,
the load is another process on another core, and all traffic stays on this machine. The same exchange is measured on
boardgame.io where npm is there: four hidden hands, one card played after the other, a view for each player. Cardhouse
writes every action to disk before it tells anybody, boardgame.io keeps it in memory. With ``--postgres`` the same goes
over one and over two nodes, which share the server's core, and over two where each table is played through the other
node; per CPU second counts the nodes, not the database. ``--relay`` adds what four sockets cost at least: a server that
answers each message with 600 bytes to four, with no table and no disk. ``--before`` measures an earlier checkout too,
right before this one at each number of tables.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from statistics import mean, quantiles, stdev

from bench.exchange import SEATS, Exchange, OnBoardgameIo, OnCardhouse, OnRelay, Stopwatch, seated
from bench.rates import table as laid_out
from cardhouse.build import running
from cardhouse.server.run import free_port

BOARDGAME_IO = "boardgame.io@0.50.2"
SERVER_CORE, LOAD_CORE = 0, 1
BOARDGAME = "boardgame.io"
RELAY = "bare relay"
KINDS: dict[str, type[Exchange]] = {BOARDGAME: OnBoardgameIo, RELAY: OnRelay}
ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
ENDLESS = "100000000"

# Of one measurement: server, tables, pace and the figures.
Found = dict[str, str | float]


@dataclass(frozen=True)
class House:
    """Servers that are measured together: for each table in turn where it is made, and through which it is played."""

    ways: list[tuple[str, str]]
    pids: list[int]


async def measured(kind: str, house: House, tables: int, every: float, seconds: float, first: int) -> dict[str, float]:
    """Play at this many tables; actions a second and the waits' percentiles in milliseconds."""
    watch = Stopwatch()
    exchange = KINDS.get(kind, OnCardhouse)
    all_tables: list[Exchange] = [exchange(watch, every) for _ in range(tables)]

    async def sit(table: Exchange, number: int) -> None:
        made_at, through = house.ways[number % len(house.ways)]
        if isinstance(table, OnCardhouse):
            await table.sit(made_at, first + number, through)
        elif isinstance(table, OnBoardgameIo | OnRelay):
            await table.sit(made_at, first + number)

    await seated(all_tables, sit)
    for table in all_tables:
        table.begin()
    while any(table.ahead for table in all_tables):
        await asyncio.sleep(0.1)
    await asyncio.sleep(max(every, 1.0))
    # The load must not be what keeps anybody waiting.
    gc.freeze()
    watch.running = True
    began, spent = time.perf_counter(), sum(map(cpu_seconds, house.pids))
    await asyncio.sleep(seconds)
    watch.running = False
    took, spent = time.perf_counter() - began, sum(map(cpu_seconds, house.pids)) - spent
    for table in all_tables:
        table.close()
    await asyncio.sleep(0.5)
    cuts = quantiles(watch.waits, n=100)
    done = len(watch.waits)
    return {"actions": done / took, "per_cpu": done / spent, "p50": 1000 * cuts[49], "p99": 1000 * cuts[98]}


def cpu_seconds(pid: int) -> float:
    """The CPU time that a process has used: what it would need of a core that it has for itself. Nan if unknown."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pinned(core: int) -> list[str]:
    """The beginning of a command that keeps to one core, where that can be said."""
    taskset = shutil.which("taskset")
    return [taskset, "-c", str(core)] if taskset and (os.cpu_count() or 1) > 1 else []


def serve(source: Path) -> list[str]:
    """The command for a server of this checkout, with every limit of an address out of the way of a measurement."""
    command = [sys.executable, "-m", "cardhouse.cli", "serve"]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    told = subprocess.run([*command, "--help"], env=environment, check=True, capture_output=True, text=True).stdout
    limits = sorted(set(re.findall(r"--most-(?:messages|tables|[a-z-]+-of-address)(?= )", told)))
    return [*command, "--workers", "0", "--no-rates", *[word for limit in limits for word in (limit, ENDLESS)]]


@contextmanager
def node(folder: Path, data: str, source: Path = SOURCE) -> Iterator[tuple[str, int]]:
    """A Cardhouse server with limits that leave room for a measurement."""
    port = free_port("127.0.0.1", 0)
    command = [*pinned(SERVER_CORE), *serve(source), "--port", str(port), "--data", data]
    with process(command, folder, f"http://127.0.0.1:{port}/health", {"PYTHONPATH": str(source)}) as pid:
        yield f"127.0.0.1:{port}", pid


@contextmanager
def cardhouse_server(folder: Path, source: Path = SOURCE) -> Iterator[House]:
    """One server with SQLite."""
    with node(folder, str(folder / "data"), source) as (host, pid):
        yield House([(host, host)], [pid])


@contextmanager
def nodes(folder: Path, count: int, forwarded: bool = False) -> Iterator[House]:
    """Nodes with a PostgreSQL of our own, durable as usual; ``forwarded``: each table is played through another
    node than its own."""
    from tools.postgres import Cluster

    settings = ("max_locks_per_transaction=512", "max_connections=100")
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        cluster = Cluster(Path(place), settings)
        cluster.start()
        stack.callback(cluster.stop)
        data = cluster.create("house")
        made = [stack.enter_context(node(folder, data)) for _ in range(count)]
        hosts = [host for host, _ in made]
        through = [*hosts[1:], hosts[0]] if forwarded else hosts
        yield House(list(zip(hosts, through, strict=True)), [pid for _, pid in made])


@contextmanager
def boardgame_io_server(folder: Path) -> Iterator[House]:
    """A boardgame.io server, installed into this folder."""
    port = free_port("127.0.0.1", 0)
    shutil.copy(Path(__file__).with_name("boardgame_io.cjs"), folder)
    if not (folder / "node_modules").exists():
        (folder / "package.json").write_text('{"private": true}')
        install = ["npm", "install", "--no-audit", "--no-fund", "--silent", BOARDGAME_IO]
        subprocess.run(install, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=300)
    command = [*pinned(SERVER_CORE), "node", "boardgame_io.cjs", str(port)]
    with process(command, folder, f"http://127.0.0.1:{port}/games") as pid:
        yield House([(f"127.0.0.1:{port}", "")], [pid])


@contextmanager
def relay(folder: Path) -> Iterator[House]:
    """A server that does nothing but answer."""
    port = free_port("127.0.0.1", 0)
    command = [*pinned(SERVER_CORE), sys.executable, "-m", "bench.relay", str(port)]
    with process(command, ROOT, f"http://127.0.0.1:{port}/") as pid:
        yield House([(f"127.0.0.1:{port}", "")], [pid])


@contextmanager
def process(
    command: list[str], folder: Path, address: str, environment: Mapping[str, str] | None = None
) -> Iterator[int]:
    """A server that runs meanwhile, once it answers at this address."""
    there = {**os.environ, "NODE_ENV": "production", **(environment or {})}
    running_server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, env=there)
    try:
        for _ in range(300):
            if running_server.poll() is not None:
                raise RuntimeError(f"{command[0]} ended with {running_server.returncode}")
            try:
                with urllib.request.urlopen(address, timeout=1):
                    break
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.1)
        yield running_server.pid
    finally:
        running_server.terminate()
        running_server.wait(20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each is measured")
    parser.add_argument(
        "--paces", type=float, nargs="+", default=[0.0, 1.0], help="seconds between two actions at a table; 0: flat out"
    )
    parser.add_argument("--repeat", type=int, default=1, help="how often, in turn")
    parser.add_argument("--before", type=Path, default=None, help="the src of an earlier checkout")
    parser.add_argument("--no-boardgame-io", action="store_true")
    parser.add_argument("--relay", action="store_true", help="also what the sockets alone cost")
    parser.add_argument("--postgres", action="store_true", help="also one and two nodes with PostgreSQL")
    parser.add_argument("--modules", type=Path, default=None, help="a folder where boardgame.io is installed already")
    parser.add_argument("--json", type=Path, default=None)
    args = parser.parse_args()
    wanted = SEATS * max(args.tables) + 200
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {LOAD_CORE})
    servers: dict[str, Callable[[Path], AbstractContextManager[House]]] = {}
    if args.before:
        servers["SQLite, before"] = partial(cardhouse_server, source=args.before.resolve())
    servers["SQLite"] = cardhouse_server
    if args.relay:
        servers[RELAY] = relay
    if args.postgres:
        servers["PostgreSQL, 1 node"] = partial(nodes, count=1)
        servers["PostgreSQL, 2 nodes"] = partial(nodes, count=2)
        servers["PostgreSQL, 2 nodes, forwarded"] = partial(nodes, count=2, forwarded=True)
    if not args.no_boardgame_io and shutil.which("npm"):
        servers[BOARDGAME] = boardgame_io_server
    print(f"The rules run {running()}; others were using the machine by a load of {os.getloadavg()[0]:.1f}", flush=True)
    found = compared(servers, args)
    heading = ["server", "tables", "pace", "actions/s", "per CPU s", "p50 ms", "p99 ms"]
    print()
    print(laid_out(heading, rows_of(found)))
    if args.json:
        args.json.write_text(json.dumps(found, indent=2))


def compared(
    servers: Mapping[str, Callable[[Path], AbstractContextManager[House]]], args: argparse.Namespace
) -> list[Found]:
    """What is measured of each server, one right after the other at each number of tables and each pace."""
    found: list[Found] = []
    first = 0
    with ExitStack() as stack:
        houses = {}
        for name, server in servers.items():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            home = args.modules if args.modules and name == BOARDGAME else folder
            houses[name] = stack.enter_context(server(home))
        for tables, every, _ in product(args.tables, args.paces, range(args.repeat)):
            pace = f"every {every:g} s" if every else "flat out"
            for name, house in houses.items():
                figures = asyncio.run(measured(name, house, tables, every, args.seconds, first))
                first += tables
                found.append({"server": name, "tables": tables, "pace": pace, **figures})
                print("  ".join(rows_of(found[-1:])[0]), flush=True)
    return found


def rows_of(found: Sequence[Found]) -> list[list[str]]:
    """A row for each server, number of tables and pace: the means, and of several the standard error."""
    alike: dict[tuple[str, ...], list[Found]] = {}
    for each in found:
        alike.setdefault((str(each["server"]), str(each["tables"]), str(each["pace"])), []).append(each)
    rows = []
    for key, those in alike.items():
        row = [*key]
        for name in ("actions", "per_cpu", "p50", "p99"):
            values = [float(each[name]) for each in those]
            error = f" ± {stdev(values) / len(values) ** 0.5:.1f}" if len(values) > 1 else ""
            row.append(f"{mean(values):.1f}{error}")
        rows.append(row)
    return rows


if __name__ == "__main__":
    main()
