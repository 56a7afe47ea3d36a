"""Hearts: scoring, the moon, claims and the end of a match."""

from __future__ import annotations

from collections import Counter

import pytest
from stacking import suit
from test_hearts import ONE_SUIT_EACH, no_pass, play

import cardhouse
from cardhouse import Chance, Game, sampler
from cardhouse.engine.cards import cards_text


def play_deal(game: Game, chance: Chance) -> list[int]:
    """Play the deal out at random; gives what each seat won in it."""
    deals = len(game.view(None).facts["history"])
    while len(game.view(None).facts["history"]) == deals:
        game.random_step(chance)
    last: list[int] = game.view(None).facts["history"][-1]
    return last


def hearts_for_all(**options: object) -> Game:
    """A game in which seat 0 holds every club and wins every trick, all hearts and the queen with them."""
    return no_pass(suit("c"), suit("d"), suit("s"), suit("h"), claims=False, **options)


class TestScoring:
    def test_each_heart_is_one_and_the_queen_thirteen(self) -> None:
        for seed in range(30):
            game = cardhouse.new("hearts", seed=seed, moon="none", limit=500)
            assert sum(play_deal(game, Chance(seed))) == 26

    def test_what_a_seat_scores_are_the_point_cards_it_took(self) -> None:
        for seed in range(10):
            game = cardhouse.new("hearts", seed=seed, moon="none", claims=False, limit=1)
            game.play_out(Chance(seed))
            for seat in range(4):
                taken = game.view(None).zone("taken", seat).known
                points = sum((card.suit == "h") + 13 * (str(card) == "Qs") for card in taken)
                assert game.view(None).scores[seat] == points

    def test_the_jack_of_diamonds_takes_ten_off(self) -> None:
        for seed in range(20):
            assert sum(play_deal(cardhouse.new("hearts", seed=seed, moon="none", jack=True), Chance(seed))) == 16


class TestTheMoon:
    @pytest.mark.parametrize(
        ("moon", "won"), [("others", [0, 26, 26, 26]), ("self", [-26, 0, 0, 0]), ("none", [26, 0, 0, 0])]
    )
    def test_all_the_points_in_one_hand(self, moon: str, won: list[int]) -> None:
        assert play_deal(hearts_for_all(moon=moon), Chance(0)) == won

    def test_it_is_told(self) -> None:
        game = hearts_for_all()
        told: list[cardhouse.Event] = []
        while not game.view(None).facts["history"]:
            seat = game.view(None).turn[0]
            told += game.apply(seat, game.legal(seat)[0])
        assert [event.seat for event in told if event.kind == "moon"] == [0]

    def test_the_jack_is_not_needed_and_still_counts_for_its_taker(self) -> None:
        assert play_deal(hearts_for_all(jack=True), Chance(0)) == [-10, 26, 26, 26]


class TestClaims:
    def test_the_rest_is_given_to_a_leader_who_must_win_it(self) -> None:
        game = no_pass(suit("c"), suit("d"), suit("s"), suit("h"), limit=500)
        play(game, "2c", "Ad", "As")
        told = game.apply(3, "play Ah")
        assert [event.kind for event in told][:3] == ["play", "trick", "claim"]
        assert [(event.seat, len(event.cards)) for event in told if event.kind == "show"] == [(1, 12), (2, 12), (3, 12)]
        assert game.view(None).facts["history"] == [[0, 26, 26, 26]]
        assert game.view(2).facts["claimed"][0] == suit("c", "3456789TJQKA")

    def test_not_while_one_card_could_lose(self) -> None:
        # Seat 3 wins the first trick; all its hearts are high, but its queen of diamonds is below king and ace.
        leader = "Ac Qd " + suit("h", "456789TJQKA")
        game = no_pass(suit("c", "23456789TJQK") + " Ad", suit("d", "23456789TJK") + " 2h 3h", suit("s"), leader)
        play(game, "2c", "2d", "2s", "Ac")
        assert game.view(None).turn == (3,)
        assert game.view(None).facts["history"] == []

    def test_an_imagined_leader_could_not_have_claimed(self) -> None:
        """That play goes on tells everybody that the leader's cards don't all win."""
        game = cardhouse.new("hearts", seed=8)
        chance = Chance(3)
        while len(game.view(0).hand) > 3 or game.view(0).zone("trick").cards:
            game.random_step(chance)
        view = game.view((game.view(None).turn[0] + 1) % 4)
        worlds = sampler(view)
        for _ in range(200):
            world = worlds.game(chance)
            leader = world.view(None).turn[0]
            mine = world.view(leader).hand
            others = [card for seat in range(4) if seat != leader for card in world.view(seat).hand]
            assert any(card.suit == other.suit and card < other for card in mine for other in others)

    def test_without_the_option_every_trick_is_played(self) -> None:
        game = hearts_for_all(limit=500)
        play(game, "2c", "Ad", "As", "Ah")
        assert game.view(None).facts["history"] == []
        assert len(game.view(0).hand) == 12


class TestTheEndOfAMatch:
    def test_it_ends_after_the_deal_in_which_somebody_reaches_the_limit(self) -> None:
        for seed in range(15):
            game = cardhouse.new("hearts", seed=seed, limit=50)
            game.play_out(Chance(seed))
            outcome = game.outcome
            assert outcome is not None
            assert outcome.reason == "reason.hearts.limit"
            before = [sum(deal[seat] for deal in game.view(None).facts["history"][:-1]) for seat in range(4)]
            assert max(before) < 50 <= max(outcome.scores)

    def test_the_lowest_score_wins_and_equal_ones_share(self) -> None:
        game = hearts_for_all(limit=1)
        play_deal(game, Chance(0))
        assert game.outcome is not None
        assert game.outcome.places == (1, 2, 2, 2)
        assert game.outcome.winners == (0,)
        game = hearts_for_all(limit=1, moon="none")
        play_deal(game, Chance(0))
        assert game.outcome is not None
        assert game.outcome.places == (4, 1, 1, 1)
        assert game.outcome.winners == (1, 2, 3)


@pytest.mark.parametrize("seats", [3, 5])
def test_three_and_five_can_play(seats: int) -> None:
    game = cardhouse.new("hearts", seats=seats, seed=2)
    game.play_out(Chance(2))
    assert game.outcome is not None
    assert sum(game.view(None).facts["history"][0]) in (26, 26 * (seats - 1))


def test_every_deal_that_fits_is_imagined_about_equally_often() -> None:
    """Near the end few deals fit: each of them comes, none much more often than another."""
    game = cardhouse.new("hearts", seed=21, claims=False)
    chance = Chance(9)
    while len(game.view(0).hand) > 2 or game.view(0).zone("trick").cards:
        game.random_step(chance)
    worlds = sampler(game.view(0))
    seen = Counter(
        tuple(cards_text(world.view(seat).hand) for seat in range(4))
        for world in (worlds.game(chance) for _ in range(9000))
    )
    assert tuple(cards_text(game.view(seat).hand) for seat in range(4)) in seen
    assert len(seen) <= 90
    expected = 9000 / len(seen)
    assert sum((times - expected) ** 2 / expected for times in seen.values()) < len(seen) + 5 * (2 * len(seen)) ** 0.5


def test_a_void_that_was_shown_is_kept_in_every_imagined_game() -> None:
    game = no_pass("2c", suit("d"), "5c", "6c", claims=False)
    play(game, "2c", "Ad")
    worlds = sampler(game.view(0))
    for seed in range(50):
        assert not any(card.suit == "c" for card in worlds.game(Chance(seed)).view(1).hand)


def test_a_card_passed_is_where_it_went_in_every_imagined_game() -> None:
    game = cardhouse.new("hearts", deck=ONE_SUIT_EACH)
    for seat, letter in enumerate("cdsh"):
        game.apply(seat, f"pass A{letter} K{letter} Q{letter}")
    worlds = sampler(game.view(0))
    for seed in range(50):
        assert {"Qc", "Kc", "Ac"} <= {str(card) for card in worlds.game(Chance(seed)).view(1).hand}
