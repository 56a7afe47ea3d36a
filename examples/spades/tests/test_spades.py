"""Spades, rule by rule, and the battery that every game passes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from spades.rules import Spades
from spades.sampler import SpadesSampler
from spades.spec import SPEC

import cardhouse
from cardhouse import Chance, Game, Refused
from cardhouse.arena import contest, play
from cardhouse.bots import make_bot
from cardhouse.bots.advice import advise
from cardhouse.engine.cards import RANKS, SUIT_CARDS, SUITS
from cardhouse.testing import GameBattery, registered


class TestTheBattery(GameBattery):
    spec = SPEC


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(SPEC):
        yield


def dealt(hands: list[str], bids: str = "", **options: object) -> Spades:
    """A game in which the hands begin with these cards, filled up from the deck, and these bids are made."""
    named = " ".join(hands).split()
    rest = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in named]
    full = []
    for hand in hands:
        cards = hand.split()
        full.append(cards + [rest.pop(0) for _ in range(13 - len(cards))])
    deck = [card for together in zip(*full, strict=True) for card in together]
    game = cardhouse.new("spades", deck=" ".join(deck), options=options)
    assert isinstance(game, Spades)
    for seat, tricks in enumerate(bids.split()):
        game.apply(seat, f"bid {tricks}")
    return game


CLUBS = " ".join(rank + "c" for rank in RANKS)
DIAMONDS = " ".join(rank + "d" for rank in RANKS)
SPADES = " ".join(rank + "s" for rank in RANKS)
HEARTS = " ".join(rank + "h" for rank in RANKS)
SUITS_APART = [CLUBS, DIAMONDS, SPADES, HEARTS]


def legal(game: Game, seat: int) -> list[str]:
    return [str(action) for action in game.legal(seat)]


def refused(game: Game, seat: int, text: str) -> str:
    with pytest.raises(Refused) as refusal:
        game.apply(seat, text)
    return refusal.value.key


def play_deal(game: Spades) -> None:
    """Everybody plays the lowest card that may be played, to the end of the deal."""
    deal = game.deals
    while not game.over and game.deals == deal:
        seat = game.on_move
        game.apply(seat, game.legal(seat)[0])


def test_everybody_bids_once_in_turn_and_the_first_bidder_leads() -> None:
    game = dealt(SUITS_APART)
    assert legal(game, 0) == [f"bid {tricks}" for tricks in range(14)]
    assert refused(game, 1, "bid 3") == "refused.turn"
    assert refused(game, 0, "bid 14") == "refused.spades.bid"
    assert refused(game, 0, "play 2c") == "refused.spades.bid_first"
    for seat in range(4):
        game.apply(seat, "bid 3")
    assert game.turn() == [0]
    assert refused(game, 0, "bid 3") == "refused.spades.no_bid"


def test_a_bid_of_nil_is_said_as_such() -> None:
    game = dealt(SUITS_APART)
    assert game.apply(0, "bid 0")[0].words("spades", ["Ann"]) == "Ann bids nil: no trick at all."
    assert dealt(SUITS_APART, nil=False).apply(0, "bid 0")[0].words("spades", ["Ann"]) == "Ann bids 0."


def test_suit_is_followed_and_the_highest_spade_takes_the_trick() -> None:
    game = dealt(["Ac 2c", "3c 2d", "2s 3s", "4c 5c"], "3 3 3 3")
    game.apply(0, "play Ac")
    assert refused(game, 1, "play 2d") == "refused.spades.follow"
    game.apply(1, "play 3c")
    hand = game.hands[2] & int(SUIT_CARDS[0])
    assert not hand or refused(game, 2, "play 2s") == "refused.spades.follow"


def test_a_spade_takes_a_trick_of_another_suit() -> None:
    game = dealt(SUITS_APART, "3 3 3 3")
    for seat, card in enumerate(("Ac", "Ad", "2s", "Ah")):
        game.apply(seat, f"play {card}")
    assert game.won == [0, 0, 1, 0]
    assert game.turn() == [2]


def test_spades_are_led_only_when_broken_or_nothing_else_is_left() -> None:
    hands = ["2s 3s 2c", "4s 5s 3c", "6s 7s 4c", "8s 9s 5c"]
    game = dealt(hands, "3 3 3 3")
    assert "play 2s" not in legal(game, 0)
    assert refused(game, 0, "play 2s") == "refused.spades.not_broken"
    alone = dealt([SPADES, CLUBS, DIAMONDS, HEARTS], "13 0 0 0")
    assert "play 2s" in legal(alone, 0)


def test_whoever_leads_a_spade_before_any_was_played_has_nothing_else() -> None:
    game = dealt([SPADES, CLUBS, DIAMONDS, HEARTS], "13 0 0 0")
    game.apply(0, "play 2s")
    assert all(game.voids[0] & int(SUIT_CARDS[suit]) for suit in (0, 1, 3))


def test_a_contract_that_is_made_scores_ten_a_trick_and_one_for_each_bag() -> None:
    game = dealt(SUITS_APART, "1 1 10 1", limit=1000)
    play_deal(game)
    assert game.history == [[10 * 11 + 2, -20]]
    assert game.bags == [2, 0]


def test_a_contract_that_fails_costs_ten_a_trick() -> None:
    game = dealt([SPADES, CLUBS, DIAMONDS, HEARTS], "13 3 1 3", limit=1000)
    play_deal(game)
    assert game.history == [[-140, -60]]


def test_nil_brings_a_hundred_or_costs_them() -> None:
    game = dealt(SUITS_APART, "0 2 9 0", limit=1000)
    play_deal(game)
    # Seat 0 took nothing, seat 2 all thirteen; seat 3 made its nil, seat 1 not its two.
    assert game.history == [[100 + 90 + 4, 100 - 20]]
    game = dealt([SPADES, CLUBS, DIAMONDS, HEARTS], "0 3 4 3", limit=1000)
    play_deal(game)
    assert game.history[0][0] == -100 + 40 + 9


def test_ten_bags_cost_a_hundred_unless_they_are_off() -> None:
    game = dealt(SUITS_APART, "1 1 2 1", limit=1000)
    play_deal(game)
    assert game.history[0][0] == 30 + 10 - 100
    assert game.bags[0] == 0
    game = dealt(SUITS_APART, "1 1 2 1", limit=1000, bags=False)
    play_deal(game)
    assert game.history[0][0] == 30


def test_partners_share_place_and_score_and_the_higher_side_wins() -> None:
    game = dealt(SUITS_APART, "1 1 10 1", limit=50)
    play_deal(game)
    assert game.outcome is not None
    assert game.outcome.places == (1, 2, 1, 2)
    assert game.outcome.scores == (112, -20, 112, -20)
    assert game.outcome.teams == (0, 1, 0, 1)
    assert game.outcome.sides == [[0, 2], [1, 3]]


def test_a_side_far_below_zero_ends_the_match_too() -> None:
    game = dealt([SPADES, CLUBS, DIAMONDS, HEARTS], "13 1 1 1", limit=50)
    play_deal(game)
    assert game.outcome is not None
    assert game.outcome.reason == "reason.spades.below"


def test_the_next_player_bids_first_in_the_next_deal() -> None:
    game = dealt(SUITS_APART, "1 1 10 1", limit=1000)
    play_deal(game)
    assert game.bidding
    assert game.turn() == [1]


def test_a_void_is_remembered_and_never_dealt() -> None:
    game = dealt(["Ac 2c", "3c", "2d", "4c"], "3 3 3 3")
    while not any(game.voids):
        game.apply(game.on_move, game.legal(game.on_move)[0])
    seat = next(seat for seat in range(4) if game.voids[seat])
    sampler = SpadesSampler(game.view((seat + 1) % 4))
    assert not any(sampler.game(Chance(seed)).hands[seat] & game.voids[seat] for seed in range(30))


def test_a_side_of_better_bots_wins_more_than_its_share() -> None:
    results = play(contest("spades", ["greedy", "random"], deals=6), 1)
    greedy, random = results.standings
    assert greedy.name == "greedy"
    assert random.name == "random"
    assert results.complete


def test_bots_play_a_whole_match() -> None:
    game = cardhouse.new("spades", seed=2, limit=50)
    bots = [make_bot("spades", name, seed=1) for name in ("hard", "greedy", "hard", "greedy")]
    while not game.over:
        seat = game.turn()[0]
        action = bots[seat].choose(game.view(seat))
        assert action is not None
        game.apply(seat, action)
    assert game.outcome is not None


def test_advice_counts_in_points() -> None:
    game = cardhouse.new("spades", seed=3)
    advice = advise(game.view(0), ["Ann", "Bob", "Cat", "Dan"], worlds=4)
    assert advice.unit == "points"
    assert str(advice.best) in legal(game, 0)
