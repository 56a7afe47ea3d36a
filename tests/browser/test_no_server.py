"""The house inside the page: the static folder under a path, with the network cut after the first visit."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from cardhouse.commands.site import NoSite, compiled_rules, make_site
from cardhouse.games import games
from cardhouse.server.page_files import page_module
from tools.browser import one_at_a_time
from tools.host import KEPT, PATH, Host
from tools.house import House

from .axe import faults
from .conftest import QUICK, Problems
from .player import PATIENCE, Player
from .test_whole_games import SLAP_GAMES

CHECKOUT = Path(__file__).parents[2]
# Plays whatever is legal but slaps, at a table that the page shows, until the game is over.
PLAY = """(code) => new Promise(async (done, failed) => {
  const { connect } = await import(new URL('wire.js', document.querySelector('script[type=module]').src).href);
  let view = null, still = 0;
  const line = connect(code, {
    state() {},
    seen: () => null,
    message({ views }) {
      if (!views?.[0]) return;
      [view] = views;
      still = 0;
      act();
    },
  });
  const end = (settle, why) => { clearInterval(again); line.close(); settle(why); };
  function act() {
    if (view.outcome) return end(done);
    const choices = view.legal.filter((action) => action !== 'slap');
    const action = choices[Math.floor(Math.random() * choices.length)];
    if (action) line.send({ t: 'act', seat: view.seat, action, step: view.step });
  }
  // What was refused, as the table had gone on already, is said again.
  const again = setInterval(() => {
    still += 1;
    if (still > 300) end(failed, new Error(`nothing happens any more: ${JSON.stringify(view)}`));
    else if (view) act();
  }, 200);
})"""
# Whether the browser keeps the house that a server's page brings.
KEPT_WITH_PYTHON = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  const folder = document.querySelector('meta[name="cardhouse-house"]').content;
  const listed = (await (await fetch('shell.json')).json()).filter((name) => name.startsWith(folder));
  const kept = await Promise.all(listed.map((name) => caches.match(new URL(name, document.baseURI).href)));
  return active.state === 'activated' && listed.length > 0 && kept.every(Boolean);
}"""
# How often the browser keeps each file of Python.
COPIES = """async () => {
  const kept = {};
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url.endsWith('.bin')) (kept[url.split('/').pop()] ??= []).push(name);
  return kept;
}"""
# Short games: options, seats, and how well the cats play.
GAMES: dict[str, tuple[dict[str, Any], int, str]] = {
    # A player who never slaps soon has no cards left.
    **{game: (options, 2, "hard") for game, options in SLAP_GAMES.items()},
    "hearts": ({"limit": 1}, 4, "easy"),
    "threes": ({}, 2, "greedy"),
    "durak": ({"deck": 32}, 2, "random"),
}


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site under a path, made once for all who test at the same time."""
    shared = tmp_path_factory.getbasetemp()
    shared = (shared.parent if shared.name.startswith("popen") else shared) / "served"
    with one_at_a_time("site"):
        if not (shared / PATH).exists():
            (shared / PATH).parent.mkdir(parents=True, exist_ok=True)
            try:
                make_site(shared / PATH, CHECKOUT / "build" / "site-parts", compiled_rules())
            except NoSite as error:
                pytest.skip(f"the house inside the page is not tested: {error}")
    return shared


@pytest.fixture
def host(served: Path) -> Iterator[Host]:
    made = Host(served)
    yield made
    made.stop()


@pytest.fixture
def come(browser: Browser, host: Host, problems: Problems) -> Iterator[Callable[[], Page]]:
    """Somebody opens the site in a browser of their own; all their tabs share it."""
    context: BrowserContext = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(QUICK)
    context.on("console", problems.heard)
    context.on("weberror", lambda error: problems.tell(str(error.error)))

    def open_page(address: str = f"{host.address}/") -> Page:
        page = context.new_page()
        page.goto(address)
        return page

    yield open_page
    context.close()


def first_visit(page: Page, host: Host) -> Player:
    """Wait until the browser keeps everything, cut the network, and start again without it."""
    page.wait_for_selector(".tile")
    page.wait_for_function(KEPT)
    host.stop()
    page.reload()
    page.wait_for_selector(".tile")
    return Player(page, host.address)


def play_to_the_end(player: Player, game: str) -> str:
    """Play a short game against cats; gives the table's code. The page shows its end."""
    options, seats, level = GAMES[game]
    code = player.against_cats(game, seats, options, level, pace="instant")
    player.page.evaluate(PLAY, code)
    expect(player.page.locator(".end-places li")).to_have_count(seats)
    return code


def test_all_five_games_are_played_to_their_end_without_a_network(come: Callable[[], Page], host: Host) -> None:
    player = first_visit(come(), host)
    for game in GAMES:
        play_to_the_end(player, game)
    page = player.page
    page.goto(f"{host.address}/#/stats")
    page.wait_for_selector("main")
    expect(page.locator("main")).to_contain_text("Hearts")
    page.goto(f"{host.address}/#/replay")
    expect(page.locator("main .lines li")).to_have_count(len(GAMES))


def test_a_hint_a_replay_a_review_settings_and_languages_without_a_network(
    come: Callable[[], Page], host: Host
) -> None:
    player = first_visit(come(), host)
    page = player.page
    assert faults(player) == []
    code = player.against_cats("durak", 2, {"deck": 32}, "random")
    player.until("seen.own.length && seen.mine")
    page.keyboard.press("h")
    assert player.wait_for("tip")["tip"]
    assert player.play_to_the_end("mouse")
    page.goto(f"{host.address}/#/replay/{code}-1")
    page.wait_for_selector(".replay-bar")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download the record").click()
    assert Path(downloading.value.path()).read_text().startswith("Cardhouse record 1")
    page.get_by_role("button", name="Review").first.click()
    # Plain rules take seconds for a move on a busy machine: that the first ones are checked is enough.
    expect(page.locator(".review-state")).to_contain_text(re.compile(r"move ([3-9]|\d\d) of|checked, .* clearly"))
    page.get_by_role("button", name="What could this cat see?").click()
    expect(page.locator(".glass")).to_contain_text("Cats don’t peek")
    page.keyboard.press("Escape")
    page.goto(f"{host.address}/#/settings")
    page.locator('[data-name="language"] input[value="de"]').check()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(f"{host.address}/#/")
    expect(page.locator(".house-line")).to_contain_text("direkt in dieser Seite")


def test_every_game_has_its_own_page_and_what_needs_others_is_not_shown(come: Callable[[], Page]) -> None:
    page = come()
    page.wait_for_selector(".tile")
    told = page.evaluate(
        "import(new URL('wire.js', document.querySelector('script[type=module]').src).href)"
        ".then(({ask}) => ask('GET', 'api/games'))"
    )
    assert {game["name"]: game["page"] for game in told} == {info.name: page_module(info) for info in games()}
    expect(page.locator(".house-line")).to_contain_text("right here in the page")
    assert page.get_by_role("button", name="By link").count() == 0
    assert page.locator(".join").count() == 0
    assert page.get_by_text("Open tables").count() == 0
    page.goto(f"{page.url.split('#')[0]}#/house/hearts")
    page.wait_for_selector(".seat-lines")
    assert page.locator('.seat-lines option[value="link"]').count() == 0
    assert page.locator('[name="listed"]').count() == 0


def test_one_tab_at_a_time_and_an_unfinished_game_goes_on_in_the_other(come: Callable[[], Page], host: Host) -> None:
    first = come()
    first.wait_for_selector(".tile")
    code = Player(first, host.address).against_cats("durak", 2, {}, "random")
    second = come()
    expect(second.locator("main")).to_contain_text("open in another tab")
    second.get_by_role("button", name="Play in this tab").click()
    second.wait_for_selector(".unfinished")
    expect(first.locator("main")).to_contain_text("open in another tab")
    Player(second, host.address).go_to(code)
    second.wait_for_selector(".card.own")
    first.get_by_role("button", name="Play in this tab").click()
    expect(first.locator(".screen-open")).to_contain_text("open in another tab")
    first.get_by_role("button", name="Play in this tab").click()
    first.wait_for_selector(".card.own")
    expect(second.locator("main")).to_contain_text("open in another tab")


def test_the_browser_keeps_one_copy_of_python(come: Callable[[], Page], host: Host) -> None:
    page = come()
    page.wait_for_selector(".tile")
    page.wait_for_function(KEPT)
    page.wait_for_function(f"async () => Object.values(await ({COPIES})()).every((names) => names.length === 1)")
    kept = page.evaluate(COPIES)
    assert len(kept) == 4
    assert all(name.startswith("cardhouse-unpacked") for [name] in kept.values())
    # That is all it needs.
    host.stop()
    page.reload()
    page.wait_for_selector(".tile")


def test_an_update_that_was_copied_with_older_times_arrives(
    browser: Browser, served: Path, tmp_path: Path, problems: Problems
) -> None:
    site = tmp_path / PATH
    shutil.copytree(served / PATH, site)
    host = Host(tmp_path)
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.on("console", problems.heard)
    page = context.new_page()
    page.goto(f"{host.address}/")
    page.wait_for_selector(".tile")
    page.wait_for_function(KEPT)
    release = json.loads((site / "shell.json").read_text())["release"]
    for name in ("sw.js", "shell.json"):
        (site / name).write_text((site / name).read_text().replace(release, "0123456789ab"))
    index = (site / "index.html").read_text()
    (site / "index.html").write_text(index.replace("<title>", '<meta name="second" content=""><title>'))
    for path in site.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    page.reload()
    expect(page.locator(".house-line")).to_contain_text("new version is ready")
    page.reload()
    page.wait_for_selector("meta[name=second]", state="attached")
    expect(page.locator(".house-line")).to_contain_text("was updated")
    context.close()
    host.stop()


class Storage:
    """What the browser gives the page to keep things in."""

    def __init__(self, page: Page, host: Host) -> None:
        self.origin = host.address.removesuffix(f"/{PATH}")
        self.session = page.context.new_cdp_session(page)

    def room(self, size: int | None) -> None:
        """Leave this many bytes in all, or as many as usual."""
        asked = {"origin": self.origin} | ({} if size is None else {"quotaSize": size})
        self.session.send("Storage.overrideQuotaForOrigin", asked)

    def clear(self) -> None:
        """What "delete the data of this page" does."""
        self.session.send("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": "all"})


def full_from_now_on(page: Page, host: Host) -> Storage:
    storage = Storage(page, host)
    used = page.evaluate("async () => (await navigator.storage.estimate()).usage")
    storage.room(used + 1000)
    return storage


def test_a_browser_that_is_full_at_the_first_visit_plays_and_says_what_is_not_kept(
    come: Callable[..., Page], host: Host, problems: Problems
) -> None:
    problems.expect("Quota exceeded")
    page = come("about:blank")
    storage = Storage(page, host)
    storage.room(10_000)
    page.goto(f"{host.address}/")
    banner = page.locator(".strip")
    expect(banner).to_contain_text("no room left")
    expect(banner).to_contain_text(re.compile(r"about \d+ MB"))
    player = Player(page, host.address)
    code = play_to_the_end(player, "durak")
    expect(banner).to_contain_text("no room left")
    page.goto(f"{host.address}/#/replay/{code}-1")
    page.wait_for_selector(".replay-bar")


def test_a_browser_that_fills_up_in_a_game_plays_it_to_its_end_and_keeps_all_once_there_is_room(
    come: Callable[[], Page], host: Host
) -> None:
    page = come()
    page.wait_for_selector(".tile")
    player = Player(page, host.address)
    kept = play_to_the_end(player, "durak")
    storage = full_from_now_on(page, host)
    code = play_to_the_end(player, "hearts")
    banner = page.locator(".strip")
    expect(banner).to_contain_text("no room left")
    banner.get_by_role("button", name="Got it").click()
    expect(banner).to_be_hidden()
    storage.room(None)
    # A person who has made room comes back to the page; without that, the next write would do.
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(banner).to_contain_text("room again")
    last = play_to_the_end(player, "durak")
    page.reload()
    page.goto(f"{host.address}/#/replay")
    for record in (kept, code, last):
        page.wait_for_selector(f'[href*="{record}"]')


def test_storage_that_is_cleared_under_a_game_is_said_at_once_and_the_game_goes_on(
    come: Callable[[], Page], host: Host
) -> None:
    page = come()
    page.wait_for_selector(".tile")
    player = Player(page, host.address)
    code = player.against_cats("durak", 2, {"deck": 32}, "random")
    player.until("seen.own.length")
    Storage(page, host).clear()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator(".strip")).to_contain_text("was cleared")
    page.evaluate(PLAY, code)
    expect(page.locator(".end-places li")).to_have_count(2)
    page.goto(f"{host.address}/#/")
    expect(page.locator("main .strip")).to_contain_text("was cleared")


def test_a_page_of_a_server_plays_on_here_while_it_is_away_and_games_are_taken_both_ways(
    browser: Browser, served: Path, tmp_path: Path, problems: Problems
) -> None:
    house = House(tmp_path / "data", 1, "--offline", str(served / PATH)).start()
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(QUICK)
    context.on("console", problems.heard)
    problems.expect("ERR_CONNECTION_REFUSED", "Failed to load resource")
    try:
        page = context.new_page()
        page.goto(f"{house.address}/")
        expect(page.locator(".house-line")).to_contain_text("You're playing on a server")
        page.wait_for_function(KEPT_WITH_PYTHON)
        player = Player(page, house.address)
        play_to_the_end(player, "durak")
        page.goto(f"{house.address}/#/")
        page.wait_for_selector(".tile")
        house.kill()
        page.reload()
        page.get_by_role("alert").get_by_role("button", name="Play here").click()
        expect(page.locator(".house-line")).to_contain_text("right here in the page")
        play_to_the_end(player, "durak")
        page.goto(f"{house.address}/#/settings")
        told = page.locator("main div:has([name=archive]) > .told")
        page.get_by_role("button", name="Take to the server").click()
        expect(told).to_contain_text("Can't reach the house")
        house.start()
        # Each house has one game that the other lacks; what is there already is not added again.
        for button in ("Take to the server", "Bring from the server"):
            for added in ("1 game was added", "0 games were added"):
                page.get_by_role("button", name=button).click()
                expect(told).to_contain_text(added)
        page.goto(f"{house.address}/#/replay")
        expect(page.locator("main .lines li")).to_have_count(2)
        page.goto(f"{house.address}/#/")
        page.get_by_role("button", name="Back to the server").click()
        expect(page.locator(".house-line")).to_contain_text("You're playing on a server")
        page.goto(f"{house.address}/#/stats")
        expect(page.locator("main")).to_contain_text("Durak")
    finally:
        context.close()
        house.stop()


def test_at_a_table_whose_server_is_gone_one_plays_here_and_goes_back_to_it(
    browser: Browser, served: Path, tmp_path: Path, problems: Problems
) -> None:
    house = House(tmp_path / "data", 1, "--offline", str(served / PATH)).start()
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(QUICK)
    context.on("console", problems.heard)
    problems.expect("ERR_CONNECTION_REFUSED", "Failed to load resource", "WebSocket")
    try:
        page = context.new_page()
        page.goto(f"{house.address}/")
        page.wait_for_function(KEPT_WITH_PYTHON)
        player = Player(page, house.address)
        code = player.against_cats("durak", 2, {"deck": 32}, "random")
        house.kill()
        page.locator(".line").get_by_role("button", name="Play here").click()
        expect(page.locator(".house-line")).to_contain_text("right here in the page")
        player.against_cats("durak", 2, {"deck": 32}, "random")
        house.start()
        strip = page.locator(".strip")
        expect(strip).to_contain_text("The server is back")
        strip.get_by_role("button", name="Back to the server").click()
        page.wait_for_url(f"**/#/table/{code}")
        page.wait_for_selector(".card.own")
    finally:
        context.close()
        house.stop()
