"""Finding puzzles: in games of cats, which seeds decide, and in records.

A puzzle's first rating comes from how often the cats of each level find its answer, as if each try were a game between
the cat and the puzzle. Where slaps count, a cat finds it if it slaps before the cat that sits at the table, or if it
doesn't slap where that is right.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..arena.match import play_match
from ..bots import cat_levels, make_bot
from ..engine.chance import Chance
from ..engine.errors import Refused
from ..engine.game import Game
from ..engine.record import Record
from ..engine.registry import new
from ..games import GameSpec, spec
from ..games.puzzling import Puzzling, Source
from .puzzle import Puzzle, rated

# Where the levels of cats stand on the scale of puzzles, weakest first, and what is thought of a puzzle beforehand.
LEVEL_RATINGS = (1000.0, 1300.0, 1600.0, 1900.0)
USUAL, SPREAD = 1400.0, 300.0
SCALE = 400.0 / math.log(10)
LOWEST, HIGHEST = 400, 2800
TRIES, SLAP_TRIES = 12, 24
# The strongest cats think long, and find mostly the same every time.
STRONGEST_TRIES = 3
# A cat's answer is cut off so late, in seconds.
LIMIT = 60.0
# The most puzzles from one game.
MOST_OF_A_GAME = 2
GAMES_OF_A_PART = 1000


def puzzling(game: str) -> Puzzling:
    """Return what a game declares of its puzzles; `Refused` if it has none."""
    found = spec(game).puzzles
    if found is None:
        raise Refused("puzzle.no_game", game=game)
    return found


def mine(game: str, games: int, seed: int, sources: Sequence[Source] | None = None) -> Iterator[Puzzle]:
    """Puzzles from this many games of cats, without a rating yet. The sources take turns, game by game."""
    wanted = sources or puzzling(game).sources
    for number in range(games):
        source = wanted[number % len(wanted)]
        yield from from_record(cats_game(game, source, seed * 1_000_003 + number))


def cats_game(game: str, source: Source, seed: int) -> Record:
    """The record of a game of cats, which the seed decides."""
    dealt = new(game, seats=source.seats, seed=seed, options=dict(source.options))
    record = Record.of(dealt)
    makers = [functools.partial(make_bot, game, source.level, seed * 16 + seat) for seat in range(source.seats)]
    play_match(dealt, makers, LIMIT, Chance(seed), record)
    return record


def from_record(record: Record, most: int = MOST_OF_A_GAME) -> Iterator[Puzzle]:
    """The puzzles of a record, at most this many, and not twice the same kind from one game."""
    game = spec(record.game)
    kinds: set[tuple[str, ...]] = set()
    position = record.start()
    quiet = 0
    for number in range(len(record.entries) + 1):
        if number:
            record.do(position, record.entries[number - 1])
        if position.over or len(kinds) == most:
            return
        puzzle = _at(game, record, number, quiet, position)
        if puzzle is not None and (key := (puzzle.proof, *puzzle.themes[:2])) not in kinds:
            kinds.add(key)
            yield puzzle
        quiet = quiet + 1 if puzzling(game.name).quiet(position) else 0


def _at(game: GameSpec, record: Record, number: int, quiet: int, position: Game) -> Puzzle | None:
    """The puzzle before action ``number``, where one can be."""
    declared = puzzling(game.name)
    if game.slaps and not _turned(record, number, min(declared.lead, quiet)):
        return None
    turn = position.turn()
    seat = 0 if game.slaps else turn[0] if turn else None
    found = None if seat is None else declared.look(position, seat)
    if seat is None or found is None:
        return None
    start = max(0, number - min(declared.lead, quiet))
    cut = replace(record, entries=list(record.entries[:number]), names=[], outcome=None, hash="")
    return Puzzle(cut, seat, start, found.proof, found.answers, found.themes)


def _turned(record: Record, number: int, lead: int) -> bool:
    """True if a few cards were turned one after another just before, so that there is something to watch."""
    entries = record.entries[max(0, number - max(lead, 3)) : number]
    return lead >= 3 and len(entries) >= 3 and all(entry.action == "turn" for entry in entries)


def rate(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its first rating, from the cats' tries."""
    game, position = spec(puzzle.game), puzzle.position()
    levels, tries = cat_levels(puzzle.game), SLAP_TRIES if game.slaps else TRIES
    view = position.view(puzzle.seat)
    within = _within(puzzle, levels) if game.slaps else 0
    found = []
    for level in levels:
        right = 0
        if level == levels[-1] and not game.slaps:
            tries = STRONGEST_TRIES
        for number in range(tries):
            bot = make_bot(puzzle.game, level, number)
            if game.slaps:
                move = bot.move(view)
                slaps = move is not None and move.action.verb == "slap"
                early = move is not None and slaps and move.after * 1000 <= within
                right += early if puzzle.answers else not slaps
            else:
                right += str(bot.choose(view)) in puzzle.answers
        found.append((right, tries))
    return rated(puzzle, first_rating(found), tuple(found), within)


def _within(puzzle: Puzzle, levels: Sequence[str]) -> int:
    """When the cat at the table slaps such a pile, in milliseconds; which level it has depends on the puzzle."""
    rival = levels[int(puzzle.id[-1], 16) % min(3, len(levels))]
    view = puzzle.position().view(puzzle.seat)
    times = []
    for number in range(100):
        move = make_bot(puzzle.game, rival, number).move(view)
        if move is not None and move.action.verb == "slap":
            times.append(move.after)
    if not puzzle.answers or not times:
        # So long one has to resist; about as long as the slowest slap of a cat.
        return 900
    return round(1000 * sorted(times)[len(times) // 2])


def is_worthwhile(puzzle: Puzzle) -> bool:
    """True if the strongest cats mostly find its answer, and not every cat always does; a pile is always worth it."""
    right, tries = puzzle.found[-1]
    if spec(puzzle.game).slaps:
        return True
    return 2 * right >= tries and any(right < tries for right, tries in puzzle.found)


def collect(game: str, count: int, seed: int, records: Iterable[Record] = ()) -> Iterator[Puzzle]:
    """Different puzzles that are worth while, with a first rating; from these records or from games of cats."""
    mined = (puzzle for record in records for puzzle in from_record(record)) if records else _endless(game, seed)
    seen: set[str] = set()
    shares: Counter[str] = Counter()
    for puzzle in mined:
        # Slap or don't: as many of one as of the other.
        if puzzle.id in seen or (spec(game).slaps and shares[puzzle.proof] * 2 >= count):
            continue
        ready = rate(puzzle)
        if not is_worthwhile(ready):
            continue
        seen.add(puzzle.id)
        shares[puzzle.proof] += 1
        yield ready
        if len(seen) == count:
            return


def _endless(game: str, seed: int) -> Iterator[Puzzle]:
    for part in itertools.count():
        yield from mine(game, GAMES_OF_A_PART, seed + part)


def first_rating(found: Sequence[tuple[int, int]]) -> int:
    """The rating that makes the cats' tries most likely, with what is thought beforehand."""
    low, high = 0.0, 4000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        slope = (USUAL - middle) / SPREAD**2
        for (right, tries), level in zip(found, LEVEL_RATINGS, strict=False):
            expected = 1 / (1 + math.exp((middle - level) / SCALE))
            slope += (tries * expected - right) / SCALE
        low, high = (middle, high) if slope > 0 else (low, middle)
    return max(LOWEST, min(HIGHEST, round(low)))
