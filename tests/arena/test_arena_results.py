"""What the arena makes of places and scores: shares, averages with intervals, ratings, figures in a table."""

from __future__ import annotations

import itertools
import math
import random
import statistics

import pytest

from cardhouse.arena.deals import Contest, DealPlayed
from cardhouse.arena.match import Failure, Hand, Played
from cardhouse.arena.plot import _ticks
from cardhouse.arena.ratings import ratings, stages
from cardhouse.arena.report import milliseconds, report_text, table
from cardhouse.arena.results import averages, mean_places, results_of, seat_results
from cardhouse.arena.times import Times
from cardhouse.games import spec
from cardhouse.games.spec import WON, won_shares

DURAK, POINTS = spec("durak").measure, spec("hearts").measure


def test_a_shared_win_is_divided() -> None:
    assert won_shares((1, 2)) == [1.0, 0.0]
    assert won_shares((1, 1)) == [0.5, 0.5]
    assert won_shares((3, 1, 1, 4)) == [0.0, 0.5, 0.5, 0.0]


def test_a_shared_place_is_the_average_of_those_it_stands_for() -> None:
    assert mean_places((1, 2, 3)) == [1.0, 2.0, 3.0]
    assert mean_places((1, 2, 2, 2)) == [1.0, 3.0, 3.0, 3.0]
    assert mean_places((1, 1)) == [1.5, 1.5]


def test_the_durak_is_who_is_last_alone() -> None:
    assert seat_results(DURAK, Played((1, 3, 2), (0, 4, 0))) == [0.0, 1.0, 0.0]
    assert seat_results(DURAK, Played((1, 2, 2), (0, 0, 0))) == [0.0, 0.0, 0.0]
    assert seat_results(DURAK, Played((1, 1), (3, 3))) == [0.0, 0.0]


def test_a_failure_is_the_worst_result() -> None:
    failures = (Failure(1, "illegal", "?"), Failure(2, "illegal", "?"))
    assert seat_results(POINTS, Played((1, 2, 2), (3, 4, 5), failures)) == [3.0, 30.0, 31.0]
    assert seat_results(DURAK, Played((1, 2, 2), (6, 6, 6), failures)) == [0.0, 1.0, 1.0]
    assert seat_results(WON, Played((1, 2, 2), (6, 6, 6), failures)) == [1.0, 0.0, 0.0]


def test_intervals_hold_the_true_average_about_95_times_in_100() -> None:
    chance = random.Random(7)
    held = 0
    for seed in range(120):
        [found] = averages([[chance.gauss(3.0, 2.0) for _ in range(60)]], seed)
        held += found.low <= 3.0 <= found.high
    assert 104 <= held <= 120


def test_an_interval_is_as_wide_as_theory_says() -> None:
    chance = random.Random(7)
    column = [chance.gauss(3.0, 2.0) for _ in range(400)]
    [found] = averages([column])
    assert found.mean == pytest.approx(statistics.fmean(column))
    error = statistics.stdev(column) / math.sqrt(len(column))
    assert found.low == pytest.approx(found.mean - 1.96 * error, abs=0.2 * error)
    assert found.high == pytest.approx(found.mean + 1.96 * error, abs=0.2 * error)


def test_the_difference_of_two_columns_is_drawn_deal_by_deal() -> None:
    chance = random.Random(7)
    deals = [chance.gauss(0.0, 100.0) for _ in range(50)]
    [found] = averages([[deal + 1.0 - deal for deal in deals]])
    assert found.low == pytest.approx(1.0)
    assert found.high == pytest.approx(1.0)


def alone(*players: int) -> list[tuple[int, ...]]:
    """Sides of one."""
    return [(player,) for player in players]


def test_a_game_is_a_row_of_draws_by_lot() -> None:
    a, b, c = alone(0, 1, 2)
    assert stages([a, b, c], (2, 1, 3)) == [((b,), (a, b, c)), ((a,), (a, c))]
    assert stages([a, b], (1, 1)) == [((a, b), (a, b))]
    assert stages([a, b, c], (1, 2, 2)) == [((a,), (a, b, c))]
    assert stages([a, b, b], (2, 1, 3)) == [((b,), (a, b, b)), ((a,), (a, b))]
    assert stages([(0, 2), (1, 3)], (2, 1)) == [(((1, 3),), ((0, 2), (1, 3)))]


def test_winning_three_games_of_four_is_a_strength_of_three_to_one() -> None:
    games = [(alone(0, 1), (1, 2))] * 3000 + [(alone(0, 1), (2, 1))] * 1000
    first, second = ratings(2, games)
    assert first - second == pytest.approx(400 * math.log10(3), abs=1.0)
    assert first + second == pytest.approx(0.0)


def test_strengths_are_found_again_from_games_of_four() -> None:
    strengths = [8.0, 4.0, 2.0, 1.0]
    chance = random.Random(3)
    games = []
    for _ in range(4000):
        places, left = [0, 0, 0, 0], [0, 1, 2, 3]
        for place in (1, 2, 3, 4):
            [who] = chance.choices(left, [strengths[each] for each in left])
            places[who] = place
            left.remove(who)
        games.append((alone(0, 1, 2, 3), tuple(places)))
    found = ratings(4, games)
    for one in range(3):
        assert found[one] - found[one + 1] == pytest.approx(400 * math.log10(2), abs=12)


def test_the_order_of_the_games_does_not_matter() -> None:
    games = [(alone(0, 1), (1, 2))] * 5 + [(alone(1, 2), (1, 2))] * 3 + [(alone(2, 0), (1, 2))] * 2
    assert ratings(3, games) == pytest.approx(ratings(3, games[::-1]))


def test_who_won_every_game_is_ahead_and_not_infinitely_far() -> None:
    first, second = ratings(2, [(alone(0, 1), (1, 2))] * 20)
    assert 300 < first - second < 2000


def test_a_side_is_rated_as_its_players_together() -> None:
    # The same three wins of four: for two players, and for two sides with the same player twice.
    games = [([(0, 0), (1, 1)], (1, 2))] * 3000 + [([(0, 0), (1, 1)], (2, 1))] * 1000
    first, second = ratings(2, games)
    assert first - second == pytest.approx(400 * math.log10(3), abs=1.0)
    # Who wins with everybody is better than those with whom only he wins.
    games = [([(0, 1), (2, 3)], (1, 2)), ([(0, 2), (1, 3)], (1, 2)), ([(0, 3), (1, 2)], (1, 2))] * 10
    best, *others = ratings(4, games)
    assert others == pytest.approx([others[0]] * 3)
    assert best > others[0] + 100


PARTNERS = (0, 1, 0, 1)


def test_a_side_that_wins_shares_the_win_with_nobody() -> None:
    made = Contest("hearts", ("a", "b"), 4, {}, 100, 0, 5.0, teams=PARTNERS)
    won, lost = Played((1, 2, 1, 2), (0, 0, 0, 0), (), PARTNERS), Played((2, 1, 2, 1), (0, 0, 0, 0), (), PARTNERS)
    assert made.seatings == ((0, 1, 0, 1), (1, 0, 1, 0))
    hands = (Hand(), Hand())
    deals = {deal: DealPlayed((won, lost), hands) for deal in range(97)}
    deals |= {deal: DealPlayed((lost, won), hands) for deal in range(97, 100)}
    results = results_of(made, deals)
    first, second = results.standings
    assert first.won == pytest.approx(0.97)
    assert second.won == pytest.approx(0.03)
    assert first.place == pytest.approx(1.03)
    assert results.meeting("a", "b").ahead.mean == pytest.approx(0.97)
    assert first.rating - second.rating == pytest.approx(400 * math.log10(97 / 3), abs=30)


def test_partners_have_no_place_ahead_of_each_other_and_all_are_partners_in_turn() -> None:
    made = Contest("hearts", ("a", "b", "c", "d"), 4, {}, 1, 0, 5.0, teams=PARTNERS)
    assert len(made.seatings) == 24
    assert {frozenset((seating[0], seating[2])) for seating in made.seatings} == {
        frozenset(pair) for pair in itertools.combinations(range(4), 2)
    }
    always = tuple(Played((1, 2, 1, 2), (0, 0, 0, 0), (), PARTNERS) for _ in made.seatings)
    results = results_of(made, {0: DealPlayed(always, tuple(Hand() for _ in range(4)))})
    assert all(meeting.ahead.mean == pytest.approx(0.5) for meeting in results.meetings.values())


def test_draws_are_even() -> None:
    assert ratings(2, [(alone(0, 1), (1, 1))] * 10) == pytest.approx([0.0, 0.0])


def test_quantiles_of_times_are_exact_to_two_percent() -> None:
    times, others = Times(), Times()
    for number in range(1, 1001):
        (times if number % 2 else others).add(number / 1000)
    times.merge(others)
    assert times.count == 1000
    assert times.quantile(0.5) == pytest.approx(0.5, rel=0.02)
    assert times.quantile(0.95) == pytest.approx(0.95, rel=0.02)
    assert times.worst == times.quantile(1.0) == 1.0
    assert times.mean == pytest.approx(0.5005)
    assert Times().quantile(0.5) == 0.0


def played(*games: tuple[int, ...]) -> DealPlayed:
    """One deal with these scores; the fewer the better."""
    sheets = []
    for scores in games:
        places = tuple(1 + sum(other < score for other in scores) for score in scores)
        sheets.append(Played(places, scores))
    return DealPlayed(tuple(sheets), (Hand(), Hand()))


def test_averages_are_over_deals_and_better_by_is_positive_for_the_better() -> None:
    made = Contest("hearts", ("low", "high"), 4, {"limit": 1}, 3, 0, 5.0)
    assert made.seatings == ((0, 1, 0, 1), (1, 0, 1, 0))
    sheets = {
        2: played((0, 10, 4, 12), (10, 0, 16, 0)),
        0: played((1, 12, 1, 12), (13, 0, 13, 0)),
    }
    results = results_of(made, sheets)
    assert results.deals == 2
    assert not results.complete
    assert results.standing("low").games == 8
    assert results.standing("low").result.mean == pytest.approx(0.75)
    assert results.standing("high").result.mean == pytest.approx(12.25)
    meeting = results.meeting("low", "high")
    assert meeting.ahead.mean == 1.0
    assert meeting.better_by.mean == pytest.approx(11.5)
    assert results.meeting("high", "low").better_by.mean == pytest.approx(-11.5)
    assert results.standing("low").won == pytest.approx(0.5)
    assert [standing.name for standing in results.ranked()] == ["low", "high"]
    assert "2 of 3 deals" in report_text(results)


def test_columns_are_aligned() -> None:
    assert table([["bot", "won"], ["a", "5"]]) == ["bot  won", "a      5"]


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.0000123, "0.012"), (0.00123, "1.2"), (0.0456, "45.6"), (1.2345, "1234")]
)
def test_times_are_told_in_milliseconds(seconds: float, text: str) -> None:
    assert milliseconds(seconds) == text


@pytest.mark.parametrize(
    ("low", "high"), [(0.0, 1.0), (3.21, 8.4), (-26.0, 14.0), (0.5, 0.5), (0.0, 0.0), (6.49, 6.51)]
)
def test_the_axis_of_the_plot_holds_all_values_at_round_figures(low: float, high: float) -> None:
    ticks = _ticks(low, high)
    assert 2 <= len(ticks) <= 9
    assert ticks[0] <= low
    assert high <= ticks[-1]
    steps = {round(after - before, 9) for before, after in itertools.pairwise(ticks)}
    assert len(steps) == 1
