"""The judge of slaps: a pure function, and what no honest delay and no lie can do to it."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from cardhouse import Chance
from cardhouse.contract.kept import SlapFigures
from cardhouse.table.judge import (
    BUSY,
    CAP,
    FRAME,
    LATE,
    NO_DELAY,
    TIE,
    Claim,
    LagTracker,
    Suspicion,
    decide_at,
    judge,
    judged_again,
    most_credit,
    tie_breaker,
)

reactions = st.floats(120, 900)
round_trips = st.floats(0, 400)
crowds = st.lists(st.tuples(reactions, round_trips), min_size=1, max_size=4)


def honest(seat: int, reaction: float, round_trip: float) -> Claim:
    """The claim of somebody honest: half of the way there, half of the way back."""
    return Claim.of(seat, reaction + round_trip, reaction, round_trip)


@given(reactions, st.floats(0, 150))
def test_an_honest_delay_is_credited_in_full(reaction: float, round_trip: float) -> None:
    assert abs(honest(0, reaction, round_trip).remainder - reaction) < 0.01


@given(reactions, reactions, st.floats(0, 150), st.floats(0, 150))
def test_the_faster_hand_wins_not_the_shorter_wire(fast: float, slow: float, here: float, there: float) -> None:
    if fast + TIE + 0.01 < slow:
        for first, second in ((here, there), (there, here)):
            assert judge([honest(0, fast, first), honest(1, slow, second)], Chance(0))[0].seat == 0


@given(st.lists(st.tuples(reactions, round_trips), min_size=1, max_size=6), st.integers(0, 99))
def test_the_order_of_arrival_does_not_matter(people: list[tuple[float, float]], seed: int) -> None:
    claims = [honest(seat, *person) for seat, person in enumerate(people)]
    shuffled = claims[:]
    random.Random(seed).shuffle(shuffled)
    assert judge(claims, Chance(seed)) == judge(shuffled, Chance(seed))


@given(reactions, round_trips, st.floats(0, 300))
def test_more_honest_delay_never_helps(reaction: float, near: float, more: float) -> None:
    assert honest(0, reaction, near + more).remainder >= honest(0, reaction, near).remainder - 0.01


@given(st.floats(0, 1500), st.floats(-100, 3000), st.floats(0, 500))
def test_a_lie_about_the_reaction_gains_no_more_than_the_credit(arrived: float, claimed: float, trust: float) -> None:
    lie = Claim.of(0, arrived, claimed, trust)
    assert arrived - most_credit(trust) - 0.01 <= lie.remainder <= arrived + 0.01
    assert most_credit(trust) <= min(CAP, trust + 2 * FRAME)


@given(
    st.lists(st.tuples(reactions, round_trips), min_size=1, max_size=4), st.lists(round_trips, max_size=4), reactions
)
def test_after_the_decision_nobody_else_could_have_won(
    people: list[tuple[float, float]], others: list[float], late: float
) -> None:
    claims = [honest(seat, *person) for seat, person in enumerate(people)]
    at = decide_at(claims, others)
    best = min(claim.remainder for claim in claims)
    for round_trip in others:
        comes_later = Claim(9, at + 0.001, late, round_trip)
        assert comes_later.remainder >= best


@given(
    st.lists(st.tuples(reactions, round_trips), min_size=1, max_size=4), st.lists(round_trips, min_size=1, max_size=4)
)
def test_the_decision_is_never_later_than_needed(people: list[tuple[float, float]], others: list[float]) -> None:
    """A moment earlier somebody could still have won, by claiming all the delay that is believed of them."""
    claims = [honest(seat, *person) for seat, person in enumerate(people)]
    at = decide_at(claims, others)
    best = min(claim.remainder for claim in claims)
    farthest = max(others)
    assert Claim(9, at - 0.01, 0.0, farthest).remainder < best


def test_with_everybody_near_a_slap_waits_two_frames_at_most() -> None:
    claim = honest(0, 300, 1)
    assert decide_at([claim], [1.0]) - claim.arrived <= 2 * FRAME + 1.01


def test_with_nobody_else_to_wait_for_it_is_decided_at_once() -> None:
    claim = Claim.of(0, 300, 300, NO_DELAY)
    assert decide_at([claim], []) == 300


def test_a_tie_is_drawn_by_the_games_own_chance() -> None:
    claims = [honest(0, 300, 20), honest(1, 305, 60)]
    firsts = [judge(claims, tie_breaker(7, step))[0].seat for step in range(200)]
    assert 60 < sum(firsts) < 140
    assert firsts == [judge(claims, tie_breaker(7, step))[0].seat for step in range(200)]


def test_a_decision_can_be_made_again_from_its_figures() -> None:
    claims = [honest(0, 300, 20), honest(1, 305, 60), honest(2, 290, 390)]
    for step in range(20):
        ordered = judge(claims, tie_breaker(5, step))
        figures = SlapFigures(0.0, [claim.figures() for claim in ordered])
        assert judged_again(figures, 5, step) == [claim.seat for claim in ordered]


def test_a_cat_gets_no_credit() -> None:
    assert Claim.of(0, 400, 300, NO_DELAY).remainder == 400


def test_people_on_one_screen_are_compared_by_their_event_times() -> None:
    assert Claim.of(0, 400, 300, 50).by_event_time().remainder == 300


class TestDistance:
    def test_nothing_is_trusted_before_it_is_measured(self) -> None:
        assert LagTracker().trusted == 0.0

    def test_one_fast_answer_disproves_slow_ones(self) -> None:
        distance = LagTracker()
        for round_trip in (150, 160, 155, 20):
            distance.measured(round_trip)
        assert distance.trusted == 20

    def test_jitter_does_not_raise_it(self) -> None:
        distance = LagTracker()
        for number in range(40):
            distance.measured(50 + 40 * (number % 5))
        assert distance.trusted == 50

    def test_a_slap_that_came_too_soon_for_it_lowers_it(self) -> None:
        distance = LagTracker()
        distance.measured(190)
        distance.disproved(250, 240)
        assert distance.trusted == 10

    def test_a_slap_faster_than_any_hand_lowers_it_whatever_it_claims(self) -> None:
        distance = LagTracker()
        distance.measured(190)
        distance.disproved(210, 0)
        assert distance.trusted == 110


class TestLine:
    """What the system knows of a line from the packets it carries, whatever the program at its other end says."""

    def measured(self, pongs: float, line: float) -> LagTracker:
        lag = LagTracker()
        for number in range(8):
            lag.measured(pongs + number % 3, line + number % 2)
        return lag

    @given(st.floats(0, 200), st.floats(0, LATE - 1))
    def test_a_machine_that_answers_a_little_late_is_not_called_a_liar(self, line: float, slow: float) -> None:
        lag = self.measured(line + slow, line)
        assert not lag.late
        assert lag.trusted <= line + BUSY

    @given(st.floats(0, 200), st.floats(LATE + 1, 400), st.floats(0, 40), reactions)
    def test_late_pongs_never_pay(self, line: float, late: float, more: float, reaction: float) -> None:
        lag = self.measured(line + late, line)
        assert lag.late
        arrived = reaction + line
        lie = Claim.of(0, arrived, arrived - line - late - more, lag.trusted)
        truth = Claim.of(0, arrived, reaction, line)
        assert lie.remainder >= truth.remainder - 0.01

    def test_where_nothing_is_known_of_the_line_the_pongs_are_believed(self) -> None:
        lag = LagTracker()
        lag.measured(150)
        assert lag.trusted == 150
        assert not lag.late

    def test_a_line_that_became_slower_is_believed(self) -> None:
        lag = LagTracker()
        for line in [20.0] * 40 + [150.0] * 40:
            lag.measured(line + 2, line)
        assert not lag.late
        assert lag.trusted == 152

    @given(st.floats(0, 60), st.floats(80, 100), st.integers(0, 99))
    def test_without_a_line_reactions_of_no_hand_are_flagged_and_get_no_credit(
        self, round_trip: float, late: float, seed: int
    ) -> None:
        """A proxy hides the line: what is left is that nobody's middle reaction is as short as the lie makes it."""
        chance, lag, watched = random.Random(seed), LagTracker(), Suspicion()
        for _ in range(8):
            lag.measured(round_trip + late)
        for _ in range(8):
            arrived = round_trip + 120 + late + chance.uniform(-15, 15)
            excess = chance.uniform(8, 30)
            reaction = arrived - lag.pongs - excess
            assert reaction < 200
            flags = watched.flags(Claim.of(0, arrived, reaction, watched.trusted(lag, reaction)), lag)
        assert "quick" in flags
        assert watched.trusted(lag, 300) == NO_DELAY

    def test_a_reaction_of_no_hand_gets_no_credit(self) -> None:
        lag = LagTracker()
        lag.measured(150)
        assert [Suspicion().trusted(lag, reaction) for reaction in (0.0, 99.0, 101.0)] == [NO_DELAY, NO_DELAY, 150.0]

    def test_who_is_quick_no_longer_is_credited_again(self) -> None:
        lag, watched = LagTracker(), Suspicion()
        lag.measured(100)
        for number in range(16):
            reaction = 130.0 if number < 8 else 300.0 + 20 * (number % 3)
            watched.flags(Claim.of(0, reaction + 100, reaction, watched.trusted(lag, reaction)), lag)
            if number == 7:
                assert watched.trusted(lag, 300) == NO_DELAY
        assert watched.trusted(lag, 300) == 100


class TestSuspicion:
    def test_too_fast(self) -> None:
        assert Suspicion().flags(honest(0, 60, 10), LagTracker()) == ["fast"]
        assert Suspicion().flags(honest(0, 260, 10), LagTracker()) == []

    def test_too_steady(self) -> None:
        watched = Suspicion()
        assert [watched.flags(honest(0, 250 + number % 2, 10), LagTracker()) for number in range(8)][-1] == ["steady"]

    def test_always_at_the_cap(self) -> None:
        watched = Suspicion()
        flags = [watched.flags(Claim.of(0, 500 + 20 * number, 0, 50), LagTracker()) for number in range(8)][-1]
        assert "cap" in flags
