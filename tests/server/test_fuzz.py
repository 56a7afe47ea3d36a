"""Nonsense in small doses; ``python -m bench.fuzz`` sends a hundred thousand."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from fuzzing import LENIENT, SECRETS, Fuzzer, fuzzed
from waiting import until

from cardhouse.server.limits import Limits


def test_requests_of_all_kinds_are_answered_without_an_error_of_the_server(tmp_path: Path) -> None:
    async def main() -> Fuzzer:
        async with fuzzed(tmp_path, 1) as fuzzer:
            for _ in range(600):
                await fuzzer.request()
            for code in fuzzer.codes:
                await fuzzer.check(await fuzzer.lobby.find(code))
            return fuzzer

    found = asyncio.run(main()).found
    assert found.failures == []
    assert found.answers["http 2xx"] > 50
    assert found.answers["http 4xx"] > 50


@pytest.mark.parametrize("seed", [1, 2])
def test_messages_of_all_kinds_harm_no_table(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    caplog.set_level(logging.ERROR)

    async def main() -> Fuzzer:
        async with fuzzed(tmp_path, seed, LENIENT) as fuzzer:
            for code in fuzzer.codes:
                await asyncio.gather(*[fuzzer.socket(code, secret, 90) for secret in SECRETS])
            for code in fuzzer.codes:
                await fuzzer.check(await fuzzer.lobby.find(code))
            return fuzzer

    found = asyncio.run(main()).found
    assert found.failures == []
    assert found.answers["socket refusal"] > 200
    # Some of it was sense: tables were played at.
    assert found.answers["socket step"] > 20
    # A table's task logs what it did not expect.
    assert caplog.text == ""


@pytest.mark.parametrize("seed", [1, 2])
def test_bytes_of_all_kinds_bring_nothing_down(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    async def main() -> Fuzzer:
        async with fuzzed(tmp_path, seed, LENIENT) as fuzzer:
            for _ in range(150):
                await fuzzer.raw()
            for code in fuzzer.codes:
                await fuzzer.check(await fuzzer.lobby.find(code))
            guards = fuzzer.lobby.guards
            # What was begun ends by itself.
            await until(lambda: guards.memory.taken == guards.connections.taken == 0)
            assert not guards.turns._waiting
            return fuzzer

    found = asyncio.run(main()).found
    assert found.failures == []
    assert found.answers["bytes 2xx"] > 5
    assert found.answers["bytes 4xx"] > 20
    assert found.answers["bytes 1xx"] > 20
    # Nothing was raised that nobody expected, and what strangers cause has no trace.
    assert [
        record.getMessage() for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR
    ] == []
    assert "was ended" not in caplog.text


def test_who_talks_nonsense_is_cut_off(tmp_path: Path) -> None:
    async def main() -> Fuzzer:
        async with fuzzed(tmp_path, 3, Limits()) as fuzzer:
            await fuzzer.socket(fuzzer.codes[0], SECRETS[0], 500)
            return fuzzer

    found = asyncio.run(main()).found
    assert found.failures == []
    assert found.sent < 300
    assert found.answers["socket close"] == 1
