"""What the actions of a seat in Durak are worth, by playing many imagined games on from each.

Every world is a game that fits what the seat knows. All actions still in question are tried in the same worlds; after
each round the better half of them is tried in more. An action's value is the chance not to end as the durak; a draw
counts as if one of those who share it were the durak.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ..action import ATTACK, BEAT, FORWARD, Action, cards_of, first_of, verb_of
from ..cards import BIT, count, lowest
from ..chance import Chance
from ..game import Imaginer
from ..games import imaginer
from ..games.durak import Durak
from ..view import View
from .durak_policy import PLAYER, play_on
from .search import Search, Valued

# Above this an imagined game counts as a draw; few come near.
LONGEST: Final[i64] = 400
# What a world is allowed to cost on average, in imagined actions.
WORLD_WORK: Final[i64] = 200


def candidates(game: Durak, seat: i64) -> vec[i64]:
    """The actions worth a thought: of all orders of beating one, and no beating where the rest can't be beaten."""
    codes = game.moves(seat)
    if seat != game.defender:
        return codes
    hardest: i64 = -1
    fewest: i64 = 64
    left = game.unbeaten
    while left:
        options = count(game.hands[seat] & game.beating(lowest(left)))
        if options < fewest:
            fewest = options
            hardest = lowest(left)
        left &= left - 1
    kept = vec[i64]()
    for code in codes:
        if verb_of(code) != BEAT or (fewest > 0 and first_of(code) == hardest):
            kept = append(kept, code)
    return kept


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

    def __init__(self, seat: i64, codes: vec[i64], taste: vec[i64], noise: i64) -> None:
        self.seat = seat
        self.codes = codes
        self.taste = taste
        self.noise = noise
        self.tried = vec[i64]([0 for _ in codes])
        self.total = vec[float]([0.0 for _ in codes])
        self.squares = vec[float]([0.0 for _ in codes])
        self.beaten = vec[i64]([0 for _ in codes])
        self.trumps = vec[i64]([0 for _ in range(6)])
        self.worlds: i64 = 0
        self.work: i64 = 0

    def try_in(self, world: Durak, alive: vec[i64], chance: Chance) -> None:
        """Play on from each of these actions in one world, with the same chance for all."""
        after = chance.split()
        self.worlds += 1
        seat: i64 = 0
        while seat < world.seats:
            self.trumps[seat] += count(world.hands[seat] & world.trumps)
            seat += 1
        for at in alive:
            game = Durak(world.setup, world)
            code = self.codes[at]
            game.advance(self.seat, code)
            if (verb_of(code) == ATTACK or verb_of(code) == FORWARD) and can_beat(game, cards_of(code)):
                self.beaten[at] += 1
            self.work += 1 + play_on(game, self.seat, self.taste, self.noise, Chance(0, after), LONGEST)
            value = safety(game, self.seat)
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

    def found(self) -> Search:
        valued = [
            Valued(Action(self.codes[at]), self.mean(at), self.error(at), int(self.tried[at]))
            for at in range(len(self.codes))
        ]
        # Who was tried longer has stood more tests: values after few worlds are no match for it.
        valued.sort(key=lambda each: (-each.worlds, -each.value))
        return Search(tuple(valued), int(self.worlds), False, self.notes())

    def notes(self) -> dict[str, object]:
        """How often the defender holds cards that beat an attack, and how many trumps each seat holds on average."""
        worlds = float(max(1, self.worlds))
        beaten: dict[str, float] = {}
        for at in range(len(self.codes)):
            verb = verb_of(self.codes[at])
            if self.tried[at] and verb in (ATTACK, FORWARD):
                beaten[str(Action(self.codes[at]))] = float(self.beaten[at]) / float(self.tried[at])
        return {"beaten": beaten, "trumps": [float(number) / worlds for number in self.trumps]}


def search(view: View, chance: Chance, worlds: int, milliseconds: float | None = None, noise: int = 30) -> Search:
    """Do the work of about so many worlds, more of it for the better actions; stop when the milliseconds are over."""
    assert view.seat is not None
    stop = math.inf if milliseconds is None else time.perf_counter() + milliseconds / 1000.0
    worlds_of = imaginer(view)
    world = worlds_of.game(chance.split())
    assert isinstance(world, Durak)
    trials = Trials(view.seat, candidates(world, view.seat), PLAYER, noise)
    run(trials, worlds_of, chance, worlds, stop)
    return trials.found()


def run(trials: Trials, worlds_of: Imaginer, chance: Chance, worlds: i64, stop: float) -> None:
    """Halve the field round by round until two are left; each round has the same work to do."""
    alive = vec[i64](list(range(len(trials.codes))))
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
