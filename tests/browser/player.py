"""A player at the page, by mouse, by keyboard or by touch, who sees only what the page shows."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Request
from playwright.sync_api import TimeoutError as Waited

from cardhouse.engine.cards import parse_card
from cardhouse.games.slapping.seen import patterns

from .paths import stands

LOOK = (Path(__file__).parent / "look.js").read_text()
# A busy machine is slow; what is awaited must come all the same.
PATIENCE = 60_000
# The moves of a whole game weighed one by one, by the plain files where there is no compiler.
REVIEW_PATIENCE = 900_000
# How long nothing may change before the same is tried again: what was pressed may have moved away under the finger.
AGAIN = 4_000
# Two presses this many pixels apart are no double click.
APART = 10
# A look at the table once it is another one than before and there is something to do or to be told, or it is over.
MY_TURN = f"""(before) => {{
  const look = {LOOK};
  if (document.querySelector('.end h2')) return look();
  const named = ({{ dataset }}) => dataset.card ?? dataset.zone;
  const names = (selector) => [...document.querySelectorAll(selector)].map(named);
  const said = document.querySelector('.ticker')?.textContent;
  const acts = [...document.querySelectorAll('.bar .button')].map((each) => each.className + each.dataset.act);
  const lesson = document.querySelector('.coach:not([hidden]) p')?.textContent;
  const now = JSON.stringify(
    [names('.own.playable'), names('.card.own'), names('.card[data-zone=pile]'), names('.aim'), said, acts, lesson]);
  if (now === before) return null;
  const seen = look();
  const mine = seen.acts.includes('slap') ? seen.acts.includes('turn') || seen.pile.length
    : seen.passing || seen.playable.length || seen.acts.length;
  return lesson || mine ? {{ ...seen, now }} : null;
}}"""
# Until what is in the page has been on the screen.
FRAMES = """() => new Promise((done) => {
  const frame = (left) => requestAnimationFrame(left ? () => frame(left - 1) : done);
  frame(2);
})"""
# To another screen, or to the same one again; the elements of the one before are marked.
GO = """(path) => {
  for (const each of document.querySelectorAll('#page > *')) each.dataset.left = '';
  if (location.hash === `#${path}`) window.dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = path;
}"""
RANKS = "23456789TJQKA"


def face_down(seen: Any) -> bool:
    """Whether only cards that nobody knows can be played."""
    return all(choice["zone"].startswith("down") for choice in seen["playable"])


class Player:
    """A person at a page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.game = ""
        self.turns = 0
        self.slapped: list[str] = []
        self.pressed: tuple[float, float] = (0.0, 0.0)
        self.listens = False
        self.awaited: set[Request] = set()

    def table(self, game: str, seats: list[dict[str, Any]], options: dict[str, Any] | None = None, **more: Any) -> str:
        """Have a table made, and go to it."""
        self.game = game
        wish = {"game": game, "options": options or {}, "seats": seats, "pace": "instant", **more}
        # A page that was just loaded reaches its house when it shows a screen.
        self.page.wait_for_selector("#page *", state="attached")
        made = self.page.evaluate(
            "wish => import(new URL('wire.js', document.querySelector('script[type=module]').src).href)"
            ".then(({ask}) => ask('POST', 'api/tables', wish))",
            wish,
        )
        assert "code" in made, made
        self.go_to(made["code"])
        return str(made["code"])

    def against_cats(
        self, game: str, seats: int = 2, options: dict[str, Any] | None = None, level: str = "random", **more: Any
    ) -> str:
        cats = [{"kind": "cat", "level": level} for _ in range(seats - 1)]
        code = self.table(game, [{"kind": "you", "name": "Anna", "face": "fox"}, *cats], options, **more)
        self.page.wait_for_selector(".card")
        return code

    def give_name(self, name: str = "Anna") -> None:
        """Give the name that is asked for, once, of who invites others."""
        self.page.get_by_role("textbox", name="Name").fill(name)
        self.page.get_by_role("button", name="Save", exact=True).click()

    def go_to(self, code: str) -> None:
        self.page.goto(f"{self.address}/#/table/{code}")

    def open(self, path: str) -> None:
        """Go to a screen, and wait until all that it asked for is there and has been on the screen."""
        if not self.listens:
            self.listens = True
            # Whoever hears of a request also hears of its end.
            self.page.on("requestfinished", self.answered)
            self.page.on("requestfailed", self.answered)
            self.page.on("request", self.asked)
        self.page.evaluate(GO, path)
        self.page.wait_for_selector(f"#page:not(:has(> [data-left])) :is({stands(path)})", state="attached")
        self.page.wait_for_selector(".review-progress", state="hidden", timeout=REVIEW_PATIENCE)
        self.painted()
        until = time.monotonic() + PATIENCE / 1000
        while self.awaited:
            assert time.monotonic() < until, f"no answer to {[one.url for one in self.awaited]}"
            self.painted()

    def asked(self, request: Request) -> None:
        self.awaited.add(request)

    def answered(self, request: Request) -> None:
        self.awaited.discard(request)

    def sit_down(self, name: str) -> None:
        """Sit down on the first free seat of the table one was invited to, and give a name."""
        self.page.locator(".waiting-seats .button-main").first.click()
        self.page.fill("dialog [name=name]", name)
        self.page.locator("dialog .button-main").click()

    def look(self) -> Any:
        return self.page.evaluate(LOOK)

    def until(self, what: str, *facts: Any) -> Any:
        """Wait until something is true of a look, called `seen`, and of facts, called `given`; gives the look."""
        script = f"(given) => {{ const seen = ({LOOK})(); return ({what}) ? seen : null; }}"
        try:
            return self.page.wait_for_function(script, arg=list(facts), polling=50, timeout=PATIENCE).json_value()
        except Waited:
            raise AssertionError(f"not so: {what} {facts or ''}: {self.look()}") from None

    def wait_for(self, what: str) -> Any:
        """Wait until the look has something in this field."""
        return self.until(f"seen.{what}.length ?? seen.{what}")

    def hold(self, cards: int) -> list[Any]:
        """Wait until this many cards are open in the hand, and give them."""
        found: list[Any] = self.until("seen.own.length === given[0]", cards)["own"]
        return found

    def painted(self) -> None:
        """Wait until what is in the page has been on the screen."""
        self.page.evaluate(FRAMES)

    def play_to_the_end(self, by: str, rules: tuple[str, dict[str, Any]] | None = None, most: int = 600) -> str:
        """Play until the game is over; gives the headline of its end. ``rules``: of a slap game."""
        before, same = "", 0
        for _ in range(most):
            try:
                timeout = AGAIN if before else PATIENCE
                seen = self.page.wait_for_function(MY_TURN, arg=before, polling=50, timeout=timeout).json_value()
            except Waited:
                same += 1
                assert same < 5, f"nothing happens any more: {json.dumps(self.look())}"
                before = ""
                continue
            if seen["end"]:
                return str(seen["end"])
            before, same = seen["now"], 0
            self.step(by, seen, rules)
        raise AssertionError(f"the game is not over after {most} moves: {self.look()}")

    def step(self, by: str, seen: Any, rules: tuple[str, dict[str, Any]] | None = None) -> None:
        """Do one thing that the page offers."""
        if "slap" in seen["acts"]:
            assert rules is not None
            self.slap_step(by, seen, *rules)
        elif seen["passing"]:
            self.pass_three(by, seen)
        elif len(seen["aims"]) > 1:
            self.aim(by, seen)
        elif seen["playable"]:
            self.turns += 1
            {"mouse": self.play_by_mouse, "keys": self.play_by_keys, "touch": self.play_by_touch}[by](seen)
        elif seen["acts"]:
            self.press(by, seen["acts"][0])

    def aim(self, by: str, seen: Any) -> None:
        """Say onto which card on the table the chosen one goes."""
        if by == "keys":
            for key in ("Enter", "ArrowRight", "Enter"):
                self.page.keyboard.press(key)
            return
        press = self.page.touchscreen.tap if by == "touch" else self.page.mouse.click
        free = [aim for aim in seen["aims"] if aim["at"]]
        if free:
            self.press_apart(free[self.turns % len(free)], press)

    def press(self, by: str, act: str) -> None:
        """Press the button for an action; by keyboard, the key that takes, passes or says done."""
        if by == "keys":
            self.page.keyboard.press("Escape")
            self.page.keyboard.press("ArrowDown")
            return
        button = self.page.locator(f".bar [data-act='{act}']")
        try:
            button.tap(timeout=AGAIN) if by == "touch" else button.click(timeout=AGAIN)
        except Waited:
            # The table moved on in the meantime: what was offered is not offered any more.
            assert act not in self.look()["acts"]

    def pick(self, seen: Any) -> list[str]:
        """What to play: in Threes the lowest rank that is nothing special, all of it, which is the way to an end."""
        playable = [choice["card"] for choice in seen["playable"]]
        if self.game != "threes":
            return [playable[self.turns % len(playable)]]
        lowest = min(playable, key=lambda card: (card[0] in "23T", RANKS.index(card[0])))
        return [card for card in playable if card[0] == lowest[0]]

    def press_card(self, card: str, press: Any) -> None:
        """Press a card wherever it stands now; if it is gone, or lies under others, that is seen at the next look.

        Not where something was pressed before: so soon after it that would be a double click.
        """
        for choice in self.look()["playable"]:
            if choice["card"] == card and choice["at"]:
                self.press_apart(choice, press)

    def press_once_more(self, card: str, press: Any) -> None:
        """Press a card where it was pressed just now, or wherever it stands by now."""
        for choice in self.look()["playable"]:
            if choice["card"] == card and choice["at"]:
                self.press_at(min(choice["free_at"], key=lambda at: math.dist(at, self.pressed)), press)

    def press_apart(self, choice: Any, press: Any) -> None:
        self.press_at(max(choice["free_at"], key=lambda at: math.dist(at, self.pressed) >= APART), press)

    def press_at(self, at: list[float], press: Any) -> None:
        self.pressed = (at[0], at[1])
        press(*at)

    def play_by_mouse(self, seen: Any) -> None:
        """Now with two clicks, now with a double click, now by dragging."""
        mouse = self.page.mouse
        if face_down(seen):
            self.press_apart(seen["playable"][0], mouse.click)
            return
        *others, card = self.pick(seen)
        for other in others:
            self.press_card(other, mouse.click)
        if others or self.turns % 3 == 0:
            self.press_card(card, mouse.click)
            self.press_once_more(card, mouse.click)
        elif self.turns % 3 == 1:
            self.press_card(card, mouse.dblclick)
        else:
            self.press_card(card, self.drag)

    def drag(self, x: float, y: float) -> None:
        """Drag what lies there to the middle of the table."""
        mouse = self.page.mouse
        felt = self.page.locator(".felt").bounding_box()
        assert felt is not None
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - 40, steps=3)
        mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] * 0.45, steps=4)
        mouse.up()

    def play_by_touch(self, seen: Any) -> None:
        """With a tap on each card that chooses it, and one more that plays."""
        tap = self.page.touchscreen.tap
        if face_down(seen):
            self.press_apart(seen["playable"][0], tap)
            return
        cards = self.pick(seen)
        for card in cards:
            self.press_card(card, tap)
        self.press_once_more(cards[-1], tap)

    def play_by_keys(self, seen: Any) -> None:
        """Go along the cards to one that can be played, add those that go with it, and play them."""
        keyboard = self.page.keyboard
        if face_down(seen):
            keyboard.press("Enter")
            return
        card = self.pick(seen)[0]
        keyboard.press("Escape")
        for key in ["ArrowLeft"] * len(seen["own"]) + ["ArrowRight"] * len(seen["own"]):
            keyboard.press(key)
            if any(choice["chosen"] and choice["card"] == card for choice in self.look()["playable"]):
                if self.game == "threes":
                    keyboard.press("Control+a")
                keyboard.press("Enter" if self.turns % 2 else "ArrowUp")
                return

    def pass_three(self, by: str, seen: Any) -> None:
        """Choose three cards in Hearts and pass them."""
        if by == "keys":
            self.page.keyboard.press("Escape")
            for _ in range(13):
                self.page.keyboard.press("ArrowLeft")
            for _ in range(3):
                self.page.keyboard.press("ArrowUp")
                self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("Enter")
            return
        for card in seen["own"][:3]:
            if not card["chosen"] and card["at"]:
                self.page.touchscreen.tap(*card["at"]) if by == "touch" else self.page.mouse.click(*card["at"])
        self.press(by, "pass")

    def slap_step(self, by: str, seen: Any, game: str, options: dict[str, Any]) -> None:
        """Slap whatever is to be slapped, and turn in one's turn."""
        pile = [parse_card(card) for card in seen["pile"]]
        top = seen["pile"][-1:]
        if top != self.slapped[:1]:
            self.slapped = []
        # Penalty cards look like any other: what was slapped in vain is left alone.
        if pile and len(self.slapped) < 2 and patterns(game, pile, options, last_chance=seen["jacks"]):
            self.slapped += top
            self.painted()
            self.slap(by)
        elif "turn" in seen["acts"]:
            self.turn(by)

    def slap(self, by: str) -> None:
        if by == "keys":
            self.page.keyboard.press("f")
            return
        box = self.page.locator(".hit-pile").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.75
        self.page.touchscreen.tap(x, y) if by == "touch" else self.page.mouse.click(x, y)

    def turn(self, by: str) -> None:
        if by == "keys":
            self.page.keyboard.press("q")
            return
        box = self.page.locator(".hit-deck").first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.touchscreen.tap(x, y) if by == "touch" else self.page.mouse.click(x, y)
