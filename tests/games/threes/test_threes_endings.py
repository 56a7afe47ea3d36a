"""Threes without a draw pile: up-cards, blind cards, the last card, passing, draws and places."""

from __future__ import annotations

import pytest
from threes_tables import dealt, endgame, hand, legal, on_turn, refused, shown

import cardhouse
from cardhouse import Game


def facts(game: Game) -> dict[str, object]:
    return dict(game.view(None).facts)


class TestUpCards:
    def test_with_hand_and_draw_pile_empty_you_play_from_your_up_cards(self) -> None:
        game = endgame("| 5c 9c 9d | Jc Qc Kc", "| 5d 6d 9s | Jd Qd Ad")
        assert legal(game, 0) == {"play 5c", "play 9c", "play 9d", "play 9c 9d"}
        game.apply(0, "play 9c 9d")
        assert shown(game, "up", 0) == "5c"
        assert legal(game, 1) == {"play 9s"}

    def test_cards_in_hand_are_played_first(self) -> None:
        game = endgame("4h 8h 9h | 5c 6c 9c | Jc Qc Kc", "4d 8d Kd | 5d 6d 9d | Jd Qd Ad")
        assert legal(game, 0) == {"play 4h", "play 8h", "play 9h"}
        assert refused(game, 0, "play 5c") == "refused.threes.hand_first"

    def test_never_together_with_hand_cards(self) -> None:
        game = endgame("9h 9s Kh | 5c 6c 9c | Jc Qc Kc", "4d 8d Kd | 5d 6d 9d | Jd Qd Ad")
        assert refused(game, 0, "play 9h 9c") == "refused.threes.hand_first"

    def test_if_none_fits_you_take_the_pile_and_your_up_cards_stay(self) -> None:
        game = endgame("| 5c 6c Kc | Jc Qc 9c", "| 5d 6d 9s | Jd Qd Ad")
        game.apply(0, "play Kc")
        assert legal(game, 1) == {"pickup"}
        game.apply(1, "pickup")
        assert hand(game, 1) == {"Kc"}
        assert shown(game, "up", 1) == "5d 6d 9s"
        game.apply(0, "play 5c")
        assert legal(game, 1) == {"play Kc"}

    def test_when_one_fits_the_pile_stays_unless_pickups_are_free(self) -> None:
        for pickup in ("forced", "free"):
            game = endgame("| 5c 6c 9c | Jc Qc Kc", "| 5d 6d 9s | Jd Qd Ad", pickup=pickup)
            game.apply(0, "play 9c")
            assert ("pickup" in legal(game, 1)) == (pickup == "free")

    def test_up_cards_come_before_down_cards(self) -> None:
        game = endgame("| 5c 6c 9c | Jc Qc Kc", "| 5d 6d 9s | Jd Qd Ad")
        assert refused(game, 0, "blind 1") == "refused.threes.up_first"

    def test_a_special_last_up_card_is_fine(self) -> None:
        game = endgame("| 2c | Jc Qc Kc", "| 5d | Jd Qd Ad")
        assert legal(game, 0) == {"play 2c"}

    def test_who_burns_with_the_last_hand_card_goes_on_with_up_cards(self) -> None:
        game = endgame("8c 8d Tc | 5c 6c 9c | Jc Qc Kc", "4d 8h Kd | 5d 6d 9d | Jd Qd Ad")
        for seat, action in ((0, "play 8c 8d"), (1, "play 8h"), (0, "play Tc")):
            game.apply(seat, action)
        assert on_turn(game) == 0
        assert legal(game, 0) == {"play 5c", "play 6c", "play 9c"}


class TestBlindCards:
    def test_one_at_a_time_by_the_number_of_its_place(self) -> None:
        game = endgame("|| 5c 6c 9c", "|| 5d 6d 9s")
        assert legal(game, 0) == {"blind 1", "blind 2", "blind 3"}
        game.apply(0, "blind 2")
        assert shown(game, "discard") == "6c"
        assert on_turn(game) == 1

    def test_the_others_keep_their_numbers(self) -> None:
        game = endgame("|| 5c 6c 9c", "|| 5d 6d 9s")
        game.apply(0, "blind 2")
        game.apply(1, "blind 3")
        assert facts(game)["slots"] == [[1, 3], [1, 2]]
        assert legal(game, 0) == {"blind 1", "blind 3"}
        assert refused(game, 0, "blind 2") == "refused.threes.no_slot"
        assert refused(game, 0, "blind 0") == "refused.threes.no_slot"
        assert refused(game, 0, "blind 4") == "refused.threes.no_slot"
        game.apply(0, "blind 3")
        assert shown(game, "discard") == "6c 9s 9c"

    def test_they_cannot_be_played_by_name(self) -> None:
        game = endgame("|| 5c 6c 9c", "|| 5d 6d 9s")
        assert refused(game, 0, "play 5c") == "refused.threes.blind"

    def test_one_that_does_not_fit_goes_into_the_hand_with_the_pile_and_the_turn_is_over(self) -> None:
        game = endgame("|| 5c 6c 9c", "|| 5d 6d 9s")
        game.apply(0, "blind 3")
        told = game.apply(1, "blind 1")
        assert told[0].kind == "misfit"
        assert hand(game, 1) == {"5d", "9c"}
        assert shown(game, "discard") == ""
        assert on_turn(game) == 0
        game.apply(0, "blind 1")
        assert legal(game, 1) == {"play 5d", "play 9c"}
        assert refused(game, 1, "blind 2") == "refused.threes.hand_first"

    def test_the_pile_cannot_be_taken_instead_unless_pickups_are_free(self) -> None:
        for pickup in ("forced", "free"):
            game = endgame("|| 5c 6c 9c", "|| 5d 6d 9s", pickup=pickup)
            assert "pickup" not in legal(game, 0)
            game.apply(0, "blind 3")
            assert ("pickup" in legal(game, 1)) == (pickup == "free")

    @pytest.mark.parametrize("special", ["2d", "3d", "7d"])
    def test_a_special_card_that_is_not_the_last_fits(self, special: str) -> None:
        game = endgame("|| 6c Kc", f"|| 5d {special}")
        game.apply(0, "blind 3")
        game.apply(1, "blind 3")
        assert shown(game, "discard") == f"Kc {special}"
        assert on_turn(game) == 0

    def test_a_blind_ten_burns_and_gives_another_turn(self) -> None:
        game = endgame("|| 6c Kc", "|| 5d Td")
        game.apply(0, "blind 3")
        game.apply(1, "blind 3")
        assert shown(game, "discard") == ""
        assert on_turn(game) == 1
        game.apply(1, "blind 2")
        assert game.over

    def test_a_blind_fourth_card_burns(self) -> None:
        game = endgame("|| 9c 9d 4c", "|| 9s 9h 5d")
        for seat, action in ((0, "blind 1"), (1, "blind 1"), (0, "blind 2"), (1, "blind 2")):
            game.apply(seat, action)
        assert {"9c", "9d", "9s", "9h"} <= set(shown(game, "burned").split())
        assert on_turn(game) == 1


class TestTheLastCard:
    @pytest.mark.parametrize("special", ["2c", "3c", "7c", "Tc"])
    def test_a_blind_last_card_that_is_special_does_not_fit(self, special: str) -> None:
        game = endgame(f"|| {special}", "|| Kd 4d")
        game.apply(0, "blind 3")
        assert hand(game, 0) == {special}
        assert special not in shown(game, "burned")
        assert on_turn(game) == 1

    @pytest.mark.parametrize("special", ["2c", "3c", "7c", "Tc"])
    def test_nor_does_it_on_a_pile_which_is_taken_with_it(self, special: str) -> None:
        game = endgame("|| 4d 4h", f"|| {special}")
        game.apply(0, "blind 3")
        game.apply(1, "blind 3")
        assert hand(game, 1) == {special, "4h"}
        assert shown(game, "discard") == ""

    def test_an_ordinary_last_card_wins(self) -> None:
        game = endgame("|| 4c", "|| Kd 4d")
        game.apply(0, "blind 3")
        outcome = game.outcome
        assert outcome is not None
        assert outcome.winners == (0,)
        assert (outcome.places, outcome.scores, outcome.reason) == ((1, 2), (0, 2), "reason.threes.last")

    def test_a_last_card_that_is_too_low_does_not_fit(self) -> None:
        game = endgame("|| Kd 4d", "|| 9c")
        game.apply(0, "blind 2")
        game.apply(1, "blind 3")
        assert not game.over
        assert hand(game, 1) == {"Kd", "9c"}

    def two_twos_in_hand(self) -> Game:
        """Seat 0 has nothing but two twos in hand and is on turn; the five of diamonds lies on the pile."""
        game = endgame("|| 2c", "|| 5d 6d 2d")
        for seat, action in ((0, "blind 3"), (1, "blind 3"), (0, "pickup"), (1, "blind 1")):
            game.apply(seat, action)
        return game

    def test_all_the_last_cards_cannot_be_played_together_if_special(self) -> None:
        game = self.two_twos_in_hand()
        assert legal(game, 0) == {"play 2c", "play 2d"}
        assert refused(game, 0, "play 2c 2d") == "refused.threes.special_last"

    def test_a_single_special_card_in_hand_cannot_be_played_so_the_pile_is_taken(self) -> None:
        game = endgame("|| 2c", "|| 5d 6d")
        game.apply(0, "blind 3")
        game.apply(1, "blind 2")
        assert legal(game, 0) == {"pickup"}
        assert refused(game, 0, "play 2c") == "refused.threes.special_last"
        game.apply(0, "pickup")
        assert hand(game, 0) == {"2c", "5d"}

    def test_several_ordinary_cards_may_be_the_last(self) -> None:
        game = endgame("|| 9c 9d", "|| Kd 4d 5d")
        for seat, action in (
            (0, "blind 3"),
            (1, "blind 1"),
            (0, "blind 2"),
            (1, "blind 2"),
            (0, "play Kd"),
            (1, "blind 3"),
        ):
            game.apply(seat, action)
        assert legal(game, 0) == {"play 9c", "play 9d", "play 9c 9d"}
        game.apply(0, "play 9c 9d")
        assert game.over


class TestPassing:
    def test_who_cannot_play_and_finds_no_pile_passes(self) -> None:
        game = endgame("|| 2c", "|| 3d")
        game.apply(0, "blind 3")
        game.apply(1, "blind 3")
        assert legal(game, 0) == {"pass"}
        assert refused(game, 0, "pickup") == "refused.threes.no_pile"
        assert refused(game, 0, "play 2c") == "refused.threes.special_last"
        assert refused(game, 0, "pass 2c") == "refused.threes.pass_alone"
        game.apply(0, "pass")
        assert on_turn(game) == 1

    def test_it_is_a_draw_when_everybody_passes_in_a_row(self) -> None:
        game = endgame("|| 2c", "|| 3d")
        for seat, action in ((0, "blind 3"), (1, "blind 3"), (0, "pass"), (1, "pass")):
            assert not game.over
            game.apply(seat, action)
        outcome = game.outcome
        assert outcome is not None
        assert outcome.winners == ()
        assert (outcome.places, outcome.scores, outcome.reason) == ((1, 1), (1, 1), "reason.threes.passes")

    def test_a_card_played_between_breaks_the_row(self) -> None:
        game = endgame("|| 2c", "|| 5d 6d 8d", "|| 4h")
        for seat, action in ((0, "blind 3"), (1, "blind 1"), (2, "blind 3"), (0, "pass")):
            game.apply(seat, action)
        assert facts(game)["passes"] == 1
        game.apply(1, "blind 2")
        assert facts(game)["passes"] == 0

    def test_only_those_left_have_to_pass_and_who_is_out_keeps_the_place(self) -> None:
        game = endgame("|| 9c 9d", "|| 9s 2d", "|| 9h 3h")
        for seat, slot in ((0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3)):
            game.apply(seat, f"blind {slot}")
        game.apply(1, "pass")
        game.apply(2, "pass")
        outcome = game.outcome
        assert outcome is not None
        assert (outcome.places, outcome.winners) == ((1, 2, 2), (0,))


class TestIdleTurns:
    def test_a_hundred_idle_turns_of_each_player_are_a_draw(self) -> None:
        game = endgame("|| 2c", "|| 3d Kd")
        for seat, action in ((0, "blind 3"), (1, "blind 3"), (0, "pickup"), (1, "blind 2")):
            game.apply(seat, action)
        assert facts(game)["idle"] == [0, 0]
        turns = 0
        while not game.over:
            seat = on_turn(game)
            choices = legal(game, seat)
            game.apply(seat, "play Kd" if "play Kd" in choices else choices.pop())
            turns += 1
        outcome = game.outcome
        assert turns == 200
        assert outcome is not None
        assert (outcome.places, outcome.reason) == ((1, 1), "reason.threes.idle")

    def test_of_each_player_left(self) -> None:
        game = endgame("|| 2c", "|| 3d Kd", "|| 7h")
        for seat, action in ((0, "blind 3"), (1, "blind 3"), (2, "blind 3"), (0, "pass"), (1, "blind 2")):
            game.apply(seat, action)
        turns = 0
        while not game.over:
            seat = on_turn(game)
            choices = legal(game, seat)
            game.apply(seat, "play Kd" if "play Kd" in choices else choices.pop())
            turns += 1
        assert turns == 300

    def test_a_turn_without_drawing_is_idle_and_a_drawn_card_ends_the_count(self) -> None:
        game = dealt("4h Kc Qh", "5d 6d 8d")
        game.apply(0, "play Kc")
        assert facts(game)["idle"] == [0, 0]
        game.apply(1, "pickup")
        assert facts(game)["idle"] == [0, 1]
        game.apply(0, "play 4h")
        assert facts(game)["idle"] == [0, 0]

    def test_a_burn_ends_the_count(self) -> None:
        game = endgame("8c 8d Tc | 5c 6c 9c | Jc Qc Kc", "4d Jh Kd | 5d 6d 9d | Jd Qd Ad")
        game.apply(0, "play 8c")
        game.apply(1, "play Jh")
        assert facts(game)["idle"] == [1, 1]
        game.apply(0, "play Tc")
        assert facts(game)["idle"] == [0, 0]

    def test_a_card_from_the_table_ends_the_count(self) -> None:
        game = endgame("| 5c 6c Kc | Jc Qc 9c", "| 5d 6d 9s | Jd Qd Ad")
        game.apply(0, "play Kc")
        game.apply(1, "pickup")
        assert facts(game)["idle"] == [0, 1]
        game.apply(0, "play 5c")
        assert facts(game)["idle"] == [0, 0]

    def test_ten_thousand_actions_are_a_draw(self) -> None:
        game = dealt("4h 5c 6d | 8c 9c Jc", "5d 6h 8d", swap=True)
        for _ in range(5000):
            game.apply(0, "swap 4h 8c")
            game.apply(0, "swap 8c 4h")
        outcome = game.outcome
        assert outcome is not None
        assert (outcome.places, outcome.reason) == ((1, 1), "reason.too_long")


class TestPlaces:
    def test_the_others_play_on_and_the_last_one_holding_cards_loses(self) -> None:
        game = endgame("|| Kc", "|| Ad", "|| 4h")
        told = game.apply(0, "blind 3")
        assert [event.kind for event in told] == ["blind", "out"]
        assert not game.over
        told = game.apply(1, "blind 3")
        assert [event.kind for event in told] == ["blind", "out", "over"]
        outcome = game.outcome
        assert outcome is not None
        assert (outcome.places, outcome.scores, outcome.reason) == ((1, 2, 3), (0, 0, 1), "reason.threes.last")

    def test_the_turn_passes_over_those_who_are_out(self) -> None:
        game = endgame("|| Kc", "|| 4d Ad", "|| 4h 5h")
        for seat in (0, 1, 2):
            game.apply(seat, "blind 3")
        assert on_turn(game) == 1
        assert facts(game)["out"] == [1, 0, 0]
        assert refused(game, 0, "blind 1") == "refused.threes.out"

    def test_who_goes_out_by_burning_has_no_more_turn(self) -> None:
        game = endgame("|| 9c 9d", "|| 9s 4d", "|| 9h 5h")
        for seat, slot in ((0, 2), (1, 2), (2, 2), (0, 3)):
            game.apply(seat, f"blind {slot}")
        assert facts(game)["out"] == [1, 0, 0]
        assert shown(game, "discard") == ""
        assert on_turn(game) == 1

    def test_five_play_for_five_places(self) -> None:
        game = endgame("|| Kc", "|| Kd", "|| Ks", "|| Kh", "|| 2c")
        for seat in range(4):
            game.apply(seat, "blind 3")
        outcome = game.outcome
        assert outcome is not None
        assert outcome.places == (1, 2, 3, 4, 5)

    def test_scores_are_the_cards_held(self) -> None:
        game = cardhouse.new("threes", seats=3, seed=1)
        assert game.view(None).scores == (9, 9, 9)
