"""Everything one visitor can do to a server, and what a bystander feels of it: ``python -m bench.siege``.

    python -m bench.siege [--attacks records pings …] [--seconds 5] [--source src] [--before OTHER/src]

Each attack meets a new server on this machine with the limits that it has by itself. The attacker comes from 127.0.0.2,
the bystander from 127.0.0.1, in a process of their own: they ask something at their table, and come again to the page,
ten times a second each. First comes the control: as many as will attack ask for a page that isn't there, as fast as
they are answered. What is shown: the bystander's 99th percentile at the table, in the control and in the attack, how
many of their new connections failed, the server's memory when idle and at most, its CPU time, how long it took to end,
and what came of the attack. Then come liars and frozen or damaged parts (``bench.siege_faults``), of which only that is
shown. With ``--before`` the same is measured of another checkout first. Needs Linux, and PostgreSQL for the frozen
node; takes about eight minutes for each checkout.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import socket
import sqlite3
import tempfile
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.besieged import Besieged
from bench.rates import table as laid_out
from bench.server import cpu_seconds
from bench.siege_costs import COSTS
from bench.siege_faults import FAULTS, fault
from bench.visitors import ATTACKER, BYSTANDER, CONTROL, ask, cookie_of, make_table
from bench.wire import Wire
from cardhouse.storage.sqlite import MIGRATIONS

EVERY = 0.1
PATIENCE = 5.0
PING = bytes([0x89, 0x80 | 125]) + b"\0\0\0\0" + b"x" * 125
# The data as it was before statistics were counted: every server brings it to its own version.
OLD_DATA = f"{MIGRATIONS[0]} PRAGMA user_version = 1;"


# The bystander.


async def _stand_by(port: int, seconds: float, ready: Path) -> tuple[list[float], int, int]:
    """Waits at the table in milliseconds, how often somebody came again, and how often that failed."""
    cookie = cookie_of("bystander")
    _, code = await make_table(port, cookie, address=BYSTANDER)
    told = asyncio.Event()
    wire = await Wire.open(f"127.0.0.1:{port}", f"/ws/{code}", cookie, lambda raw: told.set())
    ready.touch()
    waits: list[float] = []
    came = failed = 0
    ends = time.monotonic() + seconds

    async def at_the_table() -> None:
        while time.monotonic() < ends:
            told.clear()
            began = time.perf_counter()
            wire.say(b'{"t":"leave","seat":1}')
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), PATIENCE)
            waits.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(EVERY)

    async def again() -> None:
        nonlocal came, failed
        while time.monotonic() < ends:
            came += 1
            try:
                asked = ask(port, "GET", "/api/games", cookie_of(f"new-{came}"), address=BYSTANDER)
                failed += (await asyncio.wait_for(asked, PATIENCE))[0] != 200
            except (OSError, TimeoutError):
                failed += 1
            await asyncio.sleep(EVERY)

    await asyncio.gather(at_the_table(), again())
    wire.close()
    return waits, came, failed


def stand_by(port: int, seconds: float, ready: Path) -> tuple[list[float], int, int]:
    """Be the bystander; the file is there once they sit at their table."""
    return asyncio.run(_stand_by(port, seconds, ready))


# The attacks: each lasts this many seconds, and says what came of it.


async def records(port: int, seconds: float) -> str:
    """Six records full of notes at once, again and again."""
    text = b"Cardhouse record 1\ngame: durak\nseats: 2\nseed: 7\n\n0 1.0 take\n" + b"#\n" * 240_000
    ends, answers = time.monotonic() + seconds, 0

    async def post(number: int) -> None:
        nonlocal answers
        while time.monotonic() < ends:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + ends - time.monotonic()):
                    await ask(port, "POST", "/api/replay", cookie_of(f"records-{number}"), text)
                    answers += 1
                    await asyncio.sleep(0.05)

    await asyncio.gather(*[post(number) for number in range(6)])
    try:
        began = time.perf_counter()
        asked = ask(port, "POST", "/api/replay", cookie_of("other"), b"no record", BYSTANDER)
        await asyncio.wait_for(asked, PATIENCE)
        return f"another's replay after {time.perf_counter() - began:.1f} s"
    except (OSError, TimeoutError):
        return f"another's replay not within {PATIENCE:.0f} s"


async def pings(port: int, seconds: float) -> str:
    """Pings on ten sockets that nobody reads from."""
    _, code = await make_table(port, cookie_of("pings"))
    wires = []
    for _ in range(10):
        made = partial_wire(f"127.0.0.1:{port}", f"/ws/{code}", cookie_of("pings"))
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(made, "127.0.0.1", port, local_addr=(ATTACKER, 0))
        await wire.ready
        wires.append(wire)
    ends, sent = time.monotonic() + seconds, 0
    while time.monotonic() < ends:
        for wire in wires:
            transport = wire._transport
            if transport is not None and not transport.is_closing() and transport.get_write_buffer_size() < 1 << 20:
                with contextlib.suppress(RuntimeError):
                    transport.pause_reading()
                transport.write(PING * 1000)
                sent += 1000
        await asyncio.sleep(0.005)
    for wire in wires:
        wire.close()
    return f"{sent:,} pings"


async def tables(port: int, seconds: float) -> str:
    """Tables, each for somebody new."""
    ends, made, refused = time.monotonic() + seconds, 0, 0

    async def make(who: int) -> None:
        nonlocal made, refused
        number = 0
        while time.monotonic() < ends:
            number += 1
            try:
                status, _ = await make_table(port, cookie_of(f"tables-{who}-{number}"), listed=True)
                made, refused = made + (status == 200), refused + (status != 200)
            except OSError:
                refused += 1

    await asyncio.gather(*[make(who) for who in range(20)])
    _, raw = await ask(port, "GET", "/api/tables", cookie_of("looker"), address=BYSTANDER)
    return f"{made:,} made, {refused:,} refused; a list of {len(raw) / 1000:.0f} KB"


async def watchers(port: int, seconds: float) -> str:
    """Eight hundred who watch one table."""
    _, code = await make_table(port, cookie_of("watched"))
    ends = time.monotonic() + 3 * seconds
    wires = []
    for number in range(800):
        if time.monotonic() > ends:
            break
        with contextlib.suppress(OSError):
            path, cookie = f"/ws/{code}", cookie_of(f"watcher-{number}")
            loop = asyncio.get_running_loop()
            made = partial_wire(f"127.0.0.1:{port}", path, cookie)
            _, wire = await loop.create_connection(made, "127.0.0.1", port, local_addr=(ATTACKER, 0))
            await wire.ready
            wires.append(wire)
    await asyncio.sleep(0.5)
    here = sum(not wire.gone.done() for wire in wires)
    for wire in wires:
        wire.close()
    return f"{here} watch"


def partial_wire(host: str, path: str, cookie: str) -> Callable[[], Wire]:
    return lambda: Wire(host, path, cookie, lambda raw: None)


async def half_open(port: int, seconds: float) -> str:
    """Requests that never end their head."""
    lines: list[socket.socket] = []
    for _ in range(1100):
        line = socket.socket()
        line.settimeout(0.5)
        line.bind((ATTACKER, 0))
        try:
            line.connect(("127.0.0.1", port))
            line.sendall(b"GET / HTTP/1.1\r\nX: ")
        except OSError:
            line.close()
            continue
        lines.append(line)
    await asyncio.sleep(seconds)
    for line in lines:
        line.close()
    return f"{len(lines)} half-open"


async def slow_bodies(port: int, seconds: float) -> str:
    """Bodies that come a byte at a time."""
    lines = []
    for _ in range(300):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            writer.write(b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2000000\r\n\r\n")
            lines.append(writer)
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        for writer in lines:
            if not writer.is_closing():
                writer.write(b"x")
        await asyncio.sleep(0.1)
    for writer in lines:
        writer.close()
    return f"{len(lines)} slow bodies"


async def history(port: int, seconds: float) -> str:
    """Statistics and history of somebody with five thousand games."""
    ends, asked = time.monotonic() + seconds, 0
    while time.monotonic() < ends:
        for path in ("/api/stats", "/api/history"):
            with contextlib.suppress(OSError):
                await ask(port, "GET", path, cookie_of("player"))
                asked += 1
    return f"asked {asked} times"


ATTACKS: dict[str, Callable[[int, float], Coroutine[Any, Any, str]]] = {
    "records": records,
    "pings": pings,
    "tables": tables,
    "watchers": watchers,
    "half-open": half_open,
    "slow bodies": slow_bodies,
    "history": history,
    **COSTS,
}
# How many ask at once in the control of an attack: as many as attack.
AT_ONCE = {"records": 6, "pings": 10, "tables": 20, "archives": 120, "chunks": 100, "files": 60, "reviews": 16}
USUALLY_AT_ONCE = 10


# The server.


def fill(folder: Path) -> None:
    """Five thousand finished games of one person."""
    from cardhouse.server.people import person_id

    who = person_id(cookie_of("player").removeprefix("cardhouse="))
    notes = json.dumps({"events": {"slap": 20, "turn": 60}, "slaps": [300.0] * 20, "steps": 400, "draw": False})
    folder.mkdir(parents=True)
    connection = sqlite3.connect(folder / "cardhouse.sqlite3")
    connection.executescript(OLD_DATA)
    for number in range(5000):
        record = f"table{number}-1"
        connection.execute(
            "INSERT INTO records VALUES (?, ?, 1, 'slapjack', ?, 'text')", (record, f"table{number}", float(number))
        )
        rows = [(record, seat, who if seat == 0 else "", "x", "" if seat == 0 else "easy", 1 + seat, 0, notes)
                for seat in range(3)]  # fmt: skip
        connection.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()


@dataclass
class Felt:
    """The result of one attack."""

    attack: str
    control: float
    p99: float
    failed: str
    idle: float
    memory: float
    cpu: float
    ended: float
    note: str

    def row(self) -> list[str]:
        return [
            self.attack, f"{self.control:.0f}", f"{self.p99:.0f}", self.failed, f"{self.idle:.0f}",
            f"{self.memory:.0f}", f"{self.cpu:.1f}", f"{self.ended:.1f}", self.note,
        ]  # fmt: skip


def memory_of(pid: int, which: str = "VmHWM") -> float:
    """The most memory that a process has had, in MB, or with VmRSS what it has now."""
    with contextlib.suppress(OSError):
        return memory_in(Path(f"/proc/{pid}/status").read_text(), which)
    return float("nan")


def memory_in(status: str, which: str) -> float:
    for line in status.splitlines():
        if line.startswith(which):
            return int(line.split()[1]) / 1024
    return float("nan")


async def ask_in_vain(port: int, seconds: float, clients: int) -> str:
    """Visitors who ask for what isn't there, again and again."""
    ends = time.monotonic() + seconds

    async def one() -> None:
        while time.monotonic() < ends:
            with contextlib.suppress(OSError):
                await ask(port, "GET", "/nowhere", "", address=CONTROL)

    await asyncio.gather(*[one() for _ in range(clients)])
    return ""


def beside(port: int, folder: Path, seconds: float, attack: Coroutine[Any, Any, str]) -> tuple[float, str, str]:
    """The bystander's 99th percentile during an attack, how often they failed, and what the attack says."""
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        ready = folder / f"ready{time.monotonic()}"
        bystander = other.submit(stand_by, port, seconds + 1, ready)
        while not ready.exists() and not bystander.done():
            time.sleep(0.01)
        note = asyncio.run(attack)
        try:
            waits, came, failed = bystander.result()
        except (OSError, EOFError) as error:
            return float("inf"), "all", f"{note}; the bystander: {error!r}"
    return quantiles(waits, n=100)[98], f"{failed}/{came}", note


def size_of(folder: Path) -> int:
    """How many bytes the files of a folder have."""
    found = 0
    for file in folder.rglob("*"):
        with contextlib.suppress(OSError):
            found += file.stat().st_size if file.is_file() else 0
    return found


def besiege(attack: str, source: Path, seconds: float) -> Felt:
    """One attack on one new server."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        house = Besieged(folder, source)
        if attack == "history":
            fill(house.data)
        house.start()
        pid, port = house.process.pid, house.port
        try:
            idle = memory_of(pid, "VmRSS")
            clients = AT_ONCE.get(attack, USUALLY_AT_ONCE)
            control, _, _ = beside(port, folder, seconds, ask_in_vain(port, seconds, clients))
            spent, written = cpu_seconds(pid), size_of(folder)
            p99, failed, note = beside(port, folder, seconds, ATTACKS[attack](port, seconds))
            spent, memory = cpu_seconds(pid) - spent, memory_of(pid)
            note += f"; {(size_of(folder) - written) / 1e6:.1f} MB more on disk, "
            note += f"{house.log.stat().st_size / 1000:.1f} KB of log"
            ended = house.end()
        finally:
            house.kill()
        return Felt(attack, control, p99, failed, idle, memory, spent, ended, note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--attacks", nargs="+", choices=[*ATTACKS, *FAULTS], default=[*ATTACKS, *FAULTS])
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each lasts")
    parser.add_argument("--source", type=Path, default=Path(__file__).parents[1] / "src")
    parser.add_argument("--before", type=Path, default=None, help="the src of an earlier checkout")
    args = parser.parse_args()
    print(f"Others were using the machine by a load of {os.getloadavg()[0]:.1f}", flush=True)
    heading = [
        "attack", "control p99 ms", "p99 ms", "new ones failed", "idle MB", "MB", "CPU s", "ended after s",
        "what came of it",
    ]  # fmt: skip
    for name, source in (("before", args.before), ("now", args.source)):
        if source is None:
            continue
        rows = []
        for attack in [each for each in args.attacks if each in ATTACKS]:
            rows.append(besiege(attack, source.resolve(), args.seconds).row())
            print(f"{name}: {'  '.join(rows[-1])}", flush=True)
        if rows:
            print(laid_out(heading, rows))
        for each in [each for each in args.attacks if each in FAULTS]:
            print(f"{name}: {each}: {fault(each, source.resolve())}", flush=True)


if __name__ == "__main__":
    main()
