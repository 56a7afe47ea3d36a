"""Pictures of every screen around the table, at phone and desktop size, dark and light, into ``screenshots/``."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from cardhouse.games import games
from tools.finished import SHORT, finish
from tools.house import House, launch

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def screens(records: list[str]) -> dict[str, str]:
    """The address of every screen, by name."""
    found = {"home": "/", "settings": "/settings", "stats": "/stats", "open": "/replay"}
    for record, game in zip(records, SHORT, strict=True):
        found[f"end-{game}"] = f"/table/{record.removesuffix('-1')}"
        found[f"replay-{game}"] = f"/replay/{record}?at=20"
        found[f"review-{game}"] = f"/replay/{record}?review=0"
    for info in games():
        found[f"house-{info.name}"] = f"/house/{info.name}"
        found[f"rules-{info.name}"] = f"/rules/{info.name}"
    return found


def shoot(page: Page, address: str, path: str, file: Path) -> bool:
    """Take one picture of a whole screen; whether it is wider than the window."""
    page.goto(f"{address}/#{path}")
    page.reload()
    page.wait_for_selector(".screen main", state="attached")
    page.wait_for_selector(".review-progress", state="hidden", timeout=120000)
    page.wait_for_timeout(500)
    page.screenshot(path=file, full_page=True)
    return bool(page.evaluate(OVERFLOW) > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=Path("screenshots"))
    parser.add_argument("--only", default="", help="screens whose name begins with this")
    parser.add_argument("--languages", nargs="*", default=["en"])
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data)).start()
        browser = launch(playwright)
        context = browser.new_context()
        page = context.new_page()
        page.goto(house.address)
        page.wait_for_selector(".tile")
        records = [finish(page, game) for game in SHORT]
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for theme in ("dark", "light"):
                for language in args.languages:
                    chosen = f"JSON.stringify({{theme: '{theme}', language: '{language}', sound: false}})"
                    page.evaluate(f"localStorage.setItem('cardhouse.settings', {chosen})")
                    for name, path in screens(records).items():
                        if name.startswith(args.only):
                            file = args.to / f"{name}-{size}-{theme}-{language}.png"
                            if shoot(page, house.address, path, file):
                                print(f"{file.name} is wider than the window")
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
