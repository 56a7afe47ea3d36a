"""A person's WebSocket at its edges: who is let in, who is let go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from fuzzing import LENIENT, SECRETS, Fuzzer, fuzzed
from one_line import OneLine, OverAsgi
from waiting import until
from websockets.frames import Frame, Opcode

from cardhouse.server import sockets, visit
from cardhouse.server.budget import Rate
from cardhouse.server.limits import Limits
from cardhouse.server.people import person_id
from cardhouse.server.sockets import short_text, text_frame
from cardhouse.server.visit import MOST_WAITING


def with_house(folder: Path, check: Callable[[Fuzzer], Awaitable[None]], limits: Limits = LENIENT) -> None:
    async def main() -> None:
        async with fuzzed(folder, 1, limits) as fuzzer:
            await check(fuzzer)

    asyncio.run(main())


def line(fuzzer: Fuzzer, path: str = "", cookie: str = f"cardhouse={SECRETS[0]}") -> OneLine:
    return OneLine(fuzzer.app.state.door, path or f"/ws/{fuzzer.codes[0]}", cookie)


# What is true of every connection is tested over both: our own protocol, and the route for any ASGI server.
Line = Callable[..., OneLine | OverAsgi]
BOTH = pytest.mark.parametrize("line", [line, lambda *given, **more: over_asgi(*given, **more)], ids=["own", "asgi"])


def over_asgi(fuzzer: Fuzzer, path: str = "", cookie: str = f"cardhouse={SECRETS[0]}") -> OverAsgi:
    return OverAsgi(fuzzer.app, path or f"/ws/{fuzzer.codes[0]}", cookie)


@BOTH
def test_a_person_is_welcomed_and_parts(tmp_path: Path, line: Line) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.lobby.tables[fuzzer.codes[0]]
        here = line(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        assert len(table.connections) == 1
        here.hang_up()
        await until(lambda: not table.connections)

    with_house(tmp_path, check)


@pytest.mark.parametrize(
    ("path", "cookie"), [("/elsewhere", f"cardhouse={SECRETS[0]}"), ("", ""), ("", "cardhouse=short")]
)
@BOTH
def test_who_is_nobody_or_asks_elsewhere_is_not_let_in(tmp_path: Path, path: str, cookie: str, line: Line) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer, path, cookie)
        await until(lambda: bool(here.kinds))
        assert here.kinds == ["answer 403"]

    with_house(tmp_path, check)


@BOTH
def test_a_table_that_is_not_there_is_refused_in_words(tmp_path: Path, line: Line) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer, "/ws/nowhere")
        await until(lambda: here.gone)
        assert here.kinds == ["answer 101", "refusal", "close"]

    with_house(tmp_path, check)


def test_a_line_that_broke_off_takes_nothing_from_the_others(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.lobby.tables[fuzzer.codes[0]]
        gone, here = line(fuzzer), line(fuzzer)
        await until(lambda: "welcome" in gone.kinds and "welcome" in here.kinds)
        gone.break_off()
        told = len(here.told)
        table.broadcast_news()
        await until(lambda: len(here.told) > told)
        gone.hang_up()
        assert len(table.connections) == 1

    with_house(tmp_path, check)


def test_who_reads_too_slowly_is_let_go(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.lobby.tables[fuzzer.codes[0]]
        here = line(fuzzer)
        await until(lambda: bool(table.connections))
        here.waiting = MOST_WAITING
        table.broadcast_news()
        assert len(table.connections) == 1
        here.waiting = MOST_WAITING + 1
        table.broadcast_news()
        assert not table.connections
        await until(lambda: here.gone)

    with_house(tmp_path, check)


def test_who_does_not_answer_any_more_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "ALIVE_EVERY", 0.02)

    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.lobby.tables[fuzzer.codes[0]]
        here = line(fuzzer)
        await until(lambda: bool(table.connections))
        # This client's pongs stay in its own end.
        await until(lambda: not table.connections)
        assert here.gone

    with_house(tmp_path, check)


PIECES = {
    "pings": Frame(Opcode.PING, b"x" * 125),
    "pongs": Frame(Opcode.PONG, b""),
    "empty messages": Frame(Opcode.TEXT, b""),
    "fragments": Frame(Opcode.CONT, b"x", fin=False),
}


@pytest.mark.parametrize("kind", PIECES)
def test_every_kind_of_frame_counts(tmp_path: Path, kind: str) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        if kind == "fragments":
            here.say_frames(Frame(Opcode.TEXT, b"x", fin=False))
        here.say_frames(*[PIECES[kind]] * 1000)
        assert here.gone
        assert here.kinds[-1] == "close"
        assert len(here.kinds) < 100

    with_house(tmp_path, check, Limits())


def test_who_sends_pings_and_reads_nothing_is_let_go(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        here.waiting = MOST_WAITING + 1
        here.say_frames(PIECES["pings"])
        assert here.gone

    with_house(tmp_path, check)


def test_what_comes_at_once_is_taken_apart_a_slice_at_a_time(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here, turns = line(fuzzer), 0
        await until(lambda: "welcome" in here.kinds)
        text = b'{"t":"pong","n":1}'
        many = Frame(Opcode.TEXT, text).serialize(mask=True) * 500
        here.say_bytes(many)
        while here.socket._later:
            # While there is something left, nothing more is read; what comes all the same is taken after it.
            assert not here._reading
            turns += 1
            if turns == 2:
                here.say_bytes(Frame(Opcode.TEXT, b"{").serialize(mask=True))
            await asyncio.sleep(0)
        assert turns >= len(many) // sockets.A_SLICE
        assert here._reading
        assert here.kinds.count("refusal") == 1

    with_house(tmp_path, check)


def test_who_is_in_debt_is_not_read_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        # A small message alone is charged together with the next ones.
        monkeypatch.setattr(visit, "CHARGED_FROM", 0.0)
        monkeypatch.setattr(here.socket.visit.lobby.guards.work, "charge", lambda *given: 0.01)
        here.say('{"t":"pong","n":1}')
        assert not here._reading
        await until(lambda: here._reading)

    with_house(tmp_path, check)


def test_an_error_of_our_own_ends_one_socket_and_is_said_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*given: object) -> None:
        raise RuntimeError("secret words")

    async def check(fuzzer: Fuzzer) -> None:
        here, other = line(fuzzer), line(fuzzer)
        await until(lambda: "welcome" in here.kinds and "welcome" in other.kinds)
        monkeypatch.setattr(here.socket, "_framed", fail)
        here.say("x" * 200)
        await until(lambda: here.gone)
        assert not other.gone

    with_house(tmp_path, check)
    assert "a socket was ended: RuntimeError at test_sockets.py" in caplog.text
    assert "secret" not in caplog.text
    assert not any(record.exc_info for record in caplog.records)


def test_fragments_are_kept_only_up_to_the_longest_message(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        here.say_frames(Frame(Opcode.TEXT, b"x" * 3000, fin=False), *[Frame(Opcode.CONT, b"x" * 900, fin=False)] * 20)
        await until(lambda: not here.socket._later)
        assert sum(map(len, here.socket._parts)) <= LENIENT.message
        before = here.kinds.count("refusal")
        here.say_frames(Frame(Opcode.CONT, b"x"))
        assert here.kinds.count("refusal") == before + 1
        assert not here.gone

    with_house(tmp_path, check)


@pytest.mark.parametrize(
    "data", [b"\xff" * 40, b"\x81\x05hello", b"\x88\x80\0\0\0\0", b"\x8a\xfe\x00\x7e" + b"x" * 130]
)
def test_bytes_that_are_no_frames_end_the_connection_and_nothing_else(tmp_path: Path, data: bytes) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.lobby.tables[fuzzer.codes[0]]
        here = line(fuzzer)
        await until(lambda: bool(table.connections))
        here.say_bytes(data)
        await until(lambda: here.gone)
        here.hang_up()
        assert not table.connections
        assert table._task is not None
        assert not table._task.done()

    with_house(tmp_path, check)


@pytest.mark.parametrize(
    "limits",
    [
        replace(LENIENT, sockets_of_one=2),
        replace(LENIENT, sockets_of_address=2),
        replace(LENIENT, places_at_table=2),
    ],
)
@BOTH
def test_one_person_has_so_many_sockets(tmp_path: Path, limits: Limits, line: Line) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        lines = [line(fuzzer) for _ in range(2)]
        for one in lines:
            await until(partial(_is_in, one, "welcome"))
        third = line(fuzzer)
        await until(partial(_is_in, third, "close"))
        assert "refusal" in third.kinds
        third.hang_up()
        lines[0].hang_up()
        await until(lambda: fuzzer.lobby.metrics.counts["sockets"] == 1)
        fourth = line(fuzzer)
        await until(partial(_is_in, fourth, "welcome"))

    with_house(tmp_path, check, limits)


def _is_in(one: OneLine | OverAsgi, kind: str) -> bool:
    return kind in one.kinds


@BOTH
def test_so_many_watch_and_who_plays_always_comes_in(tmp_path: Path, line: Line) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        for number in range(4):
            watcher = line(fuzzer, cookie=f"cardhouse=somebody-who-only-watches-{number}")
            await until(partial(_is_in, watcher, "welcome" if number < 3 else "close"))
        player = line(fuzzer)
        await until(partial(_is_in, player, "welcome"))

    with_house(tmp_path, check, replace(LENIENT, watchers=3))


@BOTH
def test_hints_have_a_rate(tmp_path: Path, line: Line) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer)
        await until(partial(_is_in, here, "welcome"))
        fuzzer.lobby.guards.hint(person_id(SECRETS[0]), "")
        here.say('{"t": "hint", "seat": 0}')
        await until(partial(_is_in, here, "refusal"))
        # A cat may have moved since: the refusal need not be the last that came.
        [refusal] = [told for told in here.told if told["t"] == "refusal"]
        assert refusal["key"] == "refused.server.rate"
        assert refusal["facts"]["retry"]

    with_house(tmp_path, check, replace(LENIENT, hints_of_one=Rate(1, 100.0)))


@pytest.mark.parametrize("size", [0, 125, 126, (1 << 16) - 1, 1 << 16])
def test_a_frame_is_what_the_library_would_send(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_over_asgi_who_says_too_much_is_let_go(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = over_asgi(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        said: list[str | bytes] = ["nonsense", b"\xff", "x" * 5000]
        for message in said + ["{}"] * 100:
            here.say(message)
        await until(lambda: here.gone)
        assert here.kinds[-1] == "close"
        assert {told["key"] for told in here.told if told["t"] == "refusal"} >= {
            "refused.server.message",
            "refused.server.too_long",
        }
        await until(lambda: fuzzer.lobby.metrics.counts["sockets"] == 0)

    with_house(tmp_path, check, Limits())


def test_over_asgi_who_reads_too_slowly_is_let_go(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.lobby.tables[fuzzer.codes[0]]
        here = over_asgi(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        here.reading.clear()
        for _ in range(MOST_WAITING):
            if not table.connections:
                break
            table.broadcast_news()
        assert not table.connections
        here.reading.set()
        await until(lambda: here.gone)

    with_house(tmp_path, check)


def test_a_short_text_is_read_as_the_library_reads_it() -> None:
    for size in (1, 2, 3, 4, 5, 124, 125):
        payload = bytes(n * 7 % 256 for n in range(size))
        raw = Frame(Opcode.TEXT, payload).serialize(mask=True)
        assert short_text(raw) == payload
        # Anything but just one whole message is the library's: less, more, and what only looks like it.
        for other in (raw[:-1], raw + b"x", raw + raw, b"\x01" + raw[1:], b"\x82" + raw[1:], b"\xc1" + raw[1:]):
            assert short_text(other) is None
    for data in (
        b"",
        b"\x81",
        Frame(Opcode.TEXT, b"").serialize(mask=True),
        Frame(Opcode.TEXT, b"ab").serialize(mask=False),
    ):
        assert short_text(data) is None
    assert short_text(Frame(Opcode.TEXT, b"x" * 126).serialize(mask=True)) is None


def test_a_short_text_within_or_behind_another_frame_keeps_its_place(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer)
        await until(lambda: "welcome" in here.kinds)
        bad = Frame(Opcode.TEXT, b"bad").serialize(mask=True)
        # The second half of a frame looks like a message of its own.
        outer = Frame(Opcode.TEXT, b"x" * 20 + bad).serialize(mask=False)
        outer = bytes((outer[0], outer[1] | 0x80)) + bytes(4) + outer[2:]
        here.say_bytes(outer[:26])
        assert here.kinds.count("refusal") == 0
        here.say_bytes(outer[26:])
        assert here.kinds.count("refusal") == 1
        # A text between two fragments of another is against the protocol: it is the end.
        here.say_bytes(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        here.say_bytes(bad)
        assert here.gone

    with_house(tmp_path, check)


def test_what_is_said_right_before_a_close_is_heard(tmp_path: Path) -> None:
    """Who leaves says so and hangs up: a network makes one packet of both."""

    async def check(fuzzer: Fuzzer) -> None:
        goes, stays = line(fuzzer), line(fuzzer, cookie=f"cardhouse={SECRETS[1]}")
        await until(lambda: "welcome" in goes.kinds and "welcome" in stays.kinds)
        said, close = Frame(Opcode.TEXT, b'{"t":"say","phrase":"hello"}'), Frame(Opcode.CLOSE, b"\x03\xe8")
        goes.say_bytes(said.serialize(mask=True) + close.serialize(mask=True))
        assert goes.gone
        await until(lambda: "said" in stays.kinds)

    with_house(tmp_path, check)
