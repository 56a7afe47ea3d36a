"""Games in turns at the terminal: whole games typed to the end, refusals, short forms, commands."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from stacking import deck_for
from typing_person import Paper, StoppedClock

import cardhouse
from cardhouse import Chance, Game
from cardhouse.engine.record import read_record
from cardhouse.terminal import Style, sit_down

# Never mistaken for anything legal, whatever the game.
NONSENSE = [
    "",
    "  ",
    "7x",
    "play",
    "beat 7h",
    "dance",
    "play 7h 7h",
    "blind",
    "99",
    "¿?",
    "\x00",
    "pass 2 2",
    "ah ah",
    "7",
    "-1",
]


def play(game: Game, script: Iterator[str] | list[str], level: str = "random", save: str = "") -> Paper:
    """The game as it was written on the screen."""
    paper = Paper(script)
    sit_down(game, paper, name="Ann", level=level, seed=3, clock=StoppedClock(), pause=0.5, save=save)
    return paper


def any_legal(game: Game, chance: Chance, nonsense: int = 0) -> Iterator[str]:
    """Random legal actions as a person would type them, with now and then something that means nothing."""
    while not game.over:
        if nonsense and chance.below(nonsense) == 0:
            yield NONSENSE[2:][chance.below(len(NONSENSE) - 2)]
        legal = game.legal(0)
        yield str(legal[chance.below(len(legal))]) if legal else ""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["hearts", "threes", "durak"])
def test_a_whole_game_is_typed_to_its_end(name: str, seed: int, tmp_path: Path) -> None:
    seats = cardhouse.games()[[info.name for info in cardhouse.games()].index(name)].seat_choices
    options = {"limit": 30} if name == "hearts" else {"swap": True} if name == "threes" else {"pile_on": True}
    game = cardhouse.new(name, seats=seats[seed % len(seats)], seed=seed, options=options)
    file = tmp_path / "game.txt"
    paper = play(game, any_legal(game, Chance(seed), nonsense=9), save=str(file))
    assert game.over
    assert "The game is over" in paper.text
    assert "! " in paper.text
    assert read_record(file.read_text(encoding="utf-8")).verify().digest() == game.digest()


def test_every_sentence_has_words() -> None:
    for name in ("hearts", "threes", "durak"):
        game = cardhouse.new(name, seed=1)
        commands = ["help", "look", "moves", "rules", "hint", "save"]
        text = play(game, itertools.chain(commands, any_legal(game, Chance(1), nonsense=5))).text
        for key in ("terminal.", "event.", "refused.", "unreadable.", "option.", "{", "}", " None"):
            assert key not in text


def test_nonsense_is_answered_and_changes_nothing() -> None:
    for name in ("hearts", "threes", "durak"):
        game = cardhouse.new(name, seed=4)
        paper = play(game, [*NONSENSE, "quit"])
        before = cardhouse.new(name, seed=4)
        assert sum(1 for line in paper.text.splitlines() if "> ! " in line or line.startswith("! ")) >= 8
        assert [zone for zone in game.view(0).zones if zone.seat == 0] == [
            zone for zone in before.view(0).zones if zone.seat == 0
        ]


def test_a_refusal_says_why_with_names() -> None:
    game = cardhouse.new("hearts", seats=4, seed=3)
    text = play(game, ["play 2c", "pass 2c", "quit"]).text
    assert "! Choose three cards to pass first." in text
    assert "! Pass three cards, not 1." in text


HAND = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ah"


def test_hearts_tells_what_came_and_what_must_be_led() -> None:
    game = cardhouse.new("hearts", deck=deck_for(HAND, "", "", ""))
    text = play(game, ["Jc Qc Kc", "Ah", "2c", "quit"]).text
    assert "Pass three cards to " in text
    assert "Ann passes Jc Qc Kc to " in text
    assert "You were passed " in text
    assert " to Ann." in text
    assert text.index("! The two of clubs leads the first trick.") < text.index("Ann plays 2c.")


def test_just_the_cards_are_enough_where_it_is_plain() -> None:
    game = cardhouse.new("hearts", deck=deck_for(HAND, "", "", ""))
    text = play(game, ["Jc, Qc Kc", "2♣", "quit"]).text
    assert "Ann passes Jc Qc Kc to" in text
    assert "Ann plays 2c." in text


def durak() -> Game:
    deck = deck_for(
        "7h 7d 8h 9h Tc Jc", "8d 9d Ah Ad Kd Ks", cards=cardhouse.new("durak").cards(2, {"deck": 32}), each=6
    )
    return cardhouse.new("durak", deck=deck, seed=first_attack_of(0, deck))


def first_attack_of(seat: int, deck: str) -> int:
    """A seed with which this seat attacks first."""
    return next(seed for seed in range(50) if cardhouse.new("durak", deck=deck, seed=seed).turn() == [seat])


def test_an_attack_is_typed_as_cards_of_one_rank() -> None:
    assert "Ann attacks Marmalade with 7d 7h." in play_named(["7h 7d", "quit"])


def play_named(script: list[str]) -> str:
    game = durak()
    paper = Paper(script)
    session = sit_down(game, paper, name="Ann", level="random", seed=3, clock=StoppedClock())
    return paper.text.replace(session.names[1], "Marmalade")


def test_an_empty_line_is_no_attack() -> None:
    assert "Type what you do" in play_named(["", "quit"])


def test_the_own_draws_are_shown_and_nobody_elses() -> None:
    game = cardhouse.new("durak", seed=2)
    text = play(game, any_legal(game, Chance(2))).text
    draws = [line for line in text.splitlines() if " draws " in line and "trump" not in line]
    assert any(line.startswith("Ann") for line in draws)
    assert all(("(" in line) == line.startswith("Ann") for line in draws)


def test_leaving_and_the_end_of_input_both_end_the_game() -> None:
    for script in (["quit"], [], ["exit"], ["q"]):
        game = cardhouse.new("threes", seed=2)
        play(game, list(script))
        assert not game.over


def test_a_game_is_saved_where_it_stands_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "here.txt"
    game = cardhouse.new("threes", seed=2)
    legal = iter(any_legal(game, Chance(1)))
    text = play(game, iter([next(legal), f"save {file}", f"save {tmp_path}", "save", "quit"])).text
    assert f"The record is in {file}." in text
    assert f"{tmp_path} can't be written: " in text
    assert "Say where to: save FILE" in text
    assert not read_record(file.read_text(encoding="utf-8")).verify().over


def test_at_the_end_the_record_can_still_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "end.txt"
    game = cardhouse.new("durak", seed=2)

    def typed() -> Iterator[str]:
        yield from any_legal(game, Chance(2))
        yield f"save {file}"

    play(game, typed())
    assert read_record(file.read_text(encoding="utf-8")).verify().over


def test_colours_and_symbols_are_a_matter_of_style() -> None:
    game = cardhouse.new("hearts", deck=deck_for(HAND, "", "", ""))
    plain = play(game, ["quit"]).text
    assert "2c 3c" in plain
    assert "\033" not in plain
    paper = Paper(["quit"], Style(symbols=True, colours=True))
    sit_down(game, paper, level="random", clock=StoppedClock())
    assert "10♣" in paper.text
    assert "\033[31mA♥\033[0m" in paper.text
