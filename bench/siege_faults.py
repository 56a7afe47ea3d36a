"""One frozen or damaged part of a house, or one liar, and what others feel of it: see ``bench.siege``."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import os
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.besieged import Besieged
from bench.visitors import BYSTANDER, ask, cookie_of
from bench.wire import Wire

ROOT = Path(__file__).parents[1]
ONES_OWN = cookie_of("player")
# How long a table is watched while its cats' worker hangs: with plain files it is given 30 s.
WATCHED = 60.0
SLAPS = 300
# An action that no game of this kind ever had.
NEVER_LEGAL = '{"seat":0,"action":"slap"}'


class Player:
    """Somebody at a table who does the first thing that may be done."""

    def __init__(self) -> None:
        self.view: dict[str, Any] = {}
        self.steps = 0
        self.refusal = ""
        self.wire: Wire

    async def come(self, port: int, code: str) -> None:
        """Come to this table; what they are told first is known then."""
        self.wire = await Wire.open(f"127.0.0.1:{port}", f"/ws/{code}", ONES_OWN, self.hear)
        for _ in range(200):
            if self.view or self.refusal:
                return
            await asyncio.sleep(0.05)

    def hear(self, raw: bytes) -> None:
        message = json.loads(raw)
        self.steps += message["t"] == "step"
        if message.get("views"):
            self.view = message["views"][0]
        if message["t"] == "refusal":
            self.refusal = message["text"]

    def act(self) -> None:
        """Do something, if it is one's turn."""
        view = self.view
        if view and view["seat"] in view["turn"] and view["legal"]:
            said = {"t": "act", "seat": view["seat"], "action": view["legal"][0], "step": view["step"]}
            self.wire.say(json.dumps(said).encode())

    async def play(self, seconds: float, steps: int = 1 << 30) -> None:
        """Play for so many seconds, or until there were so many steps."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends and self.steps < steps:
            self.act()
            await asyncio.sleep(0.1)


async def a_table(port: int) -> str:
    """The code of a table with three cats."""
    cats = [{"kind": "cat", "level": "medium"}] * 3
    wish = {"game": "hearts", "seats": [{"kind": "you"}, *cats], "pace": "fast"}
    status, raw = await ask(port, "POST", "/api/tables", ONES_OWN, json.dumps(wish).encode(), BYSTANDER)
    assert status == 200, raw
    return str(json.loads(raw)["code"])


async def begun(port: int) -> str:
    """The code of a table where some cards lie."""
    code, player = await a_table(port), Player()
    await player.come(port, code)
    await player.play(60, steps=8)
    player.wire.close()
    return code


def _health(port: int) -> dict[str, Any]:
    status, raw = asyncio.run(ask(port, "GET", "/health", "", address=BYSTANDER))
    told: dict[str, Any] = json.loads(raw)
    return {"status": status, **told}


def _workers(server: int) -> list[int]:
    """The processes in which the bots of a server think."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = (place / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == server and b"spawn_main" in (place / "cmdline").read_bytes():
                found.append(int(place.name))
    return found


def hung_worker(house: Besieged) -> str:
    """The process in which the cats think is stopped in the middle of a game."""

    async def watch() -> tuple[int, float]:
        player = Player()
        await player.come(house.port, await a_table(house.port))
        await player.play(60, steps=8)
        for worker in _workers(house.process.pid):
            os.kill(worker, signal.SIGSTOP)
        before, began = player.steps, time.monotonic()
        # Two more may be on their way.
        await player.play(WATCHED, steps=before + 3)
        first = time.monotonic() - began if player.steps >= before + 3 else float("inf")
        player.wire.close()
        return player.steps - before, first

    try:
        done, first = asyncio.run(watch())
    finally:
        for worker in _workers(house.process.pid):
            os.kill(worker, signal.SIGCONT)
    return f"went on after {first:.0f} s" if done > 2 else f"{done} actions in {WATCHED:.0f} s"


def damaged_row(house: Besieged) -> str:
    """A row of a log says something that was never possible."""
    code, player = asyncio.run(begun(house.port)), Player()
    house.kill()
    connection = sqlite3.connect(house.data / "cardhouse.sqlite3")
    with connection:
        connection.execute(
            "UPDATE log SET data = ? WHERE n = (SELECT max(n) FROM log WHERE code = ? AND kind = 'act')",
            (NEVER_LEGAL, code),
        )
    connection.close()
    house.start()

    async def look() -> None:
        with contextlib.suppress(OSError):
            await player.come(house.port, code)

    asyncio.run(look())
    return f"the table says: {player.refusal!r}; health says: {_health(house.port).get('damaged', 'nothing')!r}"


def _lost(house: Besieged, endings: tuple[str, ...]) -> str:
    asyncio.run(begun(house.port))
    house.kill()
    for ending in endings:
        (house.data / f"cardhouse.sqlite3{ending}").unlink(missing_ok=True)
    house.start()
    health = _health(house.port)
    return f"health {health['status']}, says: {health.get('missing', 'nothing')!r}"


def lost_database(house: Besieged) -> str:
    """The database is gone, and its receipts are there."""
    return _lost(house, ("", "-wal", "-shm"))


def lost_journal(house: Besieged) -> str:
    """The write-ahead log is gone before anything of it came into the database."""
    return _lost(house, ("-wal", "-shm"))


def late_pongs(house: Besieged) -> str:
    """Pongs 165 ms late, and 8 to 30 ms more delay claimed than was measured; on virtual time, with these files."""
    from bench.slaps import Habits, virtual_setting

    # The tests' own, which that module has made known.
    run = importlib.import_module("virtual").run
    found = run(virtual_setting([Habits(0), Habits(0, claims="late", slow_pongs=165)], SLAPS))
    won = found.judged[1]
    # Each flag with the seat of who is flagged.
    flags = ", ".join(
        f"{flag[:-2]} {100 * times / won:.0f} %" for flag, times in found.flags.items() if flag[-1] == "1"
    )
    return f"won {100 * won / found.slaps:.0f} % of {found.slaps} slaps, flagged: {flags or 'never'}"


def frozen_node(house: Besieged) -> str:
    """One of two nodes is stopped for a minute, with these files."""
    from bench import nodes

    with tempfile.TemporaryDirectory() as folder:
        together = nodes.House(Path(folder), 2, 8, 1, None)
        try:
            found = asyncio.run(nodes.run(together, 0, 0, 0, 0, freezes=1))
        finally:
            together.cluster.stop()
    wrong = sum(found[name] for name in nodes.WRONG)
    told = f"of {found['told']:,.0f} actions {wrong:.0f} lost or wrong"
    return f"tables stood still for {found['stood still']:.1f} s; {told}"


FAULTS: dict[str, Callable[[Besieged], str]] = {
    "late pongs": late_pongs,
    "frozen node": frozen_node,
    "hung worker": hung_worker,
    "damaged row": damaged_row,
    "lost database": lost_database,
    "lost journal": lost_journal,
}
# What these do is done by the files of this checkout, whatever server runs beside it.
OURS_ALONE = ("late pongs", "frozen node")


def fault(name: str, source: Path) -> str:
    """What came of one fault at a new server of this checkout."""
    with tempfile.TemporaryDirectory() as folder:
        house = Besieged(Path(folder), source)
        if name in OURS_ALONE:
            return FAULTS[name](house) if source == (ROOT / "src").resolve() else "not measured here"
        house.start()
        try:
            return FAULTS[name](house)
        finally:
            house.kill()
