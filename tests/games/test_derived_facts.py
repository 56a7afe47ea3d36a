"""Facts that follow from the others by the rules: views have them, so that the page needs no rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from high_card import HighCard

import cardhouse
from cardhouse import Chance, Game
from cardhouse.engine.game import Observer, Setup
from cardhouse.games.slapping.seen import patterns_seen


def played(name: str, seed: int, **options: Any) -> Iterator[Game]:
    """A game played at random, after each step."""
    chance, game = Chance(seed), cardhouse.new(name, seed=seed, options=options)
    for _ in range(150):
        if game.over:
            return
        game.random_step(chance)
        yield game


@pytest.mark.parametrize("game", ["ratscrew", "slapjack"])
def test_a_view_names_what_can_be_slapped(game: str) -> None:
    found = 0
    for state in played(game, 1):
        view = state.view(0)
        assert list(view.facts["slaps"]) == patterns_seen(view)
        top = {str(card) for card in view.zone("pile").known[-4:]}
        assert all(set(cards.split()) <= top for cards in view.facts["slaps"].values())
        found += bool(view.facts["slaps"])
    assert found


def test_a_view_says_which_cards_count_in_hearts() -> None:
    plain, jack = (cardhouse.new("hearts", seed=1, options={"jack": on}).view(0).facts for on in (False, True))
    assert plain["scoring"] == "Qs 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    assert set(jack["scoring"].split()) - set(plain["scoring"].split()) == {"Jd"}


def test_a_view_counts_the_points_of_a_deal_of_hearts_so_far() -> None:
    worth = {"Qs": 13, "Jd": -10} | {f"{rank}h": 1 for rank in "23456789TJQKA"}
    for state in played("hearts", 3, jack=True):
        view = state.open_view()
        for seat in range(view.seats):
            taken = [str(card) for card in view.zone("taken", seat).known]
            assert view.facts["points"][seat] == sum(worth.get(card, 0) for card in taken)


def test_a_view_remembers_who_took_the_queen_and_shot_the_moon_in_each_deal_of_hearts() -> None:
    queens: list[int | None] = []
    moons: list[int | None] = []
    game, chance = cardhouse.new("hearts", seed=4, options={"limit": 200}), Chance(4)
    holder: int | None = None
    while not game.over:
        seat = game.turn()[0]
        actions = list(game.legal(seat))
        for event in game.apply(seat, actions[chance.below(len(actions))]):
            rest = game.view(0).facts["claimed"] if event.kind == "claim" else []
            taken = " ".join([str(event.plain().get("cards", "")), *rest])
            if event.kind in ("trick", "claim") and "Qs" in taken:
                holder = event.seat
            elif event.kind == "score":
                queens.append(holder)
                won: Any = event.facts["won"]
                moons.append(won.index(0) if sorted(won)[1] == 26 else None)
        assert (game.view(0).facts["queens"], game.view(0).facts["moons"]) == (queens, moons)
    assert len(queens) > 3


def test_a_view_says_where_a_seat_of_threes_plays_from() -> None:
    seen = set()
    for state in played("threes", 2, first="random"):
        view = state.view(0)
        for seat, source in enumerate(view.facts["source"]):
            zones = [zone for zone in ("hand", "up", "down") if view.zone(zone, seat).cards]
            assert not zones or source == zones[0]
            seen.add(source)
    assert "hand" in seen
    assert view.facts["special"] == {"any": "2", "clear": "3", "lower": "7", "burn": "T"}


class Tells(HighCard):
    def derived(self, observer: Observer) -> dict[str, Any]:
        return {"anything": 1}


def test_a_digest_has_no_part_in_what_follows_from_the_rest() -> None:
    setup = Setup("highcard", 2, {"low": False}, 1, None)
    silent, telling = HighCard(setup), Tells(setup)
    silent.deal()
    telling.deal()
    assert telling.view(0).facts["anything"] == 1
    assert telling.digest() == silent.digest()
