"""What is legal, as a row of actions that are made when they are looked at."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random

import pytest

import cardhouse
from cardhouse import Action, Outcome


@pytest.fixture
def game() -> cardhouse.Game:
    return cardhouse.new("hearts", seed=1)


def test_it_reads_like_a_list(game: cardhouse.Game) -> None:
    legal = game.legal(0)
    actions = list(legal)
    assert len(legal) == len(actions) == 13 * 12 * 11 / 6
    assert legal[0] == actions[0] == Action.parse("pass 3c 6c 7c")
    assert legal[-1] == actions[-1]
    assert legal[3:5] == actions[3:5]
    assert actions[7] in legal
    assert Action.parse("slap") not in legal
    assert repr(legal[:1]) == "[Action('pass 3c 6c 7c')]"
    with pytest.raises(IndexError):
        legal[len(actions)]


def test_an_action_is_the_same_whether_the_whole_row_was_looked_at_or_not(game: cardhouse.Game) -> None:
    expected = list(game.legal(0))
    untouched = game.legal(0)
    assert [untouched[at] for at in range(len(untouched))] == expected
    assert list(map(Action, untouched.codes)) == expected


def test_rows_with_equal_actions_are_equal(game: cardhouse.Game) -> None:
    legal = game.legal(0)
    assert legal == game.copy().legal(0)
    assert legal == list(legal)
    assert list(legal) == legal
    assert legal != game.legal(1)
    assert legal != list(legal)[1:]
    assert hash(legal) == hash(game.copy().legal(0))


def test_an_empty_row_is_false_and_equals_an_empty_list(game: cardhouse.Game) -> None:
    game.apply(0, game.legal(0)[0])
    assert not game.legal(0)
    assert game.legal(0) == []


def test_chance_of_the_library_can_pick_from_it(game: cardhouse.Game) -> None:
    legal = game.legal(0)
    assert isinstance(legal, Sequence)
    assert Random(1).choice(legal) in legal
    assert len(set(Random(1).sample(legal, 286))) == 286


def test_a_view_can_be_sent_to_another_process(game: cardhouse.Game) -> None:
    view = game.view(0)
    assert len(view.legal) == 286
    assert pickle.loads(pickle.dumps(view)) == view
    assert cardhouse.View.read(view.plain()) == view


def test_actions_and_outcomes_can_be_sent_to_another_process() -> None:
    for value in (Action.parse("play 7h 7s"), Action.parse("blind 2"), Outcome((1, 2), (0, 26), "reason.hearts.limit")):
        assert pickle.loads(pickle.dumps(value)) == value


def test_outcomes_are_equal_by_what_they_say() -> None:
    outcome = Outcome((1, 2), (0, 26), "reason.hearts.limit")
    assert outcome == Outcome((1, 2), (0, 26), "reason.hearts.limit")
    assert len({outcome, Outcome((1, 2), (0, 26), "reason.hearts.limit")}) == 1
    for other in (Outcome((1, 1), (0, 26), ""), Outcome((1, 2), (0, 0), ""), Outcome((1, 2), (0, 26), ""), None):
        assert outcome != other
    assert repr(outcome) == "Outcome((1, 2), (0, 26), 'reason.hearts.limit')"
    assert outcome.winners == (0,)
    assert Outcome((1, 1), (0, 0), "").winners == ()
