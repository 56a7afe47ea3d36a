"""What each action is worth, how sure that is, and why, in a sentence: for people who want to get better.

The same search that the strongest cats play by looks at the position as one seat sees it. A verdict is ``proven`` only
where a solver settled every action, and ``close`` where the best two are within two errors of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..action import Action
from ..cards import RANKS
from ..chance import Chance
from ..errors import BadSetup
from ..record import Record
from ..view import View
from ..words import say
from . import durak_search, threes_search
from .hearts import ExpertHearts
from .search import Search, Valued

Searcher = Callable[[View, Chance, int], Search]

WORLDS = 400
# What a value means in each game: points of Hearts, or the chance of a good end in percent.
UNITS = {"hearts": "points"}

_searchers: dict[str, Searcher] = {
    "hearts": ExpertHearts().search,
    "threes": threes_search.search,
    "durak": durak_search.search,
}


def register_search(game: str, search: Searcher) -> None:
    """Make known how a game's positions are looked at: with a view, chance and a number of worlds."""
    _searchers[game] = search


def can_advise(game: str) -> bool:
    """Whether there is a search for this game."""
    return game in _searchers


@dataclass(frozen=True)
class Advice:
    """All actions with their worth, best first; ``verdict`` is ``proven``, ``clear``, ``close`` or ``only``."""

    actions: tuple[Valued, ...]
    verdict: str
    sentence: str
    unit: str

    @property
    def best(self) -> Action:
        return self.actions[0].action

    def of(self, action: Action) -> Valued | None:
        """The worth of an action, or of one that comes to the same; None if it was not looked at."""
        for valued in self.actions:
            if valued.action == action:
                return valued
        alike = [valued for valued in self.actions if _alike(valued.action, action)]
        return min(alike, key=lambda valued: _far(valued.action, action)) if alike else None

    def shown(self, valued: Valued) -> str:
        """A worth with its error, as people read it."""
        if self.unit == "points":
            return f"{valued.value:+.1f} ± {valued.error:.1f} points"
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
    if not can_advise(view.game):
        raise BadSetup("advice.no_search", game=view.game)
    if view.seat is None or not view.legal:
        raise BadSetup("advice.nothing", step=view.step)
    unit = UNITS.get(view.game, "chance")
    if len(view.legal) == 1:
        only = Valued(view.legal[0], 0.0, 0.0, 0)
        return Advice((only,), "only", say("advice.only", {"action": str(only.action)}), unit)
    found = _searchers[view.game](view, Chance(seed * 1_000_003 + view.step), worlds)
    ranked = tuple(sorted(found.actions, key=lambda valued: -valued.value))
    verdict = _verdict(ranked, found.proven)
    return Advice(ranked, verdict, _sentence(view, found, ranked, verdict, names), unit)


def _verdict(ranked: Sequence[Valued], proven: bool) -> str:
    if len(ranked) == 1:
        return "only"
    if proven:
        return "proven"
    best, second = ranked[0], ranked[1]
    error = (best.error**2 + second.error**2) ** 0.5
    return "close" if best.value - second.value < 2 * error else "clear"


def _sentence(view: View, found: Search, ranked: Sequence[Valued], verdict: str, names: Sequence[str]) -> str:
    best = str(ranked[0].action)
    opening = say(f"advice.{verdict}", {"action": best, "worlds": found.worlds})
    reason = _reason(view, found.notes, best, names)
    return f"{opening} {reason}".strip()


def _reason(view: View, notes: Mapping[str, Any], best: str, names: Sequence[str]) -> str:
    """What the imagined worlds showed, in one sentence; empty if they showed nothing to speak of."""
    queen: Mapping[int, float] = notes.get("queen", {})
    if queen:
        seat = max(queen, key=lambda seat: queen[seat])
        if seat != view.seat:
            return say("advice.queen", {"seat": seat, "percent": round(100 * queen[seat])}, names)
    for name in ("beaten", "stuck"):
        share = notes.get(name, {}).get(best)
        if share is not None:
            return say(f"advice.{name}", {"percent": round(100 * share)}, names)
    return ""


def _alike(one: Action, other: Action) -> bool:
    """Whether two actions may have been looked at as one: the same verb, and the same ranks or the same suit."""
    if one.verb != other.verb or len(one.cards) != len(other.cards):
        return False
    ranks = [sorted(card.rank for card in action.cards) for action in (one, other)]
    suits = [sorted(card.suit for card in action.cards) for action in (one, other)]
    return ranks[0] == ranks[1] or (len(one.cards) == 1 and suits[0] == suits[1])


def _far(one: Action, other: Action) -> int:
    return sum(abs(RANKS.index(a.rank) - RANKS.index(b.rank)) for a, b in zip(one.cards, other.cards, strict=True))


@dataclass(frozen=True)
class Judged:
    """A move of a recorded game: what it was worth, what the best was worth, and what it cost."""

    number: int
    seat: int
    action: str
    best: str
    cost: float
    error: float
    verdict: str
    sentence: str

    @property
    def costly(self) -> bool:
        """Whether it clearly cost something: more than two errors."""
        return self.cost > 2 * self.error


def views_of(record: Record) -> Iterator[tuple[int, int, Action, View]]:
    """Each move where there was something to choose: its number, its seat, the action, and what the seat saw."""
    game = record.start()
    for number, (entry, after, _) in enumerate(record.replay(), 1):
        if entry.seat is not None and entry.action.split()[0] != "slap":
            view = game.view(entry.seat)
            if len(view.legal) > 1:
                yield number, entry.seat, Action.parse(entry.action), view
        game = after.copy()


def review(record: Record, worlds: int = WORLDS, seat: int | None = None) -> Iterator[Judged]:
    """Go through a whole game and say what each move cost; moves that can't be weighed are passed over."""
    if not can_advise(record.game):
        raise BadSetup("advice.no_search", game=record.game)
    for number, mover, action, view in views_of(record):
        if seat is not None and mover != seat:
            continue
        advice = advise(view, record.names, worlds)
        chosen = advice.of(action)
        if chosen is None or advice.verdict == "only":
            continue
        best = advice.actions[0]
        error = (best.error**2 + chosen.error**2) ** 0.5
        cost = max(best.value - chosen.value, 0.0) if chosen is not best else 0.0
        yield Judged(number, mover, str(action), str(best.action), cost, error, advice.verdict, advice.sentence)


def table_of(advice: Advice) -> list[str]:
    """The advice as lines of text."""
    width = max(len(str(valued.action)) for valued in advice.actions)
    return [f"{valued.action!s:{width}}  {advice.shown(valued)}" for valued in advice.actions]


__all__ = ["Advice", "Judged", "advise", "can_advise", "register_search", "review", "table_of", "views_of"]
