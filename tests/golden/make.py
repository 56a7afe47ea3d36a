"""Golden playthroughs: whole games as records whose notes tell what happened and, now and then, how the table stands.

Each is a record like any other (`cardhouse record show` tells it). Run as a module this plays them all again, which is
only right after a rule was changed; what then differs is what the change did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import cardhouse
from cardhouse import Chance, Event, Game
from cardhouse.engine.options import Value
from cardhouse.engine.record import Record
from cardhouse.games import spec
from cardhouse.games.slapping.seen import patterns_seen

FOLDER = Path(__file__).parent
NAMES = ["Ann", "Ben", "Cora", "Dan", "Eve", "Finn"]
LONGEST = 300
LOOK_EVERY = 25
MAY_TOLD = 10

GAMES: dict[str, tuple[str, int, dict[str, Value]]] = {
    "ratscrew-two": ("ratscrew", 2, {}),
    "ratscrew-three-all-slaps-lockout": (
        "ratscrew",
        3,
        {
            "sandwiches": True,
            "runs": True,
            "flushes": True,
            "tens": True,
            "marriages": True,
            "divorces": True,
            "penalty": "lockout",
        },
    ),
    "ratscrew-four-stoppers-pile": ("ratscrew", 4, {"stoppers": True, "penalty": "pile"}),
    "slapjack-two": ("slapjack", 2, {}),
    "slapjack-three-wilds": ("slapjack", 3, {"wilds": True}),
    "hearts-four": ("hearts", 4, {"limit": 50}),
    "hearts-three-jack-moon-self": ("hearts", 3, {"limit": 40, "jack": True, "moon": "self"}),
    "hearts-five-loose-no-claims": (
        "hearts",
        5,
        {"limit": 40, "queen_breaks": True, "first_trick_points": True, "claims": False},
    ),
    "threes-two": ("threes", 2, {}),
    "threes-two-random-first": ("threes", 2, {"first": "random"}),
    "threes-four-swap-free": ("threes", 4, {"swap": True, "pickup": "free"}),
    "durak-two": ("durak", 2, {}),
    "durak-four-36-pile-on": ("durak", 4, {"deck": 36, "first": "lowest_trump", "pile_on": True, "forwarding": False}),
    "durak-six-52-limit": ("durak", 6, {"deck": 52, "limit": True}),
}


def chosen(game: Game, chance: Chance) -> tuple[int | None, str]:
    """What is done next: anything legal, the timer included; in the slap games mostly what makes sense."""
    choices: list[tuple[int | None, str]] = [
        (seat, str(action)) for seat in range(game.seats) for action in game.legal(seat)
    ]
    if spec(game.setup.game).slaps:
        slapping = chance.below(4) > 0 if patterns_seen(game.view(None)) else chance.below(25) == 0
        slaps = [choice for choice in choices if choice[1] == "slap"]
        others = [choice for choice in choices if choice[1] == "turn"]
        choices = slaps if slapping or (not others and game.timer is None) else others
    if game.timer is not None and not (choices and choices[0][1] == "slap"):
        choices.append((None, f"fire {game.timer.name}"))
    return choices[chance.below(len(choices))]


def notes(game: Game, events: Iterable[Event], number: int) -> list[str]:
    """What is told about the action with this number: all that happened, hidden cards too, and how the table stands."""
    told = [event.words(game.setup.game, NAMES) for event in events]
    return [*told, *table(game)] if number % LOOK_EVERY == 1 or game.over else told


def table(game: Game) -> Iterator[str]:
    """How the table stands, for somebody who may see everything."""
    view = game.open_view()
    turn = ", ".join(NAMES[seat] for seat in view.turn) or "nobody"
    scores = " ".join(map(str, view.scores))
    yield f"| step {view.step}, {view.phase}; {turn} to move; scores {scores}"
    for zone in view.zones:
        owner = "" if zone.seat is None else f" of {NAMES[zone.seat]}"
        yield f"| {zone.name}{owner}: {zone.plain()[2]}".rstrip()
    for seat in range(game.seats):
        legal = sorted(map(str, game.legal(seat)))
        more = f", and {len(legal) - MAY_TOLD} more" if len(legal) > MAY_TOLD else ""
        if legal:
            yield f"| {NAMES[seat]} may {', '.join(legal[:MAY_TOLD])}{more}"


def played(name: str, seats: int, options: dict[str, Value]) -> str:
    """The first seeded game of this kind that ends soon enough, as text."""
    for seed in range(1, 1000):
        game = cardhouse.new(name, seats=seats, seed=seed, options=options)
        record = Record.of(game, NAMES[:seats])
        chance = Chance(seed)
        while not game.over and game.step < LONGEST:
            seat, what = chosen(game, chance)
            events = game.fire() if seat is None else game.apply(seat, what)
            record.add(seat, what, float(game.step), notes(game, events, int(game.step)))
        record.close(game)
        if game.over:
            return record.text()
    raise AssertionError(f"no game of {name} ends soon enough")


if __name__ == "__main__":
    for title, setup in GAMES.items():
        (FOLDER / f"{title}.txt").write_text(played(*setup), encoding="utf-8", newline="\n")
