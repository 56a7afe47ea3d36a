"""A recorded game gone through move by move: what each cost, by the search that also gives advice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from typing import Any

from ..build import running
from ..engine.action import Action
from ..engine.chance import Chance
from ..engine.errors import BadRecord
from ..engine.game import Game
from ..engine.record import Record
from ..engine.view import View
from ..engine.words import Reason, say
from .advice import SURE, VERIFYING, WORLDS, advise, adviser_of, behind, chance_of, reasons_against, within
from .bot import Bot
from .lines import NextAction, Playing, lines_of, mean_and_error

# A mean, with its standard error.
Estimate = tuple[float, float]

# With plain files, where a search takes a hundred times as long, the quick players of the advice play all of a move on,
# in this many worlds at most; each move gets fresh players.
COMPILED = running() == "compiled"
QUICK_WORLDS = 20
# This many worlds at a time.
BATCH = 10
# This many errors off zero, and it is settled before the last world; after the first batch it takes more.
SETTLED, SETTLED_AT_ONCE = 3.0, 4.0


@dataclass(frozen=True)
class Judged:
    """A move of a recorded game: what the best was, what it cost not to choose it, and why that was better.

    ``cost`` has its standard ``error``. It is what the search says or, where that would be clearly something, what came
    out when stronger players played on after both moves. ``better`` has the cards of the best move, ``level`` what
    a blunder costs at least, ``margin`` within what two moves are called equally good. ``reason`` and what is ``also``
    so say why the best was better, ``sentence`` says it in English; of the best move itself, it is the advice's.
    """

    number: int
    seat: int
    action: str
    best: str
    better: tuple[str, ...]
    cost: float
    error: float
    level: float
    margin: float
    verdict: str
    sentence: str
    reason: Reason | None
    also: Reason | None = None

    @property
    def costly(self) -> bool:
        """True if it clearly cost something, with 95%."""
        return self.cost > SURE * self.error

    @property
    def near(self) -> bool:
        """True if it was about as good as the best, with 95%."""
        return within(self.cost, self.error, self.margin)

    @property
    def blunder(self) -> bool:
        """True if it clearly cost much."""
        return self.costly and self.cost >= self.level

    def plain(self) -> dict[str, Any]:
        """The move as plain values, for the wire."""
        kept = {name: value for name, value in asdict(self).items() if name not in ("level", "margin")}
        return {**kept, "costly": self.costly, "blunder": self.blunder, "near": self.near}


def before(record: Record, number: int) -> Game:
    """The game as it stood before the action with this number, counted from 1; `BadRecord` if there is none."""
    if not 1 <= number <= len(record.entries):
        raise BadRecord("advice.at", at=number, most=len(record.entries))
    game = record.start()
    for at, (_, after, _) in enumerate(record.replay(), 1):
        if at == number:
            break
        game = after.copy()
    return game


def views_of(record: Record) -> Iterator[tuple[int, int, Action, View]]:
    """Each move where there was something to choose: its number, its seat, the action, and what the seat saw."""
    game = record.start()
    for number, (entry, after, _) in enumerate(record.replay(), 1):
        if entry.seat is not None and entry.action.split()[0] != "slap":
            view = game.view(entry.seat)
            if len(view.legal) > 1:
                yield number, entry.seat, Action.parse(entry.action), view
        game = after.copy()


def strong_players(view: View, quick: NextAction, bots: Sequence[Bot], horizon: int) -> NextAction:
    """These bots, one for each seat, for this many actions after the one in question, quick players after that."""

    def step(game: Game, chance: Chance) -> tuple[int, int]:
        if int(game.step) > view.step + horizon:
            return quick(game, chance)
        seat = game.turn()[0]
        action = bots[seat].choose(game.view(seat))
        assert action is not None
        return seat, int(action.code)

    return step


def played_on(
    view: View, better: Action, other: Action, playing: Playing, worlds: int, enough: float, found: Estimate | None
) -> Estimate:
    """By how much the better action comes out ahead when stronger players play on, with its standard error.

    It takes this many worlds at most, and stops once it is clear that it is ahead, or that it isn't ``enough`` so.
    What the search ``found``, if that is given, counts as well.
    """
    chance = chance_of(view, VERIFYING)
    step, settled, most = playing.step(view), None, QUICK_WORLDS
    verifying = playing.verifying
    if verifying is not None and COMPILED:
        bots = [verifying.player(seat) for seat in range(view.seats)]
        step = strong_players(view, step, bots, verifying.horizon)
        settled, most = verifying.settled, verifying.worlds
    worlds = min(worlds, most)
    ahead: list[float] = []
    while len(ahead) < worlds:
        lines = lines_of(view, (better, other), playing, chance, min(BATCH, worlds), step, settled)
        ahead += [one.worth - two.worth for one, two in zip(*lines, strict=True)]
        mean, error = estimate(ahead, found)
        at_once = len(ahead) <= BATCH
        if mean + error < enough or (mean < error and not at_once):
            break
        if mean > error * (SETTLED_AT_ONCE if at_once else SETTLED):
            break
    return max(mean, 0.0), error


def estimate(ahead: Sequence[float], found: Estimate | None) -> Estimate:
    """By how much an action is ahead, and the error of that; what the search found counts by how sure it is."""
    mean, error = mean_and_error(ahead)
    if found is None:
        return mean, error
    # That all worlds agreed is no proof.
    weight, trusted = 1 / max(error, 1 / len(ahead)) ** 2, 1 / found[1] ** 2
    return (weight * mean + trusted * found[0]) / (weight + trusted), 1 / math.sqrt(weight + trusted)


def weigh(number: int, action: Action, view: View, names: Sequence[str], worlds: int = WORLDS) -> Judged | None:
    """Return what this move of a recorded game cost; None if it can't be weighed."""
    advice = advise(view, names, worlds)
    chosen = advice.of(action)
    adviser = adviser_of(view.game)
    playing = adviser.playing
    if advice.verdict in ("only", "same") or view.seat is None or (chosen is None and playing is None):
        return None
    best = advice.actions[0]
    was_best = chosen is best
    cost = error = 0.0
    if chosen is not None:
        cost, error = behind(best, chosen)
        cost = max(cost, 0.0)
    proven = chosen is not None and best.proven and chosen.proven
    # What the search did not look at is weighed by playing on alone.
    if playing is not None and not proven and not was_best and (chosen is None or cost > SURE * error):
        found = None if chosen is None or playing.verifying is None else playing.verifying.trusted(cost, error)
        if found is None or found[0] > found[1]:
            cost, error = played_on(view, best.action, action, playing, worlds, adviser.blunder / 4, found)
        else:
            cost, error = found
    reasons: tuple[Reason, ...] = ()
    sentence = advice.sentence if was_best or proven else ""
    if not was_best and cost > SURE * error:
        against = reasons_against(view, best.action, action, adviser, cost, worlds)
        reasons = tuple(each.reason for each in against)
        if not proven:
            sentence = " ".join(say(each.key, each.facts, names) for each in reasons)
    return Judged(
        number=number,
        seat=view.seat,
        action=str(action),
        best=str(best.action),
        better=tuple(map(str, best.action.cards)),
        cost=cost,
        error=error,
        level=adviser.blunder,
        margin=adviser.margin,
        verdict=advice.verdict,
        sentence=sentence,
        reason=reasons[0] if reasons else None,
        also=reasons[1] if len(reasons) > 1 else None,
    )


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
    adviser_of(record.game)
    moves = (
        (number, str(action), view.plain(), list(record.names), worlds)
        for number, mover, action, view in views_of(record)
        if seat in (None, mover)
    )
    judged = map(_weigh, moves) if executor is None else executor.map(_weigh, moves, chunksize=4)
    return (move for move in judged if move is not None)
