"""Which files the page is made of: those in ``web``, and those of each game beside its rules.

A wheel and a site have them bundled: one script, one stylesheet, and under the usual addresses modules that hand on
their parts, for games of other packages. A checkout has them as they are written.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
from pathlib import Path, PurePosixPath

from ..build import digest
from ..engine.words import catalogue, languages
from ..games import GameSpec, games

PACKAGE = Path(__file__).parent.parent
WEB = PACKAGE / "web"
GAMES = PACKAGE / "games"
# In a bundle: which files it was made from.
BUNDLE_LIST = "bundle.json"
AT_ROOT = ("sw.js", "manifest.webmanifest")
# What a game may bring to the page. Nothing else in its folder is ever served.
SERVED = frozenset({".js", ".css", ".svg", ".png"})
CODE = frozenset({".js", ".css"})
# Imported before the first table is there, besides what each of these imports.
FIRST = ("web/main.js", "web/screens/home.js", "web/screens/table.js")
IMPORTED = re.compile(r"""^(?:(?:import|export)\b[^'"=(]*?\bfrom\s+|import\s+)['"](\.[^'"]+)['"]""", re.MULTILINE)


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


def own_files() -> dict[str, Path]:
    """The files in ``web`` but for the texts and what lies at the root, by their path seen from the page."""
    found = {f"web/{file.relative_to(WEB).as_posix()}": file for file in sorted(WEB.rglob("*")) if file.is_file()}
    left_out = {f"web/{name}" for name in (*AT_ROOT, "index.html")}
    return {name: file for name, file in found.items() if name not in left_out}


def shell() -> list[str]:
    """The paths of all that the page is made of, seen from it, so that a browser can keep it."""
    words = [f"web/words/{language}.json" for language in languages()]
    return ["./", "manifest.webmanifest", *own_files(), *words, *game_files()]


def words_of(language: str) -> bytes:
    """All texts of a language, those of the games included, as the page reads them."""
    return json.dumps(catalogue(language), ensure_ascii=False, separators=(",", ":")).encode()


# The bundle.


def bundle_sources() -> dict[str, Path]:
    """All files of this package that go into a bundle, by their path in it."""
    code = [file for folder in (WEB, GAMES) for file in folder.rglob("*") if file.suffix in CODE]
    return {file.relative_to(PACKAGE).as_posix(): file for file in sorted([*code, WEB / "index.html"])}


def bundle_fits(folder: Path) -> bool:
    """True if the bundle in this folder was made from the files as they are now."""
    try:
        made_from = json.loads((folder / BUNDLE_LIST).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError):
        return False
    return bool(made_from == {name: digest(file) for name, file in bundle_sources().items()})


def bundle() -> Path | None:
    """The folder of the bundled page: a wheel has one, a checkout takes that which ``CARDHOUSE_BUNDLE`` names."""
    named = os.environ.get("CARDHOUSE_BUNDLE")
    folder = Path(named) if named else PACKAGE / "bundle"
    return folder if (folder / BUNDLE_LIST).is_file() else None


def index_of(bundled: Path | None) -> str:
    """The page itself, with addresses as in a checkout."""
    return ((bundled / "web" if bundled is not None else WEB) / "index.html").read_text(encoding="utf-8")


def page_content(bundled: Path | None) -> dict[str, bytes]:
    """All files of the page but those at its root, by their path; its code from the bundle, if there is one."""
    files = own_files() | game_files()
    if bundled is not None:
        ours = {name for name, file in files.items() if file.is_relative_to(PACKAGE) and file.suffix in CODE}
        made = {file.relative_to(bundled).as_posix(): file for file in sorted(bundled.rglob("*"))}
        files = {name: file for name, file in files.items() if name not in ours}
        files |= {name: file for name, file in made.items() if file.suffix in CODE}
    content = {name: file.read_bytes() for name, file in files.items()}
    return content | {f"web/words/{language}.json": words_of(language) for language in languages()}


def folder_name(content: dict[str, bytes]) -> str:
    """Return what names these files by their content: under this name they never change."""
    whole = hashlib.sha256()
    for name, data in sorted(content.items()):
        whole.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    return f"page-{whole.hexdigest()[:12]}"


def from_folder(text: str, folder: str) -> str:
    """The page or its manifest, with the addresses of its files in a folder."""
    return text.replace('"web/', f'"{folder}/web/')


def handed_on(name: str, data: bytes) -> bool:
    """True if a file of a bundle only hands on what the one script has."""
    return name.endswith(".js") and data.startswith(b"export {") and data.rstrip().endswith(b'web/main.js";')


# Modules of a checkout.


@functools.lru_cache(maxsize=1024)
def _imports(file: Path, changed: int) -> tuple[str, ...]:
    return tuple(IMPORTED.findall(file.read_text(encoding="utf-8")))


def modules() -> list[str]:
    """The modules up to a first table, each after what imports it: a browser that knows them asks for all at once."""
    files = own_files() | game_files()
    found: dict[str, None] = {}
    waiting = [*FIRST, *filter(None, map(page_module, games()))]
    while waiting:
        name = waiting.pop(0)
        file = files.get(name)
        if name in found or file is None:
            continue
        found[name] = None
        for address in _imports(file, file.stat().st_mtime_ns):
            parts: list[str] = []
            for part in (PurePosixPath(name).parent / address).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            waiting.append("/".join(parts))
    return list(found)


def with_preloads(index: str) -> str:
    """The page with all modules up to a first table named in its head."""
    links = "".join(f'<link rel="modulepreload" href="{name}">\n    ' for name in modules())
    index = re.sub(r'<link rel="modulepreload"[^>]*>\n *', "", index)
    return index.replace('<script type="module"', f'{links}<script type="module"', 1)
