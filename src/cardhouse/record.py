"""A game as a small text file that a person can read: what decided it, what was done, and a hash of how it ended.

    Cardhouse record 1
    game: durak
    version: 0.1.0
    seats: 2
    name 0: Ann
    name 1: Boris
    option deck: 36
    seed: 7
    commitment: 41c9…
    salt: 9f3e…

    0 1.250 attack 7h 7s
    1 4.000 beat 7h 9h
    - 9.000 fire close
    # slap {"by": 23}

    places: 1 2
    scores: 0 4
    reason: reason.durak.durak
    hash: 6a01…

An action's line has the seat (``-`` for a timer), the seconds since the start, and the action. A line that begins with
``#`` is a note to the action before it. Only the seed (and the deck, if it was stacked), the options and the actions
matter for what happens; all else is for people.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .action import parse_action
from .cards import cards_text
from .errors import BadRecord, CardhouseError
from .event import Event
from .game import Game
from .games import new
from .outcome import Outcome
from .version import VERSION

HEADING = "Cardhouse record 1"
TIMER = "-"


@dataclass(frozen=True)
class Entry:
    """One action of a record: who (None: a timer), when, what, and notes about it. ``line`` is where it stands."""

    seat: int | None
    seconds: float
    action: str
    notes: tuple[str, ...] = ()
    line: int = 0

    def text(self) -> str:
        lines = [f"{TIMER if self.seat is None else self.seat} {self.seconds:.3f} {self.action}"]
        return "\n".join([*lines, *[f"# {note}" for note in self.notes]])


@dataclass
class Record:
    """A game that can be replayed: its setup, the names at the table, its actions, and how it ended."""

    game: str
    seats: int
    options: dict[str, object]
    seed: int
    deck: str | None = None
    names: list[str] = field(default_factory=list)
    version: str = VERSION
    salt: str = ""
    commitment: str = ""
    entries: list[Entry] = field(default_factory=list)
    outcome: Outcome | None = None
    hash: str = ""

    @staticmethod
    def of(game: Game, names: Sequence[str] = (), salt: str = "") -> Record:
        """An empty record for a game that has just been dealt."""
        setup = game.setup
        plain = [" ".join(name.split()) for name in names]
        record = Record(setup.game, setup.seats, dict(setup.options), setup.seed, names=plain, salt=salt)
        if setup.deck is not None:
            record.deck = cards_text(setup.deck)
        if salt:
            record.commitment = commit(setup.seed, salt)
        return record

    def add(self, seat: int | None, action: str, seconds: float = 0.0, notes: Sequence[str] = ()) -> None:
        """Write an action down; for a timer that fired, ``seat`` is None and the action ``fire NAME``."""
        self.entries.append(Entry(seat, seconds, action, tuple(notes)))

    def close(self, game: Game) -> None:
        """Write down how the game stands now."""
        self.outcome = game.outcome
        self.hash = game.digest()

    def start(self) -> Game:
        """The game as it was dealt; `BadRecord` if it can't be set up."""
        try:
            return new(self.game, seats=self.seats, seed=self.seed, deck=self.deck, options=self.options)
        except CardhouseError as error:
            raise BadRecord("record.setup", why=str(error)) from error

    def replay(self) -> Iterator[tuple[Entry, Game, list[Event]]]:
        """Each action with the game after it and what happened; `BadRecord` where one is not legal."""
        game = self.start()
        for entry in self.entries:
            try:
                events = _do(game, entry)
            except CardhouseError as error:
                raise BadRecord("record.illegal", line=entry.line, action=entry.action, why=str(error)) from error
            yield entry, game, events

    def final(self) -> Game:
        """The game after the last action."""
        final = self.start()
        for _, game, _ in self.replay():
            final = game
        return final

    def verify(self) -> Game:
        """Replay it and compare how it ended, and the deal with its commitment; gives the final game."""
        game = self.final()
        if not self.hash:
            raise BadRecord("record.no_hash")
        if self.hash != game.digest():
            raise BadRecord("record.hash", written=self.hash[:12], found=game.digest()[:12])
        if self.outcome != game.outcome:
            raise BadRecord("record.outcome")
        if self.commitment and commit(self.seed, self.salt) != self.commitment:
            raise BadRecord("record.commitment")
        return game

    def text(self) -> str:
        """The record as text; `read_record` gives an equal record back."""
        lines = [HEADING, f"game: {self.game}", f"version: {self.version}", f"seats: {self.seats}"]
        lines += [f"name {seat}: {name}" for seat, name in enumerate(self.names)]
        lines += [f"option {name}: {json.dumps(value)}" for name, value in self.options.items()]
        lines += [f"seed: {self.seed}"]
        if self.deck is not None:
            lines.append(f"deck: {self.deck}")
        if self.commitment:
            lines += [f"commitment: {self.commitment}", f"salt: {self.salt}"]
        lines += ["", *[entry.text() for entry in self.entries], ""]
        if self.outcome is not None:
            lines.append("places: " + " ".join(map(str, self.outcome.places)))
            lines.append("scores: " + " ".join(map(str, self.outcome.scores)))
            lines.append(f"reason: {self.outcome.reason}")
        if self.hash:
            lines.append(f"hash: {self.hash}")
        return "\n".join(lines) + "\n"


def commit(seed: int, salt: str) -> str:
    """The hash that binds a table to a seed before its first card: SHA-256 of ``seed salt``."""
    return hashlib.sha256(f"{seed} {salt}".encode()).hexdigest()


def _do(game: Game, entry: Entry) -> list[Event]:
    if entry.seat is not None:
        return game.apply(entry.seat, entry.action)
    timer = game.timer
    if timer is None or entry.action != f"fire {timer.name}":
        raise BadRecord("record.timer", running=timer.name if timer else "none")
    return game.fire()


def read_record(text: str) -> Record:
    """The record with this text; `BadRecord` names the line and what is wrong with it."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEADING:
        raise BadRecord("record.heading", heading=HEADING)
    fields: dict[str, str] = {}
    entries: list[Entry] = []
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        if not line:
            continue
        if line.startswith("#"):
            if not entries:
                raise BadRecord("record.note", line=number)
            last = entries[-1]
            note = line[1:].strip()
            entries[-1] = Entry(last.seat, last.seconds, last.action, (*last.notes, note), last.line)
        elif line[0].isdigit() or line.startswith(TIMER + " "):
            entries.append(_entry(line, number))
        else:
            name, colon, value = line.partition(":")
            if not colon or name in fields:
                raise BadRecord("record.line", line=number, text=line[:60])
            fields[name] = value.strip()
    return _record(fields, entries)


def _entry(line: str, number: int) -> Entry:
    words = line.split(None, 2)
    try:
        seat = None if words[0] == TIMER else int(words[0])
        seconds = float(words[1])
        action = words[2]
    except (IndexError, ValueError) as error:
        raise BadRecord("record.line", line=number, text=line[:60]) from error
    if seat is not None:
        try:
            action = str(parse_action(action))
        except CardhouseError as error:
            raise BadRecord("record.action", line=number, why=str(error)) from error
    return Entry(seat, seconds, action, (), number)


def _record(fields: dict[str, str], entries: list[Entry]) -> Record:
    for needed in ("game", "seats", "seed"):
        if needed not in fields:
            raise BadRecord("record.missing", field=needed)
    try:
        seats, seed = int(fields["seats"]), int(fields["seed"])
        names = [fields[f"name {seat}"] for seat in range(seats) if f"name {seat}" in fields] if seats < 100 else []
        options = {
            name.removeprefix("option "): json.loads(value)
            for name, value in fields.items()
            if name.startswith("option ")
        }
        outcome = None
        if "places" in fields:
            places, scores = (tuple(map(int, fields[name].split())) for name in ("places", "scores"))
            outcome = Outcome(places, scores, fields["reason"])
    except (ValueError, KeyError, RecursionError) as error:
        raise BadRecord("record.header", why=str(error)) from error
    return Record(
        fields["game"], seats, options, seed, fields.get("deck"), names, fields.get("version", ""),
        fields.get("salt", ""), fields.get("commitment", ""), entries, outcome, fields.get("hash", ""),
    )  # fmt: skip
