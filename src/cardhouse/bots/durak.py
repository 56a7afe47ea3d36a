"""The players of Durak: plain ones, and such that search."""

from __future__ import annotations

from ..action import Action
from ..games import imaginer
from ..games.durak import Durak
from ..view import View
from . import register_bots
from .bot import Bot
from .durak_policy import pick
from .durak_search import FEW, NODES, search
from .search import Search


class Greedy(Bot):
    """The plain player: the lowest card that does the job, trumps last. A weaker one does any legal thing at times."""

    slips = 0.0

    def choose(self, view: View) -> Action | None:
        chance = self.chance(view)
        if chance.unit() < self.slips:
            return view.legal[chance.below(len(view.legal))]
        game = imaginer(view).game(chance)
        assert isinstance(game, Durak)
        assert view.seat is not None
        return Action(pick(game, view.seat, 0, chance))


class Easy(Greedy):
    """The plain player, who often doesn't look."""

    slips = 0.35


class Medium(Greedy):
    """The plain player, who doesn't look now and then."""

    slips = 0.1


class Searcher(Bot):
    """Plays what is best in the games that it imagines.

    It looks at a fixed number of worlds, so that it can be repeated; ``milliseconds`` is a limit on top of that.
    """

    worlds = 60
    nodes = 0
    few = 0

    def __init__(
        self,
        seed: int = 0,
        worlds: int | None = None,
        milliseconds: float | None = None,
        nodes: int | None = None,
        few: int | None = None,
    ) -> None:
        super().__init__(seed)
        self.worlds = self.worlds if worlds is None else worlds
        self.milliseconds = milliseconds
        self.nodes = self.nodes if nodes is None else nodes
        self.few = self.few if few is None else few

    def choose(self, view: View) -> Action | None:
        return view.legal[0] if len(view.legal) == 1 else self.search(view, every=False).best

    def search(self, view: View, every: bool = True) -> Search:
        """What it thinks of each action; to play it need not solve every one."""
        return search(view, self.chance(view), self.worlds, self.milliseconds, self.nodes, self.few, every)


class Hard(Searcher):
    """Looks into some worlds."""


class Expert(Searcher):
    """Looks into many worlds, and plays the last cards of two players without a mistake."""

    worlds = 400
    nodes = NODES
    few = FEW


register_bots("durak", greedy=Greedy, easy=Easy, medium=Medium, hard=Hard, expert=Expert)
