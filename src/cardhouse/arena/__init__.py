"""Bots against bots: duplicate deals with the seats changed round, averages with intervals, ratings, tables, plots.

>>> from cardhouse.arena import contest, play
>>> results = play(contest("hearts", ["greedy", "random"], deals=100, seed=1))
>>> results.standing("greedy").result.mean
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
