"""Threes, rule by rule: dealing, who starts, playing, the special cards, burning, drawing and taking the pile."""

from __future__ import annotations

import pytest
from threes_tables import DECK, dealt, hand, legal, on_turn, refused, shown

import cardhouse


class TestDealing:
    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_cards_go_round_the_table_first_down_then_up_then_hands(self, seats: int) -> None:
        game = cardhouse.new("threes", seats=seats, deck=" ".join(DECK))
        for seat in range(seats):
            assert shown(game, "down", seat).split() == DECK[seat : 3 * seats : seats]
            assert set(shown(game, "up", seat).split()) == set(DECK[3 * seats + seat : 6 * seats : seats])
            assert hand(game, seat) == set(DECK[6 * seats + seat : 9 * seats : seats])

    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_the_next_card_is_the_top_of_the_draw_pile_and_nothing_is_discarded(self, seats: int) -> None:
        game = cardhouse.new("threes", seats=seats, deck=" ".join(DECK))
        assert shown(game, "draw").split() == DECK[9 * seats :]
        assert shown(game, "discard") == ""
        assert shown(game, "burned") == ""
        seat = on_turn(game)
        before = hand(game, seat)
        game.apply(seat, game.legal(seat)[0])
        assert hand(game, seat) - before == {DECK[9 * seats]}

    def test_two_play_unless_more_are_asked_for(self) -> None:
        assert cardhouse.new("threes", seed=1).seats == 2
        with pytest.raises(cardhouse.BadSetup):
            cardhouse.new("threes", seats=6)


class TestWhoStarts:
    def test_the_lowest_ordinary_card_in_hand_starts(self) -> None:
        assert on_turn(dealt("5c 9d Kh", "4c 8d Ac")) == 1
        assert on_turn(dealt("4c 9d Kh", "5c 8d Ac")) == 0

    def test_of_equal_cards_the_lower_seat_starts(self) -> None:
        assert on_turn(dealt("6d 9d Kh", "5h 8d Ac", "5c 8h Ah")) == 1

    def test_special_cards_and_up_cards_do_not_count(self) -> None:
        assert on_turn(dealt("2c 3c 7c", "9c Jd Ac")) == 1
        assert on_turn(dealt("Ts 9d Kh | 4c 4d 4h", "8d Qd Ac")) == 1

    def test_with_nothing_but_special_cards_in_all_hands_seat_0_starts(self) -> None:
        assert on_turn(dealt("Tc Td Th", "2c 3c 7c")) == 0

    def test_the_starter_may_play_any_card(self) -> None:
        assert legal(dealt("4c 9d Kh", "5c 8d Ac"), 0) == {"play 4c", "play 9d", "play Kh"}

    def test_a_random_starter_comes_from_the_seed(self) -> None:
        deck = " ".join(DECK)
        starters = [
            on_turn(cardhouse.new("threes", seats=5, deck=deck, seed=seed, first="random")) for seed in range(60)
        ]
        assert set(starters) == {0, 1, 2, 3, 4}
        assert starters[7] == on_turn(cardhouse.new("threes", seats=5, deck=deck, seed=7, first="random"))


class TestPlaying:
    def test_a_card_of_equal_or_higher_rank_goes_on_the_top_card(self) -> None:
        game = dealt("4c 9d Kh", "8c 9c Jd")
        game.apply(0, "play 9d")
        assert legal(game, 1) == {"play 9c", "play Jd"}
        assert refused(game, 1, "play 8c") == "refused.threes.higher"
        game.apply(1, "play 9c")
        assert shown(game, "discard") == "9d 9c"
        assert on_turn(game) == 0

    def test_anything_goes_on_an_empty_pile(self) -> None:
        assert legal(dealt("2c 4c Ah", "5c 6d Jd"), 0) == {"play 2c", "play 4c", "play Ah"}

    def test_aces_are_high(self) -> None:
        game = dealt("4c Kd Qh", "As Kc Ks", draw="Kh")
        game.apply(0, "play Kd")
        game.apply(1, "play As")
        assert refused(game, 0, "play Kh") == "refused.threes.ace"

    def test_several_cards_of_one_rank_go_together(self) -> None:
        game = dealt("4c 9d 9h", "8c 9c Jd")
        assert legal(game, 0) == {"play 4c", "play 9d", "play 9h", "play 9d 9h"}
        assert refused(game, 0, "play 4c 9d") == "refused.threes.one_rank"
        game.apply(0, "play 9d 9h")
        assert shown(game, "discard") == "9d 9h"

    def test_every_choice_among_four_of_a_rank_is_offered(self) -> None:
        game = dealt("4c 6c 6d", "5d Js Kd", draw="6s 6h 9d", pickup="free")
        game.apply(0, "play 6c 6d")
        game.apply(1, "play Js")
        game.apply(0, "pickup")
        game.apply(1, "play 5d")
        sixes = {action for action in legal(game, 0) if "6" in action}
        assert len(sixes) == 15
        assert {"play 6h", "play 6c 6h", "play 6d 6s 6h", "play 6c 6d 6s 6h"} <= sixes
        game.apply(0, "play 6c 6d 6s 6h")
        assert set(shown(game, "burned").split()) == {"5d", "6c", "6d", "6s", "6h"}

    def test_only_who_is_on_turn_plays(self) -> None:
        game = dealt("4c 9d Kh", "8c 9c Jd")
        assert legal(game, 1) == set()
        assert refused(game, 1, "play 8c") == "refused.turn"

    def test_refusals_say_what_is_wrong(self) -> None:
        game = dealt("4c 9d Kh", "8c 9c Jd")
        assert refused(game, 0, "play 8c") == "refused.not_yours"
        assert refused(game, 0, "play") == "refused.threes.no_cards"
        assert refused(game, 0, "slap") == "refused.verb"
        assert refused(game, 0, "pass") == "refused.threes.no_pass"
        assert refused(game, 0, "pass 4c") == "refused.threes.pass_alone"
        assert refused(game, 0, "blind 1") == "refused.threes.hand_first"
        assert refused(game, 0, "ready") == "refused.threes.begun"
        assert refused(game, 0, "swap 4c 9d") == "refused.threes.begun"


class TestSpecialCards:
    @pytest.mark.parametrize("special", ["2d", "3d", "7d", "Td"])
    def test_a_special_card_goes_on_any_card(self, special: str) -> None:
        game = dealt("4h Ac Ah", f"{special} 5d 6d")
        game.apply(0, "play Ac")
        assert legal(game, 1) == {f"play {special}"}

    @pytest.mark.parametrize("special", ["2d", "3d", "7s", "Td"])
    def test_a_special_card_goes_on_a_seven(self, special: str) -> None:
        game = dealt("4h 7c Ah", f"{special} 8d Kd")
        game.apply(0, "play 7c")
        assert legal(game, 1) == {f"play {special}"}

    def test_anything_goes_on_a_two(self) -> None:
        game = dealt("4h 2c Ah", "4d 8d Kd")
        game.apply(0, "play 2c")
        assert legal(game, 1) == {"play 4d", "play 8d", "play Kd"}

    def test_under_a_three_the_card_below_counts(self) -> None:
        game = dealt("4h Kc Qh", "3d 5d 6d", draw="8s")
        game.apply(0, "play Kc")
        game.apply(1, "play 3d")
        assert game.view(None).facts["top"] == "Kc"
        assert legal(game, 0) == {"pickup"}
        assert refused(game, 0, "play Qh") == "refused.threes.higher"

    def test_under_several_threes_too(self) -> None:
        game = dealt("4h 7c Qh", "3d 3s 6d", draw="Ks 8d 9d")
        game.apply(0, "play 7c")
        game.apply(1, "play 3d 3s")
        assert game.view(None).facts["top"] == "7c"
        assert legal(game, 0) == {"play 4h"}

    def test_on_nothing_but_threes_anything_goes(self) -> None:
        game = dealt("4h 3c Qh", "5d 8d Kd")
        game.apply(0, "play 3c")
        assert game.view(None).facts["top"] == ""
        assert legal(game, 1) == {"play 5d", "play 8d", "play Kd"}

    def test_a_seven_or_lower_must_follow_a_seven(self) -> None:
        game = dealt("4h 7c Qh", "6d 8d 7s")
        game.apply(0, "play 7c")
        assert legal(game, 1) == {"play 6d", "play 7s"}
        assert refused(game, 1, "play 8d") == "refused.threes.seven"

    def test_after_the_lower_card_it_goes_up_again(self) -> None:
        game = dealt("4h 7c 5h", "6d 8d Kd", draw="Qh")
        game.apply(0, "play 7c")
        game.apply(1, "play 6d")
        assert legal(game, 0) == {"play Qh"}

    def test_a_ten_burns_the_pile_with_itself(self) -> None:
        game = dealt("4h Kc Qh", "Td 5d 6d")
        game.apply(0, "play Kc")
        game.apply(1, "play Td")
        assert shown(game, "discard") == ""
        assert set(shown(game, "burned").split()) == {"Kc", "Td"}

    def test_a_ten_burns_on_an_empty_pile_too(self) -> None:
        game = dealt("4h Tc Qh", "5d 6d 8d")
        game.apply(0, "play Tc")
        assert shown(game, "burned") == "Tc"
        assert on_turn(game) == 0


class TestBurning:
    def test_who_burns_has_another_turn_after_drawing(self) -> None:
        game = dealt("4h Kc Qh", "Td 5d 6d", draw="8h 9h")
        game.apply(0, "play Kc")
        told = game.apply(1, "play Td")
        assert [event.kind for event in told] == ["play", "burn", "draw"]
        assert on_turn(game) == 1
        assert hand(game, 1) == {"5d", "6d", "9h"}
        assert legal(game, 1) == {"play 5d", "play 6d", "play 9h"}

    def test_four_of_a_rank_burn_the_whole_pile_whoever_played_them(self) -> None:
        game = dealt("4h 9c 9d", "9s 9h 8d", draw="5c")
        game.apply(0, "play 4h")
        game.apply(1, "play 9s")
        game.apply(0, "play 9c 9d")
        game.apply(1, "play 9h")
        assert shown(game, "discard") == ""
        assert set(shown(game, "burned").split()) == {"4h", "9c", "9d", "9s", "9h"}
        assert on_turn(game) == 1

    def test_three_of_a_rank_do_not_burn(self) -> None:
        game = dealt("4h 9c 9d", "9s 5h 8d")
        game.apply(0, "play 9c 9d")
        game.apply(1, "play 9s")
        assert shown(game, "discard") == "9c 9d 9s"
        assert on_turn(game) == 0

    def test_a_three_between_separates_them(self) -> None:
        game = dealt("4h 9c 9d", "9s 5h 8d", draw="2c 3c 9h 5s")
        game.apply(0, "play 9c 9d")
        game.apply(1, "play 9s")
        game.apply(0, "play 3c")
        game.apply(1, "play 9h")
        assert shown(game, "discard") == "9c 9d 9s 3c 9h"
        assert shown(game, "burned") == ""
        assert on_turn(game) == 0

    def test_four_threes_burn(self) -> None:
        game = dealt("4h 3c 3d", "3s 3h 8d")
        game.apply(0, "play 3c 3d")
        game.apply(1, "play 3s 3h")
        assert set(shown(game, "burned").split()) == {"3c", "3d", "3s", "3h"}
        assert on_turn(game) == 1


class TestDrawing:
    def test_draw_until_you_hold_three(self) -> None:
        game = dealt("4h 9c 9d", "Jd Qd Kd", draw="5c 6c 8c")
        game.apply(0, "play 9c 9d")
        assert hand(game, 0) == {"4h", "5c", "6c"}
        assert shown(game, "draw").startswith("8c ")

    def test_nobody_draws_who_still_holds_three(self) -> None:
        game = dealt("4h 5c 6d", "Jd Qd Kd", draw="8c 9c")
        game.apply(0, "play 4h")
        game.apply(1, "play Jd")
        game.apply(0, "pickup")
        assert hand(game, 0) == {"4h", "Jd", "5c", "6d", "8c"}
        game.apply(1, "play Qd")
        draw_pile = shown(game, "draw")
        game.apply(0, "pickup")
        game.apply(1, "play Kd")
        assert len(shown(game, "draw").split()) == len(draw_pile.split()) - 1

    def test_draw_until_the_draw_pile_is_empty(self) -> None:
        game = dealt("4c 4d 4s", "5c 5d 5s", "6c 6d 8s", "9c 9d 9h", "Jc Jd Js", draw="Qc Qd Qs Kc Kd Ks Ac")
        game.apply(0, "play 4c 4d 4s")
        game.apply(1, "play 5c 5d 5s")
        game.apply(2, "play 6c 6d")
        assert hand(game, 2) == {"8s", "Ac"}
        assert shown(game, "draw") == ""
        game.apply(3, "play 9c")
        assert hand(game, 3) == {"9d", "9h"}


class TestTakingThePile:
    def test_who_cannot_play_takes_the_whole_pile_and_the_turn_is_over(self) -> None:
        game = dealt("4h Kc Kh", "5d 6d 8d", draw="9d")
        game.apply(0, "play Kc Kh")
        assert legal(game, 1) == {"pickup"}
        game.apply(1, "pickup")
        assert hand(game, 1) == {"5d", "6d", "8d", "Kc", "Kh"}
        assert shown(game, "discard") == ""
        assert on_turn(game) == 0
        assert "play 4h" in legal(game, 0)

    def test_forced_only_when_you_cannot_play(self) -> None:
        game = dealt("4h Kc Qh", "5d 6d Ad")
        game.apply(0, "play Kc")
        assert refused(game, 1, "pickup") == "refused.threes.can_play"

    def test_free_whenever_you_like(self) -> None:
        game = dealt("4h Kc Qh", "5d 6d Ad", pickup="free")
        game.apply(0, "play Kc")
        assert legal(game, 1) == {"play Ad", "pickup"}
        game.apply(1, "pickup")
        assert hand(game, 1) == {"5d", "6d", "Ad", "Kc"}

    @pytest.mark.parametrize("pickup", ["forced", "free"])
    def test_there_has_to_be_a_pile(self, pickup: str) -> None:
        game = dealt("4h Kc Qh", "5d 6d Ad", pickup=pickup)
        assert "pickup" not in legal(game, 0)
        assert refused(game, 0, "pickup") == "refused.threes.no_pile"
