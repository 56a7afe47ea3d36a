"""What each card is worth in Hearts: imagined deals are played to their end, the last tricks exactly."""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from ..cards import BIT, count
from ..chance import Chance
from ..games.hearts_worlds import HeartsImaginer
from .hearts_deal_search import OneDeal, Table, alone
from .hearts_likely_search import LikelyWorlds, World
from .hearts_policy import choices
from .hearts_solver import LastTricks

# After so many worlds a plan to shoot the moon that looks hopeless is dropped.
BRIEF: Final[i64] = 20
HOPELESS: Final = 4.0


class Line:
    """Cards to play or to pass with a plan, and what came of it in the worlds where it was tried."""

    def __init__(self, cards: i64, shooting: bool) -> None:
        self.cards: Final[i64] = cards
        self.shooting: Final = shooting
        self.dropped: bool = False
        self.tries: i64 = 0
        self.takes: i64 = 0
        self.sum: float = 0.0
        self.squares: float = 0.0

    def add(self, value: float) -> None:
        """Count what it was worth in one more world."""
        self.tries += 1
        self.sum += value
        self.squares += value * value

    def mean(self) -> float:
        return self.sum / float(self.tries) if self.tries else 0.0

    def error(self) -> float:
        """The standard error of the mean."""
        if self.tries < 2:
            return 0.0
        tries = float(self.tries)
        spread = self.squares / tries - (self.sum / tries) * (self.sum / tries)
        return sqrt(spread / (tries - 1.0)) if spread > 0.0 else 0.0


class CardSearch:
    """Tries each card of a seat in the same worlds, with the same chance in each."""

    def __init__(self, imaginer: HeartsImaginer, seat: i64, trust: float, plain: float, exact: i64) -> None:
        """The last ``exact`` tricks are solved; 0: none are. For the others see `LikelyWorlds`."""
        known = imaginer.known
        self.seat: i64 = seat
        self.table = Table(known, seat)
        self.likely = LikelyWorlds(imaginer, seat, self.table, trust, plain)
        self.world = OneDeal(known.setup, known)
        self.solver: LastTricks | None = None
        if count(known.hands[seat]) <= exact:
            self.solver = LastTricks(known)
        self.shoots: bool = self.solver is None and known.moon != "none" and alone(known, seat)
        self.worlds: list[World] = []
        self.lines: list[Line] = []
        cards = choices(known, seat)
        while cards:
            self.lines.append(Line(cards & -cards, False))
            if self.shoots:
                self.lines.append(Line(cards & -cards, True))
            cards &= cards - 1

    def search(self, samples: i64, worlds: i64, seconds: float, chance: Chance) -> None:
        """Fill in the lines; stops early when the time is up."""
        end = perf_counter() + seconds
        self.worlds = self.likely.worlds(samples, worlds, 0.3 * seconds, chance)
        for tried, world in enumerate(self.worlds, 1):
            self.try_all(world, chance.split())
            if tried == BRIEF:
                drop_hopeless(self.lines)
            if tried >= 4 and perf_counter() > end:
                return

    def try_all(self, imagined: World, chance: Chance) -> None:
        """Try all lines in one world."""
        world = self.world
        seat: i64 = 0
        while seat < world.seats:
            world.hands[seat] = imagined.hands[seat]
            seat += 1
        solver = self.solver
        table = self.table
        for line in self.lines:
            if line.dropped:
                continue
            table.game.set_to(world)
            table.game.play(self.seat, line.cards)
            shooting = imagined.shooting
            if line.shooting:
                shooting |= BIT[self.seat]
            value = table.play_on(imagined.plain, shooting, Chance(0, chance))
            if solver is not None:
                value = 0.9 * table.worth.of(solver.after(world, line.cards, imagined.plain)) + 0.1 * value
            line.add(value)
            if table.game.taken[self.seat] & line.cards:
                line.takes += 1


def drop_hopeless(lines: list[Line]) -> None:
    """Drop the plans to shoot the moon that are far behind the best line without such a plan."""
    best = best_line(lines, False).mean()
    for line in lines:
        if line.shooting and line.mean() < best - HOPELESS:
            line.dropped = True


def best_line(lines: list[Line], shooting: bool) -> Line:
    """The best of the lines that were not dropped; without ``shooting``, of those without that plan."""
    found = [line for line in lines if not line.dropped and (shooting or not line.shooting)]
    best = found[0] if found else lines[0]
    for line in found:
        if line.mean() > best.mean():
            best = line
    return best
