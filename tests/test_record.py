"""Records: what is written reads back, replays to the same end, and says where it is wrong."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import GAME_NAMES, do, random_play

import cardhouse
from cardhouse import BadRecord, Chance
from cardhouse.record import Entry, Record, commit, read_record


def recorded(name: str, seed: int = 3, salt: str = "") -> Record:
    """A whole random game, written down."""
    game = cardhouse.new(name, seed=seed)
    record = Record.of(game, ["Ann", "Bea\nBob", "Cy", "Di"][: game.seats], salt)
    copy = game.copy()
    for step, (seat, text) in enumerate(random_play(copy, Chance(seed))):
        timer = game.timer
        record.add(seat, text if seat is not None or timer is None else f"fire {timer.name}", step / 4)
        do(game, seat, text)
    record.close(game)
    return record


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_record_reads_back_and_verifies(name: str) -> None:
    record = recorded(name, salt="abc")
    again = read_record(record.text())
    assert again.text() == record.text()
    game = again.verify()
    assert game.outcome == record.outcome
    assert game.digest() == record.hash


def test_a_record_is_for_people() -> None:
    text = recorded("durak").text()
    assert text.startswith("Cardhouse record 1\ngame: durak\n")
    assert "name 1: Bea Bob" in text
    assert "\n1 " in text or "\n0 " in text


def test_a_stacked_deck_is_part_of_the_record() -> None:
    deck = " ".join(str(card) for zone in cardhouse.new("threes", seed=4).open_view().zones for card in zone.known)
    game = cardhouse.new("threes", deck=deck)
    record = Record.of(game)
    record.close(game)
    assert read_record(record.text()).verify().digest() == game.digest()


def test_notes_stay_with_their_action() -> None:
    game = cardhouse.new("ratscrew", seed=1)
    record = Record.of(game)
    game.apply(0, "turn")
    record.add(0, "turn", 1.5, ['slap {"by": 23}', "second"])
    record.close(game)
    again = read_record(record.text())
    assert again.entries[0] == Entry(0, 1.5, "turn", ('slap {"by": 23}', "second"), again.entries[0].line)
    again.verify()


def damaged(text: str) -> str:
    """What is said about a record with this text."""
    with pytest.raises(BadRecord) as error:
        read_record(text).verify()
    assert "record." not in str(error.value)
    return error.value.key


def test_damage_is_found_and_named() -> None:
    text = recorded("hearts", salt="s").text()
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("0 "))
    assert damaged("") == "record.heading"
    assert damaged(text.replace("Cardhouse record 1", "Nothing")) == "record.heading"
    assert damaged("\n".join(lines[: first + 5])) == "record.no_hash"
    assert damaged("\n".join(lines[:first] + lines[first + 1 :])) in {"record.illegal", "record.hash"}
    assert damaged(text.replace("seed: 3", "seed: 4")) == "record.illegal"
    assert damaged(text.replace("seed: 3", "seed: x")) == "record.header"
    assert damaged(text.replace("seed: 3\n", "")) == "record.missing"
    assert damaged(text.replace("game: hearts", "game: bridge")) == "record.setup"
    assert damaged(text.replace("hash: ", "hash: 0")) == "record.hash"
    assert damaged(text.replace("places: ", "places: 1 ")) == "record.outcome"
    assert damaged(text.replace("salt: s", "salt: t")) == "record.commitment"
    assert damaged("\n".join([*lines[:first], "0 x slap"])) == "record.line"
    assert damaged("\n".join([*lines[:first], "0 1.0 dance"])) == "record.action"
    assert damaged("\n".join([*lines[:3], "# note"])) == "record.note"


def test_an_illegal_action_says_where_and_why() -> None:
    text = recorded("hearts").text()
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(("0 ", "1 ", "2 ", "3 ")))
    lines[first] = lines[first].split(" pass ")[0] + " play 2c"
    with pytest.raises(BadRecord, match=f"Line {first + 1}, 'play 2c': Choose three cards"):
        read_record("\n".join(lines)).verify()


def test_a_timer_that_does_not_run_cannot_fire() -> None:
    game = cardhouse.new("durak", seed=1)
    record = Record.of(game)
    record.add(None, "fire close")
    record.close(game)
    assert damaged(record.text()) == "record.illegal"


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_no_damage_crashes_the_reader(data: st.DataObject) -> None:
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.text(max_size=4)) + text[at + cut :]
    with contextlib.suppress(BadRecord):
        read_record(text).verify()


SAMPLE = recorded("threes", 5).text()


def test_a_commitment_binds_the_seed() -> None:
    assert commit(1, "salt") != commit(2, "salt")
    assert commit(1, "salt") != commit(1, "pepper")
