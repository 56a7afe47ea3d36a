"""The bots of Crazy Eights: one that looks at its own cards, and such that search."""

from __future__ import annotations

from cardhouse import Action, View
from cardhouse.bots import Bot

from .policy import pick
from .sampler import EightsSampler
from .search import search


class Greedy(Bot):
    """Keeps its eights and plays from its longest suit. A weaker one does any legal thing at times."""

    random_rate = 0.0

    def choose(self, view: View) -> Action | None:
        assert view.seat is not None
        chance = self.chance(view)
        return Action(pick(EightsSampler(view).game(chance), view.seat, self.random_rate, chance))


class Easy(Greedy):
    random_rate = 0.4


class Medium(Greedy):
    random_rate = 0.1


class Searcher(Bot):
    """Plays what is best in the games that it samples."""

    worlds = 8

    def choose(self, view: View) -> Action | None:
        return view.legal[0] if len(view.legal) == 1 else search(view, self.chance(view), self.worlds).best


class Hard(Searcher):
    """Looks into a few worlds."""


class Expert(Searcher):
    """Looks into more worlds."""

    worlds = 30
