"""Who comes to a server in a siege: somebody who asks one thing on a connection of their own, and makes tables."""

from __future__ import annotations

import asyncio
import json

ATTACKER = "127.0.0.2"
BYSTANDER = "127.0.0.1"
# Who asks for what isn't there, as many at once as those who attack, from an address of their own.
CONTROL = "127.0.0.3"
# A proxy that the server trusts: it says which addresses people come from.
PROXY = "127.0.0.9"


async def ask(
    port: int, method: str, path: str, cookie: str, body: bytes = b"", address: str = ATTACKER, more: str = ""
) -> tuple[int, bytes]:
    """The status and the answer to one request on a connection of its own; `OSError` if none came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n{more}"
    try:
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.read()
    finally:
        writer.close()
    head_, _, raw = answer.partition(b"\r\n\r\n")
    if not head_:
        raise ConnectionError("nothing came back")
    return int(head_.split()[1]), raw


def cookie_of(name: str) -> str:
    return f"cardhouse=siege-{name}-{'x' * 20}"


async def make_table(port: int, cookie: str, listed: bool = False, address: str = ATTACKER) -> tuple[int, str]:
    """The status, and the code of the table if one was made."""
    wish = {"game": "threes", "seats": [{"kind": "you"}, {"kind": "link"}], "listed": listed}
    status, raw = await ask(port, "POST", "/api/tables", cookie, json.dumps(wish).encode(), address)
    return status, json.loads(raw)["code"] if status == 200 else ""
