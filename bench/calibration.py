"""Does a level get what it expects? The value of each action that it chose against what came of it.

    python -m bench.calibration                                  expert against itself in Hearts, Threes and Durak
    python -m bench.calibration hearts --deals 200 --seed 7000   one game
    python -m bench.calibration hearts --against greedy          one seat's level against others
    python -m bench.calibration hearts --milliseconds 50         with another budget for a move
    python -m bench.calibration durak --seats 4                  with more players
    python -m bench.calibration hearts --set doubt=1.5           with another setting of the level

In Hearts a value is by how many points the seat does better in the deal than the others on average. All four
directions of passing are dealt. It is told how often the moon was shot, and who took the first point from a player that
had all of twenty points or more. At Durak a value is the chance not to end as the durak, at Threes which share of the
others is left behind. A line is one phase or plan; ``sure`` and ``lost`` are values of 0.9 and more, and of 0.1 and
less. Besides it is told how much of a value's distance from the usual end comes true: less than 1 if values are too
bold. Intervals hold 95%, over deals.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import mean

import cardhouse
from bench.settings import add_settings, with_settings
from cardhouse import Game, View
from cardhouse.arena.results import averages
from cardhouse.bots import Bot, make_bot
from cardhouse.bots.search import Search
from cardhouse.build import running
from cardhouse.games.hearts.rules import Hearts, points_in

GAMES = ("hearts", "threes", "durak")
DEALS = {"hearts": 100, "threes": 60, "durak": 100}
LONGEST = 3000

# For each deal what was expected and what came of it, by what the decision was about.
Pairs = dict[str, dict[int, list[tuple[float, float]]]]


@dataclass
class Found:
    """The figures of all deals."""

    pairs: Pairs = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    deals: int = 0
    times: list[float] = field(default_factory=list)
    moons: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    stops: dict[str, int] = field(default_factory=lambda: defaultdict(int))


@dataclass
class Decision:
    """A seat's expectation of the action that it chose, under all the headings that it counts for."""

    seat: int
    value: float
    about: list[str]


def think(bot: Bot, view: View) -> Search | None:
    """Return a searching bot's values of its actions; None: there was nothing to think about."""
    return None if len(view.legal) < 2 else bot.weighs(view)


def about_hearts(view: View, value: float) -> list[str]:
    """Which part of a deal, and what has become of the moon."""
    if view.phase == "pass":
        return ["passing"]
    tricks = view.facts["tricks"]
    part = "tricks 1-4" if tricks < 4 else "tricks 5-8" if tricks < 8 else "tricks 9-13"
    taken = [points_in(sum(2**card for card in view.zone("taken", seat).known)) for seat in range(view.seats)]
    holders = [seat for seat in range(view.seats) if taken[seat]]
    if len(holders) > 1:
        moon = "nobody can shoot"
    elif holders and taken[holders[0]] >= 6:
        moon = "I may shoot" if holders[0] == view.seat else "another may shoot"
    else:
        moon = "five points or fewer taken"
    return [part, moon]


def about_chance(view: View, value: float) -> list[str]:
    """The chance that was expected, and whether there is a stock to draw from."""
    stock = "stock" if any(zone.cards for zone in view.zones if zone.name in ("stock", "draw")) else "no stock"
    return [stock, "sure" if value >= 0.9 else "lost" if value <= 0.1 else "open"]


def play_hearts(bots: Sequence[Bot], names: Sequence[str], seed: int, found: Found) -> None:
    """Play one deal for each direction of passing."""
    game = cardhouse.new("hearts", seats=len(bots), seed=seed, options={"limit": 500})
    assert isinstance(game, Hearts)
    done = 0
    made: list[Decision] = []
    shooter: int | None = None
    while done < 4:
        seat = game.turn()[0]
        before = [points_in(taken) for taken in game.taken]
        decide(game, bots[seat], seat, about_hearts, made, found)
        history = game.history()
        if len(history) == done:
            shooter = stopped(game, before, shooter, names, found)
            continue
        won = history[-1]
        done += 1
        shooter = None
        if sorted(won) == [0] + [26] * (len(won) - 1):
            found.moons[names[won.index(0)]] += 1
        others = len(won) - 1
        settle(made, [(sum(won) - mine) / others - mine for mine in won], seed * 4 + done, found)


def stopped(game: Hearts, before: Sequence[int], shooter: int | None, names: Sequence[str], found: Found) -> int | None:
    """Who has all of at least twenty points; counts who took a point from such a one."""
    now = [points_in(taken) for taken in game.taken]
    holders = [seat for seat, points in enumerate(now) if points]
    if len(holders) == 1:
        return holders[0] if now[holders[0]] >= 20 else None
    if shooter is not None and before != now:
        for seat in holders:
            if seat != shooter and not before[seat]:
                found.stops[names[seat]] += 1
    return None


def play_chance(name: str, bots: Sequence[Bot], seed: int, found: Found) -> None:
    """Play one game; one that does not end counts as a draw."""
    game = cardhouse.new(name, seats=len(bots), seed=seed)
    made: list[Decision] = []
    steps = 0
    while not game.over and steps < LONGEST:
        turn = game.turn()
        if turn:
            decide(game, bots[turn[0]], turn[0], about_chance, made, found)
        else:
            game.fire()
        steps += 1
    places = [1] * len(bots) if game.outcome is None else list(game.outcome.places)
    settle(made, [came_to(name, places, seat) for seat in range(len(bots))], seed, found)


def came_to(name: str, places: list[int], seat: int) -> float:
    """What the end is worth to a seat: not to be the durak, or which share of the others it leaves behind."""
    if name == "durak":
        last = max(places)
        return 1.0 - (places[seat] == last) / places.count(last)
    others = [place for at, place in enumerate(places) if at != seat]
    return mean(0.5 + 0.5 * ((places[seat] < place) - (places[seat] > place)) for place in others)


def decide(
    game: Game, bot: Bot, seat: int, about: Callable[[View, float], list[str]], made: list[Decision], found: Found
) -> None:
    """Let a bot do something, and note what it expects."""
    view = game.view(seat)
    start = time.process_time()
    search = think(bot, view)
    if search is None:
        action = bot.choose(view)
        if action is None:
            game.fire()
            return
        game.apply(seat, action)
        return
    found.times.append(1000 * (time.process_time() - start))
    value = search.actions[0].value
    made.append(Decision(seat, value, ["all", *about(view, value)]))
    game.apply(seat, search.best)


def settle(made: list[Decision], ends: Sequence[float], deal: int, found: Found) -> None:
    """Hold what was expected against how it ended, and forget it."""
    for decision in made:
        for about in decision.about:
            found.pairs[about][deal].append((decision.value, ends[decision.seat]))
    made.clear()
    found.deals += 1


def told(found: Found, unit: float) -> list[str]:
    """A line for each heading."""
    lines = [f"{'':28}{'decisions':>10}{'expects':>9}{'gets':>9}   expects too much by"]
    for about, deals in sorted(found.pairs.items(), key=lambda each: each[0] != "all"):
        pairs = [pair for deal in deals.values() for pair in deal]
        # A deal with more decisions counts for more, as it does for who is shown the values.
        weight = len(pairs) / len(deals)
        off = averages([[sum(value - end for value, end in deal) * unit / weight for deal in deals.values()]])[0]
        expects, gets = mean(value for value, _ in pairs) * unit, mean(end for _, end in pairs) * unit
        line = f"{about:28}{len(pairs):10}{expects:9.2f}{gets:9.2f}   {off.mean:+.2f} [{off.low:+.2f}, {off.high:+.2f}]"
        lines.append(line)
    times = sorted(found.times)
    lines.append(
        f"{found.deals} deals; a search took {mean(times):.1f} ms, 95% at most {times[int(0.95 * len(times))]:.1f} ms, "
        f"the longest {times[-1]:.1f} ms (CPU)"
    )
    return lines


def comes_true(deals: Sequence[list[tuple[float, float]]], usual: float) -> tuple[float, float]:
    """Which share of the distance from the usual end comes true (least squares), and its error (jackknife)."""
    parts = [
        (sum((value - usual) * (end - usual) for value, end in deal), sum((value - usual) ** 2 for value, _ in deal))
        for deal in deals
    ]
    both, own = sum(part[0] for part in parts), sum(part[1] for part in parts)
    without = [(both - part[0]) / (own - part[1]) for part in parts]
    middle = mean(without)
    return both / own, math.sqrt((len(parts) - 1) / len(parts) * sum((each - middle) ** 2 for each in without))


def measure(
    game: str,
    level: str,
    against: str,
    deals: int,
    seed: int,
    milliseconds: float | None,
    settings: Sequence[str] = (),
    seats: int = 2,
) -> None:
    """Play the deals of one game and tell what was found."""
    if not hasattr(make_bot(game, level), "search"):
        raise SystemExit(f"{level} at {game} does not search, so it expects nothing.")
    found = Found()
    seats = 4 if game == "hearts" else seats
    step = 4 if game == "hearts" else 1
    for number in range(0, deals, step):
        names = [level] * seats
        if against != level:
            names = [against] * seats
            names[number // step % seats] = level
        bots = [make_bot(game, name, (seed + number) * 8 + seat) for seat, name in enumerate(names)]
        for bot, name in zip(bots, names, strict=True):
            if name == level:
                with_settings(bot, settings)
            if name == level and milliseconds is not None:
                bot.milliseconds = milliseconds
        players = [bot if name == level else Silent(bot) for bot, name in zip(bots, names, strict=True)]
        if game == "hearts":
            play_hearts(players, names, seed + number // step, found)
        else:
            play_chance(game, players, seed + number, found)
    unit = 1.0 if game == "hearts" else 100.0
    print(f"{game}: {level} against {'itself' if against == level else against}, " + ("points" if unit == 1 else "%"))
    print("\n".join(told(found, unit)))
    for about in ("stock", "no stock"):
        if len(found.pairs[about]) > 1:
            usual = 1.0 - 1.0 / seats if game == "durak" else 0.5
            share, error = comes_true(list(found.pairs[about].values()), usual)
            low, high = share - 1.96 * error, share + 1.96 * error
            print(f"{about}: of a value's distance from {usual:.2f} {share:.2f} [{low:.2f}, {high:.2f}] comes true")
    if game == "hearts":
        moons, stops = sum(found.moons.values()), sum(found.stops.values())
        print(f"moons in {100 * moons / found.deals:.1f}% of deals: {dict(found.moons)}")
        print(f"stopped from twenty points on {stops}: by {dict(found.stops)}", flush=True)


class Silent(Bot):
    """A bot whose expectations are not asked for."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self.bot = bot

    def choose(self, view: View) -> cardhouse.Action | None:
        return self.bot.choose(view)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--level", default="expert")
    parser.add_argument("--against", help="the others at the table; without, the same level")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--seed", type=int, default=7000)
    parser.add_argument("--milliseconds", type=float)
    parser.add_argument("--seats", type=int, default=2, help="how many play Threes and Durak")
    add_settings(parser, "a setting of the level")
    given = parser.parse_args()
    print(f"The rules and the search run {running()}.")
    for game in given.games or GAMES:
        deals = given.deals or DEALS[game]
        against = given.against or given.level
        measure(game, given.level, against, deals, given.seed, given.milliseconds, given.settings, given.seats)


if __name__ == "__main__":
    main()
