"""The screens around the table, by their paths."""

from __future__ import annotations

from cardhouse.games import games

GAMES = [info.name for info in games()]
SCREENS = [
    "/",
    "/settings",
    "/stats",
    "/replay",
    *[f"/{screen}/{game}" for screen in ("house", "rules") for game in GAMES],
]
