"""The worth of each card in Hearts: imagined deals are played to their end."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ...bots.flat_search import Tally
from ...engine.cards import BIT
from ...engine.chance import Chance
from .playout import OneDeal, Playout, alone
from .policy import choices
from .sampler import HeartsSampler

# After this many worlds a plan to shoot the moon that looks hopeless is dropped.
BRIEF: Final[i64] = 20
HOPELESS: Final = 4.0


class Candidate(Tally):
    """Cards to play or to pass with a plan, and what came of it in each world where it was tried."""

    def __init__(self, cards: i64, shooting: bool) -> None:
        super().__init__()
        self.cards: Final[i64] = cards
        self.shooting: Final = shooting
        self.dropped: bool = False


class World:
    """All hands of a sampled deal, and the set of the seats that play plainly in it."""

    def __init__(self, hands: vec[i64], plain: i64) -> None:
        self.hands: Final = hands
        self.plain: Final[i64] = plain


class CardSearch:
    """Tries each card of a seat in the same worlds, with the same chance in each."""

    def __init__(self, sampler: HeartsSampler, seat: i64, plain: float) -> None:
        """Each of the others plays plainly in a share ``plain`` of the worlds, carefully in the rest."""
        known = sampler.known
        self.seat: i64 = seat
        self.playout = Playout(known, seat)
        self.sampler = sampler
        self.plain: float = plain
        self.world = OneDeal(known.setup, known)
        self.shoots: bool = known.moon != "none" and alone(known, seat)
        self.worlds: list[World] = []
        self.candidates: list[Candidate] = []
        cards = choices(known, seat)
        while cards:
            self.candidates.append(Candidate(cards & -cards, False))
            if self.shoots:
                self.candidates.append(Candidate(cards & -cards, True))
            cards &= cards - 1

    def search(self, worlds: i64, seconds: float, chance: Chance) -> None:
        """Fill in the candidates; stops early when the time is up."""
        end = perf_counter() + seconds
        enough = perf_counter() + 0.3 * seconds
        while len(self.worlds) < worlds and (len(self.worlds) < 8 or perf_counter() < enough):
            self.worlds.append(self.imagine(chance))
        for tried, world in enumerate(self.worlds, 1):
            self.try_all(world, chance.split())
            if tried == BRIEF:
                drop_hopeless(self.candidates)
            if tried >= 4 and perf_counter() > end:
                return

    def imagine(self, chance: Chance) -> World:
        """A world that fits what the seat knows."""
        hands = self.sampler.game(chance).hands
        plain: i64 = 0
        seat: i64 = 0
        while seat < len(hands):
            if seat != self.seat and chance.unit() < self.plain:
                plain |= BIT[seat]
            seat += 1
        return World(hands, plain)

    def try_all(self, imagined: World, chance: Chance) -> None:
        """Try all candidates in one world."""
        world = self.world
        seat: i64 = 0
        while seat < world.seats:
            world.hands[seat] = imagined.hands[seat]
            seat += 1
        playout = self.playout
        for candidate in self.candidates:
            if candidate.dropped:
                continue
            playout.game.set_to(world)
            playout.game.play(self.seat, candidate.cards)
            shooting: i64 = BIT[self.seat] if candidate.shooting else 0
            candidate.add(playout.play_on(imagined.plain, shooting, Chance(0, chance)))


def drop_hopeless(candidates: list[Candidate]) -> None:
    """Drop the plans to shoot the moon that are far behind the best candidate without such a plan."""
    best = best_candidate(candidates, False).mean()
    for candidate in candidates:
        if candidate.shooting and candidate.mean() < best - HOPELESS:
            candidate.dropped = True


def best_candidate(candidates: list[Candidate], shooting: bool) -> Candidate:
    """The best of the candidates that were not dropped; without ``shooting``, of those without that plan."""
    found = [candidate for candidate in candidates if not candidate.dropped and (shooting or not candidate.shooting)]
    best = found[0] if found else candidates[0]
    for candidate in found:
        if candidate.mean() > best.mean():
            best = candidate
    return best
