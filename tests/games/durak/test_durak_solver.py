"""The solver of Durak for two, against a plain minimax that tries everything."""

from __future__ import annotations

import random

from durak_positions import cycle, ending, play

from cardhouse import Chance, Game
from cardhouse.engine.cards import lowest, parse_cards, set_of
from cardhouse.games.durak.canonical import CanonicalStarts
from cardhouse.games.durak.policy import candidates, mover, two_left
from cardhouse.games.durak.rules import Durak
from cardhouse.games.durak.run_out import runs_out
from cardhouse.games.durak.solver import DRAWN, LOST, UNKNOWN, WON, Solver

Line = frozenset[tuple[int, int, int]]


def plain_value(game: Durak, seat: int, line: Line) -> int:
    """What a position leads to for a seat, by trying every action; a start of a round that stands on the line is a
    draw."""
    if game.result is not None:
        places = game.result.places
        return int(places[seat] < places[1 - seat]) - int(places[seat] > places[1 - seat])
    if game.laid == 0:
        start = (int(game.attacker), int(game.hands[0]), int(game.hands[1]))
        if start in line:
            return DRAWN
        line |= {start}
    who = mover(game)
    best, sign = LOST, 1 if who == seat else -1
    for code in game.moves(who):
        after = game.copy()
        after.advance(who, code)
        best = max(best, sign * plain_value(after, seat, line))
        if best == WON:
            break
    return sign * best


def is_answered(game: Durak) -> bool:
    """Whether the solver's one answer to a position is worth as much as the best of all actions."""
    seat = mover(game)
    solver = Solver(game, seat, 10**6)
    value, answer = solver.value(game), solver.answer
    every = {int(code): int(solver.solve(game, code)) for code in candidates(game, seat)}
    return value == max(every.values()) and (value == LOST or every[int(answer)] == value)


def checked(game: Game, nodes: int = 10**6) -> dict[int, int]:
    """The solver's values of what the mover may do, each compared with the plain one."""
    assert isinstance(game, Durak)
    seat = mover(game)
    solver = Solver(game, seat, nodes)
    line: Line = frozenset({(int(game.attacker), int(game.hands[0]), int(game.hands[1]))} if game.laid == 0 else ())
    values = {}
    for code in candidates(game, seat):
        after = game.copy()
        after.advance(seat, code)
        values[int(code)] = int(solver.solve(game, code))
        assert values[int(code)] == plain_value(after, seat, line)
    return values


def small_ending(luck: random.Random) -> Game:
    """A few cards of a few ranks, so that there is much to forward."""
    ranks = "789TJQKA"[: luck.choice([2, 3, 4, 8])]
    cards = [rank + suit for rank in ranks for suit in "cdsh"]
    luck.shuffle(cards)
    size = luck.randint(3, 6)
    first = luck.randint(1, size - 1)
    options = {"forwarding": luck.random() < 0.7, "pile_on": luck.random() < 0.2, "limit": luck.random() < 0.2}
    hands = " ".join(cards[:first]), " ".join(cards[first:size])
    return ending(*hands, trump="7" + luck.choice("cdsh"), attacker=luck.randrange(2), **options)


def test_small_endgames_are_worth_what_trying_everything_says() -> None:
    luck = random.Random(1)
    seen: set[int] = set()
    for _ in range(200):
        seen |= set(checked(small_ending(luck)).values())
    assert seen == {WON, DRAWN, LOST}


def test_one_best_action_is_found_without_solving_them_all() -> None:
    luck = random.Random(4)
    for _ in range(60):
        game = small_ending(luck)
        assert isinstance(game, Durak)
        assert is_answered(game)


def runs(*hands: str) -> bool:
    game = ending(*hands, trump="Ah")
    assert isinstance(game, Durak)
    return runs_out(game)


def test_who_holds_only_cards_that_must_be_taken_runs_out() -> None:
    assert runs("Kc Ad Ts", "8c 9d 7s")
    assert runs("Kc Ad 7h", "8c 9d 7s")
    # Two that can be beaten are one too many.
    assert not runs("9c 9d Ts 7c", "Tc Td 9s 7s")


def test_the_last_card_may_be_beaten_by_who_keeps_another() -> None:
    assert runs("7c Ad", "8c 9d")
    assert not runs("7c", "8c")


def test_no_more_is_laid_than_the_other_holds_and_what_was_taken_counts() -> None:
    assert not runs("Kc Kd", "7s")
    assert runs("Qc Kc Kd Ac", "7s")


def test_what_could_be_forwarded_does_not_run_out() -> None:
    assert runs("Kc Kd 7s 8s", "9c 9d 7d")
    assert not runs("Kc Qd 7s 8s", "9c 9d 7d 8d")


def test_who_runs_out_wins_when_everything_is_tried() -> None:
    luck = random.Random(11)
    seen = 0
    for _ in range(400):
        game = small_ending(luck)
        assert isinstance(game, Durak)
        if runs_out(game):
            seen += 1
            assert plain_value(game, int(game.attacker), frozenset()) == WON
    assert seen > 50


def named(attacking: str, defending: str, trump: int = 3) -> tuple[int, int]:
    names = CanonicalStarts().names(set_of(parse_cards(attacking)), set_of(parse_cards(defending)), trump)
    return int(names[0]), int(names[1])


def test_starts_are_alike_whatever_the_plain_suits_and_the_ranks_are_called() -> None:
    start = named("7c 9c 9d Qh", "8c Ts 9h")
    assert start == named("7d 9d 9c Qh", "8d Ts 9h")
    assert start == named("8c Tc Td Ah", "9c Js Th")
    # Which ranks are higher counts within a suit only.
    assert start == named("7c 9c 9d Qh", "8c As 9h")


def test_starts_are_not_alike_if_a_trump_a_shared_rank_or_a_holder_differs() -> None:
    start = named("7c 9c 9d Qh", "8c Ts 9h")
    assert start != named("7c 9c 9d Qh", "8c 9s 9h")
    assert start != named("8c 9c 9d Qh", "7c Ts 9h")
    assert start != named("7c 9c 9d Qh", "8c Ts 9h", trump=1)


def test_starts_that_are_alike_are_worth_the_same_when_everything_is_tried() -> None:
    luck = random.Random(12)
    worth: dict[object, int] = {}
    again = 0
    for _ in range(1500):
        game = small_ending(luck)
        assert isinstance(game, Durak)
        attacker, trump = int(game.attacker), int(lowest(game.trumps)) // 13
        names = CanonicalStarts().names(game.hands[attacker], game.hands[1 - attacker], trump)
        key = (int(names[0]), int(names[1]), bool(game.forwarding), bool(game.pile_on), bool(game.limit))
        value = plain_value(game, attacker, frozenset())
        again += key in worth
        assert worth.setdefault(key, value) == value
    assert again > 30


def test_positions_in_the_middle_of_a_round_are_solved_too() -> None:
    luck = random.Random(2)
    chance = Chance(3)
    for _ in range(40):
        game = small_ending(luck)
        for _ in range(1 + chance.below(3)):
            seat = game.turn()[0]
            legal = game.legal(seat)
            game.apply(seat, legal[chance.below(len(legal))])
            if game.over:
                break
        if not game.over:
            checked(game)


def test_the_last_two_of_three_are_solved_from_where_the_third_went_out() -> None:
    game = ending("7c", "9c 8d Kd", "9d Ts", trump="Ah", forwarding=False)
    play(game, "0 attack 7c", "1 beat 7c 9c", "2 attack 9d", "1 beat 9d Kd")
    assert isinstance(game, Durak)
    assert two_left(game)
    # Two waits with the ten, one with the eight: who attacks with the last card is out first.
    solver = Solver(game, 1, 1000)
    assert solver.value(game) == WON


def test_going_in_circles_is_a_draw_for_who_can_do_no_better() -> None:
    game = ending("8c Ks Kd", "7c 7d 8d Ac Ad", trump="Ah")
    assert isinstance(game, Durak)
    before = {seat: Solver(game, seat, 10**6).value(game) for seat in (0, 1)}
    assert before[0] == -before[1]
    cycle(game)
    assert isinstance(game, Durak)
    assert Solver(game, 0, 10**6).value(game) == before[0]


def test_a_solver_that_may_not_look_far_says_that_it_does_not_know() -> None:
    game = ending("7c 8d Ts Jd", "9c 7d Qs Kd", trump="Ah")
    assert isinstance(game, Durak)
    solver = Solver(game, 0, 1)
    assert {solver.solve(game, code) for code in candidates(game, 0)} == {UNKNOWN}
