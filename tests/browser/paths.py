"""The screens around the table, by their paths."""

from __future__ import annotations

import re

from cardhouse.games import games

GAMES = [info.name for info in games()]
SCREENS = [
    "/",
    "/settings",
    "/stats",
    "/replay",
    "/puzzles",
    "/daily",
    *[f"/daily/{game}" for game in GAMES],
    *[f"/{screen}/{game}" for screen in ("house", "rules") for game in GAMES],
]

# What stands on a screen once all of it is there, by the first word of its path; a table's game is over.
STANDS = {
    "": ".tile",
    "house": ".house-play",
    "rules": ".rule",
    "replay": ".scrub, main input[type=file]",
    "settings": "[data-name=language]",
    "exercises": "section[data-game]",
    "puzzles": ".puzzle-game",
    "daily": ".daily-games a, .daily .part",
    "stats": "main > *",
    "table": ".end .checked",
}


def stands(path: str) -> str:
    """What stands on the screen at this path once all of it is there."""
    return STANDS[re.split(r"[/?]", path)[1]]
