"""A game as a small text file that a person can read: what decided it, what was done, and a hash of how it ended.

    Cardhouse record 1
    game: durak
    version: 0.1.0
    seats: 2
    name 0: Ann
    name 1: Boris
    option deck: 36
    seed: 7
    starter: 1
    commitment: 41c9…
    salt: 9f3e…
    secret: 8231…
    round: 1
    number 0: 5be1…
    fork: 23

    0 1.250 attack 7h 7s
    1 4.000 beat 7h 9h
    - 9.000 fire close
    # slap {"by": 23}

    places: 1 2
    scores: 0 4
    reason: reason.durak.durak
    hash: 2:6a01…

An action's line has the seat (``-`` for a timer), the seconds since the start, and the action. A line that begins with
``#`` is a note to the action before it. Only the seed (and the deck, if it was stacked), the options and the actions
matter for what happens, and the starter where the table chose one; all else is for people.

The commitment is the hash of the secret and the salt. Seed, secret, round and the numbers that seats gave belong
together as `Shuffle` says; a record without a secret was written before, and its commitment is that of the seed.

A game that was taken up again in the middle of another says after how many of its actions: ``fork``. `fork.py` has the
rest; ``deck 2`` and so on are stacked decks of later deals.

The hash covers the cards, the scores, what may be done and the state of chance, but not the options, which the record
states, nor what a view tells besides them: so a record outlives options that are added later. The number before its
colon says so; a hash without one was written before, and covers the options and all facts as well.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..version import VERSION
from .action import Action, action_texts, parse_action
from .cards import cards_text
from .errors import BadRecord, CardhouseError, Unreadable
from .event import Events
from .game import MOST_STEPS, Game
from .outcome import Outcome
from .registry import new
from .shuffle import Shuffle, commit

HEADING = "Cardhouse record 1"
TIMER = "-"
STATE_HASH = "2:"
REDEALT = "redealt"

# A reader accepts every record of a game that Cardhouse can play, with a note to each action, and not much more.
MOST_LINES = int(MOST_STEPS) * 5 // 2
MOST_NOTES = 100
LONGEST_LINE = 5000
LONGEST_NAME = 200
MOST_DECKS = 500


@dataclass(frozen=True)
class Entry:
    """One action of a record: who (None: a timer), when, what, and notes about it. ``line`` is where it stands."""

    seat: int | None
    seconds: float
    action: str
    notes: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)

    def text(self) -> str:
        lines = [f"{TIMER if self.seat is None else self.seat} {self.seconds:.3f} {self.action}"]
        return "\n".join([*lines, *[f"# {note}" for note in self.notes]])


@dataclass(frozen=True)
class Fork:
    """Where a game was taken up again: after this many actions of another, by the person on ``seat``.

    ``redealt``: that game was not over, and what this seat could not know was dealt again; otherwise the cards are the
    same. ``of`` is the hash of how the other game ended, where it had.
    """

    step: int
    seat: int
    redealt: bool = False
    of: str = ""

    def lines(self) -> list[str]:
        """As a record has it."""
        said = [f"fork: {self.step}", f"fork seat: {self.seat}", f"fork cards: {REDEALT if self.redealt else 'same'}"]
        return [*said, f"fork of: {self.of}"] if self.of else said

    @staticmethod
    def read(fields: dict[str, str]) -> Fork | None:
        """Return what the fields of a record say, if they say that it is one; `ValueError` if they can't be read."""
        if "fork" not in fields:
            return None
        redealt = fields.get("fork cards") == REDEALT
        return Fork(int(fields["fork"]), int(fields.get("fork seat", 0)), redealt, fields.get("fork of", ""))


@dataclass
class Record:
    """A game that can be replayed: its setup, the names at the table, its actions, and how it ended.

    >>> import cardhouse
    >>> from cardhouse.engine.record import Record, read_record
    >>> game = cardhouse.new('durak', seats=2, seed=3)
    >>> record = Record.of(game, names=['Ann', 'Ben'])
    >>> while not game.over:
    ...     seat = game.turn()[0]
    ...     action = game.legal(seat)[-1]
    ...     record.add(seat, action)
    ...     _ = game.apply(seat, action)
    >>> record.close(game)
    >>> read_record(record.text()) == record
    True
    >>> record.verify().outcome == game.outcome
    True
    """

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
    shuffle: Shuffle | None = None
    starter: int | None = None
    later: tuple[str, ...] = ()
    fork: Fork | None = None

    @staticmethod
    def of(game: Game, names: Sequence[str] = (), salt: str = "", shuffle: Shuffle | None = None) -> Record:
        """An empty record for a game that has just been dealt: with a salt alone, or with what decided its seed."""
        setup = game.setup
        plain = [" ".join(name.split())[:LONGEST_NAME] for name in names]
        record = Record(setup.game, setup.seats, dict(setup.options), setup.seed, names=plain, salt=salt)
        if setup.deck is not None:
            record.deck = cards_text(setup.deck)
        record.starter = setup.starter
        record.later = tuple(cards_text(deck) for deck in setup.later)
        if shuffle is not None:
            record.shuffle, record.salt, record.commitment = shuffle, shuffle.salt, shuffle.commitment
        elif salt:
            record.commitment = commit(setup.seed, salt)
        return record

    def add(self, seat: int | None, action: Action | str, seconds: float = 0.0, notes: Sequence[str] = ()) -> None:
        """Write an action down; for a timer that fired, ``seat`` is None and the action ``fire NAME``.

        Text is read and written again in its canonical form; `Unreadable` if it is no action. A note becomes one line.
        """
        if not notes:
            self.entries.append(Entry(seat, seconds, _canonical(seat, action)))
            return
        lines = tuple([" ".join(note.split()) for note in notes])
        if len(lines) > MOST_NOTES:
            raise BadRecord("record.notes", line=len(self.entries) + 1, most=MOST_NOTES)
        if any(len(note) > LONGEST_LINE - 2 for note in lines):
            raise BadRecord("record.long_line", line=len(self.entries) + 1, most=LONGEST_LINE)
        self.entries.append(Entry(seat, seconds, _canonical(seat, action), lines))

    def close(self, game: Game) -> None:
        """Write down how the game stands now."""
        self.outcome = game.outcome
        self.hash = state_hash(game)

    def start(self) -> Game:
        """The game as it was dealt; `BadRecord` if it can't be set up."""
        try:
            return new(
                self.game,
                seats=self.seats,
                seed=self.seed,
                deck=self.deck,
                starter=self.starter,
                later=self.later,
                options=self.options,
            )
        except CardhouseError as error:
            raise BadRecord("record.setup", why=str(error)) from error

    def replay(self) -> Iterator[tuple[Entry, Game, Events]]:
        """Each action with the game after it and what happened; `BadRecord` where one is not legal.

        >>> import cardhouse
        >>> from cardhouse.engine.record import Record
        >>> record = Record.of(cardhouse.new('durak', seats=2, seed=3))
        >>> record.add(0, 'attack 7c')
        >>> [(entry.seat, entry.action) for entry, game, events in record.replay()]
        [(0, 'attack 7c')]
        """
        yield from self._played(self.start())

    def _played(self, game: Game) -> Iterator[tuple[Entry, Game, Events]]:
        for entry in self.entries:
            yield entry, game, self.do(game, entry)

    def do(self, game: Game, entry: Entry) -> Events:
        """Do an action of this record in a game that stands where it was done; `BadRecord` if it is not legal there."""
        try:
            return _do(game, entry)
        except CardhouseError as error:
            raise BadRecord("record.illegal", line=entry.line, action=entry.action, why=str(error)) from error

    def final(self) -> Game:
        """The game after the last action."""
        game = self.start()
        for _ in self._played(game):
            pass
        return game

    def verify(self) -> Game:
        """Replay it and compare how it ended, and the deal with its commitment; gives the final game."""
        game = self.final()
        self.check(game)
        return game

    def check(self, game: Game) -> None:
        """Compare the game after its last action with how this says that it ended; `BadRecord` says what differs."""
        if not self.hash:
            raise BadRecord("record.no_hash")
        found = self._hashes(game)
        if self.hash not in found:
            raise BadRecord("record.hash", written=self.hash[:12], found=found[0][:12])
        if self.outcome != game.outcome:
            raise BadRecord("record.outcome")
        bound_to = self.seed if self.shuffle is None else self.shuffle.secret
        if self.commitment and commit(bound_to, self.salt) != self.commitment:
            raise BadRecord("record.commitment")
        if self.shuffle is not None and (not self.commitment or self.shuffle.seed != self.seed):
            raise BadRecord("record.shuffle")

    def _hashes(self, game: Game) -> list[str]:
        """The hashes that a record of this kind can have when its game ends like this one."""
        if ":" in self.hash:
            return [state_hash(game)]
        # Written before the options were left out: with those that there were then, which the record states, or all.
        stated = {name: value for name, value in game.setup.options.items() if name in self.options}
        return [game.digest(stated), game.digest()]

    def text(self) -> str:
        """The record as text; `read_record` gives an equal record back."""
        lines = [HEADING, f"game: {self.game}", f"version: {self.version}", f"seats: {self.seats}"]
        lines += [f"name {seat}: {name}" for seat, name in enumerate(self.names)]
        lines += [f"option {name}: {json.dumps(value)}" for name, value in self.options.items()]
        lines += [f"seed: {self.seed}"]
        if self.deck is not None:
            lines.append(f"deck: {self.deck}")
        lines += [f"deck {number}: {deck}" for number, deck in enumerate(self.later, 2)]
        if self.starter is not None:
            lines.append(f"starter: {self.starter}")
        if self.commitment:
            lines += [f"commitment: {self.commitment}", f"salt: {self.salt}"]
        if self.shuffle is not None:
            lines += [f"secret: {self.shuffle.secret}", f"round: {self.shuffle.round}"]
            lines += [f"number {seat}: {number}" for seat, number in sorted(self.shuffle.numbers.items())]
        if self.fork is not None:
            lines += self.fork.lines()
        lines += ["", *[entry.text() for entry in self.entries], ""]
        if self.outcome is not None:
            lines.append("places: " + " ".join(map(str, self.outcome.places)))
            lines.append("scores: " + " ".join(map(str, self.outcome.scores)))
            if self.outcome.teams:
                lines.append("teams: " + " ".join(map(str, self.outcome.teams)))
            lines.append(f"reason: {self.outcome.reason}")
        if self.hash:
            lines.append(f"hash: {self.hash}")
        return "\n".join(lines) + "\n"


def state_hash(game: Game) -> str:
    """The hash of a game's state that a record ends with: everything that lies on the table, nothing of its setup."""
    view = game.open_view().plain()
    for setup in ("game", "seats", "options", "facts"):
        del view[setup]
    # A place that an option adds is there without it too, and empty.
    view["zones"] = [zone for zone in view["zones"] if zone[2]]
    view["chance"] = game.chance.state()
    view["legal"] = [action_texts(game.legal(seat)) for seat in range(game.seats)]
    return STATE_HASH + hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()


def _canonical(seat: int | None, action: Action | str) -> str:
    """The one text of an action, or of the timer that fired; `Unreadable` if it is neither."""
    if seat is not None:
        return str(action if isinstance(action, Action) else parse_action(action))
    words = str(action).split()
    if len(words) != 2 or words[0] != "fire":
        raise Unreadable("unreadable.fire", text=str(action)[:60])
    return " ".join(words)


def _do(game: Game, entry: Entry) -> Events:
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
    if len(lines) > MOST_LINES:
        raise BadRecord("record.lines", lines=len(lines), most=MOST_LINES)
    fields: dict[str, str] = {}
    entries: list[Entry] = []
    notes: list[str] = []
    for number, raw in enumerate(lines[1:], 2):
        if len(raw) > LONGEST_LINE:
            raise BadRecord("record.long_line", line=number, most=LONGEST_LINE)
        line = raw.strip()
        if not line:
            continue
        if line.startswith("#"):
            if not entries:
                raise BadRecord("record.note", line=number)
            if len(notes) == MOST_NOTES:
                raise BadRecord("record.notes", line=number, most=MOST_NOTES)
            notes.append(line[1:].strip())
        elif line[0].isdigit() or line.startswith(TIMER + " "):
            _annotate(entries, notes)
            notes = []
            entries.append(_entry(line, number))
        else:
            name, colon, value = line.partition(":")
            if not colon or name in fields:
                raise BadRecord("record.line", line=number, text=line[:60])
            fields[name] = value.strip()
    _annotate(entries, notes)
    return _record(fields, entries)


def _annotate(entries: list[Entry], notes: list[str]) -> None:
    """Give the last entry its notes, all at once: one by one would copy them each time."""
    if notes:
        entries[-1] = replace(entries[-1], notes=tuple(notes))


def _entry(line: str, number: int) -> Entry:
    words = line.split(None, 2)
    try:
        seat = None if words[0] == TIMER else int(words[0])
        seconds = float(words[1])
        action = words[2]
    except (IndexError, ValueError) as error:
        raise BadRecord("record.line", line=number, text=line[:60]) from error
    if not math.isfinite(seconds):
        raise BadRecord("record.line", line=number, text=line[:60])
    try:
        return Entry(seat, seconds, _canonical(seat, action), (), number)
    except CardhouseError as error:
        raise BadRecord("record.action", line=number, why=str(error)) from error


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
        shuffle = None
        if "secret" in fields and seats < 100:
            numbers = {seat: fields[f"number {seat}"] for seat in range(seats) if f"number {seat}" in fields}
            shuffle = Shuffle(int(fields["secret"]), fields.get("salt", ""), int(fields["round"]), numbers)
        starter = int(fields["starter"]) if "starter" in fields else None
        later = [fields[f"deck {deal}"] for deal in range(2, MOST_DECKS) if f"deck {deal}" in fields]
        fork = Fork.read(fields)
        outcome = None
        if "places" in fields:
            places, scores = (tuple(map(int, fields[name].split())) for name in ("places", "scores"))
            outcome = Outcome(places, scores, fields["reason"], tuple(map(int, fields.get("teams", "").split())))
    except (ValueError, KeyError, RecursionError) as error:
        raise BadRecord("record.header", why=str(error)) from error
    return Record(
        fields["game"], seats, options, seed, fields.get("deck"), names, fields.get("version", ""),
        fields.get("salt", ""), fields.get("commitment", ""), entries, outcome, fields.get("hash", ""),
        shuffle, starter, tuple(later), fork,
    )  # fmt: skip
