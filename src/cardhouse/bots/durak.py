"""The players of Durak: by taste, and by search."""

from __future__ import annotations

from ..action import Action
from ..games import imaginer
from ..games.durak import Durak
from ..view import View
from . import register_bots
from .bot import Bot
from .durak_policy import PLAIN, PLAYER, pick
from .durak_search import search
from .search import Search


class TasteBot(Bot):
    """Plays by taste alone; a weaker one does any legal thing now and then."""

    taste = PLAIN
    slips = 0.0

    def choose(self, view: View) -> Action | None:
        chance = self.chance(view)
        if chance.unit() < self.slips:
            return view.legal[chance.below(len(view.legal))]
        game = imaginer(view).game(chance)
        assert isinstance(game, Durak)
        assert view.seat is not None
        return Action(pick(game, view.seat, self.taste, 0, chance))


class Greedy(TasteBot):
    """The plain player: the lowest card that does the job, trumps last."""


class Easy(TasteBot):
    """The plain player, who often doesn't look."""

    slips = 0.35


class Medium(TasteBot):
    """Knows what trumps are worth, and still slips now and then."""

    taste = PLAYER
    slips = 0.04


class Searcher(Bot):
    """Plays what is best in the games that it imagines.

    It looks at a fixed number of worlds, so that it can be repeated; ``milliseconds`` is a limit on top of that.
    """

    worlds = 60
    nodes = 0
    few = 0
    tree = False

    def __init__(
        self,
        seed: int = 0,
        worlds: int | None = None,
        milliseconds: float | None = None,
        nodes: int | None = None,
        few: int | None = None,
        tree: bool | None = None,
    ) -> None:
        super().__init__(seed)
        self.worlds = self.worlds if worlds is None else worlds
        self.milliseconds = milliseconds
        self.nodes = self.nodes if nodes is None else nodes
        self.few = self.few if few is None else few
        self.tree = self.tree if tree is None else tree

    def choose(self, view: View) -> Action | None:
        return view.legal[0] if len(view.legal) == 1 else self.search(view).best

    def search(self, view: View) -> Search:
        """What it thinks of each action."""
        return search(view, self.chance(view), self.worlds, self.milliseconds, self.nodes, self.few, self.tree)


class Hard(Searcher):
    """Looks into some worlds."""


class Expert(Searcher):
    """Looks into many worlds, and plays the last cards of two players without a mistake."""

    worlds = 250
    nodes = 60000


register_bots("durak", greedy=Greedy, easy=Easy, medium=Medium, hard=Hard, expert=Expert)
