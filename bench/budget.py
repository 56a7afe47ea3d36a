"""Does a search keep to its milliseconds and its memory? The expert of Hearts, Threes and Durak.

    python -m bench.budget                     all three, 50 ms a search
    python -m bench.budget durak --games 10    one game, over this many whole games
    python -m bench.budget --milliseconds 20   with another budget

Plain players play whole games; wherever there is something to choose, the expert is asked as well, and may look into as
many worlds as it finds time for. Every game has a process of its own, and what that grew by is what the search needs.
A search goes by the clock on the wall. On a busy machine look at those that hardly had to wait for the processor.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from concurrent.futures import ProcessPoolExecutor

import cardhouse
from cardhouse import View
from cardhouse.bots import make_bot
from cardhouse.games.durak.bots import Expert as DurakExpert
from cardhouse.games.hearts.bots import ExpertHearts
from cardhouse.games.threes.bots import Expert as ThreesExpert

GAMES = ("hearts", "threes", "durak")
WORLDS = 1_000_000
# What an answer may take beyond its budget, and how long it may have waited for the processor, in milliseconds.
GRACE = 10.0
WAITED = 1.0

Taken = list[tuple[float, float]]


def ask(game: str, view: View, milliseconds: float) -> None:
    """Let the expert search, with no other end than its milliseconds."""
    if game == "hearts":
        hearts = ExpertHearts(1, milliseconds)
        hearts.search(view, hearts.chance(view), WORLDS)
    elif game == "threes":
        ThreesExpert(1, WORLDS, milliseconds).choose(view)
    else:
        DurakExpert(1, WORLDS, milliseconds).choose(view)


def megabytes() -> float:
    """The most memory that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def searches(game: str, games: int, seed: int, milliseconds: float) -> tuple[Taken, float]:
    """Ask the expert all through some games; what each answer took on the wall and of the processor, and the growth."""
    taken: Taken = []
    bot = make_bot(game, "greedy", 1)
    before = megabytes()
    for number in range(games):
        playing = cardhouse.new(game, seed=seed + number)
        while not playing.over:
            seat = playing.turn()[0]
            view = playing.view(seat)
            if len(view.legal) > 1:
                wall, processor = time.perf_counter(), time.process_time()
                ask(game, view, milliseconds)
                taken.append((1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - processor)))
            playing.apply(seat, bot.choose(view))
    return taken, megabytes() - before


def told(times: list[float], most: float) -> str:
    """How many of these times were kept to."""
    if not times:
        return "none"
    times = sorted(times)
    kept = sum(one <= most for one in times) / len(times)
    late, last = times[len(times) * 95 // 100], times[-1]
    return f"{len(times)}, {100 * kept:.1f}% within {most:g} ms, 95% within {late:.1f} ms, longest {last:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=5, help="whole games to ask in, of Hearts a match each")
    parser.add_argument("--milliseconds", type=float, default=50.0)
    parser.add_argument("--seed", type=int, default=90_000)
    given = parser.parse_args()
    fresh = multiprocessing.get_context("spawn")
    for game in given.game or GAMES:
        with ProcessPoolExecutor(1, mp_context=fresh) as alone:
            taken, grown = alone.submit(searches, game, given.games, given.seed, given.milliseconds).result()
        most = given.milliseconds + GRACE
        undisturbed = [wall for wall, used in taken if wall - used <= WAITED]
        print(f"{game}: grew by {grown:.0f} MB")
        print(f"  all searches: {told([wall for wall, _ in taken], most)}")
        print(f"  undisturbed: {told(undisturbed, most)}", flush=True)


if __name__ == "__main__":
    main()
