"""What each action is worth in Crazy Eights: played out in sampled worlds, by the house's flat search."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import Action, Chance, Game, View
from cardhouse.bots.flat_search import Trials, all_of, deadline
from cardhouse.bots.search import Search, Valued

from .policy import play_out
from .rules import CrazyEights
from .sampler import EightsSampler

# What a world may cost on average, in actions, and when a playout is broken off.
WORLD_WORK = 100
LONGEST = 200
# Playouts that always run alike teach a search little.
RANDOM_RATE = 0.1


class EightsTrials(Trials):
    """The actions of one seat, each played out in the same worlds."""

    def try_in(self, world: Game, alive: vec[i64], chance: Chance) -> None:
        assert isinstance(world, CrazyEights)
        after = chance.split()
        self.worlds += 1
        for at in alive:
            game = world.copy()
            game.advance(self.seat, self.codes[at])
            self.work += 1 + play_out(game, RANDOM_RATE, after.copy(), LONGEST)
            self.tallies[at].add(share_behind(game, int(self.seat)))


def share_behind(game: CrazyEights, seat: int) -> float:
    """Which share of the others this seat leaves behind; equal points count half."""
    points = game.points()
    better = sum(1.0 if other > points[seat] else 0.5 if other == points[seat] else 0.0 for other in points)
    return (better - 0.5) / (len(points) - 1)


def search(view: View, chance: Chance, worlds: int, milliseconds: float | None = None) -> Search:
    """Do the work of about this many worlds, more of it for the better actions; best first."""
    assert view.seat is not None
    codes = vec[i64]([action.code for action in view.legal])
    trials = EightsTrials(view.seat, codes)
    trials.halve(EightsSampler(view), all_of(codes), chance, worlds * WORLD_WORK, deadline(milliseconds))
    order = sorted(range(len(codes)), key=lambda at: (-int(trials.tallies[at].tries), -trials.tallies[at].mean(), at))
    found = [
        Valued(Action(codes[at]), tally.mean(), tally.error(0.5), int(tally.tries))
        for at in order
        for tally in [trials.tallies[at]]
    ]
    return Search(tuple(found), int(trials.worlds))
