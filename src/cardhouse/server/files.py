"""The files of the page over HTTP: each is compressed once and kept in memory, and known by a hash of what it is."""

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
from starlette.routing import Mount, Route

from ..engine.words import catalogue, languages
from .own_house import OwnHouse
from .page_files import AT_ROOT, WEB, game_files, shell

# What is worth compressing, from so many bytes on; pictures and typefaces are compressed as they are.
TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
WORTH_IT = 600
# More than the page has files.
MOST_FILES = 1000
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Kept(NamedTuple):
    """A file as it is sent: its type, its hash, as it is and compressed, where that is smaller."""

    media: str
    etag: str
    plain: bytes
    packed: bytes | None


def kept(plain: bytes, media: str) -> Kept:
    """A file to be sent again and again."""
    packed = None
    if len(plain) >= WORTH_IT and media.startswith(TEXTS):
        packed = gzip.compress(plain, 9, mtime=0)
    return Kept(media, f'W/"{hashlib.sha256(plain).hexdigest()[:24]}"', plain, packed)


@lru_cache(MOST_FILES)
def _read(file: Path, changed: int, size: int) -> Kept:
    """A file, read again only when it has changed."""
    media = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return kept(file.read_bytes(), media)


def response_to(request: Request, file: Kept, headers: Mapping[str, str] | None = None) -> Response:
    """A file, or that whoever asks has it already."""
    told = {"etag": file.etag, "vary": "accept-encoding", **(headers or {})}
    known = request.headers.get("if-none-match", "")
    if file.etag in [tag.strip() for tag in known.split(",")]:
        return Response(status_code=304, headers=told)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers={**told, "content-encoding": "gzip"}, media_type=file.media)
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


async def file_at_root(request: Request) -> Response:
    """A file that only counts at the root."""
    return file_response(request, WEB / request.url.path.lstrip("/"))


@cache
def _words(language: str) -> Kept:
    return kept(msgspec.json.encode(catalogue(language)), "application/json")


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


def routes(own: OwnHouse | None = None) -> list[Route | Mount]:
    """Where each file is found, those of the page's own house included."""

    @cache
    def opening() -> Kept:
        assert own is not None
        return kept(own.page(), "text/html")

    @cache
    def list_of_all() -> Kept:
        return kept(msgspec.json.encode([*shell(), *(own.files() if own is not None else ())]), "application/json")

    async def page(request: Request) -> Response:
        """The page itself."""
        return file_response(request, WEB / "index.html") if own is None else response_to(request, opening())

    async def shell_list(request: Request) -> Response:
        """All that the page is made of."""
        return response_to(request, list_of_all())

    async def web_file(request: Request) -> Response:
        """A module, a style, a picture."""
        path = request.path_params["path"]
        return file_response(request, inside(WEB, path), own.headers(path) if own is not None else None)

    return [
        Route("/", page),
        *(own.routes() if own is not None else ()),
        *[Route(f"/{name}", file_at_root) for name in AT_ROOT],
        Route("/shell.json", shell_list),
        Route("/web/words/{language}.json", words),
        Route("/web/{path:path}", web_file),
        Route("/games/{path:path}", game_file),
    ]
