"""Cards, sets of cards and actions, and their texts."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardhouse import Action, Card, CardhouseError, Unreadable
from cardhouse.engine.action import new_verb
from cardhouse.engine.cards import (
    CARD_TEXTS,
    RANK_CARDS,
    SUIT_CARDS,
    cards_in,
    cards_text,
    choices,
    count,
    highest,
    lowest,
    nth,
    nth_subset,
    parse_cards,
    rank_of,
    set_of,
    subsets,
    suit_of,
)

some_cards = st.sets(st.integers(0, 53), min_size=1)


def test_a_card_is_13_times_its_suit_and_its_rank() -> None:
    assert [Card.parse(text) for text in ("2c", "Ac", "2d", "2s", "2h", "Ah", "W1", "W2")] == [
        0,
        12,
        13,
        26,
        39,
        51,
        52,
        53,
    ]
    assert (Card.parse("Td").rank, Card.parse("Td").suit) == ("T", "d")


@pytest.mark.parametrize("text", CARD_TEXTS)
def test_every_card_reads_back_from_its_text(text: str) -> None:
    card = Card.parse(text)
    assert str(card) == text
    assert Card.parse(text.lower()) == card
    assert repr(card) == f"Card({text!r})"


def test_ten_may_be_written_out() -> None:
    assert Card.parse("10h") == Card.parse("Th")


@pytest.mark.parametrize("text", ["", "1h", "7x", "hh", "7", "7hh", "W3", "??"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(Unreadable) as error:
        Card.parse(text)
    assert f"'{text}'" in str(error.value)


def test_cards_read_with_and_without_spaces() -> None:
    assert parse_cards("7h 7s,Td") == parse_cards("7h7sTd")
    assert cards_text(parse_cards("7h 7s Td")) == "7h 7s Td"


@given(some_cards)
def test_sets_of_cards_agree_with_pythons_own(cards: set[int]) -> None:
    together = set_of(cards)
    assert cards_in(together) == sorted(cards)
    assert count(together) == len(cards)
    assert (lowest(together), highest(together)) == (min(cards), max(cards))
    assert [nth(together, place) for place in range(len(cards))] == sorted(cards)


@given(st.sets(st.integers(0, 51), min_size=1, max_size=9), st.integers(1, 4))
def test_choices_of_some_cards_agree_with_pythons_own(cards: set[int], size: int) -> None:
    together = set_of(cards)
    expected = [set_of(some) for some in combinations(sorted(cards), size)]
    assert choices(len(cards), size) == len(expected)
    assert list(subsets(0, together, size)) == expected
    assert [nth_subset(together, size, place) for place in range(len(expected))] == expected


def test_ranks_and_suits_as_sets() -> None:
    for card in range(52):
        assert RANK_CARDS[rank_of(card)] & SUIT_CARDS[suit_of(card)] == set_of([card])
    assert rank_of(52) not in {*range(13), rank_of(53)}


ACTIONS = [
    "play 7s 7h", "pass Qs Kh Ah", "attack 7s 7h", "beat 7h 9h", "beat Ah 6c", "forward 7c",
    "take", "done", "turn", "slap", "slap 1", "blind 2", "pickup", "pass", "swap 7h Kd", "ready",
]  # fmt: skip


@pytest.mark.parametrize("text", ACTIONS)
def test_every_action_reads_back_from_its_text(text: str) -> None:
    action = Action.parse(text)
    assert str(action) == text
    assert Action.parse(str(action)) == action
    assert hash(Action.parse(text)) == hash(action)


def test_the_order_of_a_set_does_not_matter_but_that_of_a_pair_does() -> None:
    assert Action.parse("play 7h 7s") == Action.parse("PLAY 7s 7h")
    assert Action.parse("beat 7h 9h") != Action.parse("beat 9h 7h")


def test_an_action_tells_its_parts() -> None:
    assert Action.parse("beat 7h 9h").cards == (Card.parse("7h"), Card.parse("9h"))
    assert Action.parse("play 7h").verb == "play"
    assert Action.parse("blind 3").number == 3
    assert Action.parse("slap").number is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "empty"),
        ("dance 7h", "dance"),
        ("play 7x", "7x"),
        ("play 7h 7h", "7h"),
        ("slap 7h", "7h"),
        ("blind", "number"),
        ("blind two", "two"),
        ("blind ²", "²"),
        ("beat 7h", "two cards"),
        ("beat 7h 8h 9h", "two cards"),
    ],
)
def test_what_is_no_action_says_what_is_wrong(text: str, named: str) -> None:
    with pytest.raises(Unreadable) as error:
        Action.parse(text)
    assert named in str(error.value)


@given(st.text(max_size=30))
def test_any_text_is_an_action_or_an_error_of_the_package(text: str) -> None:
    try:
        action = Action.parse(text)
    except CardhouseError:
        return
    assert Action.parse(str(action)) == action


def test_a_game_of_your_own_may_have_verbs_of_its_own() -> None:
    knock = new_verb("knock", "cards")
    assert new_verb("knock", "cards") == knock
    assert str(Action.parse("knock 7h")) == "knock 7h"
    for name, shape in (("knock", "pair"), ("Two Words", ""), ("draw", "colour")):
        with pytest.raises(CardhouseError):
            new_verb(name, shape)
