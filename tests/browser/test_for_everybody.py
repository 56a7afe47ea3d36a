"""For everybody: in four languages, light, installable, at any size."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tools.finished import finish

from .conftest import Problems
from .paths import SCREENS
from .player import Player

Visit = Callable[..., Player]
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT_OFF = """() => [...document.querySelectorAll('button, a.button, .tile h2, h1')]
  .filter(each => each.offsetParent && each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"""
# A select cuts its text off without a sign of it: it is as wide as it wants to be when nothing holds it.
CUT_SELECTS = """() => [...document.querySelectorAll('select')].filter((each) => {
  const free = each.cloneNode(true);
  Object.assign(free.style, { position: 'fixed', width: 'auto', maxWidth: 'none' });
  free.replaceChildren(...[...free.options].filter((_, at) => at === each.selectedIndex));
  each.after(free);
  const wide = free.offsetWidth;
  free.remove();
  return wide > each.offsetWidth + 1;
}).map((each) => each.selectedOptions[0].textContent)"""

OUT_OF_ITS_BOX = """() => {
  const right = (each) => each.getBoundingClientRect().right;
  return [...document.querySelectorAll('.field :is(.choice, .button, input, img, svg), .panel .field')]
    .filter(each => right(each) > right(each.parentElement.closest('.field, .panel')) + 1)
    .map(each => each.textContent || each.outerHTML.slice(0, 80));
}"""


def dress(player: Player, **settings: object) -> None:
    kept = {"sound": False, "speed": "instant", "motion": "reduced", **settings}
    player.page.add_init_script(f"localStorage.setItem('cardhouse.settings', JSON.stringify({json.dumps(kept)}))")


# A key without a text, a place without a fact.
MISSING = r"\b(?:page|option|choice|preset|game|advice)\.\w|\{|undefined"


@pytest.mark.parametrize("language", ["en", "de", "ru", "es"])
def test_no_text_is_missing_or_too_long_in_any_language(language: str, visit: Visit) -> None:
    player = visit(390, 844)
    page = player.page
    dress(player, language=language)
    page.reload()
    page.wait_for_selector(".tile")
    record = finish(page, "durak")
    after = [f"/replay/{record}", f"/replay/{record}?review=0", f"/table/{record.removesuffix('-1')}"]
    for path in [*SCREENS, *after]:
        player.open(path)
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate(CUT_SELECTS) == [], path
        assert page.evaluate(OVERFLOW) <= 0, path
        assert page.evaluate(CUT_OFF) == [], path
        assert page.evaluate(OUT_OF_ITS_BOX) == [], path
        assert re.findall(MISSING, page.locator("body").inner_text()) == [], path


def test_the_first_load_is_light_and_asks_nobody_else(visit: Visit) -> None:
    player = visit()
    page = player.page
    sizes: list[int] = []
    others: list[str] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.on("request", lambda request: None if request.url.startswith(player.address) else others.append(request.url))
    page.reload()
    page.wait_for_selector(".tile")
    page.wait_for_load_state("networkidle")
    assert others == []
    # A checkout has every module by itself; what is installed has a bundle, and test_bundled.py holds it to less.
    assert 50_000 < sum(sizes) < 400_000


def test_it_can_be_installed(visit: Visit) -> None:
    player = visit(worker=True)
    with urllib.request.urlopen(f"{player.address}/manifest.webmanifest") as answer:
        manifest = json.load(answer)
    for icon in manifest["icons"]:
        with urllib.request.urlopen(urljoin(f"{player.address}/", icon["src"])) as answer:
            assert answer.headers["content-type"].startswith(icon["type"])
    session = player.page.context.new_cdp_session(player.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    player.page.evaluate("navigator.serviceWorker.ready.then(ready => !!ready.active)")


def test_the_shell_opens_without_the_house_and_says_so(visit: Visit, problems: Problems) -> None:
    problems.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    player = visit(worker=True)
    page = player.page
    page.evaluate("navigator.serviceWorker.ready.then(ready => !!ready.active)")
    page.reload()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".problem")).to_contain_text("Can't reach the house")
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector(".tile")
