"""A battery of tests that every game must pass, for games of other packages too.

It needs pytest and hypothesis.

    from cardhouse.testing import GameBattery

    class TestCrazyEights(GameBattery):
        spec = SPEC

Each test goes along random games over all seats and options.
"""

from __future__ import annotations

from .house import HouseTests
from .playing import dealt_games, do, forgetting_games, pickled, random_play, registered, seen, some_actions
from .rules import RulesTests
from .state import StateTests
from .texts import TextTests
from .views import ViewTests
from .worlds import SamplerTests

__all__ = [
    "GameBattery",
    "dealt_games",
    "do",
    "forgetting_games",
    "pickled",
    "random_play",
    "registered",
    "seen",
    "some_actions",
]


class GameBattery(RulesTests, StateTests, ViewTests, SamplerTests, TextTests, HouseTests):
    """Everything that the games of the house pass. Subclass it, and say which game: ``spec``.

    ``repeated_zones`` names zones that show cards which lie elsewhere too, as a look back at the last trick does.
    """
