"""Cards that are chosen together, and cards that go onto cards: which one is meant is never chosen silently."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import cardhouse
from cardhouse.engine.game import Game

from .player import Player
from .positions import Stage

Visit = Callable[..., Player]
# Seat 0 holds a trump that beats both jacks, and a king that beats one of them.
MINE, ATTACK, TRUMP = "9s 7c Kc Qh 7d 8h", "Jc Jd 8c 8d Ah Kh", "As"


def opened() -> Game:
    """Two jacks are open against seat 0; spades are trumps."""
    deck = [card for pair in zip(MINE.split(), ATTACK.split(), strict=True) for card in pair] + [TRUMP]
    deck += [card for suit in "cdsh" for rank in "789TJQKA" if (card := rank + suit) not in deck]
    game = cardhouse.new("durak", seats=2, seed=1, deck=deck, starter=1)
    game.apply(1, "attack Jc Jd")
    return game


class Table:
    """A player whom two jacks attack."""

    def __init__(self, visit: Visit, **how: Any) -> None:
        self.player = visit(**how)
        self.stage = Stage(self.player, opened())
        expect(self.card("Jd")).to_be_visible()

    def card(self, name: str) -> Locator:
        return self.player.page.locator(f".card[data-card='{name}']")

    def acts(self) -> list[str]:
        self.player.painted()
        return [str(message["action"]) for message in self.stage.said if message["t"] == "act"]

    def asked(self) -> None:
        """The page asks onto which of the two, and has done nothing."""
        expect(self.player.page.locator(".prompt")).to_have_text("Beat which card with 9♠?")
        expect(self.player.page.locator(".card.aim")).to_have_count(2)
        assert self.acts() == []


@pytest.mark.parametrize("target", ["Jc", "Jd"])
def test_a_card_and_then_the_card_it_beats(target: str, visit: Visit) -> None:
    table = Table(visit)
    table.card("9s").click()
    table.asked()
    table.card(target).click()
    assert table.acts() == [f"beat {target} 9s"]


@pytest.mark.parametrize("target", ["Jc", "Jd"])
def test_a_card_on_the_table_and_then_the_one_that_beats_it(target: str, visit: Visit) -> None:
    table = Table(visit, width=390, height=844, touch=True)
    table.card(target).tap()
    expect(table.player.page.locator(".prompt")).to_have_text(f"What beats J{'♣' if target == 'Jc' else '♦'}?")
    expect(table.card("Kc")).to_have_class(re.compile("playable" if target == "Jc" else "dim"))
    table.card("9s").tap()
    assert table.acts() == [f"beat {target} 9s"]


def test_a_card_that_beats_only_one_goes_by_one_press(visit: Visit) -> None:
    table = Table(visit)
    table.card("Kc").click()
    assert table.acts() == ["beat Jc Kc"]


def test_the_button_asks_which_card_is_meant(visit: Visit) -> None:
    table = Table(visit)
    table.card("9s").click()
    beat = table.player.page.locator(".bar [data-act=beat]")
    beat.click()
    table.asked()
    table.card("Jd").click()
    assert table.acts() == ["beat Jd 9s"]


def test_a_double_click_and_a_drop_beside_both_ask(visit: Visit) -> None:
    table = Table(visit)
    table.card("9s").dblclick()
    table.asked()
    table.player.page.keyboard.press("Escape")
    table.player.page.keyboard.press("Escape")
    table.card("9s").drag_to(table.player.page.locator(".card[data-zone=stock]").last)
    table.asked()


def test_dropped_on_a_card_it_beats_that_one(visit: Visit) -> None:
    table = Table(visit)
    table.card("9s").drag_to(table.card("Jd"))
    assert table.acts() == ["beat Jd 9s"]


def test_keys_go_through_the_targets(visit: Visit) -> None:
    table = Table(visit)
    keyboard = table.player.page.keyboard
    while "9s" not in table.player.page.locator(".card.chosen").evaluate_all("all => all.map(c => c.dataset.card)"):
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    table.asked()
    keyboard.press("Enter")
    table.asked()
    keyboard.press("ArrowRight")
    focused = table.player.page.locator(".card:focus")
    expect(focused).to_have_class(re.compile("aimed"))
    first = focused.get_attribute("data-card")
    keyboard.press("ArrowRight")
    second = focused.get_attribute("data-card")
    assert {first, second} == {"Jc", "Jd"}
    expect(focused).to_have_attribute("aria-label", re.compile("jack of .*, on the table"))
    keyboard.press("Enter")
    assert table.acts() == [f"beat {second} 9s"]


def test_what_a_hint_names_is_what_the_button_beats(visit: Visit) -> None:
    table = Table(visit)
    table.stage.tell({"t": "advice", "seat": 0, "action": "beat Jd 9s", "verdict": "", "reason": None})
    table.card("9s").click()
    expect(table.card("Jd")).to_have_class(re.compile("aimed"))
    table.player.page.locator(".bar [data-act=beat]").click()
    assert table.acts() == ["beat Jd 9s"]


def test_what_cannot_beat_it_is_refused_with_the_reason(visit: Visit) -> None:
    table = Table(visit)
    table.card("Jd").click()
    table.card("7c").click()
    assert table.acts() == ["beat Jd 7c"]


def test_shift_and_an_arrow_choose_several_cards_to_pass(visit: Visit) -> None:
    player = visit()
    Stage(player, cardhouse.new("hearts", seed=1))
    player.hold(13)
    player.page.keyboard.press("ArrowRight")
    for _ in range(4):
        player.page.keyboard.press("Shift+ArrowRight")
    chosen = player.until("seen.own.filter(card => card.chosen).length === 3")["own"]
    lie = sorted((card for card in chosen if card["at"]), key=lambda card: card["at"][0])
    assert [card["chosen"] for card in lie] == [True] * 3 + [False] * 10
