"""The first time: a real game in which somebody tells what to do, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from playwright.sync_api import TimeoutError as Waited

from cardhouse.games import games
from cardhouse.words import catalogue

from .careless import Careless
from .paths import GAMES
from .player import AGAIN, Player

# The slap games, with the house rules that a first game has.
SLAP_GAMES = {
    info.name: {option.name: option.default for option in info.options}
    for info in games()
    if info.name in ("ratscrew", "slapjack")
}


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_tells_what_to_do_at_its_moment(game: str, visit: Callable[..., Player]) -> None:
    player = visit(390, 844)
    page = player.page
    page.locator(f".tile[data-game={game}]").get_by_role("button", name="First time?").click()
    page.wait_for_selector(".card")
    coach = page.locator(".coach")
    texts = [text for key, text in catalogue().items() if key.startswith(f"page.first.{game}.")]
    expect(coach).to_be_visible(timeout=30000)
    assert coach.locator("p").inner_text() in texts
    coach.get_by_role("button", name="Skip").click()
    expect(coach).to_have_count(0)
    assert page.locator(".card").count() >= 32


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_has_words(game: str, visit: Callable[..., Player]) -> None:
    find = "game => import('/web/table/coach.js').then(({ lessonsOf }) => lessonsOf(game))"
    lessons = visit().page.evaluate(find, game)
    assert len(lessons) >= 3
    assert all(f"page.first.{game}.{lesson}" in catalogue() for lesson in lessons)


LESSON = """() => {
  const coach = document.querySelector('.coach:not([hidden])');
  if (!coach) return null;
  const { left, right } = coach.getBoundingClientRect();
  return { text: coach.querySelector('p').innerText, left, right, width: innerWidth };
}"""


class Learner(Player):
    """Somebody who hears every lesson out before they go on."""

    def __init__(self, player: Player, game: str) -> None:
        super().__init__(player.page, player.address)
        self.game = game
        self.heard: list[str] = []

    def step(self, by: str, seen: Any, rules: tuple[str, dict[str, Any]] | None = None) -> None:
        # A lesson goes when its moment has passed, so it is looked at in one go.
        lesson = self.page.evaluate(LESSON)
        if lesson:
            self.heard.append(lesson["text"])
            assert lesson["left"] >= 0
            assert lesson["right"] <= lesson["width"]
            self.answer(by)
        super().step(by, seen, rules)

    def answer(self, by: str) -> None:
        """Say that it is understood, unless the table has moved on."""
        understood = self.page.locator(".coach .button-main")
        if by == "touch":
            with suppress(Waited):
                understood.tap(timeout=AGAIN)
        else:
            for _ in range(40):
                self.page.keyboard.press("Tab")
                if self.page.evaluate("document.activeElement.matches('.coach .button-main')"):
                    self.page.keyboard.press("Enter")
                    break
        expect(understood).to_be_hidden()


def make_it_quick(route: Route) -> None:
    """The same table, but nobody takes their time, Hearts is over after a deal, and a friend can be slapped away."""
    if route.request.method != "POST":
        return route.continue_()
    wish: Any = route.request.post_data_json
    wish["pace"] = "instant"
    if wish["game"] == "hearts":
        wish["options"]["limit"] = 1
    if wish["game"] == "threes":
        wish["seats"] = [seat | {"level": "greedy"} if seat["kind"] == "cat" else seat for seat in wish["seats"]]
    if wish["game"] in SLAP_GAMES:
        wish["seats"] = [wish["seats"][0], {"kind": "link"}]
    return route.continue_(post_data=wish)


@pytest.mark.parametrize(("game", "by"), [*[(game, "touch") for game in GAMES], ("durak", "keys")])
def test_a_whole_first_game_is_guided_and_played_to_its_end(game: str, by: str, visit: Callable[..., Player]) -> None:
    learner = Learner(visit(390, 844, touch=by == "touch"), game)
    page = learner.page
    page.route("**/api/tables", make_it_quick)
    first = page.locator(f".tile[data-game={game}]").get_by_role("button", name="First time?")
    if by == "touch":
        first.tap()
    else:
        first.focus()
        page.keyboard.press("Enter")
    page.wait_for_url("**/table/*?first")
    code = page.url.rsplit("/", 1)[1].removesuffix("?first")
    with Careless(learner.address, code) if game in SLAP_GAMES else nullcontext():
        rules = (game, SLAP_GAMES[game]) if game in SLAP_GAMES else None
        assert learner.play_to_the_end(by, rules)
    texts = [text for key, text in catalogue().items() if key.startswith(f"page.first.{game}.")]
    assert set(learner.heard) <= set(texts)
    # How many moments for a lesson come up is up to the cards; where a friend is slapped away it may be one.
    assert len(learner.heard) == len(set(learner.heard)) >= (1 if game in SLAP_GAMES else 2)
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
