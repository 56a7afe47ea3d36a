"""Slapjack, rule by rule: turning, good slaps, wrong slaps, wild cards, what is known of the hands."""

from __future__ import annotations

import pytest
from slap_positions import dealt, do, hand, kinds, pile, position, seen_hand, verdict
from stacking import deck_for

import cardhouse
from cardhouse import BadSetup, Chance, Refused, imagine
from cardhouse.engine.cards import BIT, FULL_DECK, WILD_1, WILD_2, parse_cards

SEATS = [2, 3, 4, 5, 6]


def cards(text: str) -> set[str]:
    return set(text.split())


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("wilds", [False, True])
def test_all_cards_are_dealt_one_by_one(seats: int, wilds: bool) -> None:
    game = cardhouse.new("slapjack", seats=seats, seed=5, wilds=wilds)
    total = 54 if wilds else 52
    sizes = [len(game.open_view().zone("hand", seat).cards) for seat in range(seats)]
    assert sizes == [total // seats + (seat < total % seats) for seat in range(seats)]
    assert game.view(None).scores == tuple(sizes)
    nobody: dict[str, object] = {"turned_by": None, "jacks_only": False, "waiting": [], "out": [], "slaps": {}}
    assert game.view(None).facts == {**nobody, "holds": [""] * seats, "places": [0] * seats, "idle_slaps": 0}


@pytest.mark.parametrize("seats", SEATS)
def test_seat_0_starts_and_each_turns_one_card_in_turn(seats: int) -> None:
    first = ["2c", "4d", "6h", "8s", "Tc", "5d"][:seats]
    game = dealt(
        "slapjack",
        *[f"{card} {second}" for card, second in zip(first, ["3h", "7c", "9h", "Qs", "Kd", "Ac"], strict=False)],
    )
    for seat in range(seats):
        assert game.view(None).turn == (seat,)
        do(game, f"{seat} turn")
    assert game.view(None).turn == (0,)
    assert pile(game) == " ".join(first)
    do(game, "0 turn")
    assert pile(game).endswith("3h")


def test_a_card_turned_out_of_turn_is_refused_and_changes_nothing() -> None:
    game = dealt("slapjack", "2c", "4d")
    do(game, "0 turn")
    before = game.digest()
    with pytest.raises(Refused) as refusal:
        do(game, "0 turn")
    assert refusal.value.key == "refused.turn"
    assert game.digest() == before


def test_other_verbs_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        cardhouse.new("slapjack", seed=1).apply(0, "take")
    assert refusal.value.key == "refused.verb"


@pytest.mark.parametrize(
    ("hands", "why"),
    [(("2c 3d", "Js 5h"), "jacks"), (("2c 3d", "2s 5h"), "doubles"), (("5c 9d", "8s 5h", "5d 4h"), "sandwiches")],
)
def test_a_jack_a_double_and_a_sandwich_are_good_slaps(hands: tuple[str, ...], why: str) -> None:
    game = dealt("slapjack", *hands)
    for seat in range(len(hands)):
        do(game, f"{seat} turn")
    laid = cards(pile(game))
    held = cards(hand(game, 1))
    events = do(game, "1 slap")
    assert events[0].facts == {"verdict": "good", "why": why, "patterns": [why]}
    assert kinds(events) == ["slap", "take"]
    assert cards(hand(game, 1)) == held | laid
    assert pile(game) == ""


@pytest.mark.parametrize("slapper", [0, 1, 2])
def test_whose_turn_it_is_does_not_change_by_a_good_slap(slapper: int) -> None:
    game = dealt("slapjack", "2c", "Jd", "5h")
    do(game, f"0 turn, 1 turn, {slapper} slap")
    assert game.view(None).turn == (2,)


def test_the_hand_is_shuffled_when_the_pile_is_taken() -> None:
    orders = set()
    for seed in range(8):
        game = dealt("slapjack", "2c", "Jd")
        game.chance = Chance(seed)
        do(game, "0 turn, 1 turn, 0 slap")
        orders.add(hand(game, 0))
    assert len(orders) == 8
    assert len({frozenset(order.split()) for order in orders}) == 1


def test_a_jack_that_nobody_slaps_is_covered() -> None:
    game = dealt("slapjack", "Jc", "4d 9h", "7s")
    do(game, "0 turn, 1 turn")
    assert verdict(do(game, "2 slap")) == "wrong"


def test_a_slap_on_an_empty_pile_does_nothing_and_costs_nothing() -> None:
    game = dealt("slapjack", "2c", "4d")
    before = game.open_view()
    events = do(game, "1 slap")
    assert events[0].facts == {"verdict": "nothing", "why": "empty", "patterns": []}
    assert kinds(events) == ["slap"]
    assert game.open_view().zones == before.zones
    assert game.open_view().facts == {**before.facts, "idle_slaps": 1}


@pytest.mark.parametrize(("offender", "to"), [(0, 1), (1, 0)])
def test_with_two_players_a_wrong_slap_pays_the_top_card_to_the_opponent(offender: int, to: int) -> None:
    for turns in ("0 turn", "0 turn, 1 turn"):
        game = dealt("slapjack", "2c 5h 7d", "4d 6s 8h")
        do(game, turns)
        top = hand(game, offender).split()[0]
        events = do(game, f"{offender} slap")
        assert kinds(events) == ["slap", "penalty"]
        assert events[1].facts == {"to": to}
        assert hand(game, to).endswith(top)
        assert top not in hand(game, offender)


def test_a_wrong_slap_pays_the_player_who_turned_the_top_card() -> None:
    game = dealt("slapjack", "2c 6h", "4d 9h", "7s 8c", "Qh")
    do(game, "0 turn, 1 turn, 2 turn")
    events = do(game, "0 slap")
    assert events[1].facts == {"to": 2}
    assert hand(game, 2).endswith("6h")


def test_who_turned_the_top_card_pays_the_next_player_with_cards() -> None:
    game = dealt("slapjack", "2c", "4d", "7s 8c", "Qh")
    do(game, "0 turn, 1 turn, 2 turn")
    events = do(game, "2 slap")
    assert events[1].facts == {"to": 3}
    assert hand(game, 3).endswith("8c")


def test_a_penalty_due_to_a_player_who_is_out_goes_to_the_next_with_cards() -> None:
    game = position("slapjack", ["2c", "4d 3c", "9h 8h", "6d"], "5h", turn=0, rest=2)
    do(game, "0 turn, 0 slap")
    assert game.view(None).facts["out"] == [0]
    events = do(game, "1 slap")
    assert events[1].facts == {"to": 2}


def test_every_wrong_slap_costs_a_card() -> None:
    game = dealt("slapjack", "2c", "4d 9h 8s")
    do(game, "0 turn, 1 slap, 1 slap, 1 slap")
    assert hand(game, 0).endswith("4d 9h 8s")


def test_a_wrong_slap_does_not_change_whose_turn_it_is() -> None:
    game = dealt("slapjack", "2c", "4d 9h", "8s 6c")
    do(game, "0 turn, 1 slap")
    assert game.view(None).turn == (1,)
    do(game, "0 slap, 2 slap")
    assert game.view(None).turn == (1,)


def test_wild_cards_are_in_the_deck_only_with_the_option() -> None:
    deck = deck_for("", "", cards=FULL_DECK | BIT[WILD_1] | BIT[WILD_2])
    assert cardhouse.new("slapjack", deck=deck, wilds=True).view(None).scores == (27, 27)
    with pytest.raises(BadSetup) as error:
        cardhouse.new("slapjack", deck=deck)
    assert error.value.facts["extra"] == "W1 W2"


def test_a_wild_on_top_is_a_good_slap() -> None:
    game = dealt("slapjack", "2c", "W1", wilds=True)
    do(game, "0 turn, 1 turn")
    events = do(game, "0 slap")
    assert events[0].facts["why"] == "wilds"
    assert {"2c", "W1"} <= cards(hand(game, 0))


def test_a_wild_pairs_with_nothing() -> None:
    game = dealt("slapjack", "W1", "5h", "W2 3d", wilds=True)
    do(game, "0 turn, 1 turn")
    assert verdict(do(game, "0 slap")) == "wrong"


def test_nobody_sees_a_hand_not_even_their_own() -> None:
    game = dealt("slapjack", "2c", "4d", "9h")
    for eye in (0, 1, 2, None):
        assert {seen_hand(game, seat, eye).replace("??", "").strip() for seat in range(3)} == {""}
        assert game.view(eye).facts["holds"] == ["", "", ""]


def test_everybody_knows_the_penalty_cards_at_the_bottom_of_a_hand() -> None:
    game = dealt("slapjack", "2c", "4d 9h 7c")
    do(game, "0 turn, 1 slap, 1 slap")
    for eye in (0, 1, None):
        assert seen_hand(game, 0, eye) == "?? " * 25 + "4d 9h"
        assert game.view(eye).facts["holds"] == ["", ""]


def test_everybody_knows_which_cards_are_in_a_shuffled_hand_but_not_where() -> None:
    game = dealt("slapjack", "2c", "4d 9h Js")
    do(game, "0 turn, 1 slap, 1 turn, 0 turn")
    do(game, "1 turn, 0 slap")
    told = cards(game.view(1).facts["holds"][0])
    assert {"2c", "4d", "9h", "Js"} <= told
    assert set(seen_hand(game, 0).split()) == {"??"}


def test_a_known_card_that_is_turned_leaves_what_is_known_of_the_hand() -> None:
    game = position("slapjack", ["5h", "6h 8d"], "2c Jd", turn=0, rest=1)
    do(game, "1 slap")
    known = cards(game.view(0).facts["holds"][1])
    assert {"2c", "Jd", "6h"} <= known
    do(game, "0 turn, 1 turn")
    turned = pile(game).split()[-1]
    assert cards(game.view(0).facts["holds"][1]) == known - {turned}


def test_penalty_cards_are_turned_in_their_order_when_the_block_is_gone() -> None:
    game = position("slapjack", ["5h 4s", "", "7c 8c"], "9h 2c", turn=0, rest=2, turned_by=1)
    do(game, "2 slap, 0 slap")
    assert seen_hand(game, 1) == "7c 5h"
    do(game, "0 turn, 1 turn")
    assert pile(game).endswith("4s 7c")
    assert seen_hand(game, 1) == "5h"


def test_a_view_does_not_depend_on_the_hidden_order() -> None:
    game = dealt("slapjack", "2c", "4d 9h Js")
    do(game, "0 turn, 1 slap, 1 turn, 0 turn, 1 turn, 0 slap")
    view = game.view(1)
    truths = set()
    for seed in range(20):
        other = imagine(view, Chance(seed))
        assert other.view(1) == view
        truths.add(hand(other, 0))
    assert len(truths) == 20


def test_each_place_of_a_hidden_card_is_equally_likely() -> None:
    game = position("slapjack", ["5h 4s", "6h 8d", "7c"], "2c Jd", turn=1, rest=2)
    do(game, "0 slap")
    assert cards(hand(imagine(game.view(1), Chance(0)), 0)) == cards("5h 4s 2c Jd")
    firsts = [hand(imagine(game.view(1), Chance(seed)), 0).split()[0] for seed in range(800)]
    for card in parse_cards("5h 4s 2c Jd"):
        assert 150 <= firsts.count(str(card)) <= 250
