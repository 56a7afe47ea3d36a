"""Durak: what everybody sees and remembers, and games imagined from it."""

from __future__ import annotations

import itertools
from collections import Counter
from math import comb, factorial

import pytest
from durak_positions import FIRST, SECOND, cycle, dealt, ending, hand, legal, no_trump_dealt, play, roles
from librt.vecs import vec
from mypy_extensions import i64

import cardhouse
from cardhouse import Chance, Game, View
from cardhouse.engine.cards import cards_text
from cardhouse.games.durak.memory import ROW, after_play


def known(view: View, seat: int) -> str:
    """The cards of a hand that a view shows."""
    return cards_text(view.zone("hand", seat).known)


def imagined(view: View, times: int) -> list[Game]:
    """This many games that fit a view."""
    sampler = cardhouse.sampler(view)
    chance = Chance(7)
    return [sampler.game(chance) for _ in range(times)]


class TestSeeing:
    def test_nobody_sees_another_hand_or_the_stock(self) -> None:
        game = dealt("7c", "8c", "", trump="Qh")
        for eye in (0, None):
            view = game.view(eye)
            assert view.zone("hand", 1).cards == (None,) * 6
            assert view.zone("stock").cards[:-1] == (None,) * 13
        assert len(known(game.view(1), 1).split()) == 6

    def test_the_table_and_the_discard_pile_are_open(self) -> None:
        game = dealt("7c 7d", "8c", "", trump="Qh")
        play(game, "0 attack 7c 7d", "1 beat 7c 8c")
        view = game.view(None)
        assert cards_text(view.zone("attacks").known) == "7c 7d"
        assert cards_text(view.zone("defences").known) == "8c"
        assert view.facts["pairs"] == [["7c", "8c"], ["7d", ""]]

    def test_only_the_one_who_draws_sees_the_card(self) -> None:
        game = dealt("7c", "", "", trump="Qh", stock="Ac")
        play(game, "0 attack 7c")
        draw = next(event for event in game.apply(1, "take") if event.kind == "draw")
        assert cards_text(draw.seen_by(0).cards) == "Ac"
        assert cards_text(draw.seen_by(1).cards) == "??"
        assert "Ac" not in str(draw.plain())


class TestMemory:
    def test_cards_taken_are_known_to_all_until_they_are_played(self) -> None:
        game = dealt("7c 7d", "8c", "Tc", trump="Qh", deck=36)
        play(game, "0 attack 7c 7d", "1 beat 7c 8c", "1 take")
        for eye in (0, 2, None):
            assert known(game.view(eye), 1) == "7c 8c 7d"
            assert len(game.view(eye).zone("hand", 1).cards) == 8
        assert game.view(1).facts["known"] == ["", "7c 8c 7d", ""]
        play(game, "2 attack Tc", "0 take", "1 attack 8c")
        assert known(game.view(0), 1) == "7c 7d"

    def test_an_unseen_card_played_leaves_the_known_ones_known(self) -> None:
        game = dealt("7c", "9c", "Tc", trump="Qh", deck=36)
        play(game, "0 attack 7c", "1 take", "2 attack Tc", "0 take", "1 attack 9c")
        assert known(game.view(0), 1) == "7c"

    def test_the_lowest_trump_is_shown_and_known(self) -> None:
        game = dealt("Kh", "9h", "Ah", trump="7h", stock="8h", first="lowest_trump")
        assert roles(game)[0] == 1
        assert known(game.view(0), 1) == known(game.view(None), 1) == "9h"
        assert game.view(0).facts["shown"] == "9h"

    def test_what_the_hands_dealt_can_not_hold_is_remembered_only_if_a_trump_is_lower(self) -> None:
        lowest = dealt("Kh", "7h", trump="9h", stock="8h", first="lowest_trump")
        assert lowest.view(0).facts["dealt"] == []
        higher = dealt("Kh", "8h", trump="9h", stock="7h", first="lowest_trump")
        assert higher.view(0).facts["dealt"] == [[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1, 0]]

    def test_with_a_random_attacker_nothing_is_shown(self) -> None:
        game = dealt("Kh", "9h", "Ah", trump="7h", stock="8h")
        assert known(game.view(0), 1) == ""
        assert game.view(0).facts["shown"] == ""


class TestImagining:
    @pytest.mark.parametrize("eye", [0, 1, 2, None])
    def test_no_hand_dealt_holds_a_lower_trump_than_the_one_shown(self, eye: int | None) -> None:
        game = dealt("Kh", "9h Jc", "Ah", trump="Th", stock="Ac 8h 7h", first="lowest_trump")
        held = Counter(lows_held(world) for world in imagined(game.view(eye), 50))
        assert held == {(0, 0, 0): 50}

    def test_a_card_drawn_later_may_be_one(self) -> None:
        game = dealt("Kh", "9h Jc", "Ah", trump="Th", stock="Ac 8h 7h", first="lowest_trump")
        play(game, "1 attack Jc", "2 take")
        held = Counter(lows_held(world) for world in imagined(game.view(0), 400))
        assert set(held) == {(0, 0, 0), (0, 1, 0)}

    def test_if_nobody_held_a_trump_no_hand_dealt_holds_one(self) -> None:
        game = no_trump_dealt(seed=0)
        for world in imagined(game.view(1), 50):
            assert all(card.suit != "h" for seat in range(3) for card in world.view(seat).hand)

    def test_a_card_played_may_have_been_the_one_that_was_drawn(self) -> None:
        game = dealt("8h 9c 9d", "", "9s", "", trump="Th", stock="Ac 7h", first="lowest_trump")
        play(game, "0 attack 9c", "1 take", "2 attack 9s", "0 attack 9d")
        # One of five hidden cards was drawn and could be the seven: it is still there four times in five.
        worlds = imagined(game.view(None), 6000)
        share = sum("7h" in hand(world, 0) for world in worlds) / len(worlds)
        assert share == pytest.approx(4 / (4 + 5 * 6), abs=0.012)

    def test_what_is_known_to_lie_in_a_hand_is_there(self) -> None:
        game = dealt("7c 7d", "8c", "", trump="Qh")
        play(game, "0 attack 7c 7d", "1 take")
        for world in imagined(game.view(2), 20):
            assert {"7c", "7d"} <= set(hand(world, 1).split())
            assert hand(world, 2) == hand(game, 2)

    def test_unseen_cards_lie_everywhere_equally_often(self) -> None:
        game = dealt("", "", "", "", "", trump="Qh")
        worlds = imagined(game.view(0), 3000)
        card = hand(game, 3).split()[0]
        places = Counter(next((seat for seat in range(5) if card in hand(world, seat)), 5) for world in worlds)
        assert places[0] == 0
        for seat in range(1, 5):
            assert places[seat] / 3000 == pytest.approx(6 / 25, abs=0.03)
        assert places[5] / 3000 == pytest.approx(1 / 25, abs=0.015)

    def test_an_imagined_game_remembers_the_positions_that_have_stood(self) -> None:
        game = ending(FIRST, SECOND, trump="Qh")
        cycle(game)
        play(game, "0 attack 8c", "1 forward 8d")
        for eye in (0, 1, None):
            (world,) = imagined(game.view(eye), 1)
            assert world.view(eye) == game.view(eye)
            play(
                world,
                "0 take",
                "1 attack 7d",
                "0 take",
                "1 attack 7c",
                "0 forward 7d",
                "1 take",
                "0 attack 8d",
                "1 take",
            )
            assert world.outcome is not None
            assert world.outcome.reason == "reason.durak.repetition"

    def test_every_view_of_whole_games_comes_back(self) -> None:
        for seed in range(6):
            game = cardhouse.new("durak", seats=2 + seed % 4, seed=seed, first="lowest_trump", pile_on=seed % 2 == 1)
            chance = Chance(seed)
            while not game.over:
                play_any(game, chance)
                eye = chance.below(game.seats)
                (world,) = imagined(game.view(eye), 1)
                assert world.view(eye) == game.view(eye)


def lows_held(world: Game) -> tuple[int, ...]:
    """How many of 7h and 8h each seat holds."""
    return tuple(len({"7h", "8h"} & set(hand(world, seat).split())) for seat in range(world.seats))


def play_any(game: Game, chance: Chance) -> None:
    """One random action of any seat."""
    choices = [(seat, text) for seat in range(game.seats) for text in sorted(legal(game, seat))]
    seat, text = choices[chance.below(len(choices))]
    game.apply(seat, text)


EVENTS = (
    ("play c", "draw", "play d", "draw", "draw"),
    ("draw", "play c", "draw", "play d"),
    ("draw", "draw", "play x", "play c", "play d"),
    ("draw", "play c", "play d", "draw", "play x"),
)


@pytest.mark.parametrize("events", EVENTS)
def test_the_ways_count_every_order_of_the_deck_that_fits(events: tuple[str, ...]) -> None:
    """Against all orders of eight cards, x and y low: three are dealt and hold no low one, then cards come and go."""
    orders: Counter[str] = Counter()
    for order in itertools.permutations("abcdefxy"):
        held = set(order[:3])
        deck = iter(order[3:])
        if held & {"x", "y"}:
            continue
        for event in events:
            card = event[-1] if event.startswith("play") else next(deck)
            if event == "draw":
                held.add(card)
            elif card in held:
                held.remove(card)
            else:
                break
        else:
            orders["".join(sorted(held))] += 1
    ways = vec[i64]([1 if dealt == 3 else 0 for dealt in range(ROW)])
    hidden = 3
    for event in events:
        if event == "draw":
            hidden += 1
        else:
            ways = after_play(ways, 0, hidden, event == "play x")
            hidden -= 1
    unseen = set("abcdefxy") - {event[-1] for event in events if event.startswith("play")}
    counted = {
        "".join(hand): counted_ways(list(ways), hidden, len({"x", "y"} & set(hand)))
        for hand in itertools.combinations(sorted(unseen), hidden)
    }
    fitting = {hand: found for hand, found in counted.items() if found}
    assert fitting.keys() == orders.keys()
    assert len({orders[hand] / found for hand, found in fitting.items()}) == 1


def counted_ways(ways: list[int], hidden: int, low: int) -> int:
    """The ways in which a hand with this many low cards lies in its hidden places."""
    found = sum(ways[dealt] * comb(hidden - dealt, low) for dealt in range(min(hidden, ROW - 1) + 1))
    return found * factorial(low) * factorial(hidden - low)


def test_large_counts_keep_their_ratios_and_what_is_possible() -> None:
    ways = vec[i64]([0, 0, 0, 0, 0, 0, 1])
    exact = [0, 0, 0, 0, 0, 0, 1]
    for _ in range(30):
        ways = after_play(ways, 0, 12, False)
        longer = [*exact, 0]
        exact = [exact[dealt] * (12 - dealt) + longer[dealt + 1] * (dealt + 1) for dealt in range(7)]
    assert all(found > 0 for found in ways)
    assert [int(found) / int(sum(ways)) for found in ways] == pytest.approx(
        [found / sum(exact) for found in exact], abs=1e-9
    )
