"""Threes: swapping before play, what each seat may know, what everybody remembers, and games that fit it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from threes_tables import DECK, dealt, endgame, hand, legal, on_turn, refused, shown

from cardhouse import Card, Chance, Game, sampler

SPECIAL = {card for card in DECK if card[0] in "237T"}


def seen(game: Game, eye: int | None, name: str, seat: int | None = None) -> list[str]:
    """A place as a seat sees it; ``?`` is a card face down."""
    return ["?" if card is None else str(card) for card in game.view(eye).zone(name, seat).cards]


def fact(game: Game, name: str, seat: int) -> Any:
    return game.view(None).facts[name][seat]


def cannot_be(game: Game, seat: int) -> list[set[str]]:
    """What each hidden card of a hand can't be, as everybody knows."""
    return [set(text.split()) for text in fact(game, "cannot_be", seat)]


def imagined_hands(game: Game, eye: int | None, seat: int, times: int = 300) -> Counter[frozenset[str]]:
    """The hands that a seat has in games that fit what the eye sees."""
    maker, chance = sampler(game.view(eye)), Chance(5)
    return Counter(frozenset(hand(maker.game(chance), seat)) for _ in range(times))


class TestSwapping:
    def test_it_is_off_unless_asked_for(self) -> None:
        assert dealt("4c 9d Kh", "5c 8d Ac").view(None).phase == "play"

    def test_everybody_may_exchange_hand_cards_with_their_own_up_cards(self) -> None:
        game = dealt("4c 9d Kh | 5h 6h 8h", "5c 8d Ac | 9h Jh Qh", swap=True)
        assert game.view(None).phase == "swap"
        assert game.view(None).turn == (0, 1)
        assert len(legal(game, 0)) == 10
        game.apply(1, "swap 5c Qh")
        game.apply(0, "swap Kh 5h")
        game.apply(0, "swap 9d Kh")
        assert hand(game, 0) == {"4c", "5h", "Kh"}
        assert shown(game, "up", 0) == "9d 6h 8h"
        assert hand(game, 1) == {"Qh", "8d", "Ac"}

    def test_until_all_have_said_ready(self) -> None:
        game = dealt("4c 9d Kh | 5h 6h 8h", "5c 8d Ac | 9h Jh Qh", swap=True)
        game.apply(0, "ready")
        assert game.view(None).turn == (1,)
        assert legal(game, 0) == set()
        assert refused(game, 0, "ready") == "refused.threes.ready"
        assert refused(game, 0, "swap 4c 5h") == "refused.threes.ready"
        assert fact(game, "ready", 0) is True
        game.apply(1, "ready")
        assert game.view(None).phase == "play"
        assert on_turn(game) == 0

    def test_only_what_is_there_can_be_swapped_and_nothing_be_played_yet(self) -> None:
        game = dealt("4c 9d Kh | 5h 6h 8h", "5c 8d Ac | 9h Jh Qh", swap=True)
        assert refused(game, 0, "swap 5c 5h") == "refused.not_yours"
        assert refused(game, 0, "swap 4c 9h") == "refused.threes.not_up"
        assert refused(game, 0, "swap 5h 4c") == "refused.not_yours"
        assert refused(game, 0, "play 4c") == "refused.threes.swap_first"
        assert refused(game, 0, "pickup") == "refused.threes.swap_first"

    def test_the_lowest_card_after_swapping_starts_and_is_shown(self) -> None:
        game = dealt("4c 9d Kh | 5h 6h 8h", "6c 8d Ac | 9h Jh Qh", swap=True)
        game.apply(0, "swap 4c 8h")
        game.apply(0, "ready")
        told = game.apply(1, "ready")
        assert [(event.kind, event.seat, event.cards) for event in told[-1:]] == [("show", 1, [Card.parse("6c")])]
        assert on_turn(game) == 1

    def test_a_random_starter_is_drawn_when_play_begins(self) -> None:
        game = dealt("4c 9d Kh", "6c 8d Ac", swap=True, first="random")
        assert game.view(None).roles == {}
        game.apply(1, "ready")
        told = game.apply(0, "ready")
        assert [event.kind for event in told] == ["ready", "begin"]
        assert game.view(None).roles == {"starter": on_turn(game)}

    def test_a_swapped_up_card_is_known_to_be_in_the_hand(self) -> None:
        game = dealt("4c 9d Kh | 5h 6h 8h", "6c 8d Ac | 9h Jh Qh", swap=True)
        game.apply(0, "swap Kh 5h")
        assert seen(game, 1, "hand", 0) == ["5h", "?", "?"]
        game.apply(0, "swap 5h Kh")
        assert seen(game, 1, "hand", 0) == ["Kh", "?", "?"]
        assert seen(game, None, "up", 0) == ["5h", "6h", "8h"]


class TestWhatASeatSees:
    def test_its_hand_and_what_lies_face_up_and_every_count(self) -> None:
        game = dealt("4c 9d Kh | 5h 6h 8h", "5c 8d Ac | 9h Jh Qh", first="random")
        assert seen(game, 0, "hand", 0) == ["4c", "9d", "Kh"]
        assert seen(game, 0, "hand", 1) == ["?"] * 3
        assert seen(game, 0, "up", 1) == ["9h", "Jh", "Qh"]
        assert seen(game, 0, "draw") == ["?"] * 34

    def test_nobody_sees_a_down_card_not_even_their_own(self) -> None:
        game = dealt("4c 9d Kh", "5c 8d Ac")
        for eye in (None, 0, 1):
            assert seen(game, eye, "down", 0) == ["?"] * 3

    def test_a_spectator_sees_no_hand(self) -> None:
        game = dealt("4c 9d Kh", "5c 8d Ac", first="random")
        assert seen(game, None, "hand", 0) == seen(game, None, "hand", 1) == ["?"] * 3

    def test_drawn_cards_are_told_to_their_owner_only(self) -> None:
        game = dealt("4c 9d Kh", "5c 8d Ac", draw="Qh")
        drawn = game.apply(0, "play 9d")[-1]
        assert drawn.kind == "draw"
        assert drawn.seen_by(0).plain()["cards"] == "Qh"
        assert drawn.seen_by(1).plain()["cards"] == drawn.seen_by(None).plain()["cards"] == "??"


class TestMemory:
    def test_cards_taken_with_the_pile_are_known_until_they_are_played(self) -> None:
        game = dealt("4h Kc Kh", "5d 6d 8d")
        game.apply(0, "play Kc Kh")
        game.apply(1, "pickup")
        assert seen(game, 0, "hand", 1) == ["Kc", "Kh", "?", "?", "?"]
        assert fact(game, "known", 1) == "Kc Kh"
        game.apply(0, "play 4h")
        game.apply(1, "play Kc")
        assert seen(game, 0, "hand", 1) == ["Kh", "?", "?", "?"]

    def test_a_blind_card_that_did_not_fit_is_known(self) -> None:
        game = endgame("|| 5c 6c 9c", "|| 5d 6d 9s")
        game.apply(0, "blind 3")
        game.apply(1, "blind 1")
        assert seen(game, 0, "hand", 1) == ["9c", "5d"]

    def test_burned_cards_are_seen(self) -> None:
        game = dealt("4h Tc Qh", "5d 6d 8d")
        game.apply(0, "play Tc")
        assert seen(game, None, "burned") == ["Tc"]

    def test_the_lowest_card_that_starts_is_shown(self) -> None:
        game = dealt("9d 6h 6c", "8d Qd Ac")
        assert seen(game, 1, "hand", 0) == ["6c", "?", "?"]

    def test_a_shown_card_is_one_of_its_hand_when_all_are_played(self) -> None:
        game = dealt("6d 6h 6c", "8d Qd Ac")
        game.apply(0, "play 6c 6d")
        assert seen(game, 1, "hand", 0) == ["?"] * 3
        assert [bool(cards) for cards in cannot_be(game, 0)] == [True, False, False]


class TestWhatTheLowestCardTells:
    def test_no_hand_has_a_lower_card_nor_a_lower_seat_an_equal_one(self) -> None:
        game = dealt("9d Jh Kc", "6h 8d Ac", "6s Qd Ad")
        lower = {card for card in DECK if card[0] in "45"}
        assert cannot_be(game, 0) == [lower | {"6c", "6d", "6s", "6h"}] * 3
        assert cannot_be(game, 1) == [lower | {"6c", "6d", "6s"}] * 2
        assert cannot_be(game, 2) == [lower] * 3

    def test_with_nothing_shown_all_hands_are_special(self) -> None:
        game = dealt("Tc Td Th", "2c 3c 7c")
        assert cannot_be(game, 1) == [set(DECK) - SPECIAL] * 3

    def test_a_random_start_tells_nothing(self) -> None:
        game = dealt("9d Jh Kc", "6h 8d Ac", first="random")
        assert cannot_be(game, 0) == cannot_be(game, 1) == [set()] * 3

    @pytest.mark.parametrize("eye", [None, 0, 1])
    def test_imagined_games_keep_to_it(self, eye: int | None) -> None:
        game = dealt("9d Jh Kc", "8d 8s Ac", "8h Qd Ad")
        for cards in imagined_hands(game, eye, 2):
            assert all(card in SPECIAL or card[0] in "89JQKA" for card in cards)


class TestWhatAForcedPickupTells:
    def test_no_hidden_card_could_be_played(self) -> None:
        game = dealt("4h Qc Kh", "5d 6d 8d")
        game.apply(0, "play Qc")
        before = cannot_be(game, 1)
        game.apply(1, "pickup")
        fitting = SPECIAL | {card for card in DECK if card[0] in "QKA"}
        assert cannot_be(game, 1) == [cards | fitting for cards in before]
        for cards in imagined_hands(game, 0, 1):
            assert "Qc" in cards
            assert all(card[0] in "45689J" for card in cards - {"Qc"})

    def test_on_a_seven_no_hidden_card_is_low(self) -> None:
        game = dealt("4h 7c Kh", "Jd Qd 8d")
        game.apply(0, "play 7c")
        game.apply(1, "pickup")
        low = {card for card in DECK if card[0] in "456"}
        assert all(cards >= SPECIAL | low for cards in cannot_be(game, 1))
        assert all("8h" not in cards for cards in cannot_be(game, 1))

    def test_a_free_one_tells_nothing(self) -> None:
        game = dealt("4h Qc Kh", "5d 6d 8d", pickup="free")
        game.apply(0, "play Qc")
        before = cannot_be(game, 1)
        game.apply(1, "pickup")
        assert cannot_be(game, 1) == before

    def test_a_card_drawn_later_may_be_anything(self) -> None:
        game = drawn_after_a_pickup()
        told, nothing = cannot_be(game, 1)
        assert told >= SPECIAL
        assert nothing == set()

    def test_a_card_played_that_was_ruled_out_for_the_older_one_was_the_newer(self) -> None:
        game = drawn_after_a_pickup()
        told = cannot_be(game, 1)[0]
        game.apply(0, "play 3s")
        game.apply(1, "play Ad")
        assert cannot_be(game, 1) == [told, set()]

    def test_a_card_played_that_may_be_either_counts_as_the_older(self) -> None:
        game = drawn_after_a_pickup()
        game.apply(0, "play 3s")
        game.apply(1, "play 8d")
        assert cannot_be(game, 1) == [set(), set()]

    def test_every_fitting_hand_is_imagined_equally_often(self) -> None:
        """Of two hidden cards one is among those that could not be played; the other may be anything unseen."""
        game = drawn_after_a_pickup()
        view = game.view(0)
        unseen = set(DECK) - {str(card) for zone in view.zones for card in zone.known}
        told = unseen - cannot_be(game, 1)[0]
        fitting = [set(two) for two in combinations(sorted(unseen), 2) if told & set(two)]
        times = 1500
        hands = imagined_hands(game, 0, 1, times)
        assert all(cards - {"Qc"} in fitting for cards in hands)
        both = sum(number for cards, number in hands.items() if cards - {"Qc"} <= told)
        share = sum(two <= told for two in fitting) / len(fitting)
        assert abs(both / times - share) < 4 * (share * (1 - share) / times) ** 0.5


def drawn_after_a_pickup() -> Game:
    """Seat 1 was forced to take a queen, has kept one hidden card since, and has drawn the ace of diamonds."""
    game = dealt("4h Qc 3s", "5d 6d 8d", draw="5h 6h 8h Ad 9h")
    for seat, action in (
        (0, "play Qc"),
        (1, "pickup"),
        (0, "play 4h"),
        (1, "play 5d"),
        (0, "play 5h"),
        (1, "play 6d"),
    ):
        game.apply(seat, action)
    return game
