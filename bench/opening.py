"""How soon a first card is there: how many requests and bytes it takes, cold and warm, on a fast and on a slow line.

``python -m bench.opening`` measures the page as a checkout serves it, and bundled as a wheel does; ``--before FOLDER``
measures another checkout beside it, in turns. Lines are Chromium's own, slowed down: 300 ms and 1.6 Mbit/s. The first
card of somebody who opens a link: from the address of a table where a seat waits for them.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from cardhouse.server.page_files import bundle_fits
from tools import bundle
from tools.house import House, launch

ROOT = Path(__file__).parent.parent
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
PRESS = """() => {
  const play = document.querySelector('.tile[data-game="hearts"] .button-main');
  play?.click();
  return play !== null;
}"""
SEATS = """(wish) => fetch('api/tables', {method: 'POST', headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(wish)}).then((answer) => answer.json())"""


class Traffic:
    """A page's use of the network, in requests and in bytes as they come."""

    def __init__(self, page: Page, slow: bool) -> None:
        self.session = page.context.new_cdp_session(page)
        self.asked: dict[str, str] = {}
        self.came: set[str] = set()
        self.bytes = 0
        self.session.send("Network.enable")
        if slow:
            self.session.send("Network.emulateNetworkConditions", SLOW)
        self.session.on("Network.requestWillBeSent", self._sent)
        self.session.on("Network.responseReceived", self._answered)
        self.session.on("Network.webSocketCreated", lambda event: self._count(event["requestId"], event["url"]))
        self.session.on("Network.loadingFinished", self._finished)

    def _sent(self, event: Any) -> None:
        if event["request"]["url"].startswith("http"):
            self.asked[event["requestId"]] = event["request"]["url"]

    def _count(self, request: str, url: str) -> None:
        self.asked[request] = url
        self.came.add(request)

    def _answered(self, event: Any) -> None:
        answer = event["response"]
        kept = answer.get("fromDiskCache") or answer.get("fromServiceWorker") or answer.get("fromPrefetchCache")
        if not kept and event["requestId"] in self.asked:
            self.came.add(event["requestId"])

    def _finished(self, event: Any) -> None:
        if event["requestId"] in self.came:
            self.bytes += int(event["encodedDataLength"])

    def files(self) -> list[str]:
        """The files of the page that the network had to bring; answers of the house and its line are not among them."""
        urls = [self.asked[request] for request in self.came]
        return sorted(url for url in urls if "/api/" not in url and not url.startswith("ws"))


def first_card(page: Page, address: str) -> float:
    """Milliseconds from opening the page to one's first card."""
    began = time.monotonic()
    page.goto(f"{address}/", wait_until="commit")
    page.wait_for_function(PRESS, polling="raf")
    page.wait_for_selector(".card.own")
    return (time.monotonic() - began) * 1000


def seat(page: Page, link: str) -> float:
    """Milliseconds from opening a link to a seat to sitting there."""
    began = time.monotonic()
    page.goto(link, wait_until="commit")
    page.wait_for_selector(".waiting-seats .button-main")
    return (time.monotonic() - began) * 1000


@contextmanager
def somebody(browser: Browser) -> Iterator[BrowserContext]:
    # A service worker would ask in the page's place, where nobody counts it.
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    context.set_default_timeout(120_000)
    yield context
    context.close()


def visit(browser: Browser, address: str) -> dict[str, float]:
    """One visitor: a cold start, a warm one, and on a slow line by a link."""
    found: dict[str, float] = {}
    with somebody(browser) as context:
        page = context.new_page()
        traffic = Traffic(page, False)
        found["cold ms"] = first_card(page, address)
        found["requests"], found["KB"] = len(traffic.came), traffic.bytes / 1000
        page.wait_for_timeout(1500)
        page.goto("about:blank")
        traffic = Traffic(page, False)
        found["warm ms"] = first_card(page, address)
        found["files asked for again"] = len(traffic.files())
        wish = {"game": "durak", "seats": [{"kind": "you", "name": "Anna"}, {"kind": "link"}], "options": {}}
        code = page.evaluate(SEATS, wish)["code"]
    with somebody(browser) as context:
        page = context.new_page()
        Traffic(page, True)
        found["link to seat ms"] = seat(page, f"{address}/#/table/{code}")
    return found


@contextmanager
def house(checkout: Path, bundled: bool) -> Iterator[str]:
    """A house of a checkout, with its page as plain files or bundled."""
    with tempfile.TemporaryDirectory() as data:
        made = House(Path(data))
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "CARDHOUSE_PURE": "1"}
        environment.pop("CARDHOUSE_BUNDLE", None)
        if bundled:
            environment["CARDHOUSE_BUNDLE"] = str(bundle.PLACE)
        made.environment = environment
        made.start()
        try:
            yield made.address
        finally:
            made.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="how often each is measured (default: 5)")
    parser.add_argument("--before", type=Path, help="another checkout, measured in turns with this one")
    args = parser.parse_args()
    if not bundle_fits(bundle.PLACE):
        subprocess.run([sys.executable, "-m", "tools.bundle"], check=True, cwd=ROOT)
    kinds = {"checkout": (ROOT, False), "wheel": (ROOT, True)}
    if args.before:
        kinds = {"before": (args.before.resolve(), False), **kinds}
    found: dict[str, list[dict[str, float]]] = {kind: [] for kind in kinds}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for _ in range(args.times):
            for kind, (checkout, bundled) in kinds.items():
                with house(checkout, bundled) as address:
                    found[kind].append(visit(browser, address))
        browser.close()
    print(f"Medians of {args.times}.")
    print(f"{'':22}" + "".join(f"{kind:>12}" for kind in kinds))
    for name in found["wheel"][0]:
        middle = [statistics.median(one[name] for one in found[kind]) for kind in kinds]
        print(f"{name:22}" + "".join(f"{value:12.0f}" for value in middle))
    wheel = {name: statistics.median(one[name] for one in found["wheel"]) for name in found["wheel"][0]}
    met = wheel["requests"] <= 12 and wheel["KB"] <= 180 and wheel["files asked for again"] <= 1
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
