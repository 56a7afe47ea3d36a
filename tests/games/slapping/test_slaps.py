"""The slap rules, one by one, and what a player can read of them from a view."""

from __future__ import annotations

from typing import Any

import pytest
from slap_positions import do, position

import cardhouse
from cardhouse import BadSetup
from cardhouse.engine.cards import parse_cards
from cardhouse.games import spec
from cardhouse.games.slapping.seen import patterns, patterns_seen, slaps_in

ALL = dict.fromkeys(("sandwiches", "runs", "flushes", "tens", "marriages", "divorces"), True)


@pytest.mark.parametrize(
    ("pile", "name"),
    [
        ("6c 6d", "doubles"),
        ("2s 6c 6d", "doubles"),
        ("6c 3d 6h", "sandwiches"),
        ("6c 6d 6h", "sandwiches"),
        ("5c 6d 7h", "runs"),
        ("7h 6c 5d", "runs"),
        ("Qc Kd Ah", "runs"),
        ("Ac 2d 3h", "runs"),
        ("Kc Ad 2h", "runs"),
        ("2c Ad Kh", "runs"),
        ("9c Td Jh", "runs"),
        ("2h 9h 4h Kh", "flushes"),
        ("3c 7d", "tens"),
        ("8c 2d", "tens"),
        ("5c 5d", "tens"),
        ("4c 6d", "tens"),
        ("Kc Qd", "marriages"),
        ("Qd Kc", "marriages"),
        ("Kc 3h Qd", "divorces"),
        ("Qd 3h Kc", "divorces"),
    ],
)
def test_a_pattern_is_a_good_slap_when_its_option_is_on(pile: str, name: str) -> None:
    off = dict.fromkeys(ALL, False)
    options: dict[str, Any] = {**off, name: True} if name in off else off
    cards = parse_cards(pile)
    assert name in patterns("ratscrew", cards, options)
    assert name in patterns("ratscrew", cards, ALL)
    if name in off:
        assert name not in patterns("ratscrew", cards, off)


@pytest.mark.parametrize(
    "pile",
    [
        "",
        "Ac",
        "6c 7d",
        "6c 6d 7h",
        "6c 3d 9h 6s",
        "5c 6d 5s 7h",
        "5c 7d 6h",
        "5c 7d 9h",
        "Kc 2d Ah",
        "Ah 9h 4h",
        "2h 9h 4h Kh 3c",
        "9c 2h 4h 7h",
        "9h 2c 4h 7h",
        "9h 2h 4c 7h",
        "9c Ad",
        "Ac 9d",
        "Tc 2d",
        "Jc Qd",
        "Kc 4d 3h Qd",
        "Kc Jd",
        "Jd Kc",
        "Qd 3c",
    ],
)
def test_what_only_looks_like_a_pattern_is_none(pile: str) -> None:
    assert patterns("ratscrew", parse_cards(pile), ALL) == []


def test_up_and_down_again_is_a_sandwich_and_no_run() -> None:
    assert patterns("ratscrew", parse_cards("5c 6d 5h"), ALL) == ["sandwiches"]


def test_several_patterns_are_all_named() -> None:
    assert patterns("ratscrew", parse_cards("5c 5d 5h"), ALL) == ["doubles", "sandwiches", "tens"]


def test_penalty_cards_at_the_bottom_do_not_count() -> None:
    pile = parse_cards("9c 6c 6d")
    assert patterns("ratscrew", pile, ALL, penalties=1) == ["doubles"]
    assert patterns("ratscrew", pile, ALL, penalties=2) == []


@pytest.mark.parametrize(
    ("pile", "names"),
    [("2c Jd", ["jacks"]), ("6c 6d", ["doubles"]), ("6c 3d 6h", ["sandwiches"]), ("Jc 3d", []), ("Kd Qd", [])],
)
def test_slapjack_knows_jacks_doubles_and_sandwiches(pile: str, names: list[str]) -> None:
    assert patterns("slapjack", parse_cards(pile), {"wilds": False}) == names


def test_in_a_last_chance_only_a_jack_counts() -> None:
    options = {"wilds": True}
    assert patterns("slapjack", parse_cards("6c 6d"), options, last_chance=True) == []
    assert patterns("slapjack", parse_cards("6c W1"), options, last_chance=True) == []
    assert patterns("slapjack", parse_cards("Jc Jd"), options, last_chance=True) == ["jacks"]


def test_a_wild_card_counts_on_top_and_pairs_with_nothing() -> None:
    options = {"wilds": True}
    assert patterns("slapjack", parse_cards("6c W1"), options) == ["wilds"]
    assert patterns("slapjack", parse_cards("W2 W1"), options) == ["wilds"]
    assert patterns("slapjack", parse_cards("W2 3d W1"), options) == ["wilds"]
    assert patterns("slapjack", parse_cards("W1 3d"), options) == []
    assert patterns("slapjack", parse_cards("6c W1 6d"), options) == ["sandwiches"]


def test_a_view_tells_what_can_be_slapped() -> None:
    game = position("ratscrew", ["8c", ""], "6c 3d", turn=0, rest=1, options={"sandwiches": True})
    assert patterns_seen(game.view(1)) == []
    do(game, "0 turn")
    assert patterns_seen(game.view(1)) == []
    game = position("ratscrew", ["6d", ""], "6c 3d", turn=0, rest=1, options={"sandwiches": True})
    do(game, "0 turn")
    assert patterns_seen(game.view(1)) == ["sandwiches"]
    assert patterns_seen(game.view(None)) == ["sandwiches"]


def test_a_view_leaves_penalty_cards_and_the_last_chance_out_of_account() -> None:
    game = position("ratscrew", ["5c", "6h 9c"], "", turn=0, rest=1)
    do(game, "0 turn, 1 slap, 1 slap")
    assert str(game.view(0).zone("pile").cards[0]) == "6h"
    assert patterns_seen(game.view(0)) == []
    game = position("slapjack", ["5c 4d", "", "3d"], "5d", turn=0, rest=2, phase="last_chance")
    do(game, "0 turn")
    assert patterns_seen(game.view(0)) == []


def test_a_game_without_slaps_has_no_patterns() -> None:
    with pytest.raises(BadSetup) as error:
        patterns_seen(cardhouse.new("hearts", seed=1).view(0))
    assert error.value.key == "setup.no_slaps"


@pytest.mark.parametrize("game", ["ratscrew", "slapjack"])
def test_every_slap_rule_has_a_sentence_and_its_option(game: str) -> None:
    names = [option.name for option in spec(game).options]
    for rule in spec(game).patterns:
        assert rule.sentence().endswith(".")
        assert rule.sentence() != f"slap.{rule.name}"
        assert (rule.name in names) is not rule.always


def test_the_rules_that_are_on_are_those_of_the_options() -> None:
    game = cardhouse.new("ratscrew", seed=1, tens=True, runs=True)
    assert [rule.name for rule in slaps_in(game.view(0))] == ["doubles", "runs", "tens"]
