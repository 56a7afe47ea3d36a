"""What a player does: a verb and the cards it is done with, packed into one integer and readable as text.

``play 7h 7s``, ``beat 7h 9h``, ``blind 2``, ``slap``. The verb stands in the bits from 56 up. Below it is a set of
cards, a pair of cards (the first in bits 0 to 5, the second in bits 6 to 11) or a number, as the verb wants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, overload

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .cards import BIT, CARDS, Card, cards_in, cards_text, parse_cards
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

# The texts of actions that were spelt already: a player who passes three cards of Hearts has 286 to choose from.
MOST_TEXTS: Final = 30_000
_texts: Final[dict[int, str]] = {}

_names: list[str] = [
    "", "play", "pass", "attack", "beat", "forward", "take", "done", "turn", "slap", "blind", "pickup", "swap", "ready",
]  # fmt: skip
# What follows each verb: a set of cards, a pair of cards, a number, a number that may be left out (0), or nothing.
_shapes: list[str] = [
    "", "cards", "cards", "cards", "pair", "cards", "", "", "", "count", "number", "", "pair", "",
]  # fmt: skip


def new_verb(name: str, shape: str = "") -> int:
    """A verb for a game of your own, to be added to what it is done with: ``cards``, ``pair``, ``number`` or nothing.

    A verb that is known already with the same shape is simply given back.
    """
    if shape not in ("", "cards", "pair", "number", "count"):
        raise BadSetup("setup.verb_shape", shape=shape)
    if name in _names:
        known = _names.index(name)
        if _shapes[known] != shape:
            raise BadSetup("setup.verb_taken", verb=name)
        return known * 2**56
    if not name.isalpha() or not name.islower() or len(_names) > 126:
        raise BadSetup("setup.verb_name", verb=name)
    _names.append(name)
    _shapes.append(shape)
    return (len(_names) - 1) * 2**56


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


@mypyc_attr(acyclic=True)
class Action:
    """A verb with its cards or its number. Equal actions are equal, and ``Action.parse(str(action)) == action``."""

    def __init__(self, code: i64) -> None:
        self.code: Final[i64] = code

    @property
    def verb(self) -> str:
        return _names[self.code >> 56]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards it is done with: a set in the cards' order, or a pair in its own."""
        shape = _shapes[self.code >> 56]
        if shape == "cards":
            return tuple([CARDS[card] for card in cards_in(self.code & WHAT)])
        if shape == "pair":
            return CARDS[first_of(self.code)], CARDS[second_of(self.code)]
        return ()

    @property
    def number(self) -> int | None:
        """The number it is done with, if its verb wants one."""
        shape = _shapes[self.code >> 56]
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
        return Action, (int(self.code),)


@mypyc_attr(acyclic=True)
class Actions:
    """Actions in a row, as in a tuple of them, but each is made only when it is looked at: there may be hundreds."""

    def __init__(self, codes: vec[i64]) -> None:
        self.codes: Final = codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, at: int) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> list[Action]: ...

    def __getitem__(self, at: int | slice) -> Action | list[Action]:
        if isinstance(at, int):
            return Action(self.codes[at])
        return self.as_list()[at]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.as_list())

    def as_list(self) -> list[Action]:
        """The actions as a list of one's own."""
        return [Action(code) for code in self.codes]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Actions, list, tuple)) and self.as_list() == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self.as_list()))

    def __repr__(self) -> str:
        return repr(self.as_list())

    def __reduce__(self) -> tuple[object, ...]:
        return actions_of, ([int(code) for code in self.codes],)


Sequence.register(Actions)


def actions_of(codes: list[int]) -> Actions:
    """The actions with these codes."""
    return Actions(vec[i64](codes))


def action_texts(actions: Actions | tuple[Action, ...]) -> list[str]:
    """Each action's text."""
    if isinstance(actions, Actions):
        return [_texts.get(code) or str(Action(code)) for code in actions.codes]
    return [str(action) for action in actions]


def parse_action(text: str) -> Action:
    """The action with this text; `Unreadable` says what was wrong with it."""
    words = text.strip().split(None, 1)
    if not words:
        raise Unreadable("unreadable.empty")
    verb = words[0].lower()
    rest = words[1] if len(words) > 1 else ""
    if verb not in _names:
        raise Unreadable("unreadable.verb", verb=words[0][:40])
    number = _names.index(verb)
    code = number * 2**56
    shape = _shapes[number]
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
