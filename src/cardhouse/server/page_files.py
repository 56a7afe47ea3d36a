"""Which files the page is made of: those in ``web``, and those of each game beside its rules."""

from __future__ import annotations

from pathlib import Path

from ..engine.words import languages
from ..games import GameSpec, games

PACKAGE = Path(__file__).parent.parent
WEB = PACKAGE / "web"
GAMES = PACKAGE / "games"
AT_ROOT = ("sw.js", "manifest.webmanifest")
# What a game may bring to the page. Nothing else in its folder is ever served.
SERVED = frozenset({".js", ".css", ".svg", ".png"})


def page_module(game: GameSpec) -> str | None:
    """The address of a game's page module, seen from the root; None if it has none."""
    return f"games/{game.name}/page.js" if game.page is not None else None


def game_files() -> dict[str, Path]:
    """All files that games bring to the page, by their path seen from it; what games share is beside them."""
    folders = {folder.name: folder for folder in GAMES.iterdir() if folder.is_dir()}
    folders |= {game.name: game.folder for game in games() if game.folder is not None}
    return {
        f"games/{name}/{file.name}": file
        for name, folder in sorted(folders.items())
        for file in sorted(folder.glob("*"))
        if file.suffix in SERVED and file.is_file()
    }


def shell() -> list[str]:
    """The paths of all that the page is made of, seen from it, so that a browser can keep it."""
    files = [file for file in sorted(WEB.rglob("*")) if file.is_file()]
    own = [f"web/{file.relative_to(WEB).as_posix()}" for file in files if file.name not in (*AT_ROOT, "index.html")]
    words = [f"web/words/{language}.json" for language in languages()]
    return ["./", "manifest.webmanifest", *own, *words, *game_files()]
