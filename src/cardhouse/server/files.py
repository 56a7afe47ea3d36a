"""The files of the page over HTTP: each is compressed once and kept in memory, and known by a hash of its content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..engine.words import languages
from .own_house import OwnHouse
from .page_files import (
    AT_ROOT,
    WEB,
    bundle,
    folder_name,
    from_folder,
    game_files,
    handed_on,
    index_of,
    page_content,
    shell,
    with_preloads,
    words_of,
)

FOR_EVER = "public, max-age=31536000, immutable"
# Texts are worth compressing, from this many bytes on; pictures and typefaces are compressed as they are.
TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
WORTH_IT = 600
# More than the page has files.
MOST_FILES = 1000
# How a bundle has its files compressed, the smallest first.
SUFFIXES = {"br": ".br", "gzip": ".gz"}
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


class Kept(NamedTuple):
    """A file as it is sent: its type, its hash, its content, and that in encodings in which it is smaller."""

    media: str
    etag: str
    plain: bytes
    encoded: Mapping[str, bytes]


def kept(plain: bytes, name: str, encoded: Mapping[str, bytes] | None = None) -> Kept:
    """A file to be sent again and again, under the type that goes with its name."""
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if not encoded:
        worth_it = len(plain) >= WORTH_IT and media.startswith(TEXTS)
        encoded = {"gzip": gzip.compress(plain, 9, mtime=0)} if worth_it else {}
    return Kept(media, f'W/"{hashlib.sha256(plain).hexdigest()[:24]}"', plain, encoded)


@lru_cache(MOST_FILES)
def _read(file: Path, changed: int, size: int) -> Kept:
    """A file, read again only when it has changed."""
    return kept(file.read_bytes(), file.name)


@lru_cache(MOST_FILES)
def _made(text: str, name: str) -> Kept:
    """A text that is put together for the page, compressed once."""
    return kept(text.encode(), name)


def response_to(request: Request, file: Kept, headers: Mapping[str, str] | None = None) -> Response:
    """A file, or that the browser has it already."""
    told = {"etag": file.etag, "vary": "accept-encoding", **(headers or {})}
    known = request.headers.get("if-none-match", "")
    # A proxy that compresses makes a tag weak; one that doesn't may make it strong.
    if file.etag.removeprefix("W/") in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(status_code=304, headers=told)
    accepted = {one.split(";")[0].strip() for one in request.headers.get("accept-encoding", "").split(",")}
    for encoding, content in file.encoded.items():
        if encoding in accepted:
            return Response(content, headers={**told, "content-encoding": encoding}, media_type=file.media)
    return Response(file.plain, headers=told, media_type=file.media)


def file_response(request: Request, file: Path | None, headers: Mapping[str, str] | None = None) -> Response:
    """A file of this name; `HTTPException` if there is none."""
    try:
        found = file.stat() if file is not None and file.is_file() else None
    except (OSError, ValueError):
        found = None
    if file is None or found is None:
        raise HTTPException(404)
    return response_to(request, _read(file, found.st_mtime_ns, found.st_size), headers)


def inside(folder: Path, path: str) -> Path | None:
    """The file of this name in a folder; None if it leads elsewhere."""
    try:
        file = (folder / path).resolve()
    except (OSError, ValueError):
        return None
    return file if file.is_relative_to(folder.resolve()) else None


class BundledPage:
    """The page of a release, in a folder named by its content: a browser never asks again for a file that it has."""

    def __init__(self, bundled: Path, own: OwnHouse | None) -> None:
        self.own = own
        self.content = page_content(bundled)
        self.folder = folder_name(self.content)
        self.index = index_of(bundled)
        self._bundled = bundled
        self._kept: dict[str, Kept] = {}

    def files(self) -> list[str]:
        """The files that a browser keeps; what hands on parts of the one script only if a game of a package asks."""
        others = any(name.endswith(".js") and not self._is_ours(name, data) for name, data in self.content.items())
        return [f"{self.folder}/{name}" for name, data in self.content.items() if others or not handed_on(name, data)]

    def _is_ours(self, name: str, data: bytes) -> bool:
        return name.startswith("web/") or handed_on(name, data)

    async def in_folder(self, request: Request) -> Response:
        """A file from the folder; a page of an earlier release gets what there is now, and may ask again."""
        same = request.path_params["folder"] == self.folder.removeprefix("page-")
        return self._file(request, request.path_params["path"], FOR_EVER if same else "no-cache")

    async def by_usual_name(self, request: Request) -> Response:
        """A file by the address that it has in a checkout."""
        return self._file(request, request.url.path.lstrip("/"), "no-cache")

    def _file(self, request: Request, name: str, cached: str) -> Response:
        content = self.content.get(name)
        if content is None:
            raise HTTPException(404)
        file = self._kept.get(name)
        if file is None:
            packed = {one: self._bundled / f"{name}{suffix}" for one, suffix in SUFFIXES.items()}
            encoded = {one: path.read_bytes() for one, path in packed.items() if path.is_file()}
            file = self._kept[name] = kept(content, name, encoded)
        special = self.own.headers(name) if self.own is not None else {}
        return response_to(request, file, {"cache-control": cached, **special})

    def routes(self) -> list[BaseRoute]:
        """Where its files are found."""
        return [
            Route("/page-{folder}/{path:path}", self.in_folder),
            Route("/web/{path:path}", self.by_usual_name),
            Route("/games/{path:path}", self.by_usual_name),
        ]


@cache
def _words(language: str) -> Kept:
    return kept(words_of(language), f"{language}.json")


async def words(request: Request) -> Response:
    """All texts of a language, those of the games included."""
    language = request.path_params["language"]
    if language not in languages():
        raise HTTPException(404)
    return response_to(request, _words(language))


@cache
def _game_files() -> dict[str, Path]:
    return game_files()


async def game_file(request: Request) -> Response:
    """A file that a game brings to the page."""
    return file_response(request, _game_files().get(request.url.path.lstrip("/")))


def plain_routes(own: OwnHouse | None) -> list[BaseRoute]:
    """Where the files of a checkout are found, as they are now."""

    async def web_file(request: Request) -> Response:
        """A module, a style, a picture."""
        path = request.path_params["path"]
        return file_response(request, inside(WEB, path), own.headers(f"web/{path}") if own is not None else None)

    return [
        Route("/web/words/{language}.json", words),
        Route("/web/{path:path}", web_file),
        Route("/games/{path:path}", game_file),
    ]


def routes(own: OwnHouse | None = None) -> list[BaseRoute]:
    """Where each file is found, those of the page's own house included."""
    bundled = bundle()
    page = BundledPage(bundled, own) if bundled is not None else None

    async def index(request: Request) -> Response:
        """The page itself."""
        text = from_folder(page.index, page.folder) if page is not None else with_preloads(index_of(None))
        return response_to(request, _made(own.told(text) if own is not None else text, "index.html"))

    async def at_root(request: Request) -> Response:
        """A file that only counts at the root."""
        name = request.url.path.lstrip("/")
        if page is None:
            return file_response(request, WEB / name)
        text = from_folder((WEB / name).read_text(encoding="utf-8"), page.folder)
        return response_to(request, _made(text.replace("const PAGE = ''", f"const PAGE = '{page.folder}'"), name))

    @cache
    def list_of_all() -> Kept:
        files = ["./", "manifest.webmanifest", *page.files()] if page is not None else shell()
        return kept(msgspec.json.encode([*files, *(own.files() if own is not None else ())]), "shell.json")

    async def shell_list(request: Request) -> Response:
        """All that the page is made of."""
        return response_to(request, list_of_all())

    return [
        Route("/", index),
        *(own.routes() if own is not None else ()),
        *[Route(f"/{name}", at_root) for name in AT_ROOT],
        Route("/shell.json", shell_list),
        *(page.routes() if page is not None else plain_routes(own)),
    ]
