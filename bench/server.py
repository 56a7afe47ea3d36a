"""How many actions a second the server carries, and how long everybody waits: ``python -m bench.server``.

    python -m bench.server [--tables 10 100 1000] [--seconds 10] [--every 1] [--relay] [--postgres] [--no-boardgame-io]

At each of N tables sit four scripted players over real WebSockets. Flat out, each table sends its next action as soon
as all four have seen the last; paced, each table is somewhere in its deal and sends one every second, as quick people
might. A wait is the time from an action's being sent to its being seen by all four. The server has one core for itself,
the load is another process on another core, and all traffic stays on this machine. The same exchange is measured on
boardgame.io where npm is there: four hidden hands, one card played after the other, a view for each player. Cardhouse
writes every action to disk before it tells anybody, boardgame.io keeps it in memory. With ``--postgres`` the same goes
over one and over two nodes, which share the server's core, and over two where each table is played through the other
node; per CPU second counts the nodes, not the database. ``--relay`` adds what four sockets cost at least: a server that
answers each message with 600 bytes to four, with no table and no disk.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles

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


@contextmanager
def node(folder: Path, data: str) -> Iterator[tuple[str, int]]:
    """A Cardhouse server with limits that leave room for a measurement."""
    port = free_port("127.0.0.1", 0)
    command = [*pinned(SERVER_CORE), sys.executable, "-m", "cardhouse.cli", "serve", "--port", str(port)]
    command += ["--data", data, "--workers", "0", "--most-messages", "100000", "--no-rates"]
    for limit in ("tables", "tables-of-address", "connections-of-address", "sockets-of-address"):
        command += [f"--most-{limit}", "100000"]
    with process(command, folder, f"http://127.0.0.1:{port}/health") as pid:
        yield f"127.0.0.1:{port}", pid


@contextmanager
def cardhouse_server(folder: Path) -> Iterator[House]:
    """One server with SQLite."""
    with node(folder, str(folder / "data")) as (host, pid):
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
def process(command: list[str], folder: Path, address: str) -> Iterator[int]:
    """A server that runs meanwhile, once it answers at this address."""
    there = {**os.environ, "NODE_ENV": "production"}
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
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two actions at a paced table")
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
    servers: dict[str, Callable[[Path], AbstractContextManager[House]]] = {"SQLite": cardhouse_server}
    if args.relay:
        servers[RELAY] = relay
    if args.postgres:
        servers["PostgreSQL, 1 node"] = partial(nodes, count=1)
        servers["PostgreSQL, 2 nodes"] = partial(nodes, count=2)
        servers["PostgreSQL, 2 nodes, forwarded"] = partial(nodes, count=2, forwarded=True)
    if not args.no_boardgame_io and shutil.which("npm"):
        servers[BOARDGAME] = boardgame_io_server
    print(f"The rules run {running()}; others were using the machine by a load of {os.getloadavg()[0]:.1f}", flush=True)
    heading = ["server", "tables", "pace", "actions/s", "per CPU s", "p50 ms", "p99 ms"]
    rows: list[list[str]] = []
    found = []
    for name, server in servers.items():
        with tempfile.TemporaryDirectory() as folder:
            home = args.modules if args.modules and name == BOARDGAME else Path(folder)
            with server(home) as house:
                first = 0
                for tables in args.tables:
                    for pace, every in (("flat out", 0.0), (f"every {args.every:g} s", args.every)):
                        figures = asyncio.run(measured(name, house, tables, every, args.seconds, first))
                        first += tables
                        found.append({"server": name, "tables": tables, "pace": pace, **figures})
                        row = [
                            name,
                            str(tables),
                            pace,
                            *[f"{figures[key]:.1f}" for key in ("actions", "per_cpu", "p50", "p99")],
                        ]
                        rows.append(row)
                        print("  ".join(row), flush=True)
    print()
    print(laid_out(heading, rows))
    if args.json:
        args.json.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
