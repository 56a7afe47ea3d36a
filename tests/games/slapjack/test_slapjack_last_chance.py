"""Slapjack, rule by rule: the last chance of a player without cards, gathering, being out, the end."""

from __future__ import annotations

import pytest
from slap_positions import do, hand, kinds, pile, position, verdict

from cardhouse import Chance, Game, Outcome, Refused, Timer
from cardhouse.engine.view import View

GATHER = Timer("gather", 1.0)


def test_turning_the_last_card_begins_a_last_chance() -> None:
    game = position("slapjack", ["2c", "4d"], "9h", turn=0, rest=1)
    events = do(game, "0 turn")
    assert kinds(events) == ["turn", "last_chance"]
    view = game.view(None)
    assert (view.phase, view.facts["waiting"], view.facts["jacks_only"]) == ("last_chance", [0], True)


def test_paying_the_last_card_begins_a_last_chance_and_the_turn_passes_on() -> None:
    game = position("slapjack", ["2c", "4d", "5d"], "9h", turn=0, rest=1)
    events = do(game, "0 slap")
    assert kinds(events) == ["slap", "penalty", "last_chance"]
    assert game.view(None).turn == (1,)


def test_the_others_go_on_turning() -> None:
    game = position("slapjack", ["2c", "4d 3c", "5d 7s"], "9h", turn=0, rest=1)
    do(game, "0 turn, 1 turn, 2 turn")
    assert game.view(None).turn == (1,)


def test_a_single_player_with_cards_turns_as_many_in_a_row_as_it_takes() -> None:
    game = position("slapjack", ["2c", "4d 3c 8h"], "9h", turn=0, rest=1)
    do(game, "0 turn, 1 turn, 1 turn, 1 turn")
    assert game.view(None).turn == (1,)
    with pytest.raises(Refused) as refusal:
        do(game, "0 turn")
    assert refusal.value.key == "refused.turn"


@pytest.mark.parametrize(("laid", "card"), [("9h 2d", "2c"), ("2d 9h", "2c"), ("9h", "W1")])
def test_while_somebody_is_without_cards_only_a_jack_is_a_good_slap(laid: str, card: str) -> None:
    game = position("slapjack", [f"{card} 5s", "4d", ""], laid, turn=0, rest=1, options={"wilds": True})
    events = do(game, "0 turn, 1 slap")
    assert verdict(events) == "wrong"
    game = position("slapjack", [f"{card} 5s", "4d", "3s"], laid, turn=0, rest=1, options={"wilds": True})
    assert verdict(do(game, "0 turn, 1 slap")) == "good"


def test_the_very_card_that_leaves_a_player_without_cards_makes_no_double() -> None:
    game = position("slapjack", ["2c", "4d"], "2d", turn=0, rest=1)
    assert verdict(do(game, "0 turn, 1 slap")) == "wrong"


def test_when_every_card_is_turned_without_a_jack_the_pile_is_gathered() -> None:
    game = position("slapjack", ["", "4d"], "9h 8c", turn=1)
    events = do(game, "1 turn")
    assert kinds(events) == ["turn", "last_chance", "all_turned"]
    assert game.timer == GATHER
    view = game.view(0)
    assert (view.turn, view.phase) == ((), "gather")
    for seat in (0, 1):
        with pytest.raises(Refused) as refusal:
            do(game, f"{seat} turn")
        assert refusal.value.key == "refused.slapjack.gather"
    events = do(game, "timer")
    assert kinds(events) == ["gather"]
    view = game.view(0)
    assert (view.turn, view.phase, view.timer, view.scores) == ((1,), "last_chance", None, (0, 52))
    assert view.facts["waiting"] == [0]
    assert len(set(view.facts["holds"][1].split())) == 52
    assert hand(game, 1).split() != sorted(hand(game, 1).split())


def test_a_gathered_pile_is_shuffled() -> None:
    game = position("slapjack", ["", "4d"], "9h 8c", turn=1)
    do(game, "1 turn")
    laid = pile(game)
    do(game, "timer")
    assert hand(game, 1) != laid
    assert set(hand(game, 1).split()) == set(laid.split())


def test_a_jack_as_the_very_last_card_waits_for_a_slap_and_no_timer_runs() -> None:
    game = position("slapjack", ["", "Jd", ""], "9h 8c", turn=1)
    do(game, "1 turn")
    assert game.timer is None
    assert game.view(None).turn == (0, 1, 2)
    with pytest.raises(Refused) as refusal:
        do(game, "1 turn")
    assert refusal.value.key == "refused.slapjack.all_turned"
    assert [str(action) for action in game.legal(1)] == ["slap"]
    do(game, "2 slap")
    view = game.view(None)
    assert (view.turn, view.scores, view.facts["waiting"]) == ((2,), (0, 0, 52), [0, 1])
    assert not game.over


def test_a_player_without_cards_who_slaps_a_jack_is_back_in_with_the_pile() -> None:
    game = position("slapjack", ["", "Jd 4h", "3c"], "9h 8c", turn=1, rest=2)
    events = do(game, "1 turn, 0 slap")
    assert kinds(events) == ["slap", "take", "back"]
    assert set(hand(game, 0).split()) == {"9h", "8c", "Jd"}
    view = game.view(None)
    assert (view.phase, view.turn, view.facts["waiting"]) == ("play", (2,), [])


def test_a_sandwich_is_good_again_when_everybody_has_cards() -> None:
    game = position("slapjack", ["", "Jd 4h 5h", "4c"], "9h 8c", turn=1, rest=2)
    do(game, "1 turn, 0 slap, 2 turn, 0 turn, 1 turn")
    assert do(game, "2 slap")[0].facts["why"] == "sandwiches"


def test_with_two_players_the_one_back_in_turns_next() -> None:
    game = position("slapjack", ["", "Jd 4h"], "9h 8c", turn=1, rest=1)
    do(game, "1 turn")
    assert game.view(None).turn == (1,)
    do(game, "0 slap")
    assert game.view(None).turn == (0,)


def test_the_turn_stays_where_it_is_when_that_is_not_the_player_who_turned_last() -> None:
    game = position("slapjack", ["", "3c 8d", "Jd 4h"], "9h 8c", turn=2, rest=1)
    do(game, "2 turn")
    assert game.view(None).turn == (1,)
    do(game, "0 slap")
    assert game.view(None).turn == (1,)


def test_a_player_without_cards_who_slaps_anything_else_is_out() -> None:
    game = position("slapjack", ["", "6d 4h", "3c"], "9h 8c", turn=1, rest=2)
    events = do(game, "1 turn, 0 slap")
    assert kinds(events) == ["slap", "out"]
    view = game.view(0)
    assert (view.facts["out"], view.facts["waiting"], view.phase, view.legal) == ([0], [], "play", ())
    for action in ("slap", "turn"):
        before = game.digest()
        with pytest.raises(Refused) as refusal:
            game.apply(0, action)
        assert refusal.value.key == "refused.slapjack.out"
        assert game.digest() == before


def test_who_is_out_is_passed_over() -> None:
    game = position("slapjack", ["", "6d 4h", "3c 5c"], "9h 8c", turn=1, rest=2)
    do(game, "1 turn, 0 slap, 2 turn")
    assert game.view(None).turn == (1,)


def test_a_player_without_cards_may_slap_an_empty_pile_and_stays() -> None:
    game = position("slapjack", ["", "6d 4h"], "", turn=1, rest=1)
    assert kinds(do(game, "0 slap")) == ["slap"]
    assert game.view(None).facts["waiting"] == [0]


def test_who_slaps_while_the_pile_waits_to_be_gathered_is_out() -> None:
    game = position("slapjack", ["", "4d", ""], "9h 8c", turn=1)
    do(game, "1 turn, 0 slap")
    assert game.view(None).facts["out"] == [0]
    assert game.timer == GATHER
    do(game, "1 slap")
    assert game.outcome == Outcome((3, 2, 1), (0, 0, 0), "reason.slapjack.last")


def test_a_pile_is_gathered_by_the_next_in_the_game_if_its_turner_is_out() -> None:
    game = position("slapjack", ["", "", "4d", ""], "9h 8c", turn=2)
    do(game, "2 turn, 2 slap, timer")
    view = game.view(None)
    assert (view.turn, view.scores, view.facts["waiting"]) == ((3,), (0, 0, 0, 52), [0, 1])
    game = position("slapjack", ["", "", "4d"], "9h 8c", turn=2)
    do(game, "2 turn, 2 slap, timer")
    assert game.view(None).turn == (0,)


def test_when_a_player_with_cards_slaps_the_jack_all_without_are_out() -> None:
    game = position("slapjack", ["", "Jd 4h", "", "3c"], "9h 8c", turn=1, rest=3)
    events = do(game, "1 turn, 3 slap")
    assert kinds(events) == ["slap", "take", "out", "out"]
    view = game.view(None)
    assert (view.facts["out"], view.facts["waiting"], view.turn) == ([0, 2], [], (3,))
    assert view.facts["places"] == [3, 0, 3, 0]


def test_who_turned_their_last_card_is_out_when_another_slaps_that_jack() -> None:
    game = position("slapjack", ["Jc", "4d"], "9h", turn=0, rest=1)
    do(game, "0 turn, 1 slap")
    assert game.outcome == Outcome((2, 1), (0, 52), "reason.slapjack.last")


def test_who_turned_their_last_card_can_slap_that_jack_themselves() -> None:
    game = position("slapjack", ["Jc", "4d"], "9h", turn=0, rest=1)
    do(game, "0 turn, 0 slap")
    assert set(hand(game, 0).split()) == {"9h", "Jc"}
    assert game.view(None).turn == (1,)


def test_of_several_without_cards_the_one_who_slaps_the_jack_is_back_and_the_others_wait_on() -> None:
    game = position("slapjack", ["", "Jd 4h", "", "3c"], "9h 8c", turn=1, rest=3)
    do(game, "1 turn, 2 slap")
    view = game.view(None)
    assert (view.facts["waiting"], view.facts["out"], view.facts["jacks_only"]) == ([0], [], True)


def test_a_wrong_slap_pays_the_player_without_cards_who_is_back_in() -> None:
    game = position("slapjack", ["", "6d 4h 2h", "3c"], "9h 8c", turn=1, rest=2)
    events = do(game, "1 turn, 1 slap")
    assert kinds(events) == ["slap", "penalty", "back"]
    assert events[1].facts == {"to": 0}
    assert hand(game, 0) == "4h"
    assert game.view(None).phase == "play"


def test_of_several_without_cards_the_one_longest_without_is_paid() -> None:
    game = position("slapjack", ["", "6d 4h 2h", "", "3c"], "9h 8c", turn=1, rest=3, waiting=[2, 0])
    do(game, "1 turn, 1 slap")
    assert hand(game, 2) == "4h"
    assert game.view(None).facts["waiting"] == [0]
    do(game, "1 slap")
    assert hand(game, 0) == "2h"
    assert game.view(None).facts["waiting"] == [1]


@pytest.mark.parametrize(("slapper", "left"), [(4, [0, 2, 3]), (0, [4, 2, 3]), (2, [4, 0, 3]), (3, [4, 0, 2])])
def test_the_others_keep_their_order_when_one_of_several_is_out(slapper: int, left: list[int]) -> None:
    game = position("slapjack", ["", "6d 4h", "", "", "", "3c"], "9h 8c", turn=1, rest=5, waiting=[4, 0, 2, 3])
    do(game, f"1 turn, {slapper} slap")
    assert game.view(None).facts["waiting"] == left


def test_the_order_of_waiting_is_the_order_of_running_out() -> None:
    game = position("slapjack", ["6d 4h", "7c", "2h"], "9h", turn=1, rest=0)
    do(game, "1 turn, 2 turn")
    assert game.view(None).facts["waiting"] == [1, 2]
    game = position("slapjack", ["6d 4h", "7c", "2h"], "9h", turn=1, rest=0)
    do(game, "2 slap, 1 turn")
    assert game.view(None).facts["waiting"] == [2, 1]


def test_a_wrong_slap_with_the_last_card_puts_the_payer_in_the_last_chance_instead() -> None:
    game = position("slapjack", ["", "6d", "3c"], "9h 8c", turn=2, rest=2)
    events = do(game, "2 turn, 1 slap")
    assert kinds(events) == ["slap", "penalty", "back", "last_chance"]
    view = game.view(None)
    assert (hand(game, 0), view.facts["waiting"]) == ("6d", [1])
    assert view.turn == (2,)


def test_a_single_turner_who_pays_the_other_has_turned_and_the_other_goes_on() -> None:
    game = position("slapjack", ["", "6d 4h 2h"], "9h 8c", turn=1, rest=1)
    do(game, "1 turn, 1 slap")
    assert hand(game, 0) == "4h"
    assert game.view(None).turn == (0,)


def test_when_the_last_without_cards_goes_out_nobody_turns_two_in_a_row() -> None:
    game = position("slapjack", ["", "6d 4h 2h", ""], "9h 8c", turn=1, rest=1)
    do(game, "1 turn, 1 slap")
    assert game.view(None).turn == (1,)
    do(game, "2 slap")
    assert game.view(None).turn == (0,)


def test_the_chance_comes_each_time_it_happens() -> None:
    game = position("slapjack", ["", "6d 4h 2h"], "9h 8c", turn=1, rest=1)
    do(game, "1 turn, 1 slap, 0 turn")
    assert game.view(None).facts["waiting"] == [0]
    assert not game.over


def test_the_last_player_in_the_game_wins() -> None:
    game = position("slapjack", ["", "6d 4h"], "9h 8c", turn=1, rest=1)
    events = do(game, "1 turn, 0 slap")
    assert kinds(events) == ["slap", "out", "over"]
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.places, outcome.winners, outcome.reason) == ((2, 1), (1,), "reason.slapjack.last")
    assert game.timer is None


def test_who_is_out_later_has_the_better_place() -> None:
    game = position("slapjack", ["", "6d 4h", "", "3c", ""], "9h 8c", turn=1, rest=3)
    do(game, "1 turn, 2 slap, 4 slap, 0 slap")
    assert game.view(None).facts["places"] == [3, 0, 5, 0, 4]


def test_players_out_at_one_stroke_share_a_place() -> None:
    game = position("slapjack", ["", "Jd 4h", "", ""], "9h 8c", turn=1, rest=1)
    do(game, "1 turn, 1 slap")
    outcome = game.outcome
    assert outcome is not None
    assert outcome.places == (2, 1, 2, 2)


def test_the_view_of_a_last_chance_reads_back() -> None:
    game = position("slapjack", ["", "6d 4h", "", "3c"], "9h 8c", turn=1, rest=3)
    do(game, "1 turn, 2 slap")
    view = game.view(0)
    assert View.read(view.plain()) == view


def left_by(game: Game) -> str:
    """Enough of a position to tell what was done last."""
    view = game.view(None)
    return f"{view.scores} {len(pile(game).split())} {view.facts['out']}"


def done_at_random(game: Game) -> list[str]:
    """What random play does here, in many tries, each told by what it leaves."""
    done = []
    for seed in range(900):
        copy = game.copy()
        copy.random_step(Chance(seed))
        done.append(left_by(copy))
    return done


def test_random_play_does_each_legal_thing_equally_often() -> None:
    game = position("slapjack", ["", "4d 6c", "", "8h"], "9h", turn=1, rest=3, out=[2])
    done = done_at_random(game)
    for action in ("0 slap", "1 turn", "1 slap", "3 slap"):
        copy = game.copy()
        do(copy, action)
        assert 180 <= done.count(left_by(copy)) <= 270, action


def test_random_play_fires_the_timer_and_slaps_a_last_jack() -> None:
    game = position("slapjack", ["", "4d", ""], "9h 8c", turn=1)
    do(game, "1 turn")
    assert 180 <= done_at_random(game).count("(0, 52, 0) 0 []") <= 270
    game = position("slapjack", ["", "Jd", ""], "9h 8c", turn=1)
    do(game, "1 turn")
    done = done_at_random(game)
    for scores in ("(52, 0, 0)", "(0, 52, 0)", "(0, 0, 52)"):
        assert 240 <= done.count(f"{scores} 0 []") <= 360
