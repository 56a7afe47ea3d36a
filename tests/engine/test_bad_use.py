"""The public face of a game under bad use: clear errors, and nothing that a caller can spoil."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import msgspec
import pytest

import cardhouse
from cardhouse import Action, BadSetup, Card, Chance, Unreadable, View
from cardhouse.engine.action import BEAT, PLAY, SLAP, TURN, actions_of, new_verb
from cardhouse.engine.chance import MOST_SEED_BITS
from cardhouse.testing import random_play

GAME_NAMES = [game.name for game in cardhouse.games()]
every_game = pytest.mark.parametrize("name", GAME_NAMES)


@pytest.mark.parametrize("seed", ["10**4300", "2**2048", "-1", "1.5", "'x'", "True"])
def test_a_seed_that_is_none_is_refused(seed: str) -> None:
    # In a process of its own, since it was one that did not survive.
    code = f"""
import cardhouse
try:
    cardhouse.new("hearts", seed={seed})
except cardhouse.BadSetup as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("A seed is a whole number from 0 up, of at most 2048 bits, not ")


def test_the_generator_refuses_what_no_seed_can_be() -> None:
    largest = 2**MOST_SEED_BITS - 1
    assert cardhouse.new("hearts", seed=largest).setup.seed == largest
    for _ in range(3):
        with pytest.raises(BadSetup):
            Chance(2**MOST_SEED_BITS)
    assert Chance(5).state() == Chance(5).state()


@every_game
def test_writing_to_a_view_changes_no_game(name: str) -> None:
    game = cardhouse.new(name, seed=1)
    before = game.digest()
    view = game.view(0)
    world = cardhouse.imagine(view, Chance(1))
    imagined = world.digest()
    assert isinstance(view.options, dict)
    assert isinstance(view.facts, dict)
    assert isinstance(view.roles, dict)
    for told in (view.options, view.facts, view.roles):
        for key in told:
            told[key] = 7
    assert game.digest() == before
    assert world.digest() == imagined
    assert game.copy().view(0).options == game.setup.options
    assert msgspec.json.decode(msgspec.json.encode(game.view(0).options)) == game.setup.options


@every_game
def test_writing_to_what_is_legal_changes_nothing(name: str) -> None:
    game = cardhouse.new(name, seed=1)
    before = [list(game.legal(seat)) for seat in range(game.seats)]
    for seat in range(game.seats):
        codes = game.legal(seat).codes
        for at in range(len(codes)):
            codes[at] = 0
    assert [list(game.legal(seat)) for seat in range(game.seats)] == before
    assert [list(cardhouse.new(name, seed=1).legal(seat)) for seat in range(game.seats)] == before


@pytest.mark.parametrize("size", [0, 1, 4])
def test_a_row_of_actions_is_a_whole_sequence(size: int) -> None:
    codes: list[int] = [int(TURN), int(SLAP), int(TURN), int(PLAY) + 5][:size]
    row, same = actions_of(codes), tuple(Action(code) for code in codes)
    assert isinstance(row, Sequence)
    methods = {name for name in dir(Sequence) if callable(getattr(Sequence, name))}
    assert methods - {"__class_getitem__"} <= set(dir(row))
    assert list(reversed(row)) == list(reversed(same))
    for what in (Action(TURN), Action(SLAP), Action(PLAY), "turn", None):
        assert row.count(what) == same.count(what)
        assert (what in row) == (what in same)
        for bounds in ((), (1,), (1, 3), (-2,), (0, -1), (9,), (0, 2**70)):
            try:
                expected = same.index(what, *bounds)
            except ValueError:
                with pytest.raises(ValueError, match="not in"):
                    row.index(what, *bounds)
            else:
                assert row.index(what, *bounds) == expected
    for at in (0, -1, size - 1, size, -size - 1, 2**70, -(2**70)):
        try:
            action = same[at]
        except IndexError:
            with pytest.raises(IndexError):
                row[at]
        else:
            assert row[at] == action
    assert row[1:3] == list(same[1:3])
    with pytest.raises(TypeError):
        row["x"]  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "code", [0, 5, 99 * 2**56, -1, -(2**56), int(TURN) + 1, int(PLAY) + 2**54, int(BEAT) + 54, int(BEAT) + 4095]
)
def test_a_number_that_is_no_action_is_unreadable(code: int) -> None:
    for _ in range(3):
        with pytest.raises(Unreadable):
            Action(code)


def test_every_action_reads_back() -> None:
    names = new_verb("shuffle", "pair"), new_verb("call", "number")
    for code in (TURN, SLAP, SLAP + 3, PLAY, PLAY + 2**54 - 1, BEAT + (53 * 64) + 53, names[0] + 7, names[1] + 12):
        action = Action(code)
        if action.verb not in ("play", "beat") or len(set(action.cards)) == len(action.cards) > 0:
            assert Action.parse(str(action)) == action


def deck_of(name: str) -> list[Card]:
    view = cardhouse.new(name, seed=1).open_view()
    return [card for zone in view.zones if zone.name != "last" for card in zone.known]


@every_game
def test_a_deck_can_be_given_in_any_form(name: str) -> None:
    cards = deck_of(name)
    made = [
        cardhouse.new(name, deck=deck)
        for deck in (" ".join(map(str, cards)), cards, [str(card) for card in cards], [int(card) for card in cards])
    ]
    assert len({game.digest() for game in made}) == 1
    assert cardhouse.new(name, deck=[*map(str, cards[:5]), *cards[5:]]).digest() == made[0].digest()


@every_game
@pytest.mark.parametrize(
    "deck", [["2c"], ["2c", "2c"], [60], [-1], [2**70], [True], [None], [["2c"]], "2c 2c", "xx", "", [], 3.5, {}, b"2c"]
)
def test_a_deck_that_is_none_is_refused(name: str, deck: object) -> None:
    with pytest.raises(BadSetup):
        cardhouse.new(name, deck=deck)  # type: ignore[arg-type]


@every_game
def test_nobody_is_awaited_once_the_game_is_over(name: str) -> None:
    game = cardhouse.new(name, seed=2)
    for _ in random_play(game, Chance(3)):
        assert game.turn() == list(game.view(None).turn)
        assert game.turn() or game.timer is not None or any(len(game.legal(seat)) for seat in range(game.seats))
    assert game.turn() == []
    assert isinstance(game.view(0), View)


def test_writing_to_an_event_changes_no_other() -> None:
    def slapped() -> cardhouse.Event:
        game = cardhouse.new("ratscrew", seed=1, penalty="lockout")
        game.apply(int(game.turn()[0]), "turn")
        return game.apply(1, "slap")[-1]

    first = slapped()
    assert first.cards == []
    first.cards.append(3)
    first.facts["odd"] = True
    assert slapped().cards == []
    assert "odd" not in slapped().facts
    assert cardhouse.new("ratscrew", seed=1).apply(0, "turn")[-1].facts == {}
