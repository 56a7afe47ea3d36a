"""Every game passes the tests of the interfaces that it offers, and shows a learner nothing that it may not know."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from crazy_eights.spec import SPEC as EIGHTS
from high_card import HighCard, HighCardSampler

import cardhouse
from cardhouse import BadSetup, Chance
from cardhouse.engine.registry import imagine
from cardhouse.games import GameSpec
from cardhouse.testing import forgetting_games, pickled

np = pytest.importorskip("numpy", reason="pip install 'cardhouse[rl]'")
pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="pip install 'cardhouse[rl]'")
from cardhouse import rl  # noqa: E402
from cardhouse.rl.table import place_rewards  # noqa: E402

OPTIONS: dict[str, dict[str, Any]] = {
    "hearts": {"limit": 30},
    "threes": {"swap": True, "pickup": "free"},
    "durak": {"seats": 4, "deck": 36, "pile_on": True},
    "ratscrew": {"seats": 3, "penalty": "none"},
    "slapjack": {"wilds": True},
}
NAMES = [*[game.name for game in cardhouse.games()], "eights", "highcard"]
every_game = pytest.mark.parametrize("name", dict.fromkeys(NAMES))


@pytest.fixture(autouse=True)
def games_of_other_packages() -> Iterator[None]:
    with forgetting_games():
        cardhouse.register(EIGHTS)
        cardhouse.register(GameSpec(HighCard, HighCardSampler))
        with warnings.catch_warnings():
            # PettingZoo warns of pictures that a card game's observations are not.
            warnings.simplefilter("ignore")
            yield


def played(env: rl.CardhouseEnv, seed: int) -> Iterator[rl.CardhouseEnv]:
    """Random legal choices to the end of a game, each before it is made."""
    chance = Chance(seed)
    env.reset(seed=seed)
    while env.sequencer.seat >= 0:
        yield env
        ids = list(env.sequencer.ids())
        env.step(ids[chance.below(len(ids))])


def parallel_play(env: rl.CardhouseParallelEnv, seed: int) -> Iterator[Any]:
    """What is seen along random legal choices of everybody."""
    chance = Chance(seed)
    seen, _ = env.reset(seed=seed)
    for _ in range(100):
        legal = {who: np.flatnonzero(each["action_mask"]) for who, each in seen.items()}
        if not env.agents:
            return
        yield from (each["observation"] for each in seen.values())
        seen, *_ = env.step({who: int(ids[chance.below(len(ids))]) for who, ids in legal.items()})


@every_game
def test_the_environment_passes_pettingzoos_tests(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_test.api_test(rl.env(name), num_cycles=200)
    pettingzoo_test.api_test(rl.env(name, **OPTIONS.get(name, {})), num_cycles=200)
    pettingzoo_test.seed_test(lambda: rl.env(name, **OPTIONS.get(name, {})), num_cycles=100)


@every_game
def test_the_parallel_environment_passes_pettingzoos_tests(name: str) -> None:
    pettingzoo_test.parallel_api_test(rl.parallel_env(name), num_cycles=200)
    pettingzoo_test.parallel_api_test(rl.parallel_env(name, **OPTIONS.get(name, {})), num_cycles=200)
    first, second = (parallel_play(rl.parallel_env(name, **OPTIONS.get(name, {})), 7) for _ in range(2))
    for one, two in zip(first, second, strict=True):
        assert (one == two).all()


@every_game
def test_whatever_is_chosen_is_a_legal_action_and_every_action_can_be_chosen(name: str) -> None:
    env = rl.env(name, **OPTIONS.get(name, {}))
    for step, _ in enumerate(played(env, 3)):
        if step > 150:
            break
        asking = env.sequencer
        if asking.picking.kind:
            continue
        legal = {action.code for action in asking.game.legal(asking.seat)}
        reached = set()
        waiting = [(asking.picking.copy(), int(choice)) for choice in asking.picking.ids()]
        while waiting:
            picking, choice = waiting.pop()
            code = int(picking.pick(choice))
            if code >= 0:
                reached.add(code)
            elif len(waiting) < 4000:
                waiting += [(picking.copy(), int(more)) for more in picking.ids()]
        assert reached <= legal
        assert reached == legal or asking.idle


@every_game
def test_an_observation_tells_nothing_that_its_seat_may_not_know(name: str) -> None:
    """The same planes come from every game that the seat can't tell from this one."""
    env = rl.env(name, **OPTIONS.get(name, {}))
    chance = Chance(5)
    for step, _ in enumerate(played(env, 4)):
        if step % 7 or step > 300:
            continue
        table, game = env.table, env.sequencer.game
        for seat in range(table.seats):
            world = imagine(game.view(seat), chance)
            assert list(table.planes.seen(world, seat)) == list(table.planes.seen(game, seat))
            assert len(table.sets(env.sequencer, seat)) == len(table.plane_names)


@every_game
def test_planes_are_told_from_the_observers_own_seat_on(name: str) -> None:
    env = rl.env(name)
    env.reset(seed=2)
    game = env.sequencer.game
    hand = env.table.plane_names.index("hand" if "hand" in env.table.plane_names else env.table.plane_names[0])
    for seat in range(env.table.seats):
        own = sum(2**card for card in game.view(seat).hand)
        if "hand" in env.table.plane_names:
            assert env.table.planes.seen(game, seat)[hand] == own


@every_game
def test_a_game_in_the_middle_of_a_choice_can_be_copied_and_pickled(name: str) -> None:
    env = rl.env(name, **OPTIONS.get(name, {}))
    for step, _ in enumerate(played(env, 6)):
        if step > 40:
            break
        for again in (pickled(env), copy.deepcopy(env)):
            assert again.agent_selection == env.agent_selection
            assert sorted(again.sequencer.ids()) == sorted(env.sequencer.ids())
            choice = int(env.sequencer.ids()[0])
            one, two = again.sequencer, env.sequencer.copy()
            one.step(choice)
            two.step(choice)
            assert one.game.digest() == two.game.digest()
            assert (one.seat, sorted(one.ids())) == (two.seat, sorted(two.ids()))
    parallel = rl.parallel_env(name)
    parallel.reset(seed=1)
    assert pickled(parallel).sequencer.game.digest() == parallel.sequencer.game.digest()


@every_game
def test_many_games_side_by_side_are_those_of_single_environments(name: str) -> None:
    how = OPTIONS.get(name, {})
    envs = rl.VectorEnv(name, 3, **how)
    chance = Chance(9)
    seen = envs.reset(seed=8)
    single = [rl.env(name, **how) for _ in range(3)]
    assert envs.rows is not None
    for env, row in zip(single, envs.rows.rows, strict=True):
        env.reset(seed=0)
        env.asking = row.copy()
        env.agent_selection = env.possible_agents[row.seat]
    over = [False] * 3
    for _ in range(120):
        choices = []
        for at, env in enumerate(single):
            if not over[at]:
                there = env.observe(env.agent_selection)
                assert (seen.observations[at] == there["observation"]).all()
                assert (seen.masks[at] == there["action_mask"]).all()
                assert env.possible_agents[seen.seats[at]] == env.agent_selection
            legal = np.flatnonzero(seen.masks[at])
            choices.append(int(legal[chance.below(len(legal))]))
        for at, env in enumerate(single):
            if not over[at]:
                env.step(choices[at])
        seen = envs.step(np.array(choices))
        for at, env in enumerate(single):
            if seen.ended[at] and not over[at]:
                assert [env.rewards[agent] for agent in env.possible_agents] == pytest.approx(list(seen.rewards[at]))
                over[at] = True
    with pytest.raises(ValueError, match="may not choose"):
        envs.step([-1, -1, -1])
    with pytest.raises(ValueError, match="3 games"):
        envs.step([0])


@every_game
def test_random_choices_are_legal_and_come_from_the_seed(name: str) -> None:
    first, again = (rl.VectorEnv(name, 5, **OPTIONS.get(name, {})) for _ in range(2))
    with pytest.raises(RuntimeError):
        first.random_choices()
    step, other = first.reset(seed=4), again.reset(seed=4)
    for _ in range(60):
        choices = first.random_choices()
        assert step.masks[np.arange(5), choices].all()
        assert (choices == again.random_choices()).all()
        step, other = first.step(choices), again.step(choices)
        assert (step.observations == other.observations).all()


def test_every_legal_choice_comes_at_random() -> None:
    envs = rl.VectorEnv("hearts", 2)
    step = envs.reset(seed=1)
    chosen = np.array([envs.random_choices() for _ in range(400)])
    for row in range(2):
        assert set(chosen[:, row]) == set(np.flatnonzero(step.masks[row]))


def test_a_pass_of_hearts_is_three_single_picks() -> None:
    env = rl.env("hearts")
    env.reset(seed=1)
    assert env.table.action_space.n == 53
    picked: list[int] = []
    for _ in range(3):
        observed = env.observe("player_0")
        assert [int(card) for card in np.flatnonzero(observed["observation"][-2])] == sorted(picked)
        legal = np.flatnonzero(observed["action_mask"])
        assert len(legal) == 13 - len(picked)
        assert env.agent_selection == "player_0"
        picked.append(int(legal[0]))
        env.step(picked[-1])
    assert env.agent_selection == "player_1"


def test_the_spaces_have_the_sizes_that_the_page_tells() -> None:
    sizes = {name: int(rl.env(name).table.action_space.n) for name in NAMES}
    assert sizes["ratscrew"] == sizes["slapjack"] == 3
    assert (sizes["hearts"], sizes["threes"], sizes["durak"]) == (53, 306, 497)
    assert sizes["highcard"] == 127 + 54 + 10 + 2


def test_who_may_slap_is_asked_before_the_next_card_is_turned() -> None:
    env = rl.env("ratscrew", seats=3)
    env.reset(seed=1)
    wait, turn = env.table.choice_names.index("wait"), env.table.choice_names.index("turn")
    first = env.sequencer.game.turn()[0]
    for _ in range(2):
        assert env.agent_selection != f"player_{first}"
        assert env.observe(env.agent_selection)["action_mask"].tolist() == [0, 1, 1]
        env.step(wait)
    assert env.agent_selection == f"player_{first}"
    assert env.observe(env.agent_selection)["action_mask"].tolist() == [1, 1, 0]
    env.step(turn)
    assert env.agent_selection != f"player_{env.sequencer.game.turn()[0]}"


def test_who_does_nothing_but_slap_does_not_stop_the_game() -> None:
    for name, options in (("ratscrew", {"penalty": "none"}), ("ratscrew", {}), ("slapjack", {})):
        env = rl.env(name, seats=3, **options)
        env.reset(seed=3)
        slap, wait = env.table.choice_names.index("slap"), env.table.choice_names.index("wait")
        for _ in range(3000):
            if env.sequencer.seat < 0:
                break
            legal = list(env.sequencer.ids())
            env.step(slap if slap in legal else min(choice for choice in legal if choice != wait))
        game = env.sequencer.game
        assert game.over or game.step - game.idle_slaps > 100


def test_rewards_are_by_place_or_by_points() -> None:
    assert place_rewards([1, 2, 3]) == [1.0, 0.0, -1.0]
    assert place_rewards([1, 1]) == [0.0, 0.0]
    assert place_rewards([1, 2, 2, 4]) == pytest.approx([1.0, 0.0, 0.0, -1.0])
    for reward in ("place", "points"):
        env = rl.env("hearts", reward=reward, limit=1)
        for _ in played(env, 3):
            assert set(env.rewards.values()) == {0.0}
        outcome = env.sequencer.game.outcome
        assert outcome is not None
        wanted = place_rewards(outcome.places) if reward == "place" else [-score for score in outcome.scores]
        assert list(env.rewards.values()) == wanted
        assert all(env.terminations.values())


def test_a_game_can_be_cut_off() -> None:
    env = rl.env("durak", max_steps=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.sequencer.ids()[0]))
    assert all(env.truncations.values())
    parallel = rl.parallel_env("durak", max_steps=2)
    seen, _ = parallel.reset(seed=1)
    for _ in range(2):
        seen, _, ended, cut, _ = parallel.step({who: int(each["action_mask"].argmax()) for who, each in seen.items()})
    assert all(cut.values())
    assert not any(ended.values())
    assert parallel.agents == []


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = rl.env("hearts")
    env.reset(seed=1)
    before = env.sequencer.game.digest()
    for wrong in (52, 99, -1, None, "wait"):
        with pytest.raises(ValueError, match="player_0 may not choose"):
            env.step(wrong)  # type: ignore[arg-type]
    assert env.sequencer.game.digest() == before
    parallel = rl.parallel_env("hearts")
    parallel.reset(seed=1)
    with pytest.raises(ValueError, match="may not choose"):
        parallel.step({})
    with pytest.raises(ValueError, match="reward"):
        rl.env("hearts", reward="money")
    with pytest.raises(BadSetup):
        rl.env("hearts", seats=9)
    with pytest.raises(RuntimeError, match="reset"):
        rl.env("hearts").observe("player_0")


def test_a_game_is_shown_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    env = rl.env("durak", render_mode="ansi")
    env.reset(seed=1)
    assert "player_1" in str(env.render())
    env = rl.env("durak", render_mode="human")
    env.reset(seed=1)
    env.step(int(env.sequencer.ids()[0]))
    assert "player_1" in capsys.readouterr().out
