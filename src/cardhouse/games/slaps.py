"""Slap rules: each a small named value with one question, is it on the pile?

The options, the rules page, the engine and whoever plays from a view read the same lists.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from mypy_extensions import i64

from ..cards import rank_of, suit_of
from ..errors import BadSetup
from ..options import Value
from ..view import View
from ..words import say
from .packets import Packet

TEN: Final[i64] = 8
JACK: Final[i64] = 9
QUEEN: Final[i64] = 10
KING: Final[i64] = 11


class Slap:
    """One thing that makes a slap good. It looks at the last ``depth`` cards, at most four, of a pile that has them."""

    def __init__(self, name: str, depth: i64, always: bool = False) -> None:
        """``always``: it is part of the game; otherwise it is on when the option of its name is."""
        self.name: Final = name
        self.depth: Final[i64] = depth
        self.always: Final = always

    @abstractmethod
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        """Whether these last cards, the last one first, are worth a slap."""

    def sentence(self) -> str:
        """What it looks for, in one sentence."""
        return say(f"slap.{self.name}", {})

    def __repr__(self) -> str:
        return f"Slap({self.name!r})"


class Doubles(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return rank_of(last) == rank_of(second)


class Sandwiches(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return rank_of(last) == rank_of(third)


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


class Jacks(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return rank_of(last) == JACK


class Wilds(Slap):
    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return last >= 52


JACKS: Final[Slap] = Jacks("jacks", 1, True)
RATSCREW_SLAPS: Final[list[Slap]] = [
    Doubles("doubles", 2, True),
    Sandwiches("sandwiches", 3),
    Runs("runs", 3),
    Flushes("flushes", 4),
    Tens("tens", 2),
    Marriages("marriages", 2),
    Divorces("divorces", 3),
]
SLAPJACK_SLAPS: Final[list[Slap]] = [
    JACKS,
    Doubles("doubles", 2, True),
    Sandwiches("sandwiches", 3, True),
    Wilds("wilds", 1),
]


def slaps_of(game: str) -> list[Slap]:
    """All slap rules of a game, those that are always on first; none for a game without slaps."""
    if game == "ratscrew":
        return RATSCREW_SLAPS
    return SLAPJACK_SLAPS if game == "slapjack" else []


def slaps_on(game: str, options: Mapping[str, Value], last_chance: bool = False) -> list[Slap]:
    """The slap rules that are on: with these options and, in Slapjack, in a last chance or not."""
    if last_chance:
        return [JACKS]
    return [rule for rule in slaps_of(game) if rule.always or options[rule.name] is True]


def good(rules: list[Slap], pile: Packet, penalties: i64, covered: i64) -> bool:
    """Whether a pile can be slapped by one of these rules; the penalty cards at its bottom don't count.

    ``covered`` looks at it as it lay before the last so many cards were turned.
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


def patterns(
    game: str,
    pile: Sequence[int],
    options: Mapping[str, Value],
    *,
    penalties: int = 0,
    last_chance: bool = False,
) -> list[str]:
    """The names of all slap rules that a pile, bottom to top, satisfies; empty: a slap would be wrong.

    ``penalties`` is how many penalty cards lie at its bottom (Ratscrew), ``last_chance`` whether a player in the
    game is without cards (Slapjack).
    """
    return fitting(slaps_on(game, options, last_chance), pile[penalties:])


def patterns_seen(view: View) -> list[str]:
    """The names of all slap rules that the pile of a view satisfies now."""
    if not slaps_of(view.game):
        raise BadSetup("setup.no_slaps", game=view.game)
    pile = view.zone("pile").known
    return patterns(
        view.game,
        pile,
        view.options,
        penalties=view.facts.get("penalties", 0),
        last_chance=view.facts.get("jacks_only", False),
    )
