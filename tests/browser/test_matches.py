"""A match of several games, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from cardhouse.engine.event import Event
from cardhouse.engine.game import Game

from .player import Player
from .positions import Stage, find

Visit = Callable[..., Player]


def won(after: Game, _: list[Event]) -> bool:
    return after.outcome is not None and after.outcome.places[0] == 1


def test_a_match_shows_how_it_stands_and_ends_like_one(visit: Visit) -> None:
    before, who, over, events = find("durak", won)
    anna = visit()
    stage = Stage(anna, before, best_of=3, wins=[1, 1])
    expect(anna.page.locator(".top-title")).to_have_text("Durak · 1–1")
    stage.happen(who, over, events)
    end = anna.page.locator(".end")
    stage.change(status="over", wins=[2, 1], match_won=[0])
    expect(end.locator("h2")).to_have_text("You won the match!")
    expect(end.locator(".end-tally")).to_contain_text("best of 3: You 2 Domino 1", use_inner_text=True)
    expect(end.get_by_role("button", name="New match")).to_be_visible()
    # Where no match goes on, another one can be chosen.
    end.locator("select[name=best_of]").select_option("5")
    anna.until("true")
    assert [message["best_of"] for message in stage.said if message["t"] == "match"] == [5]
    stage.change(best_of=3, wins=[1, 0], match_won=[])
    expect(end.get_by_role("button", name="Next game")).to_be_visible()
    expect(end.locator("select[name=best_of]")).to_have_count(0)
    assert end.locator("h2").inner_text() == "You won!"
