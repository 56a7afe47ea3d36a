"""The page works under any path: here behind a proxy that passes one folder on to a server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tools.house import House, free_port

from .conftest import QUICK, Problems
from .player import PATIENCE, Player

PATH = "/games/of/ours/"


class Proxy:
    """Passes what lies under a path on to a server, one request for each connection, and WebSockets as they are."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}{PATH.rstrip('/')}"
        self.astray: list[str] = []
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self.thread.start()
        ready.wait()

    def _run(self, ready: threading.Event) -> None:
        self.server = self.loop.run_until_complete(asyncio.start_server(self._pass_on, "127.0.0.1", self.port))
        ready.set()
        self.loop.run_forever()
        self.server.close()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            writer.close()
            return
        first, _, fields = head.partition(b"\r\n")
        method, path, version = first.split(b" ")
        if not path.startswith(PATH.encode()):
            self.astray.append(path.decode())
        lines = [line for line in fields.split(b"\r\n") if b"upgrade" in head.lower() or b"keep-alive" not in line]
        extra = b"" if b"upgrade:" in head.lower() else b"connection: close\r\n"
        within = b"/" + path.removeprefix(PATH.encode())
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self.to)
        to_writer.write(b" ".join((method, within, version)) + b"\r\n" + extra + b"\r\n".join(lines))
        await asyncio.gather(self._copy(reader, to_writer), self._copy(to_reader, writer))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()


@pytest.fixture
def proxy(house: House) -> Iterator[Proxy]:
    made = Proxy(house.port)
    yield made
    made.stop()


def test_a_game_is_played_and_seen_again_under_a_path(browser: Browser, proxy: Proxy, problems: Problems) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_init_script(QUICK)
    context.on("console", problems.heard)
    page = context.new_page()
    page.goto(f"{proxy.address}/")
    player = Player(page, proxy.address)
    page.locator('.tile[data-game="durak"] .tile-play').click()
    page.wait_for_selector(".card.own")
    code = player.against_cats("hearts", 4, {"limit": 1})
    assert player.play_to_the_end("mouse")
    page.goto(f"{proxy.address}/#/replay/{code}-1")
    page.wait_for_selector(".replay-bar")
    page.goto(f"{proxy.address}/#/settings")
    page.wait_for_selector('[data-name="language"]')
    assert page.evaluate("navigator.serviceWorker.ready.then(({scope}) => scope)") == f"{proxy.address}/"
    assert proxy.astray == []
    context.close()


def test_houses_of_one_origin_are_apps_of_their_own(browser: Browser, proxy: Proxy, house: House) -> None:
    def app(address: str) -> str:
        page = browser.new_page()
        page.goto(f"{address}/")
        told = page.context.new_cdp_session(page).send("Page.getAppManifest")
        page.context.close()
        return str(told["manifest"]["id"])

    assert app(proxy.address) == f"{proxy.address}/"
    assert app(house.address) == f"{house.address}/"
