"""Somebody who plays through the page, by mouse, by keyboard or by touch, and sees only what the page shows."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from cardhouse.cards import parse_card
from cardhouse.games.slaps import fitting, slaps_on

LOOK = (Path(__file__).parent / "look.js").read_text()


class Player:
    """A person at a page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.turns = 0
        self.slapped: list[Any] = []

    def table(self, game: str, seats: list[dict[str, Any]], options: dict[str, Any] | None = None, **more: Any) -> str:
        """Have a table made, and go to it."""
        wish = {"game": game, "options": options or {}, "seats": seats, "pace": "instant", **more}
        made = self.page.evaluate(
            "wish => fetch('/api/tables', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
            "body: JSON.stringify(wish)}).then(answer => answer.json())",
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

    def go_to(self, code: str) -> None:
        self.page.goto(f"{self.address}/#/table/{code}")

    def look(self) -> Any:
        return self.page.evaluate(LOOK)

    def wait_for(self, what: str, seconds: float = 15) -> Any:
        """Wait until the look has something in this field."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            seen = self.look()
            if seen[what]:
                return seen
            self.page.wait_for_timeout(30)
        raise AssertionError(f"no {what} after {seconds} s: {self.look()}")

    def play_to_the_end(self, by: str, rules: list[Any] | None = None, seconds: float = 600) -> str:
        """Play until the game is over; gives the headline of its end."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            seen = self.look()
            if seen["end"]:
                return str(seen["end"])
            self.step(by, seen, rules or [])
        raise AssertionError(f"the game is not over after {seconds} s: {self.look()}")

    def step(self, by: str, seen: Any, rules: list[Any]) -> None:
        """Do one thing that the page offers."""
        page = self.page
        if "slap" in seen["acts"]:
            self.slap_step(by, seen, rules)
            return
        if "pass" in [act.removesuffix("-off") for act in seen["acts"]] or "Choose" in seen["prompt"]:
            self.pass_three(by, seen)
        elif seen["playable"]:
            self.turns += 1
            {"mouse": self.play_by_mouse, "keys": self.play_by_keys, "touch": self.play_by_touch}[by](seen)
        elif seen["acts"]:
            self.press(by, seen["acts"][0])
        page.wait_for_timeout(25)

    def press(self, by: str, act: str) -> None:
        """Press the button for an action; by keyboard, the key that takes, passes or says done."""
        if by == "keys":
            self.page.keyboard.press("Escape")
            self.page.keyboard.press("ArrowDown")
            return
        button = self.page.locator(f".bar [data-act={act}]")
        try:
            button.tap(timeout=500) if by == "touch" else button.click(timeout=500)
        except Exception as error:
            # The table moved on in the meantime: what was offered is not offered any more.
            if "Timeout" not in str(error):
                raise

    def play_by_mouse(self, seen: Any) -> None:
        """Now with two clicks, now with a double click, now by dragging."""
        choice = seen["playable"][self.turns % len(seen["playable"])]
        if choice["at"] is None:
            return
        x, y = choice["at"]
        mouse = self.page.mouse
        if choice["zone"].startswith("down") or self.turns % 3 == 0:
            mouse.click(x, y)
            if not choice["zone"].startswith("down"):
                self.page.wait_for_timeout(450)
                again = [card for card in self.look()["playable"] if card["card"] == choice["card"] and card["at"]]
                if again:
                    mouse.click(*again[0]["at"])
        elif self.turns % 3 == 1:
            mouse.dblclick(x, y)
        else:
            felt = self.page.locator(".felt").bounding_box()
            assert felt is not None
            mouse.move(x, y)
            mouse.down()
            mouse.move(x, y - 40, steps=3)
            mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] * 0.45, steps=4)
            mouse.up()

    def play_by_touch(self, seen: Any) -> None:
        choice = seen["playable"][self.turns % len(seen["playable"])]
        if choice["at"] is None:
            return
        self.page.touchscreen.tap(*choice["at"])
        if choice["zone"].startswith("down"):
            return
        again = [card for card in self.look()["playable"] if card["card"] == choice["card"] and card["at"]]
        if again:
            self.page.touchscreen.tap(*again[0]["at"])

    def play_by_keys(self, seen: Any) -> None:
        """Go along the cards to one that can be played, and play it."""
        keyboard = self.page.keyboard
        if all(choice["zone"].startswith("down") for choice in seen["playable"]):
            keyboard.press("Enter")
            return
        keyboard.press("Escape")
        for key in ["ArrowRight"] * 30 + ["ArrowLeft"] * 30:
            keyboard.press(key)
            if any(choice["chosen"] for choice in self.look()["playable"]):
                keyboard.press("Enter" if self.turns % 2 else "ArrowUp")
                return

    def pass_three(self, by: str, seen: Any) -> None:
        """Choose three cards in Hearts and pass them."""
        if by == "keys":
            for _ in range(3):
                self.page.keyboard.press("ArrowRight")
                self.page.keyboard.press("ArrowUp")
            self.page.keyboard.press("Enter")
        else:
            for card in seen["own"][:3]:
                if not card["chosen"] and card["at"]:
                    self.page.touchscreen.tap(*card["at"]) if by == "touch" else self.page.mouse.click(*card["at"])
            self.press(by, "pass")
        self.page.wait_for_timeout(50)

    def slap_step(self, by: str, seen: Any, rules: list[Any]) -> None:
        """Play to lose, which is shortest: slap each card that is not to be slapped, and turn in one's turn."""
        pile = [parse_card(card) for card in seen["pile"]]
        if pile and pile != self.slapped and not fitting(rules, pile):
            self.slapped = pile
            self.slap(by)
            self.page.wait_for_timeout(40)
        elif "turn" in seen["acts"]:
            self.turn(by)
        self.page.wait_for_timeout(15)

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


def rules_of(game: str, options: dict[str, Any]) -> list[Any]:
    """The slap rules of a game that are on."""
    return list(slaps_on(game, options))
