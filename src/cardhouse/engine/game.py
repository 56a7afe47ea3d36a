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
from typing import Any, ClassVar, Final, Self

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .action import Action, Actions, action_texts, parse_action
from .cards import vec_of
from .chance import Chance
from .errors import Refused, shown
from .event import NO_CARDS, Event, Events
from .options import Option, Value
from .outcome import Outcome
from .plain import Timer, plain_fields
from .state import Shared, comparable_state, restored, set_state, state_of
from .view import View
from .zone import Zone

MOST_ACTIONS: Final[i64] = 10000
# Slaps that do nothing are no actions in this sense; but a game of nothing else has to end too.
MOST_STEPS: Final[i64] = 100000
# No game has as many.
MOST_SEATS: Final = 1000
NO_ACTIONS: Final = Actions(vec[i64]())
NO_EVENTS: Final = Events()
NO_CHANCE: Final = Chance(0)
NO_PARTS: Final[dict[str, Any]] = {}


class Setup:
    """All that decides a game before its first action: game, seats, options, seed and, if stacked, the first deck.

    ``starter`` is the seat that starts where neither cards nor chance are to decide it. ``later`` has the decks of the
    deals after the first, as far as they are stacked too.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        options: Mapping[str, Value],
        seed: int,
        deck: tuple[int, ...] | None,
        starter: int | None = None,
        later: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.options: Final = dict(options)
        self.seed: Final = seed
        self.deck: Final = deck
        self.starter: Final = starter
        self.later: Final = later
        self._told: Setup | None = None

    @property
    def told(self) -> Setup:
        """The same without seed and decks: what everybody may know of it."""
        if self._told is None:
            self._told = Setup(self.game, self.seats, self.options, 0, None, self.starter)
        return self._told

    def __reduce__(self) -> tuple[object, ...]:
        return Setup, (self.game, self.seats, self.options, self.seed, self.deck, self.starter, self.later)

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

    def next_deck(self, deals: i64, cards: i64, chance: Chance) -> vec[i64]:
        """The deck of the deal after this many: a stacked one, or these cards shuffled."""
        at: i64 = deals - 1
        if 0 <= at < len(self.later):
            return vec[i64](list(self.later[at]))
        return shuffled(cards, chance)

    def starting(self, otherwise: i64) -> i64:
        """The seat that starts: the one that was chosen, if one was."""
        return otherwise if self.starter is None else i64(self.starter)


class Observer:
    """Who looks: a seat, a spectator (``seat`` None) or, with ``everything``, somebody who may see every card."""

    def __init__(self, seat: int | None, everything: bool = False) -> None:
        self.seat: Final = seat
        self.everything: Final = everything

    def sees(self, seat: int) -> bool:
        """True if it may look at what only this seat may see."""
        return self.everything or self.seat == seat


def shuffled(cards: i64, chance: Chance) -> vec[i64]:
    """These cards in random order."""
    deck = vec_of(cards)
    chance.shuffle(deck)
    return deck


def draw_lowest(hidden: i64, number: i64) -> i64:
    """So many of these cards, those with the lowest numbers first."""
    left = hidden
    while number > 0:
        left &= left - 1
        number -= 1
    return hidden & ~left


def refill(array: vec[i64], like: vec[i64]) -> None:
    """Give an array the numbers of another that is as long."""
    at: i64 = len(like)
    while at > 0:
        at -= 1
        array[at] = like[at]


@mypyc_attr(allow_interpreted_subclasses=True)
class Sampler:
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
        self.recording: bool = False
        self.events = NO_EVENTS
        self.chance: Chance = Chance(setup.seed) if like is None else Chance(0, like.chance)
        if like is None:
            self.step: i64 = 0
            # The slaps among the steps that did nothing.
            self.idle_slaps: i64 = 0
            self.result: Shared[Outcome | None] = None
        else:
            # Written by tools/game_state.py from the fields above.
            self.step = like.step
            self.idle_slaps = like.idle_slaps
            self.result = like.result

    def legal(self, seat: object) -> Actions:
        """Everything this seat (a number from 0) may do now; empty: nothing for you to do.

        >>> import cardhouse
        >>> game = cardhouse.new('durak', seats=2, seed=3)
        >>> [len(game.legal(seat)) for seat in range(2)]
        [6, 0]
        >>> game.legal(game.turn()[0])[0]
        Action('attack 7c')
        """
        number = self.check_seat(seat)
        if self.result is not None:
            return NO_ACTIONS
        return self.legal_actions(number)

    def apply(self, seat: object, what: object) -> Events:
        """Do an `Action`, given itself or as text, or raise `Refused` and change nothing. Returns what happened.

        >>> import cardhouse
        >>> game = cardhouse.new('durak', seats=2, seed=3)
        >>> seat = game.turn()[0]
        >>> events = game.apply(seat, game.legal(seat)[0])
        >>> [event.kind for event in events]
        ['attack']
        >>> game.apply(seat, 'take')
        Traceback (most recent call last):
            ...
        cardhouse.engine.errors.Refused: Only the defender can do that, and that's seat 1.
        """
        number = self.check_seat(seat)
        return self._recorded(number, self._checked(number, what).code)

    def check(self, seat: object, what: object) -> Action:
        """The `Action`, given itself or as text, if this seat may do it now; otherwise raises `Refused`."""
        return self._checked(self.check_seat(seat), what)

    def _checked(self, number: i64, what: object) -> Action:
        if isinstance(what, str):
            what = parse_action(what)
        if not isinstance(what, Action):
            raise Refused("refused.no_action", what=shown(what))
        if self.result is not None:
            raise Refused("refused.over")
        if not self.allows(number, what.code):
            raise self.why_not(number, what)
        return what

    def fire(self) -> Events:
        """Let the running timer fire; `Refused` if none runs. Returns what happened."""
        if self.result is not None:
            raise Refused("refused.over")
        if self.timer is None:
            raise Refused("refused.no_timer")
        return self._recorded(-1, 0)

    def _recorded(self, seat: i64, code: i64) -> Events:
        events = Events()
        self.events = events
        self.recording = True
        self.advance(seat, code)
        self.recording = False
        self.events = NO_EVENTS
        return events

    def advance(self, seat: i64, code: i64) -> None:
        """Do a legal action without asking whether it is one; seat -1 fires the timer. For search and playouts."""
        self.step += 1
        if seat < 0:
            self.do_timer()
        else:
            self.do(seat, code)
        if self.step >= MOST_ACTIONS and self.result is None and self.too_long():
            self.draw("reason.too_long")

    def too_long(self) -> bool:
        """True if it has gone on long enough to be a draw."""
        return self.step - self.idle_slaps >= MOST_ACTIONS or self.step >= MOST_STEPS

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
        """All that this seat (a number from 0) may know; ``view(None)`` is a spectator's.

        >>> import cardhouse
        >>> game = cardhouse.new('hearts', seats=4, seed=7)
        >>> view = game.view(2)
        >>> view.seat, len(view.hand)
        (2, 13)
        >>> view.zone('hand', 0).cards[:2]
        (None, None)
        >>> len(game.view(None).hand)
        0
        """
        return self._seen_by(Observer(None if seat is None else int(self.check_seat(seat))))

    def open_view(self, seat: int | None = None) -> View:
        """The whole truth, laid out like a view: for replays, and for tables where all cards lie open."""
        return self._seen_by(Observer(seat, True))

    def plain_view(self, seat: int | None) -> dict[str, Any]:
        """The same as ``view(seat).plain()``, with no view in between: to be sent, and not to be changed."""
        return self._plain_to(Observer(None if seat is None else int(self.check_seat(seat))))

    def plain_open_view(self, seat: int | None = None) -> dict[str, Any]:
        """The same as ``open_view(seat).plain()``."""
        return self._plain_to(Observer(seat, True))

    def _plain_to(self, observer: Observer) -> dict[str, Any]:
        over = self.result is not None
        facts, derived = self.facts(observer), self.derived(observer)
        return plain_fields(
            self.setup.game,
            int(self.seats),
            observer.seat,
            int(self.step),
            self.setup.options,
            self.phase(),
            [] if over else self.turn()[:],
            self.zones(observer),
            self.roles(),
            self.scores()[:],
            facts | derived if derived else facts,
            self.legal(observer.seat) if observer.seat is not None else NO_ACTIONS,
            self.timer,
            self.result,
        )

    def _seen_by(self, observer: Observer) -> View:
        seen = None if observer.everything else self.as_seen(observer)
        if seen is not None:
            return SeenView(seen, observer)
        return View(
            self.setup.game,
            int(self.seats),
            observer.seat,
            int(self.step),
            dict(self.setup.options),
            self.phase(),
            tuple(self.turn()) if self.result is None else (),
            tuple(self.zones(observer)),
            self.roles(),
            tuple(self.scores()),
            self.facts(observer) | self.derived(observer),
            self.legal(observer.seat) if observer.seat is not None else NO_ACTIONS,
            self.timer,
            self.result,
        )

    def digest(self, options: Mapping[str, Value] | None = None) -> str:
        """A hash of the whole state, hidden cards and chance included: equal states have equal digests.

        With ``options`` it is the digest that the game has where just these options exist.

        >>> import cardhouse
        >>> one, other = (cardhouse.new('durak', seats=2, seed=3) for _ in range(2))
        >>> one.digest() == other.digest()
        True
        """
        truth = self.open_view().plain()
        for name in self.derived(Observer(None, True)):
            del truth["facts"][name]
        # Added after digests had been written down.
        truth["facts"].pop("idle_slaps", None)
        if options is not None:
            truth["options"] = dict(options)
        truth["chance"] = self.chance.state()
        truth["legal"] = [action_texts(self.legal(seat)) for seat in range(self.seats)]
        return hashlib.sha256(json.dumps(truth, sort_keys=True).encode()).hexdigest()

    def check_seat(self, seat: object) -> i64:
        """The seat's number; `Refused` for anything that is no seat of this game."""
        # Not every number is an i64: one that is too large for a seat is none before it becomes one.
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < MOST_SEATS:
            number: i64 = seat
            if number < self.seats:
                return number
        raise Refused("refused.no_seat", which=shown(seat, 40), seats=int(self.seats))

    def emit(
        self, kind: str, seat: int | None, cards: list[int], only: tuple[int, ...] | None = None, **facts: object
    ) -> None:
        """Record an event. Ask ``self.recording`` first: playouts record none."""
        self.events.append(Event(kind, seat, cards, facts, only))

    def finish(self, places: list[int], scores: list[int], reason: str) -> None:
        """End the game."""
        self.result = Outcome(tuple(places), tuple(scores), reason, self.teams())
        if self.recording:
            self.emit("over", None, NO_CARDS, reason=reason)

    def draw(self, reason: str) -> None:
        """End the game with everybody in first place."""
        self.finish([1] * int(self.seats), self.scores(), reason)

    def play_out(self, chance: Chance) -> None:
        """Play random legal actions, the timer's firing among them, until the game is over.

        >>> import cardhouse
        >>> game = cardhouse.new('durak', seats=3, seed=3)
        >>> game.play_out(cardhouse.Chance(1))
        >>> game.over
        True
        >>> game.outcome.reason
        'reason.durak.durak'
        """
        while self.result is None:
            self.random_step(chance)

    def random_step(self, chance: Chance) -> None:
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

    @classmethod
    def lets_choose_starter(cls, options: Mapping[str, Value]) -> bool:
        """True if a table may say who starts, as no card decides it: so the loser of a game can start the next."""
        return False

    @abstractmethod
    def deal(self) -> None:
        """Shuffle, or take the stacked deck, and deal for the first time."""

    def copy(self) -> Self:
        """A game in the same state that shares nothing with this one.

        >>> import cardhouse
        >>> game = cardhouse.new('durak', seats=2, seed=3)
        >>> other = game.copy()
        >>> other.play_out(cardhouse.Chance(1))
        >>> game.over, other.over
        (False, True)
        """
        made = type(self)(self.setup)
        made.chance = Chance(0, self.chance)
        made.set_to(self)
        return made

    def set_to(self, like: Game) -> None:
        """Be in the state of another game with the same setup; chance goes on as it would have.

        >>> import cardhouse
        >>> game = cardhouse.new('durak', seats=2, seed=3)
        >>> other = game.copy()
        >>> other.play_out(cardhouse.Chance(1))
        >>> other.set_to(game)
        >>> other.same(game)
        True
        """
        set_state(self, like)

    def set_common(self, like: Game) -> None:
        # Written by tools/game_state.py from the fields in `__init__`.
        self.step = like.step
        self.idle_slaps = like.idle_slaps
        self.result = like.result

    def same(self, other: Game) -> bool:
        """Return True if every field is equal, chance included: what is hidden, and what no view shows."""
        return type(self) is type(other) and comparable_state(self) == comparable_state(other)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (type(self), self.setup, state_of(self))

    @abstractmethod
    def moves(self, seat: i64) -> vec[i64]:
        """The codes of all that this seat may do while the game goes on."""

    def legal_actions(self, seat: i64) -> Actions:
        """Return the legal actions while the game goes on: those of `moves`, in whatever form is made quickest."""
        return Actions(self.moves(seat))

    def allows(self, seat: i64, code: i64) -> bool:
        """True if this seat may do this now."""
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
        """Return what happens when the timer fires."""

    @abstractmethod
    def phase(self) -> str:
        """The part of the game it is in."""

    @abstractmethod
    def turn(self) -> list[int]:
        """The seats from whom a move is awaited (not those who merely may do something); nobody's once it is over."""

    @abstractmethod
    def zones(self, observer: Observer) -> list[Zone]:
        """The places for cards, each with what this observer may see of it."""

    def as_seen(self, observer: Observer) -> Game | None:
        """A game that looks to this observer just like this one, and holds nothing else that it may not see.

        Hidden cards lie in it by their numbers, so that all games that look alike to somebody have one such game. A
        view is then made from it, part by part when somebody looks, and samplers need not read what they have. None: a
        view is made whole, at once. Begin with `Game.without_secrets`.
        """
        return None

    def roles(self) -> dict[str, int]:
        """Who is what now: role by name, with its seat."""
        return {}

    def scores(self) -> list[int]:
        """Each seat's score: points, or cards held where a game has no points."""
        return [0] * int(self.seats)

    def teams(self) -> tuple[int, ...]:
        """The number of each seat's team, the same all through a game; nothing where everybody plays alone."""
        return ()

    def facts(self, observer: Observer) -> dict[str, Any]:
        """Return what else this observer may know, as plain values (text, numbers, lists, dicts): memory included."""
        return {}

    def derived(self, observer: Observer) -> dict[str, Any]:
        """Further facts of a view, for showing the game: what follows from the others by the rules, or was.

        No part of the digest: one can be added without a change to any record.
        """
        return {}


@mypyc_attr(acyclic=True)
class SeenView(View):
    """A view whose parts are made when somebody looks at them, from a game that holds no secret of this observer."""

    def __init__(self, seen: Game, observer: Observer) -> None:
        setup = seen.setup
        seat = observer.seat
        over = seen.result
        timer = None if over is not None else seen.timer_now()
        step = int(seen.step)
        super().__init__(
            setup.game, setup.seats, seat, step, NO_PARTS, seen.phase(), (), (), NO_PARTS, (), NO_PARTS, (), timer, over
        )
        self._seen: Final = seen
        self._observer: Final = observer
        self._options = None
        self._turn = None
        self._zones = None
        self._roles = None
        self._scores = None
        self._facts = None
        self._legal = None

    @property
    def options(self) -> Mapping[str, Value]:
        if self._options is None:
            self._options = dict(self._seen.setup.options)
        return self._options

    @property
    def turn(self) -> tuple[int, ...]:
        if self._turn is None:
            self._turn = tuple(self._seen.turn()) if self.outcome is None else ()
        return self._turn

    @property
    def zones(self) -> tuple[Zone, ...]:
        if self._zones is None:
            self._zones = tuple(self._seen.zones(self._observer))
        return self._zones

    @property
    def roles(self) -> Mapping[str, int]:
        if self._roles is None:
            self._roles = self._seen.roles()
        return self._roles

    @property
    def scores(self) -> tuple[int, ...]:
        if self._scores is None:
            self._scores = tuple(self._seen.scores())
        return self._scores

    @property
    def facts(self) -> Mapping[str, Any]:
        if self._facts is None:
            self._facts = self._seen.facts(self._observer) | self._seen.derived(self._observer)
        return self._facts

    @property
    def legal(self) -> Actions | tuple[Action, ...]:
        if self._legal is None:
            self._legal = NO_ACTIONS if self.seat is None else self._seen.legal(self.seat)
        return self._legal

    @property
    def source(self) -> object:
        return self._seen


def setup_of(view: View) -> Setup:
    """The setup of a game that a view shows, as far as everybody knows it."""
    return Setup(view.game, view.seats, view.options, 0, None)
