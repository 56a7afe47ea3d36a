"""The expert of Durak against determinised UCT: this many sampled worlds, a tree search in each, and a majority vote.

    python -m bench.thesis_durak --deals 40

Each of 30 worlds gets a tree of its own with 60 simulations (UCB1 at every node, for who moves there; random
playouts); the action that most worlds' trees visited most often is played. Two players, 36 cards without forwarding.
Deals are duplicated and seats changed round; the interval holds 95%.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter

from cardhouse import Action, Chance, View
from cardhouse.arena import contest, play
from cardhouse.bots import Bot
from cardhouse.games.durak.policy import candidates, mover
from cardhouse.games.durak.rules import Durak
from cardhouse.games.durak.sampler import DurakSampler
from cardhouse.games.durak.trials import LONGEST, safety

WORLDS = 30
SIMULATIONS = 60
EXPLORATION = math.sqrt(2)


class Node:
    """A position in a tree: how often it was visited, what that was worth to who moved there, and what follows."""

    def __init__(self) -> None:
        self.visits = 0
        self.worth = 0.0
        self.after: dict[int, Node] = {}

    def choose(self, codes: list[int], chance: Chance) -> int:
        """An action that was not tried yet, or the one with the highest upper bound."""
        untried = [code for code in codes if code not in self.after]
        if untried:
            return untried[chance.below(len(untried))]
        return max(codes, key=lambda code: self.bound(self.after[code]))

    def bound(self, child: Node) -> float:
        return child.worth / child.visits + EXPLORATION * math.sqrt(math.log(self.visits) / child.visits)


def simulate(root: Node, game: Durak, chance: Chance) -> None:
    """Go down the tree, add a node, play to the end at random, and tell all nodes on the way."""
    node, path = root, [(root, -1)]
    while not game.over:
        seat = mover(game)
        code = node.choose([int(code) for code in candidates(game, seat)], chance)
        new = code not in node.after
        node = node.after.setdefault(code, Node())
        path.append((node, seat))
        game.advance(seat, code)
        if new:
            break
    for _ in range(LONGEST):
        if game.over:
            break
        seat = mover(game)
        codes = candidates(game, seat)
        game.advance(seat, codes[chance.below(len(codes))])
    for visited, seat in path:
        visited.visits += 1
        if seat >= 0:
            visited.worth += safety(game, seat)


class Thesis(Bot):
    """Plays what most of the trees want."""

    def choose(self, view: View) -> Action | None:
        if len(view.legal) == 1:
            return view.legal[0]
        chance = self.chance(view)
        sampler = DurakSampler(view)
        votes: Counter[int] = Counter()
        for _ in range(WORLDS):
            world, root = sampler.game(chance), Node()
            for _ in range(SIMULATIONS):
                simulate(root, Durak(world.setup, world), chance)
            votes[max(root.after, key=lambda code: root.after[code].visits)] += 1
        return Action(votes.most_common(1)[0][0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--seed", type=int, default=130_000)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    other = f"{__file__}:Thesis"
    options = {"deck": 36, "forwarding": False}
    made = contest("durak", [given.level, other], deals=given.deals, seed=given.seed, options=options)
    results = play(made, given.jobs)
    meeting = results.meeting(given.level, results.standings[1].name)
    ahead = meeting.ahead
    print(
        f"{given.level} wins {100 * ahead.mean:.1f}% [{100 * ahead.low:.1f}, {100 * ahead.high:.1f}] against 30 worlds "
        f"of 60 simulations, a draw counted half; {results.deals} deals, seed {given.seed}"
    )


if __name__ == "__main__":
    main()
