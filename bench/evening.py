"""An evening at the table: ``python -m bench.evening [--games hearts durak] [--sizes 390x844] [--folder evening]``.

Whole games against cats in a real browser, with full motion and at real pace. While they are played, every box is
measured four times a second, the prompt and the cards that stand up are compared with what the rules allow, and the
console is listened to. What is wrong for three looks in a row is told, with a picture; further pictures show how each
game begins, goes on and ends. Ends with 1 if anything was wrong or a game did not come to its end.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.player import LOOK, MY_TURN, Player

from tools.house import House, launch

TESTS = Path(__file__).parents[1] / "tests" / "browser"
BOXES = (TESTS / "boxes.js").read_text(encoding="utf-8")
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "ratscrew": (3, {}),
    "slapjack": (3, {}),
    "hearts": (4, {"limit": 30}),
    "threes": (3, {}),
    "durak": (4, {}),
}
SIZES = ["390x844", "1440x900", "844x390"]
# Sideways phones are looked at with the fullest hands and with the most words over the pile.
SIDEWAYS = ("hearts", "ratscrew")
PICTURE_EVERY = 25.0
# A player looks at the table before they do something.
THINKS = 0.5

# The latest view that the house sent, and what was wrong at three looks in a row: cards that move cover each other.
WATCH = f"""
(() => {{
  const Line = WebSocket;
  window.WebSocket = class extends Line {{
    constructor(...given) {{
      super(...given);
      this.addEventListener('message', ({{ data }}) => {{
        const message = JSON.parse(data);
        if (message.views?.length) window.latest = message.views[0];
        window.heard = performance.now();
      }});
    }}
  }};
  window.wrongs = {{}};
  window.looks = 0;
  let before = new Map();
  const boxes = {BOXES};
  const look = {LOOK};
  const claims = () => {{
    const view = window.latest, seen = look(), found = [];
    // What came a moment ago is still to be shown.
    if (!view || view.outcome || seen.end || performance.now() - window.heard < 4000) return found;
    if (document.querySelector('dialog[open], .over > section')) return found;
    const acts = view.legal.filter((act) => !act.startsWith('slap'));
    const mine = view.turn.includes(view.seat) && acts.length > 0;
    if (seen.mine !== mine) found.push('prompt "' + seen.prompt + '" while legal is ' + acts.slice(0, 6));
    const legal = new Set(acts.flatMap((act) => act.split(' ').slice(1)));
    for (const {{ card }} of seen.playable)
      if (card && !legal.has(card)) found.push(card + ' stands up while legal is ' + acts.slice(0, 6));
    return found;
  }};
  setInterval(() => {{
    if (!document.querySelector('.felt .plate')) return;
    window.looks++;
    const now = new Set([...boxes(), ...claims()].map((one) => one.replace(/\\d+/g, 'N')));
    before = new Map([...now].map((one) => [one, (before.get(one) ?? 0) + 1]));
    for (const [one, times] of before) if (times >= 3) window.wrongs[one] = (window.wrongs[one] ?? 0) + 1;
  }}, 250);
}})();
"""


class Sitting:
    """One game at one size, played a step at a time so that several can go on at once."""

    def __init__(self, browser: Browser, address: str, game: str, size: str, folder: Path, motion: str) -> None:
        width, height = map(int, size.split("x"))
        self.name = f"{game}-{size}"
        self.game, self.folder = game, folder
        self.touch = width < 900
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=self.touch)
        context.add_init_script(WATCH)
        if motion:
            # The empty page that a browser begins with keeps nothing.
            keep = f"localStorage.setItem('cardhouse.settings', JSON.stringify({motion}))"
            context.add_init_script(f"if (location.protocol !== 'about:') {keep}")
        self.console: list[str] = []
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.console.append(str(error.error)))
        self.page: Page = context.new_page()
        self.page.goto(f"{address}/")
        self.page.wait_for_selector(".tile")
        self.player = Player(self.page, address)
        seats, self.options = GAMES[game]
        self.player.against_cats(game, seats, self.options, level="medium", pace="medium")
        self.began = self.moved = time.monotonic()
        self.pictured, self.pictures, self.before = 0.0, 0, ""
        self.told: set[str] = set()
        self.over = ""

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.console.append(message.text)

    def picture(self, what: str) -> None:
        self.pictures += 1
        self.page.screenshot(path=str(self.folder / f"{self.name}-{self.pictures:02}-{what}.png"))
        self.pictured = time.monotonic()

    def go_on(self) -> None:
        """Do the next thing, if there is any, and look at what was found."""
        now = time.monotonic()
        if now - self.pictured > PICTURE_EVERY:
            self.picture("play")
        for wrong in self.page.evaluate("Object.keys(window.wrongs)"):
            if wrong not in self.told:
                self.told.add(wrong)
                print(f"{self.name}: {wrong}", flush=True)
                self.picture("wrong")
        if self.page.locator("dialog[open] .scores").count():
            self.picture("scores")
            self.page.keyboard.press("Escape")
        seen = self.page.evaluate(MY_TURN, self.before)
        if seen is None:
            if now - self.moved > 8.0:
                self.before, self.moved = "", now
            return
        if seen["end"]:
            self.picture("over")
            self.page.wait_for_timeout(1500)
            self.picture("end")
            self.over = seen["end"]
            return
        slapping = "slap" in seen["acts"]
        if not slapping and now - self.moved < THINKS:
            return
        self.before, self.moved = seen["now"], now
        rules = (self.game, self.page.evaluate("window.latest.options")) if slapping else None
        self.player.step("touch" if self.touch else "mouse", seen, rules)

    def done(self, minutes: float) -> bool:
        return bool(self.over) or time.monotonic() - self.began > 60 * minutes

    def close(self) -> bool:
        """Tell what came of it; whether anything was wrong."""
        for text in dict.fromkeys(self.console):
            print(f"{self.name}: console: {text}", flush=True)
        looks, wrongs = self.page.evaluate("[window.looks, window.wrongs]")
        lasted = (time.monotonic() - self.began) / 60
        how = self.over or "NOT OVER"
        print(f"{self.name}: {how}, {lasted:.1f} min, {looks} looks, {len(wrongs)} wrong: {wrongs}", flush=True)
        self.page.context.close()
        return bool(wrongs or self.console or not self.over)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--folder", type=Path, default=Path("evening"))
    parser.add_argument("--at-once", type=int, default=2, help="how many games are played side by side")
    parser.add_argument("--minutes", type=float, default=15, help="how long a game may take")
    parser.add_argument("--settings", default="", help='other settings than everybody has, as JSON: {"language": "de"}')
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    cells = [(game, size) for size in wanted.sizes for game in wanted.games]
    cells = [(game, size) for game, size in cells if size != SIZES[2] or game in SIDEWAYS or len(wanted.sizes) == 1]
    bad = False
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data)).start()
        browser = launch(playwright)
        playing: list[Sitting] = []
        try:
            while cells or playing:
                while cells and len(playing) < wanted.at_once:
                    playing.append(Sitting(browser, house.address, *cells.pop(0), wanted.folder, wanted.settings))
                for sitting in list(playing):
                    sitting.go_on()
                    if sitting.done(wanted.minutes):
                        bad |= sitting.close()
                        playing.remove(sitting)
                time.sleep(0.05)
        finally:
            browser.close()
            house.stop()
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
