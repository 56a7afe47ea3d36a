"""The files of the page over HTTP."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ..engine.words import languages
from .own_house import WORKER_POLICY, WORKERS, OwnHouse
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
MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
# What is compressed already would only grow.
PACKED = frozenset({".png", ".woff2"})
# How a bundle has its files compressed, the smallest first.
ENCODINGS = {"br": ".br", "gzip": ".gz"}


def answer(request: Request, name: str, content: bytes, headers: dict[str, str] | None = None) -> Response:
    """A file; a browser that has it already is told so."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    told = {"etag": tag, **(headers or {})}
    asked = request.headers.get("if-none-match", "")
    if tag in (one.strip().removeprefix("W/") for one in asked.split(",")):
        return Response(status_code=304, headers=told)
    return Response(content, headers=told, media_type=MEDIA.get(Path(name).suffix, "application/octet-stream"))


class BundledPage:
    """The page of a release, in a folder that is named by its content: what a browser has of it, it never asks for."""

    def __init__(self, bundled: Path, own: OwnHouse | None) -> None:
        self.own = own
        self.content = page_content(bundled)
        self.folder = folder_name(self.content)
        self.index = index_of(bundled)
        self._compressed = {
            (name, encoding): file.read_bytes()
            for name in self.content
            for encoding, suffix in ENCODINGS.items()
            if (file := bundled / f"{name}{suffix}").is_file()
        }

    def files(self) -> list[str]:
        """What a browser keeps of it; what hands on parts of the one script only if a game of another package asks."""
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

    def _file(self, request: Request, name: str, kept: str) -> Response:
        content = self.content.get(name)
        if content is None:
            raise HTTPException(404)
        headers = {"cache-control": kept, "vary": "accept-encoding"}
        if self.own is not None and name in WORKERS:
            headers["content-security-policy"] = WORKER_POLICY
        accepted = {one.split(";")[0].strip() for one in request.headers.get("accept-encoding", "").split(",")}
        for encoding in ENCODINGS:
            if encoding in accepted and (smaller := self._smaller(name, content, encoding)) is not None:
                return answer(request, name, smaller, {**headers, "content-encoding": encoding})
        return answer(request, name, content, headers)

    def _smaller(self, name: str, content: bytes, encoding: str) -> bytes | None:
        """A file compressed; texts, to which games of other packages add, are compressed when first asked for."""
        known = self._compressed.get((name, encoding))
        if known is None and encoding == "gzip" and len(content) > 600 and Path(name).suffix not in PACKED:
            known = self._compressed[name, encoding] = gzip.compress(content, 9)
        return known

    def routes(self) -> list[BaseRoute]:
        """Where its files are found."""
        return [
            Route("/page-{folder}/{path:path}", self.in_folder),
            Route("/web/{path:path}", self.by_usual_name),
            Route("/games/{path:path}", self.by_usual_name),
        ]


async def words(request: Request) -> Response:
    """All texts of a language, those of the games included."""
    language = request.path_params["language"]
    if language not in languages():
        raise HTTPException(404)
    return answer(request, f"{language}.json", words_of(language))


async def game_file(request: Request) -> Response:
    """A file that a game brings to the page."""
    file = game_files().get(request.url.path.lstrip("/"))
    if file is None:
        raise HTTPException(404)
    return answer(request, file.name, file.read_bytes())


def plain_routes(own: OwnHouse | None) -> list[BaseRoute]:
    """Where the files of a checkout are found, as they are now."""
    return [
        *(own.worker_routes() if own is not None else ()),
        Route("/web/words/{language}.json", words),
        Mount("/web", StaticFiles(directory=WEB)),
        Route("/games/{path:path}", game_file),
    ]


def routes(own: OwnHouse | None = None) -> list[BaseRoute]:
    """Where each file is found, those of the page's own house included."""
    bundled = bundle()
    page = BundledPage(bundled, own) if bundled is not None else None

    async def index(request: Request) -> Response:
        """The page itself."""
        text = from_folder(page.index, page.folder) if page is not None else with_preloads(index_of(None))
        return answer(request, "index.html", (own.told(text) if own is not None else text).encode())

    async def at_root(request: Request) -> Response:
        """A file that only counts at the root."""
        name = request.url.path.lstrip("/")
        text = (WEB / name).read_text(encoding="utf-8")
        if page is not None:
            text = from_folder(text, page.folder).replace("const PAGE = ''", f"const PAGE = '{page.folder}'")
        return answer(request, name, text.encode())

    async def shell_list(request: Request) -> Response:
        """All that the page is made of."""
        files = ["./", "manifest.webmanifest", *page.files()] if page is not None else shell()
        return JSONResponse([*files, *(own.files() if own is not None else ())])

    return [
        Route("/", index),
        *(own.routes() if own is not None else ()),
        *[Route(f"/{name}", at_root) for name in AT_ROOT],
        Route("/shell.json", shell_list),
        *(page.routes() if page is not None else plain_routes(own)),
    ]
