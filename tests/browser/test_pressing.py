"""One press plays a card where it can't be wrong, and a card chosen before one's turn is played when that comes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import cardhouse
from cardhouse.engine.game import Game

from .player import Player
from .positions import Stage, Step, steps
from .test_feel import names
from .test_for_everybody import dress

Visit = Callable[..., Player]


def acts(stage: Stage) -> list[str]:
    """What the page has asked for, once everything before was heard."""
    stage.player.until("true")
    return [message["action"] for message in stage.said if message["t"] == "act"]


def at(player: Player, card: str) -> tuple[float, float]:
    [found] = [each for each in player.until("seen.own.length")["own"] if each["card"] == card]
    x, y = found["at"]
    return float(x), float(y)


def next_is_mine(seed: int) -> Step:
    """A step of Hearts after which seat 0 is asked to play, and before which it isn't."""
    for step in steps("hearts", 4, {"claims": False}, seed):
        before, who, after, _ = step
        if who not in (0, None) and list(after.turn()) == [0] and before.view(0).phase == "play":
            return step
    raise AssertionError("it was never asked")


def playable(state: Game) -> list[str]:
    return [str(action).split()[1] for action in state.legal(0)]


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_one_press_plays_a_card_that_means_one_thing_and_a_double_click_is_one_press(by: str, visit: Visit) -> None:
    _, _, state, _ = next_is_mine(1)
    anna = visit(390, 844, touch=True) if by == "touch" else visit()
    stage = Stage(anna, state)
    [card, *_] = playable(state)
    anna.page.touchscreen.tap(*at(anna, card)) if by == "touch" else anna.page.mouse.dblclick(*at(anna, card))
    assert acts(stage) == [f"play {card}"]


def test_a_card_with_several_meanings_is_chosen_first(visit: Visit) -> None:
    """One of several of a rank could go alone or with the others."""
    state = next(
        one
        for one in (cardhouse.new("threes", seats=2, seed=seed) for seed in range(300))
        if any(len(str(action).split()) > 2 for action in one.legal(0)) and list(one.turn()) == [0]
    )
    pair = next(str(action).split()[1:] for action in state.legal(0) if len(str(action).split()) > 2)
    anna = visit()
    stage = Stage(anna, state)
    anna.page.mouse.click(*at(anna, pair[0]))
    anna.until("seen.own.some((each) => each.chosen)")
    assert acts(stage) == []
    anna.page.keyboard.press("Enter")
    assert acts(stage) == [f"play {pair[0]}"]


def test_who_wants_it_chooses_every_card_before_it_is_played(visit: Visit) -> None:
    _, _, state, _ = next_is_mine(1)
    anna = visit()
    dress(anna, oneTap=False)
    anna.page.reload()
    stage = Stage(anna, state)
    [card, *_] = playable(state)
    anna.page.mouse.click(*at(anna, card))
    anna.until("seen.own.some((each) => each.chosen)")
    assert acts(stage) == []
    anna.page.mouse.click(*at(anna, card))
    assert acts(stage) == [f"play {card}"]


@pytest.mark.parametrize("by", ["mouse", "touch", "keys"])
def test_a_card_chosen_before_ones_turn_is_played_when_it_comes(by: str, visit: Visit) -> None:
    before, who, after, events = next_is_mine(3)
    anna = visit(390, 844, touch=True) if by == "touch" else visit()
    stage = Stage(anna, before)
    card = playable(after)[0]
    if by == "keys":
        while not any(each["chosen"] and each["card"] == card for each in anna.look()["own"]):
            anna.page.keyboard.press("ArrowRight")
        anna.page.keyboard.press("Enter")
    elif by == "touch":
        anna.page.touchscreen.tap(*at(anna, card))
    else:
        anna.page.mouse.dblclick(*at(anna, card))
    expect(anna.page.locator(".card.early")).to_have_attribute("data-card", card)
    assert "take it back" in anna.until("seen.prompt.includes('goes next')")["prompt"]
    assert acts(stage) == []
    stage.happen(who, after, events)
    anna.until("!document.querySelector('.card.early')")
    assert acts(stage) == [f"play {card}"]


def test_what_was_chosen_early_is_taken_back_by_a_click_and_stays_taken_back(visit: Visit) -> None:
    before, who, after, events = next_is_mine(3)
    anna = visit()
    stage = Stage(anna, before)
    card = playable(after)[0]
    anna.page.mouse.click(*at(anna, card))
    expect(anna.page.locator(".card.early")).to_have_count(1)
    # Another card of the hand takes its place, and goes by a click of its own.
    other = next(each["card"] for each in anna.look()["own"] if each["card"] != card and each["at"])
    anna.page.mouse.click(*at(anna, other))
    expect(anna.page.locator(".card.early")).to_have_attribute("data-card", other)
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".card.early")).to_have_count(0)
    stage.happen(who, after, events)
    anna.until("seen.mine && seen.playable.length")
    assert acts(stage) == []


def test_an_early_card_that_cannot_be_played_is_refused_with_a_reason_and_not_played(visit: Visit) -> None:
    """The table says why not, when it is asked: at the turn, and no sooner."""
    before, who, after, events = next(
        step for step in map(next_is_mine, range(3, 30)) if set(names(step[2], "hand", 0)) - set(playable(step[2]))
    )
    [card, *_] = sorted(set(names(after, "hand", 0)) - set(playable(after)))
    anna = visit()
    stage = Stage(anna, before)
    anna.page.mouse.click(*at(anna, card))
    assert acts(stage) == []
    stage.happen(who, after, events)
    anna.until("!document.querySelector('.card.early')")
    assert acts(stage) == [f"play {card}"]
    stage.tell({"t": "refusal", "key": "refused.hearts.follow", "text": "Follow suit.", "facts": {}, "id": 1})
    anna.until("seen.tip")
    assert not any(each["chosen"] for each in anna.look()["own"])
    assert anna.look()["playable"]


def test_a_pair_pressed_while_cards_are_dealt_is_swapped_once_they_lie(visit: Visit) -> None:
    before, state = (cardhouse.new("threes", seats=2, seed=seed, options={"swap": True}) for seed in (1, 2))
    swap = next(str(action) for action in state.legal(0) if str(action).startswith("swap"))
    pair = swap.split()[1:]
    anna = visit()
    stage = Stage(anna, before)
    anna.until("seen.acts.includes('ready')")
    anna.page.clock.install(time=0)
    anna.page.clock.pause_at(1_000)
    stage.deal(state)
    anna.until("seen.own.some(({ card }) => card === given[0])", pair[0])
    for card in pair:
        anna.page.mouse.click(*at(anna, card))
    expect(anna.page.locator(".card.early")).to_have_count(2)
    assert acts(stage) == []
    anna.page.clock.resume()
    anna.until("!document.querySelector('.card.early')")
    assert acts(stage) == [swap]
