"""Durak: opening, adding, beating, and how a round closes."""

from __future__ import annotations

import pytest
from durak_positions import dealt, ending, hand, legal, pairs, play, refused, roles

from cardhouse import Refused, Timer

CLOSE = Timer("close", 5.0)


class TestOpening:
    def test_the_attacker_opens_with_any_card(self) -> None:
        game = dealt("7c 8c 9d Td Js Qs", "", trump="7h")
        assert legal(game, 0) == {f"attack {card}" for card in ["7c", "8c", "9d", "Td", "Js", "Qs"]}
        assert legal(game, 1) == set()

    def test_or_with_several_cards_of_one_rank(self) -> None:
        game = dealt("7c 7d 7s 9d Td Js", "", trump="7h")
        sevens = {"7c", "7d", "7s", "7c 7d", "7c 7s", "7d 7s", "7c 7d 7s"}
        assert legal(game, 0) == {f"attack {cards}" for cards in sevens | {"9d", "Td", "Js"}}
        play(game, "0 attack 7d 7c 7s")
        assert pairs(game) == [["7c", ""], ["7d", ""], ["7s", ""]]

    def test_never_with_two_ranks(self) -> None:
        assert refused(dealt("7c 8c", "", trump="7h"), 0, "attack 7c 8c") == "one_rank"

    def test_never_with_another_players_cards_or_none(self) -> None:
        game = dealt("7c", "8c", trump="7h")
        assert refused(game, 0, "attack 8c") == "refused.not_yours"
        assert refused(game, 0, "attack") == "which"

    def test_nobody_else_opens(self) -> None:
        game = dealt("7c", "8c", "9c", trump="7h")
        assert refused(game, 1, "attack 8c") == "defends"
        assert refused(game, 2, "attack 9c") == "opens"
        assert refused(game, 2, "done") == "not_opened"
        assert refused(game, 1, "take") == "nothing_open"

    def test_not_with_more_cards_than_the_defender_holds(self) -> None:
        game = ending("7c 7d 7s 9c", "8c 8d", trump="9h")
        assert refused(game, 0, "attack 7c 7d 7s") == "room"
        assert "attack 7c 7d" in legal(game, 0)
        assert "attack 7c 7d 7s" not in legal(game, 0)

    def test_verbs_of_other_games_are_refused(self) -> None:
        assert refused(dealt("7c", "", trump="7h"), 0, "play 7c") == "refused.verb"


class TestAdding:
    def test_both_attackers_add_ranks_of_attack_and_defence_cards_at_any_moment(self) -> None:
        game = dealt("7c 8d", "8c", "7d 8s 9c Tc Jc Qc", trump="7h")
        play(game, "0 attack 7c")
        assert legal(game, 2) == {"attack 7d"}
        play(game, "1 beat 7c 8c")
        assert legal(game, 2) == {"attack 7d", "attack 8s", "done"}
        play(game, "2 attack 7d", "0 attack 8d", "2 attack 8s")
        assert pairs(game) == [["7c", "8c"], ["7d", ""], ["8d", ""], ["8s", ""]]

    def test_no_other_ranks(self) -> None:
        game = dealt("7c 9d", "8c", "9c", trump="7h")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert refused(game, 2, "attack 9c") == "rank"
        assert refused(game, 0, "attack 9d") == "rank"

    def test_several_of_one_rank_can_be_added_together(self) -> None:
        game = dealt("7c", "8c", "7d 7s 8d", trump="7h")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert "attack 7d 7s" in legal(game, 2)
        assert refused(game, 2, "attack 7d 8d") == "one_rank"

    def test_there_are_never_more_unbeaten_cards_than_the_defender_holds(self) -> None:
        game = ending("7c 8s 9s", "8c 9c Ts", "7d 7s 8d 9d", trump="9h")
        play(game, "0 attack 7c", "2 attack 7d")
        assert refused(game, 2, "attack 7s 9d") == "one_rank"
        play(game, "1 beat 7c 8c")
        assert legal(game, 0) == {"attack 8s"}
        play(game, "0 attack 8s")
        assert refused(game, 2, "attack 8d") == "room"
        assert legal(game, 2) == set()

    def test_without_limit_more_than_six_attack_cards_can_lie(self) -> None:
        assert len(seven_attacks(limit=False)) == 7

    def test_with_limit_a_seventh_is_refused(self) -> None:
        with pytest.raises(Refused) as refusal:
            seven_attacks(limit=True)
        assert refusal.value.key == "refused.durak.limit"

    def test_with_limit_a_round_closes_when_six_are_beaten(self) -> None:
        game = ending("7c 7d 7s 8d 8s", "8c 9d 9s Td Ts Th Ah", "9c Ac", trump="Kh", limit=True)
        play(
            game, "0 attack 7c 7d 7s", "1 beat 7c 8c", "1 beat 7d 9d", "1 beat 7s 9s", "0 attack 8d 8s", "1 beat 8d Td"
        )
        assert game.view(None).facts["room"] == 1
        play(game, "2 attack 9c", "1 beat 9c Th", "1 beat 8s Ts")
        assert pairs(game) == []
        assert roles(game)[0] == 1


def seven_attacks(limit: bool) -> list[list[str]]:
    """A round that reaches seven attack cards, if it may."""
    game = ending("7c 7d 7s 8d 8s", "8c 9d 9s Td Ts Th Ah", "9c 9h", trump="Kh", limit=limit)
    play(game, "0 attack 7c 7d 7s", "1 beat 7c 8c", "1 beat 7d 9d", "1 beat 7s 9s", "0 attack 8d 8s")
    play(game, "1 beat 8d Td", "2 attack 9c 9h")
    return pairs(game)


class TestBeating:
    def test_a_higher_card_of_the_suit_or_any_trump_beats_a_plain_card(self) -> None:
        game = dealt("9c", "7c 8c Tc Ad 7h Jh", trump="Qh")
        play(game, "0 attack 9c")
        assert legal(game, 1) == {"beat 9c Tc", "beat 9c 7h", "beat 9c Jh", "take"}

    def test_only_a_higher_trump_beats_a_trump(self) -> None:
        game = dealt("9h", "7h 8h Th Ah Ad Ac", trump="Qh")
        play(game, "0 attack 9h")
        assert legal(game, 1) == {"beat 9h Th", "beat 9h Ah", "take"}

    def test_aces_are_high(self) -> None:
        game = dealt("Kc", "Ac", trump="Qh")
        play(game, "0 attack Kc")
        assert "beat Kc Ac" in legal(game, 1)

    def test_what_does_not_beat_is_refused(self) -> None:
        game = dealt("9c 9d", "8c Ts Tc", trump="Qh")
        play(game, "0 attack 9c")
        assert refused(game, 1, "beat 9c 8c") == "too_low"
        assert refused(game, 1, "beat 9c Ts") == "too_low"
        assert refused(game, 1, "beat 9d Ts") == "not_open"
        assert refused(game, 1, "beat 9c Ah") == "refused.not_yours"
        assert refused(game, 0, "beat 9c 9d") == "not_defender"
        play(game, "1 beat 9c Tc")
        assert refused(game, 1, "beat 9c Ts") == "not_open"

    def test_cards_are_beaten_in_any_order(self) -> None:
        game = dealt("7c 7d", "8c 8d", trump="Qh")
        play(game, "0 attack 7c 7d", "1 beat 7d 8d")
        assert pairs(game) == [["7c", ""], ["7d", "8d"]]
        play(game, "1 beat 7c 8c")
        assert pairs(game) == [["7c", "8c"], ["7d", "8d"]]


class TestClosing:
    def test_the_timer_runs_while_everything_is_beaten(self) -> None:
        game = dealt("7c 8d", "8c 9d", trump="Qh")
        assert game.timer is None
        play(game, "0 attack 7c")
        assert game.timer is None
        play(game, "1 beat 7c 8c")
        assert game.timer == CLOSE
        play(game, "0 attack 8d")
        assert game.timer is None
        play(game, "1 beat 8d 9d")
        assert game.timer == CLOSE

    def test_when_it_fires_the_cards_are_put_away_and_the_defender_attacks(self) -> None:
        game = dealt("7c", "8c", "", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c", "fire")
        assert roles(game) == (1, 2, 0)
        assert {str(card) for card in game.view(None).zone("discard").known} == {"7c", "8c"}
        assert game.timer is None

    def test_or_when_both_attackers_have_said_done(self) -> None:
        game = dealt("7c", "8c", "", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c", "2 done")
        assert game.view(None).facts["done"] == [2]
        assert refused(game, 2, "done") == "done"
        assert refused(game, 1, "done") == "defends"
        play(game, "0 done")
        assert roles(game) == (1, 2, 0)

    def test_done_waits_until_everything_is_beaten(self) -> None:
        game = dealt("7c 7d", "8c", trump="Qh")
        play(game, "0 attack 7c 7d", "1 beat 7c 8c")
        assert refused(game, 0, "done") == "unbeaten"

    def test_an_added_card_takes_every_done_back(self) -> None:
        game = dealt("7c 9s", "8c 9d", "8d", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c", "0 done", "2 attack 8d", "1 beat 8d 9d", "2 done")
        assert roles(game)[0] == 0
        play(game, "0 attack 9s")
        assert pairs(game)[-1] == ["9s", ""]

    def test_who_has_said_done_may_still_add(self) -> None:
        game = dealt("7c 8d", "8c", "", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c", "0 done", "0 attack 8d")
        assert game.view(None).facts["done"] == []

    def test_an_attacker_without_cards_is_not_waited_for(self) -> None:
        hands = "7c 8c 8d 8s 9d Ac", "9h Tc Td Ts Th Jh", "Jc Jd Js Qc Qs Ad"
        game = dealt(*hands, trump="Kh", stock="9c Qd 9s", deck=36)
        play(game, "0 attack 7c", "1 take", "2 attack Jc", "0 beat Jc Ac", "fire")
        play(game, "0 attack 8c 8d 8s", "1 beat 8c 9h", "0 attack 9c 9d 9s")
        play(game, "1 beat 8d Td", "1 beat 8s Ts", "1 beat 9c Tc", "1 beat 9d Th", "1 beat 9s Jh")
        assert hand(game, 1) == "7c"
        assert game.view(None).turn == (2,)
        assert refused(game, 0, "done") == "no_cards"
        play(game, "2 done")
        assert roles(game) == (1, 2, 0)

    def test_a_round_closes_at_once_when_no_attacker_holds_a_card(self) -> None:
        game = dealt("7c 7d 7s 8s 8h 9h", "8c 8d 9s Ts Th Jh", trump="Kh", deck=36)
        play(game, "0 attack 7c 7d 7s", "1 beat 7c 8c", "1 beat 7d 8d", "1 beat 7s 9s", "0 attack 8s 8h")
        play(game, "1 beat 8s Ts", "0 attack 9h", "1 beat 8h Th", "1 beat 9h Jh")
        assert pairs(game) == []
        assert game.view(None).scores == (6, 6)
        assert roles(game) == (1, 0, None)

    def test_a_round_closes_at_once_when_the_defender_has_no_cards_left(self) -> None:
        game = dealt("7c 7d 7s 8s 8h Ac", "8c 8d 9s Ts Th Jh", "9h", trump="Kh", deck=36)
        play(game, "0 attack 7c 7d 7s", "1 beat 7c 8c", "1 beat 7d 8d", "1 beat 7s 9s", "0 attack 8s 8h")
        play(game, "1 beat 8s Ts", "2 attack 9h", "1 beat 8h Th", "1 beat 9h Jh")
        assert pairs(game) == []
        assert game.view(None).scores == (6, 6, 6)
        assert roles(game) == (1, 2, 0)


class TestTaking:
    def test_the_defender_takes_everything_and_the_next_player_attacks(self) -> None:
        game = dealt("7c 7d", "8c", "", "", trump="Qh")
        play(game, "0 attack 7c 7d", "1 beat 7c 8c", "1 take")
        assert {"7c", "7d", "8c"} <= set(hand(game, 1).split())
        assert game.view(None).scores == (6, 8, 6, 6)
        assert roles(game) == (2, 3, 0)

    def test_with_two_players_the_attacker_attacks_again(self) -> None:
        game = dealt("7c", "", trump="Qh")
        play(game, "0 attack 7c", "1 take")
        assert roles(game) == (0, 1, None)

    def test_not_when_everything_is_beaten(self) -> None:
        game = dealt("7c", "8c", trump="Qh")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert "take" not in legal(game, 1)
        assert refused(game, 1, "take") == "nothing_open"

    def test_only_the_defender_takes(self) -> None:
        game = dealt("7c", "8c", "", trump="Qh")
        play(game, "0 attack 7c")
        assert refused(game, 0, "take") == "not_defender"
        assert refused(game, 2, "take") == "not_defender"


class TestPilingOn:
    def test_attackers_add_before_the_cards_are_taken(self) -> None:
        game = dealt("7c 7d", "", "7s", trump="Qh", pile_on=True)
        play(game, "0 attack 7c", "1 take")
        assert game.view(None).phase == "pile_on"
        assert game.timer == CLOSE
        assert game.view(None).turn == (0, 2)
        play(game, "0 attack 7d", "2 attack 7s", "0 done", "2 done")
        assert {"7c", "7d", "7s"} <= set(hand(game, 1).split())
        assert roles(game)[0] == 2

    def test_until_the_timer_fires(self) -> None:
        game = dealt("7c", "", "7s", trump="Qh", pile_on=True)
        play(game, "0 attack 7c", "1 take", "0 done", "fire")
        assert "7c" in hand(game, 1)
        assert roles(game)[0] == 2

    def test_the_defender_has_nothing_more_to_do(self) -> None:
        game = dealt("7c", "8c 7d", "7s", trump="Qh", pile_on=True)
        play(game, "0 attack 7c", "1 take")
        assert legal(game, 1) == set()
        assert refused(game, 1, "beat 7c 8c") == "taking"
        assert refused(game, 1, "forward 7d") == "taking"
        assert refused(game, 1, "take") == "taking"

    def test_an_added_card_takes_every_done_back(self) -> None:
        game = dealt("7c 7d", "", "7s", trump="Qh", pile_on=True)
        play(game, "0 attack 7c", "1 take", "0 done", "2 attack 7s")
        assert game.view(None).turn == (0, 2)

    def test_within_the_same_limits(self) -> None:
        game = ending("7c 9c 9d", "8c 8d", "7d 7s", trump="9h", pile_on=True)
        play(game, "0 attack 7c", "1 take")
        assert refused(game, 0, "attack 9c") == "rank"
        assert refused(game, 2, "attack 7d 7s") == "room"
        play(game, "2 attack 7d")
        assert set(hand(game, 1).split()) == {"7c", "7d", "8c", "8d"}

    def test_nobody_is_waited_for_if_no_card_can_come(self) -> None:
        game = ending("7c 9c", "8d", "7d", trump="9h", pile_on=True)
        play(game, "0 attack 7c", "1 take")
        assert set(hand(game, 1).split()) == {"7c", "8d"}
        assert roles(game)[0] == 2

    def test_when_it_is_off_the_cards_are_taken_at_once(self) -> None:
        game = dealt("7c 7d", "", "7s", trump="Qh")
        play(game, "0 attack 7c", "1 take")
        assert "7c" in hand(game, 1)
        assert game.timer is None
