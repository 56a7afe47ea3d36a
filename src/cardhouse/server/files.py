"""The files of the page over HTTP."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..engine.words import catalogue, languages
from .own_house import OwnHouse
from .page_files import AT_ROOT, WEB, game_files, shell


async def file_at_root(request: Request) -> Response:
    """A file that only counts at the root."""
    return FileResponse(WEB / request.url.path.lstrip("/"))


async def words(request: Request) -> Response:
    """All texts of a language, those of the games included."""
    language = request.path_params["language"]
    if language not in languages():
        raise HTTPException(404)
    return JSONResponse(catalogue(language))


async def game_file(request: Request) -> Response:
    """A file that a game brings to the page."""
    file = game_files().get(request.url.path.lstrip("/"))
    if file is None:
        raise HTTPException(404)
    return FileResponse(file)


def routes(own: OwnHouse | None = None) -> list[Route | Mount]:
    """Where each file is found, those of the page's own house included."""

    async def page(request: Request) -> Response:
        """The page itself."""
        if own is None:
            return FileResponse(WEB / "index.html")
        return Response(own.page(), media_type="text/html")

    async def shell_list(request: Request) -> Response:
        """All that the page is made of."""
        return JSONResponse([*shell(), *(own.files() if own is not None else ())])

    return [
        Route("/", page),
        *(own.routes() if own is not None else ()),
        *[Route(f"/{name}", file_at_root) for name in AT_ROOT],
        Route("/shell.json", shell_list),
        Route("/web/words/{language}.json", words),
        Mount("/web", StaticFiles(directory=WEB)),
        Route("/games/{path:path}", game_file),
    ]
