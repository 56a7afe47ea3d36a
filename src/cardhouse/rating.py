"""Glicko-2: how strong somebody is, how sure that is, and how steadily they play, brought up to date by results.

After Mark Glickman, "Example of the Glicko-2 system": a strength is ``rating`` with a ``deviation``, so that the true
one lies within twice the deviation with 95%, and a ``volatility``, which grows when results surprise again and again.
A game of several seats counts as one against each of the others, and all of those together weigh as much as
`MOST_PAIRS` games at most: the others of one game are no independent opponents.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

# Where everybody begins, on the scale that people know from chess.
START, UNSURE, STEADY = 1500.0, 350.0, 0.06
# Points of the scale for one unit of strength.
SCALE = 173.7178
# How fast a volatility may change: 0.3 to 1.2, and lower where chance plays a large part.
TAU = 0.5
CLOSE = 1e-6
LEAST_DEVIATION = 30.0
# Of one game the second opponent tells less than the first.
MOST_PAIRS = 1.5
# 95% of a normal distribution lies within this many deviations.
WITHIN = 1.96
# A rating with a deviation above this says nothing yet.
MEANS_SOMETHING = 110.0


class Strength(NamedTuple):
    """How strong somebody is: the best guess, how far it may be off, and how unsteady their results are."""

    rating: float = START
    deviation: float = UNSURE
    volatility: float = STEADY

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the true rating lies with 95%."""
        return self.rating - WITHIN * self.deviation, self.rating + WITHIN * self.deviation

    @property
    def known(self) -> bool:
        """True once the rating says something about who it is of."""
        return self.deviation <= MEANS_SOMETHING


class Result(NamedTuple):
    """A result against an opponent: 1 for a win, 0.5 for a draw, 0 for a loss; ``weight`` is how much it counts."""

    opponent: Strength
    score: float
    weight: float = 1.0


def expected(one: Strength, other: Strength) -> float:
    """The share of games that one is expected to win against the other, when it isn't known better how strong both are.

    >>> round(expected(Strength(1700, 50), Strength(1500, 50)), 2)
    0.75
    """
    unsure = math.hypot(one.deviation, other.deviation) / SCALE
    return 1 / (1 + math.exp(-_damping(unsure) * (one.rating - other.rating) / SCALE))


def updated(before: Strength, results: Sequence[Result], tau: float = TAU) -> Strength:
    """A strength after the results of one period; without any, it is only less sure than before.

    >>> after = updated(Strength(1500, 200), [Result(Strength(1400, 30), 1), Result(Strength(1550, 100), 0),
    ...                                       Result(Strength(1700, 300), 0)])
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    phi = before.deviation / SCALE
    if not results:
        return before._replace(deviation=min(math.hypot(phi, before.volatility) * SCALE, UNSURE))
    mu, information, surprise = before.rating / SCALE, 0.0, 0.0
    for other, score, weight in results:
        damping = _damping(other.deviation / SCALE)
        chance = 1 / (1 + math.exp(-damping * (mu - other.rating / SCALE)))
        information += weight * damping * damping * chance * (1 - chance)
        surprise += weight * damping * (score - chance)
    variance = 1 / information
    volatility = _volatility(phi, before.volatility, variance, variance * surprise, tau)
    wider = phi * phi + volatility * volatility
    deviation = 1 / math.sqrt(1 / wider + information)
    rating = mu + deviation * deviation * surprise
    return Strength(rating * SCALE, min(max(deviation * SCALE, LEAST_DEVIATION), UNSURE), volatility)


def after_game(before: Strength, place: int, others: Sequence[tuple[Strength, int]], tau: float = TAU) -> Strength:
    """A strength after one game in which somebody took this place; the others are known by strength and place.

    >>> won = after_game(Strength(), 1, [(Strength(1500, 60), 2), (Strength(1500, 60), 3)])
    >>> won.rating > 1600 and won.deviation < 350
    True
    """
    weight = min(1.0, MOST_PAIRS / len(others)) if others else 1.0
    results = [Result(other, 0.5 if at == place else float(place < at), weight) for other, at in others]
    return updated(before, results, tau) if results else before


def games_until_known(opponents: int, deviation: float = UNSURE) -> int:
    """About how many games it takes until a rating says something, against opponents of the same strength.

    >>> games_until_known(1) > games_until_known(3) > 3
    True
    """
    known, games = Strength(START, deviation), 0
    other = Strength(START, LEAST_DEVIATION)
    while not known.known:
        known = after_game(known._replace(rating=START), 1 + games % 2, [(other, 2 - games % 2)] * opponents)
        games += 1
    return games


def _damping(deviation: float) -> float:
    """How much less a result says when the opponent's strength is so unsure."""
    return 1 / math.sqrt(1 + 3 * deviation * deviation / (math.pi * math.pi))


def _volatility(phi: float, before: float, variance: float, change: float, tau: float) -> float:
    """The volatility after a period, by regula falsi in the Illinois form as the paper gives it."""
    start = math.log(before * before)

    def slope(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        return math.exp(x) * (change * change - grown) / (2 * grown * grown) - (x - start) / (tau * tau)

    low = start
    if change * change > phi * phi + variance:
        high = math.log(change * change - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
