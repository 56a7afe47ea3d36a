"""A puzzle: a game up to a position in which one action is right, for which there is a proof.

It has two text forms. One is for people and files: a few lines and then the record of the game as far as it goes.

    Cardhouse puzzle 1
    seat: 0
    shown from: 41
    proof: wins
    themes: squeeze last_trump
    answers: attack Qs
    rating: 1480
    found: 2/8 3/8 8/8 8/8

    Cardhouse record 1
    …

The other is one line with tabs between its columns, for many puzzles at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..engine.errors import BadRecord, CardhouseError
from ..engine.game import Game
from ..engine.record import Entry, Record, read_record
from ..games import spec
from ..games.puzzling import Found

HEADING = "Cardhouse puzzle 1"
RECORD = "Cardhouse record 1"
# Where nobody has tried a puzzle yet and no cat either.
USUAL_RATING = 1500
COLUMNS = 13


class WrongPuzzle(CardhouseError):
    """A puzzle is not what it says, and why."""


@dataclass(frozen=True)
class Puzzle:
    """A position and its one right action.

    ``record`` goes as far as the position; its steps from number ``start`` on are shown before it. No ``answers``: to
    do nothing is right. ``found`` says of each level of cat, weakest first, how often it found the answer in how many
    tries. ``within`` is, where slaps count, how many milliseconds there are.
    """

    record: Record
    seat: int
    start: int
    proof: str
    answers: tuple[str, ...]
    themes: tuple[str, ...]
    rating: int = USUAL_RATING
    found: tuple[tuple[int, int], ...] = ()
    within: int = 0

    @property
    def game(self) -> str:
        return self.record.game

    @property
    def id(self) -> str:
        """A name that the position alone decides."""
        what = (self.game, self.record.seats, sorted(self.record.options.items()), self.record.seed, self.record.deck)
        done = [(entry.seat, entry.action) for entry in self.record.entries]
        text = repr((what, self.record.starter, done, self.seat))
        return f"{self.game}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def position(self) -> Game:
        """The game as it stands when it is asked what to do."""
        game = self.record.start()
        for _, after, _ in self.record.replay():
            game = after
        return game

    def is_right(self, action: str | None) -> bool:
        """True if this action is the right one; None: to do nothing."""
        return action in self.answers if self.answers else action is None

    def text(self) -> str:
        """The puzzle as a text for people and files."""
        lines = [
            HEADING,
            f"seat: {self.seat}",
            f"shown from: {self.start}",
            f"proof: {self.proof}",
            f"themes: {' '.join(self.themes)}",
            f"answers: {', '.join(self.answers)}".rstrip(),
            f"rating: {self.rating}",
            f"found: {found_text(self.found)}".rstrip(),
            *([f"within: {self.within}"] if self.within else []),
        ]
        return "\n".join(lines) + "\n\n" + self.record.text()

    def line(self) -> str:
        """The puzzle as a line; names, times and notes of its record are left out."""
        record = self.record
        done = ";".join(f"{'-' if entry.seat is None else entry.seat} {entry.action}" for entry in record.entries)
        options = json.dumps(record.options, sort_keys=True, separators=(",", ":"))
        columns = (
            record.game, record.seats, options, record.seed, record.deck or "",
            "" if record.starter is None else record.starter, self.seat, self.start, self.proof,
            ",".join(self.answers), " ".join(self.themes),
            f"{self.rating} {self.within} {found_text(self.found)}".rstrip(), done,
        )  # fmt: skip
        return "\t".join(map(str, columns))


def found_text(found: tuple[tuple[int, int], ...]) -> str:
    """How often each level found the answer, as text."""
    return " ".join(f"{right}/{tries}" for right, tries in found)


def read_found(text: str) -> tuple[tuple[int, int], ...]:
    """Return what `found_text` wrote."""
    pairs = [word.split("/") for word in text.split()]
    return tuple((int(right), int(tries)) for right, tries in pairs)


def from_line(line: str) -> Puzzle:
    """The puzzle of a line; `WrongPuzzle` if it is none."""
    columns = line.rstrip("\n").split("\t")
    try:
        if len(columns) != COLUMNS:
            raise ValueError(f"{len(columns)} columns")
        game, seats, options, seed, deck, starter, seat, start, proof, answers, themes, rest, done = columns
        rating, within, *found = rest.split()
        steps = [step.partition(" ") for step in done.split(";") if step]
        entries = [Entry(None if who == "-" else int(who), 0.0, action) for who, _, action in steps]
        record = Record(
            game, int(seats), json.loads(options), int(seed), deck or None, entries=entries,
            starter=int(starter) if starter else None,
        )  # fmt: skip
        return Puzzle(
            record, int(seat), int(start), proof, tuple(filter(None, answers.split(","))), tuple(themes.split()),
            int(rating), read_found(" ".join(found)), int(within),
        )  # fmt: skip
    except (ValueError, TypeError, RecursionError) as error:
        raise WrongPuzzle("puzzle.line", why=str(error)[:200]) from error


def read_puzzles(text: str) -> Iterator[Puzzle]:
    """The puzzles of a file in either form; `WrongPuzzle` or `BadRecord` if one can't be read."""
    if not text.startswith(HEADING):
        yield from (from_line(line) for line in text.splitlines() if line.strip())
        return
    for part in text.split(HEADING + "\n")[1:]:
        yield _read(part)


def _read(text: str) -> Puzzle:
    head, heading, record = text.partition(RECORD)
    fields = dict(line.split(":", 1) for line in head.splitlines() if ":" in line)
    try:
        return Puzzle(
            read_record(heading + record),
            int(fields["seat"]),
            int(fields["shown from"]),
            fields["proof"].strip(),
            tuple(answer.strip() for answer in fields["answers"].split(",") if answer.strip()),
            tuple(fields["themes"].split()),
            int(fields.get("rating", USUAL_RATING)),
            read_found(fields.get("found", "")),
            int(fields.get("within", 0)),
        )
    except (KeyError, ValueError) as error:
        raise WrongPuzzle("puzzle.line", why=f"{type(error).__name__}: {error}"[:200]) from error


def look(game: Game, seat: int) -> Found | None:
    """The one right action of a seat in a position, if there is one and its game can prove it."""
    puzzles = spec(game.setup.game).puzzles
    return puzzles.look(game, seat) if puzzles is not None else None


def check(puzzle: Puzzle) -> None:
    """Prove a puzzle once more; `WrongPuzzle` or `BadRecord` says what is wrong with it."""
    if not 0 <= puzzle.start <= len(puzzle.record.entries):
        raise WrongPuzzle("puzzle.start", start=puzzle.start, steps=len(puzzle.record.entries))
    try:
        found = look(puzzle.position(), puzzle.seat)
    except BadRecord:
        raise
    except CardhouseError as error:
        raise WrongPuzzle("puzzle.line", why=str(error)) from error
    if found is None:
        raise WrongPuzzle("puzzle.none")
    if (found.proof, found.answers) != (puzzle.proof, puzzle.answers):
        raise WrongPuzzle("puzzle.other", answers=", ".join(found.answers) or "-", proof=found.proof)


def rated(puzzle: Puzzle, rating: int, found: tuple[tuple[int, int], ...], within: int = 0) -> Puzzle:
    """The puzzle with its first rating."""
    return replace(puzzle, rating=rating, found=found, within=within)
