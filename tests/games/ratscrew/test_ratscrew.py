"""Ratscrew, rule by rule: turning, challenges, won piles, players without cards, the end."""

from __future__ import annotations

import pytest
from slap_positions import dealt, do, hand, kinds, pile, position

import cardhouse
from cardhouse import Chance, Outcome, Refused, Timer

SEATS = [2, 3, 4, 5, 6]
TAKE = Timer("take", 1.0)
NEW: dict[str, object] = {
    "penalties": 0,
    "turned_by": None,
    "challenger": None,
    "chances": 0,
    "pile_to": None,
    "paid": [],
    "idle_slaps": 0,
    "slaps": {},
}


@pytest.mark.parametrize("seats", SEATS)
def test_all_cards_are_dealt_one_by_one(seats: int) -> None:
    game = cardhouse.new("ratscrew", seats=seats, seed=5)
    sizes = [len(game.open_view().zone("hand", seat).cards) for seat in range(seats)]
    assert sizes == [52 // seats + (seat < 52 % seats) for seat in range(seats)]
    assert game.view(None).scores == tuple(sizes)
    assert game.view(None).facts == {**NEW, "lockouts": [0] * seats}


def test_the_first_card_a_seat_got_is_the_first_it_turns() -> None:
    game = dealt("ratscrew", "2c 3d", "5h 6s", "8d 9s")
    do(game, "0 turn, 1 turn, 2 turn, 0 turn, 1 turn, 2 turn")
    assert pile(game) == "2c 5h 8d 3d 6s 9s"


@pytest.mark.parametrize("seats", SEATS)
def test_seat_0_starts_and_the_turn_goes_round(seats: int) -> None:
    cards = ["2c", "4d", "6h", "8s", "3c", "5d"]
    game = dealt("ratscrew", *cards[:seats])
    for seat in range(seats):
        assert game.view(None).turn == (seat,)
        do(game, f"{seat} turn")
    assert game.view(None).turn == (0,)
    assert pile(game) == " ".join(cards[:seats])


def test_a_card_turned_out_of_turn_is_refused_and_changes_nothing() -> None:
    game = dealt("ratscrew", "2c", "4d", "6h")
    before = game.digest()
    with pytest.raises(Refused) as refusal:
        do(game, "1 turn")
    assert refusal.value.key == "refused.turn"
    assert refusal.value.facts == {"seat": 0}
    assert game.digest() == before


def test_other_verbs_are_refused() -> None:
    game = dealt("ratscrew", "2c", "4d")
    with pytest.raises(Refused) as refusal:
        game.apply(0, "play 2c")
    assert refusal.value.key == "refused.verb"


def test_everybody_may_slap_at_any_moment_and_one_may_turn() -> None:
    game = dealt("ratscrew", "2c", "4d", "6h")
    assert [[str(action) for action in game.legal(seat)] for seat in range(3)] == [["turn", "slap"], ["slap"], ["slap"]]


@pytest.mark.parametrize(("card", "chances"), [("Js", 1), ("Qs", 2), ("Ks", 3), ("As", 4)])
def test_a_court_card_gives_the_next_player_so_many_chances(card: str, chances: int) -> None:
    game = dealt("ratscrew", card, "2d 4d 6d 8d 9d", "3c")
    events = do(game, "0 turn")
    assert kinds(events) == ["turn", "challenge"]
    assert events[1].facts == {"to": 1, "chances": chances}
    view = game.view(2)
    assert view.roles == {"challenger": 0}
    assert (view.phase, view.facts["challenger"], view.facts["chances"]) == ("challenge", 0, chances)
    for left in range(chances - 1, -1, -1):
        assert game.view(None).turn == (1,)
        assert game.timer is None
        events = do(game, "1 turn")
        assert game.view(None).facts["chances"] == left
    assert kinds(events) == ["turn", "won"]
    assert game.timer == TAKE
    view = game.view(None)
    assert (view.turn, view.phase, view.facts["pile_to"]) == ((), "take", 0)
    assert view.roles == {"challenger": 0, "taker": 0}


def test_a_court_card_in_answer_turns_the_challenge_on_the_player_after() -> None:
    game = dealt("ratscrew", "Ks", "2d Qh 9c", "3c 5c")
    do(game, "0 turn, 1 turn, 1 turn")
    view = game.view(None)
    assert (view.turn, view.facts["challenger"], view.facts["chances"]) == ((2,), 1, 2)
    do(game, "2 turn, 2 turn, timer")
    assert hand(game, 1).endswith("Ks 2d Qh 3c 5c")


def test_the_winner_of_a_challenge_takes_the_pile_in_its_order_and_starts() -> None:
    game = dealt("ratscrew", "2c", "Js", "4d")
    do(game, "0 turn, 1 turn, 2 turn")
    events = do(game, "timer")
    assert kinds(events) == ["take"]
    assert events[0].facts == {}
    assert [str(card) for card in map(cardhouse.Card, events[0].cards)] == ["2c", "Js", "4d"]
    assert hand(game, 1).endswith("2c Js 4d")
    view = game.view(None)
    assert (view.turn, view.phase, view.roles, pile(game)) == ((1,), "single", {}, "")
    assert game.timer is None
    assert view.facts == {**NEW, "lockouts": [0, 0, 0]}


def test_nobody_turns_while_the_pile_waits_to_be_taken() -> None:
    game = dealt("ratscrew", "Js", "4d")
    do(game, "0 turn, 1 turn")
    before = game.digest()
    for seat in (0, 1):
        with pytest.raises(Refused) as refusal:
            do(game, f"{seat} turn")
        assert refusal.value.key == "refused.ratscrew.take"
        assert [str(action) for action in game.legal(seat)] == ["slap"]
    assert game.digest() == before


def test_no_timer_can_fire_when_none_runs() -> None:
    game = dealt("ratscrew", "2s", "4d")
    with pytest.raises(Refused) as refusal:
        do(game, "timer")
    assert refusal.value.key == "refused.no_timer"


def test_a_won_pile_can_still_be_slapped() -> None:
    game = position("ratscrew", ["5h", "4d", "9c"], "Js 4s", turn=1, rest=0, challenger=0, chances=1)
    do(game, "1 turn")
    assert game.timer == TAKE
    events = do(game, "2 slap")
    assert kinds(events) == ["slap", "take"]
    assert hand(game, 2) == "9c Js 4s 4d"
    assert game.timer is None
    assert game.view(None).turn == (2,)


def test_a_player_without_cards_is_passed_over() -> None:
    game = position("ratscrew", ["2c 9d", "", "4d 8d"], turn=0, rest=2)
    do(game, "0 turn")
    assert game.view(None).turn == (2,)
    do(game, "2 turn")
    assert game.view(None).turn == (0,)


def test_a_challenge_passes_over_a_player_without_cards() -> None:
    game = position("ratscrew", ["Kc 9d", "", "4d 8d"], turn=0, rest=2)
    events = do(game, "0 turn")
    assert events[1].facts == {"to": 2, "chances": 3}


def test_who_runs_out_while_answering_leaves_the_rest_to_the_next_with_cards() -> None:
    game = position("ratscrew", ["9d", "3h", "", "4d 8d"], "Kc", turn=1, rest=0, challenger=0, chances=3)
    events = do(game, "1 turn")
    assert kinds(events) == ["turn", "challenge"]
    assert events[1].facts == {"to": 3, "chances": 2}
    assert game.view(None).turn == (3,)
    do(game, "3 turn, 3 turn")
    assert game.view(None).facts["pile_to"] == 0


def test_with_two_players_the_challenger_plays_for_both() -> None:
    game = position("ratscrew", ["9d 5c", "3h"], "Kc", turn=1, rest=0, challenger=0, chances=3)
    events = do(game, "1 turn")
    assert kinds(events) == ["turn", "alone"]
    assert events[1].facts == {"to": 0, "chances": 2}
    do(game, "0 turn")
    assert game.view(None).turn == (0,)
    events = do(game, "0 turn")
    assert kinds(events) == ["turn", "won"]
    events = do(game, "timer")
    assert kinds(events) == ["take", "over"]


def test_who_plays_for_both_can_answer_with_a_challenge_of_their_own() -> None:
    game = position("ratscrew", ["Qd 5c 7d", "3h"], "Kc", turn=1, rest=0, challenger=0, chances=3)
    do(game, "1 turn, 0 turn")
    view = game.view(None)
    assert (view.turn, view.facts["challenger"], view.facts["chances"]) == ((0,), 0, 2)


def test_who_holds_the_last_cards_goes_on_turning() -> None:
    game = position("ratscrew", ["2c 4d 6d", ""], "9c", turn=0, rest=0)
    do(game, "0 turn, 0 turn")
    assert game.view(None).turn == (0,)
    assert not game.over


def test_when_nobody_holds_a_card_the_standing_challenge_takes_the_pile() -> None:
    game = position("ratscrew", ["", "3h", ""], "9c Kc", turn=1, challenger=0, chances=3)
    events = do(game, "1 turn")
    assert kinds(events) == ["turn", "empty"]
    assert game.timer == TAKE
    assert game.view(None).facts["pile_to"] == 0
    do(game, "timer")
    assert game.outcome == Outcome((1, 2, 2), (52, 0, 0), "reason.ratscrew.all")


def test_when_nobody_holds_a_card_and_no_challenge_stands_the_last_to_turn_takes_the_pile() -> None:
    game = position("ratscrew", ["", "3h", ""], "9c 8d", turn=1)
    do(game, "1 turn")
    assert game.timer == TAKE
    assert game.view(None).facts["pile_to"] == 1


def test_a_last_card_that_challenges_takes_the_pile_itself() -> None:
    game = position("ratscrew", ["", "Jh", ""], "9c Kc", turn=1, challenger=0, chances=3)
    events = do(game, "1 turn")
    assert kinds(events) == ["turn", "empty"]
    assert game.view(None).facts["pile_to"] == 1


def test_while_the_last_pile_waits_a_good_slap_still_takes_it() -> None:
    game = position("ratscrew", ["", "3h", ""], "9c 3d", turn=1)
    do(game, "1 turn, 2 slap")
    assert game.outcome == Outcome((2, 2, 1), (0, 0, 52), "reason.ratscrew.all")


def test_a_player_without_cards_stays_in_the_game_by_slapping() -> None:
    game = position("ratscrew", ["2c 4d", ""], "9c 2d", turn=0, rest=0)
    do(game, "0 turn, 1 slap")
    assert hand(game, 1) == "9c 2d 2c"
    assert game.view(None).turn == (1,)


def test_holding_every_card_but_those_of_the_pile_is_not_the_end() -> None:
    game = position("ratscrew", ["2c", ""], "9c Jd", turn=0, rest=0, challenger=1, chances=1)
    do(game, "0 turn")
    assert not game.over
    do(game, "timer")
    assert not game.over
    assert hand(game, 1) == "9c Jd 2c"


def test_the_game_is_over_when_one_player_holds_all_and_the_pile_is_empty() -> None:
    game = position("ratscrew", ["2c", "", ""], "9c 2d", turn=0, rest=1)
    do(game, "0 turn")
    assert not game.over
    events = do(game, "1 slap")
    assert kinds(events) == ["slap", "take", "over"]
    assert game.outcome == Outcome((2, 1, 2), (0, 52, 0), "reason.ratscrew.all")
    assert game.outcome.winners == (1,)
    with pytest.raises(Refused) as refusal:
        do(game, "1 turn")
    assert refusal.value.key == "refused.over"


def test_a_ten_stops_a_challenge_when_stoppers_are_on() -> None:
    game = position(
        "ratscrew", ["9d", "Th 4c", "5h"], "Kc", turn=1, rest=0, challenger=0, chances=3, options={"stoppers": True}
    )
    events = do(game, "1 turn")
    assert kinds(events) == ["turn", "stopped"]
    view = game.view(None)
    assert (view.turn, view.phase, view.facts["challenger"], view.facts["chances"]) == ((2,), "single", None, 0)
    do(game, "2 turn")
    assert game.view(None).turn == (0,)


def test_a_ten_on_the_last_chance_still_stops_the_challenge() -> None:
    game = position(
        "ratscrew", ["9d", "Th 4c"], "Jc", turn=1, rest=0, challenger=0, chances=1, options={"stoppers": True}
    )
    do(game, "1 turn")
    assert game.timer is None
    assert game.view(None).turn == (0,)


def test_a_ten_that_stops_the_challenge_as_the_last_card_of_all_takes_the_pile() -> None:
    game = position("ratscrew", ["", "Th"], "Kc", turn=1, challenger=0, chances=3, options={"stoppers": True})
    do(game, "1 turn")
    assert game.view(None).facts["pile_to"] == 1


def test_a_ten_is_a_card_like_any_other_when_stoppers_are_off() -> None:
    game = position("ratscrew", ["9d", "Th 4c", "5h"], "Kc", turn=1, rest=0, challenger=0, chances=3)
    do(game, "1 turn")
    view = game.view(None)
    assert (view.turn, view.facts["challenger"], view.facts["chances"]) == ((1,), 0, 2)


def test_a_ten_outside_a_challenge_stops_nothing() -> None:
    game = position("ratscrew", ["Td 2c", "4c"], "3c", turn=0, rest=0, options={"stoppers": True})
    assert kinds(do(game, "0 turn")) == ["turn"]


def test_random_play_does_each_legal_thing_equally_often() -> None:
    game = dealt("ratscrew", "Js", "4d", "9c")
    do(game, "0 turn")
    done = []
    for seed in range(900):
        copy = game.copy()
        copy.random_step(Chance(seed))
        done.append(str(copy.view(None).facts["paid"] or pile(copy)))
    assert {each: 180 <= done.count(each) <= 270 for each in done} == dict.fromkeys(
        ("[0]", "[1]", "[2]", "Js 4d"), True
    )
    do(game, "1 turn")
    fired = 0
    for seed in range(900):
        copy = game.copy()
        copy.random_step(Chance(seed))
        fired += pile(copy) == ""
    assert 180 <= fired <= 270
