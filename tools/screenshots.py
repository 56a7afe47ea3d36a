"""Pictures of every game at three sizes, early, middle and late, into ``screenshots/``: to look at, not to compare.

The positions come from the engine and reach the page as a server would send them, so that they are the same each time.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, sync_playwright

import cardhouse
from cardhouse.bots.cats import CATS, face_of
from cardhouse.engine.chance import Chance
from cardhouse.engine.game import Game
from tools.house import House, launch

SIZES = {"upright": (390, 844), "sideways": (844, 390), "desktop": (1920, 1080)}
SEATS = {"ratscrew": (2, 4, 6), "slapjack": (2, 6), "hearts": (4, 3, 5), "threes": (2, 3, 5), "durak": (2, 4, 6)}
STAGES = {"early": 0.04, "middle": 0.45, "late": 0.9}
SEED = 11


def played(game: str, seats: int) -> list[Game]:
    """A whole random game, as it stood after each action."""
    options = {"deck": 52} if (game, seats) == ("durak", 6) else {}
    chance, found = Chance(SEED), [cardhouse.new(game, seats=seats, seed=SEED, options=options)]
    while not found[-1].over and len(found) < 600:
        after = found[-1].copy()
        if game in ("ratscrew", "slapjack") and chance.below(30):
            turns = [seat for seat in range(seats) if "turn" in map(str, after.legal(seat))]
            if turns:
                after.apply(turns[0], "turn")
            elif after.timer:
                after.fire()
            else:
                after.random_step(chance)
        else:
            after.random_step(chance)
        found.append(after)
    return found


def welcome(state: Game, step: int) -> dict[str, Any]:
    """Return what a server would say to a person who comes to this position as seat 0."""
    cats = list(CATS)[: int(state.seats)]
    seats: list[dict[str, Any]] = [
        {"kind": "cat", "name": name, "face": face_of(name), "level": "medium"} for name in cats
    ]
    seats[0] = {"kind": "person", "name": "Anna", "face": "fox", "yours": True}
    table = {
        "code": "screenshot", "game": state.setup.game, "options": dict(state.setup.options), "seats": seats,
        "status": "over" if state.over else "playing", "round": 1, "pace": "medium", "paused": False,
        "pause_votes": [], "rematch_votes": [], "open_cards": False, "hints": True, "watched_by": 0, "host": True,
        "commitment": "",
    }  # fmt: skip
    return {"t": "welcome", "table": table, "step": step, "views": [state.view(0).plain()], "missed": []}


def positions(game: str, seats: int) -> dict[str, Game]:
    """The stages of a game; one where the player has something to do is taken if there is one near."""
    states = played(game, seats)
    found = {}
    for name, share in STAGES.items():
        at = int((len(states) - 2) * share)
        near = [state for state in states[at : at + 14] if 0 in state.view(None).turn and not state.over]
        found[name] = near[0] if near else states[at]
    found["end"] = states[-1]
    return found


def shoot(page: Page, address: str, folder: Path, games: list[str], only: list[int], stages: list[str]) -> int:
    """Take every picture; returns how many cards, plates or buttons were cut off."""
    state: dict[str, Game] = {}

    def serve(socket: WebSocketRoute) -> None:
        socket.send(json.dumps(welcome(state["now"], int(state["now"].step) + 1)))

    page.route_web_socket("**/ws/**", serve)
    cut = 0
    for game in games:
        for seats in set(SEATS[game]) & set(only):
            for stage, position in positions(game, seats).items():
                if stage not in stages:
                    continue
                state["now"] = position
                for size, (width, height) in SIZES.items():
                    page.set_viewport_size({"width": width, "height": height})
                    page.goto("about:blank")
                    page.goto(f"{address}/#/table/screenshot")
                    page.wait_for_selector(".plate")
                    page.wait_for_timeout(500)
                    page.screenshot(path=str(folder / f"{game}-{seats}-{stage}-{size}.png"))
                    outside = page.evaluate(OUTSIDE)
                    if outside:
                        cut += len(outside)
                        print(f"{game} {seats} {stage} {size}: {outside}")
    return cut


# What reaches over the edge of the felt, or makes the page scroll.
OUTSIDE = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const over = (box) =>
    box.left < felt.left - 2 || box.right > felt.right + 2 || box.top < felt.top - 2 || box.bottom > felt.bottom + 2;
  const cut = [...document.querySelectorAll('.card, .plate, .plate-role, .plate-note, .bar .button, .mark')]
    .filter((each) => each.getBoundingClientRect().width && over(each.getBoundingClientRect()))
    .map((each) => each.className + ' ' + (each.textContent || '').trim().slice(0, 20));
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth + 1) cut.push('page scrolls');
  return cut;
}"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(SEATS), help="the games (default: all)")
    parser.add_argument("--folder", type=Path, default=Path("screenshots"))
    parser.add_argument("--stages", nargs="*", default=[*STAGES, "end"])
    parser.add_argument("--seats", nargs="*", type=int, default=list(range(2, 7)))
    parser.add_argument("--light", action="store_true", help="the light theme")
    args = parser.parse_args()
    args.folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data), 0).start()
        try:
            browser = launch(playwright)
            page = browser.new_page(color_scheme="light" if args.light else "dark")
            page.on("console", lambda message: print("console:", message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: print("page error:", error))
            cut = shoot(page, house.address, args.folder, args.games, args.seats, args.stages)
            browser.close()
        finally:
            house.stop()
    print(f"{len(list(args.folder.iterdir()))} pictures in {args.folder}; {cut} things cut off")
    return 1 if cut else 0


if __name__ == "__main__":
    raise SystemExit(main())
