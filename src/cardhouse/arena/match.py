"""One game of bots, to its end: in turn, or on simulated time where it matters who is first.

What a bot does wrong ends the game, and it has lost: an exception, an answer that is not legal, an answer that takes
too long, none where only its answer can go on, or the end of its process. Bots made here share this process: one that
takes too long has lost when it answers. To cut it short is for a process of its own (`bots.process`).
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..bots import Bot, Move
from ..bots.answers import BotFault, checked, fault_of
from ..bots.process import HostedBot
from ..engine.action import Action
from ..engine.chance import Chance
from ..engine.game import Game
from ..engine.outcome import sides_of
from ..engine.record import Record
from ..games import spec
from .times import Times


@dataclass(frozen=True)
class Failure:
    """How a bot lost by its own fault: its seat, one of `FAULTS`, what happened in a few words, and the traceback."""

    seat: int
    kind: str
    why: str
    trace: str = ""


@dataclass
class Hand:
    """The measurements of one seat: thinking times and, in the slap games, reaction times and verdicts."""

    thinking: Times = field(default_factory=Times)
    reactions: Times = field(default_factory=Times)
    slaps: Counter[str] = field(default_factory=Counter)

    def merge(self, other: Hand) -> None:
        """Add all that was measured at another."""
        self.thinking.merge(other.thinking)
        self.reactions.merge(other.reactions)
        self.slaps.update(other.slaps)


@dataclass(frozen=True)
class Played:
    """A game that is over: each seat's place and score, as in an outcome, who failed, and who played together."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    failures: tuple[Failure, ...] = ()
    teams: tuple[int, ...] = ()

    @property
    def sides(self) -> list[list[int]]:
        """The seats that played together."""
        return sides_of(len(self.places), self.teams)


class Failed(Exception):
    """One or several bots have failed."""

    def __init__(self, failures: Sequence[Failure]) -> None:
        super().__init__()
        self.failures = tuple(failures)


def play_match(
    game: Game,
    makers: Sequence[Callable[[], Bot]],
    limit: float,
    chance: Chance,
    record: Record | None = None,
) -> tuple[Played, list[Hand]]:
    """Play a game to its end between the bots that these make, one for each seat; how it ended and what was measured.

    ``limit`` is the time for one answer, in seconds. ``chance`` decides between bots that act at the same moment. What
    is done is written into the record, if there is one.
    """
    failures: tuple[Failure, ...] = ()
    playing = BotGame(game, limit, chance, record)
    try:
        playing.seat_bots(makers)
        if spec(game.setup.game).slaps:
            playing.play_by_the_clock()
        else:
            playing.play_in_turn()
    except Failed as failed:
        failures = failed.failures
    if record is not None:
        record.close(game)
    places, scores = _ending(game, failures)
    return Played(places, scores, failures, game.teams()), playing.hands


def _ending(game: Game, failures: Sequence[Failure]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and scores: the side of who failed is last, all others share the first place with the score they had."""
    if game.outcome is not None:
        return game.outcome.places, game.outcome.scores
    failed = {failure.seat for failure in failures}
    lost = {seat for side in sides_of(int(game.seats), game.teams()) if failed & set(side) for seat in side}
    others = int(game.seats) - len(lost)
    places = tuple(others + 1 if seat in lost else 1 for seat in range(game.seats))
    return places, tuple(int(score) for score in game.scores())


class BotGame:
    """A game in progress between bots."""

    def __init__(self, game: Game, limit: float, chance: Chance, record: Record | None) -> None:
        self.game = game
        self.limit = limit
        self.chance = chance
        self.record = record
        self.bots: list[Bot] = []
        self.hands = [Hand() for _ in range(game.seats)]

    def seat_bots(self, makers: Sequence[Callable[[], Bot]]) -> None:
        """Let every bot be made, and sit down."""
        for seat, make in enumerate(makers):
            start = time.perf_counter()
            try:
                bot = make()
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                raise self.failed(seat, fault_of(error), start) from error
            self.bots.append(bot)
            self.took(seat, start)

    def ask(self, seat: int) -> Move | None:
        """Return what the bot of this seat will do; it is legal now."""
        view = self.game.view(seat)
        start = time.perf_counter()
        try:
            answer = checked(self.bots[seat].move(view), view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self.failed(seat, fault_of(error), start) from error
        self.took(seat, start)
        return answer

    def took(self, seat: int, start: float) -> None:
        """Measure a call that began then; it must not have taken too long."""
        bot = self.bots[seat]
        took = bot.took if isinstance(bot, HostedBot) else time.perf_counter() - start
        self.hands[seat].thinking.add(took)
        if took > self.limit:
            raise Failed([Failure(seat, "overrun", f"{took:.2f} s")])

    def failed(self, seat: int, fault: BotFault, start: float) -> Failed:
        """A fault in a call that began then."""
        self.hands[seat].thinking.add(time.perf_counter() - start)
        return Failed([Failure(seat, fault.kind, fault.why, fault.trace)])

    def advance(self, seat: int, action: Action, now: float = 0.0) -> None:
        """Do what a bot wants to do."""
        if self.record is not None:
            self.record.add(seat, action, now)
        self.game.advance(seat, action.code)

    def fire(self, now: float = 0.0) -> None:
        """Let the timer fire."""
        timer = self.game.timer
        if self.record is not None and timer is not None:
            self.record.add(None, f"fire {timer.name}", now)
        self.game.fire()

    def silent(self, seats: Sequence[int]) -> Failed:
        """These bots gave no answer, and nothing else can happen."""
        return Failed([Failure(seat, "silent", self.game.phase()) for seat in seats])

    def play_in_turn(self) -> None:
        """Ask those from whom a move is awaited, one after another; a timer fires when none of them wants to act."""
        game = self.game
        while not game.over:
            awaited = game.turn()
            for seat in awaited:
                move = self.ask(seat)
                if move is not None:
                    self.advance(seat, move.action)
                    break
            else:
                if game.timer is None:
                    raise self.silent(awaited)
                self.fire()

    def play_by_the_clock(self) -> None:
        """Ask everybody after each change, and let the earliest plan come true; timers run on the same clock."""
        game = self.game
        now = turned = 0.0
        fires: float | None = None
        plans = self.plans(now)
        while not game.over:
            if game.timer is None:
                fires = None
            elif fires is None:
                fires = now + game.timer.seconds
            first = min((when for when, _ in plans.values()), default=math.inf)
            if fires is not None and fires <= first:
                now, fires = fires, None
                self.fire(now)
                plans = self.plans(now)
                continue
            if not plans:
                raise self.silent(game.turn())
            ready = [seat for seat, (when, _) in plans.items() if when == first]
            seat = ready[self.chance.below(len(ready))]
            now = first
            action = plans[seat][1]
            if action.verb == "turn":
                turned = now
                self.advance(seat, action, now)
            elif not self.slap(seat, action, now, now - turned):
                # Nothing came of it, so all others still wait for what they saw before.
                del plans[seat]
                plans |= self.plans(now, seat)
                continue
            plans = self.plans(now)

    def plans(self, now: float, only: int | None = None) -> dict[int, tuple[float, Action]]:
        """By seat, when it will do what, if nothing changes before."""
        plans = {}
        for seat in range(self.game.seats) if only is None else (only,):
            if len(self.game.moves(seat)):
                move = self.ask(seat)
                if move is not None:
                    plans[seat] = (now + move.after, move.action)
        return plans

    def slap(self, seat: int, action: Action, now: float, reaction: float) -> bool:
        """Slap, and keep how fast it was and what came of it; whether anything changed."""
        hand = self.hands[seat]
        verdict = "nothing"
        if self.record is not None:
            self.record.add(seat, action, now)
        for event in self.game.apply(seat, action):
            if event.kind == "slap":
                verdict = str(event.facts["verdict"])
        hand.reactions.add(reaction)
        hand.slaps[verdict] += 1
        return verdict != "nothing"
