"""The house inside the page: how large it is, how soon the first card is there, whether it stutters, what a kill loses.

``python -m bench.offline`` makes the site and measures; ``--kills 200`` also ends the tab or the whole browser at so
many random moments of a game and looks at what is left. Times are compared with those of a server's page in the same
run: a busy machine slows both.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from bench.page import MOVE
from cardhouse.commands.site import compiled_rules, make_site
from cardhouse.engine.record import read_record
from tools.browser import find_browser
from tools.empty_table import EMPTY_TABLE
from tools.host import KEPT, PATH, Host
from tools.house import FLAGS, House, free_port, launch

PARTS = Path("build", "site-parts")
TEXT = {".js", ".mjs", ".json", ".css", ".html", ".svg", ".webmanifest"}
PATIENCE = 120_000
ASK = """([method, path, body]) => import(new URL('wire.js', document.querySelector('script[type=module]').src).href)
  .then(({ask, askText}) => method === 'TEXT' ? askText(path) : ask(method, path, body ?? undefined))"""
# Plays whatever is legal, and says on the console what it has been told of: that must never be lost.
PLAY = """async (code) => {
  const { connect } = await import(new URL('wire.js', document.querySelector('script[type=module]').src).href);
  let seen = null;
  const line = connect(code, {
    state() {},
    seen: () => seen,
    message(message) {
      if (!message.views) return;
      const table = message.table ?? {};
      const round = message.round ?? table.round;
      seen = { round, step: message.step };
      console.log(`told ${round} ${message.step}`);
      const [view] = message.views;
      if (!view) return;
      if (view.outcome) return void line.send({ t: 'rematch' });
      const legal = view.legal.filter((action) => action !== 'slap');
      const action = legal[Math.floor(Math.random() * legal.length)];
      if (view.turn.includes(view.seat) && action)
        line.send({ t: 'act', seat: view.seat, action, step: view.step });
    },
  });
}"""
PLAY_DURAK = """() => {
  const play = document.querySelector('.tile[data-game="durak"] .tile-play');
  play?.click();
  return play !== null;
}"""
# The milliseconds between what cats do among themselves at once: what they think.
THINKING = """(code) => new Promise(async (done) => {
  const { connect } = await import(new URL('wire.js', document.querySelector('script[type=module]').src).href);
  const times = [];
  let last = 0;
  const line = connect(code, {
    state() {},
    seen: () => null,
    message(message, at) {
      if (message.t !== 'step') return;
      if (last) times.push(at - last);
      last = at;
      if (times.length === 60 || message.views[0]?.outcome) { line.close(); done(times); }
    },
  });
})"""


def sizes(site: Path) -> None:
    """Return the bytes of a first visit: as the files are, and where the host compresses text."""
    files = [site / name for name in json.loads((site / "shell.json").read_text())["files"]]
    plain = sum(file.stat().st_size for file in files)
    sent = sum(
        len(gzip.compress(file.read_bytes(), 6)) if file.suffix in TEXT else file.stat().st_size for file in files
    )
    print(f"first visit: {sent / 1e6:.2f} MB where the host compresses text, {plain / 1e6:.2f} MB where it does not")


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    return page.evaluate(ASK, [method, path, body])


def first_card(page: Page, address: str) -> float:
    """Seconds from opening the page to one's first card."""
    began = time.monotonic()
    page.goto(f"{address}/", wait_until="commit")
    # Playwright waits half a second before a second try; a person presses at once.
    page.wait_for_function(PLAY_DURAK, polling="raf")
    page.wait_for_selector(".card.own")
    return time.monotonic() - began


def starts(browser: Browser, site: str, server: str, times: int) -> None:
    """The first card, cold and warm, as ratios to the server's page."""
    found: dict[str, list[float]] = {"cold": [], "warm": [], "server": []}
    for _ in range(times):
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        found["cold"].append(first_card(page, site))
        page.wait_for_function(KEPT)
        page.goto("about:blank")
        found["warm"].append(first_card(page, site))
        context.close()
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        found["server"].append(first_card(context.new_page(), server))
        context.close()
    middle = {name: statistics.median(values) for name, values in found.items()}
    for name in ("cold", "warm"):
        ratio = middle[name] / middle["server"]
        print(f"first card {name}: {middle[name]:.2f} s, {ratio:.1f} times a server's page")


def smoothness(browser: Browser, site: str) -> None:
    """Frames a second while experts think, and how long they do."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{site}/")
    page.wait_for_selector(".tile")
    for game, seats in (("hearts", 4), ("threes", 2), ("durak", 2)):
        wish = {"game": game, "seats": [{"kind": "cat", "level": "expert"}] * seats, "pace": "instant"}
        code = ask(page, "POST", "api/tables", wish)["code"]
        times = sorted(page.evaluate(THINKING, code))
        at95 = times[int(len(times) * 0.95)]
        print(f"{game}: an expert's move takes {statistics.median(times):.0f} ms in the middle, {at95:.0f} at 95%")
    page.evaluate(EMPTY_TABLE)
    alone = page.evaluate(MOVE)
    code = ask(page, "POST", "api/tables", wish)["code"]
    page.evaluate(f"code => {{ window.thinking = ({THINKING})(code).then((times) => times.length); }}", code)
    beside = page.evaluate(MOVE)
    moves = page.evaluate("() => window.thinking")
    print(f"52 cards moving: {beside:.0f} frames a second while experts think ({moves} moves), {alone:.0f} without")
    context.close()


@contextmanager
def browser_at(playwright: Playwright, data: Path) -> Iterator[tuple[subprocess.Popen[bytes], Browser]]:
    """A browser of our own with its data in a folder, so that it can be killed."""
    port = free_port()
    flags = [*FLAGS, "--headless", f"--remote-debugging-port={port}", f"--user-data-dir={data}", "about:blank"]
    process = subprocess.Popen([find_browser(), *flags], stdout=-3, stderr=-3, start_new_session=True)
    try:
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version", timeout=1):
                    break
            except OSError:
                time.sleep(0.05)
        yield process, playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def kill_at_random(playwright: Playwright, site: str, data: Path, chance: random.Random, state: dict[str, Any]) -> None:
    """Play on from where the last kill left, look at what was kept, and kill the tab or the browser."""
    told: list[tuple[int, int]] = []
    with browser_at(playwright, data) as (process, browser):
        page = browser.contexts[0].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: _heard(message.text, told))
        page.goto(f"{site}/")
        page.wait_for_selector(".tile")
        check(page, state)
        if not state.get("code"):
            wish = {"game": "durak", "seats": [{"kind": "you"}, {"kind": "cat", "level": "easy"}], "pace": "instant"}
            state["code"] = ask(page, "POST", "api/tables", wish)["code"]
        page.evaluate(PLAY, state["code"])
        page.wait_for_timeout(chance.uniform(0, 1500))
        if chance.random() < 0.5:
            page.close()
            state["tabs"] = state.get("tabs", 0) + 1
        else:
            os.killpg(process.pid, signal.SIGKILL)
            state["browsers"] = state.get("browsers", 0) + 1
    state["told"] = max([state.get("told", (0, 0)), *told])


def _heard(text: str, told: list[tuple[int, int]]) -> None:
    if text.startswith("told "):
        _, number, step = text.split()
        told.append((int(number), int(step)))


def check(page: Page, state: dict[str, Any]) -> None:
    """Nothing that was told may be gone, and every record must be one."""
    for finished in ask(page, "GET", "api/history?limit=100"):
        record = read_record(ask(page, "TEXT", f"api/records/{finished['record']}"))
        assert record.final().over, finished["record"]
    if not state.get("code"):
        return
    table = ask(page, "GET", f"api/tables/{state['code']}")
    steps = {one["code"]: one["step"] for one in ask(page, "GET", "api/mine")}
    kept = (table["round"], steps.get(state["code"], 1 << 30))
    assert kept >= state["told"], f"told {state['told']}, kept {kept}"


def kills(playwright: Playwright, site: str, times: int, seed: int) -> None:
    chance, state = random.Random(seed), dict[str, Any]()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        for number in range(times):
            try:
                kill_at_random(playwright, site, Path(data), chance, state)
            except Error as error:
                # The browser may be gone before it has answered for the last time.
                if "closed" not in str(error):
                    raise
            print(f"\r{number + 1} of {times}, told so far: {state['told']}", end="", flush=True)
        with browser_at(playwright, Path(data)) as (_, browser):
            page = browser.contexts[0].new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(f"{site}/")
            page.wait_for_selector(".tile")
            check(page, state)
    print(
        f"\n{state.get('tabs', 0)} tabs and {state.get('browsers', 0)} browsers ended: nothing that was told is lost, "
        "every record verifies"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=3, help="how often the first card is waited for (default: 3)")
    parser.add_argument("--kills", type=int, default=0, help="how often a tab or browser is ended (default: 0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only-kills", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        make_site(Path(folder, PATH), PARTS, compiled_rules())
        host = Host(Path(folder))
        if not args.only_kills:
            sizes(Path(folder, PATH))
            browser = launch(playwright)
            house = House(Path(folder, "data")).start()
            starts(browser, host.address, house.address, args.starts)
            house.stop()
            smoothness(browser, host.address)
            browser.close()
        if args.kills:
            kills(playwright, host.address, args.kills, args.seed)
        host.stop()


if __name__ == "__main__":
    main()
