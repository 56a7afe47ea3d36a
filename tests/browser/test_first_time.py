"""The first time: a real game in which somebody tells what to do, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from playwright.sync_api import TimeoutError as Waited

import cardhouse
from cardhouse.engine.game import Game
from cardhouse.engine.words import catalogue
from cardhouse.games import games

from .careless import Careless
from .paths import GAMES
from .player import AGAIN, Player
from .positions import Stage, steps
from .test_layout import BOXES

# The slap games, with the house rules that a first game has.
SLAP_GAMES = {
    info.name: {option.name: option.default for option in info.options}
    for info in games()
    if info.name in ("ratscrew", "slapjack")
}


def lessons(game: str) -> set[str]:
    """All that can be said in a first game, to whomever."""
    return {text for key, text in catalogue().items() if key.startswith(f"page.first.{game}.")} | {goal(game)}


def goal(game: str) -> str:
    return catalogue()[f"page.rules.{game}.goal"]


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_tells_its_goal_and_what_to_do_at_its_moment(game: str, visit: Callable[..., Player]) -> None:
    player = visit(390, 844)
    page = player.page
    page.locator(f".tile[data-game={game}] .tile-open").click()
    page.get_by_role("dialog").get_by_role("button", name="First time?").click()
    page.wait_for_selector(".card")
    coach = page.locator(".coach")
    expect(coach.locator("p:not(.sr)")).to_have_text(goal(game))
    coach.get_by_role("button", name="Got it").click()
    expect(coach.locator("p:not(.sr)")).not_to_have_text(goal(game))
    expect(coach).to_be_visible()
    assert coach.locator("p:not(.sr)").inner_text() in lessons(game)
    coach.get_by_role("button", name="Skip").click()
    expect(coach).to_have_count(0)
    assert page.locator(".card").count() >= 32


LESSON = """() => {
  const coach = document.querySelector('.coach:not([hidden])');
  if (!coach) return null;
  const { left, right } = coach.getBoundingClientRect();
  return { text: coach.querySelector('p').innerText, left, right, width: innerWidth };
}"""


class Learner(Player):
    """A player who hears every lesson out before they go on."""

    def __init__(self, player: Player, game: str) -> None:
        super().__init__(player.page, player.address)
        self.game = game
        self.heard: list[str] = []

    def step(self, by: str, seen: Any, rules: tuple[str, dict[str, Any]] | None = None) -> None:
        # A lesson goes when its moment has passed, so it is looked at in one go.
        lesson = self.page.evaluate(LESSON)
        if lesson is None:
            super().step(by, seen, rules)
            return
        self.heard.append(lesson["text"])
        assert lesson["left"] >= 0
        assert lesson["right"] <= lesson["width"]
        self.answer(by, lesson["text"])

    def answer(self, by: str, text: str) -> None:
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
        self.page.wait_for_function(f"(text) => ({LESSON})()?.text !== text", arg=text)


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
    # A phone has room for the usual way to play; all others open in a panel.
    more = page.locator(f".tile[data-game={game}] .tile-open")
    first = page.get_by_role("dialog").get_by_role("button", name="First time?")
    if by == "touch":
        more.tap()
        first.tap()
    else:
        more.focus()
        page.keyboard.press("Enter")
        first.focus()
        page.keyboard.press("Enter")
    page.wait_for_url("**/table/*?first")
    code = page.url.rsplit("/", 1)[1].removesuffix("?first")
    with Careless(learner.address, code) if game in SLAP_GAMES else nullcontext():
        rules = (game, SLAP_GAMES[game]) if game in SLAP_GAMES else None
        assert learner.play_to_the_end(by, rules)
    assert set(learner.heard) <= lessons(game)
    assert learner.heard[0] == goal(game)
    # How many moments for a lesson come up is up to the cards; where a friend is slapped away it may be one.
    assert len(learner.heard) == len(set(learner.heard)) >= (2 if game in SLAP_GAMES else 3)
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def told(stage: Stage, kind: str) -> list[dict[str, Any]]:
    stage.player.until("true")
    return [message for message in stage.said if message["t"] == kind]


@pytest.mark.parametrize("touch", [False, True])
def test_the_cats_wait_for_a_lesson_until_it_is_understood_or_done(touch: bool, visit: Callable[..., Player]) -> None:
    state = next(one for one in (cardhouse.new("ratscrew", seed=seed) for seed in range(9)) if list(one.turn()) == [0])
    anna = visit(390, 844, touch=touch)
    stage = Stage(anna, state, "?first")
    coach = anna.page.locator(".coach")
    expect(coach.locator("p:not(.sr)")).to_have_text(goal("ratscrew"))
    assert [message["on"] for message in told(stage, "pause")] == [True]
    stage.change(paused=True)
    coach.get_by_role("button", name="Got it").click()
    turn = catalogue()["page.first.ratscrew.turn" + (".touch" if touch else "")]
    expect(coach.locator("p:not(.sr)")).to_have_text(turn)
    assert ("tap" in turn) == touch
    assert [message["on"] for message in told(stage, "pause")] == [True, False, True]
    anna.turn("touch" if touch else "keys")
    expect(coach).to_be_hidden()
    # The table goes on before it hears what is done.
    assert [message["t"] for message in stage.said if message["t"] in ("pause", "act")][-2:] == ["pause", "act"]
    assert anna.page.locator(".paused").count() == 0


def asked(state: Game) -> bool:
    """Whether seat 0 has a part in what happens now, and something to do."""
    roles = state.view(0).roles
    return 0 in state.turn() and 0 in (roles.get("attacker", 0), roles.get("defender", 0))


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_covers_no_name_no_score_and_no_prompt(
    game: str, width: int, height: int, visit: Callable[..., Player]
) -> None:
    anna = visit(width, height)
    seats = {"hearts": 4, "durak": 4}.get(game, 2)
    mine = (after for seed in range(9) for _, _, after, _ in steps(game, seats, {}, seed) if asked(after))
    Stage(anna, next(mine), "?first")
    understood = anna.page.get_by_role("button", name="Got it")
    expect(understood).to_be_visible()
    anna.painted()
    assert anna.page.evaluate(BOXES) == []
    understood.click()
    expect(understood).to_be_visible()
    anna.painted()
    assert anna.page.evaluate(BOXES) == []
