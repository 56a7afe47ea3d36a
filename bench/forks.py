"""Games taken up again in the middle, by the thousand: equal up to there, nothing shown that was hidden, records true.

    python -m bench.forks --count 1000

Of each game half of the forks are of games that are over, and half of games that go on, where all that one seat did not
know is dealt again. Each is played on to its end at random, and its record read and verified.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "engine"))

from test_fork import play_on, played, position

from cardhouse.engine.chance import Chance
from cardhouse.engine.errors import CardhouseError
from cardhouse.engine.fork import fork, fork_as_known
from cardhouse.engine.record import Record, read_record
from cardhouse.games import games


def true_again(taken: Record, dice: random.Random) -> bool:
    """True if the fork, played on to its end, is a record that reads back and verifies."""
    ended = read_record(play_on(taken, dice).text())
    ended.verify()
    return ended.text() == taken.text()


def faults(record: Record, number: int, dice: random.Random) -> list[str]:
    """Return what is wrong with one fork of a game, in words; the name of the refusal if there is none."""
    step, seat = dice.randrange(len(record.entries)), dice.randrange(record.seats)
    here, known = position(record, step), number % 2 == 1
    try:
        taken = fork_as_known(record, step, seat, Chance(number)) if known else fork(record, step, seat)
    except CardhouseError as error:
        return [f"not taken up: {error.key}"]
    found, wrong = taken.final(), []
    if not known and not found.same(here):
        wrong.append("another position")
    if found.view(seat).plain() != here.view(seat).plain():
        wrong.append("another view")
    if known and (taken.salt or taken.commitment or taken.seed == record.seed):
        wrong.append("tells of the cards dealt before")
    if not true_again(taken, dice):
        wrong.append("another record")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=900_000)
    args = parser.parse_args()
    known = list(games())
    for game in known:
        start, told, dice = time.process_time(), Counter[str](), random.Random(args.seed)
        record = played(game.name, args.seed)
        for number in range(args.count // len(known)):
            # Several forks of a game, as playing one costs more than forking it.
            if number % 4 == 0:
                record = played(game.name, args.seed + number)
            told.update(faults(record, number, dice) or ["right"])
        figures = ", ".join(f"{count} {what}" for what, count in told.most_common())
        print(f"{game.name}: {figures}; {time.process_time() - start:.0f} CPU s", flush=True)


if __name__ == "__main__":
    main()
