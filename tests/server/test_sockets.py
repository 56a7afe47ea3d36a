"""A person's WebSocket at its edges: who is let in, who is let go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from fuzzing import SECRETS, Fuzzer, fuzzed
from one_line import OneLine
from websockets.frames import Frame, Opcode

from cardhouse.server import sockets
from cardhouse.server.sockets import MOST_WAITING, text_frame


def with_house(folder: Path, check: Callable[[Fuzzer], Awaitable[None]]) -> None:
    async def main() -> None:
        async with fuzzed(folder, 1) as fuzzer:
            await check(fuzzer)

    asyncio.run(main())


def line(fuzzer: Fuzzer, path: str = "", cookie: str = f"cardhouse={SECRETS[0]}") -> OneLine:
    state = fuzzer.app.state
    return OneLine(state.house, state.people, path or f"/ws/{fuzzer.codes[0]}", cookie)


async def until(done: Callable[[], bool]) -> None:
    for _ in range(5000):
        if done():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never came to that")


def test_a_person_is_welcomed_and_parts(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.house.tables[fuzzer.codes[0]]
        here = line(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        assert len(table.guests) == 1
        here.hang_up()
        assert table.guests == []

    with_house(tmp_path, check)


@pytest.mark.parametrize(
    ("path", "cookie"), [("/elsewhere", f"cardhouse={SECRETS[0]}"), ("", ""), ("", "cardhouse=short")]
)
def test_who_is_nobody_or_asks_elsewhere_is_not_let_in(tmp_path: Path, path: str, cookie: str) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        assert line(fuzzer, path, cookie).kinds == ["answer 403"]

    with_house(tmp_path, check)


def test_a_table_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer, "/ws/nowhere")
        await until(lambda: here.gone)
        assert here.kinds == ["answer 101", "refusal", "close"]

    with_house(tmp_path, check)


def test_who_reads_too_slowly_is_let_go(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.house.tables[fuzzer.codes[0]]
        here = line(fuzzer)
        await until(lambda: bool(table.guests))
        here.waiting = MOST_WAITING
        table.tell_table()
        assert len(table.guests) == 1
        here.waiting = MOST_WAITING + 1
        table.tell_table()
        assert table.guests == []
        await until(lambda: here.gone)

    with_house(tmp_path, check)


def test_who_does_not_answer_any_more_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "ALIVE_EVERY", 0.02)

    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.house.tables[fuzzer.codes[0]]
        here = line(fuzzer)
        await until(lambda: bool(table.guests))
        # This client's pongs stay in its own end.
        await until(lambda: table.guests == [])
        assert here.gone

    with_house(tmp_path, check)


@pytest.mark.parametrize(
    "data", [b"\xff" * 40, b"\x81\x05hello", b"\x88\x80\0\0\0\0", b"\x8a\xfe\x00\x7e" + b"x" * 130]
)
def test_bytes_that_are_no_frames_end_the_connection_and_nothing_else(tmp_path: Path, data: bytes) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.house.tables[fuzzer.codes[0]]
        here = line(fuzzer)
        await until(lambda: bool(table.guests))
        here.say_bytes(data)
        await until(lambda: here.gone)
        here.hang_up()
        assert table.guests == []
        assert table._task is not None
        assert not table._task.done()

    with_house(tmp_path, check)


@pytest.mark.parametrize("size", [0, 125, 126, (1 << 16) - 1, 1 << 16])
def test_a_frame_is_what_the_library_would_send(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)
