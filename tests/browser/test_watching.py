"""Watching the cats."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .player import Player

CAT = {"kind": "cat", "level": "random"}


def test_the_cats_play_and_then_play_again_by_themselves(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.table("durak", [CAT, CAT], {"deck": 32})
    anna.wait_for("said")
    assert anna.look()["acts"] == []
    assert anna.look()["own"] == []
    anna.wait_for("end")
    assert anna.page.locator(".end").get_by_role("button", name="Rematch").count() == 0
    anna.page.wait_for_selector(".end", state="detached")
    expect(anna.page.locator('.card[data-zone^="hand"]').first).to_be_attached()
    anna.wait_for("end")
    anna.page.locator(".end").get_by_role("button", name="Watch it again").click()
    # The cats may be a game further by now.
    anna.page.wait_for_function("() => /replay.*-[2-9]$/.test(location.hash)")


def test_open_cards_at_a_table_with_only_cats(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.against_cats("hearts", 4, pace="slow", open_cards=True)
    expect(anna.page.locator('.card.up[data-zone^="hand"]')).to_have_count(52)
