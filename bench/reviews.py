"""Whether a review is right: moves that it calls clearly worse are played on by a stronger level in many worlds.

    python -m bench.reviews                             Hearts and Durak, until 100 flagged moves are found in each
    python -m bench.reviews durak --flagged 40          fewer
    python -m bench.reviews --level hard --worlds 100   who plays on, in how many worlds

The moves reviewed are those of one easy and otherwise medium cats. A flagged move is confirmed if the better one is
ahead on average when every seat plays on at that level to the end; how many of those are also clear of zero by two
errors is told besides. Proven mistakes need no confirming and are counted apart.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from statistics import mean

import cardhouse
from cardhouse import Action, Chance, View
from cardhouse.bots import make_bot
from cardhouse.bots.advice import adviser_of
from cardhouse.bots.lines import lines_of, mean_and_error
from cardhouse.bots.review import strong_players, weigh

NO_HORIZON = 100_000
# As the server reviews.
REVIEWED = 150


def moves(game: str, seed: int) -> Iterator[tuple[View, Action]]:
    """Moves of games, where there was something to choose."""
    while True:
        seed += 1
        playing = cardhouse.new(game, seed=seed, options={"limit": 26} if game == "hearts" else {})
        levels = ["easy", *["medium"] * (playing.seats - 1)]
        bots = [make_bot(game, level, seed * 8 + seat) for seat, level in enumerate(levels)]
        while not playing.over:
            seat = playing.turn()[0]
            view = playing.view(seat)
            action = bots[seat].choose(view)
            assert action is not None
            if len(view.legal) > 1:
                yield view, action
            playing.apply(seat, action)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--flagged", type=int, default=100)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop a game after so long")
    parser.add_argument("--seed", type=int, default=120_000)
    given = parser.parse_args()
    for game in given.games or ["hearts", "durak"]:
        playing = adviser_of(game).playing
        assert playing is not None
        stop = time.monotonic() + 60 * given.minutes
        claimed: list[float] = []
        found: list[tuple[float, float]] = []
        weighed = proven = 0
        spent = 0.0
        for view, action in moves(game, given.seed):
            if len(found) >= given.flagged or time.monotonic() > stop:
                break
            start = time.process_time()
            judged = weigh(1, action, view, [], REVIEWED)
            spent += time.process_time() - start
            weighed += 1
            if judged is None or not judged.costly:
                continue
            if judged.error == 0.0:
                proven += 1
                continue
            best = Action.parse(judged.best)
            step = strong_players(view, playing.step(view), given.level, NO_HORIZON)
            lines = lines_of(view, (best, action), playing, Chance(given.seed + view.step), given.worlds, step)
            found.append(mean_and_error([one.worth - two.worth for one, two in zip(*lines, strict=True)]))
            claimed.append(judged.cost)
        if not found:
            print(f"{game}: nothing flagged in {weighed} moves", flush=True)
            continue
        confirmed = sum(cost > 0 for cost, _ in found)
        clear = sum(cost > 2 * error for cost, error in found)
        print(
            f"{game}: {len(found)} moves flagged of {weighed} ({proven} more proven), {confirmed} confirmed "
            f"({100 * confirmed / len(found):.0f}%) by {given.level} in {given.worlds} worlds each, {clear} of them by "
            f"two errors; claimed {mean(claimed):.2f}, found {mean(cost for cost, _ in found):.2f} on average; "
            f"a move is weighed in {1000 * spent / weighed:.0f} ms of processor time",
            flush=True,
        )


if __name__ == "__main__":
    main()
