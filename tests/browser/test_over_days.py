"""Games over days in a real browser: the clock among the house rules, the title that counts turns, and being called."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import expect

from cardhouse.contract.settings import DAY
from tools.finished import ask

from .player import Player

Visit = Callable[..., Player]

# A browser whose push service answers at once: Chromium's own needs the net.
PUSH = """(() => {
  window.asked = [];
  const keys = %s;
  let current = null;
  const made = () => ({
    toJSON: () => ({ endpoint: 'https://push.example/ann', keys }),
    unsubscribe: async () => { current = null; return true; },
  });
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    window.asked.push(applicationServerKey.length);
    current = made();
    return current;
  };
})();"""
# Whether the house tells this device.
TOLD = "async (on) => (await (await fetch('api/push')).json()).on === on"
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def slow_table(player: Player) -> str:
    """A table over days of one person against cats; gives its code."""
    seats = [{"kind": "you"}, {"kind": "cat", "level": "random"}]
    wish = {"game": "durak", "seats": seats, "turn_clock": DAY, "pace": "instant"}
    return str(ask(player.page, "POST", "/api/tables", wish)["code"])


def test_a_clock_in_days_is_offered_where_the_game_is_played_in_turns(visit: Visit) -> None:
    player = visit()
    for game, offered in (("durak", 4), ("slapjack", 0)):
        player.page.goto(f"{player.address}/#/house/{game}?seats=you.link")
        clocks = player.page.locator("[data-name=turn_clock]")
        expect(clocks).to_be_visible()
        expect(clocks.get_by_text("day", exact=False)).to_have_count(offered)
    player.page.goto(f"{player.address}/#/house/durak?seats=you.link")
    clocks.get_by_text("3 days").click()
    expect(player.page.get_by_text("nobody needs to stay")).to_be_visible()


def test_the_title_counts_the_tables_over_days_that_wait(visit: Visit) -> None:
    player = visit()
    expect(player.page).to_have_title("Cardhouse")
    code = slow_table(player)
    player.page.goto(f"{player.address}/#/table/{code}")
    player.page.wait_for_selector(".card")
    player.page.wait_for_selector(".own.playable")
    expect(player.page).to_have_title("(1) Durak · Cardhouse")
    expect(player.page.locator(".plate-clock:visible").first).to_be_visible()
    player.page.goto(f"{player.address}/#/")
    expect(player.page).to_have_title("(1) Cardhouse")
    ask(player.page, "DELETE", f"/api/tables/{code}")
    player.page.reload()
    expect(player.page).to_have_title("Cardhouse")


def test_being_called_is_switched_on_and_off(visit: Visit) -> None:
    player = visit(worker=True)
    player.page.add_init_script(PUSH % json.dumps(KEYS))
    player.page.goto(f"{player.address}/#/settings")
    player.page.reload()
    switch = player.page.locator("input[name=called]")
    expect(switch).to_be_enabled()
    expect(switch).not_to_be_checked()
    switch.check()
    expect(switch).to_be_checked()
    # The house's own public key, and the house knows of this device from now on.
    player.page.wait_for_function("() => window.asked.join() === '65'")
    player.page.wait_for_function(TOLD, arg=True)
    switch.uncheck()
    expect(switch).not_to_be_checked()
    player.page.wait_for_function(TOLD, arg=False)


def test_who_allows_nothing_is_told_where_it_is_allowed(visit: Visit) -> None:
    player = visit(worker=True)
    denied = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
    player.page.add_init_script(denied)
    player.page.goto(f"{player.address}/#/settings")
    player.page.reload()
    expect(player.page.locator("input[name=called]")).to_be_disabled()
    expect(player.page.get_by_text("Your browser doesn't let this page notify you")).to_be_visible()


def test_a_card_chosen_before_ones_turn_is_kept_by_the_house_though_the_page_is_closed(visit: Visit) -> None:
    ann, ben = visit(), visit()
    wish = {"game": "threes", "seats": [{"kind": "you"}, {"kind": "link"}], "turn_clock": DAY}
    code = ask(ann.page, "POST", "/api/tables", wish)["code"]
    ask(ben.page, "POST", f"/api/tables/{code}/sit", {})
    for player in (ann, ben):
        player.page.goto(f"{player.address}/#/table/{code}")
        player.page.wait_for_selector(".card.own")
    (mine,) = ask(ann.page, "GET", "/api/mine")
    waiting, moving = (ben, ann) if mine["turn"] == mine["yours"] else (ann, ben)
    kept = f"async () => Object.values((await (await fetch('/api/tables/{code}')).json()).ahead)"
    card = waiting.page.locator(".card.own[data-zone^=hand]").first
    card.click()
    waiting.page.wait_for_function(f"async () => (await ({kept})()).length === 1")
    assert waiting.page.evaluate(kept) == [f"play {card.get_attribute('data-card')}"]
    assert moving.page.evaluate(kept) == []
    # It is still chosen when the page is opened again, and can be taken back.
    waiting.page.reload()
    early = waiting.page.locator(".prompt").get_by_text("goes next")
    expect(early).to_be_visible()
    card.click()
    expect(early).to_be_hidden()
    waiting.page.wait_for_function(f"async () => (await ({kept})()).length === 0")
