"""MkDocs's hooks while it builds the site: adds the pages that are made, and points links to their places in it."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from tools.docs_site.pages import ROOT, pages, place_of, source_of

SHIM = "iframe-worker.js"
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
IMAGE = re.compile(r'(<img src=")([^"]+)(")')
FETCHED = re.compile(
    r"""<(?:script|link|img|iframe|source|object)\b[^>]*\b(?:src|href|data)=["']?(?:https?:)?//[^>]*>"""
)
# What the tests know an example by; the highlighter takes a language alone.
KIND = re.compile(r"^(```\w+) [\w-]+$", re.MULTILINE)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made, and what search needs where the site is opened as files."""
    for place, text in pages().items():
        files.append(File.generated(config, place, content=text))
    files.append(File.generated(config, SHIM, content=(Path(__file__).parent / SHIM).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Lead links between files of the repository to their places in the site; what it has not is only named."""
    here: str = page.file.src_uri
    folder = posixpath.dirname(source_of(here))

    def place(link: str) -> tuple[bool, str | None]:
        source = posixpath.normpath(posixpath.join(folder, link))
        found = place_of(source) if (ROOT / source).is_file() else None
        return (ROOT / source).is_file(), found and posixpath.relpath(found, posixpath.dirname(here) or ".")

    def lead(link: re.Match[str]) -> str:
        is_file, to = place(link[2])
        if not is_file:
            return link[0]
        return link[0].replace(f"]({link[2]}", f"]({to}") if to else link[1]

    def show(image: re.Match[str]) -> str:
        return image[1] + (place(image[2])[1] or image[2]) + image[3]

    return KIND.sub(r"\1", IMAGE.sub(show, LINK.sub(lead, markdown)))


def on_post_build(config: Any) -> None:
    """Refuse a site that would ask another host for anything."""
    for file in sorted(Path(config.site_dir).rglob("*.html")):
        fetched = FETCHED.search(file.read_text(encoding="utf-8"))
        if fetched:
            raise PluginError(f"{file} would ask another host: {fetched[0]}")
