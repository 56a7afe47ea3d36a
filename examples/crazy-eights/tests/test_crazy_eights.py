"""Crazy Eights, rule by rule, and the battery that every game passes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from crazy_eights.rules import CrazyEights
from crazy_eights.sampler import EightsSampler
from crazy_eights.spec import SPEC

import cardhouse
from cardhouse import Chance, Game, Refused
from cardhouse.bots import make_bot
from cardhouse.bots.advice import advise
from cardhouse.engine.cards import RANKS, SUIT_CARDS, SUITS, set_of
from cardhouse.testing import GameBattery, registered


class TestTheBattery(GameBattery):
    spec = SPEC
    # Some hands come from more deals than others, since a card that was played may have been taken at various times.
    uneven = frozenset({("draw", "one"), ("draw", "until")})


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(SPEC):
        yield


def dealt(hands: list[str], stock: str, **options: object) -> CrazyEights:
    """A game in which the hands are these, and the stock begins with these cards; the first of them is turned up."""
    dealing = [card for together in zip(*[hand.split() for hand in hands], strict=True) for card in together]
    front = dealing + stock.split()
    rest = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in front]
    game = cardhouse.new("eights", seats=len(hands), deck=" ".join(front + rest), options=options)
    assert isinstance(game, CrazyEights)
    return game


ANN = "2c 3c 4c 5d 6d 8h Qs"
BOB = "2h 3h 4h 5h 6h 9c Qd"


def legal(game: Game, seat: int) -> list[str]:
    return [str(action) for action in game.legal(seat)]


def refused(game: Game, seat: int, text: str) -> str:
    with pytest.raises(Refused) as refusal:
        game.apply(seat, text)
    return refusal.value.key


def test_two_get_seven_cards_and_more_get_five() -> None:
    assert [len(cardhouse.new("eights", seats=seats, seed=1).view(0).hand) for seats in (2, 3, 4, 5)] == [7, 5, 5, 5]


def test_the_pile_never_begins_with_an_eight() -> None:
    game = dealt([ANN, BOB], "8c 8d Tc")
    assert str(game.view(None).zone("pile").cards[0]) == "Tc"
    assert game.stock[:2] == [int(cardhouse.Card.parse(text)) for text in ("8c", "8d")]


def test_a_card_goes_on_its_suit_or_its_rank_and_an_eight_on_anything() -> None:
    game = dealt([ANN, BOB], "2d")
    assert legal(game, 0) == ["play 2c", "play 5d", "play 6d", "play 8h"]
    assert legal(game, 1) == []
    assert refused(game, 0, "play Qs") == "refused.eights.fit"
    assert refused(game, 0, "play 9c") == "refused.not_yours"
    assert refused(game, 0, "play 2c 5d") == "refused.eights.one"
    assert refused(game, 1, "play 2h") == "refused.turn"


def test_who_plays_an_eight_names_a_suit_by_its_number() -> None:
    game = dealt([ANN, BOB], "2d")
    game.apply(0, "play 8h")
    assert legal(game, 0) == ["name 1", "name 2", "name 3", "name 4"]
    assert refused(game, 0, "play 2c") == "refused.eights.name"
    assert refused(game, 0, "name 5") == "refused.eights.name"
    events = game.apply(0, "name 1")
    assert events[0].words("eights", ["Ann", "Bob"]) == "Ann calls for clubs."
    assert legal(game, 1) == ["play 9c"]
    assert refused(game, 1, "name 1") == "refused.eights.no_eight"


def test_who_could_play_may_draw_only_when_free_is_on() -> None:
    assert refused(dealt([ANN, BOB], "2d"), 0, "draw") == "refused.eights.no_draw"
    assert "draw" in legal(dealt([ANN, BOB], "2d", free=True), 0)


def stuck(**options: object) -> CrazyEights:
    """Bob is to move on the ten of spades, with nothing that fits."""
    game = dealt([ANN, BOB], "Ts Jc Js", **options)
    game.apply(0, "play Qs")
    game.apply(1, "play Qd")
    game.apply(0, "play 8h")
    game.apply(0, "name 3")
    return game


def test_who_draws_one_card_may_play_or_pass() -> None:
    game = stuck()
    assert legal(game, 1) == ["draw"]
    game.apply(1, "draw")
    assert legal(game, 1) == ["pass"]
    game.apply(1, "pass")
    assert game.turn() == [0]


def test_with_until_cards_are_drawn_until_one_fits() -> None:
    game = stuck(draw="until")
    game.apply(1, "draw")
    assert legal(game, 1) == ["draw"]
    game.apply(1, "draw")
    assert legal(game, 1) == ["play Js"]


def test_a_two_and_a_queen_hit_the_next_player_when_they_are_on() -> None:
    game = dealt([ANN, BOB], "2d", twos=True)
    game.apply(0, "play 2c")
    assert game.turn() == [0]
    assert game.scores() == [6, 9]
    game = dealt([ANN, BOB], "Ts", queens=True)
    game.apply(0, "play Qs")
    assert game.turn() == [0]
    assert game.scores() == [6, 7]


def test_who_is_out_wins_and_the_others_are_placed_by_their_points() -> None:
    game = cardhouse.new("eights", seats=4, seed=3)
    game.play_out(Chance(1))
    assert game.outcome is not None
    assert isinstance(game, CrazyEights)
    assert list(game.outcome.scores) == game.points()
    if game.outcome.reason == "reason.eights.out":
        assert game.scores()[game.outcome.places.index(1)] == 0


def test_nobody_learns_the_points_in_a_hand_before_the_end() -> None:
    assert cardhouse.new("eights", seats=3, seed=1).view(0).scores == (5, 5, 5)


def test_a_draw_shows_that_nothing_fitted() -> None:
    game = stuck()
    game.apply(1, "draw")
    sampler = EightsSampler(game.view(0))
    unfit = set_of([int(cardhouse.Card.parse(text)) for text in ["8c", "8d", "8s"]])
    held: set[int] = set()
    for seed in range(50):
        world = sampler.game(Chance(seed))
        # Of seven cards, all but the one just drawn fitted neither spades nor an eight.
        assert (world.hands[1] & unfit).bit_count() <= 1
        held.add(world.hands[1] & unfit)
    assert len(held) == 4


def test_each_draw_shows_of_another_hand_that_nothing_fitted() -> None:
    """Bob draws twice on spades: what he drew first is none either, but the second card may be one."""
    game = stuck()
    for seat, action in ((1, "draw"), (1, "pass"), (0, "draw"), (0, "pass"), (1, "draw")):
        game.apply(seat, action)
    sampler = EightsSampler(game.view(0))
    spades = [(sampler.game(Chance(seed)).hands[1] & int(SUIT_CARDS[2])).bit_count() for seed in range(50)]
    assert set(spades) == {0, 1}


def test_bots_play_a_whole_game() -> None:
    game = cardhouse.new("eights", seats=2, seed=12)
    bots = [make_bot("eights", name, seed=1) for name in ("hard", "greedy")]
    while not game.over:
        seat = game.turn()[0]
        action = bots[seat].choose(game.view(seat))
        assert action is not None
        game.apply(seat, action)
    assert game.outcome is not None


def test_advice_says_by_how_much_an_action_is_better() -> None:
    advice = advise(dealt([ANN, BOB], "2d").view(0), ["Ann", "Bob"], worlds=10)
    assert advice.unit == "chance"
    assert str(advice.best) in legal(dealt([ANN, BOB], "2d"), 0)
