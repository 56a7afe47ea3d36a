"""The golden playthroughs still go as they are written, word for word."""

from __future__ import annotations

import dataclasses

import pytest
from golden.make import FOLDER, GAMES, notes

from cardhouse.engine.record import read_record


def test_there_is_one_for_every_name() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("title", GAMES)
def test_a_golden_game_goes_as_it_is_written(title: str) -> None:
    text = (FOLDER / f"{title}.txt").read_text(encoding="utf-8")
    record = read_record(text)
    name, seats, options = GAMES[title]
    assert (record.game, record.seats) == (name, seats)
    assert options.items() <= record.options.items()
    told = [
        dataclasses.replace(entry, notes=tuple(notes(game, events, number)))
        for number, (entry, game, events) in enumerate(record.replay(), 1)
    ]
    assert dataclasses.replace(record, entries=told).text().splitlines() == text.splitlines()
    assert record.verify().over
