"""What the actions of a seat in Durak are worth, by playing many imagined games on from each.

Every world is a game that fits what the seat knows. All actions still in question are tried in the same worlds; after
each round the better half of them is tried in more. An action's value is the chance not to end as the durak; a draw
counts as if one of those who share it were the durak.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..action import ATTACK, FORWARD, Action, cards_of, verb_of
from ..cards import BIT, count, lowest
from ..chance import Chance
from ..game import Imaginer
from ..games.durak import Durak
from .durak_policy import play_on, two_left
from .durak_solver import LOST, UNKNOWN, WON, Solver
from .search import Search, Valued

# Above this an imagined game counts as a draw; few come near.
LONGEST: Final[i64] = 400
# What a world is allowed to cost on average, in imagined actions, and what it costs besides those played in it: near
# the end, where games are short, there would be no end of worlds.
WORLD_WORK: Final[i64] = 250
IMAGINING: Final[i64] = 50
# A little chance in what the imagined players open with: up to two ranks.
NOISE: Final[i64] = 20
# An imagined game's endgame is solved if that takes no more positions than this.
FEW_NODES: Final[i64] = 3000


def safety(game: Durak, seat: i64) -> float:
    """1 if the seat is not the durak, 0 if it is; in between where several share the last place."""
    result = game.result
    if result is None:
        others = game.seats - count(game.out)
        return 1.0 if game.out & BIT[seat] else 1.0 - 1.0 / float(others)
    last = max(result.places)
    if result.places[seat] < last:
        return 1.0
    return 1.0 - 1.0 / float(result.places.count(last))


def can_beat(game: Durak, cards: i64) -> bool:
    """Whether the defender holds a card for each of these."""
    hand = game.hands[game.defender]
    while cards:
        fitting = hand & game.beating(lowest(cards))
        if not fitting:
            return False
        cards &= cards - 1
    return True


class Trials:
    """The actions in question and what became of them so far."""

    def __init__(self, seat: i64, codes: vec[i64], few: i64, solver: Solver | None) -> None:
        self.seat = seat
        self.codes = codes
        self.few = few if solver is not None else 0
        self.solver = solver
        self.solved = vec[i64]([UNKNOWN for _ in codes])
        # The number of an action that is known to be best, whatever the others are worth.
        self.answer: i64 = -1
        self.tried = vec[i64]([0 for _ in codes])
        self.total = vec[float]([0.0 for _ in codes])
        self.squares = vec[float]([0.0 for _ in codes])
        self.beaten = vec[i64]([0 for _ in codes])
        self.attacked = self.beaten[:]
        self.trumps = vec[i64]([0 for _ in range(6)])
        self.worlds: i64 = 0
        self.work: i64 = 0

    def try_in(self, world: Durak, alive: vec[i64], chance: Chance) -> None:
        """Play on from each of these actions in one world, with the same chance for all."""
        after = chance.split()
        self.work += IMAGINING
        self.look_at(world)
        for at in alive:
            game = Durak(world.setup, world)
            game.advance(self.seat, self.codes[at])
            self.note_attack(game, self.codes[at])
            value = self.play_out(game, Chance(0, after))
            self.tried[at] += 1
            self.total[at] += value
            self.squares[at] += value * value

    def look_at(self, world: Durak) -> None:
        """Note who holds how many trumps in a world."""
        self.worlds += 1
        seat: i64 = 0
        while seat < world.seats:
            self.trumps[seat] += count(world.hands[seat] & world.trumps)
            seat += 1

    def note_attack(self, game: Durak, code: i64) -> None:
        """Note whether an attack that was just laid can be beaten."""
        if (verb_of(code) == ATTACK or verb_of(code) == FORWARD) and game.laid:
            at: i64 = 0
            while self.codes[at] != code:
                at += 1
            self.attacked[at] += 1
            if can_beat(game, cards_of(code)):
                self.beaten[at] += 1

    def play_out(self, game: Durak, chance: Chance) -> float:
        """Play a game on to its end, or to an endgame that can be solved; what that is worth."""
        self.work += 1 + play_on(game, self.seat, NOISE, chance, LONGEST, self.few)
        if self.few and two_left(game) and not game.out & BIT[self.seat]:
            assert self.solver is not None
            # Earlier starts of rounds are another world's.
            game.start = None
            before = self.solver.nodes
            self.solver.most = before + FEW_NODES
            solved = self.solver.value(game)
            self.work += self.solver.nodes - before
            if solved != UNKNOWN:
                return 0.5 + 0.5 * float(solved)
            self.work += play_on(game, self.seat, NOISE, chance, LONGEST)
        return safety(game, self.seat)

    def solve(self, world: Durak) -> vec[i64]:
        """Solve what can be solved of a world in which nothing is hidden; the actions still in question."""
        assert self.solver is not None
        at: i64 = 0
        while at < len(self.codes):
            self.solved[at] = self.solver.solve(world, self.codes[at])
            at += 1
        best = max([int(value) for value in self.solved if value != UNKNOWN], default=LOST)
        return vec[i64]([at for at in range(len(self.codes)) if self.may_be_best(at, best)])

    def may_be_best(self, at: i64, best: i64) -> bool:
        return self.solved[at] == best or (self.solved[at] == UNKNOWN and best != WON)

    def solve_one(self, world: Durak) -> vec[i64]:
        """Solve a world in which nothing is hidden only as far as to know a best action; those still in question."""
        assert self.solver is not None
        value = self.solver.value(world)
        alive = vec[i64](list(range(len(self.codes))))
        if value == UNKNOWN:
            return alive
        if value == LOST:
            self.solved = vec[i64]([LOST for _ in self.codes])
            return alive
        at: i64 = 0
        while self.codes[at] != self.solver.answer:
            at += 1
        self.solved[at] = value
        self.answer = at
        return vec[i64]([at])

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

    def found(self) -> Search:
        """Proven values first where they decide; of equal ones, those that do better in imagined games."""
        order = [(-self.rank(at), -int(self.tried[at]), -self.mean(at), int(at)) for at in range(len(self.codes))]
        valued = tuple([self.valued(at) for _, _, _, at in sorted(order)])
        proven = len(valued) > 0 and UNKNOWN not in self.solved
        return Search(valued, int(self.worlds), proven, self.notes())

    def rank(self, at: i64) -> int:
        """A proven win comes before all, a proven loss after all; a proven draw is no better than the unknown."""
        solved = self.solved[at]
        return int(solved) if solved in (WON, LOST) else int(at == self.answer)

    def valued(self, at: i64) -> Valued:
        solved = self.solved[at]
        if solved != UNKNOWN:
            return Valued(Action(self.codes[at]), 0.5 + 0.5 * float(solved), 0.0, int(self.tried[at]), True)
        return Valued(Action(self.codes[at]), self.mean(at), self.error(at), int(self.tried[at]))

    def notes(self) -> dict[str, object]:
        """How often the defender holds cards that beat an attack, and how many trumps each seat holds on average."""
        worlds = float(max(1, self.worlds))
        beaten: dict[str, float] = {}
        for at in range(len(self.codes)):
            verb = verb_of(self.codes[at])
            if self.attacked[at] and verb in (ATTACK, FORWARD):
                beaten[str(Action(self.codes[at]))] = float(self.beaten[at]) / float(self.attacked[at])
        return {"beaten": beaten, "trumps": [float(number) / worlds for number in self.trumps]}


def run(trials: Trials, alive: vec[i64], worlds_of: Imaginer, chance: Chance, worlds: i64, stop: float) -> None:
    """Halve the field round by round until two are left; each round has the same work to do."""
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
            assert isinstance(world, Durak)
            trials.try_in(world, alive, chance)
            if trials.work >= ends:
                break
            if time.perf_counter() > stop:
                return
        if len(alive) <= 2:
            return
        alive = trials.better_half(alive)
