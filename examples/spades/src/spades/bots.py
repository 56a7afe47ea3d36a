"""The bots of Spades: one that looks at its own cards, and such that search."""

from __future__ import annotations

from cardhouse import Action, View
from cardhouse.bots import Bot

from .policy import pick
from .sampler import SpadesSampler
from .search import search


class Greedy(Bot):
    """Bids what its hand is worth and takes tricks while its side wants them. A weaker one errs at times."""

    random_rate = 0.0

    def choose(self, view: View) -> Action | None:
        assert view.seat is not None
        chance = self.chance(view)
        return Action(pick(SpadesSampler(view).known, view.seat, self.random_rate, chance))


class Easy(Greedy):
    random_rate = 0.4


class Medium(Greedy):
    random_rate = 0.1


class Searcher(Bot):
    """Plays what is best in the games that it samples."""

    worlds = 4

    def choose(self, view: View) -> Action | None:
        return view.legal[0] if len(view.legal) == 1 else search(view, self.chance(view), self.worlds).best


class Hard(Searcher):
    """Looks into a few worlds."""


class Expert(Searcher):
    """Looks into more worlds."""

    worlds = 20
