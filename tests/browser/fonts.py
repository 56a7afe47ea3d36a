"""Browsers that know a single font: what the page looks like where its own typeface is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tools.browser import find_browser
from tools.house import FLAGS

# The files of a family, by their names: what desktops, phones and browsers have where they have nothing else.
FAMILIES = {
    "Noto Sans": "NotoSans-*.ttf",
    "DejaVu Sans": "DejaVuSans*.ttf",
    "Roboto": "Roboto-*.ttf",
    "Inter": "Inter-*.otf",
    "Cantarell": "Cantarell-*.otf",
}
# Where systems keep fonts; CARDHOUSE_FONTS names a folder with more of them.
FOLDERS = ["/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts", "/Library/Fonts"]
CONFIG = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>"""


def files_of(family: str) -> list[Path]:
    """The files of a font family on this machine; none where it is not installed."""
    folders = [*FOLDERS, *filter(None, [os.environ.get("CARDHOUSE_FONTS")])]
    found = [file for folder in folders for file in sorted(Path(folder).expanduser().rglob(FAMILIES[family]))]
    return list({file.name: file for file in found}.values())


@contextmanager
def only(family: str, playwright: Playwright, folder: Path) -> Iterator[Browser]:
    """A browser on a machine that has this family and no other."""
    fonts = folder / "fonts"
    fonts.mkdir()
    for file in files_of(family):
        (fonts / file.name).symlink_to(file)
    config = folder / "fonts.conf"
    config.write_text(CONFIG.format(fonts=fonts, cache=folder / "cache"))
    env: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(config)}
    browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS, env=env)
    yield browser
    browser.close()
