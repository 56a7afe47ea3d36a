"""The last tricks of a Hearts deal with all hands open, played by everybody to their own best."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..chance import Chance
from ..games.hearts import Hearts
from .hearts_deal_search import OneDeal, Worth
from .hearts_policy import GreedyPolicy, choices


class LastTricks:
    """Solves positions of one match for the worth of each card. Equal lines are settled for the lowest card."""

    def __init__(self, known: Hearts) -> None:
        self.seats: i64 = known.seats
        self.levels: list[OneDeal] = []
        self.worths: list[Worth] = []
        seat: i64 = 0
        while seat < known.seats:
            self.worths.append(Worth(known, seat))
            seat += 1
        level: i64 = 0
        while level < 5 * known.seats + 1:
            self.levels.append(OneDeal(known.setup, known))
            level += 1
        self.nodes: i64 = 0
        self.plain: i64 = 0
        self.policy = GreedyPolicy()
        self.chance = Chance(0)

    def after(self, world: Hearts, card: i64, plain: i64) -> vec[i64]:
        """Everybody's points after the deal if the seat on move plays this card and all play their best from there.

        All but the seats of the set ``plain``: they play plainly, as the model of them says.
        """
        self.plain = plain
        game = self.levels[0]
        game.set_to(world)
        game.play(game.on_move, card)
        return self.solve(0)

    def solve(self, level: i64) -> vec[i64]:
        """Everybody's points at the end of the position on this level."""
        game = self.levels[level]
        seat = game.on_move
        if game.hands[seat] == 0:
            return game.points
        self.nodes += 1
        left = self.policy.pick(game, seat, self.chance) if self.plain >> seat & 1 else choices(game, seat)
        below = self.levels[level + 1]
        card = left & -left
        left &= left - 1
        below.set_to(game)
        below.play(seat, card)
        best = self.solve(level + 1)
        if left == 0:
            return best
        worth = self.worths[seat]
        most = worth.of(best)
        while left:
            card = left & -left
            left &= left - 1
            below.set_to(game)
            below.play(seat, card)
            points = self.solve(level + 1)
            value = worth.of(points)
            if value > most:
                most = value
                best = points
        return best
