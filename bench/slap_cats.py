"""The slap cats against a person: the share of games that each level wins against a person of this speed.

    python -m bench.slap_cats --deals 200
    python -m bench.slap_cats slapjack --mean 500

The person is simulated: reaction times as people have them, ex-Gaussian, with a mean of 600, 500, 400 or 300 ms for a
double, one card in fifty missed, and a false slap at one near-pattern in fifty. A deal is played in both seats.
"""

from __future__ import annotations

import argparse

from cardhouse.arena import contest, play
from cardhouse.arena.report import share_text, table
from cardhouse.bots import LEVELS
from cardhouse.games.slapping.bots import SlapCat
from cardhouse.games.slapping.reflexes import Reflexes, Times

ALL_SLAPS = ("sandwiches", "runs", "flushes", "tens", "marriages", "divorces", "stoppers")
GAMES = {"ratscrew": {}, "ratscrew, all slaps": dict.fromkeys(ALL_SLAPS, True), "slapjack": {}}
# Four fifths of the mean are the normal part, one fifth is the tail.
PEOPLE = {
    mean: Reflexes(Times(0.8 * mean, 0.12 * mean, 0.2 * mean), 0.02, 0.02, turn=Times(1000, 150, 150))
    for mean in (600, 500, 400, 300)
}


class Person(SlapCat):
    """A person with this mean."""

    mean = 500

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, PEOPLE[self.mean])


class Person600(Person):
    mean = 600


class Person500(Person):
    mean = 500


class Person400(Person):
    mean = 400


class Person300(Person):
    mean = 300


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--mean", type=int, choices=PEOPLE, action="append")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    arguments = parser.parse_args()
    rows = [["the cat wins", *LEVELS]]
    for name in arguments.games or GAMES:
        game, options = name.partition(",")[0], GAMES[name]
        for mean in arguments.mean or PEOPLE:
            person = f"{__file__}:Person{mean}"
            cells = []
            for level in LEVELS:
                made = contest(game, [level, person], deals=arguments.deals, seed=arguments.seed, options=options)
                cells.append(share_text(play(made, arguments.jobs).standing(level).result))
            rows.append([f"{name}, person of {mean} ms", *cells])
    print("\n".join(table(rows)))
    print(f"\n{arguments.deals} deals in both seats, seed {arguments.seed}; in brackets the 95% interval.")


if __name__ == "__main__":
    main()
