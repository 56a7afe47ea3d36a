"""Actions of players: a verb and its cards, packed into one integer and readable as text.

``play 7h 7s``, ``beat 7h 9h``, ``blind 2``, ``slap``. The verb stands in the bits from 56 up. Below it is a set of
cards, a pair of cards (the first in bits 0 to 5, the second in bits 6 to 11) or a number, as the verb wants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import Final, overload

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .cards import BIT, CARDS, Card, cards_in, cards_text, choices, count, nth_subset, parse_cards, subsets
from .errors import BadSetup, Unreadable

PLAY: Final[i64] = 1 << 56
PASS: Final[i64] = 2 << 56
ATTACK: Final[i64] = 3 << 56
BEAT: Final[i64] = 4 << 56
FORWARD: Final[i64] = 5 << 56
TAKE: Final[i64] = 6 << 56
DONE: Final[i64] = 7 << 56
TURN: Final[i64] = 8 << 56
SLAP: Final[i64] = 9 << 56
BLIND: Final[i64] = 10 << 56
PICKUP: Final[i64] = 11 << 56
SWAP: Final[i64] = 12 << 56
READY: Final[i64] = 13 << 56

WHAT: Final[i64] = 0xFFFFFFFFFFFFFF
VERBS: Final = 128

# The most that can follow a verb of each shape: all cards, a pair of the last card, a number of nine digits, nothing.
_MOST_CARDS: Final[i64] = 0x3FFFFFFFFFFFFF
_MOST_PAIR: Final[i64] = 53 << 6 | 53
_MOST_NUMBER: Final[i64] = 999_999_999

# The texts of actions that were spelt already: a player who passes three cards of Hearts has 286 to choose from.
MOST_TEXTS: Final = 30_000
_texts: Final[dict[int, str]] = {}


class Verb:
    """A kind of action: its name, and the arguments that follow it in an action's text.

    The ``shape`` is ``cards`` (a set of cards), ``pair`` (two cards whose order matters), ``number``, ``count`` (a
    number that may be left out when it is 0) or nothing.
    """

    def __init__(self, name: str, shape: str = "") -> None:
        self.name: Final = name
        self.shape: Final = shape


SHAPES: Final = ("", "cards", "pair", "number", "count")
_verbs: Final[dict[int, Verb]] = {
    PLAY: Verb("play", "cards"),
    PASS: Verb("pass", "cards"),
    ATTACK: Verb("attack", "cards"),
    BEAT: Verb("beat", "pair"),
    FORWARD: Verb("forward", "cards"),
    TAKE: Verb("take"),
    DONE: Verb("done"),
    TURN: Verb("turn"),
    SLAP: Verb("slap", "count"),
    BLIND: Verb("blind", "number"),
    PICKUP: Verb("pickup"),
    SWAP: Verb("swap", "pair"),
    READY: Verb("ready"),
}
_codes: Final[dict[str, int]] = {verb.name: code for code, verb in _verbs.items()}
# The verbs of other packages' games get their codes as they are loaded: not the same ones in every process.
_OWN: Final[i64] = READY + (1 << 56)
_finders: Final[list[Callable[[], object]]] = []


def _most(shape: str) -> i64:
    if shape == "cards":
        return _MOST_CARDS
    if shape == "pair":
        return _MOST_PAIR
    return _MOST_NUMBER if shape in ("number", "count") else 0


# By verb; -1: there is no such verb.
_mosts: Final[vec[i64]] = vec[i64](
    [-1] + [_most(verb.shape) for verb in _verbs.values()] + [-1] * (VERBS - len(_verbs) - 1)
)


def new_verb(name: str, shape: str = "") -> int:
    """The code of a verb for a game of your own, to be added to what it is done with; for the shapes see `Verb`.

    A verb that is known already with the same shape is simply given back.
    """
    if shape not in SHAPES:
        raise BadSetup("setup.verb_shape", shape=shape)
    known = _codes.get(name)
    if known is not None:
        if _verbs[known].shape != shape:
            raise BadSetup("setup.verb_taken", verb=name)
        return known
    if not name.isalpha() or not name.islower() or len(_verbs) + 1 >= VERBS:
        raise BadSetup("setup.verb_name", verb=name)
    _mosts[len(_verbs) + 1] = _most(shape)
    code = (len(_verbs) + 1) * 2**56
    _verbs[code] = Verb(name, shape)
    _codes[name] = code
    return code


def add_verb_finder(find: Callable[[], object]) -> None:
    """Have this called where a verb is unknown: it loads the games of other packages, and their verbs with them."""
    _finders.append(find)


def _code_of(verb: str) -> int | None:
    """The code of a verb, whose game may have to be loaded first; None if there is no such verb."""
    if verb not in _codes:
        for find in _finders:
            find()
    return _codes.get(verb)


def verbs() -> dict[int, Verb]:
    """All verbs that there are, by their codes."""
    return dict(_verbs)


def shape_of(verb: str) -> str:
    """Return what follows a verb in an action's text; see `Verb`.

    >>> from cardhouse.engine.action import shape_of
    >>> shape_of('play'), shape_of('beat'), shape_of('slap'), shape_of('take')
    ('cards', 'pair', 'count', '')
    """
    return _verbs[_codes[verb]].shape


def verb_of(code: i64) -> i64:
    """An action's verb, as one of the constants of this module."""
    return code & ~WHAT


def cards_of(code: i64) -> i64:
    """The set of cards of an action that has one."""
    return code & WHAT


def pair(verb: i64, first: i64, second: i64) -> i64:
    """An action with two cards whose order matters."""
    return verb | first | second << 6


def first_of(code: i64) -> i64:
    return code & 63


def second_of(code: i64) -> i64:
    return (code >> 6) & 63


@mypyc_attr(acyclic=True, free_list_len=1)
class Action:
    """A verb with its cards or its number. Equal actions are equal, and ``Action.parse(str(action)) == action``.

    A code that is no action raises `Unreadable`.

    >>> from cardhouse.engine.action import Action
    >>> action = Action.parse('play 7h 7s')
    >>> action.verb, action.cards
    ('play', (Card('7s'), Card('7h')))
    >>> str(action)
    'play 7s 7h'
    >>> Action.parse('PLAY 7s,7h') == action
    True
    >>> Action.parse('blind 2').number
    2
    >>> Action.parse('shout')
    Traceback (most recent call last):
        ...
    cardhouse.engine.errors.Unreadable: 'shout' is not an action.
    """

    def __init__(self, code: i64) -> None:
        verb = code >> 56
        most = _mosts[verb] if 0 <= verb < VERBS else -1
        if code & WHAT > most or (most == _MOST_PAIR and code & 63 > 53):
            raise Unreadable("unreadable.code", code=code)
        self.code: Final[i64] = code

    @property
    def verb(self) -> str:
        return _verbs[verb_of(self.code)].name

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards it is done with: a set in the cards' order, or a pair in its own."""
        shape = _verbs[verb_of(self.code)].shape
        if shape == "cards":
            return tuple([CARDS[card] for card in cards_in(self.code & WHAT)])
        if shape == "pair":
            return CARDS[first_of(self.code)], CARDS[second_of(self.code)]
        return ()

    @property
    def number(self) -> int | None:
        """The number it is done with, if its verb wants one."""
        shape = _verbs[verb_of(self.code)].shape
        number = self.code & WHAT
        return number if shape == "number" or (shape == "count" and number) else None

    @staticmethod
    def parse(text: str) -> Action:
        """The action with this text; `Unreadable` says what was wrong with it."""
        return parse_action(text)

    def __str__(self) -> str:
        return _texts.get(self.code) or self._kept()

    def _kept(self) -> str:
        if len(_texts) >= MOST_TEXTS:
            _texts.clear()
        text = _texts[self.code] = self._spelt()
        return text

    def _spelt(self) -> str:
        number = self.number
        if number is not None:
            return f"{self.verb} {number}"
        cards = self.cards
        return f"{self.verb} {cards_text(cards)}" if cards else self.verb

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.code == other.code

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[object, ...]:
        if self.code >= _OWN:
            return parse_action, (str(self),)
        return Action, (int(self.code),)


@mypyc_attr(acyclic=True, free_list_len=1)
class Actions:
    """Actions in a row, as in a tuple of them, but each is made only when it is looked at: there may be hundreds.

    Given by their codes, or as a verb with each choice of this many (``size``) of some cards.

    >>> from cardhouse.engine.action import actions_from
    >>> actions = actions_from(['play 2c', 'play 3c'])
    >>> len(actions), actions[-1]
    (2, Action('play 3c'))
    >>> actions
    [Action('play 2c'), Action('play 3c')]
    """

    def __init__(self, codes: vec[i64], verb: i64 = 0, cards: i64 = 0, size: i64 = 0) -> None:
        # Rules share rows that are always the same, so nobody else may have this one.
        self._codes = codes
        self._verb: Final = verb
        self._cards: Final = cards
        # 0 as soon as the codes are there.
        self._size = size
        self._length: Final[i64] = choices(count(cards), size) if size else len(codes)

    def _row(self) -> vec[i64]:
        if self._size:
            self._codes = subsets(self._verb, self._cards, self._size)
            self._size = 0
        return self._codes

    def _code(self, at: i64) -> i64:
        return self._verb | nth_subset(self._cards, self._size, at) if self._size else self._codes[at]

    @property
    def codes(self) -> vec[i64]:
        """The actions' codes, as an array of one's own."""
        return self._row()[:]

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> list[Action]: ...

    def __getitem__(self, at: int | slice) -> Action | list[Action]:
        # Asked as plain numbers, since not every one of them is an i64.
        size: int = self._length
        # The usual case, without a call.
        if isinstance(at, int) and 0 <= at < size:
            return Action(self._code(at))
        if isinstance(at, slice):
            return self.as_list()[at]
        place = index(at)
        if not -size <= place < size:
            raise IndexError("there are fewer actions than that")
        return Action(self._row()[place])

    def __iter__(self) -> Iterator[Action]:
        return iter(self.as_list())

    def __reversed__(self) -> Iterator[Action]:
        return reversed(self.as_list())

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and action.code in self._row()

    def index(self, action: object, start: int = 0, stop: int | None = None) -> int:
        """The first place of an action, as in a tuple; `ValueError` if it is not there."""
        actions = self.as_list()
        if not isinstance(action, Action):
            raise ValueError("what is no action is not in this row")
        return actions.index(action, start, len(actions) if stop is None else stop)

    def count(self, action: object) -> int:
        """How often an action is there."""
        return self.as_list().count(action) if isinstance(action, Action) else 0

    def as_list(self) -> list[Action]:
        """The actions as a list of one's own."""
        return [Action(code) for code in self._row()]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Actions, list, tuple)) and self.as_list() == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self.as_list()))

    def __repr__(self) -> str:
        return repr(self.as_list())

    def __reduce__(self) -> tuple[object, ...]:
        row = self._row()
        for code in row:
            if code >= _OWN:
                return actions_from, (action_texts(self),)
        return actions_of, ([int(code) for code in row],)


Sequence.register(Actions)


def actions_of(codes: list[int]) -> Actions:
    """The actions with these codes."""
    return Actions(vec[i64](codes))


def actions_from(texts: list[str]) -> Actions:
    """The actions with these texts."""
    return Actions(vec[i64]([parse_action(text).code for text in texts]))


def action_texts(actions: Actions | tuple[Action, ...]) -> list[str]:
    """Each action's text.

    >>> import cardhouse
    >>> from cardhouse.engine.action import action_texts
    >>> game = cardhouse.new('threes', seats=2, seed=1)
    >>> action_texts(game.legal(0))[:2]
    ['play 4h', 'play Kc']
    """
    if isinstance(actions, Actions):
        return [_texts.get(code) or str(Action(code)) for code in actions._row()]
    return [str(action) for action in actions]


def parse_action(text: str) -> Action:
    """The action with this text; `Unreadable` says what was wrong with it."""
    words = text.strip().split(None, 1)
    if not words:
        raise Unreadable("unreadable.empty")
    verb = words[0].lower()
    rest = words[1] if len(words) > 1 else ""
    known = _code_of(verb)
    if known is None:
        raise Unreadable("unreadable.verb", verb=words[0][:40])
    code = known
    shape = _verbs[code].shape
    if shape == "":
        if rest:
            raise Unreadable("unreadable.alone", verb=verb, rest=rest[:40])
        return Action(code)
    if shape == "count" and not rest:
        return Action(code)
    if shape in ("number", "count"):
        if not (rest.isascii() and rest.isdigit() and len(rest) < 10):
            raise Unreadable("unreadable.number", verb=verb, rest=rest[:40])
        return Action(code + int(rest))
    cards = parse_cards(rest)
    if shape == "pair":
        if len(cards) != 2:
            raise Unreadable("unreadable.pair", verb=verb, rest=rest[:40])
        return Action(pair(code, cards[0], cards[1]))
    together: i64 = code
    for card in cards:
        together |= BIT[card]
    return Action(together)
