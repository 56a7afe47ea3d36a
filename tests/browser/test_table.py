"""The table itself: its connection, its hands, what it refuses and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tools.house import House
from tools.screenshots import OUTSIDE

from .conftest import Problems
from .player import PATIENCE, Player

Visit = Callable[..., Player]
SIZES = [(390, 844), (844, 390), (1920, 1080)]
MOST = {"ratscrew": 6, "slapjack": 6, "hearts": 5, "threes": 5, "durak": 6}


@pytest.fixture
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that may be killed."""
    started = House(tmp_path_factory.mktemp("house")).start()
    yield started
    started.stop()


def begin_hearts(player: Player) -> Any:
    """A deal of Hearts, the three cards passed, with something to play; gives what is seen."""
    player.against_cats("hearts", 4)
    player.until("seen.own.length === 13 && seen.passing")
    player.pass_three("keys", player.look())
    return player.until("seen.own.length === 13 && seen.playable.length && !seen.passing")


def test_play_on_the_home_page_deals_at_once(visit: Visit) -> None:
    anna = visit()
    anna.page.click("[data-game=hearts] .button-main")
    anna.hold(13)


def test_the_server_is_killed_and_comes_back_in_mid_game(
    browser: Browser, own_house: House, problems: Problems
) -> None:
    problems.expect("WebSocket connection", "Failed to load resource: net::ERR_CONNECTION_REFUSED")
    context = browser.new_context()
    context.on("console", problems.heard)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{own_house.address}/#/settings")
    page.locator("[data-name=speed] input[value=instant]").check()
    anna = Player(page, own_house.address)
    before = sorted(card["card"] for card in begin_hearts(anna)["own"])
    own_house.kill()
    page.wait_for_selector(".line[data-state=lost]")
    expect(page.locator(".line")).to_contain_text("Connection lost")
    own_house.start()
    page.wait_for_selector(".line[data-state=open]", state="attached")
    assert sorted(card["card"] for card in anna.hold(13)) == before
    anna.play_by_keys(anna.wait_for("playable"))
    anna.hold(12)
    context.close()


def test_an_illegal_try_says_why_next_to_the_card(visit: Visit) -> None:
    anna = visit()
    seen = begin_hearts(anna)
    playable = {choice["card"] for choice in seen["playable"]}
    wrong = [card for card in seen["own"] if card["card"] not in playable and card["at"]]
    assert wrong
    x, y = wrong[0]["at"]
    anna.page.mouse.dblclick(x, y)
    tip = anna.wait_for("tip")["tip"]
    assert tip.endswith(".")
    assert "refused." not in tip
    box = anna.page.locator(".tip").bounding_box()
    assert box is not None
    assert box["x"] - 20 <= x <= box["x"] + box["width"] + 20
    assert box["y"] + box["height"] <= y
    assert len(anna.look()["own"]) == len(seen["own"])


def test_dragging_back_to_the_hand_plays_nothing(visit: Visit) -> None:
    anna = visit()
    seen = begin_hearts(anna)
    x, y = seen["playable"][0]["at"]
    mouse = anna.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 150, steps=4)
    assert anna.page.locator(".card.dragged").count() == 1
    mouse.move(x, y + 4, steps=4)
    mouse.up()
    expect(anna.page.locator(".card.dragged")).to_have_count(0)
    assert len(anna.look()["own"]) == 13


def test_the_keyboard_chooses_extends_takes_all_and_lets_go(visit: Visit) -> None:
    anna = visit()
    anna.table("threes", [{"kind": "you", "name": "Anna"}, {"kind": "here", "name": "Boris"}])
    anna.page.click(".button-ready")
    seen = anna.until("seen.playable.length && seen.own.length === 3")
    own = sorted(seen["own"], key=lambda card: card["at"][0])
    chosen = "seen.own.filter((each) => each.chosen).map((each) => each.card).join()"
    keyboard = anna.page.keyboard
    keyboard.press("ArrowRight")
    anna.until(f"{chosen} === given[0]", own[0]["card"])
    keyboard.press("ArrowRight")
    anna.until(f"{chosen} === given[0]", own[1]["card"])
    keyboard.press("Shift+ArrowRight")
    anna.until(f"{chosen}.length === 5")
    keyboard.press("Escape")
    anna.until(f"{chosen} === ''")
    keyboard.press("Control+a")
    rank = anna.until(f"{chosen} !== ''")
    held = [card["card"] for card in rank["own"] if card["chosen"]]
    assert len({card[0] for card in held}) == 1
    assert sorted(held) == sorted(card["card"] for card in own if card["card"][0] == held[0][0])
    keyboard.press("ArrowDown")
    anna.until(f"{chosen} === ''")
    assert anna.look()["pile"] == []


def test_a_hint_marks_what_a_good_cat_would_do(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("threes", level="greedy")
    anna.wait_for("playable")
    anna.page.keyboard.press("h")
    assert "cat" in anna.wait_for("tip")["tip"]


def test_the_question_mark_shows_all_keys_and_escape_closes_them(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("hearts", 4)
    anna.page.keyboard.press("?")
    anna.page.wait_for_selector(".panel-keys")
    assert anna.page.locator(".panel-keys kbd").count() > 15
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_selector(".panel-keys", state="detached")


@pytest.mark.parametrize("key", ["n", "Control+n"])
def test_a_new_game_by_key(key: str, visit: Visit) -> None:
    anna = visit()
    code = anna.against_cats("durak")
    anna.page.keyboard.press(key)
    anna.page.locator(".panel-confirm .button-main").click()
    anna.page.wait_for_function("code => !location.hash.includes(code) && location.hash.includes('/table/')", arg=code)
    anna.hold(6)


def test_cards_in_hand_have_names_that_can_be_read_aloud(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("hearts", 4)
    anna.hold(13)
    names = anna.page.eval_on_selector_all(".card.own", "cards => cards.map(card => card.getAttribute('aria-label'))")
    assert all(" of " in name for name in names)
    hidden = anna.page.eval_on_selector_all(".card:not(.own)", "c => c.every(e => e.getAttribute('aria-hidden'))")
    assert hidden
    assert anna.page.locator("[role=log]").count() == 1


@pytest.mark.parametrize("game", list(MOST))
def test_the_whole_table_is_seen_without_scrolling(game: str, visit: Visit) -> None:
    anna = visit()
    options = {"deck": 52} if game == "durak" else {}
    anna.against_cats(game, MOST[game], options, pace="slow")
    anna.page.wait_for_selector(".plate")
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        # Cards that fly to their places are on their way; where they go is what counts.
        anna.page.wait_for_function("() => !document.getAnimations().some((one) => one.effect.target.matches('.card'))")
        anna.page.wait_for_function(f"() => ({OUTSIDE})().length === 0")


def test_a_table_that_is_not_there_says_so(visit: Visit, problems: Problems) -> None:
    anna = visit()
    problems.expect("nosuchcode")
    anna.go_to("nosuchcode")
    anna.page.wait_for_selector(".line[data-state=gone]")
    assert anna.page.inner_text(".line").strip()


def test_who_leaves_while_the_line_is_still_being_made_is_not_warned(visit: Visit) -> None:
    anna = visit()
    code = anna.against_cats("durak")
    anna.page.evaluate(
        """code => import('/web/wire.js').then(({ connect }) => new Promise((done, failed) => {
          const made = [], WS = WebSocket;
          window.WebSocket = class extends WS { constructor(...how) { super(...how); made.push(this); } };
          const message = () => failed(new Error('heard after leaving'));
          const handlers = { message, state: () => {}, seen: () => null };
          connect(code, handlers).close();
          window.WebSocket = WS;
          made[0].addEventListener('close', done);
        }))""",
        code,
    )


def test_swapping_in_threes_takes_a_click_on_each_card(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("threes", 2, {"swap": True}, "greedy")
    seen = anna.hold(6)
    hand = next(card for card in seen if card["zone"] == "hand 0")
    up = next(card for card in seen if card["zone"] == "up 0")
    anna.page.mouse.click(*hand["at"])
    anna.page.mouse.click(*up["at"])
    anna.until("seen.own.some((each) => each.card === given[0] && each.zone === 'up 0')", hand["card"])
    anna.until("seen.own.some((each) => each.card === given[0] && each.zone === 'hand 0')", up["card"])
    anna.page.click(".bar [data-act=ready]")
    anna.until("!seen.acts.includes('ready')")


@pytest.mark.parametrize("able", [True, False])
def test_the_full_screen_is_offered_where_there_is_one(able: bool, visit: Visit) -> None:
    """There is none on an iPhone."""
    anna = visit()
    if not able:
        none = "Object.defineProperty(Document.prototype, 'fullscreenEnabled', {get: () => undefined})"
        anna.page.add_init_script(none)
        anna.page.reload()
    anna.against_cats("durak")
    anna.page.keyboard.press("m")
    anna.page.wait_for_selector(".panel-menu")
    assert anna.page.get_by_role("button", name="Full screen").count() == int(able)
