"""The players of Threes: by preferences, and by search."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ...bots.bot import Bot
from ...bots.search import Search
from ...build import running
from ...engine.action import Action
from ...engine.game import Game
from ...engine.view import View
from .policy import KEEPER, PLAIN, PLAYER, pick
from .sampler import ThreesSampler
from .search import SIMULATIONS, candidates, search


class PolicyBot(Bot):
    """Plays by its preferences alone, without looking ahead. A weaker one does any legal thing at times."""

    preferences = PLAIN
    random_rate = 0.0

    def choose(self, view: View) -> Action | None:
        chance = self.chance(view)
        if chance.unit() < self.random_rate:
            return view.legal[chance.below(len(view.legal))]
        game = ThreesSampler(view).game(chance)
        assert view.seat is not None
        return Action(pick(game, view.seat, self.preferences, 0, chance))


class Greedy(PolicyBot):
    """The plain player: the lowest rank that fits, all of it, specials last; four of a kind are burned on sight."""


class Easy(PolicyBot):
    """Keeps its flexible cards (two, three and ten, then seven and the high ranks), plays its least useful rank, all of
    it, and often doesn't look."""

    preferences = KEEPER
    random_rate = 0.25


class Medium(PolicyBot):
    """Keeps its strong cards, and holds up a player who is about to go out: the player of the search's playouts."""

    preferences = PLAYER


class Searcher(PolicyBot):
    """Plays what is best in the games that it imagines.

    It looks at a fixed number of worlds, so that it can be repeated. With ``milliseconds`` it looks at ``most_worlds``
    as far as that time allows.
    """

    preferences = PLAYER
    worlds = 40
    most_worlds = 40
    exact = False
    simulations = 1

    def __init__(
        self,
        seed: int = 0,
        worlds: int | None = None,
        milliseconds: float | None = None,
        simulations: int | None = None,
    ) -> None:
        super().__init__(seed)
        self.worlds = worlds or self.worlds
        self.milliseconds = milliseconds
        self.simulations = simulations or self.simulations

    def choose(self, view: View) -> Action | None:
        if view.phase == "swap":
            return super().choose(view)
        codes = candidates(vec[i64]([action.code for action in view.legal]))
        return Action(codes[0]) if len(codes) == 1 else self.search(view).best

    def weighs(self, view: View) -> Search | None:
        return None if view.phase == "swap" else self.search(view)

    def imagines(self, view: View, count: int) -> list[Game]:
        fitting, chance = ThreesSampler(view), self.chance(view)
        return [fitting.game(chance) for _ in range(count)]

    def search(self, view: View) -> Search:
        """Return what it thinks of each action."""
        worlds = self.worlds if self.milliseconds is None else max(self.worlds, self.most_worlds)
        return search(view, self.chance(view), worlds, self.milliseconds, self.exact, self.simulations)


class Hard(Searcher):
    """Looks into some worlds."""


class Expert(Searcher):
    """Looks into many worlds, and solves endgames."""

    # About a fifth of a second compiled; plain files need five times as long for a fourteenth of it.
    worlds = 2800 if running() == "compiled" else 200
    most_worlds = 6400
    exact = True
    simulations = SIMULATIONS
