"""Seeded games of every game and option set, each boiled down to one digest of how it went.

``python -m seeded`` pins those of seed 1 in ``digests.txt``; with a seed it prints those of that seed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cardhouse
from cardhouse import BadSetup, Chance, Game, Option
from cardhouse.engine.options import Value, settle
from cardhouse.engine.registry import game_class

LONGEST = 300
PINS = Path(__file__).parent / "digests.txt"


def other_values(option: Option) -> list[Value]:
    """The values of an option besides its default; of a number, its two ends."""
    values: tuple[Value, ...] = option.choices
    if option.kind == "switch":
        values = (False, True)
    elif option.kind == "number":
        values = (option.low, option.high)
    return [value for value in values if value != option.default]


def pinned() -> dict[tuple[str, int, str], str]:
    """The digests that are pinned, by game, seats and options (as JSON)."""
    lines = PINS.read_text(encoding="utf-8").splitlines()
    return {
        (name, int(seats), options): digest for name, seats, digest, options in (line.split(" ", 3) for line in lines)
    }


def known_to(kind: type[Game], options: Mapping[str, Any]) -> bool:
    """True if a game has all these options with these values."""
    try:
        settle(kind.name, kind.options, options)
    except BadSetup:
        return False
    return True


def labels() -> Iterator[tuple[str, int, str]]:
    """Game, seats and options (as JSON) of every seeded game.

    What is pinned stays. Each number of seats, and each other value of each option alone, is added where it is missing:
    so a new option brings new labels and changes none of the others.
    """
    pins = list(pinned())
    for info in cardhouse.games():
        kind = game_class(info.name)
        kept = [(seats, options) for name, seats, options in pins if name == info.name]
        kept = [(seats, options) for seats, options in kept if known_to(kind, json.loads(options))]
        kept += [(seats, "{}") for seats in info.seat_choices if (seats, "{}") not in kept]
        for turn, option in enumerate(info.options):
            for value in other_values(option):
                alone = json.dumps({option.name: value})
                if alone not in [options for _, options in kept]:
                    kept.append((info.seat_choices[turn % len(info.seat_choices)], alone))
        for seats, options in kept:
            yield info.name, seats, options


def play(game: Game, chance: Chance) -> Iterator[str]:
    """Play a game by what is legal, then on by the house's own random play; yields all there is to see."""
    for _ in range(LONGEST):
        if game.over:
            break
        choices = [(seat, action) for seat in range(game.seats) for action in game.legal(seat)]
        pick = int(chance.below(len(choices) + (game.timer is not None)))
        events = game.apply(*choices[pick]) if pick < len(choices) else game.fire()
        yield json.dumps([[event.seen_by(seat).plain() for seat in (None, 0, 1)] for event in events], sort_keys=True)
    yield game.digest({})
    game.play_out(chance)
    yield game.digest({}) + chance.state()


def digest(name: str, seats: int, options: Mapping[str, Any], seed: int) -> str:
    """What a seeded game comes to, whatever options there are besides; ``-``: seats and options don't go together."""
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
    if len(sys.argv) > 1:
        for line in lines(int(sys.argv[1])):
            print(line)
    else:
        PINS.write_text("".join([f"{line}\n" for line in lines(1)]), encoding="utf-8")
