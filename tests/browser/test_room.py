"""An evening behind one link: who comes late, is silent, leaves or wants another game, in several browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import cardhouse

from .friday import CAT, LINK, YOU, Visit, code_of, press
from .player import Player
from .positions import Stage


def friends(visit: Visit, game: str, *others: dict[str, str], width: int = 1280, height: int = 800) -> list[Player]:
    """Anna, who made the table, and Ben, who came by link; the others as they are given."""
    anna, ben = visit(width=width, height=height), visit(width=width, height=height)
    code = anna.table(game, [YOU, LINK, *others])
    ben.go_to(code)
    ben.sit_down("Ben")
    for player in (anna, ben):
        player.page.wait_for_selector(".card")
    return [anna, ben]


def awaited(players: list[Player]) -> tuple[Player, Player]:
    """Who is to move, and the other one."""
    anna, ben = players
    mine = "document.querySelector('.prompt').classList.contains('mine')"
    for page in (anna.page, ben.page):
        page.wait_for_function("document.querySelector('.prompt').textContent")
    return (anna, ben) if anna.page.evaluate(mine) else (ben, anna)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_silent_friend_is_named_and_a_cat_can_play_for_them(visit: Visit, width: int, height: int) -> None:
    players = friends(visit, "threes", width=width, height=height)
    silent, other = awaited(players)
    name = "Anna" if silent is players[0] else "Ben"
    expect(other.page.locator(".strip-words")).to_contain_text(f"Waiting for {name}", timeout=30_000)
    press(other, "Nudge")
    expect(silent.page.locator(".strip-news")).to_contain_text("it's your turn")
    other.page.locator(".strip .button").filter(has_text="Let a cat play").wait_for(timeout=60_000)
    press(other, "Let a cat play")
    # The host decides alone; of Ben, Anna hears what he asks for, and she is the one it is about.
    expect(other.page.locator(".plate").filter(has_text=name).first).to_be_visible()
    expect(silent.page.locator(".bar .button").filter(has_text="seat")).to_be_visible(timeout=30_000)


def test_who_comes_late_is_told_that_they_watch_and_takes_a_cats_seat(visit: Visit) -> None:
    anna, _ = friends(visit, "hearts", CAT, CAT)
    cora = visit()
    cora.go_to(code_of(anna))
    expect(cora.page.locator(".strip-words")).to_have_text("You're watching this game.")
    press(cora, "Take")
    expect(cora.page.locator(".strip-words").filter(has_text="watching")).to_be_hidden()
    assert cora.page.locator(".card.own").count() > 0


def test_another_game_is_proposed_to_the_others_behind_the_same_link(visit: Visit) -> None:
    anna, ben = friends(visit, "threes")
    ben.page.keyboard.press("n")
    press(ben, "Durak")
    expect(anna.page.locator(".strip-words")).to_contain_text("Ben would like to play Durak next.")
    press(anna, "Yes")
    assert code_of(anna) in anna.page.url
    assert code_of(anna) in ben.page.url


def test_who_leaves_says_goodbye_and_the_lead_passes_on(visit: Visit) -> None:
    anna, ben = friends(visit, "threes", CAT)
    anna.page.keyboard.press("m")
    anna.page.locator(".menu-item").filter(has_text="Leave the table").click()
    expect(ben.page.locator(".strip-news")).to_contain_text("Anna has left the room", timeout=20_000)
    ben.page.keyboard.press("m")
    ben.page.locator(".menu-item").filter(has_text="The room").click()
    expect(ben.page.locator(".room-people")).to_contain_text("leads the room")


def test_a_phrase_is_said_in_the_language_of_who_hears_it(visit: Visit) -> None:
    anna, ben = friends(visit, "threes")
    anna.page.locator(".top-paw").click()
    press(anna, "Say something")
    press(anna, "Hurry up!")
    expect(ben.page.locator(".bubble-words, .strip-news").filter(has_text="Hurry up!").first).to_be_visible()


def test_what_was_said_can_be_read_again_and_the_table_stays_where_it_is(visit: Visit) -> None:
    anna, ben = friends(visit, "slapjack", width=390, height=844)
    news, felt = anna.page.locator(".strip-news"), anna.page.locator(".felt")
    said = "I fetch some more crisps from the kitchen, back in a minute, please don't wait for me"
    ben.page.locator(".top-paw").click()
    press(ben, "Say something")
    ben.page.fill("[name=say]", said)
    press(ben, "Send")
    expect(news).to_contain_text(said)
    before = felt.bounding_box()
    expect(news).to_have_text("")
    assert felt.bounding_box() == before
    anna.page.locator(".top-paw").click()
    press(anna, "Say something")
    expect(anna.page.locator(".talked")).to_have_text(f"Ben: {said}")


def test_words_for_a_cat_that_stands_in_can_be_read_where_names_are_long(visit: Visit) -> None:
    anna = visit(width=390, height=844)
    stage = Stage(anna, cardhouse.new("hearts", seats=4, seed=1))
    seats = [dict(seat) for seat in stage.table["seats"]]
    seats[1] |= {"name": "Maximiliane-Anna von W", "stand_in": True}
    stage.change(seats=seats)
    note = anna.page.locator(".plate[data-seat='1'] .plate-note")
    expect(note).to_have_text("a cat plays")
    assert float(note.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")) > 9


def test_the_seconds_until_a_cat_comes_run_down(visit: Visit) -> None:
    anna, ben = friends(visit, "threes")
    ben.page.goto("about:blank")
    note = anna.page.locator(".plate[data-seat='1'] .plate-note")
    expect(note).to_have_text("away, a cat in 20 s")
    expect(note).to_have_text("away, a cat in 17 s")


@pytest.mark.parametrize(("game", "next_game"), [("hearts", "threes"), ("threes", "ratscrew"), ("ratscrew", "durak")])
def test_another_game_is_agreed_on_over_the_cards_of_the_one_before(game: str, next_game: str, visit: Visit) -> None:
    anna = visit()
    stage = Stage(anna, cardhouse.new(game, seats=3, seed=1))
    room = {"members": [{"who": "a", "name": "Anna"}], "waiting": [], "motions": [], "scores": [], "host": "a"}
    stage.change(game=next_game, status="waiting", room={**room, "arranged": True})
    expect(anna.page.locator(".waiting")).to_be_visible()
    anna.page.set_viewport_size({"width": 390, "height": 844})
    anna.painted()
