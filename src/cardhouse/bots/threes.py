"""The players of Threes: by taste, and by search."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..action import Action
from ..games import imaginer
from ..games.threes import Threes
from ..view import View
from . import register_bots
from .bot import Bot, RandomBot
from .search import Search
from .threes_policy import KEEPER, PLAIN, PLAYER, pick
from .threes_search import candidates, search


class TasteBot(Bot):
    """Plays by taste alone, as the policy of the search does, without chance."""

    taste = PLAIN

    def choose(self, view: View) -> Action | None:
        chance = self.chance(view)
        game = imaginer(view).game(chance)
        assert isinstance(game, Threes)
        assert view.seat is not None
        return Action(pick(game, view.seat, self.taste, 0, chance))


class Greedy(TasteBot):
    """The plain player: the lowest rank that fits, all of it, specials last; four of a kind are burned on sight."""


class Medium(TasteBot):
    """Keeps its flexible cards (two, three and ten, then seven and the high ranks); plays its least useful rank, all
    of it."""

    taste = KEEPER


class Searcher(TasteBot):
    """Plays what is best in the games that it imagines.

    It looks at a fixed number of worlds, so that it can be repeated; ``milliseconds`` is a limit on top of that.
    """

    taste = PLAYER
    worlds = 40
    exact = False

    def __init__(self, seed: int = 0, worlds: int | None = None, milliseconds: float | None = None) -> None:
        super().__init__(seed)
        self.worlds = worlds or self.worlds
        self.milliseconds = milliseconds

    def choose(self, view: View) -> Action | None:
        if view.phase == "swap":
            return super().choose(view)
        codes = candidates(vec[i64]([action.code for action in view.legal]))
        return Action(codes[0]) if len(codes) == 1 else self.search(view).best

    def search(self, view: View) -> Search:
        """What it thinks of each action."""
        return search(view, self.chance(view), self.worlds, self.milliseconds, self.exact)


class Hard(Searcher):
    """Looks into some worlds."""


class Expert(Searcher):
    """Looks into many worlds, and solves endgames."""

    worlds = 200
    exact = True


register_bots("threes", greedy=Greedy, easy=RandomBot, medium=Medium, hard=Hard, expert=Expert)
