"""A search in a tree (ISMCTS) against the expert's flat search, in Hearts and Threes.

    python -m bench.ismcts hearts --ms 20 --deals 100 --seed 97000     equal milliseconds for a move
    python -m bench.ismcts threes --worlds 60 --deals 50 --seed 97000  equal work instead: that of so many flat worlds

Hearts: two against two, four deals to a match, both seatings, in points a deal. Threes: two players, each deal twice
with the seats swapped, in games won. Intervals hold 95%, by bootstrap over matches or deals.

The tree is that of one observer: each playout has a world that fits what the seat knows, nodes are actions, and UCB1
chooses among those that are possible in this world, by how often each was. Everybody in the tree plays for himself.
Worlds, playouts and what an end is worth are the expert's own, and so are passing and solved endings.

Milliseconds are of processor time, for both. But the tree is plain Python, the flat search is compiled: at equal time
that is held against the tree. So look at equal work too: in Hearts as many playouts as the flat search has for its
cards without the plan to shoot the moon, in Threes as many imagined actions.
"""

from __future__ import annotations

import argparse
import functools
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from statistics import mean
from unittest import mock

from librt.vecs import vec
from mypy_extensions import i64

import cardhouse
from bench.bots_hearts import meet
from bench.thinking import told
from cardhouse import Action, Chance, View
from cardhouse.action import PLAY
from cardhouse.arena import play_match
from cardhouse.arena.results import averages, won_shares
from cardhouse.bots import Bot
from cardhouse.bots.hearts import ExpertHearts, seat_of
from cardhouse.bots.hearts_deal_search import Table, Worth
from cardhouse.bots.hearts_policy import choices as hearts_choices
from cardhouse.bots.search import Search
from cardhouse.bots.threes import Expert as ExpertThrees
from cardhouse.bots.threes_policy import NOISE, PLAYER, mover, play_on
from cardhouse.bots.threes_policy import choices as threes_choices
from cardhouse.bots.threes_search import (
    FEW_CARDS,
    LONGEST,
    WORLD_WORK,
    candidates,
    knows_all,
    likeness,
    share_behind,
)
from cardhouse.bots.threes_solver import cards_left, solvable
from cardhouse.build import running
from cardhouse.cards import BIT, cards_in
from cardhouse.games.hearts_worlds import HeartsImaginer
from cardhouse.games.threes import Threes
from cardhouse.games.threes_worlds import ThreesImaginer

MANY = 1_000_000
# No answer is late: the arena goes by the clock on the wall, and the machine may be busy.
LONG = 3600.0
# Where the searches look for the time.
CLOCKS = (
    "time.perf_counter",
    "cardhouse.bots.hearts_search.perf_counter",
    "cardhouse.bots.hearts_likely_search.perf_counter",
    "cardhouse.bots.hearts_pass_search.perf_counter",
)
# How many worlds the flat search of Threes looks into in a millisecond: it plans its rounds by their number.
FLAT_WORLDS = 7.5
# How much UCB1 explores, in points and in games; chosen from a few values on a few deals from seed 40000.
EXPLORE = {"hearts": 12.0, "threes": 1.2}


class Node:
    """An action in the tree, and what came of it for the seat that did it."""

    __slots__ = ("children", "possible", "seat", "total", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.children: dict[int, Node] = {}
        self.possible = 0
        self.visits = 0
        self.total = 0.0


class Tree(ABC):
    """A search for one view. A key is an action, the same for actions that are alike."""

    explore: float

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.root = Node(-1)
        self.work = 0

    @abstractmethod
    def imagine(self) -> None:
        """Take a new world."""

    @abstractmethod
    def begin(self) -> None:
        """Go back to the position of the view, in the world taken last."""

    @abstractmethod
    def mover(self) -> int:
        """Who acts next; -1 at the end."""

    @abstractmethod
    def choices(self, seat: int) -> dict[int, int]:
        """What this seat, which is to act, may do: codes by their keys."""

    @abstractmethod
    def do(self, seat: int, code: int) -> None:
        """Act."""

    @abstractmethod
    def play_on(self) -> list[float]:
        """Play to the end without a tree; what that is worth to each seat."""

    def search(self, milliseconds: float, work: float) -> int:
        """The key visited most often, when the milliseconds of processor time are over or the work is done.

        A world serves as many playouts as there are choices, as it does in the flat search.
        """
        end = time.process_time() + milliseconds / 1000
        while True:
            self.imagine()
            self.begin()
            for _ in self.choices(self.mover()):
                self.grow()
            if self.work >= work or time.process_time() >= end:
                break
        return max(self.root.children.items(), key=lambda item: item[1].visits)[0]

    def grow(self) -> None:
        """One playout: down the tree by UCB1, one new node, and on to the end."""
        self.begin()
        node = self.root
        path = [node]
        known = True
        while known and (seat := self.mover()) >= 0:
            codes = self.choices(seat)
            children = node.children
            fresh = [key for key in codes if key not in children]
            if fresh:
                known = False
                key = fresh[self.chance.below(len(fresh))]
                children[key] = Node(seat)
            else:
                key = self.best(children, codes)
            for other in codes:
                if other in children:
                    children[other].possible += 1
            node = children[key]
            path.append(node)
            self.do(seat, codes[key])
        values = self.play_on()
        for node in path[1:]:
            node.visits += 1
            node.total += values[node.seat]

    def best(self, children: dict[int, Node], codes: dict[int, int]) -> int:
        """By UCB1, with the times that an action was possible in place of the visits to its parent."""
        if len(codes) == 1:
            return next(iter(codes))
        found, most = 0, -math.inf
        for key in codes:
            child = children[key]
            hope = child.total / child.visits + self.explore * math.sqrt(math.log(child.possible) / child.visits)
            if hope > most:
                found, most = key, hope
        return found


class HeartsTree(Tree):
    """The rest of a deal of Hearts. A key is a card; of equal cards it is the lowest."""

    explore = EXPLORE["hearts"]

    def __init__(self, view: View, chance: Chance) -> None:
        super().__init__(chance)
        self.imaginer = HeartsImaginer(view)
        known = self.imaginer.known
        self.table = Table(known, seat_of(view))
        self.worths = [Worth(known, seat) for seat in range(view.seats)]
        self.world = known

    def imagine(self) -> None:
        self.world = self.imaginer.game(self.chance)

    def begin(self) -> None:
        self.table.game.set_to(self.world)

    def mover(self) -> int:
        game = self.table.game
        return game.on_move if game.hands[game.on_move] else -1

    def choices(self, seat: int) -> dict[int, int]:
        return {card: BIT[card] for card in cards_in(hearts_choices(self.table.game, seat))}

    def do(self, seat: int, code: int) -> None:
        self.table.game.play(seat, code)

    def play_on(self) -> list[float]:
        self.table.play_on(0, 0, self.chance)
        self.work += 1
        return [worth.of(self.table.game.points) for worth in self.worths]


class ThreesTree(Tree):
    """The rest of a game of Threes. A key is a verb with ranks."""

    explore = EXPLORE["threes"]

    def __init__(self, view: View, chance: Chance) -> None:
        super().__init__(chance)
        self.seat = seat_of(view)
        self.imaginer = ThreesImaginer(view)
        self.world = self.game = self.imaginer.game(chance)
        self.into = vec[i64]([0] * 60)

    def imagine(self) -> None:
        self.world = self.imaginer.game(self.chance)

    def begin(self) -> None:
        self.game = Threes(self.world.setup, self.world)

    def mover(self) -> int:
        return -1 if self.game.over else mover(self.game)

    def choices(self, seat: int) -> dict[int, int]:
        into = self.into
        return {likeness(into[at]): into[at] for at in range(threes_choices(self.game, seat, into))}

    def do(self, seat: int, code: int) -> None:
        self.game.advance(seat, code)
        self.work += 1

    def play_on(self) -> list[float]:
        game = self.game
        self.work += play_on(game, self.seat, PLAYER, NOISE, self.chance, LONGEST)
        return [share_behind(game, seat) for seat in range(game.seats)]


class HeartsFlat(ExpertHearts):
    """The expert, with as many worlds as it has time for, or with a number of them."""

    def search(self, view: View, chance: Chance, worlds: int | None = None) -> Search:
        timed = self.milliseconds is not None and view.phase != "pass"
        return super().search(view, chance, MANY if timed else worlds)


class HeartsByTree(HeartsFlat):
    """The expert, but with a tree while there are more tricks to come than it solves."""

    def choose(self, view: View) -> Action | None:
        seat = seat_of(view)
        if view.phase == "pass" or len(view.legal) == 1 or len(view.zone("hand", seat).cards) <= self.exact:
            return super().choose(view)
        tree = HeartsTree(view, self.chance(view))
        cards = cards_in(hearts_choices(tree.imaginer.known, seat))
        if len(cards) == 1:
            return Action(PLAY | BIT[cards[0]])
        work = self.worlds * len(cards) if self.milliseconds is None else math.inf
        return Action(PLAY | BIT[tree.search(self.milliseconds or math.inf, work)])


class ThreesByTree(ExpertThrees):
    """The expert, but with a tree where it would not solve."""

    def choose(self, view: View) -> Action | None:
        codes = candidates(vec[i64]([action.code for action in view.legal]))
        if view.phase == "swap" or len(codes) == 1:
            return super().choose(view)
        tree = ThreesTree(view, self.chance(view))
        if solvable(tree.world) and cards_left(tree.world) <= FEW_CARDS and knows_all(view):
            return super().choose(view)
        work = float(self.worlds * WORLD_WORK) if self.milliseconds is None else math.inf
        key = tree.search(self.milliseconds or math.inf, work)
        return Action(next(code for code in codes if likeness(code) == key))


class Timed(Bot):
    """Another player, and the processor time of each of its answers where there was a choice."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        super().__init__(bot.seed)
        self.bot = bot
        self.times = times

    def choose(self, view: View) -> Action | None:
        start = time.process_time()
        action = self.bot.choose(view)
        if len(view.legal) > 1:
            self.times.append(1000 * (time.process_time() - start))
        return action


def hearts(deals: int, seed: int, milliseconds: float | None, worlds: int, **options: object) -> list[list[float]]:
    """Let them meet in Hearts; the times of both."""
    times: list[list[float]] = [[], []]

    def maker(kind: type[ExpertHearts], into: list[float]) -> Callable[[int], Bot]:
        def make(seed: int) -> Bot:
            bot = kind(seed, milliseconds)
            bot.worlds = bot.samples = worlds
            return Timed(bot, into)

        return make

    tree, flat = maker(HeartsByTree, times[0]), maker(HeartsFlat, times[1])
    meet("tree against flat, 2:2", tree, flat, ["x.x.", ".x.x"], deals // 4, seed, **options)
    return times


def threes(deals: int, seed: int, milliseconds: float | None, worlds: int) -> list[list[float]]:
    """Let them meet in Threes; the times of both."""
    times: list[list[float]] = [[], []]
    players = [(ThreesByTree, times[0]), (ExpertThrees, times[1])]
    won: list[float] = []
    for number in range(deals):
        shares = []
        for tree in (0, 1):
            sitting = [
                functools.partial(Timed, kind(seed + seat, worlds, milliseconds), into)
                for seat, (kind, into) in enumerate(players if tree == 0 else players[::-1])
            ]
            game = cardhouse.new("threes", seed=seed + number)
            played, _ = play_match(game, sitting, LONG, Chance(number))
            assert not played.failures, played.failures
            shares.append(won_shares(played.places)[tree])
        won.append(mean(shares))
    found = averages([won])[0]
    low, high = 100 * found.low, 100 * found.high
    print(f"tree against flat: wins {100 * found.mean:.1f}% [{low:.1f}, {high:.1f}], {deals} deals, {2 * deals} games")
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("hearts", "threes"))
    parser.add_argument("--ms", type=float, help="milliseconds of processor time for a move; else equal work")
    parser.add_argument("--worlds", type=int, help="of the flat search, for equal work")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=40_000)
    parser.add_argument("--moonless", action="store_true", help="Hearts in which nobody can shoot the moon")
    given = parser.parse_args()
    worlds = given.worlds or (round(FLAT_WORLDS * given.ms) if given.ms else 100)
    print(f"The rules and the flat search run {running()}, the tree plain.")
    with ExitStack() as clocks:
        for clock in CLOCKS:
            clocks.enter_context(mock.patch(clock, time.process_time))
        if given.game == "hearts":
            options = {"moon": "none"} if given.moonless else {}
            times = hearts(given.deals, given.seed, given.ms, worlds, **options)
        else:
            times = threes(given.deals, given.seed, given.ms, worlds)
    for name, taken in zip(("tree", "flat"), times, strict=True):
        print(f"  {name}: {told(taken)}", flush=True)


if __name__ == "__main__":
    main()
