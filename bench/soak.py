"""Long runs of live tables: ``python -m bench.soak [--tables 400] [--seed 0] [--game GAME]``.

Whole tables on virtual time, of every game, level, pace, seat count and option, with people who do all sorts of things;
after every command something must be due. With ``--rooms 100`` evenings of several games, with people who are late,
leave, fall silent and vote. With ``--over-days 1000`` tables whose clock is in days, through a week. Or, with
``--minutes 10 --server 200``, a real server with this many tables of cats at real pace, each watched: what stands still
for longer than its game allows is a stall. Ends with 1 if anything
stalled, was logged as a fault, or did not verify.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "table"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from serving import Server
from soaking import Soaked, soak
from soaking_days import soak_days
from soaking_rooms import soak_rooms

import cardhouse
from cardhouse.bots import LEVELS
from cardhouse.client import Client
from cardhouse.contract.messages import StepMessage, Welcome

# No cat takes longer than this for a move, on a machine that is busy with other things too.
LONGEST_SILENCE = 60.0
AT_A_TIME = 5


def _share(game: str, first: int, count: int) -> Soaked:
    logging.getLogger().addHandler(logging.NullHandler())
    return soak(range(first, first + count), game)


def soak_in_virtual_time(games: list[str], tables: int, seed: int, processes: int) -> int:
    """This many tables of each game; gives the number of faults."""
    jobs = [(game, first) for first in range(seed, seed + tables, AT_A_TIME) for game in games]
    total: dict[str, Soaked] = {game: Soaked() for game in games}
    began = time.monotonic()
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        running = [(game, pool.submit(_share, game, first, AT_A_TIME)) for game, first in jobs]
        for number, (game, done) in enumerate(running, 1):
            found, sums = done.result(), total[game]
            for name in ("games", "tables", "commands", "restarts", "unfinished"):
                setattr(sums, name, getattr(sums, name) + getattr(found, name))
            sums.faults += found.faults
            for fault in found.faults:
                print(f"fault: {fault}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(jobs)}", end="", file=sys.stderr)
    print(f"{'game':10} {'tables':>7} {'games':>7} {'commands':>9} {'restarts':>9} {'unfinished':>11} {'faults':>7}")
    for game, sums in total.items():
        print(
            f"{game:10} {sums.tables:7} {sums.games:7} {sums.commands:9} {sums.restarts:9} "
            f"{sums.unfinished:11} {len(sums.faults):7}"
        )
    print(f"in {time.monotonic() - began:.0f} s")
    return sum(len(sums.faults) for sums in total.values())


def _share_of_rooms(first: int, count: int) -> Soaked:
    logging.getLogger().addHandler(logging.NullHandler())
    return soak_rooms(range(first, first + count))


def soak_in_rooms(rooms: int, seed: int, processes: int) -> int:
    """That many evenings in rooms; gives the number of faults."""
    sums, began = Soaked(), time.monotonic()
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for done in [pool.submit(_share_of_rooms, first, 1) for first in range(seed, seed + rooms)]:
            found = done.result()
            for name in ("games", "tables", "commands", "restarts", "unfinished"):
                setattr(sums, name, getattr(sums, name) + getattr(found, name))
            sums.faults += found.faults
            for fault in found.faults:
                print(f"fault: {fault}", flush=True)
    print(
        f"{sums.tables} rooms, {sums.games} games, {sums.commands} commands, {sums.restarts} restarts, "
        f"{sums.unfinished} unfinished, {len(sums.faults)} faults in {time.monotonic() - began:.0f} s"
    )
    return len(sums.faults) + sums.unfinished


def soak_over_days(tables: int, seed: int) -> int:
    """That many tables through a virtual week; gives the number of faults."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = soak_days(Path(folder), tables, seed=seed)
    for fault in found.faults:
        print(f"fault: {fault}", flush=True)
    print(
        f"{found.tables} tables, {found.moves} moves of people, {found.turns} turns, {found.told} to be told of and "
        f"{found.pushes} told, {found.ahead} choices ahead, {found.taken_over} seats taken over by cats, "
        f"{found.finished} games finished, {found.restarts} restarts, {len(found.faults)} faults "
        f"in {time.monotonic() - began:.0f} s"
    )
    return len(found.faults)


async def watch(server: Server, number: int, until: float, found: dict[str, int]) -> None:
    """Make a table of cats and watch it until the end of the run."""
    dice = random.Random(number)
    info = dice.choice(cardhouse.games())
    seats = [{"kind": "cat", "level": dice.choice(LEVELS)} for _ in range(dice.choice(info.seat_choices))]
    async with Client(server.address) as client:
        code = await client.make(info.name, seats, pace=dice.choice(["slow", "medium", "fast"]))
        async with client.at(code) as table:
            while (left := until - time.monotonic()) > 0:
                try:
                    message = await asyncio.wait_for(table.hear(), min(left, LONGEST_SILENCE))
                except TimeoutError:
                    if left > LONGEST_SILENCE:
                        found["stalls"] += 1
                        print(f"stall: {info.name} {seats}", flush=True)
                    continue
                if message is None:
                    found["lost"] += 1
                    return
                found["steps"] += isinstance(message, StepMessage)
                found["games"] += isinstance(message, Welcome)


async def soak_a_server(tables: int, minutes: float) -> int:
    """A real server with this many watched tables at real pace for this many minutes; gives the number of faults."""
    found = {"steps": 0, "games": 0, "stalls": 0, "lost": 0}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), flags=["--most-tables", str(tables)])
        try:
            until = time.monotonic() + minutes * 60
            await asyncio.gather(*[watch(server, number, until, found) for number in range(tables)])
            async with Client(server.address) as client:
                figures = str(await client.ask("GET", "/metrics"))
        finally:
            server.stop()
    healed = int(
        float(next(line for line in figures.splitlines() if line.startswith("cardhouse_stalls_total")).split()[1])
    )
    print(f"{tables} tables for {minutes:g} minutes: {found}, healed by the server: {healed}")
    return found["stalls"] + found["lost"] + healed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=400, help="tables of each game, on virtual time")
    parser.add_argument("--rooms", type=int, default=0, help="instead, evenings in rooms, on virtual time")
    parser.add_argument("--over-days", type=int, default=0, help="instead, tables over days, for a virtual week")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--server", type=int, default=0, help="instead, a real server with this many tables")
    parser.add_argument("--minutes", type=float, default=10.0)
    args = parser.parse_args()
    if args.server:
        return 1 if asyncio.run(soak_a_server(args.server, args.minutes)) else 0
    if args.over_days:
        return 1 if soak_over_days(args.over_days, args.seed) else 0
    if args.rooms:
        return 1 if soak_in_rooms(args.rooms, args.seed, args.processes) else 0
    games = [args.game] if args.game else [info.name for info in cardhouse.games()]
    return 1 if soak_in_virtual_time(games, args.tables, args.seed, args.processes) else 0


if __name__ == "__main__":
    sys.exit(main())
