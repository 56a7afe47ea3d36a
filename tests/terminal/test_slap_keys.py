"""Slap games at the terminal: keys, the clock, the cats' reactions, and typed lines where there are no keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from stacking import deck_for
from typing_person import Fingers, Paper, StoppedClock

import cardhouse
from cardhouse import Action, Chance, Game, View
from cardhouse.bots import Bot, Move
from cardhouse.engine.record import read_record
from cardhouse.terminal import Session, sit_down
from cardhouse.terminal.keys import LineKeys
from cardhouse.terminal.session import Cat
from cardhouse.terminal.slaps import Slaps

PILE_OF_SEVENS = deck_for("7h 2c 9d", "7s 3c Td")


class Sure(Bot):
    """Turns after a second, and slaps every double after 0.4."""

    def choose(self, view: View) -> Action | None:
        move = self.move(view)
        return move.action if move else None

    def move(self, view: View) -> Move | None:
        pile = view.zone("pile").known
        if len(pile) > 1 and pile[-1].rank == pile[-2].rank:
            return Move(Action.parse("slap"), 0.4)
        return next((Move(action, 1.0) for action in view.legal if action.verb == "turn"), None)


def press(game: Game, script: Iterable[tuple[float, str]]) -> str:
    """What is on the screen after these keys, each this many seconds after the one before."""
    clock = StoppedClock()
    paper = Paper()
    session = Session(game, "Ann", [Cat(1, "Soot", Sure())], paper, clock)
    Slaps(session, Fingers(clock, script)).play()
    return paper.text


def ratscrew() -> Game:
    return cardhouse.new("ratscrew", deck=PILE_OF_SEVENS)


def test_enter_turns_and_space_slaps_with_the_time_it_took() -> None:
    text = press(ratscrew(), [(0.2, "\n"), (1.25, " ")])
    assert "Ann turns 7h." in text
    assert "Soot turns 7s." in text
    assert "Ann slaps: a double. 250 ms" in text
    assert "Ann takes the pile, 2 cards." in text


def test_letters_do_the_same() -> None:
    text = press(ratscrew(), [(0.2, "q"), (1.25, "F")])
    assert "Ann slaps: a double. 250 ms" in text


def test_a_cat_that_is_faster_takes_the_pile() -> None:
    text = press(ratscrew(), [(0.2, "q"), (1.45, "f")])
    assert "Soot slaps: a double. 400 ms" in text
    assert "Ann slaps: there is no pile to take." in text


def test_a_wrong_slap_costs_and_does_not_hold_the_cat_up() -> None:
    game = cardhouse.new("ratscrew", deck=deck_for("7h 2c 9d", "8s 3c Td"))
    text = press(game, [(0.2, "q"), (0.9, "f"), (0.15, "x")])
    assert "Ann slaps: wrong. 900 ms" in text
    assert "Ann pays 2c" in text
    assert text.index("Ann pays") < text.index("Soot turns 8s.")


def test_turning_out_of_turn_is_refused_with_a_name() -> None:
    assert "! It's Soot's turn." in press(ratscrew(), [(0.2, "q"), (0.2, "q")])


def test_a_key_that_is_held_down_counts_once() -> None:
    game = cardhouse.new("slapjack", deck=deck_for("7h 2c 9d", "8s 3c Td"))
    text = press(game, [(0.2, "q"), (0.2, "f"), (0.03, "f"), (0.03, "f"), (0.2, "f")])
    assert text.count("Ann slaps: wrong.") == 2


def test_pausing_stops_the_cats() -> None:
    text = press(ratscrew(), [(0.2, "q"), (0.5, "p"), (60.0, "p"), (0.4, "x")])
    assert "Paused." in text
    assert "Soot turns" not in text
    text = press(ratscrew(), [(0.2, "q"), (0.5, "p"), (60.0, "p"), (0.6, "x")])
    assert "Soot turns" in text


def test_a_won_pile_is_taken_when_the_timer_fires() -> None:
    game = cardhouse.new("ratscrew", deck=deck_for("Jh 2c 9d", "8s 3c Td"))
    text = press(game, [(0.2, "q"), (1.9, "x")])
    assert "Ann wins the challenge and will take the pile." in text
    assert "Ann takes the pile" not in text
    text = press(game=cardhouse.new("ratscrew", deck=deck_for("Jh 2c 9d", "8s 3c Td")), script=[(0.2, "q"), (2.1, "x")])
    assert "Ann takes the pile, 2 cards." in text


def test_any_other_key_tells_the_keys() -> None:
    text = press(ratscrew(), [(0.1, "w"), (0.1, ""), (0.1, "?"), (0.1, "x")])
    assert text.count("Space or f: slap") == 4
    assert "A double: the last two cards have the same rank." in text


def keys_of(game: Game, chance: Chance) -> Iterator[tuple[float, str]]:
    """A person who turns at once, slaps at random and presses all sorts of keys."""
    while not game.over:
        yield 0.1 + chance.unit(), "qqqqqqff?p zé"[chance.below(13)]


@pytest.mark.parametrize("name", ["ratscrew", "slapjack"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_game_is_played_by_keys(name: str, seats: int, tmp_path: Path) -> None:
    game = cardhouse.new(name, seats=seats, seed=8)
    clock = StoppedClock()
    file = tmp_path / "game.txt"
    paper = Paper()
    keys = Fingers(clock, keys_of(game, Chance(4)))
    sit_down(game, paper, level="hard", seed=1, clock=clock, keys=keys, save=str(file))
    assert game.over
    assert "The game is over" in paper.text
    assert " ms\n" in paper.text
    for key in ("terminal.", "event.", "refused.", "{", "}"):
        assert key not in paper.text
    assert read_record(file.read_text(encoding="utf-8")).verify().digest() == game.digest()


def lines_of(game: Game, chance: Chance) -> Iterator[str]:
    while not game.over:
        yield ["", "", "turn", "", "f", "slap", "", "dance", "?"][chance.below(9)]


@pytest.mark.parametrize("name", ["ratscrew", "slapjack"])
def test_a_whole_game_is_played_by_typed_lines(name: str) -> None:
    game = cardhouse.new(name, seed=8)
    paper = Paper(lines_of(game, Chance(4)))
    sit_down(game, paper, level="medium", seed=1, clock=StoppedClock(), keys=LineKeys(paper))
    assert game.over
    assert "The game is over" in paper.text


def test_the_end_of_the_lines_is_the_end_of_the_game() -> None:
    game = ratscrew()
    paper = Paper(["", ""])
    sit_down(game, paper, level="random", clock=StoppedClock(), keys=LineKeys(paper))
    assert "turns 7s." in paper.text
    assert not game.over
