"""How many actions a second the server carries, and how long everybody waits: ``python -m bench.server``.

    python -m bench.server [--tables 10 100 1000] [--seconds 10] [--every 1] [--no-boardgame-io]

At each of N tables sit four scripted players over real WebSockets. Flat out, each table sends its next action as soon
as all four have seen the last; paced, each table is somewhere in its deal and sends one every second, as quick people
might. A wait is the time from an action's being sent to its being seen by all four. The server has one core for itself,
the load is another process on another core, and all traffic stays on this machine. The same exchange is measured on
boardgame.io where npm is there: four hidden hands, one card played after the other, a view for each player. Cardhouse
writes every action to disk before it tells anybody, boardgame.io keeps it in memory.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

from bench.exchange import SEATS, Exchange, OnBoardgameIo, OnCardhouse, Stopwatch, seated
from bench.rates import table as laid_out
from cardhouse.build import running
from cardhouse.server.run import free_port

BOARDGAME_IO = "boardgame.io@0.50.2"
SERVER_CORE, LOAD_CORE = 0, 1
KINDS: dict[str, type[OnCardhouse] | type[OnBoardgameIo]] = {"cardhouse": OnCardhouse, "boardgame.io": OnBoardgameIo}


async def measured(
    kind: str, host: str, pid: int, tables: int, every: float, seconds: float, first: int
) -> dict[str, float]:
    """Play at so many tables; actions a second and the waits' percentiles in milliseconds."""
    watch = Stopwatch()
    all_tables: list[Exchange] = [KINDS[kind](watch, every) for _ in range(tables)]

    async def sit(table: Exchange, number: int) -> None:
        assert isinstance(table, OnCardhouse | OnBoardgameIo)
        await table.sit(host, first + number)

    await seated(all_tables, sit)
    for table in all_tables:
        table.begin()
    while any(table.ahead for table in all_tables):
        await asyncio.sleep(0.1)
    await asyncio.sleep(max(every, 1.0))
    # The load must not be what keeps anybody waiting.
    gc.freeze()
    watch.running = True
    began, spent = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    watch.running = False
    took, spent = time.perf_counter() - began, cpu_seconds(pid) - spent
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
def cardhouse_server(folder: Path) -> Iterator[tuple[str, int]]:
    """A Cardhouse server with limits that leave room for a measurement."""
    port = free_port("127.0.0.1", 0)
    command = [*pinned(SERVER_CORE), sys.executable, "-m", "cardhouse.cli", "serve", "--port", str(port)]
    command += ["--data", str(folder / "data"), "--workers", "0", "--most-tables", "100000"]
    command += ["--most-messages", "100000"]
    with process(command, folder, f"http://127.0.0.1:{port}/health") as pid:
        yield f"127.0.0.1:{port}", pid


@contextmanager
def boardgame_io_server(folder: Path) -> Iterator[tuple[str, int]]:
    """A boardgame.io server, installed into this folder."""
    port = free_port("127.0.0.1", 0)
    shutil.copy(Path(__file__).with_name("boardgame_io.cjs"), folder)
    if not (folder / "node_modules").exists():
        (folder / "package.json").write_text('{"private": true}')
        install = ["npm", "install", "--no-audit", "--no-fund", "--silent", BOARDGAME_IO]
        subprocess.run(install, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=300)
    command = [*pinned(SERVER_CORE), "node", "boardgame_io.cjs", str(port)]
    with process(command, folder, f"http://127.0.0.1:{port}/games") as pid:
        yield f"127.0.0.1:{port}", pid


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
    parser.add_argument("--modules", type=Path, default=None, help="a folder where boardgame.io is installed already")
    parser.add_argument("--json", type=Path, default=None)
    args = parser.parse_args()
    wanted = SEATS * max(args.tables) + 200
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {LOAD_CORE})
    servers = {"cardhouse": cardhouse_server}
    if not args.no_boardgame_io and shutil.which("npm"):
        servers["boardgame.io"] = boardgame_io_server
    print(f"The rules run {running()}; others were using the machine by a load of {os.getloadavg()[0]:.1f}", flush=True)
    heading = ["server", "tables", "pace", "actions/s", "per CPU s", "p50 ms", "p99 ms"]
    rows: list[list[str]] = []
    found = []
    for name, server in servers.items():
        with tempfile.TemporaryDirectory() as folder:
            home = args.modules if args.modules and name == "boardgame.io" else Path(folder)
            with server(home) as (host, pid):
                first = 0
                for tables in args.tables:
                    for pace, every in (("flat out", 0.0), (f"every {args.every:g} s", args.every)):
                        figures = asyncio.run(measured(name, host, pid, tables, every, args.seconds, first))
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
