"""The cats of Ratscrew and Slapjack: what they slap, what they miss and fall for, and how fast they are."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator

import pytest
from slap_positions import dealt, do, position

import cardhouse
from cardhouse import BadSetup, Chance, Game, View, imagine
from cardhouse.arena import contest, play
from cardhouse.bots import LEVELS, Bot, Move, make_bot
from cardhouse.games import spec
from cardhouse.games.slapping.bots import SlapCat
from cardhouse.games.slapping.reflexes import FLOOR, LEVEL_REFLEXES, NOTICED, Reflexes, Times, nearly

SURE = Reflexes(Times(400, 0, 0), misses=0.0, false_slaps=0.0, turn=Times(1000, 0, 0))
BLIND = Reflexes(Times(400, 0, 0), misses=1.0, false_slaps=0.0, turn=Times(1000, 0, 0))
RASH = Reflexes(Times(400, 0, 0), misses=0.0, false_slaps=1.0, turn=Times(1000, 0, 0))
EVERY_SLAP = {rule.name: True for rule in spec("ratscrew").patterns if not rule.always}


def plan(reflexes: Reflexes, game: Game, seat: int, pace: str = "medium") -> str:
    """What a cat at this seat will do, and after how many milliseconds."""
    return told(SlapCat(1, reflexes, pace).move(game.view(seat)))


def told(move: Move | None) -> str:
    return "nothing" if move is None else f"{move.action} {move.after * 1000:.0f}"


def ratscrew(pile: str, **options: object) -> Game:
    """A pile on the table, and seat 0 is to turn the next card."""
    return position("ratscrew", ["4s", ""], pile, rest=1, options=options)


def moves(level: str, game: Game, seat: int, times: int = 2000) -> list[Move | None]:
    """What cats of a level do here, each with a seed of its own."""
    view = game.view(seat)
    return [make_bot(game.name, level, seed).move(view) for seed in range(times)]


def test_the_levels_are_those_whose_win_rates_were_measured() -> None:
    figures = {
        level: (reflexes.slap.mean, reflexes.slap.deviation, reflexes.slap.tail, reflexes.misses, reflexes.form)
        for level, reflexes in LEVEL_REFLEXES.items()
    }
    assert figures == {
        "easy": (495, 88, 165, 0.06, 0.2),
        "medium": (380, 60, 110, 0.03, 0.2),
        "hard": (298, 42, 75, 0.015, 0.2),
        "expert": (265, 22, 45, 0.005, 0.0),
    }
    assert FLOOR == 250


def test_the_best_cat_is_at_the_edge_of_what_people_can() -> None:
    chance = Chance(5)
    drawn = sorted(1000 * LEVEL_REFLEXES["expert"].slap.draw(chance) for _ in range(20_000))
    assert statistics.median(drawn) == pytest.approx(300, abs=10)
    assert FLOOR <= drawn[0] < FLOOR + 1


@pytest.mark.parametrize("level", LEVELS)
def test_no_form_makes_a_cat_faster_than_the_best(level: str) -> None:
    reflexes, chance = LEVEL_REFLEXES[level], Chance(5)
    best = min(reflexes.in_form(Chance(seed)) for seed in range(2000))
    drawn = [1000 * reflexes.slap.draw(chance, best) for _ in range(20_000)]
    assert statistics.median(drawn) > 290
    assert min(drawn) >= FLOOR


def test_form_is_as_often_good_as_bad_and_the_best_cat_is_always_the_same() -> None:
    forms = [LEVEL_REFLEXES["easy"].in_form(Chance(seed)) for seed in range(2000)]
    assert statistics.median(forms) == pytest.approx(1, abs=0.02)
    assert statistics.stdev(map(math.log, forms)) == pytest.approx(0.2, rel=0.1)
    assert max(forms) == pytest.approx(math.exp(0.4))
    assert {LEVEL_REFLEXES["expert"].in_form(Chance(seed)) for seed in range(100)} == {1.0}


def test_a_cat_is_in_the_same_form_all_through_a_game() -> None:
    steady = Reflexes(Times(400, 0, 0), misses=0.0, false_slaps=0.0, turn=Times(1000, 0, 0), form=0.2)
    piles = [ratscrew("9h 9c"), ratscrew("5h 5c"), dealt("ratscrew", "9h 8h 2c", "9c 5c")]
    do(piles[2], "0 turn, 1 turn")
    for seed in range(8):
        cat = SlapCat(seed, steady)
        assert {told(cat.move(game.view(1))) for game in piles} == {f"slap {400 * cat.form:.0f}"}
        assert told(cat.move(ratscrew("9h 8c").view(0))) == "turn 1000"


@pytest.mark.parametrize("level", LEVELS)
def test_reaction_times_are_a_normal_part_and_a_tail(level: str) -> None:
    times = LEVEL_REFLEXES[level].slap
    chance = Chance(5)
    drawn = [1000 * times.draw(chance) for _ in range(20_000)]
    spread = math.hypot(times.deviation, times.tail)
    assert statistics.fmean(drawn) == pytest.approx(times.mean + times.tail, abs=0.05 * spread)
    assert statistics.stdev(drawn) == pytest.approx(spread, rel=0.05)
    # The tail is to the right: of an ex-Gaussian the skewness is 2 (tail / spread)^3.
    middle = statistics.fmean(drawn)
    skewness = statistics.fmean(((each - middle) / spread) ** 3 for each in drawn)
    assert skewness == pytest.approx(2 * (times.tail / spread) ** 3, abs=0.3)


def test_no_hand_is_faster_than_the_floor() -> None:
    chance = Chance(5)
    quick = Times(260, 40, 5)
    drawn = [quick.draw(chance) for _ in range(1000)]
    assert 0.25 <= min(drawn) < 0.251
    assert drawn.count(min(drawn)) < 5
    assert all(Times(100, 0, 0).draw(chance, 0.1) == 0.25 for _ in range(10))


def test_a_cat_slaps_a_double_whoever_is_to_turn() -> None:
    game = ratscrew("9h 9c")
    assert plan(SURE, game, 0) == plan(SURE, game, 1) == "slap 400"


def test_without_a_pattern_the_cat_on_move_turns_and_the_others_watch() -> None:
    game = ratscrew("9h 8c")
    assert plan(SURE, game, 0) == "turn 1000"
    assert plan(SURE, game, 1) == "nothing"


def test_a_cat_that_misses_a_pattern_turns_its_card_over_it() -> None:
    game = ratscrew("9h 9c")
    assert plan(BLIND, game, 0) == "turn 1000"
    assert plan(BLIND, game, 1) == "nothing"


def test_a_cat_that_is_slower_to_slap_than_to_turn_covers_the_pattern() -> None:
    slow = Reflexes(Times(1200, 0, 0), misses=0.0, false_slaps=0.0, turn=Times(1000, 0, 0))
    assert plan(slow, ratscrew("9h 9c"), 0) == "turn 1000"
    assert plan(slow, ratscrew("9h 9c"), 1) == "slap 1200"


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_misses_its_share_of_the_cards(level: str) -> None:
    found = moves(level, ratscrew("9h 9c"), 1)
    missed = found.count(None) / len(found)
    wanted = LEVEL_REFLEXES[level].misses
    assert missed == pytest.approx(wanted, abs=4 * math.sqrt(wanted * (1 - wanted) / len(found)))


@pytest.mark.parametrize(
    ("pile", "rule"),
    [
        ("9h 9c", "doubles"),
        ("9h 2c 9c", "sandwiches"),
        ("Qh Kc", "marriages"),
        ("4h 6c", "tens"),
        ("Qh 2c Kc", "divorces"),
        ("Kc Ah 2c", "runs"),
        ("9h 2h Qh 5h", "flushes"),
    ],
)
def test_rarer_patterns_are_noticed_later(pile: str, rule: str) -> None:
    game = ratscrew(pile, **EVERY_SLAP)
    assert plan(SURE, game, 1) == f"slap {400 * NOTICED[rule]:.0f}"
    assert NOTICED[rule] > 1 or rule == "doubles"


def test_of_two_patterns_the_plainer_one_is_noticed() -> None:
    assert plan(SURE, ratscrew("9d 9h 9c", **EVERY_SLAP), 1) == "slap 400"


def test_every_slap_rule_has_its_factor() -> None:
    assert {rule.name for rule in [*spec("ratscrew").patterns, *spec("slapjack").patterns]} == set(NOTICED)


def test_a_pattern_whose_rule_is_off_is_none() -> None:
    assert plan(SURE, ratscrew("9h 2c 9c"), 1) == "nothing"


def test_penalty_cards_are_no_part_of_a_pattern() -> None:
    game = dealt("ratscrew", "9h 8h 2c", "9c 5c")
    do(game, "0 turn, 1 slap")
    assert [str(card) for card in game.view(None).zone("pile").known] == ["9c", "9h"]
    assert plan(SURE, game, 0) == "nothing"


@pytest.mark.parametrize(
    ("rule", "pile"),
    [
        ("sandwiches", "6h 3c 7c"),
        ("sandwiches", "Ah 3c 2c"),
        ("doubles", "6h 9c"),
        ("doubles", "Jh Kc"),
        ("runs", "5c 6h 8d"),
        ("flushes", "9h 2h Qd 5h"),
        ("tens", "4h 7c"),
        ("marriages", "Jh Qc"),
        ("divorces", "Kh 5d Ac"),
        ("jacks", "5d Kh"),
    ],
)
def test_what_looks_like_a_pattern(rule: str, pile: str) -> None:
    assert nearly([rule], cardhouse.engine.cards.parse_cards(pile)) == [rule]


@pytest.mark.parametrize(
    ("rule", "pile"),
    [
        ("sandwiches", "6h 3c 8c"),
        ("sandwiches", "6h 3c 6c"),
        ("doubles", "6h 8c"),
        ("runs", "5c 6h 9d"),
        ("flushes", "9h 2h Qd 5d"),
        ("tens", "Ah 5c"),
        ("marriages", "Jh Tc"),
        ("jacks", "Kh 5d"),
        ("sandwiches", "3c 7c"),
        ("wilds", "3c 7c"),
    ],
)
def test_what_looks_like_none(rule: str, pile: str) -> None:
    assert nearly([rule], cardhouse.engine.cards.parse_cards(pile)) == []


def test_a_rash_cat_slaps_6_3_7_where_sandwiches_are_on() -> None:
    assert plan(RASH, ratscrew("6h 3c 7c", sandwiches=True), 1) == "slap 400"
    assert plan(RASH, ratscrew("6h 3c 7c"), 1) == "nothing"
    assert plan(SURE, ratscrew("6h 3c 7c", sandwiches=True), 1) == "nothing"


def test_the_lower_a_level_the_more_false_slaps_and_expert_has_none() -> None:
    game = ratscrew("6h 3c 7c", sandwiches=True)
    counts = [sum(move is not None for move in moves(level, game, 1)) for level in LEVELS]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == pytest.approx(2000 * LEVEL_REFLEXES["easy"].false_slaps, rel=0.25)
    assert counts[0] > 2 * counts[1]
    assert counts[1] > counts[2] > counts[3] == 0


def test_nobody_falls_twice_for_the_same_card_where_it_costs_one() -> None:
    game = dealt("ratscrew", "6h 7c", "9c 5c 4c")
    do(game, "0 turn, 1 turn")
    assert plan(RASH, game, 0) == "slap 400"
    do(game, "0 slap")
    assert plan(RASH, game, 0) == "turn 1000"
    assert plan(RASH, game, 1) == "slap 400"


def test_a_cat_that_is_locked_out_keeps_its_paws_still() -> None:
    game = dealt("ratscrew", "6h 5c 8d", "2c 5d 4d", penalty="lockout")
    do(game, "0 turn, 1 slap, 1 turn, 0 turn, 1 turn")
    assert plan(SURE, game, 0) == "slap 400"
    assert plan(SURE, game, 1) == "nothing"


def test_a_cat_without_cards_can_slap_itself_back_in() -> None:
    assert plan(SURE, position("ratscrew", ["", "2c"], "9h 9c", turn=1), 0) == "slap 400"


def test_in_slapjack_a_jack_a_double_a_sandwich_and_a_wild_are_slapped() -> None:
    for pile in ("5h Jc", "9h 9c", "9h 2h 9c", "3d W1"):
        game = position("slapjack", ["2c", "3c"], pile, options={"wilds": True}, rest=0)
        assert plan(SURE, game, 1).startswith("slap"), pile


def test_in_a_last_chance_only_jacks_are_slapped() -> None:
    for pile, what in (("9h 9c", "nothing"), ("9h 2h 9c", "nothing"), ("9h W1", "nothing"), ("9h Jc", "slap 400")):
        game = position("slapjack", ["2c", ""], pile, options={"wilds": True}, rest=0, phase="last_chance")
        assert plan(SURE, game, 1) == plan(RASH, game, 1) == what


def test_in_a_last_chance_a_rash_cat_falls_for_a_king() -> None:
    game = position("slapjack", ["2c", ""], "9h Kc", rest=0, phase="last_chance")
    assert plan(RASH, game, 1) == "slap 400"


def test_when_only_a_slap_can_go_on_even_a_cat_that_missed_the_jack_slaps_it() -> None:
    game = position("slapjack", ["", ""], "9h Jc", turn=0, phase="last_chance")
    assert game.timer is None
    assert game.view(None).turn == (0, 1)
    assert plan(BLIND, game, 0) == "slap 1400"


def test_who_is_out_does_nothing() -> None:
    game = position("slapjack", ["2c", "", "3c"], "9h Jc", rest=0, out=[1])
    assert plan(SURE, game, 1) == "nothing"


def test_the_pace_scales_turns_and_no_slap() -> None:
    paces = ("slow", "medium", "fast")
    assert {plan(SURE, ratscrew("9h 9c"), 1, pace) for pace in paces} == {"slap 400"}
    assert [plan(SURE, ratscrew("9h 8c"), 1, pace) for pace in paces] == ["nothing"] * 3
    assert [plan(SURE, ratscrew("9h 8c"), 0, pace) for pace in paces] == ["turn 1300", "turn 1000", "turn 800"]


@pytest.mark.parametrize("pace", ["slow", "medium", "fast"])
@pytest.mark.parametrize("level", LEVELS)
def test_slaps_of_a_level_have_no_wall_and_are_the_same_at_every_pace(level: str, pace: str) -> None:
    """No time comes up again and again, and none is impossible that is between the fastest and the usual ones."""
    view = ratscrew("9h 9c").view(1)
    drawn: list[float] = []
    for seed in range(4000):
        move = SlapCat(seed, LEVEL_REFLEXES[level], pace).move(view)
        at_medium = SlapCat(seed, LEVEL_REFLEXES[level]).move(view)
        assert (move and move.after) == (at_medium and at_medium.after)
        drawn += [] if move is None else [1000 * move.after]
    assert min(drawn) >= FLOOR
    assert max(drawn.count(time) for time in set(drawn)) <= len(drawn) / 100
    first = sum(time < FLOOR + 10 for time in drawn)
    assert first <= 2 * sum(FLOOR + 10 <= time < FLOOR + 20 for time in drawn) + 5


def test_an_unknown_pace_is_refused() -> None:
    with pytest.raises(BadSetup) as refused:
        SlapCat(1, SURE, "hasty")
    assert refused.value.key == "setup.pace"


def views(game: Game, seed: int) -> Iterator[View]:
    """What every seat sees along a game of a cat of each level."""
    bots = [make_bot(game.name, LEVELS[seat % 4], seed) for seat in range(game.seats)]
    while not game.over:
        plans: list[tuple[float, int, Move]] = []
        for seat, bot in enumerate(bots):
            view = game.view(seat)
            yield view
            move = bot.move(view)
            if move is not None:
                assert move.action in view.legal
                plans.append((move.after, seat, move))
        first = min(plans, default=None, key=lambda plan: plan[:2])
        if game.timer is not None and (first is None or first[0] > game.timer.seconds):
            game.fire()
        else:
            assert first is not None
            game.apply(first[1], first[2].action)


@pytest.mark.parametrize("name", ["ratscrew", "slapjack"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_cat_answers_by_its_seed_and_by_what_it_sees_and_by_nothing_else(name: str, seats: int) -> None:
    options: dict[str, object] = EVERY_SLAP | {"penalty": "lockout"} if name == "ratscrew" else {"wilds": True}
    chance = Chance(3)
    answers: dict[str, set[str]] = {level: set() for level in LEVELS}
    for at, view in enumerate(views(cardhouse.new(name, seats=seats, seed=8, options=options), 11)):
        if at > 400:
            break
        for level in LEVELS:
            bot: Bot = make_bot(name, level, 11)
            move = bot.move(view)
            answers[level].add(told(move))
            assert bot.move(imagine(view, chance).view(view.seat)) == make_bot(name, level, 11).move(view) == move
    assert all(len(found) > 20 for found in answers.values())


@pytest.mark.parametrize("game", ["ratscrew", "slapjack"])
@pytest.mark.parametrize(("lower", "higher"), list(itertools.pairwise(LEVELS)))
def test_every_level_beats_the_one_below(game: str, lower: str, higher: str) -> None:
    results = play(contest(game, [higher, lower], deals=24, seed=1), jobs=1)
    assert not any(standing.failures for standing in results.standings)
    assert results.meeting(higher, lower).better_by.low > 0
