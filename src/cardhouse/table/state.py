"""A table as its log tells it: seats, the game in progress, whether it is paused. No clock, no network, no task."""

from __future__ import annotations

from collections.abc import Iterable

from ..contract.messages import Status
from ..contract.requests import Person
from ..engine.shuffle import commit
from .evening import Evening, player_key
from .log import Acted, Arranged, Barred, Dealt, Fired, LogEntry, Matched, Paced, Paused, Prepared, Queued, Seated
from .match import Match
from .plan import TablePlan, rearranged
from .round import Round, Step
from .seating import Seating
from .turns import Turn, ahead_after, turns_after


class BadLog(Exception):
    """A log that has something in it which was never possible."""


class TableState:
    """The state of a table after the entries of its log; `apply` is the only way to change it, live or restarting."""

    def __init__(self, plan: TablePlan, entries: Iterable[LogEntry] = ()) -> None:
        self.plan = plan
        self.seating = Seating(plan.seats)
        self.round: Round | None = None
        # How many games were dealt here; and whether another one is agreed on that is not dealt yet.
        self.rounds = 0
        self.arranged = False
        # Who waits for a seat at the next deal, in order.
        self.queue: dict[str, Person] = {}
        self.evening = Evening()
        # What the next deal is bound to.
        self.prepared: Prepared | None = None
        self.paused = False
        self.pace = plan.pace
        self.barred: set[str] = set()
        self.match = Match(len(plan.seats), plan.best_of)
        # Where the clock is in days: the seats of people that are awaited, and what seats have chosen ahead.
        self.turns: dict[int, Turn] = {}
        self.ahead: dict[int, str] = {}
        # The match that the next deal begins.
        self.next_match: Match | None = None
        for number, entry in enumerate(entries, 1):
            try:
                self.apply(entry)
            except Exception as error:
                raise BadLog(f"entry {number} of its log can't be replayed: {error!r}") from error

    def apply(self, entry: LogEntry) -> Step | None:
        """Apply an entry that is written down; gives the step, if the game made one."""
        step = self._apply(entry)
        if self.ahead or self.turns or self.plan.slow:
            self.turns, self.ahead = turns_after(self, entry), ahead_after(self, entry)
        return step

    def _apply(self, entry: LogEntry) -> Step | None:
        # By far the most of all entries first.
        if isinstance(entry, Acted | Fired):
            return self._play(entry)
        match entry:
            case Dealt():
                self.match = self.next_match or (self.match.again(self.match.best_of) if self.match.won else self.match)
                self.next_match = None
                self.round = Round.deal(self.plan, entry, self.seating.names)
                self.rounds, self.arranged = entry.round, False
                self.prepared = None
            case Prepared():
                self.prepared = entry
            case Seated():
                self.match.change(entry.seat, player_key(self.seating.plans[entry.seat]), player_key(entry.plan))
                self.seating.put(entry.seat, entry.plan)
                self.queue.pop(entry.plan.person, None)
            case Arranged():
                self._arrange(entry)
            case Queued():
                self.queue.pop(entry.person, None)
                if entry.on:
                    self.queue[entry.person] = Person(entry.person, entry.name, entry.face)
            case Barred():
                self.barred.add(entry.person)
            case Paused():
                self.paused = entry.on
            case Paced():
                self.pace = entry.pace
            case Matched():
                self.next_match = self.match.again(entry.best_of)
        return None

    def _play(self, entry: Acted | Fired) -> Step:
        assert self.round is not None
        step = self.round.apply(entry)
        outcome = self.round.game.outcome
        if outcome is not None and not self.round.forked:
            self.match.count(outcome.winners)
            self.evening.count(self.plan.game, self.seating.plans, outcome.winners)
        return step

    def _arrange(self, entry: Arranged) -> None:
        other_game = entry.game is not None and entry.game != self.plan.game
        self.plan = rearranged(self.plan, entry.changes)
        if not entry.deals:
            return
        before = self.seating.plans
        if entry.seats is not None:
            self.seating = Seating(entry.seats)
            for plan in entry.seats:
                self.queue.pop(plan.person, None)
        # What is agreed on begins where the game before is over, or is broken off.
        self.round, self.arranged, self.paused = None, True, False
        if other_game:
            self.match = Match(len(self.seating.plans), self.match.best_of)
        else:
            self.match = self.match.moved([*map(player_key, before)], [*map(player_key, self.seating.plans)])
        if self.next_match is not None:
            self.next_match = self.match.again(self.next_match.best_of)

    @property
    def next_round(self) -> int:
        return self.rounds + 1

    @property
    def next_starter(self) -> int | None:
        """Who starts the next game: who lost the last one or, of several, the next of them; None: as the rules say."""
        last = self.round.game if self.round else None
        if last is None or last.outcome is None or not last.lets_choose_starter(last.setup.options):
            return None
        seats, before = int(last.seats), last.setup.starter or 0
        losers = last.outcome.losers
        return min(losers, key=lambda seat: (seat - before - 1) % seats) if losers else None

    @property
    def casual(self) -> bool:
        """True if a move can be taken back: one person plays cats with hints, and nobody slaps."""
        plan, current = self.plan, self.round
        alone = plan.for_one_person and not any(seat.away for seat in self.seating.plans)
        return alone and plan.hints and current is not None and not current.slaps and not current.game.over

    @property
    def next_commitment(self) -> str:
        """The hash of the secret that the next deal is bound to; empty if none is chosen yet."""
        ready = self.prepared if self.plan.daily is None else None
        return commit(int(ready.secret, 16), ready.salt) if ready is not None else ""

    @property
    def status(self) -> Status:
        if self.round is None:
            return "waiting"
        return "over" if self.round.game.over else "playing"

    @property
    def open_cards(self) -> bool:
        """True if all cards lie open: only where one person plays cats from the beginning, and is there."""
        plan = self.plan
        return plan.open_cards and plan.for_one_person and not any(seat.away for seat in self.seating.plans)
