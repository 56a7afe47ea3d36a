"""What each action is worth, how sure that is, and why, in a sentence: for people who want to get better.

The same search that the strongest cats play by looks at the position as one seat sees it. A verdict is ``proven`` only
where a solver settled every action, or found a win, and ``close`` where the best two are within two errors of each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from ..action import Action
from ..build import running
from ..cards import RANKS, cards_text
from ..chance import Chance
from ..errors import BadSetup
from ..record import Record
from ..view import View
from ..words import Reason, say
from . import durak_search, threes_search
from .hearts import ExpertHearts
from .search import Search, Valued

Searcher = Callable[[View, Chance, int], Search]

WORLDS = 400
# A difference between two moves that is worth a sentence: a seventh of the worlds.
TELLING = 1 / 7
# What a value means in each game: points of Hearts, or the chance of a good end in percent.
UNITS = {"hearts": "points"}
# Who asks for advice has more time than a cat: about a third of a second for the solver, where it is compiled.
DURAK_NODES = 300_000 if running() == "compiled" else 4_000


def _search_durak(view: View, chance: Chance, worlds: int) -> Search:
    return durak_search.search(view, chance, worlds, nodes=DURAK_NODES)


_searchers: dict[str, Searcher] = {
    "hearts": ExpertHearts().search,
    "threes": threes_search.search,
    "durak": _search_durak,
}


def register_search(game: str, search: Searcher) -> None:
    """Make known how a game's positions are looked at: with a view, chance and a number of worlds."""
    _searchers[game] = search


def can_advise(game: str) -> bool:
    """Whether there is a search for this game."""
    return game in _searchers


@dataclass(frozen=True)
class Advice:
    """All actions with their worth, the best first, the others by their worth; ``verdict`` is ``proven``, ``clear``,
    ``close``, ``same`` if all comes to the same, or ``only``. ``sentence`` says verdict and ``reason`` in English."""

    actions: tuple[Valued, ...]
    verdict: str
    sentence: str
    unit: str
    notes: Mapping[str, Any] = field(default_factory=dict)
    reason: Reason | None = None

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
        if valued.proven:
            return f"{100 * valued.value:.0f}%, proven"
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
    # The best of the search was tried longest; one that was dropped early may look better by luck.
    ranked = (found.actions[0], *sorted(found.actions[1:], key=lambda valued: -valued.value))
    verdict = _verdict(view, ranked, found.proven)
    reason: Reason | None = None
    if verdict == "proven":
        reason = _outcome(view, ranked[0].value)
    elif verdict != "same":
        reason = _reason(view, found.notes, ranked)
    opening = say(f"advice.{verdict}", {"action": str(ranked[0].action), "worlds": found.worlds})
    sentence = opening if reason is None else f"{opening} {say(reason.key, reason.facts, names)}"
    return Advice(ranked, verdict, sentence, unit, found.notes, reason)


def _most(view: View) -> float:
    """What a proven win is worth: in Threes only one of the others is still left to win against."""
    return 1.0 / (view.seats - 1) if view.game == "threes" else 1.0


def _verdict(view: View, ranked: Sequence[Valued], proven: bool) -> str:
    if len(ranked) == 1:
        return "same"
    best, second = ranked[0], ranked[1]
    if proven or (best.proven and best.value == _most(view)):
        return "proven"
    error = (best.error**2 + second.error**2) ** 0.5
    return "close" if best.value - second.value < 2 * error else "clear"


def _outcome(view: View, best: float) -> Reason:
    """What best play leads to, where that is proven."""
    if best == _most(view):
        return Reason("advice.wins")
    return Reason("advice.draws" if best > 0.0 else "advice.loses")


def _reason(view: View, notes: Mapping[str, Any], ranked: Sequence[Valued]) -> Reason | None:
    """What the imagined worlds showed."""
    best = str(ranked[0].action)
    queen: Mapping[int, float] = {seat: share for seat, share in notes.get("queen", {}).items() if seat != view.seat}
    if queen:
        seat = max(queen, key=lambda seat: queen[seat])
        return Reason("advice.queen", {"seat": seat, "percent": round(100 * queen[seat])})
    beaten, stuck = (notes.get(name, {}).get(best) for name in ("beaten", "stuck"))
    if beaten is not None and beaten <= 0.5:
        return Reason("advice.beaten", {"percent": round(100 * beaten)})
    if stuck is not None and stuck >= TELLING:
        return Reason("advice.stuck", {"percent": round(100 * stuck)})
    share = notes.get("takes", {}).get(" ".join(map(str, ranked[0].action.cards)))
    if share is not None:
        return Reason("advice.takes", {"percent": round(100 * share)})
    trumps: Mapping[int, float] = {seat: held for seat, held in enumerate(notes.get("trumps", ())) if seat != view.seat}
    if trumps:
        seat = max(trumps, key=lambda seat: trumps[seat])
        return Reason("advice.trumps", {"seat": seat, "number": round(trumps[seat], 1)})
    gain = ranked[0].value - ranked[1].value
    if gain < 0.01 and stuck is not None:
        return Reason("advice.stuck", {"percent": round(100 * stuck)})
    if gain <= 0:
        return None
    facts = {"action": str(ranked[1].action), "worlds": ranked[1].worlds}
    if UNITS.get(view.game) == "points":
        return Reason("advice.next.points", {**facts, "points": round(gain, 1)})
    return Reason("advice.next.chance", {**facts, "percent": round(100 * gain)})


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
    """A move of a recorded game: what it was worth, what the best was worth, what it cost, and why that was better.

    ``sentence`` says why in English, if that is known; of a move that was the best itself, it is the advice's.
    """

    number: int
    seat: int
    action: str
    worth: float
    best: str
    best_worth: float
    cost: float
    error: float
    verdict: str
    sentence: str
    reason: Reason | None

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


def weigh(number: int, action: Action, view: View, names: Sequence[str], worlds: int = WORLDS) -> Judged | None:
    """What this move of a recorded game cost; None if it can't be weighed."""
    advice = advise(view, names, worlds)
    chosen = advice.of(action)
    if chosen is None or advice.verdict in ("only", "same") or view.seat is None:
        return None
    best = advice.actions[0]
    error = (best.error**2 + chosen.error**2) ** 0.5
    cost = max(best.value - chosen.value, 0.0)
    reason = _compared(view, advice.notes, best.action, chosen.action) if chosen is not best else None
    sentence = advice.sentence
    # How the best compares with the next best is of no interest to who did something else.
    if chosen is not best and advice.verdict != "proven":
        sentence = "" if reason is None else say(reason.key, reason.facts, names)
    return Judged(
        number=number,
        seat=view.seat,
        action=str(action),
        worth=chosen.value,
        best=str(best.action),
        best_worth=best.value,
        cost=cost,
        error=error,
        verdict=advice.verdict,
        sentence=sentence,
        reason=reason,
    )


def _compared(view: View, notes: Mapping[str, Any], best: Action, chosen: Action) -> Reason | None:
    """What the imagined worlds showed of the better move and of the one that was made."""
    better, done = cards_text(best.cards), cards_text(chosen.cards)
    for name in ("takes", "beaten", "stuck"):
        shares: Mapping[str, float] = notes.get(name, {})
        one, other = shares.get(str(best), shares.get(better)), shares.get(str(chosen), shares.get(done))
        if one is not None and other is not None and abs(one - other) >= TELLING:
            facts = {"better": better, "percent": round(100 * one), "done": done, "other": round(100 * other)}
            return Reason(f"advice.compared.{name}", facts)
    queen: Mapping[int, float] = notes.get("queen", {})
    holder = max(queen, key=lambda seat: queen[seat], default=view.seat)
    if holder is None or holder == view.seat:
        return None
    return Reason("advice.queen", {"seat": holder, "percent": round(100 * queen[holder])})


Task = tuple[int, str, dict[str, Any], list[str], int]


def _weigh(task: Task) -> Judged | None:
    """As `weigh`, of plain values, so that any process can do it."""
    number, action, seen, names, worlds = task
    return weigh(number, Action.parse(action), View.read(seen), names, worlds)


def review(
    record: Record, worlds: int = WORLDS, seat: int | None = None, executor: Executor | None = None
) -> Iterator[Judged]:
    """Go through a whole game and say what each move cost; moves that can't be weighed are passed over.

    With an executor of processes the moves are weighed in all of them; the answers are the same.
    """
    if not can_advise(record.game):
        raise BadSetup("advice.no_search", game=record.game)
    moves = (
        (number, str(action), view.plain(), list(record.names), worlds)
        for number, mover, action, view in views_of(record)
        if seat in (None, mover)
    )
    judged = map(_weigh, moves) if executor is None else executor.map(_weigh, moves, chunksize=4)
    return (move for move in judged if move is not None)


def table_of(advice: Advice) -> list[str]:
    """The advice as lines of text."""
    width = max(len(str(valued.action)) for valued in advice.actions)
    return [f"{valued.action!s:{width}}  {_worth(advice, valued)}".rstrip() for valued in advice.actions]


def _worth(advice: Advice, valued: Valued) -> str:
    """A worth, and in how many deals it showed: what was dropped early may look better by luck."""
    if valued.proven:
        return advice.shown(valued)
    return f"{advice.shown(valued)} in {valued.worlds} deals" if valued.worlds else ""


__all__ = [
    "Advice",
    "Judged",
    "Reason",
    "advise",
    "can_advise",
    "register_search",
    "review",
    "table_of",
    "views_of",
    "weigh",
]
