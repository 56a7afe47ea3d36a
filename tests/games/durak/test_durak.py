"""Durak, rule by rule: the deck, the deal, the roles and drawing."""

from __future__ import annotations

import pytest
from durak_positions import dealt, hand, legal, no_trump_dealt, play, refused, roles

import cardhouse
from cardhouse import BadSetup
from cardhouse.engine.cards import cards_in, cards_text, parse_cards, set_of
from cardhouse.games.durak.rules import Durak

ALL_32 = cards_text(cards_in(Durak.cards(2, {"deck": 32})))


class TestDeck:
    @pytest.mark.parametrize(("deck", "lowest"), [(32, "7"), (36, "6"), (52, "2")])
    def test_the_deck_goes_from_its_lowest_rank_to_the_ace(self, deck: int, lowest: str) -> None:
        game = cardhouse.new("durak", seed=1, deck=deck)
        ranks = "23456789TJQKA"
        cards = [card for zone in game.open_view().zones for card in zone.known]
        assert len(set(cards)) == len(cards) == deck
        assert {card.rank for card in cards} == set(ranks[ranks.index(lowest) :])

    def test_32_cards_and_two_seats_are_the_default(self) -> None:
        game = cardhouse.new("durak", seed=1)
        assert game.setup.options["deck"] == 32
        assert game.seats == 2

    @pytest.mark.parametrize("deck", [32, 36, 52])
    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_two_to_five_play_with_any_deck(self, seats: int, deck: int) -> None:
        game = cardhouse.new("durak", seats=seats, seed=1, deck=deck)
        assert game.view(None).scores == (6,) * seats
        assert len(game.view(None).zone("stock").cards) == deck - 6 * seats

    @pytest.mark.parametrize("deck", [32, 36])
    def test_six_need_52_cards(self, deck: int) -> None:
        with pytest.raises(BadSetup) as refusal:
            cardhouse.new("durak", seats=6, seed=1, deck=deck)
        assert refusal.value.key == "setup.durak.six"
        assert len(cardhouse.new("durak", seats=6, seed=1, deck=52).view(None).zone("stock").cards) == 16

    @pytest.mark.parametrize("deck", [40, True])
    def test_there_is_no_other_deck(self, deck: int) -> None:
        with pytest.raises(BadSetup) as refusal:
            cardhouse.new("durak", seed=1, deck=deck)
        assert refusal.value.key == "setup.option_value"


class TestDeal:
    def test_six_cards_each_one_by_one_then_the_open_trump_then_the_stock(self) -> None:
        game = cardhouse.new("durak", seats=3, deck=ALL_32)
        cards = ALL_32.split()
        for seat in range(3):
            assert set(hand(game, seat).split()) == set(cards[seat:18:3])
        view = game.view(None)
        assert view.facts["open_trump"] == cards[18]
        assert view.facts["trump"] == {"c": "clubs", "d": "diamonds", "s": "spades", "h": "hearts"}[cards[18][1]]
        assert cards_text(game.open_view().zone("stock").known).split() == [*cards[19:], cards[18]]

    def test_only_the_open_trump_is_seen_of_the_stock(self) -> None:
        stock = cardhouse.new("durak", seats=3, deck=ALL_32).view(0).zone("stock")
        assert len(stock.cards) == 14
        assert cards_text(stock.known) == ALL_32.split()[18]
        assert stock.cards[-1] == stock.known[0]

    def test_the_first_attacker_comes_by_chance(self) -> None:
        games = [cardhouse.new("durak", seats=4, deck=ALL_32, seed=seed) for seed in range(40)]
        assert {roles(game)[0] for game in games} == {0, 1, 2, 3}
        again = [cardhouse.new("durak", seats=4, deck=ALL_32, seed=seed) for seed in range(40)]
        assert [roles(game) for game in games] == [roles(game) for game in again]

    @pytest.mark.parametrize("holder", [0, 1, 2])
    def test_with_lowest_trump_its_holder_attacks_first(self, holder: int) -> None:
        hands = ["Kh", "Qh", "Ah"]
        hands[holder] += " 8h"
        game = dealt(*hands, trump="7h", stock="9h Th Jh", first="lowest_trump")
        assert roles(game)[0] == holder
        assert game.view(None).facts["shown"] == "8h"

    def test_if_nobody_holds_a_trump_chance_decides(self) -> None:
        games = [no_trump_dealt(seed) for seed in range(30)]
        assert {roles(game)[0] for game in games} == {0, 1, 2}
        assert games[0].view(None).facts["shown"] == ""


class TestRoles:
    def test_with_two_players_there_is_no_co_attacker(self) -> None:
        assert roles(dealt("", "", trump="7h", attacker=1)) == (1, 0, None)

    @pytest.mark.parametrize("attacker", range(5))
    def test_the_defender_sits_left_of_the_attacker_and_the_co_attacker_left_of_them(self, attacker: int) -> None:
        game = dealt("", "", "", "", "", trump="7h", attacker=attacker)
        assert roles(game) == (attacker, (attacker + 1) % 5, (attacker + 2) % 5)

    def test_with_three_players_the_third_is_the_co_attacker(self) -> None:
        assert roles(dealt("", "", "", trump="7h", attacker=1)) == (1, 2, 0)

    def test_the_others_sit_the_round_out(self) -> None:
        game = dealt("7c", "8c", "", "7d 9d", trump="7h")
        play(game, "0 attack 7c")
        assert legal(game, 3) == set()
        assert refused(game, 3, "attack 7d") == "sits_out"
        assert refused(game, 3, "done") == "sits_out"
        assert refused(game, 3, "take") == "sits_out"

    def test_the_attacker_is_awaited_first_then_the_defender_then_both_attackers(self) -> None:
        game = dealt("7c", "8c", "", trump="7h")
        assert game.view(None).turn == (0,)
        assert game.view(None).phase == "open"
        play(game, "0 attack 7c")
        assert game.view(None).turn == (1,)
        assert game.view(None).phase == "defend"
        play(game, "1 beat 7c 8c")
        assert game.view(None).turn == (0, 2)
        assert game.view(None).phase == "add"
        play(game, "2 done")
        assert game.view(None).turn == (0,)


class TestDrawing:
    def test_attacker_then_co_attacker_then_defender_draw_up_to_six(self) -> None:
        game = dealt("7c", "8c Td", "8d", "", trump="7h", stock="Ac Ad As Kc")
        play(game, "0 attack 7c", "1 beat 7c 8c", "2 attack 8d", "1 beat 8d Td", "0 done", "2 done")
        assert "Ac" in hand(game, 0)
        assert "Ad" in hand(game, 2)
        assert "As" in hand(game, 1)
        assert "Kc" in hand(game, 1)
        assert game.view(None).scores == (6, 6, 6, 6)

    def test_the_others_draw_clockwise_from_the_attacker_before_the_defender(self) -> None:
        game = dealt("7c", "7d", "7s", "8c 8d 8s", "8h", trump="2h", stock="Ac Ad As Kc Kd Ks Qc", deck=52)
        play(game, "0 attack 7c", "1 forward 7d", "2 forward 7s")
        assert roles(game) == (2, 3, 4)
        play(game, "3 beat 7c 8c", "3 beat 7d 8d", "3 beat 7s 8s", "4 attack 8h", "3 take")
        drew = {card: seat for seat in range(5) for card in ("Ac", "Ad", "As", "Kc") if card in hand(game, seat)}
        assert drew == {"Ac": 2, "Ad": 4, "As": 0, "Kc": 1}
        assert cards_text(game.open_view().zone("stock").known[:1]) == "Kd"

    def test_the_defender_draws_after_those_who_sat_the_round_out(self) -> None:
        game = dealt("7c", "7d", "8c 8d", "", trump="Qh", stock="Ac Ad As Kc")
        play(game, "0 attack 7c", "1 forward 7d", "2 beat 7c 8c", "2 beat 7d 8d", "fire")
        drew = {card: seat for seat in range(4) for card in ("Ac", "Ad", "As", "Kc") if card in hand(game, seat)}
        assert drew == {"Ac": 1, "Ad": 0, "As": 2, "Kc": 2}

    def test_who_holds_more_than_six_draws_nothing(self) -> None:
        game = dealt("7c", "", trump="7h")
        play(game, "0 attack 7c", "1 take")
        assert game.view(None).scores == (6, 7)

    def test_the_open_trump_goes_last_and_everybody_sees_who_draws_it(self) -> None:
        game = dealt("7c 7d", "8c 8d", "", "", "", trump="7h", stock="Ac")
        play(game, "0 attack 7c 7d", "1 beat 7c 8c", "1 beat 7d 8d")
        events = [*game.apply(0, "done"), *game.apply(2, "done")]
        assert set(hand(game, 0).split()) > {"Ac", "7h"}
        draws = [(event.kind, event.seat, cards_text(event.seen_by(3).cards)) for event in events if event.seat == 0]
        assert draws[-2:] == [("draw", 0, "??"), ("draw_trump", 0, "7h")]
        assert cards_text(game.view(3).zone("hand", 0).known) == "7h"

    def test_the_stock_can_run_out_in_the_middle(self) -> None:
        game = dealt("7c", "8c", "", "", "", trump="7h", stock="Ac")
        play(game, "0 attack 7c", "1 beat 7c 8c", "0 done", "2 done")
        assert game.view(None).scores == (6, 6, 6, 6, 6)
        assert "7h" in hand(game, 1)
        attacks = hand(game, 1).split()[0]
        play(game, f"1 attack {attacks}", "2 take")
        assert game.view(None).scores == (6, 5, 7, 6, 6)
        assert game.view(None).zone("stock").cards == ()

    def test_cards_are_drawn_after_the_round_only(self) -> None:
        game = dealt("7c", "8c", trump="7h")
        play(game, "0 attack 7c", "1 beat 7c 8c")
        assert game.view(None).scores == (5, 5)
        assert set_of(game.view(None).zone("discard").known) == 0
        play(game, "fire")
        assert set_of(game.view(None).zone("discard").known) == set_of(parse_cards("7c 8c"))
