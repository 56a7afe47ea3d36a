"""An evening with friends at real pace: ``python -m bench.friday [--folder friday] [--shut 120]``.

Five people come to one link in browsers of their own, on phones and laptops; somebody is late, somebody silent, a
laptop is shut for two minutes, two go home and a bot comes instead: the script of ``tests/browser/friday.py``, with
full motion, a second for each move, and a picture of everybody's screen at each of its moments. Ends with an error
where somebody was left in the dark, or a page complained.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import Problems, visits
from browser.friday import Friends, play_the_evening
from browser.player import Player

from tools.house import House, launch


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("friday"))
    parser.add_argument("--shut", type=float, default=120.0, help="seconds for which a laptop stays shut")
    parser.add_argument("--think", type=int, default=1000, help="milliseconds for each move")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    problems, began = Problems(), time.monotonic()

    def look(friends: Friends, moment: str) -> None:
        for name, player in friends.here.items():
            player.page.screenshot(path=str(wanted.folder / f"{moment}-{name}.png"))
        print(f"{time.monotonic() - began:6.0f} s: moment {moment}, {', '.join(friends.here)}", flush=True)

    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data)).start()
        browser = launch(playwright)
        try:
            with visits(browser, house.address, problems) as visit:

                def come(**how: int) -> Player:
                    return visit(quick=False, **how)

                friends = Friends(come, wanted.think, look)
                try:
                    play_the_evening(friends, wanted.shut)
                except BaseException:
                    look(friends, "failed")
                    raise
        finally:
            browser.close()
            house.stop()
    for text in problems.unexpected():
        print(f"a page complained: {text}")
    return 1 if problems.unexpected() else 0


if __name__ == "__main__":
    raise SystemExit(main())
