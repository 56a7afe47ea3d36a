"""One game at a table: the game itself, its record, and what happened in it so far."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..cards import parse_card
from ..event import Event
from ..game import Game
from ..games import new
from ..record import Record, commit
from .plan import Result, SeatPlan, TablePlan

SLAP_GAMES = frozenset({"ratscrew", "slapjack"})
QUEEN = parse_card("Qs")


@dataclass(frozen=True)
class Happening:
    """An action that was done: after it the game had made ``step`` steps."""

    step: int
    seat: int | None
    action: str
    events: list[Event]
    slap: dict[str, Any] | None = None

    @property
    def secret(self) -> bool:
        """Whether only some may know which cards it was done with."""
        return bool(self.events) and self.events[0].only is not None


@dataclass(frozen=True)
class Top:
    """The card that was turned last: the token that names it, and when it was sent."""

    token: str
    step: int
    sent: float


@dataclass
class Round:
    """A game from its deal to its end."""

    number: int
    game: Game
    salt: str
    began: float
    record: Record
    happenings: list[Happening] = field(default_factory=list)
    last_of_seat: dict[int, int] = field(default_factory=dict)
    slap_times: dict[int, list[float]] = field(default_factory=dict)
    tops: list[Top] = field(default_factory=list)

    @staticmethod
    def deal(plan: TablePlan, number: int, names: Sequence[str], seed: int, salt: str, at: float) -> Round:
        """Deal a new game; the seed decides it, and seed and salt are what the table has committed itself to."""
        game = new(plan.game, seats=len(plan.seats), seed=seed, options=plan.options)
        return Round(number, game, salt, at, Record.of(game, names, salt))

    @property
    def commitment(self) -> str:
        return commit(self.game.setup.seed, self.salt)

    @property
    def slaps(self) -> bool:
        """Whether it is one of the games where the faster hand wins."""
        return self.game.setup.game in SLAP_GAMES

    def stale(self, seat: int, step: int) -> bool:
        """Whether this seat has done something itself since the step it says it saw."""
        return step < self.last_of_seat.get(seat, 0)

    def tried(self, seat: int | None, action: str) -> tuple[Game, list[Event]]:
        """The game as it would be after an action, and what would happen; `Refused` if it isn't legal."""
        after = self.game.copy()
        return after, after.fire() if seat is None else after.apply(seat, action)

    def leaves_plans(self, after: Game, happening: Happening) -> bool:
        """Whether this was a slap that changed nothing for anybody else: what they are about to do still stands."""
        kinds = {event.kind for event in happening.events}
        return (
            self.slaps
            and not after.over
            and kinds <= {"slap", "penalty", "lockout"}
            and self.game.turn() == after.turn()
        )

    def done(self, after: Game, happening: Happening, at: float, now: float) -> None:
        """Go on with the game as it is after an action."""
        self.game = after
        self.happenings.append(happening)
        notes = [f"slap {note}" for note in _notes(happening.slap)]
        self.record.add(happening.seat, happening.action, max(at - self.began, 0.0), notes)
        if happening.seat is not None:
            self.last_of_seat[happening.seat] = happening.step
        good = any(event.kind == "slap" and event.facts.get("verdict") == "good" for event in happening.events)
        if good and happening.slap is not None and happening.seat is not None and "time" in happening.slap:
            self.slap_times.setdefault(happening.seat, []).append(happening.slap["time"])
        if self.slaps and any(event.kind == "turn" for event in happening.events):
            self.tops = [*self.tops[-1:], Top(secrets.token_hex(6), happening.step, now)]
        if after.over:
            self.record.close(after)

    def shown_again(self, now: float) -> None:
        """The table stood still: the card on top counts as sent now, so that nobody's reaction includes the rest."""
        self.tops = [*self.tops[:-1], *[replace(top, sent=now) for top in self.tops[-1:]]]

    def top(self, token: str) -> Top | None:
        """The turned card that a token names, if it is one of the last two."""
        return next((top for top in self.tops if top.token == token), None)

    @property
    def token(self) -> str:
        return self.tops[-1].token if self.tops else ""

    def results(self, seats: Sequence[SeatPlan]) -> list[Result]:
        """How the game ended, seat by seat, with what history and statistics want to know."""
        outcome = self.game.outcome
        assert outcome is not None
        counted: dict[int, Counter[str]] = {seat: Counter() for seat in range(len(seats))}
        deals = 0
        for happening in self.happenings:
            for event in happening.events:
                if event.seat is None:
                    deals += event.kind == "score"
                    continue
                counted[event.seat][event.kind] += 1
                counted[event.seat]["queen"] += event.kind == "trick" and QUEEN in event.cards
        found = []
        for seat, sitter in enumerate(seats):
            notes: dict[str, Any] = {
                "events": {kind: times for kind, times in counted[seat].items() if times},
                "steps": int(self.game.step),
                "draw": not outcome.winners,
            }
            if deals:
                notes["deals"] = deals
            if seat in self.slap_times:
                notes["slaps"] = [round(time, 1) for time in self.slap_times[seat]]
            person = sitter.person or sitter.away
            place, score = outcome.places[seat], outcome.scores[seat]
            found.append(Result(seat, person, sitter.name, sitter.level, place, score, notes, sitter.face))
        return found


def _notes(slap: dict[str, Any] | None) -> list[str]:
    return [] if slap is None else [json.dumps(slap, sort_keys=True)]
