"""Where everything lies, on every screen, in every language, at every size and in whole games.

Nothing that can be pressed is covered, cut or too small for a finger; nothing covers words, scrolls sideways or shifts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

import cardhouse
from cardhouse.engine.chance import Chance
from cardhouse.engine.words import catalogue
from cardhouse.puzzles import Puzzle, library
from tools.finished import ask, finish
from tools.house import House

from .conftest import Problems, visits
from .fonts import FAMILIES, files_of, only
from .paths import GAMES, SCREENS
from .player import Player
from .positions import Stage, Step, find
from .test_for_everybody import dress
from .test_playing_on import WAITING

Visit = Callable[..., Player]
LANGUAGES = ["en", "de", "ru", "es"]
# From a desktop enlarged four times to a large one.
SIZES = [(320, 256), (320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080)]
PHONES = [(320, 568), (390, 844), (540, 960), (844, 390)]
NARROWEST = 320
# What a finger meets.
FINGER = 44
# More than this is seen as a jump.
SHIFTED = 0.02
HERE = Path(__file__).parent
BOXES = (HERE / "boxes.js").read_text(encoding="utf-8")
PRESSABLE = (HERE / "pressable.js").read_text(encoding="utf-8")
OPTIONS: dict[str, dict[str, Any]] = {"hearts": {"limit": 40}, "durak": {"deck": 52}}
SEATS = {"ratscrew": (2, 6), "slapjack": (2, 6), "hearts": (3, 5), "threes": (2, 5), "durak": (2, 6)}
TABLE_OF = [(game, seats) for game, both in SEATS.items() for seats in both]
MOST = 36
# The longest reason that a hint gives.
LONGEST = {
    "hearts": "advice.after.hearts.keeps_exit",
    "threes": "advice.after.threes.spends_special",
    "durak": "advice.after.durak.keeps_trump",
}


def played(game: str, seats: int, seed: int) -> Iterator[Step]:
    """A random game for many steps; a pile that can be slapped mostly is."""
    chance = Chance(seed)
    state = cardhouse.new(game, seats=seats, seed=seed, options=OPTIONS.get(game, {}))
    for _ in range(MOST):
        if state.over:
            return
        after = state.copy()
        slaps = [seat for seat in range(seats) if "slap" in map(str, state.legal(seat))]
        good = bool(state.view(0).facts.get("slaps"))
        acts = [(seat, str(act)) for seat in state.turn() for act in state.legal(seat) if str(act) != "slap"]
        who: int | None
        if slaps and chance.below(2 if good else 25) == 0:
            who = slaps[chance.below(len(slaps))]
            happened = after.apply(who, "slap")
        elif acts:
            who, action = acts[chance.below(len(acts))]
            happened = after.apply(who, action)
        else:
            who, happened = None, after.fire()
        yield state, who, after, happened.as_list()
        state = after


# Keeps the line to the table, so that the page can be told many things in one go.
KEEP_LINE = """() => {
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      window.line = this;
    }
  };
}"""
# Tells what happened, one thing after another, looks at the boxes after each, and at what can be pressed when that is
# something else than before.
ALONG = f"""async ([messages, least]) => {{
  const found = [];
  const pressed = () =>
    [...document.querySelectorAll('.bar, .side, .tip:not([hidden])')].map((each) => each.innerText).join();
  let before = null;
  for (const message of messages) {{
    line.dispatchEvent(new MessageEvent('message', {{ data: JSON.stringify(message) }}));
    await new Promise(requestAnimationFrame);
    const now = pressed();
    found.push([...({BOXES})(), ...(now === before ? [] : ({PRESSABLE})(least))]);
    before = now;
  }}
  return found;
}}"""
# From now on everything is said in a language, without loading the page again.
SPEAK = """(language) => import(new URL('words.js', document.querySelector('script[type=module]').src).href)
  .then((words) => words.loadLocale(language))"""


def advice(after: cardhouse.Game) -> dict[str, Any] | None:
    """A hint for seat 0, with the longest reason there is for its game."""
    game = after.setup.game
    legal = [str(action) for action in after.legal(0)]
    if not legal or game not in LONGEST:
        return None
    facts = {"better": legal[0], "other": legal[-1], "one": "8.4", "two": "3.7"}
    return {"t": "advice", "action": legal[0], "verdict": "close", "reason": {"key": LONGEST[game], "facts": facts}}


def walk(player: Player, game: str, seats: int, sizes: list[tuple[int, int]], first: int = 0) -> dict[str, str]:
    """What is wrong along a game at these sizes, a language for each: what, and where it was seen first."""
    found: dict[str, str] = {}
    happened = list(played(game, seats, seed=5))
    # From the first stage on the page's lines are those of the test.
    Stage(player, happened[0][0])
    player.page.evaluate(KEEP_LINE)
    for at, (width, height) in enumerate(sizes):
        language = LANGUAGES[(first + at) % len(LANGUAGES)]
        player.page.goto(f"{player.address}/#/")
        player.page.wait_for_selector(".tile")
        player.page.evaluate(SPEAK, language)
        player.page.set_viewport_size({"width": width, "height": height})
        stage = Stage(player, happened[0][0], open_cards=at % 2 == 1)
        messages = []
        for _, who, after, events in happened:
            slapped = any(event.kind == "slap" for event in events)
            more = {"slap": {"time": 412.0, "margin": 31.0}} if slapped else {}
            messages.append(stage.step(who, after, events, **more))
            hint = advice(after)
            # At 400% zoom with five at the table no place is free for its words.
            if hint and not (seats == 5 and (width, height) == SIZES[0]):
                messages.append(hint)
        for message, wrongs in zip(messages, player.page.evaluate(ALONG, [messages, FINGER]), strict=True):
            for wrong in wrongs:
                where = f"{language} {width} x {height}, {message.get('step', 'hint')}"
                found.setdefault(re.sub(r"\d+", "N", wrong), where)
        # It has come to the last step.
        last = happened[-1][2].view(0)
        for seat in range(seats):
            shown = player.page.locator(f".card[data-zone='hand {seat}']")
            expect(shown).to_have_count(len(last.zone("hand", seat).cards))
    return found


@pytest.mark.parametrize(("game", "seats"), TABLE_OF)
def test_along_games(game: str, seats: int, visit: Visit) -> None:
    assert walk(visit(), game, seats, SIZES, first=TABLE_OF.index((game, seats))) == {}


@pytest.mark.parametrize("family", FAMILIES)
def test_with_no_other_font(
    family: str, playwright: Playwright, house: House, problems: Problems, tmp_path: Path
) -> None:
    """Where the page's own typeface is missing, any other does."""
    if not files_of(family):
        pytest.skip(f"{family} is not on this machine")
    problems.expect("/font/")
    with only(family, playwright, tmp_path) as browser, visits(browser, house.address, problems) as come:
        anna = come(390, 844, typeface=False)
        found = {
            f"{game} {seats}": wrong
            for at, (game, seats) in enumerate(TABLE_OF)
            if (wrong := walk(anna, game, seats, PHONES[at % 2 :: 2], first=at))
        }
        assert found == {}


def look_at(player: Player, path: str) -> dict[str, list[str]]:
    """What is wrong with a screen, by its size."""
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.page.evaluate("window.shifted = 0")
    player.open(path)
    shifted = player.page.evaluate("window.shifted")
    shift = {"shift": [f"{shifted:.3f}"]} if shifted > SHIFTED else {}
    return {**shift, **at_all_sizes(player)}


# Adds up how far things have moved by themselves.
SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({type: 'layout-shift', buffered: true});"""


def at_all_sizes(player: Player, table: bool = False) -> dict[str, list[str]]:
    """What is wrong with what is shown now, by its size; of a table also with its cards, where there is room for words
    above it."""
    found = {}
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        # Enlarged four times, a question stands above the table, which is scrolled to.
        player.page.evaluate("document.querySelector('.felt')?.scrollIntoView()")
        player.painted()
        wrong = player.page.evaluate(PRESSABLE, FINGER)
        if table and width > NARROWEST:
            wrong += player.page.evaluate(BOXES)
        if wrong:
            found[f"{width} x {height}"] = wrong
    return found


def begin(player: Player, *games: str) -> None:
    """Games that are begun and left."""
    for game in games:
        player.against_cats(game, seats=4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_screens(language: str, visit: Visit) -> None:
    anna = visit(390, 844)
    dress(anna, language=language)
    anna.page.add_init_script(SHIFTS)
    begin(anna, "hearts", "durak")
    record = finish(anna.page, GAMES[LANGUAGES.index(language)])
    anna.page.goto(f"{anna.address}/#/")
    anna.page.reload()
    # A browser that comes back knows how much room home needs; this one has seen it now.
    anna.page.wait_for_selector(".now-lines a")
    anna.painted()
    after = [f"/replay/{record}", f"/replay/{record}?review=0", f"/table/{record.removesuffix('-1')}"]
    found = {path: look_at(anna, path) for path in [*SCREENS, *after]}
    anna.page.route("**/api/exercises", lambda route: route.fulfill(json=WAITING))
    found["/exercises"] = look_at(anna, "/exercises")
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def longest(game: str) -> Puzzle:
    """Of the puzzles that a single card answers, the one with the largest hand; any, where one slaps."""
    puzzles = library(game).puzzles
    fits = [one for one in puzzles if one.answers and re.fullmatch(r"(play|attack) \w+", one.answers[0])]
    return max(fits or puzzles, key=lambda one: len(one.position().view(one.seat).zone("hand", one.seat).cards))


@pytest.mark.parametrize("game", GAMES)
def test_puzzles(game: str, visit: Visit) -> None:
    """While they are asked, after a wrong answer, and with all that is said of the right one."""
    anna, puzzle = visit(390, 844), longest(game)
    dress(anna, language=LANGUAGES[GAMES.index(game) % len(LANGUAGES)])
    anna.page.goto(f"{anna.address}/#/puzzles/{game}?id={puzzle.id}")
    anna.page.reload()
    anna.page.wait_for_selector(".puzzle-told p")
    found = {"asked": at_all_sizes(anna, table=True)}
    if game in LONGEST:
        anna.page.set_viewport_size({"width": 390, "height": 844})
        right = [answer.split()[1] for answer in puzzle.answers]
        anna.painted()
        card = next(each for each in anna.wait_for("playable")["playable"] if each["card"] not in right and each["at"])
        anna.press_at(card["at"], anna.page.mouse.dblclick)
        anna.page.wait_for_selector("[data-verdict=wrong]")
        found["wrong"] = at_all_sizes(anna, table=True)
        anna.page.locator(".puzzle-ways .button").nth(1).click()
        found["told"] = at_all_sizes(anna, table=True)
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


# What opens over a table: by a key, or in its menu.
PANELS = {"menu": "m", "keys": "?", "another game": "n"}
IN_MENU = {"rules": "page.menu.rules", "room": "page.room.title"}
LONG = ["Wilhelmina Featherstonehaugh", "Maximilian von Hohenlohe"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_opens_over_a_table_of_friends_with_long_names(language: str, visit: Visit) -> None:
    anna, ben = visit(390, 844), visit(390, 844)
    page, words = anna.page, catalogue(language)
    dress(anna, language=language)
    page.reload()
    page.wait_for_selector(".tile")
    seats = [{"kind": "you", "name": LONG[0], "face": "fox"}, {"kind": "link"}, {"kind": "cat"}]
    code = anna.table("durak", seats)
    page.wait_for_selector(".waiting .link")
    found = {"waiting": at_all_sizes(anna)}
    ben.go_to(code)
    ben.sit_down(LONG[1])
    page.wait_for_selector(".card")

    def close() -> None:
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")

    for what, key in PANELS.items():
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        found[what] = at_all_sizes(anna)
        close()
    for what, item in IN_MENU.items():
        page.keyboard.press("m")
        page.locator(".menu-item").filter(has_text=words[item]).first.click()
        page.wait_for_selector("dialog[open]:not(.panel-menu)")
        found[what] = at_all_sizes(anna)
        close()
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


def test_a_game_that_was_left_can_be_gone_on_with_on_every_phone(visit: Visit) -> None:
    anna = visit(390, 844)
    begin(anna, "hearts", "durak")
    anna.page.goto(f"{anna.address}/#/")
    anna.page.wait_for_selector("a[href^='#/table/']")
    found = {}
    for width, height in PHONES:
        anna.page.set_viewport_size({"width": width, "height": height})
        wrong = anna.page.evaluate(PRESSABLE, 1)
        if wrong:
            found[width, height] = wrong
    assert found == {}


ENDS = [("durak", 5, 1440, 900), ("threes", 3, 1440, 900), ("durak", 5, 390, 844)]


@pytest.mark.parametrize(("game", "seats", "width", "height"), ENDS)
def test_nothing_sticks_out_from_under_the_end(game: str, seats: int, width: int, height: int, visit: Visit) -> None:
    before, who, after, events = find(game, lambda after, _: after.over, seats)
    anna = visit(width, height)
    stage = Stage(anna, before)
    stage.happen(who, after, events)
    anna.page.wait_for_selector(".end")
    anna.painted()
    assert anna.page.evaluate(BOXES) == []
    if width > height:
        assert anna.page.locator(".bubble-box").count() > 0
    # Whatever was hidden is there again for the next game.
    stage.deal(before)
    anna.page.wait_for_selector(".end", state="detached")
    assert anna.page.locator(".under").count() == 0


def test_a_long_title_pushes_nothing_off_the_bar(visit: Visit) -> None:
    anna = visit(390, 844)
    dress(anna, language="es")
    anna.page.reload()
    stage = Stage(anna, cardhouse.new("hearts", seats=4, seed=1))
    assert anna.page.evaluate(BOXES) == []
    stage.change(best_of=7, wins=[3, 2, 1, 0])
    anna.page.wait_for_selector(".top-title:has-text('3–2–1–0')")
    assert anna.page.evaluate(BOXES) == []


# Where the last tile ends that deals a game.
LAST_TILE = """() => Math.max(...[...document.querySelectorAll('.tile[data-game]')].map(
  (each) => each.getBoundingClientRect().bottom))"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_is_one_screen(language: str, visit: Visit) -> None:
    """All games and what goes on stand on it, however many games were left; nothing moves when they come."""
    anna = visit(390, 844)
    dress(anna, language=language)
    anna.page.add_init_script(SHIFTS)
    begin(anna, "hearts", "durak", "threes", "slapjack")
    for width, height in [(390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080)]:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.goto(f"{anna.address}/#/")
        anna.page.evaluate("localStorage.setItem('cardhouse.going_on', '4')")
        anna.page.reload()
        anna.page.wait_for_selector(".now-lines a")
        anna.painted()
        assert anna.page.evaluate(LAST_TILE) <= height, (width, height)
        assert anna.page.evaluate("window.shifted") <= SHIFTED, (width, height)


def test_what_goes_on_says_whose_turn_it_is_and_all_of_it_can_be_thrown_away(visit: Visit) -> None:
    anna = visit(390, 844)
    begin(anna, "hearts", "durak", "threes")
    page = anna.page
    page.goto(f"{anna.address}/#/")
    lines = page.locator(".now-lines a")
    expect(lines).to_have_count(1)
    # Where it is one's turn comes first, which is up to the cards, and then what is newest.
    mine = ask(page, "GET", "/api/mine")
    first = max(mine, key=lambda table: (bool({*table["turn"]} & {*table["yours"]}), table["since"]))
    expect(lines.first).to_have_attribute("href", f"#/table/{first['code']}")
    expect(lines.first).to_contain_text("turn")
    expect(lines.first).not_to_contain_text("Anna")
    page.get_by_role("button", name="All 3 unfinished games").click()
    expect(page.locator("dialog .now-lines a")).to_have_count(3)
    page.locator("dialog").get_by_role("button", name="Discard all").click()
    page.locator(".panel-confirm").get_by_role("button", name="Discard all").click()
    expect(lines).to_have_count(0)
    assert ask(page, "GET", "/api/mine") == []


def test_a_lesson_is_no_unfinished_game(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    page.locator(".tile[data-game=durak]").get_by_role("button", name="First time?").click()
    page.wait_for_selector(".card")
    page.goto(f"{anna.address}/#/")
    page.wait_for_selector(".tile")
    page.wait_for_load_state("networkidle")
    assert page.locator(".now-lines a").count() == 0
    assert [table["lesson"] for table in ask(page, "GET", "/api/mine")] == [True]
