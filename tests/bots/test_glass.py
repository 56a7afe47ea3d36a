"""The glass cat: what it shows is made from what its seat could see, and from nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardhouse
from cardhouse import Chance, View
from cardhouse.bots import Bot, make_bot
from cardhouse.bots.glass import WORLDS, look_into
from cardhouse.cli import main
from cardhouse.engine.errors import BadRecord
from cardhouse.engine.record import Record
from cardhouse.engine.registry import sampler
from cardhouse.games.hearts.bots import ExpertHearts
from cardhouse.games.hearts.sampler import HeartsSampler
from cardhouse.games.hearts.tree_search import TreeSearch
from cardhouse.server.glass import glass_of
from cardhouse.testing import do, random_play

GAMES = {"hearts": 4, "durak": 3, "threes": 2}


def view_of(name: str, steps: int, seed: int = 5) -> View:
    """What somebody with a choice sees in the middle of a random game."""
    game = cardhouse.new(name, seats=GAMES[name], seed=seed)
    for at, (seat, text) in enumerate(random_play(game.copy(), Chance(seed))):
        if at >= steps and game.turn() and len(game.view(game.turn()[0]).legal) > 1:
            break
        do(game, seat, text)
    return game.view(game.turn()[0])


def quick(name: str, level: str, seed: int = 3) -> Bot:
    bot = make_bot(name, level, seed)
    for setting in ("worlds", "pass_worlds", "samples"):
        if hasattr(bot, setting):
            setattr(bot, setting, 8)
    # A fixed amount of work, so that it can be repeated.
    bot.milliseconds = None
    return bot


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
@pytest.mark.parametrize("name", GAMES)
def test_from_another_deal_that_looks_the_same_comes_the_same(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardhouse.bots.glass.MILLISECONDS", None)
    view = view_of(name, 14)
    assert view.seat is not None
    told = look_into(view, quick(name, level))
    for seed in range(3):
        other = sampler(view).game(Chance(seed))
        assert other.view(view.seat).json() == view.json()
        again = look_into(other.view(view.seat), quick(name, level))
        assert [zone.plain() for zone in again.seen] == [zone.plain() for zone in told.seen]
        assert [[zone.plain() for zone in world] for world in again.worlds] == [
            [zone.plain() for zone in world] for world in told.worlds
        ]
        assert (again.weighed, again.chosen) == (told.weighed, told.chosen)


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("name", GAMES)
def test_what_it_imagines_fits_what_it_knew(name: str, level: str) -> None:
    view = view_of(name, 14)
    told = look_into(view, quick(name, level))
    assert len(told.worlds) == WORLDS
    assert told.weighed is not None
    for world in told.worlds:
        assert [(zone.name, zone.seat) for zone in world] == [(zone.name, zone.seat) for zone in told.seen]
        for guessed, seen in zip(world, told.seen, strict=True):
            assert len(guessed.known) == len(seen.cards)
            assert set(seen.known) <= set(guessed.known)


def test_the_deals_shown_are_the_first_that_the_expert_looks_at() -> None:
    view = view_of("hearts", 20)
    assert view.phase != "pass"
    assert view.seat is not None
    bot = ExpertHearts(4)
    bot.samples = 16
    search = TreeSearch(HeartsSampler(view), view.seat, 0.0, bot.clock)
    search.search(WORLDS, 1, bot.samples, 3600.0, bot.chance(view))
    shown = [world.open_view().zones for world in bot.imagines(view, WORLDS)]
    looked_at = [world.open_view().zones for world in search.worlds]
    for one, other in zip(shown, looked_at, strict=True):
        assert [zone.plain() for zone in one] == [zone.plain() for zone in other]


def test_who_goes_by_rules_of_thumb_weighs_nothing_and_imagines_nothing() -> None:
    view = view_of("hearts", 14)
    told = look_into(view, make_bot("hearts", "medium", 3))
    assert (told.weighed, told.worlds) == (None, ())
    assert told.chosen in view.legal
    assert next(zone for zone in told.seen if (zone.name, zone.seat) == ("hand", view.seat)).known == view.hand


def recorded(name: str, finished: bool = True) -> str:
    game = cardhouse.new(name, seats=GAMES.get(name, 2), seed=101)
    record = Record.of(game, salt="0a")
    for seat, text in random_play(game.copy(), Chance(101)) if finished else ():
        timer = game.timer
        record.add(seat, text if seat is not None or timer is None else f"fire {timer.name}")
        do(game, seat, text)
    record.close(game)
    return record.text()


def test_a_cat_thinks_at_its_own_level_and_for_a_person_the_strongest_does() -> None:
    text = recorded("durak")
    levels = ["easy", "hard", ""]
    told = [glass_of(text, number, levels) for number in (1, 2)]
    for each in told:
        assert each.cat == (each.seat != 2)
        assert each.level == (levels[each.seat] or "expert")
        assert sum(len(one.cards.split()) + one.hidden for one in each.seen) <= 32


def test_deals_are_shown_only_where_something_was_hidden() -> None:
    told = glass_of(recorded("ratscrew"), 3, ["expert", "expert"])
    assert told.worlds == []
    assert told.weighed == []


@pytest.mark.parametrize(("number", "key"), [(0, "advice.at"), (10_000, "advice.at")])
def test_a_move_that_is_not_there_is_refused(number: int, key: str) -> None:
    with pytest.raises(BadRecord) as refused:
        glass_of(recorded("durak"), number, [])
    assert refused.value.key == key


def test_a_terminal_shows_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(recorded("durak"), encoding="utf-8")
    assert main(["advise", str(file), "--at", "1", "--glass", "medium"]) == 0
    told = capsys.readouterr().out
    assert told.count("Deal ") == told.count("that it thought likely") == WORLDS
    assert "??" in told.split("Deal 1")[0]
    assert "What it weighed:" in told


def test_nobody_looks_into_cats_before_the_game_is_over() -> None:
    with pytest.raises(BadRecord) as refused:
        glass_of(recorded("durak", finished=False), 1, [])
    assert refused.value.key == "record.unfinished"
