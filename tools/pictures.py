"""The pictures of the README, into ``docs/pictures/``: the page itself, photographed."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, sync_playwright

from cardhouse.engine.game import Game
from tools.finished import finish
from tools.house import House, launch
from tools.screenshots import played, positions, welcome

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SETTINGS = "localStorage.setItem('cardhouse.settings', JSON.stringify({theme: 'dark', sound: false}))"
WIDE, TALL = ViewportSize(width=1040, height=650), ViewportSize(width=390, height=688)


def table(page: Page, address: str, state: Game, name: str) -> None:
    """A picture of a table in this position."""

    def serve(socket: WebSocketRoute) -> None:
        socket.send(json.dumps(welcome(state, int(state.step) + 1)))

    page.route_web_socket("**/ws/**", serve)
    page.goto("about:blank")
    page.goto(f"{address}/#/table/screenshot")
    page.wait_for_selector(".plate")
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{name}.png")


def lively(game: str) -> Game:
    """A position with cards on the table where the player is to move."""
    zone, least = {"hearts": ("trick", 3), "durak": ("attacks", 2)}[game]
    for state in played(game, 4):
        view = state.view(0)
        cards = next((len(text.split()) for name, _, text in view.plain()["zones"] if name == zone), 0)
        if cards >= least and 0 in view.turn and len(view.hand) >= 5:
            return state
    raise LookupError(game)


def small(file: Path) -> None:
    """Fewer colours: a picture of a page needs no more."""
    picture = Image.open(file).convert("RGB")
    palette = picture.quantize(255, method=Image.Quantize.MAXCOVERAGE)
    picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).save(file, optimize=True)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data)).start()
        browser = launch(playwright)
        page = browser.new_page(viewport=WIDE)
        page.add_init_script(SETTINGS)
        page.goto(house.address)
        page.wait_for_selector(".tile")
        record = finish(page, "durak")
        for name, path in {"home": "/", "house-rules": "/house/ratscrew", "replay": f"/replay/{record}?at=14"}.items():
            page.goto("about:blank")
            page.goto(f"{house.address}/#{path}")
            page.wait_for_selector("main")
            page.wait_for_timeout(700)
            page.screenshot(path=FOLDER / f"{name}.png")
        for game in ("hearts", "durak"):
            table(page, house.address, lively(game), game)
        page.set_viewport_size(TALL)
        table(page, house.address, positions("ratscrew", 2)["middle"], "ratscrew")
        browser.close()
        house.stop()
    for file in sorted(FOLDER.glob("*.png")):
        small(file)
        print(f"{file.name}: {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
