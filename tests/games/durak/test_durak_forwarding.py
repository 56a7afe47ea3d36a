"""Durak: forwarding the attack."""

from __future__ import annotations

from durak_positions import dealt, ending, hand, legal, pairs, play, refused, roles

import cardhouse


def test_the_defender_forwards_with_a_card_of_the_rank_and_the_roles_move_on() -> None:
    game = dealt("7c", "7d", "", "", "", trump="Qh")
    play(game, "0 attack 7c")
    assert game.view(None).facts["can_forward"]
    play(game, "1 forward 7d")
    assert roles(game) == (1, 2, 3)
    assert pairs(game) == [["7c", ""], ["7d", ""]]
    assert game.view(None).turn == (2,)
    assert refused(game, 0, "done") == "sits_out"


def test_or_with_several() -> None:
    game = dealt("7c", "7d 7s 8d 9d Td Jd", "", trump="Qh")
    play(game, "0 attack 7c")
    assert legal(game, 1) == {"take", "forward 7d", "forward 7s", "forward 7d 7s"}
    play(game, "1 forward 7d 7s")
    assert pairs(game) == [["7c", ""], ["7d", ""], ["7s", ""]]


def test_it_can_be_forwarded_again_and_goes_round_the_table() -> None:
    game = dealt("7c", "7d", "7s", trump="Qh")
    play(game, "0 attack 7c", "1 forward 7d", "2 forward 7s")
    assert roles(game) == (2, 0, 1)
    play(game, "0 take")
    assert {"7c", "7d", "7s"} <= set(hand(game, 0).split())
    assert roles(game) == (1, 2, 0)


def test_with_two_players_it_goes_back_to_the_attacker() -> None:
    game = dealt("7c 7s", "7d", trump="Qh")
    play(game, "0 attack 7c", "1 forward 7d")
    assert roles(game) == (1, 0, None)
    play(game, "0 forward 7s")
    assert roles(game) == (0, 1, None)
    assert len(pairs(game)) == 3


def test_a_trump_forwards_like_any_other_card() -> None:
    game = dealt("7c", "7h", trump="Qh")
    play(game, "0 attack 7c", "1 forward 7h")
    assert pairs(game) == [["7c", ""], ["7h", ""]]


def test_only_with_the_rank_that_opened() -> None:
    game = dealt("7c", "7d 8d", trump="Qh")
    play(game, "0 attack 7c")
    assert refused(game, 1, "forward 8d") == "forward_rank"
    assert refused(game, 1, "forward 7d 8d") == "one_rank"
    assert refused(game, 1, "forward 7s") == "refused.not_yours"
    assert refused(game, 1, "forward") == "which"


def test_only_the_defender_forwards_and_only_what_lies_there() -> None:
    game = dealt("7c", "7d", "7s", trump="Qh")
    assert refused(game, 1, "forward 7d") == "nothing_open"
    play(game, "0 attack 7c")
    assert refused(game, 2, "forward 7s") == "not_defender"


def test_not_after_a_card_was_beaten() -> None:
    game = dealt("7c 7d", "7s 8c", "", trump="Qh")
    play(game, "0 attack 7c 7d", "1 beat 7c 8c")
    assert refused(game, 1, "forward 7s") == "forward_beaten"
    assert "forward 7s" not in legal(game, 1)
    assert not game.view(None).facts["can_forward"]


def test_not_after_the_co_attacker_has_added_a_card() -> None:
    game = dealt("7c", "7s", "7d", trump="Qh")
    play(game, "0 attack 7c", "2 attack 7d")
    assert refused(game, 1, "forward 7s") == "forward_added"


def test_the_next_round_can_be_forwarded_again() -> None:
    game = dealt("7c 8s", "", "7d 8d", trump="Qh")
    play(game, "0 attack 7c", "2 attack 7d", "1 take", "2 attack 8d", "0 forward 8s")
    assert roles(game) == (0, 1, 2)


def test_cards_that_the_attacker_has_added_do_not_stop_it() -> None:
    game = dealt("7c 7d", "7s", "", trump="Qh")
    play(game, "0 attack 7c", "0 attack 7d", "1 forward 7s")
    assert roles(game) == (1, 2, 0)


def test_the_first_attacker_can_be_the_co_attacker_later_and_then_stops_it() -> None:
    game = dealt("7c 7s", "7d", "7h", trump="Qh")
    play(game, "0 attack 7c", "1 forward 7d")
    assert roles(game) == (1, 2, 0)
    assert "forward 7h" in legal(game, 2)
    play(game, "0 attack 7s")
    assert refused(game, 2, "forward 7h") == "forward_added"


def test_the_new_defender_must_hold_as_many_cards_as_then_lie_open() -> None:
    game = ending("7c 7d 8c", "7s 7h 9c 9d", "Tc Td Ts", trump="Qh")
    play(game, "0 attack 7c 7d")
    assert refused(game, 1, "forward 7s 7h") == "forward_room"
    assert {"forward 7s", "forward 7h"} <= legal(game, 1)
    game = ending("7c 7d 8c", "7s 7h 9c 9d", "Tc Td", trump="Qh")
    play(game, "0 attack 7c 7d")
    assert refused(game, 1, "forward 7s") == "forward_room"
    assert not game.view(None).facts["can_forward"]


def test_with_two_players_the_attacker_must_hold_enough_after_attacking() -> None:
    game = ending("7c 8c", "7s 9c 9d", trump="Qh")
    play(game, "0 attack 7c")
    assert refused(game, 1, "forward 7s") == "forward_room"


def test_who_attacked_with_three_of_six_can_not_get_four_back() -> None:
    game = dealt("7c 7d 7s", "7h", trump="Qh")
    play(game, "0 attack 7c 7d 7s")
    assert refused(game, 1, "forward 7h") == "forward_room"


def test_it_goes_past_players_who_are_out() -> None:
    game = ending("7c 8c", "", "7d 9c", "", "Tc Td Ts", trump="Qh")
    play(game, "0 attack 7c", "2 forward 7d")
    assert roles(game) == (2, 4, 0)


def test_a_forwarder_who_lays_the_last_card_is_out_and_the_round_goes_on() -> None:
    game = ending("7c 8c", "7d", "Tc Td", trump="Qh")
    play(game, "0 attack 7c", "1 forward 7d")
    assert game.view(None).facts["places"] == [0, 1, 0]
    assert roles(game) == (1, 2, 0)
    play(game, "2 beat 7d Td", "2 beat 7c Tc")
    assert game.outcome is not None
    assert game.outcome.places == (3, 1, 2)


def test_nobody_is_left_to_forward_to_when_the_attackers_are_out() -> None:
    game = ending("7c", "7d 8c", trump="Qh")
    play(game, "0 attack 7c")
    assert refused(game, 1, "forward 7d") == "forward_nobody"


def test_the_forwarder_draws_first() -> None:
    game = dealt("7c", "7d", "", trump="Qh", stock="Ac Ad As")
    play(game, "0 attack 7c", "1 forward 7d", "2 take")
    assert "Ac" in hand(game, 1)
    assert "Ad" in hand(game, 0)


def test_forwarded_cards_count_for_the_limit() -> None:
    for limit in (False, True):
        game = ending("7c 9d 9s Ac Ah", "7d 7s Kd", "8h 9c 9h Td Tc Ts Ad As", trump="Qh", limit=limit)
        play(game, "0 attack 7c", "1 forward 7d 7s", "2 beat 7c 9c", "0 attack 9d 9s")
        play(game, "2 beat 9d Ad", "2 beat 9s As", "2 beat 7d Td", "2 beat 7s Ts")
        if limit:
            assert refused(game, 0, "attack Ac Ah") == "limit"
            play(game, "0 attack Ac")
        else:
            play(game, "0 attack Ac Ah")
        assert len(pairs(game)) == (6 if limit else 7)


def test_there_is_none_when_the_option_is_off() -> None:
    game = dealt("7c", "7d", "", trump="Qh", forwarding=False)
    play(game, "0 attack 7c")
    assert refused(game, 1, "forward 7d") == "no_forwarding"
    assert all(action.verb != "forward" for action in game.legal(1))
    assert cardhouse.new("durak", seed=1).setup.options["forwarding"] is True
