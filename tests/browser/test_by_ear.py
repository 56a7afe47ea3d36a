"""Playing by ear: what is read out and the keys are enough. ``pytest -rP`` prints what was heard and pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import cardhouse

from .careless import Careless
from .listener import Listener
from .player import Player
from .positions import Stage
from .test_targets import opened
from .test_whole_games import CARD_GAMES, SLAP_GAMES

Visit = Callable[..., Player]
YOU: dict[str, Any] = {"kind": "you", "name": "Anna", "face": "fox"}
# What can be read of the table at any time, in its order.
ANSWERS = "all => Object.fromEntries(all.map(each => [each.dataset.answer, each.textContent]))"


def answers(player: Player) -> dict[str, str]:
    found: dict[str, str] = player.page.locator(".felt .sr li").evaluate_all(ANSWERS)
    return found


@pytest.mark.parametrize("game", list(CARD_GAMES))
def test_a_whole_game_by_ear(game: str, visit: Visit) -> None:
    player = visit()
    listener = Listener(player)
    options, seats, level = CARD_GAMES[game]
    player.against_cats(game, seats, options, level)
    said = listener.play_to_the_end(game, options)
    assert "That's the game." in said


@pytest.mark.parametrize("game", list(SLAP_GAMES))
def test_a_whole_slap_game_is_won_by_ear(game: str, visit: Visit) -> None:
    player = visit()
    listener = Listener(player)
    options = SLAP_GAMES[game]
    code = player.table(game, [YOU, {"kind": "link"}], options)
    with Careless(player.address, code):
        player.page.wait_for_selector(".card")
        said = listener.play_to_the_end(game, options)
    assert "You won!" in said


def test_trump_stock_and_table_can_be_read_and_asked(visit: Visit) -> None:
    player = visit()
    Stage(player, opened())
    player.until("seen.playable.length")
    listener = Listener(player)
    told = answers(player)
    assert told["table"] == "jack of clubs, not beaten yet. jack of diamonds, not beaten yet."
    assert told["trump"] == "Trumps are spades; under the stock lies the ace of spades."
    assert told["stock"] == "20 cards in the stock. 0 cards put away."
    assert told["hand"].startswith("You hold: ")
    assert "Your turn. Beat the cards, or take them." in told["turn"]
    for key, name in {"t": "table", "r": "trump", "d": "stock", "y": "hand", "w": "turn", "k": "counts"}.items():
        assert listener.ask(key) == told[name]
    # The same question is answered again.
    assert listener.ask("t") == listener.ask("t") == told["table"]


def test_the_hand_is_read_as_it_lies(visit: Visit) -> None:
    player = visit()
    Stage(player, opened())
    player.hold(6)
    ordered = "all => all.sort((a, b) => a.x - b.x).map(each => each.card)"
    boxes = "all => all.map(each => ({ card: each.dataset.card, x: each.getBoundingClientRect().x }))"
    read = player.page.locator(".card.own").evaluate_all(boxes)
    assert [one["card"] for one in read] == player.page.evaluate(f"({ordered})", read)


def test_after_a_reload_the_log_tells_how_the_game_stands(visit: Visit) -> None:
    player = visit()
    Stage(player, opened())
    player.until("seen.playable.length")
    player.page.reload()
    expect(player.page.locator("[role=log] p").first).to_contain_text("jack of clubs, not beaten yet")


def test_ones_own_plate_says_your_turn(visit: Visit) -> None:
    player = visit()
    Stage(player, cardhouse.new("threes", seats=2, seed=1))
    mine = player.page.locator(".plate[data-seat='0']")
    expect(mine).to_have_attribute("aria-label", "You, 9 cards, it's your turn")


def test_how_much_is_read_out_is_changed_by_a_key(visit: Visit) -> None:
    player = visit()
    before = opened()
    stage = Stage(player, before)
    player.until("seen.playable.length")
    listener = Listener(player)
    assert listener.ask("v").endswith("everything, and the table on my turn")
    assert listener.ask("v").endswith("only what concerns me")
    after = before.copy()
    events = after.apply(0, "beat Jc Kc")
    stage.happen(0, after, events.as_list())
    player.until("seen.said.includes('K')")
    assert listener.ask("e") == "You beat jack of clubs with king of clubs."
    assert player.page.evaluate("JSON.parse(localStorage['cardhouse.settings']).spoken") == "few"


def test_no_key_of_the_table_is_one_of_a_player(visit: Visit) -> None:
    player = visit()
    clash = """async () => {
      const { playerKeys, TABLE_LETTERS } = await import('/web/state/keys.js');
      const { QUESTIONS } = await import('/web/table/ears.js');
      const codes = playerKeys().flatMap(({ turn, slap }) => [turn, slap]);
      const letters = codes.filter((code) => /^Key.$/.test(code)).map((code) => code.slice(-1).toLowerCase());
      return { clash: letters.filter((letter) => TABLE_LETTERS.includes(letter)),
        unkept: Object.keys(QUESTIONS).filter((letter) => !TABLE_LETTERS.includes(letter)) };
    }"""
    assert player.page.evaluate(clash) == {"clash": [], "unkept": []}


def test_the_list_of_keys_names_only_those_that_do_something_here(visit: Visit) -> None:
    listed = {}
    for game, seats in {"durak": [YOU, {"kind": "cat"}], "ratscrew": [YOU, {"kind": "cat"}]}.items():
        player = visit()
        player.table(game, seats)
        player.page.wait_for_selector(".card")
        player.page.keyboard.press("?")
        listed[game] = player.page.locator(".panel-keys kbd").all_inner_texts()
    assert not {"Q", "F", "Ctrl + N", "1 2 3"} & set(listed["durak"])
    assert {"Q", "F", "T", "Space", "B"} <= set(listed["ratscrew"])
    assert not {"P", "J", "←", "Ctrl + N"} & set(listed["ratscrew"])


def test_space_slaps_where_slaps_count_and_one_plays_alone(visit: Visit) -> None:
    player = visit()
    player.table("ratscrew", [YOU, {"kind": "cat", "level": "random"}])
    player.until("seen.mine")
    player.page.keyboard.press("q")
    player.until("seen.pile.length")
    player.painted()
    player.page.keyboard.press("Space")
    player.until("seen.said.includes('slap') || seen.tip")
    assert player.page.locator(".paused").count() == 0
    player.page.keyboard.press("b")
    player.page.wait_for_selector(".paused")
    player.page.keyboard.press("Space")
    player.page.wait_for_selector(".paused", state="detached")


def test_a_lesson_says_which_keys_play(visit: Visit) -> None:
    player = visit()
    Stage(player, cardhouse.new("durak", seats=2, seed=1), "?first")
    coach = player.page.locator(".coach")
    expect(coach).to_contain_text("the left and right arrows go through your cards")


def test_letters_are_found_where_another_alphabet_is_printed(visit: Visit) -> None:
    player = visit()
    Stage(player, opened())
    player.until("seen.playable.length")
    listener = Listener(player)
    player.page.evaluate(
        "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'е', code: 'KeyT', bubbles: true }))"
    )
    assert any("jack of clubs" in words for words in listener.hear())
