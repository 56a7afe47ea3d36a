"""What hypothesis draws: games with any seats and options, and the way to play one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

import cardhouse
from cardhouse import BadSetup, Chance, Game, Option

GAME_NAMES = [info.name for info in cardhouse.games()]


def option_values(option: Option) -> st.SearchStrategy[Any]:
    """Any value that an option can have."""
    if option.kind == "switch":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    return st.sampled_from([option.low, min(option.low + 30, option.high)])


@st.composite
def dealt_games(draw: st.DrawFn, name: str) -> Game:
    """A fresh game of this kind with any seats, options and seed."""
    info = next(info for info in cardhouse.games() if info.name == name)
    options = {option.name: draw(option_values(option)) for option in info.options}
    seats = draw(st.sampled_from(info.seat_choices))
    seed = draw(st.integers(0, 2**40))
    try:
        return cardhouse.new(name, seats=seats, seed=seed, **options)
    except BadSetup:
        return cardhouse.new(name, seats=min(info.seat_choices), seed=seed, **options)


def random_play(game: Game, chance: Chance) -> Iterator[tuple[int | None, str]]:
    """Play a game to its end by random legal actions; yields who is about to do what (None: the timer)."""
    while not game.over:
        choices: list[tuple[int | None, str]] = [
            (seat, str(action)) for seat in range(game.seats) for action in game.legal(seat)
        ]
        if game.timer is not None:
            choices.append((None, "fire"))
        choice = choices[chance.below(len(choices))]
        yield choice
        do(game, *choice)


def do(game: Game, seat: int | None, text: str) -> list[cardhouse.Event]:
    """Do what `random_play` yielded."""
    return game.fire() if seat is None else game.apply(seat, text)
