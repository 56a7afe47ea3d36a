"""The house inside the page, offered by a server besides its own: for when the server can't be reached.

It is taken from a site that `cardhouse site` made: Python and the package, in a folder named by its content.
"""

from __future__ import annotations

import json
from pathlib import Path

from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..engine.errors import CardhouseError
from ..version import VERSION

# Python is WebAssembly, and the code around it is unpacked before it is run. The page itself runs neither.
WORKER_POLICY = "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'"
WORKERS = ("web/transport/house-worker.js", "web/transport/thinking-worker.js")


class NotOffered(CardhouseError):
    """A folder has no house that this server's page could open."""


class Kept(StaticFiles):
    """Files that are named by their content and packed: a browser never has to ask for them again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        if path.endswith(".bin"):
            # Nothing is gained by compressing them once more.
            response.headers["content-encoding"] = "identity"
        return response


class OwnHouse:
    """The files of a house inside the page, for a server that has one. `NotOffered` if they are not of this version."""

    def __init__(self, site: Path) -> None:
        found = sorted(site.glob("python-*/parts.json"))
        if len(found) != 1:
            raise NotOffered("site.none", path=str(site))
        version = json.loads(found[0].read_text(encoding="utf-8")).get("version", "")
        if version != VERSION:
            raise NotOffered("site.other_version", path=str(site), version=str(version), ours=VERSION)
        self.site = site
        self.folder = found[0].parent

    def told(self, index: str) -> str:
        """The page, which says in its head that it comes from a server and where its own house is."""
        told = '<meta name="cardhouse-server" content="">\n    '
        told += f'<meta name="cardhouse-house" content="{self.folder.name}/">\n    '
        return index.replace("<title>", f"{told}<title>", 1)

    def files(self) -> list[str]:
        """The paths of its files, seen from the page."""
        return [f"{self.folder.name}/{file.name}" for file in sorted(self.folder.iterdir())]

    def routes(self) -> list[BaseRoute]:
        """Where its files are found."""
        return [Mount(f"/{self.folder.name}", Kept(directory=self.folder))]

    def headers(self, name: str) -> dict[str, str]:
        """Headers of a file of the page: its two workers may run what the page itself may not."""
        return {"content-security-policy": WORKER_POLICY} if name in WORKERS else {}
