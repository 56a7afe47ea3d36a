"""The players of Durak: plain ones, and such that search."""

from __future__ import annotations

from ...bots.bot import Bot
from ...bots.search import Search
from ...build import running
from ...engine.action import Action
from ...engine.chance import Chance
from ...engine.game import Game
from ...engine.view import View
from .calibrated import calibrated
from .policy import pick
from .sampler import DurakSampler
from .search import FEW, NODES, SIMULATIONS, search


class Greedy(Bot):
    """The plain player: the lowest card that does the job, trumps last. A weaker one does any legal thing at times."""

    random_rate = 0.0

    def choose(self, view: View) -> Action | None:
        chance = self.chance(view)
        if chance.unit() < self.random_rate:
            return view.legal[chance.below(len(view.legal))]
        game = DurakSampler(view).game(chance)
        assert view.seat is not None
        return Action(pick(game, view.seat, 0, chance))


class Easy(Greedy):
    """The plain player, who doesn't look every fourth time."""

    random_rate = 0.25


def plain(view: View) -> Action:
    """Return what the plain player does here."""
    assert view.seat is not None
    return Action(pick(DurakSampler(view).game(Chance(view.step)), view.seat, 0, Chance(view.step)))


def going_out(view: View) -> Action | None:
    """The action that ends the game for this seat at once, if there is one: no other place is better than the next."""
    if view.zone("stock").cards:
        return None
    spent = ((action, 1 if action.verb == "beat" else len(action.cards)) for action in view.legal)
    return next((action for action, cards in spent if cards == len(view.hand)), None)


def steady(found: Search, usual: Action, caution: float) -> Action:
    """The best action found if it is clearly ahead of the usual one, or proven to be better; else the usual one."""
    best = found.actions[0]
    other = next((valued for valued in found.actions if valued.action == usual), best)
    if other is best or other.behind is None or best.proven or other.proven:
        return best.action
    ahead, error = other.behind
    # That few worlds agree is no proof.
    error = max(error, 0.5 / max(other.worlds, 1))
    return best.action if ahead > caution * error else usual


class Searcher(Bot):
    """Plays what is best in the games that it imagines.

    It looks at a fixed number of worlds, so that it can be repeated. With ``milliseconds`` it looks at ``most_worlds``
    as far as that time allows.
    """

    worlds = 24
    most_worlds = 24
    nodes = 0
    few = 0
    simulations = 1
    # An action must be this many errors ahead of the plain player's choice. In few worlds the best of several is
    # often only the luckiest, a trump led for nothing.
    caution = 1.5

    def __init__(
        self,
        seed: int = 0,
        worlds: int | None = None,
        milliseconds: float | None = None,
        nodes: int | None = None,
        few: int | None = None,
        simulations: int | None = None,
    ) -> None:
        super().__init__(seed)
        self.worlds = self.worlds if worlds is None else worlds
        self.milliseconds = milliseconds
        self.nodes = self.nodes if nodes is None else nodes
        self.few = self.few if few is None else few
        self.simulations = self.simulations if simulations is None else simulations

    def choose(self, view: View) -> Action | None:
        if len(view.legal) == 1:
            return view.legal[0]
        if (last := going_out(view)) is not None:
            return last
        return steady(self.search(view, every=False), plain(view), self.caution)

    def weighs(self, view: View) -> Search | None:
        return self.search(view)

    def imagines(self, view: View, count: int) -> list[Game]:
        fitting, chance = DurakSampler(view), self.chance(view)
        return [fitting.game(chance) for _ in range(count)]

    def search(self, view: View, every: bool = True) -> Search:
        """Return what it thinks of each action; to play it need not solve every one."""
        worlds = self.worlds if self.milliseconds is None else max(self.worlds, self.most_worlds)
        return search(view, self.chance(view), worlds, self.milliseconds, self.nodes, self.few, every, self.simulations)


class Medium(Searcher):
    """Looks into a few worlds."""


class Hard(Searcher):
    """Looks into some worlds, and solves short endgames of two players."""

    worlds = 50
    most_worlds = 50
    nodes = 2000


class Expert(Searcher):
    """Looks into many worlds, and plays the last cards of two players without a mistake."""

    # About a tenth of a second compiled; plain files need ten times as long for a fifth of it.
    worlds = 1800 if running() == "compiled" else 400
    most_worlds = 6400
    nodes = NODES
    few = FEW
    simulations = SIMULATIONS

    def weighs(self, view: View) -> Search | None:
        return calibrated(self.search(view), view)
