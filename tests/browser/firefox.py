"""Debian's Firefox, driven over WebDriver BiDi, with as much of Playwright's `Page` as `Player` uses.

Playwright drives only a Firefox that it built itself. The one that people have speaks BiDi over a WebSocket by itself:
neither a driver nor another package is needed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError as Waited
from websockets.sync.client import ClientConnection, connect

NAMES = ("firefox-esr", "firefox")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Milliseconds: how long is waited for what the page is to show, and for an answer of the browser.
PATIENCE = 60_000
ANSWERS_WITHIN = 120
# Nothing of its own on the network, and no first page.
PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "extensions.update.enabled": False,
    "services.settings.server": "data:,",
}
# Keys by their names in Playwright.
KEYS = {
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Control": "\ue009",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Space": " ",
    "Tab": "\ue004",
}
# What is a function is called, as Playwright does; what comes back is written, so that it is read as it was.
CALL = """async (given) => {
  const found = (%s);
  return JSON.stringify(await (typeof found === 'function' ? found(JSON.parse(given)) : found)) ?? 'null';
}"""
IS = """([selector, state]) => {
  const all = [...document.querySelectorAll(selector)];
  if (state === 'attached') return all.length > 0;
  const shown = all.some((each) => each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length);
  return state === 'visible' ? shown : state === 'hidden' ? !shown : all.length === 0;
}"""
BOX = """(selector) => {
  const each = document.querySelector(selector);
  if (!each || each.disabled) return null;
  each.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = each.getBoundingClientRect();
  return { x, y, width, height };
}"""


class Failed(Exception):
    """Firefox could not do what it was asked for."""


def find() -> str | None:
    """Where this machine's Firefox is."""
    return os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)


class Session:
    """A conversation with a browser: commands that are answered, and events in between."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.hears: Callable[[str, dict[str, Any]], None] = lambda name, event: None

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Have something done; gives what comes of it."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        until = time.monotonic() + ANSWERS_WITHIN
        while True:
            message = json.loads(self.socket.recv(timeout=max(0.0, until - time.monotonic())))
            if message["type"] == "event":
                self.hears(message["method"], message["params"])
            elif message.get("id") == self.number:
                if message["type"] == "error":
                    raise Failed(f"{method}: {message['error']}: {message['message']}")
                result: dict[str, Any] = message["result"]
                return result


class Value:
    """What was waited for."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def json_value(self) -> Any:
        return self.value


class Keyboard:
    """Keys by the names that Playwright gives them."""

    def __init__(self, page: FirefoxPage) -> None:
        self.page = page

    def press(self, keys: str) -> None:
        """Press a key, or some together: ``Control+a``."""
        values = [KEYS.get(key, key) for key in keys.split("+")]
        downs = [{"type": "keyDown", "value": value} for value in values]
        ups = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.page.act({"type": "key", "id": "keys", "actions": [*downs, *ups]})


class Pointer:
    """A mouse, or a finger."""

    def __init__(self, page: FirefoxPage, kind: str) -> None:
        self.page, self.kind = page, kind

    def act(self, *actions: dict[str, Any]) -> None:
        source = {"type": "pointer", "id": self.kind, "parameters": {"pointerType": self.kind}}
        self.page.act({**source, "actions": list(actions)})

    @staticmethod
    def to(x: float, y: float) -> dict[str, Any]:
        return {"type": "pointerMove", "x": round(x), "y": round(y)}

    def click(self, x: float, y: float) -> None:
        self.act(self.to(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    tap = click

    def dblclick(self, x: float, y: float) -> None:
        twice = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] * 2
        self.act(self.to(x, y), *twice)

    def move(self, x: float, y: float, steps: int = 1) -> None:
        self.act(self.to(x, y))

    def down(self) -> None:
        self.act({"type": "pointerDown", "button": 0})

    def up(self) -> None:
        self.act({"type": "pointerUp", "button": 0})


class Locator:
    """The first element that a selector finds."""

    def __init__(self, page: FirefoxPage, selector: str) -> None:
        self.page, self.selector = page, selector

    @property
    def first(self) -> Locator:
        return self

    def bounding_box(self) -> dict[str, float] | None:
        found: dict[str, float] | None = self.page.evaluate(BOX, self.selector)
        return found

    def click(self, timeout: float = PATIENCE) -> None:
        """Press the middle of the first, as soon as it can be."""
        box = self.page.wait_for_function(BOX, arg=self.selector, timeout=timeout).json_value()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    tap = click


class FirefoxPage:
    """One tab."""

    def __init__(self, session: Session, context: str) -> None:
        self.session, self.context = session, context
        self.keyboard = Keyboard(self)
        self.mouse = Pointer(self, "mouse")
        self.touchscreen = Pointer(self, "touch")

    def act(self, source: dict[str, Any]) -> None:
        self.session.ask("input.performActions", context=self.context, actions=[source])

    def goto(self, address: str) -> None:
        self.session.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self) -> None:
        self.session.ask("browsingContext.reload", context=self.context, wait="complete")

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self.session.ask("browsingContext.setViewport", context=self.context, viewport=size)

    def evaluate(self, script: str, arg: Any = None) -> Any:
        answer = self.session.ask(
            "script.callFunction",
            functionDeclaration=CALL % script,
            awaitPromise=True,
            target={"context": self.context},
            arguments=[{"type": "string", "value": json.dumps(arg)}],
        )
        if answer["type"] == "exception":
            raise Failed(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def add_script(self, script: str) -> None:
        """Run a whole script, which is no expression."""
        answer = self.session.ask(
            "script.evaluate", expression=script, awaitPromise=False, target={"context": self.context}
        )
        if answer["type"] == "exception":
            raise Failed(answer["exceptionDetails"]["text"])

    def wait_for_function(self, script: str, arg: Any = None, polling: float = 50, timeout: float = PATIENCE) -> Value:
        until = time.monotonic() + timeout / 1000
        while True:
            found = self.evaluate(script, arg)
            if found:
                return Value(found)
            if time.monotonic() > until:
                raise Waited(f"not so within {timeout} ms: {script[:200]}")
            time.sleep(polling / 1000)

    def wait_for_selector(self, selector: str, state: str = "visible", timeout: float = PATIENCE) -> None:
        self.wait_for_function(IS, arg=[selector, state], timeout=timeout)

    def locator(self, selector: str) -> Locator:
        return Locator(self, selector)


def address_of(log: Path, process: subprocess.Popen[bytes]) -> str:
    """Where a browser that was started takes commands; it writes that down."""
    until = time.monotonic() + ANSWERS_WITHIN
    while time.monotonic() < until and process.poll() is None:
        said = LISTENS.search(log.read_text(encoding="utf-8", errors="replace"))
        if said:
            return said[1]
        time.sleep(0.05)
    raise Failed(f"Firefox does not start: {log.read_text(encoding='utf-8', errors='replace')[-400:]}")


@contextmanager
def firefox(program: str, folder: Path, tell: Callable[[str], None]) -> Iterator[FirefoxPage]:
    """A browser with a profile of its own; ``tell`` hears every complaint of its console."""
    profile, log = folder / "profile", folder / "firefox.log"
    profile.mkdir(parents=True)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    try:
        with connect(f"{address_of(log, process)}/session", max_size=None, ping_interval=None) as socket:
            session = Session(socket)

            def hears(name: str, event: dict[str, Any]) -> None:
                if name == "log.entryAdded" and event["level"] in ("error", "warn"):
                    tell(f"{event['level']}: {event['text']}")

            session.hears = hears
            session.ask("session.new", capabilities={})
            session.ask("session.subscribe", events=["log.entryAdded"])
            context = session.ask("browsingContext.getTree")["contexts"][0]["context"]
            yield FirefoxPage(session, context)
            session.ask("session.end")
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
