"""Seeded games of every game and option set, each boiled down to one digest: run as a module it prints them all."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import cardhouse
from cardhouse import BadSetup, Chance, Game, Option
from cardhouse.engine.options import Value

LONGEST = 300


def other_values(option: Option) -> list[Value]:
    """The values of an option besides its default; of a number, its two ends."""
    values: tuple[Value, ...] = option.choices
    if option.kind == "switch":
        values = (False, True)
    elif option.kind == "number":
        values = (option.low, option.high)
    return [value for value in values if value != option.default]


def option_sets(options: tuple[Option, ...], chance: Chance) -> Iterator[dict[str, Value]]:
    """The defaults, every other value of every option alone, and some mixtures."""
    yield {}
    for option in options:
        for value in other_values(option):
            yield {option.name: value}
    for _ in range(6):
        picked = [option for option in options if chance.below(2)]
        yield {option.name: (values := other_values(option))[chance.below(len(values))] for option in picked}


def labels() -> Iterator[tuple[str, int, str]]:
    """Game, seats and options (as JSON) of every seeded game."""
    for info in cardhouse.games():
        chance = Chance(7)
        seen: set[tuple[int, str]] = set()
        for turn, options in enumerate(option_sets(info.options, chance)):
            choices = info.seat_choices if turn == 0 else [info.seat_choices[turn % len(info.seat_choices)]]
            for seats in choices:
                label = (seats, json.dumps(options, sort_keys=True))
                if label not in seen:
                    seen.add(label)
                    yield info.name, *label


def play(game: Game, chance: Chance) -> Iterator[str]:
    """Play a game by what is legal, then on by the house's own random play; yields all there is to see."""
    for _ in range(LONGEST):
        if game.over:
            break
        choices = [(seat, action) for seat in range(game.seats) for action in game.legal(seat)]
        pick = int(chance.below(len(choices) + (game.timer is not None)))
        events = game.apply(*choices[pick]) if pick < len(choices) else game.fire()
        yield json.dumps([[event.seen_by(seat).plain() for seat in (None, 0, 1)] for event in events], sort_keys=True)
    yield game.digest()
    game.play_out(chance)
    yield game.digest() + chance.state()


def digest(name: str, seats: int, options: Mapping[str, Any], seed: int) -> str:
    """What a seeded game comes to; ``-`` where seats and options don't go together."""
    try:
        game = cardhouse.new(name, seats=seats, seed=seed, options=options)
    except BadSetup:
        return "-"
    found = hashlib.sha256()
    for seen in play(game, Chance(seed)):
        found.update(seen.encode())
    return found.hexdigest()[:32]


def lines(seed: int) -> Iterator[str]:
    """One line for each seeded game: game, seats, digest, options."""
    for name, seats, options in labels():
        yield f"{name} {seats} {digest(name, seats, json.loads(options), seed)} {options}"


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else 1):
        print(line)
