"""Whole live tables on virtual time, with people who do all sorts of things, checked after every command.

A table is made from a seed: its game, options, seats, cats and pace, and who sits there. People act late, act wrongly,
slap at random, leave, come back, pause, ask for hints and reload; now and then the table is made again from its log.
"""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import dataclass, field
from typing import get_args

from sitting import Sitter, settled, table_of
from virtual import run

import cardhouse
from cardhouse.bots import LEVELS
from cardhouse.build import running
from cardhouse.contract.messages import (
    Act,
    FromPerson,
    Hint,
    Leave,
    News,
    Paces,
    Pause,
    React,
    Refusal,
    Rematch,
    Sit,
    Slap,
    StepMessage,
    Welcome,
)
from cardhouse.engine.errors import CardhouseError
from cardhouse.engine.record import read_record
from cardhouse.table.log import MemoryLog
from cardhouse.table.plan import SeatPlan
from cardhouse.table.table import Table

PACES = get_args(Paces)
NONSENSE = ("", "turn turn", "TURN", "play 9x", "pass 4c\nJc 7d", "slap 99", "take\x00", "beat 7h", "done 3", "🐈")
# Virtual seconds after which a game that goes on is left.
LONG_ENOUGH = 40_000.0


@dataclass
class Soaked:
    """What was seen so far."""

    games: int = 0
    tables: int = 0
    commands: int = 0
    restarts: int = 0
    unfinished: int = 0
    faults: list[str] = field(default_factory=list)


class Faults(logging.Handler):
    """Collects what the live layer logs and should not have to."""

    def __init__(self, soaked: Soaked, about: str) -> None:
        super().__init__(logging.WARNING)
        self.soaked, self.about = soaked, about

    def emit(self, record: logging.LogRecord) -> None:
        # Who slaps at random is flagged: that is as it should be.
        if "are odd" not in record.msg:
            self.soaked.faults.append(f"{self.about}: {self.format(record)}")


def cats_of(game: str) -> list[str]:
    """The levels that can play many games in a test: searching ones only where they are compiled."""
    slaps = game in ("ratscrew", "slapjack")
    return ["random", "greedy", *(LEVELS if slaps or running() == "compiled" else LEVELS[:2])]


class Person(Sitter):
    """A person who mostly plays on, and does all sorts of other things."""

    def __init__(self, table: Table, who: str, dice: random.Random, last: tuple[int, int] | None = None) -> None:
        super().__init__(table, who, last)
        self.dice = dice

    @property
    def last(self) -> tuple[int, int] | None:
        """The round and step seen last, as a page that reloads tells it."""
        for message in reversed(self.told):
            if isinstance(message, StepMessage):
                return message.round, message.step
            if isinstance(message, Welcome):
                return message.table.round, message.step
        return None

    def wish(self) -> FromPerson | None:
        """What they want now; None: to go on playing."""
        dice, view = self.dice, (self.views or [{"seat": 0, "step": 0, "legal": []}])[0]
        seat = view["seat"] if view["seat"] is not None else 0
        return dice.choice(
            [
                Act(seat, dice.choice(NONSENSE), view["step"]),
                Act(seat, dice.choice(view["legal"] or ["turn"]).upper(), view["step"]),
                Act(seat, dice.choice(view["legal"] or ["turn"]), max(view["step"] - dice.randrange(4), 0)),
                Act(dice.randrange(7), "turn", view["step"]),
                Slap(seat, self.token, dice.uniform(-50, 900)),
                Slap(seat, self.token, dice.uniform(150, 400)),
                Slap(seat, self.token, dice.uniform(150, 400)),
                Pause(dice.random() < 0.4),
                Pause(False),
                Hint(seat) if running() == "compiled" and dice.random() < 0.1 else None,
                Leave(seat) if dice.random() < 0.1 else None,
                Sit(dice.randrange(6)),
                React(seat, "purr"),
                Rematch(),
            ]
        )


def made(dice: random.Random, game: str) -> tuple[dict[str, bool | int | str], list[SeatPlan], str]:
    """Options, seats and a pace for a table of this game."""
    info = next(info for info in cardhouse.games() if info.name == game)
    while True:
        options = {option.name: dice.choice((*option.choices, option.default)) for option in info.options}
        if game == "hearts":
            options["limit"] = 20
        count = dice.choice(info.seat_choices)
        people = dice.choice((0, 1, 1, 1, 2, count))
        seats = [
            SeatPlan("person", f"p{seat}", f"P{seat}")
            if seat < people
            else SeatPlan("cat", "", f"C{seat}", "soot", dice.choice(cats_of(game)))
            for seat in range(count)
        ]
        dice.shuffle(seats)
        try:
            cardhouse.new(game, seats=count, seed=0, options=options)
        except CardhouseError:
            continue
        return options, seats, dice.choice(PACES)


async def soak_table(seed: int, game: str, soaked: Soaked, silly: float = 0.25) -> None:
    """One table until a game of it is over; ``silly`` is how often people do something else than play on."""
    dice = random.Random(f"{seed} {game}")
    options, seats, pace = made(dice, game)
    log = MemoryLog()
    about = f"{game} seed {seed} ({pace}, {', '.join(plan.level or 'person' for plan in seats)})"
    faults = Faults(soaked, about)
    logger = logging.getLogger("cardhouse")
    logger.addHandler(faults)
    try:
        await _soak(dice, game, options, seats, pace, log, soaked, silly, about)
    finally:
        logger.removeHandler(faults)
    for text in log.records.values():
        record = read_record(text)
        if record.text() != text:
            soaked.faults.append(f"{about}: a record does not read back")
        record.verify()
    soaked.tables += 1
    soaked.games += len(log.records)


def state_of(table: Table) -> tuple[object, ...]:
    """What must be the same after a restart."""
    state = table.state
    current = state.round
    room = (state.plan, state.queue, state.evening.games, state.arranged, state.rounds, state.match.wins)
    if current is None:
        return *room, state.seating.plans, state.paused, state.barred
    return (
        *room,
        state.seating.plans,
        state.paused,
        state.barred,
        current.number,
        current.game.digest(),
        current.salt,
        current.last_of_seat,
        current.tally.notes(current.game),
        current.record.text(),
    )


async def _soak(
    dice: random.Random,
    game: str,
    options: dict[str, bool | int | str],
    seats: list[SeatPlan],
    pace: str,
    log: MemoryLog,
    soaked: Soaked,
    silly: float,
    about: str,
) -> None:
    loop = asyncio.get_running_loop()
    watched = not any(plan.kind == "person" for plan in seats)
    who = [plan.person for plan in seats if plan.kind == "person"] or ["watcher"]

    def make() -> Table:
        return table_of(game, *seats, log=log, entries=log.logs.get("abcdefghjk", ()), pace=pace, options=options)

    table = make()
    await table.open()
    people = {name: Person(table, name, dice) for name in who}
    await settled()
    until = loop.time() + LONG_ENOUGH
    while not log.records and loop.time() < until:
        await asyncio.sleep(dice.choice((0.05, 0.2, 0.4, 0.7, 1.2, 2.5)) if pace != "instant" else 0.02)
        name = dice.choice(who)
        sitter = people[name]
        soaked.commands += 1
        if dice.random() < 0.004:
            # The server is killed and comes back: nobody knows of it but by their connections.
            await table.close()
            before = state_of(table)
            table = make()
            if state_of(table) != before:
                soaked.faults.append(f"{about}: another state after a restart")
            await table.open()
            people = {name: Person(table, name, dice, sitter.last) for name, sitter in people.items()}
            soaked.restarts += 1
        elif dice.random() < 0.01:
            sitter.part()
            await asyncio.sleep(dice.choice((0.1, 5.0, 40.0)))
            people[name] = Person(table, name, dice, sitter.last)
        elif watched:
            continue
        elif dice.random() < silly:
            wish = sitter.wish()
            if wish is not None:
                await sitter.say(wish)
        else:
            if table.state.paused:
                for other in people.values():
                    await other.say(Pause(False))
            await sitter.play_on()
            await _slap_what_waits(sitter)
        tidy(sitter)
    if not log.records:
        soaked.unfinished += 1
    await table.close()


async def _slap_what_waits(sitter: Person) -> None:
    """Where the game waits for a slap and nothing else, slap."""
    for view in sitter.views:
        if view["seat"] in view["turn"] and view["legal"] == ["slap"]:
            await sitter.say(Slap(view["seat"], sitter.token, 300.0))


def tidy(sitter: Sitter | None) -> None:
    """Keep what is needed to go on."""
    if sitter is not None and len(sitter.told) > 200:
        kept = [message for message in sitter.told if not isinstance(message, Refusal)]
        news = [message for message in kept if isinstance(message, News)][-1:]
        welcome = [message for message in kept if isinstance(message, Welcome)][-1:]
        sitter.told[:] = [*welcome, *news, *kept[-50:]]


def soak(seeds: range, game: str, soaked: Soaked | None = None, silly: float = 0.25) -> Soaked:
    """Tables of one game, one after another, each on a virtual clock of its own."""
    found = soaked or Soaked()
    for seed in seeds:
        run(soak_table(seed, game, found, silly))
    return found
