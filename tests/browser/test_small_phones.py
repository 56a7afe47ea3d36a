"""A small phone with the bars of its browser: what stands on the table covers nothing else that stands there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cardhouse.engine.event import Event
from cardhouse.engine.game import Game
from tools.screenshots import OUTSIDE

from .player import Player
from .positions import Stage, find
from .test_for_everybody import dress

Visit = Callable[..., Player]
SMALL = [(390, 664), (375, 553), (360, 616)]
# Which two of the words and counts on the table lie over each other.
OVER = """() => {
  const boxes = [...document.querySelectorAll('.mark, .plate-role, .plate-note')].filter((each) => each.offsetParent)
    .map((each) => [each.textContent, each.getBoundingClientRect()]).filter(([, box]) => box.width);
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const pairs = ([one, a], at) => boxes.slice(at + 1).filter(([, b]) => over(a, b)).map(([two]) => one + ' / ' + two);
  return boxes.flatMap(pairs);
}"""


def challenged(after: Game, _: list[Event]) -> bool:
    view = after.view(0)
    return view.phase == "challenge" and view.turn == (0,) and len(view.zone("pile").cards) > 3


def last_chance(after: Game, _: list[Event]) -> bool:
    return bool(after.view(0).facts.get("jacks_only")) and len(after.view(0).zone("pile").cards) > 1


@pytest.mark.parametrize(
    ("game", "fits", "seats", "mark"),
    [
        *[("ratscrew", challenged, seats, ".mark-chances") for seats in (2, 4, 6)],
        ("slapjack", last_chance, 2, ".mark-banner"),
    ],
)
def test_words_over_the_pile_and_the_decks_have_room(
    game: str, fits: Callable[[Game, list[Event]], bool], seats: int, mark: str, visit: Visit
) -> None:
    _, _, state, _ = find(game, fits, seats)
    anna = visit(*SMALL[0])
    Stage(anna, state)
    for width, height in SMALL:
        anna.page.set_viewport_size({"width": width, "height": height})
        expect(anna.page.locator(mark)).to_be_visible()
        anna.painted()
        assert anna.page.evaluate(OVER) == [], (width, height)
        assert anna.page.evaluate(OUTSIDE) == [], (width, height)


@pytest.mark.parametrize("language", ["de", "ru", "es"])
def test_the_longest_words_for_a_challenge_stay_on_the_table(language: str, visit: Visit) -> None:
    """Of five others, the first and the last sit at the edge."""

    def at_the_edge(after: Game, _: list[Event]) -> bool:
        return after.view(0).roles.get("challenger") == 5

    _, _, state, _ = find("ratscrew", at_the_edge, 6)
    anna = visit(390, 664)
    dress(anna, language=language)
    anna.page.reload()
    Stage(anna, state)
    expect(anna.page.locator(".plate-role:visible")).to_have_count(1)
    assert anna.page.evaluate(OUTSIDE) == []


# How many own cards there are, in how many rows, and which have their rank or suit covered.
HAND = """() => {
  const own = [...document.querySelectorAll('.card[data-zone="hand 0"]')].map((card) => [
    card, card.getBoundingClientRect()]);
  const covered = own.filter(([card, { left, top, width }]) => [[0.1, 0.12], [0.27, 0.2], [0.12, 0.42]].some(([x, y]) =>
    !card.contains(document.elementFromPoint(left + x * width, top + y * width))));
  return { cards: own.length, covered: covered.map(([card]) => card.dataset.card),
    rows: new Set(own.map(([, box]) => Math.round(box.bottom / 20))).size };
}"""


@pytest.mark.parametrize(
    ("game", "seats", "cards"), [("hearts", 3, 17), ("threes", 2, 22), ("threes", 5, 18), ("durak", 2, 20)]
)
def test_every_card_of_a_large_hand_can_be_read(game: str, seats: int, cards: int, visit: Visit) -> None:
    """Where a row has no room for this many, they lie in several."""

    def large(after: Game, _: list[Event]) -> bool:
        view = after.view(0)
        return len(view.zone("hand", 0).cards) >= cards and view.phase != "pass"

    _, _, state, _ = find(game, large, seats)
    anna = visit(390, 844)
    Stage(anna, state)
    anna.painted()
    hand = anna.page.evaluate(HAND)
    assert hand["cards"] >= cards
    assert hand["covered"] == []
    assert hand["rows"] >= 2
    assert anna.page.evaluate(OVER) == []
    assert anna.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("cards", [25, 32])
def test_every_card_of_a_huge_hand_can_be_read_on_the_smallest_phones(cards: int, visit: Visit) -> None:
    def huge(after: Game, _: list[Event]) -> bool:
        return len(after.view(0).zone("hand", 0).cards) >= cards

    _, _, state, _ = find("threes", huge, 2)
    anna = visit(320, 568)
    Stage(anna, state)
    for width, height in ((320, 568), (360, 640)):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.painted()
        hand = anna.page.evaluate(HAND)
        assert (hand["cards"] >= cards, hand["covered"]) == (True, [])
        assert anna.page.evaluate(OVER) == []
        assert anna.page.evaluate(OUTSIDE) == []
