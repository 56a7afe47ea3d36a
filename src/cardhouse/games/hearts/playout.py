"""One deal of Hearts played out, and what its end is worth to a seat."""

from __future__ import annotations

from math import exp

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.chance import Chance
from .policy import GreedyPolicy, Policy, ShootPolicy
from .rules import POINTS, Hearts
from .tuned_policy import TunedPolicy


class OneDeal(Hearts):
    """A deal to play to its end; nothing is dealt after it."""

    def deal_again(self) -> None:
        """The hands stay empty."""

    def play_to_end(self, policy: Policy, chance: Chance) -> None:
        """Let everybody play by one policy."""
        while self.hands[self.on_move]:
            seat = self.on_move
            self.play(seat, policy.pick(self, seat, chance))


class Worth:
    """The worth of the end of a deal to a seat, in points.

    It is by how much the seat did better than the others on average. When this deal may end a match of several, it is
    the chance to win the match instead, as if that were 40 points, with a tenth of the other added.
    """

    def __init__(self, game: Hearts, seat: i64) -> None:
        self.seat: i64 = seat
        self.limit: i64 = game.limit
        self.before = game.points
        self.close: bool = False
        for points in game.points:
            if game.limit > 26 and points + 26 >= game.limit:
                self.close = True

    def of(self, points: vec[i64]) -> float:
        """The worth of these totals after the deal."""
        others: i64 = 0
        seats: i64 = len(points)
        seat: i64 = 0
        while seat < seats:
            others += points[seat] - self.before[seat]
            seat += 1
        mine = points[self.seat] - self.before[self.seat]
        better = float(others - mine) / float(seats - 1) - float(mine)
        if self.close:
            return 40.0 * self.winning(points) + 0.1 * better
        return better

    def winning(self, points: vec[i64]) -> float:
        """The chance to win the match with these totals; equal lowest scores share it."""
        mine = points[self.seat]
        over = False
        lower = False
        equal = 0.0
        odds = 0.0
        for other in points:
            if other >= self.limit:
                over = True
            if other < mine:
                lower = True
            elif other == mine:
                equal += 1.0
            # While it goes on, ten points are worth about as much as they vary in a deal.
            odds += exp(float(mine - other) / 10.0)
        if not over:
            return 1.0 / odds
        return 0.0 if lower else 1.0 / equal


class Playout:
    """Plays worlds out: the seat itself well, or for the moon, the others carefully or plainly."""

    def __init__(self, known: Hearts, seat: i64, mine: i64 = 30, others: i64 = 100) -> None:
        """``mine`` and ``others`` are the shares of chance in the policies, in 256ths."""
        self.seat: i64 = seat
        self.worth = Worth(known, seat)
        self.game = OneDeal(known.setup, known)
        self.mine = TunedPolicy(mine)
        self.careful = TunedPolicy(others)
        self.plain = GreedyPolicy()
        self.shooter = ShootPolicy()
        self.mine.prepare(known)
        self.careful.prepare(known)

    def play_on(self, plain: i64, shooting: i64, chance: Chance) -> float:
        """Play the game on to the end of the deal; what that is worth.

        The seats of the set ``plain`` play plainly, those of the set ``shooting`` for the moon while they can.
        """
        game = self.game
        while game.hands[game.on_move]:
            seat = game.on_move
            if (shooting >> seat) & 1 and alone(game, seat):
                game.play(seat, self.shooter.pick(game, seat, chance))
            elif seat == self.seat:
                game.play(seat, self.mine.pick(game, seat, chance))
            elif (plain >> seat) & 1:
                game.play(seat, self.plain.pick(game, seat, chance))
            else:
                game.play(seat, self.careful.pick(game, seat, chance))
        return self.worth.of(game.points)


def alone(game: Hearts, seat: i64) -> bool:
    """True if none of the others has taken a point."""
    other: i64 = 0
    while other < game.seats:
        if other != seat and game.taken[other] & POINTS != 0:
            return False
        other += 1
    return True
