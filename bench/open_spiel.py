"""Hearts as OpenSpiel plays it, for comparison: one deal, passing to the left, by the same house rules."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from random import Random
from typing import Any

GAME = "hearts(qs_breaks_hearts=False)"
PASS_LEFT = 1
SIMULATIONS = 5


def installed() -> bool:
    """Return True if there is anything to compare with."""
    return importlib.util.find_spec("pyspiel") is not None


class OpenSpielHearts:
    """Ways to play random deals with it; each takes a number of deals."""

    def __init__(self) -> None:
        self.library: Any = importlib.import_module("pyspiel")
        self.game: Any = self.library.load_game(GAME)
        self.random: Callable[[], float] = Random(1).random
        self.dealt = self.deal()

    def deal(self) -> Any:
        """A dealt hand; its deal is made of actions too, one for each card."""
        random = self.random
        state = self.game.new_initial_state()
        state.apply_action(PASS_LEFT)
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
        return state

    def play(self, state: Any) -> None:
        random = self.random
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])

    def from_python(self, deals: int) -> None:
        """Whole deals driven from Python."""
        for _ in range(deals):
            self.play(self.deal())

    def from_python_when_dealt(self, deals: int) -> None:
        """A dealt hand driven from Python to its end, again and again."""
        for _ in range(deals):
            self.play(self.dealt.clone())

    def inside(self, deals: int) -> None:
        """A dealt hand played to its end in C++, again and again."""
        self.search(SIMULATIONS, deals // SIMULATIONS)
        self.search(deals % SIMULATIONS, 1)

    def search(self, simulations: int, rollouts: int) -> None:
        """Let the MCTS bot look at positions, the dealt hand or the next ones, by this many random deals each."""
        if simulations and rollouts:
            evaluator = self.library.RandomRolloutEvaluator(rollouts, 1)
            bot = self.library.MCTSBot(self.game, evaluator, 1.0, simulations, 100, False, 1, False)
            bot.mcts_search(self.dealt)
