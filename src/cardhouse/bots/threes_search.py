"""What the actions of a seat in Threes are worth, by playing many imagined games on from each.

Every world is a game that fits what the seat knows. All actions still in question are tried in the same worlds; after
each round the better half of them is tried in more. An action's value is the share of the other players that the seat
leaves behind: with two players, its chance to win, a draw counting as half.

Where two players are left, nothing is to draw and the seat knows all cards, the solver has the first word. It is not
asked in worlds that are merely possible: there it would play as if it knew what it can't know, and that loses.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ..action import BLIND, PLAY, SWAP, WHAT, Action, first_of, second_of, verb_of
from ..cards import count, lowest
from ..chance import Chance
from ..game import Imaginer
from ..games import imaginer
from ..games.threes import Threes
from ..view import View
from .search import Search, Valued
from .threes_policy import NOISE, PLAYER, mover, play_on
from .threes_solver import LOST, UNKNOWN, WON, Solver, cards_left, solvable

# Above this an imagined game counts as a draw; few come near.
LONGEST: Final[i64] = 400
# What a world is allowed to cost on average, in imagined actions: so much as six games from the first move.
WORLD_WORK: Final[i64] = 500
# With more cards than this in the game the solver is not asked; and so many positions it may lay out.
FEW_CARDS: Final[i64] = 16
POSITIONS: Final[i64] = 15000


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


def is_stuck(game: Threes) -> bool:
    """Whether the player on the move has cards to see, and none of them fits."""
    source = game.source(game.on_move)
    return source != 0 and source & game.fitting(game.on_move) == 0


class Trials:
    """The actions in question and what became of them so far."""

    def __init__(self, seat: i64, seats: i64, codes: vec[i64]) -> None:
        self.seat = seat
        self.seats = seats
        self.codes = codes
        # What the solver says of each.
        self.settled = vec[i64]([UNKNOWN for _ in codes])
        self.tried = vec[i64]([0 for _ in codes])
        self.total = vec[float]([0.0 for _ in codes])
        self.squares = vec[float]([0.0 for _ in codes])
        self.stuck = vec[i64]([0 for _ in codes])
        self.worlds: i64 = 0
        self.work: i64 = 0

    def try_in(self, world: Threes, alive: vec[i64], chance: Chance) -> None:
        """Play on from each of these actions in one world, with the same chance for all."""
        after = chance.split()
        self.worlds += 1
        for at in alive:
            game = Threes(world.setup, world)
            game.chance = after
            game.advance(self.seat, self.codes[at])
            if game.result is None and mover(game) != self.seat and is_stuck(game):
                self.stuck[at] += 1
            self.work += 1 + play_on(game, self.seat, PLAYER, NOISE, Chance(0, after), LONGEST)
            value = share_behind(game, self.seat)
            self.tried[at] += 1
            self.total[at] += value
            self.squares[at] += value * value

    def mean(self, at: i64) -> float:
        return self.total[at] / float(self.tried[at]) if self.tried[at] else 0.0

    def error(self, at: i64) -> float:
        """The standard error of the mean; as for one win in two where too little was seen."""
        tried = float(self.tried[at])
        if tried < 2.0:
            return 0.5
        mean = self.total[at] / tried
        spread = self.squares[at] / tried - mean * mean
        return math.sqrt((spread if spread > 0.0 else 0.0) / (tried - 1.0))

    def better_half(self, alive: vec[i64]) -> vec[i64]:
        """The half of these with the higher means, in their old order."""
        ranked = sorted([int(at) for at in alive], key=lambda at: (-self.mean(at), at))
        return vec[i64](sorted(ranked[: (len(ranked) + 1) // 2]))

    def order(self, at: i64) -> tuple[int, int, float]:
        """What to sort by: wins that are sure first and sure losses last; those tried longer stood more tests."""
        settled = self.settled[at]
        rank: i64 = 0 if settled == WON else 2 if settled == LOST else 1
        return int(rank), -int(self.tried[at]), -self.mean(at)

    def in_question(self) -> vec[i64]:
        """The actions that may be best for all that is settled."""
        best = min([self.order(at)[0] for at in range(len(self.codes))])
        return vec[i64]([at for at in range(len(self.codes)) if self.order(at)[0] == best])

    def valued(self, at: i64) -> Valued:
        """An action with its value, which has no error where it is settled."""
        action = Action(self.codes[at])
        if self.settled[at] == UNKNOWN:
            return Valued(action, self.mean(at), self.error(at), int(self.tried[at]))
        value = float(self.settled[at] + 1) / float(2 * (self.seats - 1))
        return Valued(action, value, 0.0, int(self.tried[at]), True)

    def found(self) -> Search:
        """What was found out, the best action first."""
        ranked = sorted(range(len(self.codes)), key=lambda at: self.order(at))
        stuck = {str(Action(self.codes[at])): float(self.stuck[at]) / float(max(1, self.tried[at])) for at in ranked}
        proven = UNKNOWN not in self.settled
        return Search(tuple([self.valued(at) for at in ranked]), int(self.worlds), proven, {"stuck": stuck})


def knows_all(view: View) -> bool:
    """Whether only one world fits: no card is hidden but one, or but those of one hand."""
    hidden = [(zone.name, len(zone.cards) - len(zone.known)) for zone in view.zones if None in zone.cards]
    return not hidden or (len(hidden) == 1 and (hidden[0][0] == "hand" or hidden[0][1] == 1))


def search(view: View, chance: Chance, worlds: int, milliseconds: float | None = None, exact: bool = True) -> Search:
    """Do the work of about so many worlds, more of it for the better actions; stop when the milliseconds are over.

    With ``exact`` it solves what is known and small enough. ``notes["stuck"]`` says for each action in which share of
    the worlds the next player can't follow it.
    """
    assert view.seat is not None
    codes = candidates(vec[i64]([action.code for action in view.legal]))
    stop = math.inf if milliseconds is None else time.perf_counter() + milliseconds / 1000.0
    imagining = imaginer(view)
    world = imagining.game(chance)
    assert isinstance(world, Threes)
    trials = Trials(view.seat, view.seats, codes)
    if exact and solvable(world) and cards_left(world) <= FEW_CARDS and knows_all(view):
        trials.settled = Solver(POSITIONS).solve(world, codes)
        trials.try_in(world, vec[i64](list(range(len(codes)))), chance)
    run(trials, imagining, chance, worlds, stop)
    return trials.found()


def run(trials: Trials, worlds_of: Imaginer, chance: Chance, worlds: i64, stop: float) -> None:
    """Halve the field round by round until two are left; each round has the same work to do."""
    alive = trials.in_question()
    if len(alive) == 1 and trials.worlds:
        return
    rounds: i64 = 1
    left: i64 = len(alive)
    while left > 2:
        left = (left + 1) // 2
        rounds += 1
    ends: i64 = 0
    while True:
        ends += worlds * WORLD_WORK // rounds
        while True:
            world = worlds_of.game(chance)
            assert isinstance(world, Threes)
            trials.try_in(world, alive, chance)
            if trials.work >= ends:
                break
            if time.perf_counter() > stop:
                return
        if len(alive) <= 2:
            return
        alive = trials.better_half(alive)
