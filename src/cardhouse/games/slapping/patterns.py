"""Slap rules: each a small named value with one question, is it on the pile?

The options, the rules page, the engine and the bots read the same lists.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from ...engine.cards import cards_text, rank_of, suit_of
from ...engine.options import Value
from ...engine.words import say
from .card_ring import CardRing

TEN: Final[i64] = 8
JACK: Final[i64] = 9
QUEEN: Final[i64] = 10
KING: Final[i64] = 11


@mypyc_attr(allow_interpreted_subclasses=True)
class Slap:
    """One thing that makes a slap good. It looks at the last ``depth`` cards, at most four, of a pile that has them."""

    def __init__(self, name: str, depth: i64, always: bool = False, last_chance: bool = False) -> None:
        """``always``: it is part of the game; otherwise it is on when the option of its name is.

        ``last_chance``: it counts even where a player without cards has a last chance to come back in.
        """
        self.name: Final = name
        self.depth: Final[i64] = depth
        self.always: Final = always
        self.last_chance: Final = last_chance

    @abstractmethod
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        """True if these last cards, the last one first, are worth a slap."""

    def made_of(self) -> list[int]:
        """Which of the last cards make it, counted from the last one, 0: all that it looks at."""
        return list(range(self.depth))

    def sentence(self) -> str:
        """Return what it looks for, in one sentence."""
        return say(f"slap.{self.name}", {})

    def __repr__(self) -> str:
        return f"Slap({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.name, int(self.depth), self.always, self.last_chance)


class Doubles(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return rank_of(last) == rank_of(second)


class Sandwiches(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return rank_of(last) == rank_of(third)

    def made_of(self) -> list[int]:
        return [0, 2]


class Runs(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        # Ranks go round from ace to two, so a step up is 1 and a step down 12.
        step = (rank_of(last) - rank_of(second)) % 13
        return (step == 1 or step == 12) and (rank_of(second) - rank_of(third)) % 13 == step


class Flushes(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        suit = suit_of(last)
        return suit_of(second) == suit and suit_of(third) == suit and suit_of(fourth) == suit


class Tens(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        # Rank 0 is a two: two cards that add to ten have ranks that add to six, and none above eight can.
        return rank_of(last) + rank_of(second) == 6


def _wed(one: i64, other: i64) -> bool:
    return (rank_of(one) == KING and rank_of(other) == QUEEN) or (rank_of(one) == QUEEN and rank_of(other) == KING)


class Marriages(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return _wed(last, second)


class Divorces(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return _wed(last, third)

    def made_of(self) -> list[int]:
        return [0, 2]


class Jacks(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return rank_of(last) == JACK


class Wilds(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return last >= 52


def slaps_on(rules: Sequence[Slap], options: Mapping[str, Value], last_chance: bool = False) -> list[Slap]:
    """Those of a game's slap rules that are on: with these options, and in a last chance or not."""
    return [
        rule for rule in rules if (rule.always or options[rule.name] is True) and (rule.last_chance or not last_chance)
    ]


def good(rules: list[Slap], pile: CardRing, penalties: i64, covered: i64) -> bool:
    """True if a pile can be slapped by one of these rules; the penalty cards at its bottom don't count.

    ``covered`` looks at it as it lay before the last cards, this many, were turned.
    """
    there = pile.size - penalties - covered
    last = pile.last(covered)
    second = pile.last(covered + 1)
    third = pile.last(covered + 2)
    fourth = pile.last(covered + 3)
    return any(rule.depth <= there and rule.fits(last, second, third, fourth) for rule in rules)


def fitting(rules: Sequence[Slap], pile: Sequence[int]) -> list[str]:
    """The names of the rules by which this pile, given bottom to top without penalty cards, can be slapped."""
    last = [*pile[:-5:-1], -1, -1, -1, -1]
    return [rule.name for rule in rules if rule.depth <= len(pile) and rule.fits(last[0], last[1], last[2], last[3])]


def cards_by_rule(rules: Sequence[Slap], pile: Sequence[int]) -> dict[str, str]:
    """Each rule by which this pile can be slapped, with the cards that make it: what a view tells of slaps."""
    fits = [rule for rule in rules if rule.name in fitting(rules, pile)]
    return {rule.name: cards_text([pile[-1 - depth] for depth in rule.made_of()]) for rule in fits}
