"""Attacks of a siege that ask for little and cost much: see ``bench.siege``."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from bench.visitors import ATTACKER, BYSTANDER, PROXY, ask, cookie_of, make_table

PADDING = 1_900_000
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def a_record(seed: int, padding: int = 0) -> str:
    """The record of a whole game, with notes that say nothing."""
    import cardhouse
    from cardhouse.engine.record import Record

    noise = random.Random(seed)
    game = cardhouse.new("threes", seats=2, seed=seed)
    record = Record.of(game, ["Ann", "Bea"], "5a17")
    while not game.over:
        seat = game.turn()[0]
        action = str(game.legal(seat)[0])
        game.apply(seat, action)
        notes = [noise.randbytes(2000).hex() for _ in range(max(0, min(padding // 4000, 90)))]
        padding -= 4000 * len(notes)
        record.add(seat, action, notes=notes)
    record.close(game)
    return record.text()


def an_archive(seed: int, padding: int) -> bytes:
    """One game to be brought along."""
    seats = [{"yours": True}, {"yours": False}]
    return json.dumps([{"at": float(seed), "text": a_record(seed, padding), "seats": seats}]).encode()


async def archives(port: int, seconds: float) -> str:
    """Nineteen imports of 1.9 MB, then 120 archives that nobody reads."""
    brought: Counter[int] = Counter()
    for number in range(19):
        with contextlib.suppress(OSError):
            status, _ = await ask(port, "POST", "/api/archive", cookie_of("archives"), an_archive(number, PADDING))
            brought[status] += 1
    head = f"GET /api/archive HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie_of('archives')}\r\n\r\n"
    lines = []
    for _ in range(120):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0), limit=1)
            writer.write(head.encode())
            lines.append(writer)
    await asyncio.sleep(seconds)
    for writer in lines:
        writer.close()
    return f"imports answered {dict(brought)}"


async def chunks(port: int, seconds: float) -> str:
    """A hundred bodies in chunks of one byte."""
    ends, sent = time.monotonic() + seconds, 0
    head = b"POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"

    async def one() -> None:
        nonlocal sent
        while time.monotonic() < ends:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(max(0.1, ends - time.monotonic())):
                    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
                    writer.write(head)
                    # Who is turned away comes again.
                    refused = asyncio.create_task(reader.read())
                    refused.add_done_callback(lambda done: done.cancelled() or done.exception())
                    while not refused.done() and time.monotonic() < ends:
                        writer.write(b"1\r\nx\r\n" * 10_000)
                        await writer.drain()
                        sent += 10_000
                        await asyncio.sleep(0)
                    writer.close()
            await asyncio.sleep(0.01)

    await asyncio.gather(*[one() for _ in range(100)])
    return f"{sent:,} chunks"


async def padding(port: int, seconds: float) -> str:
    """Padded imports by one person after the other, and new names."""
    ends, told = time.monotonic() + seconds, Counter[str]()
    ready = [an_archive(number, PADDING) for number in range(8)]

    async def one(who: int) -> None:
        number = 0
        while time.monotonic() < ends:
            number += 1
            cookie = cookie_of(f"padding-{who}-{number}")
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(max(0.1, ends - time.monotonic())):
                    status, _ = await ask(port, "POST", "/api/archive", cookie, ready[number % len(ready)])
                    told[f"import {status}"] += 1
                    status, _ = await ask(port, "PUT", "/api/me", cookie, json.dumps({"name": f"N{number}"}).encode())
                    told[f"name {status}"] += 1

    await asyncio.gather(*[one(who) for who in range(4)])
    return ", ".join(f"{what}: {times}" for what, times in sorted(told.items()))


async def files(port: int, seconds: float) -> str:
    """Words that are compressed, and heads of 48 KB in tiny lines."""
    ends, told = time.monotonic() + seconds, Counter[int]()
    tiny = "a:b\r\n" * 9_600

    async def one(more: str) -> None:
        while time.monotonic() < ends:
            with contextlib.suppress(OSError, ValueError):
                status, _ = await ask(port, "GET", "/web/words/ru.json", cookie_of("files"), more=more)
                told[status] += 1

    zipped = "Accept-Encoding: gzip\r\n"
    await asyncio.gather(*[one(zipped) for _ in range(40)], *[one(tiny) for _ in range(20)])
    return f"answered {dict(told)}"


async def reviews(port: int, seconds: float) -> str:
    """Sixteen reviews from two networks, and what somebody else's replays get."""
    ends, told, record = time.monotonic() + seconds, Counter[str](), a_record(1).encode()

    async def review(number: int) -> None:
        address = f"X-Forwarded-For: 2001:db8:{number % 2}::{number}\r\n"
        while time.monotonic() < ends:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(max(0.1, ends - time.monotonic())):
                    cookie = cookie_of(f"review-{number}")
                    await ask(port, "POST", "/api/review", cookie, record, PROXY, address)
            await asyncio.sleep(0.01)

    async def replay() -> None:
        while time.monotonic() < ends:
            began = time.monotonic()
            with contextlib.suppress(OSError):
                status, _ = await ask(port, "POST", "/api/replay", cookie_of("other"), record, BYSTANDER)
                told[f"another's replay: {status}"] += 1
                told["slowest in ms"] = max(told["slowest in ms"], round(1000 * (time.monotonic() - began)))
            await asyncio.sleep(0.3)

    await asyncio.gather(*[review(number) for number in range(16)], replay())
    return ", ".join(f"{what} {times}" for what, times in sorted(told.items()))


async def strange(port: int, seconds: float) -> str:
    """Two origins, 4,000 brackets, notes 100,000 deep, NUL, a step of 400 digits."""
    ends, told = time.monotonic() + seconds, Counter[str]()
    _, code = await make_table(port, cookie_of("strange"))
    deep = b'[{"at":1,"text":"x","seats":[{"yours":true,"notes":' + b"[" * 100_000 + b"]" * 100_000 + b"}]}]"
    origins = f"{UPGRADE}Origin: http://127.0.0.1:{port}\r\nOrigin: http://other\r\n"
    wrong = "[" * 4000, '{"t":"act","seat":0,"action":"turn","step":1' + "0" * 400 + "}"

    async def asks() -> None:
        while time.monotonic() < ends:
            for method, path, body, more in (
                ("GET", f"/ws/{code}", b"", origins),
                ("POST", "/api/archive", deep, ""),
                ("GET", "/api/records/a%00b", b"", ""),
                ("GET", "/web/%00", b"", ""),
            ):
                with contextlib.suppress(OSError):
                    status, _ = await ask(port, method, path, cookie_of("strange"), body, more=more)
                    told[str(status)] += 1

    async def says() -> None:
        from bench.wire import Wire

        while time.monotonic() < ends:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(max(0.1, ends - time.monotonic())):
                    loop = asyncio.get_running_loop()
                    path, cookie = f"/ws/{code}", cookie_of("strange")
                    made = lambda: Wire(f"127.0.0.1:{port}", path, cookie, lambda raw: None)  # noqa: E731, B023
                    _, wire = await loop.create_connection(made, "127.0.0.1", port, local_addr=(ATTACKER, 0))
                    await wire.ready
                    for number in range(60):
                        if wire.gone.done():
                            break
                        wire.say(wrong[number % 2].encode())
                        told["messages"] += 1
                        await asyncio.sleep(0.001)
                    wire.close()

    await asyncio.gather(*[asks() for _ in range(6)], *[says() for _ in range(4)])
    return f"answered {dict(told)}"


COSTS: dict[str, Callable[[int, float], Coroutine[Any, Any, str]]] = {
    "archives": archives,
    "chunks": chunks,
    "padding": padding,
    "files": files,
    "reviews": reviews,
    "strange": strange,
}
