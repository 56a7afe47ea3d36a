"""Tunes the weights of the Hearts policy on positions that search has valued.

    python -m bench.tune_hearts play FILE --seconds 400 --seed 1    values positions of searched games, a line each
    python -m bench.tune_hearts fit FILE… [--from-zero]             writes cardhouse/games/hearts/weights.py again

The search plays its worlds out by the weights there are, so two or three rounds of both make them better each time.
Run it with the compiled build; `fit` writes beside the plain file that is imported.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable
from math import exp, log, sqrt
from pathlib import Path
from types import ModuleType

import cardhouse
from cardhouse import Chance
from cardhouse.engine.cards import cards_in
from cardhouse.engine.game import shuffled
from cardhouse.games.hearts import weights as hearts_weights
from cardhouse.games.hearts.pass_search import PassSearch
from cardhouse.games.hearts.policy import GreedyPolicy
from cardhouse.games.hearts.rules import Hearts
from cardhouse.games.hearts.sampler import HeartsSampler
from cardhouse.games.hearts.search import Candidate, CardSearch, best_candidate
from cardhouse.games.hearts.tuned_policy import TunedPolicy
from cardhouse.games.hearts.weights import LETTERS

WORLDS = 60
# In points: how much worse a card may be and still be played about as often, and how strongly weights stay small.
WARMTH = 0.25
SMALL = 2e-5

# A position: for each card its worth in points and the six weights that its worth is made of.
Card = tuple[float, list[int]]


def any_game(seed: int, lot: random.Random) -> Hearts:
    """A deal with usual rules two times out of three, else with any."""
    options: dict[str, object] = {}
    seats = 4
    if lot.random() < 0.35:
        seats = lot.choice([3, 4, 4, 5])
        options = {name: True for name in ("first_trick_points", "jack", "queen_breaks") if lot.random() < 0.35}
        options["moon"] = lot.choice(["others", "others", "self", "none"])
    game = cardhouse.new("hearts", seats=seats, seed=seed, options={**options, "limit": 500})
    assert isinstance(game, Hearts)
    game.deals = lot.randrange(4)
    game.deal_out(shuffled(game.deck, game.chance))
    return game


def play(seed: int) -> Iterable[list[Card]]:
    """Play a deal with searching players, in one deal of three with some others; yields what they thought about."""
    lot = random.Random(seed)
    game = any_game(seed, lot)
    chance = Chance(seed)
    tuned, greedy = TunedPolicy(60), GreedyPolicy()
    tuned.prepare(game)
    others = lot.random() < 0.35
    players = [lot.choice([None, None, tuned, greedy]) if others else None for _ in range(game.seats)]
    deal = game.deals
    while game.deals == deal and not game.over:
        seat = game.turn()[0]
        player = players[seat]
        if game.passing:
            if player is None and lot.random() < 0.6:
                search = PassSearch(HeartsSampler(game.view(seat)), seat, 8, 0.35)
                search.search(40, 60.0, chance)
                gift = best_candidate(search.candidates, True).cards
            else:
                gift = (player or tuned).gift(game.hands[seat], chance)
            game.choose(seat, gift)
            continue
        cards = game.playable(seat)
        if player is not None or cards & (cards - 1) == 0:
            game.play(seat, (player or tuned).pick(game, seat, chance))
            continue
        found = CardSearch(HeartsSampler(game.view(seat)), seat, 0.35)
        found.search(WORLDS, 60.0, chance)
        if len({line.cards for line in found.candidates}) > 1:
            tuned.look(game, seat, cards)
            yield [valued(tuned, 2**card, found.candidates) for card in cards_in(cards)]
        game.play(
            seat,
            best_candidate(found.candidates, True).cards if lot.random() < 0.95 else tuned.pick(game, seat, chance),
        )


def valued(tuned: TunedPolicy, card: int, lines: list[Candidate]) -> Card:
    """A card with the worth of the line it is as good as."""
    cards = max(line.cards for line in lines if line.cards <= card)
    tuned.worth(card)
    slots = [tuned.slot_0, tuned.slot_1, tuned.slot_2, tuned.slot_3, tuned.slot_4, tuned.slot_5]
    return max(line.mean() for line in lines if line.cards == cards), slots


def write_positions(file: Path, seconds: float, seed: int) -> None:
    end = time.monotonic() + seconds
    deals = positions = 0
    with file.open("w", encoding="utf-8") as out:
        while time.monotonic() < end:
            for position in play(seed + deals):
                print(";".join(f"{value:.3f} {' '.join(map(str, slots))}" for value, slots in position), file=out)
                positions += 1
            deals += 1
    print(f"{deals} deals, {positions} positions")


def read_positions(files: list[Path]) -> list[list[Card]]:
    positions = []
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            cards = [card.split() for card in line.split(";")]
            positions.append([(float(value), [int(slot) for slot in slots]) for value, *slots in cards])
    return positions


def chances(weights: list[float], position: list[Card]) -> list[float]:
    """How often each card is played."""
    worths = [sum(weights[slot] for slot in slots) for _, slots in position]
    odds = [exp(worth - max(worths)) for worth in worths]
    total = sum(odds)
    return [each / total for each in odds]


def lost(weights: list[float], positions: list[list[Card]]) -> float:
    """How many points a decision loses to the card that search liked best."""
    total = 0.0
    for position in positions:
        shares = chances(weights, position)
        total += max(value for value, _ in position) - sum(
            share * value for share, (value, _) in zip(shares, position, strict=True)
        )
    return total / len(positions)


def fit(weights: list[float], positions: list[list[Card]]) -> None:
    """Climb towards playing what is worth most, staying as undecided as ``WARMTH`` allows."""
    random.Random(1).shuffle(positions)
    tests, lessons = positions[: len(positions) // 20], positions[len(positions) // 20 :]
    speeds = [1e-4] * len(weights)
    print(f"{len(lessons)} positions; points lost a decision: {lost(weights, tests):.3f}")
    for turn in range(8):
        rate = 0.15 * 0.7**turn
        for position in lessons:
            shares = chances(weights, position)
            logs = [log(share + 1e-12) for share in shares]
            mean = sum(share * value for share, (value, _) in zip(shares, position, strict=True))
            order = -sum(share * each for share, each in zip(shares, logs, strict=True))
            for share, each, (value, slots) in zip(shares, logs, position, strict=True):
                pull = share * (value - mean - WARMTH * (each + order))
                for slot in slots:
                    push = pull - SMALL * weights[slot]
                    speeds[slot] += push * push
                    weights[slot] += rate * push / sqrt(speeds[slot])
        print(f"  after turn {turn + 1}: {lost(weights, tests):.3f}", flush=True)


def write_weights(module: ModuleType, weights: list[float]) -> None:
    """Put the weights into their module."""
    numbers = [min(4095, max(1, round(256 * weight) + 2048)) for weight in weights]
    text = "".join(LETTERS[number >> 6] + LETTERS[number & 63] for number in numbers)
    lines = [f'    "{text[at : at + 112]}"\n' for at in range(0, len(text), 112)]
    assert module.__file__ is not None
    file = Path(module.__file__)
    before, _, rest = file.read_text(encoding="utf-8").partition("WEIGHTS: Final = (\n")
    after = rest[rest.index(")\n") :]
    file.write_text(f"{before}WEIGHTS: Final = (\n{''.join(lines)}{after}", encoding="utf-8")
    print(f"wrote {file}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-zero", action="store_true")
    options = parser.parse_args()
    if options.what == "play":
        write_positions(options.files[0], options.seconds, options.seed)
        return
    weights = [0.0 if options.from_zero else weight / 256 for weight in hearts_weights.read_weights()]
    fit(weights, read_positions(options.files))
    write_weights(hearts_weights, weights)


if __name__ == "__main__":
    main()
