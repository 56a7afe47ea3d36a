"""The worth of a seat's actions in Threes: many imagined games are played on from each.

Every world is a game that fits what the seat knows. All actions still in question are tried in the same worlds; after
each round the better half of them is tried in more. In each world an action gets a small tree of its own. An action's
value is the share of the other players that the seat leaves behind: with two players, its chance to win, a draw
counting as half.

Where two players are left, nothing is to draw and the seat knows all cards, the solver has the first word. It is not
asked in worlds that are merely possible: there it would play as if it knew what it can't know, and that loses.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...bots.flat_search import Trials, all_of, deadline, gap
from ...bots.search import Search, Valued
from ...bots.world_tree import PolicyTree
from ...engine.action import BLIND, PLAY, SWAP, WHAT, Action, first_of, second_of, verb_of
from ...engine.cards import count, lowest
from ...engine.chance import Chance
from ...engine.game import Game
from ...engine.view import View
from .policy import PLAYER, RANDOMNESS, choices, mover, pick, play_on
from .rules import Threes
from .sampler import ThreesSampler
from .solver import LOST, UNKNOWN, WON, Solver, cards_left, solvable

# Above this an imagined game counts as a draw; few come near.
LONGEST: Final[i64] = 400
# What a world is allowed to cost on average, in imagined actions: so much as six games from the first move.
WORLD_WORK: Final[i64] = 500
# With more cards than this in the game the solver is not asked; and this many positions it may lay out.
FEW_CARDS: Final[i64] = 16
POSITIONS: Final[i64] = 15000
# In the tree of a world: how far branches are tried in spite of their value, and how much of that the policy's gets;
# and how many simulations a tree has.
EXPLORE: Final = 0.7
PRIOR: Final = 0.3
SIMULATIONS = 40
# How much too high a value for two is where all is open, less towards a sure end (`bench.calibration`): in a tree the
# other player moves first and tries what is not best, too, and the action that looks best was lucky in part.
OPTIMISM: Final = 0.02


def candidates(codes: vec[i64]) -> vec[i64]:
    """Of actions that differ only in suits, or in which down-card is turned, the first."""
    kept = vec[i64]()
    seen: set[int] = set()
    for code in codes:
        kind = likeness(code)
        if kind not in seen:
            seen.add(kind)
            kept = append(kept, code)
    return kept


def likeness(code: i64) -> i64:
    """A number that alike actions share: the verb with the ranks."""
    verb = verb_of(code)
    if verb == PLAY:
        return verb | lowest(code & WHAT) % 13 << 8 | count(code & WHAT)
    if verb == SWAP:
        return verb | first_of(code) % 13 << 8 | second_of(code) % 13
    return verb if verb == BLIND else code


def share_behind(game: Threes, seat: i64) -> float:
    """Which share of the others this seat leaves behind; those who are still in the game with it count half."""
    behind: i64 = 0
    other: i64 = 0
    while other < game.seats:
        if other != seat and game.place[other] == 0:
            behind += 1 if game.place[seat] == 0 else 2
        elif game.place[other] > game.place[seat] > 0:
            behind += 2
        other += 1
    return float(behind) / float(2 * (game.seats - 1))


class ThreesTree(PolicyTree):
    """The tree of one position of Threes; leaves are played out by the policy."""

    def __init__(self, known: Threes, seat: i64) -> None:
        super().__init__(known.seats, EXPLORE, PRIOR)
        self.seat = seat
        self.root = Threes(known.setup, known)
        self.game = Threes(known.setup, known)
        self.room = vec[i64]([0] * 64)

    def stand_at(self, game: Threes) -> None:
        """Take this position as the root of a new tree."""
        self.root = game
        self.plant()

    def restart(self) -> None:
        self.game.set_to(self.root)

    def on_move(self) -> i64:
        game = self.game
        return -1 if game.result is not None or game.place[self.seat] else mover(game)

    def choices(self, seat: i64) -> vec[i64]:
        many = choices(self.game, seat, self.room)
        return self.room[:many]

    def plain_choice(self, seat: i64) -> i64:
        return pick(self.game, seat, PLAYER, 0, self.game.chance)

    def act(self, seat: i64, code: i64) -> None:
        self.game.advance(seat, code)

    def finish(self, chance: Chance) -> None:
        game = self.game
        self.work += play_on(game, self.seat, PLAYER, RANDOMNESS, chance, LONGEST)
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = share_behind(game, seat)
            seat += 1


class ThreesTrials(Trials):
    """Actions of Threes, tried in sampled games or solved."""

    def __init__(self, known: Threes, seat: i64, codes: vec[i64], simulations: i64, stop: float) -> None:
        super().__init__(seat, codes)
        self.seats: i64 = known.seats
        self.simulations = simulations
        self.tree = ThreesTree(known, seat)
        self.stop = stop
        # What the solver says of each.
        self.settled = vec[i64]([UNKNOWN for _ in codes])

    def try_in(self, world: Game, alive: vec[i64], chance: Chance) -> None:
        assert isinstance(world, Threes)
        after = chance.split()
        tree = self.tree
        self.worlds += 1
        for at in alive:
            game = Threes(world.setup, world)
            game.chance = after
            game.advance(self.seat, self.codes[at])
            tree.stand_at(game)
            tree.grow(self.simulations, Chance(0, after), self.stop)
            self.tallies[at].add(tree.worth(self.seat))
        self.work += tree.work
        tree.work = 0

    def order(self, at: i64) -> tuple[int, int, float]:
        """Return the sort key: sure wins first and sure losses last; those tried longer stood more tests."""
        settled = self.settled[at]
        rank: i64 = 0 if settled == WON else 2 if settled == LOST else 1
        return int(rank), -int(self.tallies[at].tries), -self.tallies[at].mean()

    def in_question(self) -> vec[i64]:
        """The actions that may be best for all that is settled."""
        best = min([self.order(at)[0] for at in range(len(self.codes))])
        return vec[i64]([at for at in range(len(self.codes)) if self.order(at)[0] == best])

    def valued(self, at: i64, best: i64) -> Valued:
        """An action with its value, which has no error where it is settled, and by how much it is behind the best."""
        action, tally = Action(self.codes[at]), self.tallies[at]
        if self.settled[at] == UNKNOWN:
            value = tally.mean()
            if self.seats == 2 and self.simulations > 1:
                value -= 4.0 * OPTIMISM * value * (1.0 - value)
            settled = self.settled[best] != UNKNOWN
            behind = None if settled else gap(self.tallies[best].values, tally.values)
            return Valued(action, value, tally.error(0.5), int(tally.tries), behind=behind)
        value = float(self.settled[at] + 1) / float(2 * (self.seats - 1))
        return Valued(action, value, 0.0, int(tally.tries), True)

    def found(self) -> Search:
        """Return what was found out, the best action first."""
        ranked = sorted(range(len(self.codes)), key=lambda at: self.order(at))
        proven = UNKNOWN not in self.settled
        return Search(tuple([self.valued(at, ranked[0]) for at in ranked]), int(self.worlds), proven)


def knows_all(view: View) -> bool:
    """True if only one world fits: no card is hidden but one, or but those of one hand."""
    hidden = [(zone.name, len(zone.cards) - len(zone.known)) for zone in view.zones if None in zone.cards]
    return not hidden or (len(hidden) == 1 and (hidden[0][0] == "hand" or hidden[0][1] == 1))


def search(
    view: View,
    chance: Chance,
    worlds: int,
    milliseconds: float | None = None,
    exact: bool = True,
    simulations: int = SIMULATIONS,
) -> Search:
    """Do the work of about this many worlds, more of it for the better actions; stop when the milliseconds are over.

    With ``exact`` it solves what is known and small enough.
    """
    assert view.seat is not None
    codes = candidates(vec[i64]([action.code for action in view.legal]))
    stop = deadline(milliseconds)
    sampler = ThreesSampler(view)
    world = sampler.game(chance)
    trials = ThreesTrials(world, view.seat, codes, simulations, stop)
    if exact and solvable(world) and cards_left(world) <= FEW_CARDS and knows_all(view):
        trials.settled = Solver(POSITIONS).solve(world, codes)
        trials.try_in(world, all_of(codes), chance)
    alive = trials.in_question()
    if len(alive) > 1 or not trials.worlds:
        trials.halve(sampler, alive, chance, worlds * WORLD_WORK, stop)
    return trials.found()
