"""What each action is worth, how sure that is, and why, in a sentence: for people who want to get better.

The same search that the strongest bots play by looks at the position as one seat sees it. A verdict is ``proven`` only
where a solver settled every action, or found a win, and ``close`` where the best two differ by less than two errors, or
by next to nothing. The reason tells what happens differently after the best action and after another, in the same
imagined worlds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.action import Action
from ..engine.cards import RANKS
from ..engine.chance import Chance
from ..engine.errors import BadSetup
from ..engine.registry import game_class
from ..engine.view import View
from ..engine.words import Reason, say
from .lines import WORLDS as MOST_LINES
from .lines import Comparison, Playing, certain, compare, lines_of, mean_and_error
from .search import Search, Valued

Searcher = Callable[[View, Chance, int], Search]

WORLDS = 400
# With how many other actions the best is compared at most, to find a difference that is worth a sentence.
OTHERS = 5
# This share of a bad mistake is next to nothing.
NOTHING = 1 / 40
# Streams of chance that have nothing to do with each other: of the search, of the lines compared, and of those that
# stronger players play.
SEARCHING, COMPARING, VERIFYING = range(3)


def _one(view: View) -> float:
    return 1.0


def _same(one: Action, other: Action) -> bool:
    return one == other


@dataclass(frozen=True)
class Adviser:
    """How a game's positions are looked at and spoken of.

    ``search`` gets a view, chance and a number of worlds. ``unit`` is what a value is counted in: the ``chance`` of a
    good end, or ``points``. ``best_value`` is what a proven win is worth, ``blunder`` what a bad mistake costs at
    least. ``playing`` is how positions are played on, for reasons in terms of play; None: there are none. ``alike``
    tells whether the search may have looked at two actions as one, and ``same`` why, where it looked at all of them as
    one.
    """

    search: Searcher
    unit: str = "chance"
    best_value: Callable[[View], float] = _one
    playing: Playing | None = None
    alike: Callable[[Action, Action], bool] = _same
    blunder: float = 0.1
    same: Reason | None = None


_advisers: dict[str, Adviser] = {}


def add_adviser(game: str, adviser: Adviser | None) -> None:
    """Make known how a game's positions are looked at; None: it has no search."""
    _advisers.pop(game, None)
    if adviser is not None:
        _advisers[game] = adviser


def can_advise(game: str) -> bool:
    """Whether there is a search for this game."""
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
    ``close``, ``same`` if all comes to the same, or ``only``. ``sentence`` says verdict and ``reason`` in English."""

    actions: tuple[Valued, ...]
    verdict: str
    sentence: str
    unit: str
    reason: Reason | None = None
    compared: Comparison | None = None
    alike: Callable[[Action, Action], bool] = _same

    @property
    def best(self) -> Action:
        return self.actions[0].action

    def of(self, action: Action) -> Valued | None:
        """The worth of an action, or of one that comes to the same; None if it was not looked at."""
        for valued in self.actions:
            if valued.action == action:
                return valued
        alike = [valued for valued in self.actions if self.alike(valued.action, action)]
        return min(alike, key=lambda valued: _far(valued.action, action)) if alike else None

    def shown(self, valued: Valued) -> str:
        """A worth with its error, as people read it."""
        if valued.proven:
            return f"{100 * valued.value:.0f}%, proven"
        if self.unit == "points":
            cost = self.actions[0].value - valued.value
            return f"costs {cost:.1f} ± {valued.error:.1f} points" if cost > 0 else f"best, ± {valued.error:.1f} points"
        return f"{100 * valued.value:.0f} ± {100 * valued.error:.0f}%"

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
    """What the seat of this view could do, and what it is worth; `BadSetup` if there is nothing to choose."""
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
    verdict = _verdict(ranked, found.proven, adviser, most)
    reason: Reason | None = None
    compared: Comparison | None = None
    if verdict == "proven":
        reason = _outcome(ranked[0].value, most)
    elif verdict == "same":
        reason = adviser.same
    else:
        compared = _compared(view, adviser, ranked, min(worlds, MOST_LINES), seed)
        reason = _next_best(adviser.unit, ranked) if compared is None and verdict == "clear" else None
        reason = reason if compared is None else compared.reason
    opening = say(f"advice.{verdict}", {"action": str(ranked[0].action), "other": str(ranked[:2][-1].action)})
    sentence = opening if reason is None else f"{opening} {say(reason.key, reason.facts, names)}"
    return Advice(ranked, verdict, sentence, adviser.unit, reason, compared, adviser.alike)


def chance_of(view: View, purpose: int, seed: int = 0) -> Chance:
    """The chance of all that is imagined for one view for one purpose."""
    return Chance((seed * 1_000_003 + view.step) * 4 + purpose)


def _compared(view: View, adviser: Adviser, ranked: Sequence[Valued], worlds: int, seed: int) -> Comparison | None:
    """What happens differently after the best action and after another: first of all one that is clearly worse.

    Where nothing does, and the next is as good, it is what is certain after both.
    """
    playing = adviser.playing
    if playing is None or view.seat is None:
        return None
    best, *others = ranked
    others.sort(key=lambda valued: _is_close(best, valued, adviser))
    # The next ones, and the worst: where the next ones hardly differ, it shows what is to be avoided.
    chosen = others if len(others) <= OTHERS else [*others[: OTHERS - 1], others[-1]]
    actions = [best.action, *(valued.action for valued in chosen)]
    lines = lines_of(view, actions, playing, chance_of(view, COMPARING, seed), worlds)
    for at in range(1, len(actions)):
        # The search saw more worlds; these may only not contradict it.
        ahead, error = mean_and_error([one.worth - two.worth for one, two in zip(lines[0], lines[at], strict=True)])
        if ahead >= -error:
            found = compare((actions[0], lines[0]), (actions[at], lines[at]), playing, view.seat)
            if found is not None:
                return found
    second = ranked[1]
    if second in chosen and _is_close(best, second, adviser):
        return certain((actions[0], lines[0]), (second.action, lines[1 + chosen.index(second)]), playing, view.seat)
    return None


def compare_two(view: View, better: Action, other: Action, playing: Playing, worlds: int) -> Comparison | None:
    """What happens differently after a better action and after this one, if that is clear."""
    assert view.seat is not None
    one, two = lines_of(view, (better, other), playing, chance_of(view, COMPARING), min(worlds, MOST_LINES))
    return compare((better, one), (other, two), playing, view.seat)


def behind(best: Valued, other: Valued) -> tuple[float, float]:
    """By how much an action is behind the best one, with the standard error of that."""
    if other.behind is not None:
        return other.behind
    return best.value - other.value, math.hypot(best.error, other.error)


def _is_close(best: Valued, other: Valued, adviser: Adviser) -> bool:
    """Whether two actions are within two errors of each other, or as good as equal."""
    gap, error = behind(best, other)
    return gap < 2 * error or gap < NOTHING * adviser.blunder


def _verdict(ranked: Sequence[Valued], proven: bool, adviser: Adviser, most: float) -> str:
    if len(ranked) == 1:
        return "same"
    best, second = ranked[0], ranked[1]
    if proven or (best.proven and best.value == most):
        return "proven"
    return "close" if _is_close(best, second, adviser) else "clear"


def _outcome(best: float, most: float) -> Reason:
    """What best play leads to, where that is proven."""
    if best == most:
        return Reason("advice.wins")
    return Reason("advice.draws" if best > 0.0 else "advice.loses")


def _next_best(unit: str, ranked: Sequence[Valued]) -> Reason | None:
    """By how much the best is better than the next."""
    gain = ranked[0].value - ranked[1].value
    number = round(gain if unit == "points" else 100 * gain)
    facts = {"action": str(ranked[1].action)}
    if number < 1:
        return Reason("advice.next.little", facts)
    return Reason(f"advice.next.{unit}", {**facts, "count": number})


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
