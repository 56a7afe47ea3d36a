"""The results of a contest: averages with intervals, who beats whom, ratings and times.

A deal with all its seatings is one observation. Intervals hold 95% and come from drawing the deals again, with
replacement, many times (the bootstrap).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..engine.outcome import of_seats, of_sides
from ..games import spec
from ..games.spec import Measure, won_shares
from .deals import Contest, DealPlayed
from .match import Failure, Hand, Played
from .ratings import ratings

MOST_DRAWS = 1000
FEWEST_DRAWS = 200
WORK = 5_000_000
MOST_FAULTS = 20


@dataclass(frozen=True)
class Average:
    """An average, and the interval in which it lies with 95% confidence."""

    mean: float
    low: float
    high: float

    def plain(self) -> list[float]:
        return [round(figure, 5) for figure in (self.mean, self.low, self.high)]


@dataclass
class Fault:
    """Something that a bot did wrong: how often, and in which deal first."""

    kind: str
    why: str
    trace: str
    deal: int
    count: int = 0

    def plain(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "why": self.why,
            "traceback": self.trace,
            "first_deal": self.deal,
            "games": self.count,
        }


@dataclass
class Standing:
    """One bot in a contest. Of what it did wrong in different ways the first `MOST_FAULTS` are kept."""

    name: str
    games: int = 0
    result: Average = Average(0, 0, 0)
    won: float = 0.0
    place: float = 0.0
    rating: float = 0.0
    hand: Hand = field(default_factory=Hand)
    failures: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    def add_failure(self, failure: Failure, deal: int) -> None:
        """Count what it lost a game by."""
        self.failures[failure.kind] += 1
        # How long exactly a call took is no difference.
        same = [
            fault
            for fault in self.faults
            if (fault.kind, fault.trace) == (failure.kind, failure.trace)
            and (fault.why == failure.why or fault.kind == "overrun")
        ]
        new = self.failures[failure.kind] == 1
        if not same and (new or len(self.faults) < MOST_FAULTS):
            same = [Fault(failure.kind, failure.why, failure.trace, deal)]
            self.faults += same
        for fault in same:
            fault.count += 1

    def first_fault(self, kind: str) -> Fault:
        """The first of this kind."""
        return next(fault for fault in self.faults if fault.kind == kind)


@dataclass(frozen=True)
class Meeting:
    """One bot against another: how often it came out ahead (a shared place is half), and by how much it was better."""

    ahead: Average
    better_by: Average


@dataclass(frozen=True)
class Results:
    """A contest as far as it was played; ``why_partial`` is a text's key where more than an interrupt ended it."""

    contest: Contest
    deals: int
    measure: Measure
    standings: tuple[Standing, ...]
    meetings: dict[tuple[int, int], Meeting]
    why_partial: str = ""

    @property
    def complete(self) -> bool:
        return self.deals == self.contest.deals

    def standing(self, name: str) -> Standing:
        """The bot of this name."""
        return self.standings[self.contest.players.index(name)]

    def meeting(self, name: str, other: str) -> Meeting:
        """How the one did against the other."""
        return self.meetings[self.contest.players.index(name), self.contest.players.index(other)]

    def ranked(self) -> list[Standing]:
        """The bots, best first."""
        sign = 1 if self.measure.lower_is_better else -1
        return sorted(self.standings, key=lambda standing: sign * standing.result.mean)


def mean_places(places: Sequence[int]) -> list[float]:
    """Each seat's place; a shared place is the average of those it stands for."""
    return [sum(other < place for other in places) + (places.count(place) + 1) / 2 for place in places]


def seat_results(measure: Measure, played: Played) -> list[float]:
    """Each seat's result in one game; partners have the same, and so a side that wins shares it with nobody."""
    sides = played.sides
    failed = {failure.seat for failure in played.failures}
    lost = {number for number, side in enumerate(sides) if failed & set(side)}
    places, scores = of_sides(sides, played.places), of_sides(sides, played.scores)
    return of_seats(sides, measure.results(places, scores, lost))


def rated_sides(seating: Sequence[int], played: Played) -> tuple[list[tuple[int, ...]], list[int]]:
    """Who played together, and the place of each side."""
    sides = played.sides
    return [tuple(seating[seat] for seat in side) for side in sides], of_sides(sides, played.places)


class _Deal:
    """The averages of one deal over all its seatings."""

    def __init__(self, measure: Measure, contest: Contest, games: Sequence[Played]) -> None:
        bots = range(len(contest.players))
        results: list[list[float]] = [[] for _ in bots]
        won: list[list[float]] = [[] for _ in bots]
        place: list[list[float]] = [[] for _ in bots]
        ahead: dict[tuple[int, int], list[float]] = {(one, other): [] for one in bots for other in bots if one != other}
        for seating, played in zip(contest.seatings, games, strict=True):
            sides = played.sides
            places = of_sides(sides, played.places)
            shares, average_places = of_seats(sides, won_shares(places)), of_seats(sides, mean_places(places))
            figures = seat_results(measure, played), shares, average_places
            for who, result, share, at in zip(seating, *figures, strict=True):
                results[who].append(result)
                won[who].append(share)
                place[who].append(at)
            teams = played.teams or range(len(seating))
            for one, mine, ours in zip(seating, played.places, teams, strict=True):
                for other, theirs, side in zip(seating, played.places, teams, strict=True):
                    if one != other and ours != side:
                        ahead[one, other].append(1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
        self.results = [_mean(each) for each in results]
        self.won = [_mean(each) for each in won]
        self.places = [_mean(each) for each in place]
        self.ahead = {pair: _mean(each) for pair, each in ahead.items()}


def _mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures) if figures else 0.0


def averages(columns: Sequence[Sequence[float]], seed: int = 0) -> list[Average]:
    """The average of each column with its interval; row by row they belong together, and are drawn together."""
    if not columns or not columns[0]:
        return [Average(0.0, 0.0, 0.0) for _ in columns]
    rows = len(columns[0])
    draws = max(FEWEST_DRAWS, min(MOST_DRAWS, WORK // rows))
    drawing = random.Random(seed)
    drawn: list[list[float]] = [[] for _ in columns]
    for _ in range(draws):
        chosen = drawing.choices(range(rows), k=rows)
        for column, means in zip(columns, drawn, strict=True):
            means.append(sum(map(column.__getitem__, chosen)) / rows)
    found = []
    for column, means in zip(columns, drawn, strict=True):
        means.sort()
        found.append(Average(_mean(column), means[int(0.025 * draws)], means[int(0.975 * draws)]))
    return found


def results_of(contest: Contest, played: Mapping[int, DealPlayed]) -> Results:
    """Return what these deals, by number, say. The order in which they were played makes no difference."""
    measure = spec(contest.game).measure
    sheets = [played[number] for number in sorted(played)]
    deals = [_Deal(measure, contest, sheet.games) for sheet in sheets]
    bots = range(len(contest.players))
    pairs = [(one, other) for one in bots for other in bots if one != other]
    sign = -1.0 if measure.lower_is_better else 1.0
    columns = [[deal.results[who] for deal in deals] for who in bots]
    columns += [[deal.ahead[pair] for deal in deals] for pair in pairs]
    columns += [[sign * (deal.results[one] - deal.results[other]) for deal in deals] for one, other in pairs]
    found = averages(columns, contest.seed)
    ahead, better = found[len(bots) : len(bots) + len(pairs)], found[len(bots) + len(pairs) :]
    meetings = {pair: Meeting(*both) for pair, *both in zip(pairs, ahead, better, strict=True)}
    games = [pair for sheet in sheets for pair in zip(contest.seatings, sheet.games, strict=True)]
    rated = ratings(len(bots), (rated_sides(seating, game) for seating, game in games))
    standings = [
        Standing(
            name,
            games=sum(seating.count(who) for seating, _ in games),
            result=found[who],
            won=_mean([deal.won[who] for deal in deals]),
            place=_mean([deal.places[who] for deal in deals]),
            rating=rated[who],
        )
        for who, name in enumerate(contest.players)
    ]
    for sheet in sheets:
        for standing, hand in zip(standings, sheet.hands, strict=True):
            standing.hand.merge(hand)
    for number, sheet in zip(sorted(played), sheets, strict=True):
        for seating, game in zip(contest.seatings, sheet.games, strict=True):
            for failure in game.failures:
                standings[seating[failure.seat]].add_failure(failure, number)
    return Results(contest, len(sheets), measure, tuple(standings), meetings)
