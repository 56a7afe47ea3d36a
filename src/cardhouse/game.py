"""The contract that every game keeps.

A game in progress is one object that knows the whole truth. Its public face is the same for all games: `Game.legal`,
`Game.apply`, `Game.timer`, `Game.fire`, `Game.view`, `Game.outcome`, `Game.copy`. A game's own file writes the rules:
`Game.moves`, `Game.do`, `Game.why_not` and what a view shows.
"""

from __future__ import annotations

import hashlib
import json
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .action import Action, Actions, action_texts, parse_action
from .cards import vec_of
from .chance import Chance
from .errors import Refused
from .event import Event
from .options import Option, Value
from .outcome import Outcome
from .view import Timer, View, Zone

MAX_ACTIONS: Final[i64] = 10000
NO_CARDS: Final[list[int]] = []
NO_ACTIONS: Final = Actions(vec[i64]())
NO_EVENTS: Final[list[Event]] = []


class Setup:
    """What decides a game before its first action: game, seats, options, the seed and, if stacked, the first deck."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, Value], seed: int, deck: tuple[int, ...] | None
    ) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.options: Final = options
        self.seed: Final = seed
        self.deck: Final = deck

    def switch(self, name: str) -> bool:
        """The value of a switch."""
        return self.options[name] is True

    def number(self, name: str) -> int:
        value = self.options[name]
        assert isinstance(value, int)
        return value

    def choice(self, name: str) -> str:
        value = self.options[name]
        assert isinstance(value, str)
        return value

    def first_deck(self, cards: i64, chance: Chance) -> vec[i64]:
        """The deck of the first deal: the stacked one, or these cards shuffled."""
        if self.deck is not None:
            return vec[i64](list(self.deck))
        return shuffled(cards, chance)


class Eye:
    """Who looks: a seat, a spectator (``seat`` None) or, with ``all``, somebody who may see every card."""

    def __init__(self, seat: int | None, everything: bool = False) -> None:
        self.seat: Final = seat
        self.everything: Final = everything

    def sees(self, seat: int) -> bool:
        """Whether it may look at what only this seat may see."""
        return self.everything or self.seat == seat


def shuffled(cards: i64, chance: Chance) -> vec[i64]:
    """These cards in random order."""
    deck = vec_of(cards)
    chance.shuffle(deck)
    return deck


@mypyc_attr(allow_interpreted_subclasses=True)
class Imaginer:
    """Makes whole games that fit one view, each of the fitting ones equally often."""

    @abstractmethod
    def game(self, chance: Chance) -> Game:
        """A game in which the view's seat sees just what the view shows."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game in progress. Only the methods from `moves` down are for a game's own file to write."""

    name: ClassVar[str] = ""
    seat_choices: ClassVar[tuple[int, ...]] = ()
    default_seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, setup: Setup, like: Game | None = None) -> None:
        """A new game that is not dealt yet or, with ``like``, the common part of a copy."""
        self.setup: Final = setup
        self.seats: i64 = setup.seats
        self.step: i64 = 0
        self.result: Outcome | None = None
        self.telling: bool = False
        self.told: list[Event] = NO_EVENTS
        if like is None:
            self.chance = Chance(setup.seed)
        else:
            self.chance = Chance(0, like.chance)
            self.step = like.step
            self.result = like.result

    def legal(self, seat: object) -> Actions:
        """Everything this seat (a number from 0) may do now; empty: nothing for you to do."""
        number = self.check_seat(seat)
        if self.result is not None:
            return NO_ACTIONS
        return Actions(self.moves(number))

    def apply(self, seat: object, what: object) -> list[Event]:
        """Do an `Action`, given itself or as text, or raise `Refused` and change nothing. Returns what happened."""
        number = self.check_seat(seat)
        if isinstance(what, str):
            what = parse_action(what)
        if not isinstance(what, Action):
            raise Refused("refused.no_action", what=repr(what)[:60])
        if self.result is not None:
            raise Refused("refused.over")
        if not self.allows(number, what.code):
            raise self.why_not(number, what)
        return self._told_of(number, what.code)

    def fire(self) -> list[Event]:
        """Let the running timer fire; `Refused` if none runs. Returns what happened."""
        if self.result is not None:
            raise Refused("refused.over")
        if self.timer is None:
            raise Refused("refused.no_timer")
        return self._told_of(-1, 0)

    def _told_of(self, seat: i64, code: i64) -> list[Event]:
        told: list[Event] = []
        self.told = told
        self.telling = True
        self.advance(seat, code)
        self.telling = False
        self.told = NO_EVENTS
        return told

    def advance(self, seat: i64, code: i64) -> None:
        """Do a legal action without asking whether it is one; seat -1 fires the timer. For search and playouts."""
        self.step += 1
        if seat < 0:
            self.do_timer()
        else:
            self.do(seat, code)
        if self.step >= MAX_ACTIONS and self.result is None:
            self.draw("reason.too_long")

    @property
    def timer(self) -> Timer | None:
        """The timer that runs now, if one does."""
        if self.result is not None:
            return None
        return self.timer_now()

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.result

    @property
    def over(self) -> bool:
        return self.result is not None

    def view(self, seat: object) -> View:
        """All that this seat (a number from 0) may know; ``view(None)`` is a spectator's."""
        return self._seen_by(Eye(None if seat is None else int(self.check_seat(seat))))

    def open_view(self, seat: int | None = None) -> View:
        """The whole truth, laid out like a view: for replays, and for tables where all cards lie open."""
        return self._seen_by(Eye(seat, True))

    def _seen_by(self, eye: Eye) -> View:
        return View(
            self.setup.game,
            int(self.seats),
            eye.seat,
            int(self.step),
            self.setup.options,
            self.phase(),
            tuple(self.turn()) if self.result is None else (),
            tuple(self.zones(eye)),
            self.roles(),
            tuple(self.scores()),
            self.facts(eye),
            self.legal(eye.seat) if eye.seat is not None else NO_ACTIONS,
            self.timer,
            self.result,
        )

    def digest(self) -> str:
        """A hash of the whole state, hidden cards and chance included: equal states have equal digests."""
        truth = self.open_view().plain()
        truth["chance"] = self.chance.state()
        truth["legal"] = [action_texts(self.legal(seat)) for seat in range(self.seats)]
        return hashlib.sha256(json.dumps(truth, sort_keys=True).encode()).hexdigest()

    def check_seat(self, seat: object) -> i64:
        """The seat's number; `Refused` for anything that is no seat of this game."""
        # Asked as plain numbers, since not every one of them is an i64.
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < int(self.seats):
            return seat
        raise Refused("refused.no_seat", which=repr(seat)[:40], seats=int(self.seats))

    def tell(
        self, kind: str, seat: int | None, cards: list[int], only: tuple[int, ...] | None = None, **facts: object
    ) -> None:
        """Add to what happened. Ask ``self.telling`` first: in playouts nobody listens."""
        self.told.append(Event(kind, seat, cards, facts, only))

    def finish(self, places: list[int], scores: list[int], reason: str) -> None:
        """End the game."""
        self.result = Outcome(tuple(places), tuple(scores), reason)
        if self.telling:
            self.tell("over", None, NO_CARDS, reason=reason)

    def draw(self, reason: str) -> None:
        """End the game with everybody in first place."""
        self.finish([1] * int(self.seats), self.scores(), reason)

    def play_out(self, chance: Chance) -> None:
        """Play random legal actions, the timer's firing among them, until the game is over."""
        while self.result is None:
            self.stir(chance)

    def stir(self, chance: Chance) -> None:
        """Do one random legal action of any seat, or fire the timer."""
        total: i64 = 1 if self.timer_now() is not None else 0
        seat: i64 = 0
        while seat < self.seats:
            total += len(self.moves(seat))
            seat += 1
        pick = chance.below(total)
        seat = 0
        while seat < self.seats:
            codes = self.moves(seat)
            if pick < len(codes):
                self.advance(seat, codes[pick])
                return
            pick -= len(codes)
            seat += 1
        self.advance(-1, 0)

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        """The set of cards it is played with; `BadSetup` if these seats and options don't go together."""
        raise NotImplementedError

    @abstractmethod
    def deal(self) -> None:
        """Shuffle, or take the stacked deck, and deal for the first time."""

    @abstractmethod
    def copy(self) -> Game:
        """A game in the same state that shares nothing with this one."""

    @abstractmethod
    def moves(self, seat: i64) -> vec[i64]:
        """The codes of all that this seat may do while the game goes on."""

    def allows(self, seat: i64, code: i64) -> bool:
        """Whether this seat may do this now."""
        return code in self.moves(seat)

    @abstractmethod
    def do(self, seat: i64, code: i64) -> None:
        """Do a legal action. Never fails."""

    @abstractmethod
    def why_not(self, seat: i64, what: Action) -> Refused:
        """Why this action is not legal now, for people."""

    def timer_now(self) -> Timer | None:
        """The timer that the rules want to run, while the game goes on."""
        return None

    def do_timer(self) -> None:
        """What happens when the timer fires."""

    @abstractmethod
    def phase(self) -> str:
        """The part of the game it is in."""

    @abstractmethod
    def turn(self) -> list[int]:
        """The seats from whom a move is awaited (not those who merely may do something)."""

    @abstractmethod
    def zones(self, eye: Eye) -> list[Zone]:
        """The places for cards, each with what this eye may see of it."""

    def roles(self) -> dict[str, int]:
        """Who is what now: role by name, with its seat."""
        return {}

    def scores(self) -> list[int]:
        """Each seat's score: points, or cards held where a game has no points."""
        return [0] * int(self.seats)

    def facts(self, eye: Eye) -> dict[str, Any]:
        """What else this eye may know, as plain values (text, numbers, lists, dicts): memory included."""
        return {}
