"""What each action is worth in Spades, in points of the deal: played out in sampled worlds by the flat search."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import Action, Chance, Game, View
from cardhouse.bots.flat_search import Trials, all_of, deadline
from cardhouse.bots.search import Search, Valued
from cardhouse.engine.action import WHAT, verb_of

from .policy import bid, play_out
from .rules import BID, Spades
from .sampler import SpadesSampler

# What a world may cost on average, in actions.
WORLD_WORK = 120
# Playouts that always run alike teach a search little.
RANDOM_RATE = 0.1
# A bag costs a tenth of what ten of them cost, whenever that will be.
BAG = 10.0
# Bids further than this from the usual one are not looked at.
NEAR = 3


class SpadesTrials(Trials):
    """The actions of one seat, each played out to the end of the deal in the same worlds."""

    def try_in(self, world: Game, alive: vec[i64], chance: Chance) -> None:
        assert isinstance(world, Spades)
        after = chance.split()
        self.worlds += 1
        for at in alive:
            game = world.copy()
            game.advance(self.seat, self.codes[at])
            self.work += 1 + play_out(game, RANDOM_RATE, after.copy())
            self.tallies[at].add(ahead(world, game, int(self.seat) % 2))


def ahead(before: Spades, after: Spades, side: int) -> float:
    """By how many points a deal has brought a side ahead, with what its bags will cost."""
    found = 0.0
    for each, sign in ((side, 1.0), (1 - side, -1.0)):
        bags = after.bags[each] - before.bags[each]
        kept = bags if bags >= 0 else bags + 10
        paid = 100 if bags < 0 else 0
        found += sign * (after.points[each] - before.points[each] + paid - BAG * kept)
    return found


def likely(world: Spades, seat: int, codes: vec[i64]) -> vec[i64]:
    """The places of the actions worth a look: all cards, and the bids near the usual one."""
    usual = bid(world, seat)
    near = [
        at
        for at, code in enumerate(codes)
        if verb_of(code) != BID or abs(int(code & WHAT) - usual) <= NEAR or int(code & WHAT) == 0
    ]
    return vec[i64](near) if near else all_of(codes)


def search(view: View, chance: Chance, worlds: int, milliseconds: float | None = None) -> Search:
    """Do the work of about this many worlds, more of it for the better actions; best first."""
    assert view.seat is not None
    codes = vec[i64]([action.code for action in view.legal])
    sampler = SpadesSampler(view)
    trials = SpadesTrials(view.seat, codes)
    alive = likely(sampler.known, view.seat, codes)
    trials.halve(sampler, alive, chance, worlds * WORLD_WORK, deadline(milliseconds))
    order = sorted(alive, key=lambda at: (-int(trials.tallies[at].tries), -trials.tallies[at].mean(), at))
    found = [
        Valued(Action(codes[at]), tally.mean(), tally.error(10.0), int(tally.tries))
        for at in order
        for tally in [trials.tallies[at]]
    ]
    return Search(tuple(found), int(trials.worlds))
