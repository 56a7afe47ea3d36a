"""Whatever is handed to a public entry point, it is taken, or refused with an error of the house that is a sentence."""

from __future__ import annotations

import json
import pickle
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

import cardhouse
from cardhouse import Action, CardhouseError, Chance, View, imagine
from cardhouse.bots import make_bot
from cardhouse.engine.cards import parse_card, parse_cards
from cardhouse.engine.record import Record, read_record
from cardhouse.games import spec

GAMES = [game.name for game in cardhouse.games()]
# More digits than Python writes out.
HUGE = 10**5000

# Hypothesis writes its strategies out, so these stand in a function.
huge = st.builds(lambda sign: sign * HUGE, st.sampled_from([-1, 1]))
numbers = st.sampled_from([-1, 0, 1, 2, 3, 4, 36, 51, 52, 2**31, 2**63, 2**64, 2**2048]) | huge | st.integers()
texts = st.text(max_size=30) | st.sampled_from(["", "As", "as Td", "play Qs", "9" * 5000, "2c" * 30, "\0", "\ud800"])
scalars = st.none() | st.booleans() | numbers | st.floats() | texts | st.binary(max_size=4)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3) | st.tuples(inner, inner),
    max_leaves=6,
)
few = settings(max_examples=60)


def refused(error: CardhouseError) -> None:
    """A refusal is a sentence of some length, and can be sent elsewhere."""
    assert 0 < len(str(error)) < 2000
    assert not str(error).startswith(error.key)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize("game", GAMES)
@few
@given(data=st.data())
def test_a_game_is_set_up_or_refused(game: str, data: st.DataObject) -> None:
    names = ["seats", "seed", "deck", "starter", "options", "nonsense", *[option.name for option in spec(game).options]]
    chosen = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True))
    given_values: dict[str, Any] = {name: data.draw(anything) for name in chosen}
    if not isinstance(given_values.get("options", {}), dict):
        given_values["options"] = {"limit": given_values["options"]}
    try:
        made = cardhouse.new(game, **given_values)
    except CardhouseError as error:
        refused(error)
    else:
        assert made.view(0).seat == 0


@few
@given(what=anything, seat=anything)
def test_a_game_does_or_refuses_what_it_is_told(what: Any, seat: Any) -> None:
    game = cardhouse.new("hearts", seed=1)
    for call in (lambda: game.apply(seat, what), lambda: game.view(seat), lambda: game.legal(seat)):
        try:
            call()
        except CardhouseError as error:
            refused(error)


@few
@given(text=texts, number=numbers)
def test_texts_are_read_or_refused(text: str, number: int) -> None:
    for call in (
        lambda: Action.parse(text),
        lambda: Action.parse(f"play {text}"),
        lambda: Action.parse(f"{text} As"),
        lambda: parse_card(text),
        lambda: parse_cards(text),
        lambda: read_record(text),
        lambda: make_bot("hearts", text),
        lambda: cardhouse.new(text),
        lambda: Chance(number),
    ):
        try:
            call()
        except CardhouseError as error:
            refused(error)


def a_record() -> Record:
    game = cardhouse.new("hearts", seed=5, limit=1)
    record = Record.of(game, ["Ann", "Bo", "Cy", "Di"])
    chance = Chance(2)
    while not game.over:
        seat = game.turn()[0]
        legal = game.legal(seat)
        action = legal[chance.below(len(legal))]
        record.add(seat, action)
        game.apply(seat, action)
    record.close(game)
    return record


RECORD = a_record().text().splitlines()


@settings(max_examples=150)
@given(line=st.integers(0, len(RECORD) - 1), text=texts, after=st.booleans())
@example(line=3, text="9" * 5000, after=True)
@example(line=3, text="1" * 4000, after=True)
def test_a_damaged_record_is_read_and_replayed_or_refused(line: int, text: str, after: bool) -> None:
    start = RECORD[line].partition(":")[0] + ": " if after else ""
    damaged = [*RECORD[:line], start + text, *RECORD[line + 1 :]]
    try:
        read_record("\n".join(damaged)).verify()
    except CardhouseError as error:
        refused(error)


@settings(max_examples=150)
@given(data=st.data())
def test_a_damaged_view_is_read_or_refused(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    plain: Any = json.loads(cardhouse.new(game, seed=1).view(0).json())
    plain[data.draw(st.sampled_from(sorted(plain)))] = data.draw(anything)
    try:
        imagine(View.read(plain), Chance(1))
    except CardhouseError as error:
        refused(error)


@few
@given(plain=anything)
def test_anything_is_no_view(plain: Any) -> None:
    with pytest.raises(CardhouseError):
        View.read(plain)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_of_5000_digits_is_refused_wherever_it_stands(game: str, sign: int) -> None:
    number: Any = sign * HUGE
    options = [{option.name: value} for option in spec(game).options for value in (number, [number])]
    setups: list[dict[str, Any]] = [
        *({name: number} for name in ("seats", "seed", "starter", "deck")), {"deck": [number]}, {"seats": [number]},
        {"options": {number: 1}}, *options,
    ]  # fmt: skip
    for setup in setups:
        with pytest.raises(CardhouseError) as caught:
            cardhouse.new(game, **setup)
        refused(caught.value)
    made = cardhouse.new(game, seed=1)
    for call in (lambda: made.apply(number, "slap"), lambda: made.apply(0, number), lambda: made.view(number)):
        with pytest.raises(CardhouseError) as caught:
            call()
        refused(caught.value)
