"""Every game is a game of OpenSpiel, and passes its random simulations."""

from __future__ import annotations

import random

import pytest

import cardhouse

pytest.importorskip("numpy", reason="pip install 'cardhouse[rl]'")
pytest.importorskip("pettingzoo", reason="pip install 'cardhouse[rl]'")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'cardhouse[bench]'")
from cardhouse import rl  # noqa: E402

NAMES = [game.name for game in cardhouse.games()]


@pytest.fixture(autouse=True)
def known() -> None:
    rl.open_spiel.register()


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations_pass(name: str) -> None:
    game = pyspiel.load_game(f"cardhouse_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_players_and_house_rules_are_parameters() -> None:
    game = pyspiel.load_game("cardhouse_durak(players=3,deck=36,pile_on=True)")
    assert game.num_players() == 3
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(7)
    assert state.asking.game.setup.options["deck"] == 36
    assert state.asking.game.setup.options["pile_on"] is True


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_position_looks_the_same_to_the_player_who_asks(name: str) -> None:
    game = pyspiel.load_game(f"cardhouse_{name}")
    state = game.new_initial_state()
    chance = random.Random(3)
    for step in range(60):
        if state.is_terminal():
            break
        if not state.is_chance_node() and step % 5 == 0:
            player = state.current_player()
            other = state.resample_from_infostate(player, chance.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            other.apply_action(other.legal_actions()[0])
        state.apply_action(chance.choice(state.legal_actions()))


def test_its_own_ismcts_plays_with_imagined_games() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("cardhouse_durak")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(5)
    import numpy as np

    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 5, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()
