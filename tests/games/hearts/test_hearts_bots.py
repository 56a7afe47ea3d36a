"""The cats of Hearts: card sense, guesses about hidden hands, and what every bot must keep."""

from __future__ import annotations

import pytest
from stacking import deck_for, suit

import cardhouse
from cardhouse import Action, Chance, Game, View
from cardhouse.bots import LEVELS, Bot, make_bot
from cardhouse.engine.cards import CARDS, cards_in, parse_cards, set_of, set_text
from cardhouse.games.hearts.bots import ExpertHearts, HardHearts, MediumHearts
from cardhouse.games.hearts.pass_search import likely_gifts
from cardhouse.games.hearts.playout import Worth
from cardhouse.games.hearts.policy import equals
from cardhouse.games.hearts.rules import POINTS, Hearts
from cardhouse.games.hearts.sampler import HeartsSampler
from cardhouse.games.hearts.search import CardSearch
from cardhouse.games.hearts.tree_search import Tree


class QuickExpert(ExpertHearts):
    samples, steps, worlds, simulations, gifts, pass_worlds = 8, 2, 2, 6, 2, 2


class QuickHard(HardHearts):
    worlds, gifts, pass_worlds = 2, 2, 2


def quick(level: str, seed: int) -> Bot:
    """A bot of this level that does little work."""
    if level == "expert":
        return QuickExpert(seed)
    return QuickHard(seed) if level == "hard" else make_bot("hearts", level, seed)


def holding(*hands: str, **options: object) -> Hearts:
    """A game in which these are the hands after passing; the missing cards are dealt out from the lowest."""
    wanted = [set(map(int, parse_cards(hand))) for hand in hands]
    spare = [card for card in range(52) if not any(card in hand for hand in wanted)]
    for hand in wanted:
        while len(hand) < 13:
            hand.add(spare.pop(0))
    gifts = [sorted(wanted[(seat + 1) % 4])[:3] for seat in range(4)]
    before = [(hand - set(gifts[seat - 1])) | set(gifts[seat]) for seat, hand in enumerate(wanted)]
    texts = [" ".join(str(CARDS[card]) for card in hand) for hand in before]
    game = cardhouse.new("hearts", deck=deck_for(*texts), options=options)
    assert isinstance(game, Hearts)
    for seat, gift in enumerate(gifts):
        game.apply(seat, "pass " + " ".join(str(CARDS[card]) for card in gift))
    assert [set(cards_in(hand)) for hand in game.hands] == wanted
    return game


def on(game: Game, *cards: str) -> Game:
    """The game after these cards."""
    for card in cards:
        game.apply(game.view(None).turn[0], f"play {card}")
    return game


def choice(bot: Bot, game: Game) -> str:
    """The card that the player on move plays."""
    action = bot.choose(game.view(game.view(None).turn[0]))
    assert action is not None
    return str(action.cards[0])


SPADES = ["2c Ac 9s 4s 2h 3h 4h 5h 6h 7h 8h 9h Th", "3c Ks As Js Ts 8s 7s", "4c Qs 2s", "5c 3s 5s 6s"]


def test_greedy_passes_the_queen_and_its_highest_cards() -> None:
    game = cardhouse.new("hearts", deck=deck_for("Qs 2c 3c 4c 5c Ah Kd Kc 2d 3d 4d 2s 3s", "", "", ""))
    action = make_bot("hearts", "greedy").choose(game.view(0))
    assert action == Action.parse("pass Qs Ah Kd")


def test_greedy_ducks_with_its_highest_card_that_loses() -> None:
    game = holding("2c", "Kc", "3c 9c Qc Ac", "5c")
    assert choice(make_bot("hearts", "greedy"), on(game, "2c", "Kc")) == "Qc"


def test_greedy_dumps_the_queen_when_it_cannot_follow() -> None:
    diamonds = suit("d", "456789TJQKA")
    game = holding("2c 3c 4c 2d", "5c 6c 7c 3d", f"Qs 8c {diamonds}", "9c Tc Jc Qc Kc Ac 2s 3s")
    on(game, "2c", "5c", "8c", "Ac")
    assert choice(make_bot("hearts", "greedy"), on(game, "Tc", "3c", "6c")) == "Qs"


@pytest.mark.parametrize("level", ["greedy", "medium"])
def test_the_queen_goes_under_the_ace(level: str) -> None:
    game = on(holding(*SPADES), "2c", "3c", "4c", "5c", "6s", "4s", "As")
    assert choice(make_bot("hearts", level), game) == "Qs"


@pytest.mark.parametrize(("level", "most"), [("easy", 15), ("medium", 0)])
def test_who_plays_last_and_can_duck_seldom_takes_the_queen(level: str, most: int) -> None:
    game = on(holding("2c 4s", "3c Ks As Js", "Kc 2s", "4c Qs"), "2c", "3c", "Kc", "4c", "2s", "Qs", "4s")
    taken = sum(choice(quick(level, seed), game) != "Js" for seed in range(100))
    assert taken <= most


def test_medium_takes_the_first_trick_with_its_highest_club() -> None:
    game = holding("2c 7c", "3c 8c", "4c 9c", "5c Tc Ac 2d 3d 4d")
    assert choice(MediumHearts(1), on(game, "2c", "8c", "9c")) == "Ac"


def test_touching_cards_are_as_good_as_each_other() -> None:
    game = holding("2c 3c 4c 6c 9c", "5c Tc 2s", "7c 3s", "8c 4s")
    assert set_text(equals(game, 0, set_of(parse_cards("3c")))) == "2c 3c 4c"
    assert set_text(equals(game, 0, set_of(parse_cards("9c")))) == "9c"


def test_cards_that_were_taken_no_longer_stand_between_others() -> None:
    game = holding("2c 3c 4c 6c 9c", "5c Tc 2s", "7c 3s", "8c 4s")
    on(game, "2c", "5c", "7c", "8c")
    assert set_text(equals(game, 0, set_of(parse_cards("4c")))) == "3c 4c 6c 9c"


def test_the_queen_of_spades_is_like_no_other_card() -> None:
    game = holding("2c Js Qs Ks As", "3c", "4c", "5c")
    queen = set_of(parse_cards("Qs"))
    assert equals(game, 0, queen) == queen
    assert not equals(game, 0, set_of(parse_cards("Js"))) & queen


def test_every_world_of_a_search_fits_what_the_seat_knows() -> None:
    game = cardhouse.new("hearts", seed=5)
    chance = Chance(5)
    for _ in range(30):
        game.random_step(chance)
    assert isinstance(game, Hearts)
    seat = game.on_move
    search = CardSearch(HeartsSampler(game.view(seat)), seat, 0.5)
    for world in [search.imagine(chance) for _ in range(20)]:
        assert world.hands[seat] == game.hands[seat]
        assert not world.plain >> seat & 1
        assert sum(world.hands) == sum(game.hands)
        assert all(not world.hands[other] & game.voids[other] for other in range(4))


def test_near_the_limit_the_match_counts() -> None:
    game = holding("", "", "", "", limit=100)
    kind = type(game.points)
    game.points = kind([90, 60, 70, 95])
    worth = Worth(game, 1)
    won, second = kind([90, 73, 83, 95]), kind([100, 71, 70, 97])
    assert worth.of(kind([100, 60, 83, 98])) > worth.of(second) + 20
    assert worth.of(won) < worth.of(kind([103, 60, 83, 95]))


def test_in_a_single_deal_points_count() -> None:
    game = holding("", "", "", "", limit=1)
    assert Worth(game, 0).of(type(game.points)([2, 8, 8, 8])) == 6


def test_a_sure_moon_is_shot() -> None:
    game: Game = holding("2c 4c 5c", "6c 7c 8c", "9c Tc Jc", "3c Ac Kc Qc As Ks Qs Ah Kh Qh Jh Th 9h")
    while not game.view(None).facts["history"]:
        seat = game.view(None).turn[0]
        player = QuickExpert(3) if seat == 3 else make_bot("hearts", "greedy")
        action = player.choose(game.view(seat))
        assert action is not None
        game.apply(seat, action)
    assert game.view(None).facts["history"] == [[26, 26, 26, 0]]


def grown(game: Hearts, seat: int, card: int, doubt: float) -> float:
    """What a tree with all hands open says of a card, where the seat doubts a moon of its own so much."""
    tree = Tree(game, seat)
    tree.doubt = doubt
    return tree.value_of(game, card, 20, Chance(1))


@pytest.mark.parametrize(("moon", "worth", "doubted"), [("others", 26, 8), ("self", 26, 8), ("none", -26, -26)])
def test_a_moon_is_doubted_for_every_card_left(moon: str, worth: float, doubted: float) -> None:
    shooter = "Ac Kc Qc Jc As Ks Qs Ah Kh Qh Jh Th 9h"
    game = holding("2c 4c 5c", "6c 7c 8c", "9c Tc 3c", shooter, moon=moon, claims=False)
    on(game, "2c", "6c", "9c")
    ace = set_of(parse_cards("Ac"))
    assert grown(game, 3, ace, 0) == worth
    assert grown(game, 3, ace, 1.5) == doubted


def test_nothing_is_doubted_once_another_has_a_point() -> None:
    game = cardhouse.new("hearts", seed=7)
    assert isinstance(game, Hearts)
    chance = Chance(7)
    while game.passing or not any(game.taken[seat] & POINTS for seat in range(4) if seat != game.on_move):
        game.random_step(chance)
    for card in cards_in(game.playable(game.on_move)):
        assert grown(game, game.on_move, 2**card, 3) == grown(game, game.on_move, 2**card, 0)


def test_passes_that_look_good_are_all_different() -> None:
    hand = set_of(parse_cards("2c 3c 4c Kd Ad 2s 3s Qs 2h 3h Jh Kh Ah"))
    gifts = list(likely_gifts(hand, 12))
    assert len(set(gifts)) == 12
    assert all(len(cards_in(gift)) == 3 and not gift & ~hand for gift in gifts)


VARIANTS: list[tuple[int, dict[str, object]]] = [
    (4, {}),
    (3, {"jack": True, "moon": "self"}),
    (5, {"first_trick_points": True, "queen_breaks": True, "claims": False, "moon": "none"}),
]


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
@pytest.mark.parametrize("level", ["greedy", *LEVELS])
def test_whole_deals_without_an_illegal_card(level: str, seats: int, options: dict[str, object]) -> None:
    game = cardhouse.new("hearts", seats=seats, seed=4, options={**options, "limit": 1})
    while not game.over:
        for seat in game.view(None).turn:
            action = quick(level, seat).choose(game.view(seat))
            assert action in game.view(seat).legal
            game.apply(seat, action)


@pytest.mark.parametrize("level", ["greedy", *LEVELS])
def test_the_same_view_and_seed_give_the_same_action_whatever_is_hidden(level: str) -> None:
    game = cardhouse.new("hearts", seed=9)
    chance = Chance(9)
    for step in range(40):
        seat = game.view(None).turn[0]
        if step % 9 == 0:
            view = game.view(seat)
            other = cardhouse.imagine(view, chance).view(seat)
            assert quick(level, 6).choose(view) == quick(level, 6).choose(View.read(other.plain()))
        game.random_step(chance)


def test_a_search_says_what_every_card_is_worth() -> None:
    game = on(holding(*SPADES), "2c", "3c", "4c", "5c", "6s", "4s")
    found = QuickExpert(1).search(game.view(1), Chance(1), 20)
    assert found.best in game.view(1).legal
    values = [each.value for each in found.actions]
    assert values == sorted(values, reverse=True)
    # A plan to shoot the moon may be dropped after some worlds; every card is tried in all of them.
    assert {each.worlds for each in found.actions} == {20}
    assert all(each.error > 0 for each in found.actions)
    assert not found.proven
