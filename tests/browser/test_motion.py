"""How cards move, seen at chosen moments of their flight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tools.empty_table import EMPTY_TABLE

from .player import Player

Visit = Callable[..., Player]

# One card on an empty table, which goes from place to place when told and stands still at any moment of its way.
ONE_CARD = """() => {
  const geometry = { w: 1000, h: 700, cw: 100, ch: 140 };
  window.go = (x, turn, instant = false) => {
    const place = { zone: 'hand 0', card: 'Qs', up: true, x, y: 300, turn };
    cards.show({ boxes: {}, geometry, places: [place] }, { instant, time: 1000 });
    for (const flight of document.getAnimations()) flight.pause();
  };
  window.lie = (up) => {
    const place = { zone: 'pile', card: up ? 'Qs' : '??', up, x: 500, y: 300, turn: 0 };
    cards.show({ boxes: {}, geometry, places: [place] }, { instant: !up, time: 1000 });
    for (const motion of document.getAnimations()) motion.pause();
  };
  window.open_ = () => cards.all()[0].element.dataset.card ?? null;
  window.at = (share) => {
    const { element } = cards.all()[0];
    for (const flight of element.getAnimations()) flight.currentTime = share * 1000;
    const { a, b, e } = new DOMMatrix(getComputedStyle(element).transform);
    return { turn: Math.atan2(b, a) * 180 / Math.PI, x: e + 50, flies: element.getAnimations().length > 0 };
  };
}"""


def table(player: Player) -> Any:
    page = player.page
    page.evaluate(EMPTY_TABLE)
    page.evaluate(ONE_CARD)
    return page


def lay(player: Player, x: float, turn: float) -> Any:
    """A card lies there, and where it goes is up to the test."""
    page = table(player)
    page.evaluate("([x, turn]) => go(x, turn, true)", [x, turn])
    return page


def test_a_card_flies_straight_and_comes_to_rest_at_its_slight_angle(visit: Visit) -> None:
    page = lay(visit(quick=False), 100, -8)
    page.evaluate("go(900, 6)")
    ways = [page.evaluate("share => at(share)", share) for share in (0, 0.02, 0.5, 0.9, 0.9999)]
    assert [way["x"] for way in ways] == sorted(way["x"] for way in ways)
    assert ways[0]["turn"] == pytest.approx(-8, abs=0.01)
    assert -8 < ways[1]["turn"] < 0
    assert ways[2]["turn"] == pytest.approx(0, abs=0.01)
    assert 0 < ways[3]["turn"] < ways[4]["turn"] == pytest.approx(6, abs=0.1)


def test_a_card_that_lies_across_turns_all_the_way(visit: Visit) -> None:
    page = lay(visit(quick=False), 100, 90)
    page.evaluate("go(900, 0)")
    turns = [page.evaluate("share => at(share)", share)["turn"] for share in (0, 0.1, 0.3, 0.6, 0.9)]
    assert turns[0] == pytest.approx(90, abs=0.01)
    assert turns == sorted(turns, reverse=True)
    assert turns[-1] > 0


@pytest.mark.parametrize("share", [0.05, 0.4, 0.9])
def test_a_card_sent_elsewhere_on_its_way_goes_on_from_where_it_is(share: float, visit: Visit) -> None:
    page = lay(visit(quick=False), 100, -8)
    page.evaluate("go(900, 6)")
    left = page.evaluate("share => at(share)", share)
    page.evaluate("go(400, -3)")
    taken_up = page.evaluate("at(0)")
    assert 100 < left["x"] < 900
    assert taken_up["x"] == pytest.approx(left["x"], abs=0.1)
    assert taken_up["turn"] == pytest.approx(left["turn"], abs=0.1)


def test_with_reduced_motion_a_card_is_there_at_once(visit: Visit) -> None:
    page = lay(visit(), 100, -8)
    page.evaluate("go(900, 6)")
    there = page.evaluate("at(0)")
    assert there["flies"] is False
    assert there["x"] == pytest.approx(900)
    assert there["turn"] == pytest.approx(6, abs=0.01)


def test_a_card_that_is_being_turned_shows_its_face_halfway_and_no_sooner(visit: Visit) -> None:
    """Also when something else happens meanwhile: a player who slaps has seen what everybody has seen."""
    page = table(visit(quick=False))
    page.evaluate("lie(false)")
    page.evaluate("lie(true)")
    assert page.evaluate("open_()") is None
    page.evaluate("lie(true)")
    assert page.evaluate("open_()") is None
    page.evaluate("for (const motion of document.getAnimations()) motion.finish()")
    page.wait_for_function("() => open_() === 'Qs'")
