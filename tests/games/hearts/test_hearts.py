"""Hearts, rule by rule."""

from __future__ import annotations

import pytest
from stacking import deck_for, suit

import cardhouse
from cardhouse import Game, Refused
from cardhouse.engine.cards import FULL_DECK, cards_in, cards_text, parse_cards, set_of

# Every suit in one hand, so that each trick is known in advance.
ONE_SUIT_EACH = deck_for(suit("c"), suit("d"), suit("s"), suit("h"))


def without(*texts: str) -> int:
    """The whole deck but for these cards."""
    return FULL_DECK & ~set_of(parse_cards(" ".join(texts)))


def refused(game: Game, seat: int, action: str) -> str:
    """The key of the reason, after making sure that nothing changed."""
    before = game.digest()
    with pytest.raises(Refused) as refusal:
        game.apply(seat, action)
    assert game.digest() == before
    return refusal.value.key


def play(game: Game, *plays: str) -> None:
    """Each seat on turn plays the next card: ``play(game, "2c", "3c")``."""
    for card in plays:
        game.apply(game.view(None).turn[0], f"play {card}")


def no_pass(*hands: str, **options: object) -> Game:
    """A game past its passing in which these are the hands.

    Cards go to the left on the first deal: the deck gives each seat its right neighbour's last three cards to return.
    """
    deck = parse_cards(deck_for(*hands))
    full = [deck[seat::4] for seat in range(4)]
    given = [hand[-3:] for hand in full]
    dealt = [cards_text(full[seat][:-3] + given[(seat + 1) % 4]) for seat in range(4)]
    game = cardhouse.new("hearts", deck=deck_for(*dealt), options=options)
    for seat in range(4):
        game.apply(seat, f"pass {cards_text(given[(seat + 1) % 4])}")
    return game


class TestDealing:
    @pytest.mark.parametrize(("seats", "each", "missing"), [(3, 17, ["2d"]), (4, 13, []), (5, 10, ["2d", "2s"])])
    def test_all_cards_are_dealt_one_by_one(self, seats: int, each: int, missing: list[str]) -> None:
        deck = cards_text(cards_in(without(*missing)))
        game = cardhouse.new("hearts", seats=seats, deck=deck)
        for seat in range(seats):
            hand = game.view(seat).hand
            assert len(hand) == each
            assert set(hand) == set(parse_cards(deck)[seat::seats])

    def test_nobody_sees_another_hand(self) -> None:
        game = cardhouse.new("hearts", seed=1)
        for seat in range(4):
            for other in range(4):
                shown = game.view(seat).zone("hand", other)
                assert len(shown.cards) == 13
                assert len(shown.known) == (13 if seat == other else 0)
        assert all(game.view(None).zone("hand", seat).known == () for seat in range(4))


class TestPassing:
    @pytest.mark.parametrize(("seats", "ways"), [(3, [1, 2, 0, 1]), (4, [1, 3, 2, 0, 1]), (5, [1, 4, 2, 3, 0, 1])])
    def test_the_direction_changes_deal_by_deal(self, seats: int, ways: list[int]) -> None:
        game = cardhouse.new("hearts", seats=seats, seed=4, limit=500)
        chance = cardhouse.Chance(1)
        seen = [game.view(None).facts["pass_by"]]
        while len(seen) < len(ways):
            deal = game.view(None).facts["deal"]
            while game.view(None).facts["deal"] == deal:
                game.random_step(chance)
            seen.append(game.view(None).facts["pass_by"])
        assert seen == ways

    def test_three_cards_go_to_the_left_on_the_first_deal(self) -> None:
        game = cardhouse.new("hearts", deck=ONE_SUIT_EACH)
        for seat, letter in enumerate("cdsh"):
            game.apply(seat, f"pass A{letter} K{letter} Q{letter}")
        for seat, letter in enumerate("cdsh"):
            taker = (seat + 1) % 4
            assert {"A" + letter, "K" + letter, "Q" + letter} <= {str(card) for card in game.view(taker).hand}
            assert game.view(taker).facts["got"] == f"Q{letter} K{letter} A{letter}"
            assert game.view(seat).facts["gave"] == f"Q{letter} K{letter} A{letter}"

    def test_everybody_has_chosen_before_anybody_sees_what_came(self) -> None:
        game = cardhouse.new("hearts", deck=ONE_SUIT_EACH)
        for seat, letter in enumerate("cds"):
            told = game.apply(seat, f"pass A{letter} K{letter} Q{letter}")
            assert [event.kind for event in told] == ["choose"]
            for other in range(4):
                cards = told[0].seen_by(other).plain()["cards"]
                assert cards == (f"Q{letter} K{letter} A{letter}" if other == seat else "?? ?? ??")
        assert len(game.view(3).hand) == 13
        assert {card.suit for card in game.view(0).hand} == {"c"}
        assert game.view(3).facts["chosen"] == [True, True, True, False]
        assert game.view(3).facts["choice"] == ""

    def test_who_passed_knows_where_the_cards_are_until_they_are_played(self) -> None:
        game = cardhouse.new("hearts", deck=ONE_SUIT_EACH)
        for seat, letter in enumerate("cdsh"):
            game.apply(seat, f"pass A{letter} K{letter} Q{letter}")
        assert cards_text(game.view(0).zone("hand", 1).known) == "Qc Kc Ac"
        assert game.view(2).zone("hand", 1).known == ()
        play(game, "2c", "Ac")
        assert cards_text(game.view(0).zone("hand", 1).known) == "Qc Kc"

    @pytest.mark.parametrize(
        ("action", "why"),
        [
            ("pass 2c 3c", "refused.hearts.three"),
            ("pass 2c 3c 4c 5c", "refused.hearts.three"),
            ("pass 2c 3c 4d", "refused.not_yours"),
            ("play 2c", "refused.hearts.pass_first"),
            ("slap", "refused.verb"),
        ],
    )
    def test_anything_but_three_of_ones_own_is_refused(self, action: str, why: str) -> None:
        assert refused(cardhouse.new("hearts", deck=ONE_SUIT_EACH), 0, action) == why

    def test_a_choice_stands(self) -> None:
        game = cardhouse.new("hearts", deck=ONE_SUIT_EACH)
        game.apply(0, "pass 2c 3c 4c")
        assert game.legal(0) == []
        assert refused(game, 0, "pass 5c 6c 7c") == "refused.hearts.chosen"


class TestTricks:
    def test_the_two_of_clubs_leads(self) -> None:
        game = no_pass("2c 3c", "4c", "5c", "6c")
        assert game.view(None).turn == (0,)
        assert [str(action) for action in game.legal(0)] == ["play 2c"]
        assert refused(game, 0, "play 3c") == "refused.hearts.two_of_clubs"
        assert cards_text(game.view(1).zone("hand", 0).known) == "2c"

    def test_follow_the_suit_led_if_you_can(self) -> None:
        game = no_pass("2c", "4c 9d", "5c", "6c")
        play(game, "2c")
        assert refused(game, 1, "play 9d") == "refused.hearts.follow"
        assert all(action.cards[0].suit == "c" for action in game.legal(1))

    def test_the_reason_names_the_suit(self) -> None:
        game = no_pass("2c", "4c 9d", "5c", "6c")
        play(game, "2c")
        with pytest.raises(Refused, match="You must follow clubs"):
            game.apply(1, "play 9d")

    def test_it_is_one_players_turn(self) -> None:
        game = no_pass("2c", "4c", "5c", "6c")
        assert refused(game, 1, "play 4c") == "refused.turn"
        assert game.legal(1) == []

    def test_the_highest_of_the_suit_led_takes_the_trick_and_leads(self) -> None:
        game = no_pass("2c 3c", suit("d"), "Kc 5c", "6c 7c")
        play(game, "2c", "Ad", "Kc", "6c")
        assert cards_text(game.view(None).zone("taken", 2).known) == "2c 6c Kc Ad"
        assert game.view(None).turn == (2,)
        assert cards_text(game.view(None).zone("last").known) == "2c Ad Kc 6c"

    def test_a_player_who_does_not_follow_shows_a_void(self) -> None:
        game = no_pass("2c", suit("d"), "5c", "6c")
        play(game, "2c", "Ad")
        assert game.view(0).facts["lacks"][1] == suit("c")

    def test_one_card_at_a_time_and_ones_own(self) -> None:
        game = no_pass("2c 3c", "4c", "5c", "6c")
        assert refused(game, 0, "play 2c 3c") == "refused.hearts.one"
        assert refused(game, 0, "play") == "refused.hearts.one"
        assert refused(game, 0, "play 4c") == "refused.not_yours"
        assert refused(game, 0, "pass 2c 3c 4c") == "refused.hearts.no_pass"


class TestFirstTrick:
    def test_no_hearts_and_no_queen_of_spades(self) -> None:
        game = no_pass("2c", suit("d"), "Qs Ah " + suit("s", "3456789TJKA"), "4c")
        play(game, "2c", "2d")
        assert refused(game, 2, "play Qs") == "refused.hearts.first_trick"
        assert refused(game, 2, "play Ah") == "refused.hearts.first_trick"
        assert "play Qs" not in [str(action) for action in game.legal(2)]

    def test_unless_there_is_nothing_else(self) -> None:
        game = no_pass("2c", suit("d"), "Qs " + suit("h", "3456789TJQKA"), "4c")
        play(game, "2c", "2d")
        assert len(game.legal(2)) == 13
        play(game, "Qs")
        assert set_of(parse_cards(game.view(0).facts["lacks"][2])) == without("Qs", *suit("h").split())

    def test_with_first_trick_points_they_may(self) -> None:
        game = no_pass("2c", suit("d"), "Qs Ah " + suit("s", "3456789TJKA"), "4c", first_trick_points=True)
        play(game, "2c", "2d", "Qs")
        assert game.view(0).facts["lacks"][2] == suit("c")


class TestBreakingHearts:
    def test_hearts_cannot_be_led_until_a_heart_has_been_played(self) -> None:
        game = no_pass("2c Ac", "3c Kh", "4c Qh 5d", "5c")
        play(game, "2c", "3c", "4c", "5c")
        leader = game.view(None).turn[0]
        assert leader == 3
        assert not any(action.cards[0].suit == "h" for action in game.legal(3))
        heart = next(str(card) for card in game.view(3).hand if card.suit == "h")
        assert refused(game, 3, f"play {heart}") == "refused.hearts.not_broken"

    def test_a_heart_thrown_breaks_them(self) -> None:
        # Seat 2 has no clubs: nothing but diamonds and one heart.
        game = no_pass("2c 3c", "Ac Kc 9h", suit("d", "23456789TJQK") + " 4h", "4c 5c 6h")
        play(game, "2c", "Ac", "2d", "4c")
        assert game.view(None).facts["broken"] is False
        play(game, "Kc", "4h")
        assert game.view(None).facts["broken"] is True
        play(game, "5c", "3c")
        assert "play 9h" in [str(action) for action in game.legal(1)]

    def test_a_leader_with_nothing_but_hearts_may_lead_one_and_shows_it(self) -> None:
        game = no_pass("2c 4c 2h", "3c", "5c", "Ac " + suit("h", "3456789TJQKA"), claims=False)
        play(game, "2c", "3c", "5c", "Ac")
        assert len(game.legal(3)) == 12
        play(game, "3h")
        assert set_of(parse_cards(game.view(0).facts["lacks"][3])) == without(*suit("h").split())

    @pytest.mark.parametrize("queen_breaks", [False, True])
    def test_the_queen_of_spades_breaks_them_if_the_option_says_so(self, queen_breaks: bool) -> None:
        game = no_pass(
            "2c 4c", "3c", "Qs " + suit("d", "3456789TJQKA"), "5c", first_trick_points=True, queen_breaks=queen_breaks
        )
        play(game, "2c", "3c", "Qs")
        assert game.view(None).facts["broken"] is queen_breaks
