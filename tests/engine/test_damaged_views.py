"""A view with something wrong in it gives a game that can be played, or a clear error: never a crash, never a hang."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import cardhouse
from cardhouse import Card, CardhouseError, Chance, Game, View, Zone, imagine
from cardhouse.engine.cards import CARDS
from cardhouse.testing import random_play

WRONG: list[Any] = [None, -1, 99, 2**70, "", "xx", "2c", "2c 3c", [], [0], {}, True, 1.5, (), [[]]]
STEPS = 40

GAME_NAMES = [game.name for game in cardhouse.games()]


def damaged_values(value: Any) -> Iterator[Any]:
    """A plain value with one thing changed in it, in every place."""
    yield from WRONG
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
    if isinstance(value, (list, tuple)):
        yield list(value)[1:]
        yield [*value, *list(value)[:1]]
        yield list(value)[::-1]
        for at, item in enumerate(value):
            for changed in damaged_values(item):
                yield [*value[:at], changed, *value[at + 1 :]]
    if isinstance(value, dict):
        for key, item in value.items():
            yield {other: kept for other, kept in value.items() if other != key}
            for changed in damaged_values(item):
                yield {**value, key: changed}


def damaged_zones(zones: tuple[Zone, ...]) -> Iterator[Any]:
    yield ()
    yield zones[1:]
    yield zones[::-1]
    yield (*zones, zones[0])
    for at, zone in enumerate(zones):
        cards = zone.cards
        odd = [Zone("nowhere", zone.seat, cards), *[Zone(zone.name, seat, cards) for seat in (9, -1, None)]]
        odd += [
            Zone(zone.name, zone.seat, changed)
            for changed in (
                (), (*cards, None), (*cards, CARDS[0]), (*cards, *cards), (None,) * len(cards),
                (CARDS[7],) * len(cards), (None,) * 80,
            )
        ]  # fmt: skip
        for one in odd:
            yield (*zones[:at], one, *zones[at + 1 :])


def damaged_parts(view: View) -> Iterator[tuple[str, Any]]:
    """Each part of a view damaged in many ways."""
    for field in ("game", "seats", "seat", "step", "options", "phase", "turn", "roles", "scores", "facts"):
        for value in damaged_values(getattr(view, field)):
            yield field, value
    for zones in damaged_zones(view.zones):
        yield "zones", zones
    for outcome in (*WRONG, cardhouse.Outcome((), (), ""), cardhouse.Outcome((1,) * 9, (0,) * 9, "")):
        yield "outcome", outcome


def looked_at(name: str, seats: int, options: dict[str, Any], moments: int) -> Iterator[View]:
    """Views at some moments of a random game, of a player's and of a spectator's."""
    game = cardhouse.new(name, seats=seats, seed=6, options=options)
    for step, _ in enumerate(random_play(game, Chance(1))):
        if step % 17 == 0:
            yield game.view(step % seats)
            yield game.view(None)
            moments -= 1
        if moments == 0:
            return
    yield game.view(0)


def play_some(game: Game, chance: Chance) -> None:
    for _ in range(STEPS):
        if game.over:
            return
        game.random_step(chance)
        game.view(0)


OPTIONS: list[tuple[str, int, dict[str, Any]]] = [
    ("ratscrew", 3, {"penalty": "lockout"}),
    ("slapjack", 3, {"wilds": True}),
    ("hearts", 4, {}),
    ("threes", 3, {"swap": True}),
    ("threes", 2, {}),
    ("durak", 3, {"first": "lowest_trump", "pile_on": True}),
    ("durak", 2, {}),
]


def test_every_game_is_damaged() -> None:
    assert {name for name, _, _ in OPTIONS} == set(GAME_NAMES)


@pytest.mark.parametrize(("name", "seats", "options"), OPTIONS)
def test_a_damaged_view_is_refused_or_makes_a_game(name: str, seats: int, options: dict[str, Any]) -> None:
    reasons: list[CardhouseError] = []
    for view in looked_at(name, seats, options, 2):
        before = copy.deepcopy(view)
        for field, wrong in damaged_parts(view):
            try:
                game = imagine(view.replaced(**{field: wrong}), Chance(1))
            except CardhouseError as error:
                reasons.append(error)
                continue
            except Exception as error:
                raise AssertionError(f"{field}: {wrong}") from error
            try:
                play_some(game, Chance(2))
            except Exception as error:
                raise AssertionError(f"{field}: {wrong}") from error
        assert view == before
    assert len(reasons) > 500
    assert {error.key for error in reasons if str(error) == error.key} == set()


@pytest.mark.parametrize("role", ["attacker", "defender", "co_attacker"])
@pytest.mark.parametrize("seat", [-1, -2, 3, 99, 2**70, None, "0"])
def test_a_role_of_nobody_is_refused(role: str, seat: Any) -> None:
    view = cardhouse.new("durak", seats=3, seed=1).view(0)
    with pytest.raises(cardhouse.BadSetup):
        imagine(view.replaced(roles={**view.roles, role: seat}), Chance(1))


def test_a_zone_has_nothing_but_cards() -> None:
    for odd in (Card(99), Card(-1), "2c", 7, 1.5, ()):
        with pytest.raises(CardhouseError):
            Zone("hand", 0, [CARDS[3], odd])
