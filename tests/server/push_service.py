"""A push service for tests, on this machine: it takes messages, and reads them as the browser would."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from cardhouse.contract.requests import Subscription
from cardhouse.server import webpush
from cardhouse.server.push import Message


class Browser:
    """A browser that has subscribed: only it can read what it is sent."""

    def __init__(self, endpoint: str, language: str = "en") -> None:
        self.key = webpush.new_key()
        self.auth = os.urandom(webpush.AUTH)
        public = webpush.text_of(webpush.public_bytes(self.key))
        self.subscription = Subscription(endpoint, public, webpush.text_of(self.auth), language)

    def read(self, body: bytes) -> Message:
        return Message(**json.loads(webpush.decrypted(body, self.key, self.auth)))


def signed_by(authorization: str, endpoint: str, now: float) -> str:
    """The public key of the house that signed this header for this push service; `InvalidSignature` if none did."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = webpush.bytes_of(signature)
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(webpush.CURVE, webpush.bytes_of(parts["k"]))
    key.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    told = json.loads(webpush.bytes_of(claims))
    place = urlsplit(endpoint)
    assert scheme == "vapid"
    assert told["aud"] == f"{place.scheme}://{place.netloc}"
    assert now < told["exp"] <= now + 24 * 3600
    return parts["k"]


@dataclass
class PushService:
    """Answers every message with the next of ``statuses``, and with 201 when there are none left."""

    statuses: list[int] = field(default_factory=list)
    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    server: asyncio.Server | None = None

    async def open(self) -> str:
        """Begin to listen; gives the beginning of its addresses."""
        self.server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        assert self.server is not None
        self.server.close()
        await self.server.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.taken.append((head[0].split()[1], headers, body))
        status = self.statuses.pop(0) if self.statuses else 201
        writer.write(f"HTTP/1.1 {status} So\r\ncontent-length: 0\r\nlocation: http://127.0.0.1:1/\r\n\r\n".encode())
        await writer.drain()
        writer.close()
