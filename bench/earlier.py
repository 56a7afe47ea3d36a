"""The expert of an earlier version, asked through its own package in a process of its own.

    git archive 47266aa | tar x -C SOMEWHERE && cd SOMEWHERE && python setup.py build_ext --inplace
    CARDHOUSE_EARLIER=SOMEWHERE/src python -m bench.earlier threes --deals 100 --seed 141000
    CARDHOUSE_EARLIER=SOMEWHERE/src python -m bench.earlier durak --deals 100 --forwarding off

Two players, the present expert against the earlier one; deals are duplicated and seats changed round, a draw counts
half, the interval holds 95%. Hearts: ``python -m bench.bots_hearts before``, with the same variable. The
earlier one gets the view as plain values and answers with its action's text.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from statistics import mean

import cardhouse
from cardhouse import Action, View
from cardhouse.arena.results import averages
from cardhouse.bots import Bot, make_bot
from cardhouse.build import running

ANSWERING = """
import json, sys
from cardhouse import View
from cardhouse.bots import make_bot
for line in sys.stdin:
    asked = json.loads(line)
    bot = make_bot(asked["view"]["game"], asked["level"], asked["seed"])
    print(bot.choose(View.read(asked["view"])), flush=True)
"""


class Earlier(Bot):
    """Plays what the earlier version's bot of a level plays."""

    process: subprocess.Popen[str] | None = None
    level = "expert"

    def choose(self, view: View) -> Action | None:
        if Earlier.process is None:
            Earlier.process = subprocess.Popen(
                [sys.executable, "-c", ANSWERING],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": os.environ["CARDHOUSE_EARLIER"]},
            )
        pipe = Earlier.process
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        pipe.stdin.write(json.dumps({"view": view.plain(), "level": self.level, "seed": self.seed}) + "\n")
        pipe.stdin.flush()
        return Action.parse(pipe.stdout.readline().strip())


def play(game: str, bots: list[Bot], seed: int, options: dict[str, object], times: list[float]) -> float:
    """One game; what came of it for the first seat's bot. Notes the milliseconds of the present expert's moves."""
    playing = cardhouse.new(game, seats=2, seed=seed, options=options)
    while not playing.over:
        turn = playing.turn()
        if not turn:
            playing.fire()
            continue
        view = playing.view(turn[0])
        start = time.process_time()
        action = bots[turn[0]].choose(view)
        if len(view.legal) > 1 and not isinstance(bots[turn[0]], Earlier):
            times.append(1000 * (time.process_time() - start))
        assert action is not None
        playing.apply(turn[0], action)
    assert playing.outcome is not None
    places = playing.outcome.places
    return 0.5 + 0.5 * ((places[0] < places[1]) - (places[0] > places[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("threes", "durak"))
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=140_000)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--deck", type=int, default=36)
    parser.add_argument("--forwarding", choices=("on", "off"), default="off")
    given = parser.parse_args()
    options: dict[str, object] = {}
    if given.game == "durak":
        options = {"deck": given.deck, "forwarding": given.forwarding == "on"}
    print(f"The rules and the search run {running()}.")
    won: list[float] = []
    times: list[float] = []
    for seed in range(given.seed, given.seed + given.deals):
        ours, theirs = make_bot(given.game, given.level, seed * 8), Earlier(seed * 8 + 1)
        first = play(given.game, [ours, theirs], seed, options, times)
        won.append(mean([first, 1.0 - play(given.game, [theirs, ours], seed, options, times)]))
        if len(won) % 10 == 0 or len(won) == given.deals:
            found, ordered = averages([won])[0], sorted(times)
            print(
                f"{given.game}: wins {100 * found.mean:.1f}% [{100 * found.low:.1f}, {100 * found.high:.1f}] against "
                f"the earlier expert, {len(won)} deals x 2, seeds from {given.seed}; {mean(times):.0f} ms a move, "
                f"95% under {ordered[int(0.95 * len(ordered))]:.0f} ms (CPU)",
                flush=True,
            )


if __name__ == "__main__":
    main()
