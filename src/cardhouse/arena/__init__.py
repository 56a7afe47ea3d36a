"""Bots against bots: duplicate deals with the seats changed round, averages with intervals, ratings, tables, plots.

>>> from cardhouse.arena import contest, play
>>> results = play(contest("threes", ["greedy", "random"], deals=20, seed=1), jobs=1)
>>> greedy = results.standing("greedy")
>>> greedy.games, greedy.result.mean
(40, 0.7125)
"""

from .deals import Contest, contest
from .match import Failure, Played, play_match
from .results import Average, Meeting, Results, Standing
from .workers import play

__all__ = [
    "Average",
    "Contest",
    "Failure",
    "Meeting",
    "Played",
    "Results",
    "Standing",
    "contest",
    "play",
    "play_match",
]
