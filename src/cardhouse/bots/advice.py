"""Advice for people who want to get better: the worth of each action, how sure that is, and why, in a sentence.

The same search that the strongest bots play by looks at the position as one seat sees it. A verdict is ``proven`` only
where a solver settled every action, or found a win; ``equal`` where the best two are within a small margin, with 95%,
and ``close`` where they are neither that nor clearly apart. What is said of the two is made by `teacher`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..build import running
from ..engine.action import Action
from ..engine.cards import RANKS
from ..engine.chance import Chance
from ..engine.errors import BadSetup
from ..engine.registry import game_class
from ..engine.view import View
from ..engine.words import Reason, say
from .lines import WORLDS as MOST_LINES
from .lines import Playing, lines_of
from .search import Search, Valued
from .teacher import Comparison, Tried, certain, equal, next_best, unsure, why

Searcher = Callable[[View, Chance, int], Search]

# One budget for a hint, for advice and for a review: what one says a move is worth, the others say as well.
WORLDS = 400 if running() == "compiled" else 60
# This many errors on either side hold 95%.
SURE = 1.96
# Streams of chance that have nothing to do with each other: of the search, of the lines compared, and of those that
# stronger players play.
SEARCHING, COMPARING, VERIFYING = range(3)
# The verdicts that are said before the reasons; the others are reasons themselves.
OPENINGS = ("clear", "proven", "same")


def _one(view: View) -> float:
    return 1.0


def _same(one: Action, other: Action) -> bool:
    return one == other


def neighbours(one: Action, other: Action) -> bool:
    """True for two cards of one suit that are next to each other."""
    if one.verb != other.verb or len(one.cards) != 1 or len(other.cards) != 1:
        return False
    return one.cards[0].suit == other.cards[0].suit and _far(one, other) == 1


@dataclass(frozen=True)
class Adviser:
    """How a game's positions are looked at and spoken of.

    ``search`` gets a view, chance and a number of worlds. ``unit`` is what a value is counted in: the ``chance`` of a
    good end, or ``points``. ``best_value`` is what a proven win is worth, ``blunder`` what a bad mistake costs at
    least, ``margin`` within what two actions are called equally good; ``near`` tells whether two are much alike.
    ``playing`` is how positions are played on, for reasons in terms of play; None: there are none. ``alike``
    tells whether the search may have looked at two actions as one, and ``same`` why, where it looked at all of them as
    one.
    """

    search: Searcher
    unit: str = "chance"
    best_value: Callable[[View], float] = _one
    playing: Playing | None = None
    alike: Callable[[Action, Action], bool] = _same
    blunder: float = 0.1
    margin: float = 0.03
    near: Callable[[Action, Action], bool] = neighbours
    same: Reason | None = None


_advisers: dict[str, Adviser] = {}


def add_adviser(game: str, adviser: Adviser | None) -> None:
    """Make known how a game's positions are looked at; None: it has no search."""
    _advisers.pop(game, None)
    if adviser is not None:
        _advisers[game] = adviser


def can_advise(game: str) -> bool:
    """True if there is a search for this game."""
    game_class(game)
    return game in _advisers


def adviser_of(game: str) -> Adviser:
    """A game's adviser; `BadSetup` if it has none."""
    if not can_advise(game):
        raise BadSetup("advice.no_search", game=game)
    return _advisers[game]


@dataclass(frozen=True)
class Advice:
    """All actions with their worth, the best first, the others by their worth; ``verdict`` is ``proven``, ``clear``,
    ``equal``, ``close``, ``same`` if all comes to the same, or ``only``. ``sentence`` says verdict and ``reasons`` in
    English, which rest on what is ``compared`` of the best action and of its ``rival``."""

    actions: tuple[Valued, ...]
    verdict: str
    sentence: str
    unit: str
    reasons: tuple[Reason, ...] = ()
    compared: tuple[Comparison, ...] = ()
    rival: Valued | None = None
    alike: Callable[[Action, Action], bool] = _same

    @property
    def best(self) -> Action:
        return self.actions[0].action

    @property
    def reason(self) -> Reason | None:
        """The first reason."""
        return self.reasons[0] if self.reasons else None

    @property
    def also(self) -> Reason | None:
        """The second reason."""
        return self.reasons[1] if len(self.reasons) > 1 else None

    def of(self, action: Action) -> Valued | None:
        """The worth of an action, or of one that comes to the same; None if it was not looked at."""
        for valued in self.actions:
            if valued.action == action:
                return valued
        alike = [valued for valued in self.actions if self.alike(valued.action, action)]
        return min(alike, key=lambda valued: _far(valued.action, action)) if alike else None

    def shown(self, valued: Valued) -> str:
        """A worth as people read it, with what it is within with 95%."""
        if valued.proven:
            return f"{100 * valued.value:.0f}%, proven"
        if self.unit == "points":
            best = self.actions[0]
            cost, error = behind(best, valued)
            if valued is best:
                return f"best, ± {SURE * valued.error:.1f} points"
            return f"costs {cost:.1f} ± {SURE * error:.1f} points"
        return f"{100 * valued.value:.0f} ± {100 * SURE * valued.error:.0f}%"

    def plain(self) -> dict[str, Any]:
        """The advice as plain values, for the wire."""
        return {
            "unit": self.unit,
            "verdict": self.verdict,
            "sentence": self.sentence,
            "actions": [
                {"action": str(each.action), "value": round(each.value, 4), "error": round(each.error, 4)}
                for each in self.actions
            ],
        }


def advise(view: View, names: Sequence[str] = (), worlds: int = WORLDS, seed: int = 0) -> Advice:
    """Return what the seat of this view could do, and what it is worth; `BadSetup` if there is nothing to choose."""
    adviser = adviser_of(view.game)
    if view.seat is None or not view.legal:
        raise BadSetup("advice.nothing", step=view.step)
    if len(view.legal) == 1:
        only = Valued(view.legal[0], 0.0, 0.0, 0)
        return Advice((only,), "only", say("advice.only", {"action": str(only.action)}), adviser.unit)
    found = adviser.search(view, chance_of(view, SEARCHING, seed), worlds)
    # The best of the search was tried longest; one that was dropped early may look better by luck.
    ranked = (found.actions[0], *sorted(found.actions[1:], key=lambda valued: -valued.value))
    most = adviser.best_value(view)
    best, rival = ranked[0], rival_of(ranked)
    verdict = _verdict(best, rival, found.proven, adviser, most)
    reasons: tuple[Reason, ...] = ()
    compared: tuple[Comparison, ...] = ()
    if verdict == "proven":
        reasons = (_outcome(best.value, most),)
    elif verdict == "same":
        reasons = () if adviser.same is None else (adviser.same,)
    elif rival is not None:
        reasons, compared = _taught(view, adviser, verdict, best, rival, worlds, seed)
    opening = say(f"advice.{verdict}", {"action": str(best.action)}) if verdict in OPENINGS else ""
    sentence = " ".join(filter(None, (opening, *(say(each.key, each.facts, names) for each in reasons))))
    return Advice(ranked, verdict, sentence, adviser.unit, reasons, compared, rival, adviser.alike)


def rival_of(ranked: Sequence[Valued]) -> Valued | None:
    """Return what the best action is chosen before: the nearest to it of those that were tried long enough to tell."""
    best, *others = ranked
    if not others:
        return None
    longest = max(valued.worlds for valued in others)
    return min((each for each in others if 2 * each.worlds >= longest), key=lambda each: behind(best, each)[0])


def chance_of(view: View, purpose: int, seed: int = 0) -> Chance:
    """The chance of all that is imagined for one view for one purpose."""
    return Chance((seed * 1_000_003 + view.step) * 4 + purpose)


def two_lines(
    view: View, better: Action, other: Action, playing: Playing, worlds: int, seed: int
) -> tuple[Tried, Tried]:
    """Both actions with their lines in the same worlds."""
    chance = chance_of(view, COMPARING, seed)
    one, two = lines_of(view, (better, other), playing, chance, min(worlds, MOST_LINES))
    return (better, one), (other, two)


def reasons_against(
    view: View, better: Action, other: Action, adviser: Adviser, cost: float, worlds: int, seed: int = 0
) -> tuple[Comparison, ...]:
    """Return what speaks for the better of two actions, if anything in the play explains what the other costs."""
    if adviser.playing is None:
        return ()
    return why(*two_lines(view, better, other, adviser.playing, worlds, seed), adviser.playing, cost)


def _taught(
    view: View, adviser: Adviser, verdict: str, best: Valued, rival: Valued, worlds: int, seed: int
) -> tuple[tuple[Reason, ...], tuple[Comparison, ...]]:
    """The sentences about the best action and its rival, and what they rest on."""
    gain, _ = behind(best, rival)
    if verdict == "clear":
        compared = reasons_against(view, best.action, rival.action, adviser, gain, worlds, seed)
        reasons = tuple(each.reason for each in compared)
        return reasons or (next_best(rival.action, gain, adviser.unit),), compared
    one: Tried = (best.action, ())
    two: Tried = (rival.action, ())
    either: Comparison | None = None
    if adviser.playing is not None:
        one, two = two_lines(view, best.action, rival.action, adviser.playing, worlds, seed)
        either = certain(one, two, adviser.playing)
    if verdict == "equal":
        first = equal(best.action, rival.action, adviser.unit, adviser.margin)
    else:
        first = unsure(one, two, adviser.near)
    return ((first,), ()) if either is None else ((first, either.reason), (either,))


def behind(best: Valued, other: Valued) -> tuple[float, float]:
    """By how much an action is behind the best one, with the standard error of that."""
    if other.behind is not None:
        return other.behind
    return best.value - other.value, math.hypot(best.error, other.error)


def within(gap: float, error: float, margin: float) -> bool:
    """True if what an action is behind is no more than a margin, with 95%."""
    return abs(gap) + SURE * error <= margin


def _verdict(best: Valued, rival: Valued | None, proven: bool, adviser: Adviser, most: float) -> str:
    if rival is None:
        return "same"
    if proven or (best.proven and best.value == most):
        return "proven"
    gap, error = behind(best, rival)
    if within(gap, error, adviser.margin):
        return "equal"
    return "clear" if gap > SURE * error else "close"


def _outcome(best: float, most: float) -> Reason:
    """Return what best play leads to, where that is proven."""
    if best == most:
        return Reason("advice.wins")
    return Reason("advice.draws" if best > 0.0 else "advice.loses")


def _far(one: Action, other: Action) -> int:
    return sum(abs(RANKS.index(a.rank) - RANKS.index(b.rank)) for a, b in zip(one.cards, other.cards, strict=True))


def table_of(advice: Advice) -> list[str]:
    """The advice as lines of text."""
    width = max(len(str(valued.action)) for valued in advice.actions)
    return [f"{valued.action!s:{width}}  {_worth(advice, valued)}".rstrip() for valued in advice.actions]


def _worth(advice: Advice, valued: Valued) -> str:
    """A worth, and in how many deals it showed: what was dropped early may look better by luck."""
    if valued.proven:
        return advice.shown(valued)
    return f"{advice.shown(valued)} in {valued.worlds} deals" if valued.worlds else ""


__all__ = ["Advice", "Adviser", "Reason", "advise", "adviser_of", "can_advise", "table_of"]
