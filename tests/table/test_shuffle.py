"""The deal: bound to a secret before anybody gives a number, made of both, and checked by the record."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest
from sitting import Sitter, person, table_of
from virtual import run

from cardhouse.contract.messages import Contribute, Sit, Welcome
from cardhouse.engine.errors import BadRecord
from cardhouse.engine.record import Record, read_record
from cardhouse.engine.registry import new
from cardhouse.engine.shuffle import Shuffle, commit
from cardhouse.table.dealing import NUMBERS_WITHIN
from cardhouse.table.log import Dealt, MemoryLog, Prepared, entry_from_row, entry_to_row
from cardhouse.table.plan import SeatPlan
from cardhouse.table.seating import Person
from cardhouse.table.table import Table

NUMBER = "9f3e62c1b07d48aa"


def test_the_seed_is_the_hash_of_the_secret_the_round_and_every_number() -> None:
    shuffle = Shuffle(12345, "5a17", 2, {1: "bb", 0: "aa"})
    assert shuffle.seed == 2**256 + int(hashlib.sha256(b"12345 2 0:aa 1:bb").hexdigest(), 16)
    assert shuffle.commitment == hashlib.sha256(b"12345 5a17").hexdigest()
    others = [Shuffle(12346, "5a17", 2, {0: "aa", 1: "bb"}), Shuffle(12345, "5a17", 3, {0: "aa", 1: "bb"}),
              Shuffle(12345, "5a17", 2, {0: "aa"}), Shuffle(12345, "5a17", 2, {0: "bb", 1: "aa"})]  # fmt: skip
    assert len({shuffle.seed, *[other.seed for other in others]}) == 5


@pytest.mark.parametrize(
    "entry",
    [Prepared(1.0, 2, "ff" * 32, "ab"), Dealt(1.0, 2, 0, "ab", "ff" * 32, {"0": NUMBER}), Dealt(1.0, 2, 7, "ab")],
)
def test_what_is_written_reads_back(entry: Prepared | Dealt) -> None:
    assert entry_from_row(*entry_to_row(entry)) == entry


def entries(table: Table) -> list[Prepared | Dealt]:
    assert isinstance(table.log, MemoryLog)
    return [entry for entry in table.log.logs[table.code] if isinstance(entry, Prepared | Dealt)]


def numbers_of(table: Table) -> dict[str, str]:
    """The numbers that the first deal was made of."""
    return next(entry.numbers for entry in entries(table) if isinstance(entry, Dealt))


async def until_dealt(table: Table) -> None:
    while table.state.round is None:
        await asyncio.sleep(0)


def test_the_commitment_is_there_before_the_deal_and_is_kept() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), SeatPlan("open"))
        await table.open()
        while table.state.prepared is None:
            await asyncio.sleep(0)
        promised = table.info("ann").next_commitment
        assert len(promised) == 64
        assert table.state.round is None
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await ann.say(Contribute(1, NUMBER))
        await bea.say(Sit(1))
        await bea.say(Contribute(1, NUMBER[::-1]))
        await until_dealt(table)
        info = table.info("ann")
        assert info.commitment == promised
        assert info.next_commitment not in ("", promised)
        prepared, dealt, following = entries(table)
        assert isinstance(prepared, Prepared)
        assert isinstance(dealt, Dealt)
        assert isinstance(following, Prepared)
        assert (dealt.secret, dealt.salt, following.round) == (prepared.secret, prepared.salt, 2)
        assert dealt.numbers == {"0": NUMBER, "1": NUMBER[::-1]}
        assert len(prepared.secret) == 64
        assert prepared.secret != following.secret
        current = table.state.round
        assert current is not None
        assert (
            current.game.setup.seed == Shuffle(int(dealt.secret, 16), dealt.salt, 1, {0: NUMBER, 1: NUMBER[::-1]}).seed
        )
        await table.close()

    run(main())


def test_a_deal_waits_a_moment_for_numbers_and_not_for_ever() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), SeatPlan("open"))
        await table.open()
        ann = Sitter(table, "ann")
        await ann.say(Contribute(1, NUMBER))
        await table.take_seat(Person("bea", "Bea"))
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.sleep(NUMBERS_WITHIN / 2)
        assert table.state.round is None
        await asyncio.sleep(NUMBERS_WITHIN)
        assert table.state.round is not None
        assert loop.time() > began
        assert numbers_of(table) == {"0": NUMBER}
        await table.close()

    run(main())


def test_nobody_waits_where_nobody_gives_numbers() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"))
        await table.open()
        await until_dealt(table)
        assert numbers_of(table) == {}
        await table.close()

    run(main())


def test_only_who_plays_gives_a_number_and_only_for_what_is_dealt_next() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"))
        await table.open()
        await until_dealt(table)
        ann, cid = Sitter(table, "ann"), Sitter(table, "cid")
        await cid.say(Contribute(2, NUMBER))
        assert cid.refusals == ["refused.table.not_playing"]
        for number, text in ((3, NUMBER), (2, "xyz"), (2, "AB" * 8), (2, "a" * 65)):
            await ann.say(Contribute(number, text))
        assert ann.refusals == ["refused.table.number"] * 4
        # Too late is nobody's fault.
        await ann.say(Contribute(1, NUMBER))
        assert table.dealing.numbers == {}
        assert len(ann.refusals) == 4
        assert [message for message in ann.told if isinstance(message, Welcome)]
        await table.close()

    run(main())


def test_a_record_is_true_only_with_the_secret_and_the_numbers_it_was_dealt_with() -> None:
    shuffle = Shuffle(int("ff" * 32, 16), "5a17", 1, {0: NUMBER})
    game = new("threes", seats=2, seed=shuffle.seed)
    record = Record.of(game, ["Ann", "Bea"], shuffle=shuffle)
    record.close(game)
    text = record.text()
    assert read_record(text) == record
    read_record(text).verify()
    assert commit(shuffle.secret, "5a17") in text
    for before, after in ((NUMBER, NUMBER[::-1]), ("round: 1", "round: 2"), (f"number 0: {NUMBER}\n", "")):
        with pytest.raises(BadRecord) as error:
            read_record(text.replace(before, after)).verify()
        assert error.value.key == "record.shuffle"
    with pytest.raises(BadRecord) as error:
        read_record(text.replace(f"secret: {shuffle.secret}", "secret: 7")).verify()
    assert error.value.key == "record.commitment"


def test_records_of_earlier_versions_keep_verifying() -> None:
    for file in sorted((Path(__file__).parents[1] / "records").rglob("*")):
        if file.is_file() and file.read_text(encoding="utf-8").startswith("Cardhouse record"):
            assert read_record(file.read_text(encoding="utf-8")).shuffle is None
