"""One game at a table: the game itself, its record, and the steps it has made so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from ..contract.kept import Result, SlapFigures
from ..engine.event import Event
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.registry import new
from ..games import spec
from .log import Acted, Dealt, Fired
from .plan import SeatPlan, TablePlan
from .results import Tally, results, slap_in, slap_note

# What a slap brings about that changes nothing for anybody but who slapped.
IDLE_SLAP = {"slap", "penalty", "lockout"}


class Step(msgspec.Struct, frozen=True):
    """An action that was done: after it the game had made ``number`` steps."""

    number: int
    seat: int | None
    action: str
    events: list[Event]
    slap: SlapFigures | None = None
    # Whether it was a slap that left everybody's turn as it was.
    idle: bool = False

    @property
    def secret(self) -> bool:
        """True if only some may know which cards it was done with."""
        return bool(self.events) and self.events[0].only is not None


@dataclass
class Round:
    """A game from its deal to its end."""

    number: int
    game: Game
    salt: str
    began: float
    record: Record
    # Whether it is one of the games where the faster hand wins.
    slaps: bool
    tally: Tally
    steps: list[Step] = field(default_factory=list)
    last_of_seat: dict[int, int] = field(default_factory=dict)
    # The steps with which the last two cards were turned, in the slap games.
    turned: list[int] = field(default_factory=list)

    @staticmethod
    def deal(plan: TablePlan, entry: Dealt, names: Sequence[str]) -> Round:
        """Deal a new game as the entry says, or take one up again."""
        if entry.record:
            return Round.taken_up(entry, names)
        shuffle = entry.shuffle
        seed = entry.seed if shuffle is None else shuffle.seed
        game = new(plan.game, seats=len(plan.seats), seed=seed, starter=entry.starter, options=plan.options)
        record = Record.of(game, names, entry.salt, shuffle)
        tally = Tally(plan.game, len(plan.seats))
        return Round(entry.round, game, entry.salt, entry.at, record, spec(plan.game).slaps, tally)

    @staticmethod
    def taken_up(entry: Dealt, names: Sequence[str]) -> Round:
        """A game that goes on where a record ends."""
        record = read_record(entry.record)
        record.names = [*names]
        began = entry.at - max([each.seconds for each in record.entries], default=0.0)
        made = Round(
            entry.round, record.start(), entry.salt, began, record, spec(record.game).slaps,
            Tally(record.game, record.seats),
        )  # fmt: skip
        for each in record.entries:
            events = record.do(made.game, each).as_list()
            made._done(Step(int(made.game.step), each.seat, each.action, events, slap_in(each)))
        return made

    @property
    def forked(self) -> bool:
        """True if it was taken up in the middle, and counts nowhere."""
        return self.record.fork is not None

    @property
    def commitment(self) -> str:
        return self.record.commitment

    def stale(self, seat: int, step: int) -> bool:
        """True if this seat has done something itself since the step it says it saw."""
        return step < self.last_of_seat.get(seat, 0)

    def apply(self, entry: Acted | Fired) -> Step:
        """Do what an entry says; `Refused` if it isn't legal, and then nothing has changed."""
        game = self.game
        if isinstance(entry, Acted):
            step = self._act(entry)
        else:
            events = game.fire().as_list()
            self.record.add(None, entry.action, self._since(entry.at))
            step = Step(int(game.step), None, entry.action, events)
        self._done(step)
        if game.over:
            self.record.close(game)
        return step

    def _done(self, step: Step) -> None:
        """Note what was done."""
        self.steps.append(step)
        self.tally.add(step.seat, step.events, step.slap)
        if step.seat is not None:
            self.last_of_seat[step.seat] = step.number
        if self.slaps and any(event.kind == "turn" for event in step.events):
            self.turned = [*self.turned[-1:], step.number]

    def _act(self, entry: Acted) -> Step:
        game, seat, slap = self.game, entry.seat, entry.slap
        awaited = game.turn() if self.slaps else []
        events = game.apply(seat, entry.action).as_list()
        idle = self.slaps and not game.over and {event.kind for event in events} <= IDLE_SLAP and game.turn() == awaited
        self.record.add(seat, entry.action, self._since(entry.at), () if slap is None else (slap_note(slap),))
        return Step(int(game.step), seat, str(entry.action), events, slap, idle)

    def _since(self, at: float) -> float:
        """The seconds since the deal; a clock that was set back stands still."""
        return at - self.began if at > self.began else 0.0

    def results(self, seats: Sequence[SeatPlan]) -> list[Result]:
        """How the game ended, seat by seat, with what history and statistics want to know."""
        assert self.game.outcome is not None
        return results(self.game.outcome, self.tally.notes(self.game), seats)
