"""Ratscrew, rule by rule: good slaps, wrong slaps and what they cost."""

from __future__ import annotations

import pytest
from slap_positions import dealt, do, hand, kinds, pile, position, seen_hand, verdict

from cardhouse import Chance, Outcome, Timer, Zone, imagine


@pytest.mark.parametrize(
    ("option", "laid", "card"),
    [
        ("sandwiches", "6c 3d", "6h"),
        ("runs", "5c 6d", "7h"),
        ("runs", "Kc Ad", "2h"),
        ("flushes", "2h 9h 4h", "7h"),
        ("tens", "2c 3d", "7h"),
        ("marriages", "2c Kd", "Qh"),
        ("divorces", "2c Qd 5s", "Kh"),
    ],
)
def test_a_slap_rule_counts_only_when_its_option_is_on(option: str, laid: str, card: str) -> None:
    for on in (True, False):
        game = position("ratscrew", [card, "8c", "9c"], laid, turn=0, rest=1, options={option: on, "penalty": "none"})
        events = do(game, "0 turn, 2 slap")
        if on:
            assert events[0].facts == {"verdict": "good", "why": option, "patterns": [option]}
            assert hand(game, 2) == f"9c {laid} {card}"
        else:
            assert events[0].facts == {"verdict": "wrong", "why": "wrong", "patterns": []}
            assert pile(game) == f"{laid} {card}"


@pytest.mark.parametrize("slapper", [0, 1, 2, 3])
def test_a_double_is_always_good_for_anybody_in_or_out_of_turn(slapper: int) -> None:
    game = dealt("ratscrew", "5c", "5d", "8h", "9h")
    do(game, "0 turn, 1 turn")
    events = do(game, f"{slapper} slap")
    assert kinds(events) == ["slap", "take"]
    assert verdict(events) == "good"
    assert hand(game, slapper).endswith("5c 5d")
    assert pile(game) == ""
    assert game.view(None).turn == (slapper,)


def test_the_first_rule_that_fits_names_the_slap_and_all_are_told() -> None:
    game = position("ratscrew", ["5c", "", "9c"], "5h 5d", turn=0, rest=1, options={"sandwiches": True, "tens": True})
    events = do(game, "0 turn, 2 slap")
    assert events[0].facts == {"verdict": "good", "why": "doubles", "patterns": ["doubles", "sandwiches", "tens"]}
    assert events[0].words("ratscrew", ["Ann", "Bob", "Cy"]) == "Cy slaps: a double."


def test_a_good_slap_takes_the_pile_whatever_challenge_stands() -> None:
    game = dealt("ratscrew", "Kc", "Kd", "8h")
    do(game, "0 turn, 1 turn")
    assert game.view(None).facts["challenger"] == 1
    do(game, "0 slap")
    view = game.view(None)
    assert (view.turn, view.phase, view.facts["challenger"], view.facts["chances"]) == ((0,), "single", None, 0)


def test_only_the_last_cards_count() -> None:
    game = dealt("ratscrew", "5c", "5d", "8h")
    do(game, "0 turn, 1 turn, 2 turn")
    assert verdict(do(game, "0 slap")) == "wrong"


@pytest.mark.parametrize("penalty", ["card", "lockout", "pile", "none"])
def test_a_slap_on_an_empty_pile_does_nothing_and_costs_nothing(penalty: str) -> None:
    game = dealt("ratscrew", "5c", "5d", penalty=penalty)
    before = game.open_view()
    events = do(game, "1 slap")
    assert kinds(events) == ["slap"]
    assert events[0].facts == {"verdict": "nothing", "why": "empty", "patterns": []}
    after = game.open_view()
    assert after.zones == before.zones
    assert after.facts == {**before.facts, "idle_slaps": 1}


def test_a_wrong_slap_costs_the_top_card_which_goes_face_up_under_the_pile() -> None:
    game = dealt("ratscrew", "5c 6c", "9d 3h", "8h")
    do(game, "0 turn, 1 turn")
    events = do(game, "0 slap")
    assert kinds(events) == ["slap", "penalty"]
    assert [str(card) for card in game.view(2).zone("pile").cards] == ["6c", "5c", "9d"]
    assert game.view(None).facts["penalties"] == 1
    assert game.view(None).turn == (2,)
    do(game, "1 slap")
    assert pile(game) == "3h 6c 5c 9d"
    assert game.view(None).facts["penalties"] == 2


def test_each_offender_pays_at_most_one_card_for_each_card_turned() -> None:
    game = dealt("ratscrew", "5c 6c", "9d 3h 4s", "8h")
    do(game, "0 turn")
    assert kinds(do(game, "1 slap")) == ["slap", "penalty"]
    assert kinds(do(game, "1 slap")) == ["slap"]
    assert kinds(do(game, "2 slap")) == ["slap", "penalty"]
    assert game.view(None).facts["paid"] == [1, 2]
    do(game, "1 turn")
    assert game.view(None).facts["paid"] == []
    assert kinds(do(game, "1 slap")) == ["slap", "penalty"]


def test_penalty_cards_never_count_for_a_slap() -> None:
    game = dealt("ratscrew", "5c", "5d 9h", "8h", sandwiches=True)
    do(game, "0 turn, 1 slap")
    assert pile(game) == "5d 5c"
    events = do(game, "0 slap")
    assert verdict(events) == "wrong"
    game = dealt("ratscrew", "5c 2d", "5d 9h", "8h", sandwiches=True)
    do(game, "0 turn, 1 slap, 1 turn")
    assert pile(game) == "5d 5c 9h"
    assert verdict(do(game, "2 slap")) == "wrong"


def test_penalty_cards_go_with_the_pile() -> None:
    game = dealt("ratscrew", "5c", "7d 5h", "8h")
    do(game, "0 turn, 1 slap, 1 turn, 2 slap")
    assert hand(game, 2).endswith("7d 5c 5h")
    assert game.view(None).facts["penalties"] == 0


def test_an_offender_without_cards_pays_no_card() -> None:
    game = position("ratscrew", ["2c 4d", ""], "9c", turn=0, rest=0)
    before = game.open_view().zones
    assert kinds(do(game, "1 slap")) == ["slap"]
    assert game.open_view().zones == before


def test_when_a_penalty_takes_the_last_card_of_the_player_on_turn_the_turn_passes_on() -> None:
    game = position("ratscrew", ["2c 4d", "3h", "8d"], "9c", turn=1, rest=2)
    do(game, "1 slap")
    assert game.view(None).turn == (2,)
    assert hand(game, 1) == ""


def test_when_a_penalty_takes_the_last_card_of_the_answerer_the_next_has_the_chances_left() -> None:
    game = position("ratscrew", ["2c 4d", "3h", "8d 9d"], "9c Kc", turn=1, rest=0, challenger=0, chances=2)
    events = do(game, "1 slap")
    assert kinds(events) == ["slap", "penalty", "challenge"]
    assert events[2].facts == {"to": 2, "chances": 2}
    do(game, "2 turn, 2 turn")
    assert game.view(None).facts["pile_to"] == 0


def test_when_a_penalty_takes_the_last_card_of_a_player_not_on_turn_nothing_else_changes() -> None:
    game = position("ratscrew", ["2c 4d", "3h", "8d 9d"], "9c", turn=0, rest=0)
    do(game, "1 slap")
    assert game.view(None).turn == (0,)


def test_when_a_penalty_takes_the_last_card_of_all_the_pile_is_won() -> None:
    game = position("ratscrew", ["", "3h", ""], "9c Kc", turn=1, challenger=2, chances=2)
    events = do(game, "1 slap")
    assert kinds(events) == ["slap", "penalty", "empty"]
    assert game.timer == Timer("take", 1.0)
    assert game.view(None).facts["pile_to"] == 2
    game = position("ratscrew", ["", "3h", ""], "9c 8c", turn=1, turned_by=0)
    do(game, "1 slap")
    assert game.view(None).facts["pile_to"] == 0


def test_a_wrong_slap_while_the_pile_waits_costs_a_card_and_changes_nothing_else() -> None:
    game = dealt("ratscrew", "Jc 6d", "5d 9h", "8h")
    do(game, "0 turn, 1 turn")
    assert kinds(do(game, "0 slap")) == ["slap", "penalty"]
    assert game.view(None).facts["pile_to"] == 0
    do(game, "timer")
    assert hand(game, 0).endswith("6d Jc 5d")
    assert game.view(None).facts["paid"] == []


@pytest.mark.parametrize("offender", [0, 1])
def test_a_lockout_lasts_until_five_more_cards_have_been_turned(offender: int) -> None:
    game = dealt("ratscrew", "2c 4d 6h 3h", "9c 7h 3s 5d", penalty="lockout")
    do(game, "0 turn")
    events = do(game, f"{offender} slap")
    assert kinds(events) == ["slap", "lockout"]
    assert game.view(None).scores == (25, 26)
    for left, turn in enumerate(["1 turn", "0 turn", "1 turn", "0 turn"]):
        do(game, turn)
        assert game.view(0).facts["lockouts"] == ([4 - left, 0] if offender == 0 else [0, 4 - left])
        events = do(game, f"{offender} slap")
        assert events[0].facts == {"verdict": "nothing", "why": "locked", "patterns": []}
        assert kinds(events) == ["slap"]
    do(game, "1 turn")
    assert game.view(0).facts["lockouts"] == [0, 0]
    assert verdict(do(game, f"{offender} slap")) == "wrong"


def test_who_is_locked_out_cannot_take_a_double() -> None:
    game = dealt("ratscrew", "2c", "2d", "9h", penalty="lockout")
    do(game, "0 turn, 2 slap, 1 turn")
    assert kinds(do(game, "2 slap")) == ["slap"]
    assert pile(game) == "2c 2d"
    assert [str(action) for action in game.legal(2)] == ["turn", "slap"]
    assert kinds(do(game, "0 slap")) == ["slap", "take"]


def test_a_lockout_goes_on_when_the_pile_is_taken() -> None:
    game = dealt("ratscrew", "2c", "2d", "9h", penalty="lockout")
    do(game, "0 turn, 2 slap, 1 turn, 0 slap")
    assert game.view(None).facts["lockouts"] == [0, 0, 4]


def test_penalty_pile_gives_it_to_the_player_who_turned_the_last_card() -> None:
    game = dealt("ratscrew", "2c", "4d", "9h", penalty="pile")
    do(game, "0 turn, 1 turn")
    events = do(game, "0 slap")
    assert kinds(events) == ["slap", "forfeit", "take"]
    assert events[1].facts == {"to": 1}
    assert hand(game, 1).endswith("2c 4d")
    assert game.view(None).turn == (1,)


def test_penalty_pile_gives_it_to_the_next_with_cards_if_the_offender_turned_the_last() -> None:
    game = position("ratscrew", ["2c 4d", "", "9h"], "3c", turn=0, rest=0, options={"penalty": "pile"})
    do(game, "0 turn, 0 slap")
    assert hand(game, 2) == "9h 3c 2c"
    assert game.view(None).turn == (2,)


def test_penalty_pile_gives_it_to_a_player_without_cards_who_turned_the_last() -> None:
    game = position("ratscrew", ["2c", "5d", "9h"], "3c", turn=0, rest=1, options={"penalty": "pile"})
    do(game, "0 turn, 2 slap")
    assert hand(game, 0) == "3c 2c"


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_penalty_pile_never_gives_it_to_the_offender(seats: int) -> None:
    hands = ["2c 4d"] + [""] * (seats - 1)
    game = position("ratscrew", hands, "3c", turn=0, rest=0, options={"penalty": "pile"})
    do(game, "0 turn, 0 slap")
    assert hand(game, 1) == "3c 2c"
    assert game.view(None).turn == (1,)
    assert not game.over


def test_penalty_pile_ends_a_challenge_and_the_wait_for_the_pile() -> None:
    game = dealt("ratscrew", "Jc", "4d", "9h", penalty="pile")
    do(game, "0 turn, 1 turn, 2 slap")
    view = game.view(None)
    assert (view.turn, view.phase, view.timer, view.facts["challenger"]) == ((1,), "single", None, None)
    assert hand(game, 1).endswith("Jc 4d")


def test_penalty_pile_can_end_the_game() -> None:
    game = position("ratscrew", ["2c 4d", ""], "3c", turn=0, rest=0, options={"penalty": "pile"})
    do(game, "0 turn, 1 slap")
    assert game.outcome == Outcome((1, 2), (52, 0), "reason.ratscrew.all")


def test_penalty_none_costs_nothing() -> None:
    game = dealt("ratscrew", "2c", "4d", "9h", penalty="none")
    do(game, "0 turn")
    before = game.open_view()
    events = do(game, "1 slap")
    after = game.open_view()
    assert kinds(events) == ["slap"]
    assert verdict(events) == "wrong"
    assert (after.zones, after.turn) == (before.zones, before.turn)
    assert after.facts == {**before.facts, "idle_slaps": 1}


def test_nobody_sees_a_hand_not_even_their_own() -> None:
    game = dealt("ratscrew", "2c 5h", "4d 6c", "9h 8s")
    for eye in (0, 1, 2, None):
        for seat in range(3):
            assert set(seen_hand(game, seat, eye).split()) == {"??"}


def test_everybody_remembers_a_taken_pile_in_its_order_with_its_penalty_cards() -> None:
    game = dealt("ratscrew", "2c 7s", "4d 5h", "9h 4s")
    do(game, "0 turn, 1 turn, 2 slap, 2 turn, 1 slap")
    for eye in (0, 1, 2, None):
        assert seen_hand(game, 1, eye) == "?? " * 16 + "9h 2c 4d 4s"


def test_a_view_does_not_depend_on_cards_never_turned() -> None:
    one = dealt("ratscrew", "2c 7s 9d", "4d Th Jc")
    other = dealt("ratscrew", "2c 8s As", "4d 2h 3c")
    for game in (one, other):
        do(game, "0 turn, 1 turn")
    assert hand(one, 0) != hand(other, 0)
    for eye in (0, 1, None):
        assert one.view(eye) == other.view(eye)


def test_each_order_of_the_cards_never_turned_is_equally_likely() -> None:
    game = position("ratscrew", ["5h 4s", "6h 8d"], "2c 9d", turn=0, rest=1)
    view = game.view(0)
    hidden = view.replaced(
        zones=tuple(
            Zone(zone.name, zone.seat, (None, *zone.cards[1:])) if zone.name == "hand" else zone for zone in view.zones
        ),
    )
    tops = [hand(imagine(hidden, Chance(seed)), 0).split()[0] for seed in range(400)]
    assert set(tops) == {"5h", "6h"}
    assert 160 <= tops.count("5h") <= 240
