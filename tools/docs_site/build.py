"""Builds the docs site: puts its pages together in one folder, lets Zensical render them, and looks at what came of it.

::

    python -m tools.docs_site.build      # into site-docs
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.docs_site.pages import ROOT, pages, place_of, source_of

# Named in mkdocs.yml as well.
TOGETHER = ROOT / "build" / "docs-source"
SITE = ROOT / "site-docs"
SHIM = "iframe-worker.js"
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
IMAGE = re.compile(r'(<img src=")([^"]+)(")')
FETCHED = re.compile(
    r"""<(?:script|link|img|iframe|source|object)\b[^>]*\b(?:src|href|data)=["']?(?:https?:)?//[^>]*>"""
)
# What the tests know an example by; the highlighter takes a language alone.
KIND = re.compile(r"^(```\w+) [\w-]+$", re.MULTILINE)


def put_together(folder: Path) -> None:
    """Write the source of the site into a folder: the pages of docs, those that are made, pictures and scripts."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    written = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.md")}
    for place, text in (written | pages()).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(led(text, place), encoding="utf-8")
    shutil.copy(Path(__file__).parent / SHIM, folder)


def led(markdown: str, here: str) -> str:
    """Lead links between files of the repository to their places in the site; what it has not is only named."""
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


def fetched_elsewhere(site: Path) -> list[str]:
    """Return what pages of a built site would ask another host for."""
    return [
        f"{file}: {found[0]}"
        for file in sorted(site.rglob("*.html"))
        for found in FETCHED.finditer(file.read_text(encoding="utf-8"))
    ]


def main() -> None:
    """Build the site, or say in a sentence why not."""
    put_together(TOGETHER)
    command = [
        sys.executable,
        "-m",
        "zensical",
        "build",
        "--strict",
        "--clean",
        "--config-file",
        str(ROOT / "mkdocs.yml"),
    ]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SystemExit("The docs site is not built: Zensical says above what is wrong")
    if fetched := fetched_elsewhere(SITE):
        raise SystemExit("The docs site would ask other hosts:\n" + "\n".join(fetched))
    print(SITE / "index.html")


if __name__ == "__main__":
    main()
