"""Ratings from places: the Plackett-Luce model, fitted to all games at once.

In that model each player has a strength, and a game is a draw of lots: the first place goes to one of the players with
a chance in proportion to strength, then the second place to one of the rest, and so on. The strengths that make the
games most likely are found by Hunter's MM algorithm. A side of several is as strong as its players together, and its
win is shared among them by their strength. Unlike ratings that are brought up to date game by game they don't
depend on the order of the games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

ROUNDS = 1000
CLOSE = 1e-9
# On this scale, as in chess, 400 points more means ten times the strength.
SCALE = 400.0

Side = tuple[int, ...]
Stage = tuple[tuple[Side, ...], tuple[Side, ...]]


def stages(players: Sequence[Side], places: Sequence[int]) -> list[Stage]:
    """A game as draws of lots: which sides got a place, and among which.

    Players who share a place each got it among themselves and the rest. A shared last place says nothing, unless it
    is the only place.
    """
    found: list[Stage] = []
    for place in sorted(set(places)):
        chosen = tuple(sorted(who for who, at in zip(players, places, strict=True) if at == place))
        among = tuple(sorted(who for who, at in zip(players, places, strict=True) if at >= place))
        if chosen != among or len(chosen) == len(players):
            found.append((chosen, among))
    return found


def ratings(count: int, games: Iterable[tuple[Sequence[Side], Sequence[int]]]) -> list[float]:
    """The rating of each of this many players, 0 on average; each game is its sides and their places.

    Everybody has won and lost once more against a player of average strength, so that one who won every game is far
    ahead and not infinitely far.
    """
    times: Counter[Stage] = Counter()
    for players, places in games:
        times.update(stages(players, places))
    strengths = [1.0] * count
    for _ in range(ROUNDS):
        wins = [1.0] * count
        weights = [2.0 / (strength + 1.0) for strength in strengths]
        for (chosen, among), number in times.items():
            for side in chosen:
                together = sum(strengths[who] for who in side)
                for who in side:
                    wins[who] += number * strengths[who] / together
            share = number * len(chosen) / sum(strengths[who] for side in among for who in side)
            for side in among:
                for who in side:
                    weights[who] += share
        better = [win / weight for win, weight in zip(wins, weights, strict=True)]
        moved = max(abs(math.log(new / old)) for new, old in zip(better, strengths, strict=True))
        strengths = better
        if moved < CLOSE:
            break
    points = [SCALE * math.log10(strength) for strength in strengths]
    average = sum(points) / count
    return [each - average for each in points]
