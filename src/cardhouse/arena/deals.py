"""A contest: the same deals for everybody, with the seats changed round until all have sat everywhere."""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..bots import Maker, bot_maker
from ..bots.process import MEMORY, BotProcess, is_own
from ..engine.chance import Chance
from ..engine.errors import BadSetup
from ..engine.options import Value
from ..engine.record import Record
from ..engine.registry import game_class, new
from ..games import spec
from .match import Hand, Played, play_match
from .sides import ready_sides, side_maker

MOVE_SECONDS = 5.0
# In MiB; with less not even Python starts.
LEAST_MEMORY = 64


@dataclass(frozen=True)
class DealPlayed:
    """One deal: a game for each seating, and what was measured at each player in all of them."""

    games: tuple[Played, ...]
    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Contest:
    """A contest: a game with its options, the bots by name, and the deals that a seed decides.

    Each game is written as a record into the folder ``records``, if there is one.
    """

    game: str
    bots: tuple[str, ...]
    seats: int
    options: Mapping[str, Value]
    deals: int
    seed: int
    limit: float
    records: Path | None = None
    memory: int = MEMORY
    teams: tuple[int, ...] = ()

    @functools.cached_property
    def players(self) -> tuple[str, ...]:
        """Each bot once, in the order in which they were named."""
        return tuple(dict.fromkeys(self.bots))

    @functools.cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who sits where, game by game, as numbers of `players`.

        With more bots than seats every choice of them meets; with fewer the list is repeated until all seats are
        taken. Each such table is played in all its rotations; where partners sit together, and there are more than two
        players at it, with each as everybody's partner.
        """
        numbers = [self.players.index(name) for name in self.bots]
        if len(numbers) >= self.seats:
            tables = list(itertools.combinations(numbers, self.seats))
        else:
            around = numbers * (self.seats + 1)
            tables = [tuple(around[start : start + self.seats]) for start in range(len(numbers))]
        if self.teams:
            tables = [other for table in tables for other in partnerships(table)]
        rotated = [table[turn:] + table[:turn] for table in tables for turn in range(self.seats)]
        return tuple(dict.fromkeys(rotated))

    def play_deal(self, number: int) -> DealPlayed:
        """Play one deal in all its seatings.

        A bot's seed comes from the deal and the seat, so that chance is the same for every bot that sits there.
        """
        ready_sides(self.game, self.players, self.limit, self.memory)
        seeds = [seed_for(self.seed, number, "seat", seat) for seat in range(self.seats)]
        games: list[Played] = []
        measured = [Hand() for _ in self.players]
        for table, seating in enumerate(self.seatings):
            game = new(self.game, seats=self.seats, seed=seed_for(self.seed, number, "deal"), options=self.options)
            sitting = [functools.partial(self.maker(who, seat), seeds[seat]) for seat, who in enumerate(seating)]
            chance = Chance(seed_for(self.seed, number, "same moment"))
            record = Record.of(game, [self.players[who] for who in seating]) if self.records is not None else None
            played, hands = play_match(game, sitting, self.limit, chance, record)
            if record is not None:
                self.write(record, number, table)
            games.append(played)
            for who, hand in zip(seating, hands, strict=True):
                measured[who].merge(hand)
        return DealPlayed(tuple(games), tuple(measured))

    def maker(self, who: int, seat: int) -> Maker:
        """Return what makes the bot with this number for a seat."""
        return side_maker(self.game, self.players[who], self.limit, self.memory, seat)

    def write(self, record: Record, deal: int, table: int) -> None:
        """Write a record into the folder, where no more than a thousand deals stand side by side."""
        assert self.records is not None
        folder = self.records / f"{deal // 1000:04}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.game}-{deal:06}-{table}.txt").write_text(record.text(), encoding="utf-8")


def contest(
    game: str,
    bots: Sequence[str],
    *,
    deals: int = 100,
    seed: int = 0,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    limit: float = MOVE_SECONDS,
    records: Path | None = None,
    memory: int = MEMORY,
) -> Contest:
    """A contest that can be played; `BadSetup` says what is wrong with it."""
    if not bots:
        raise BadSetup("setup.arena.no_bots")
    if type(deals) is not int or deals < 1:
        raise BadSetup("setup.arena.deals", deals=repr(deals)[:40])
    if not limit > 0:
        raise BadSetup("setup.arena.limit", limit=repr(limit)[:40])
    if type(memory) is not int or memory < LEAST_MEMORY:
        raise BadSetup("setup.arena.memory", least=LEAST_MEMORY, memory=repr(memory)[:40])
    for name in dict.fromkeys(bots):
        check_bot(game, name, limit, memory)
    dealt = new(game, seats=seats, seed=seed, options={**spec(game).arena_options, **(options or {})})
    settled = dealt.setup
    return Contest(
        game, tuple(bots), settled.seats, dict(settled.options), deals, seed, limit, records, memory, dealt.teams()
    )


def check_bot(game: str, name: str, limit: float, memory: int) -> None:
    """`BadSetup` if there is no such bot."""
    if not is_own(name):
        bot_maker(game, name)
        return
    process = BotProcess(game_class(game).name, name, limit, memory)
    try:
        process.check()
    finally:
        process.close()


def partnerships(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The orders in which these can sit; of two players, each side is one."""
    if len(set(table)) <= 2:
        return [table]
    return sorted({(table[0], *others) for others in itertools.permutations(table[1:])})


def seed_for(*what: object) -> int:
    """A seed that depends on all of this and tells nothing about any of it."""
    text = " ".join(map(str, what))
    return int.from_bytes(hashlib.sha256(f"cardhouse arena {text}".encode()).digest()[:7], "big")
