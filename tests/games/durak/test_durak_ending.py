"""Durak: who is out, who is the durak, and draws."""

from __future__ import annotations

import pytest
from durak_positions import FIRST, SECOND, cycle, dealt, ending, hand, legal, pairs, play, refused, roles

import cardhouse
from cardhouse import Chance, Game, Outcome, View


def result(game: Game) -> Outcome:
    """The outcome of a game that must be over."""
    outcome = game.outcome
    assert outcome is not None
    return outcome


class TestGoingOut:
    def test_with_the_stock_empty_a_player_without_cards_is_out_at_once(self) -> None:
        game = ending("7c", "8c 8d 9c", "9d Td", trump="Qh")
        events = game.apply(0, "attack 7c")
        assert [(event.kind, event.seat) for event in events] == [("attack", 0), ("out", 0)]
        assert game.view(None).facts["places"] == [1, 0, 0]
        assert legal(game, 0) == set()
        assert refused(game, 0, "done") == "out"

    def test_the_round_goes_on_without_them(self) -> None:
        game = ending("7c", "8c 8d 9c", "9d 8s Td", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert game.view(None).turn == (2,)
        play(game, "2 attack 8s")
        assert pairs(game) == [["7c", "8c"], ["8s", ""]]

    def test_with_cards_in_the_stock_nobody_is_out(self) -> None:
        hands = "7c 7d 7s 8s 8h 9h", "8c 8d 9s Ts Th Jh"
        game = dealt(*hands, trump="Kh", deck=36)
        play(game, "0 attack 7c 7d 7s", "1 beat 7c 8c", "1 beat 7d 8d", "1 beat 7s 9s", "0 attack 8s 8h", "0 attack 9h")
        assert hand(game, 0) == ""
        assert game.view(None).facts["places"] == [0, 0]
        play(game, "1 take")
        assert game.view(None).scores == (6, 12)

    def test_if_no_attacker_is_left_the_round_closes_when_all_is_beaten(self) -> None:
        game = ending("7c", "8c 8d 9c", "7d", "Ac Ad As", trump="Qh")
        play(game, "0 attack 7c", "2 attack 7d", "1 beat 7c 9c")
        assert pairs(game) == [["7c", "9c"], ["7d", ""]]
        play(game, "1 beat 7d 8d")
        assert pairs(game) == []
        assert roles(game) == (1, 3, None)

    def test_a_co_attacker_alone_still_adds_and_is_waited_for(self) -> None:
        game = ending("7c", "8c 9c 9d", "8d Td", "Ac Ad", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert game.timer is not None
        play(game, "2 attack 8d", "1 beat 8d 9d", "2 done")
        assert roles(game) == (1, 2, 3)

    def test_a_defender_who_goes_out_ends_the_round_and_the_next_player_attacks(self) -> None:
        game = ending("7c 9c", "8c", "8d Td", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert pairs(game) == []
        assert game.view(None).facts["places"] == [0, 1, 0]
        assert roles(game) == (2, 0, None)

    def test_after_taking_the_next_player_still_in_attacks(self) -> None:
        game = ending("7c 9c", "8c", "", "8d Td", trump="Qh")
        play(game, "0 attack 7c", "1 take")
        assert roles(game) == (3, 0, 1)

    def test_roles_pass_over_players_who_are_out(self) -> None:
        game = ending("7c 9c", "", "8c 8d", "", "9d Td", trump="Qh")
        assert roles(game) == (0, 2, 4)
        play(game, "0 attack 7c", "2 beat 7c 8c", "0 done", "4 done")
        assert roles(game) == (2, 4, 0)

    def test_in_piling_on_too(self) -> None:
        game = ending("7c", "8c 8d 9c", "7d Td", trump="Qh", pile_on=True)
        play(game, "0 attack 7c", "1 take")
        assert game.view(None).facts["places"] == [1, 0, 0]
        assert game.view(None).turn == (2,)
        play(game, "2 attack 7d", "2 done")
        assert set(hand(game, 1).split()) == {"7c", "7d", "8c", "8d", "9c"}
        assert roles(game) == (2, 1, None)

    @pytest.mark.parametrize("fourth", [False, True])
    def test_players_left_without_cards_by_the_last_draw_are_out_in_the_order_of_drawing(self, fourth: bool) -> None:
        hands = ["2c 2d 2s 3c 3d 3s", "3h 4h 5h 6c 6d 7d 8d 9d 6s 7s 8s 9s", "4c 4d 4s 5c 5d 5s"]
        if fourth:
            hands.append("Ac Ad As Kc Kd Ks")
        game = ending(*hands, trump="Kh", stock=True, deck=52)
        play(game, "0 attack 2c 2d 2s", "1 beat 2c 3h", "0 attack 3c 3d 3s", "1 beat 3c 4h", "2 attack 4c 4d 4s")
        play(game, "1 beat 4c 5h", "2 attack 5c 5d 5s", "1 beat 5c 6c", "1 beat 2d 6d", "1 beat 3d 7d", "1 beat 4d 8d")
        play(game, "1 beat 5d 9d", "1 beat 2s 6s", "1 beat 3s 7s", "1 beat 4s 8s")
        assert game.view(None).facts["places"] == [0] * len(hands)
        play(game, "1 beat 5s 9s")
        assert hand(game, 0) == "Kh"
        if fourth:
            assert game.view(None).facts["places"] == [0, 2, 1, 0]
            assert roles(game) == (3, 0, None)
        else:
            assert result(game).places == (3, 2, 1)
            assert result(game).reason == "reason.durak.durak"


class TestDurak:
    def test_the_last_one_holding_cards_is_the_durak(self) -> None:
        game = ending("7c", "8c 8d", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert result(game).reason == "reason.durak.durak"
        assert result(game).places == (1, 2)
        assert result(game).scores == (0, 1)
        assert result(game).winners == (0,)

    def test_a_last_defender_who_takes_is_the_durak(self) -> None:
        game = ending("7c", "8d", trump="Qh")
        play(game, "0 attack 7c", "1 take")
        assert result(game).places == (1, 2)
        assert result(game).scores == (0, 2)

    def test_an_attacker_left_alone_is_the_durak(self) -> None:
        game = ending("7c 9d", "8c", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert result(game).places == (2, 1)

    def test_a_player_who_sat_the_last_round_out_can_be_the_durak(self) -> None:
        game = ending("7c", "8c 8d", "7d", "Ac", trump="Qh")
        play(game, "0 attack 7c", "2 attack 7d", "1 beat 7c 8c", "1 beat 7d 8d")
        assert result(game).places == (1, 3, 2, 4)
        assert result(game).reason == "reason.durak.durak"

    def test_places_follow_the_order_of_going_out(self) -> None:
        game = ending("9c 9d", "8c", "7d Ts", trump="Qh", attacker=2)
        play(game, "2 attack 7d", "0 beat 7d 9d", "1 done", "2 done")
        assert roles(game) == (0, 1, 2)
        play(game, "0 attack 9c", "1 take", "2 attack Ts", "1 take")
        assert result(game).places == (1, 3, 2)


class TestNoDurak:
    def test_there_is_none_if_the_last_two_run_out_in_the_same_round(self) -> None:
        game = ending("7c", "8c", trump="Qh")
        play(game, "0 attack 7c")
        assert game.outcome is None
        play(game, "1 beat 7c 8c")
        assert result(game).reason == "reason.durak.none"
        assert result(game).places == (1, 1)
        assert result(game).winners == ()

    def test_they_share_the_better_place(self) -> None:
        game = ending("7c", "", "8c", trump="Qh")
        play(game, "0 attack 7c", "2 beat 7c 8c")
        assert result(game).places == (2, 1, 2)

    def test_who_ran_out_in_an_earlier_round_does_not_share_it(self) -> None:
        game = ending("7c", "8c 9c", "Td", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c", "2 done", "1 attack 9c", "2 take")
        assert result(game).places == (1, 2, 3)
        game = ending("7c", "8c 9c", "Tc", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c", "2 done", "1 attack 9c", "2 beat 9c Tc")
        assert result(game).places == (1, 2, 2)

    def test_all_who_ran_out_in_that_round_share_it(self) -> None:
        game = ending("7c", "8c 8d", "7d", trump="Qh")
        play(game, "0 attack 7c", "2 attack 7d", "1 beat 7c 8c", "1 beat 7d 8d")
        assert result(game).places == (1, 1, 1)
        assert result(game).reason == "reason.durak.none"

    def test_the_last_one_may_still_fail(self) -> None:
        game = ending("7c 7d", "8c 8s", trump="Qh")
        play(game, "0 attack 7c 7d", "1 beat 7c 8c")
        assert legal(game, 1) == {"take"}
        play(game, "1 take")
        assert result(game).places == (1, 2)


class TestRepetition:
    def test_the_third_time_in_the_same_position_is_a_draw(self) -> None:
        game = ending(FIRST, SECOND, trump="Qh")
        before = hand(game, 0), hand(game, 1), roles(game)
        cycle(game)
        assert (hand(game, 0), hand(game, 1), roles(game)) == before
        assert game.outcome is None
        cycle(game)
        assert result(game).reason == "reason.durak.repetition"
        assert result(game).places == (1, 1)
        assert result(game).winners == ()

    def test_the_same_hands_with_another_attacker_are_another_position(self) -> None:
        game = ending(FIRST, SECOND, trump="Qh")
        seen = []
        for _ in range(2):
            play(game, "0 attack 8c", "1 forward 8d", "0 take")
            seen.append((hand(game, 0), roles(game)[0]))
            play(game, "1 attack 7d", "0 take", "1 attack 7c", "0 forward 7d", "1 take")
            seen.append((hand(game, 0), roles(game)[0]))
            if len(seen) == 2:
                play(game, "0 attack 8d", "1 take")
        assert [attacker for _, attacker in seen] == [1, 0, 1, 0]
        assert len({cards for cards, _ in seen}) == 1
        assert game.outcome is None

    def test_cards_put_away_make_every_earlier_position_impossible(self) -> None:
        game = ending(f"{FIRST} Jc", f"{SECOND} Kc", trump="Qh")
        cycle(game)
        assert [start[0] for start in game.view(None).facts["starts"]] == [0, 1, 1, 0, 0]
        play(game, "0 attack Jc", "1 beat Jc Kc", "0 done")
        assert len(game.view(None).facts["starts"]) == 1

    def test_who_is_out_keeps_the_place(self) -> None:
        game = ending(FIRST, "", SECOND, trump="Qh")
        cycle(game, 2)
        cycle(game, 2)
        assert result(game).reason == "reason.durak.repetition"
        assert result(game).places == (2, 1, 2)

    def test_positions_are_not_counted_while_there_is_a_stock(self) -> None:
        assert dealt("", "", trump="Qh").view(None).facts["starts"] == []

    def test_a_game_of_ten_thousand_actions_is_a_draw_too(self) -> None:
        plain = ending("7c 8c", "", "9c Td", trump="Qh").view(None).plain()
        game = cardhouse.imagine(View.read({**plain, "step": 9999}), Chance(0))
        play(game, "0 attack 7c")
        assert result(game).reason == "reason.too_long"
        assert result(game).places == (2, 1, 2)
