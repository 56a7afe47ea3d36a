"""Records: what is written reads back, replays to the same end, and says where it is wrong."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import pickle
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardhouse
from cardhouse import Action, BadRecord, Chance, Unreadable
from cardhouse.engine import record as records
from cardhouse.engine.game import MOST_STEPS
from cardhouse.engine.options import switch
from cardhouse.engine.record import LONGEST_LINE, MOST_LINES, MOST_NOTES, Entry, Record, read_record, state_hash
from cardhouse.engine.registry import game_class
from cardhouse.engine.shuffle import commit
from cardhouse.testing import do, random_play

# Records as they were written before the options were left out of the hash.
TESTS = Path(__file__).parent.parent
OLD = sorted([*TESTS.glob("records/*.txt"), *TESTS.glob("golden/*.txt")])
GAME_NAMES = [game.name for game in cardhouse.games()]


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
    assert state_hash(game) == record.hash


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


@pytest.mark.parametrize("file", OLD, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_record_of_an_earlier_version_verifies(file: Path) -> None:
    record = read_record(file.read_text(encoding="utf-8"))
    assert ":" not in record.hash
    record.verify()
    defaults = {option.name: option.default for option in game_class(record.game).options}
    record.options = {name: value for name, value in record.options.items() if value != defaults[name]}
    record.verify()
    record.hash = f"0{record.hash[1:]}" if record.hash[0] != "0" else f"1{record.hash[1:]}"
    with pytest.raises(BadRecord):
        record.verify()


def test_there_are_earlier_records_of_every_game() -> None:
    assert {read_record(file.read_text(encoding="utf-8")).game for file in OLD} >= set(GAME_NAMES)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_record_outlives_an_option_that_is_added(name: str) -> None:
    kind = game_class(name)
    texts = [recorded(name).text(), *[text for file in OLD if f"game: {name}\n" in (text := file.read_text("utf-8"))]]
    assert len(texts) > 2
    with mock.patch.object(kind, "options", (switch("brand_new"), *kind.options)):
        for text in texts:
            record = read_record(text)
            assert "brand_new" not in record.options
            assert record.verify().setup.options["brand_new"] is False
        assert read_record(recorded(name).text()).options["brand_new"] is False


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_hash_tells_states_apart(name: str) -> None:
    game = cardhouse.new(name, seed=3)
    hashes = {state_hash(game)}
    for steps, _ in enumerate(random_play(game, Chance(1)), 1):
        hashes.add(state_hash(game))
        if steps == 30:
            break
    assert len(hashes) == 30
    assert state_hash(cardhouse.new(name, seed=4)) != state_hash(cardhouse.new(name, seed=3))


def test_what_is_added_is_written_in_its_canonical_form() -> None:
    game = cardhouse.new("hearts", seed=3)
    record = Record.of(game, ["x" * 9999])
    record.add(0, "  PASS 4c\nJc   7d ", notes=["two\nlines", "\u2028 three "])
    record.add(1, Action.parse("pass 2c 3c 4c"))
    record.add(None, " fire\tclose ")
    texts = [entry.text() for entry in record.entries]
    assert texts == ["0 0.000 pass 4c Jc 7d\n# two lines\n# three", "1 0.000 pass 2c 3c 4c", "- 0.000 fire close"]
    assert read_record(record.text()).text() == record.text()
    for seat, text in ((0, "dance"), (0, "fire close"), (None, "fire"), (None, "slap"), (None, "fire a b")):
        with pytest.raises(Unreadable):
            record.add(seat, text)
    with pytest.raises(BadRecord):
        record.add(0, "slap", notes=["x"] * (MOST_NOTES + 1))
    with pytest.raises(BadRecord):
        record.add(0, "slap", notes=["x" * LONGEST_LINE])
    assert len(record.entries) == 3


def written(actions: int, notes: int) -> str:
    """A record of this many actions, each with this many notes."""
    record = Record.of(cardhouse.new("ratscrew", seed=1))
    record.entries = [Entry(0, 1.0, "slap", ('slap {"by": 23}',) * notes)] * actions
    return record.text()


def test_reading_copies_no_note_twice() -> None:
    def work(text: str) -> int:
        copied = 0

        class Counted(Entry):
            def __init__(
                self, seat: int | None, seconds: float, action: str, notes: Sequence[str] = (), line: int = 0
            ) -> None:
                nonlocal copied
                copied += 1 + len(notes)
                super().__init__(seat, seconds, action, tuple(notes), line)

        with mock.patch.object(records, "Entry", Counted):
            read_record(text)
        return copied

    assert work(written(20, 80)) <= 2 * work(written(20, 40)) <= 8 * 20 * 40
    assert work(written(40, 40)) == 2 * work(written(20, 40))


@pytest.mark.parametrize("ask", [Record.final, Record.verify, lambda record: list(record.replay())])
def test_a_record_is_played_once(ask: object) -> None:
    record = recorded("slapjack")
    assert callable(ask)
    done: list[Entry] = []
    starts: list[Record] = []
    act, start = records._do, Record.start

    def counting_act(game: cardhouse.Game, entry: Entry) -> cardhouse.Events:
        done.append(entry)
        return act(game, entry)

    def counting_start(record: Record) -> cardhouse.Game:
        starts.append(record)
        return start(record)

    with mock.patch.object(records, "_do", counting_act), mock.patch.object(Record, "start", counting_start):
        ask(record)
    assert done == record.entries
    assert len(starts) == 1


def test_the_longest_record_can_be_read_and_a_longer_one_is_refused() -> None:
    longest = written(int(MOST_STEPS), 1)
    assert len(read_record(longest).entries) == MOST_STEPS
    assert damaged(longest + "\n" * MOST_LINES) == "record.lines"
    assert len(read_record(written(1, MOST_NOTES)).entries[0].notes) == MOST_NOTES
    assert damaged(written(1, MOST_NOTES + 1)) == "record.notes"
    assert damaged(written(1, 1) + "# " + "x" * LONGEST_LINE) == "record.long_line"
    assert damaged(written(0, 0) + "0 nan slap") == "record.line"
    assert damaged(written(0, 0) + "- 1.0 slap") == "record.action"


def test_a_record_can_be_sent_and_copied() -> None:
    record = recorded("durak")
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record
    assert dataclasses.replace(record) == record


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
