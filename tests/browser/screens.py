"""Tables and finished games for the tests of the screens around the table."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Cats of the simplest kind at no pace at all finish most games within seconds.
SHORT: dict[str, dict[str, Any]] = {
    "hearts": {"limit": 1},
    "durak": {},
    "threes": {},
    "slapjack": {},
    "ratscrew": {},
}
ASK = """([method, path, body]) => fetch(path, {method, headers: body ? {'Content-Type': 'application/json'} : {},
  body: body ? JSON.stringify(body) : undefined}).then(answer => answer.json())"""


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Ask the house in the name of who sits before this page."""
    return page.evaluate(ASK, [method, path, body])


def let_cats_play(page: Page, game: str, seats: int = 2, options: dict[str, Any] | None = None) -> str:
    """Have cats play a game to its end; gives the name of its record."""
    cats = [{"kind": "cat", "level": "greedy" if game != "hearts" else "random"} for _ in range(seats)]
    wish = {"game": game, "options": options or SHORT[game], "seats": cats, "pace": "instant"}
    code = ask(page, "POST", "/api/tables", wish)["code"]
    for _ in range(600):
        if ask(page, "GET", f"/api/tables/{code}")["status"] == "over":
            return f"{code}-1"
        page.wait_for_timeout(100)
    raise AssertionError(f"the cats are not done with {game}")


def finished_games(page: Page) -> str:
    """Some finished games, so that there is something to see; gives one record."""
    return let_cats_play(page, "hearts", 4)
