"""Posts to addresses that strangers name: over HTTPS, to public machines only, and little is read of the answer."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from urllib.parse import SplitResult, urlsplit

from ..engine.errors import Refused

LONGEST_ADDRESS = 512
WITHIN = 8.0
MOST_READ = 4096
HTTPS = 443


class Unreachable(Exception):
    """Nothing was sent there, and why."""


def place_of(address: str, inner: bool = False) -> SplitResult:
    """The parts of an address that may be posted to; `Refused` says what is wrong with another.

    ``inner``: machines in inner networks too, without HTTPS. For tests alone.
    """
    try:
        place = urlsplit(address)
        port = place.port
    except ValueError:
        raise Refused("refused.push.address") from None
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    if not plain or not place.hostname or place.username is not None or place.fragment:
        raise Refused("refused.push.address")
    if inner:
        return place
    if place.scheme != "https" or port not in (None, HTTPS) or not _is_name(place.hostname):
        raise Refused("refused.push.address")
    return place


def _is_name(host: str) -> bool:
    """True for a name with a dot in it; an address in numbers is none, however it is written."""
    last = host.rstrip(".").rpartition(".")
    return bool(last[0]) and last[2].isalpha() and ":" not in host


def is_public(address: str) -> bool:
    """True if this is the address of a machine on the open net."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        # What stands for an IPv4 address leads to it. NAT64 may lead anywhere.
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inside is not None:
            return is_public(str(inside))
        if found in ipaddress.ip_network("64:ff9b::/32"):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


async def resolved(host: str, port: int, inner: bool = False) -> str:
    """The address of a machine; `Unreachable` if it has none, or any that is not public."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host} can't be found: {error}") from error
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not (inner or all(map(is_public, addresses))):
        raise Unreachable(f"{host} is not on the open net")
    return addresses[0]


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(address: str, headers: Mapping[str, str], body: bytes, inner: bool = False) -> int:
    """Post something and return the status of the answer, wherever it may point to; `Unreachable` says why not.

    The name is looked up once, and the machine that was checked is the one that is spoken to.
    """
    place = place_of(address, inner)
    host, secure = place.hostname or "", place.scheme == "https"
    port = place.port or (HTTPS if secure else 80)
    path = (place.path or "/") + (f"?{place.query}" if place.query else "")
    told = {"host": place.netloc, "content-length": str(len(body)), "connection": "close", **headers}
    head = f"POST {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in told.items()) + "\r\n"
    try:
        async with asyncio.timeout(WITHIN):
            machine = await resolved(host, port, inner)
            reader, writer = await asyncio.open_connection(
                machine, port, ssl=_trust() if secure else None, server_hostname=host if secure else None,
                limit=MOST_READ,
            )  # fmt: skip
            try:
                writer.write(head.encode("ascii") + body)
                await writer.drain()
                return _status(await reader.readline())
            finally:
                writer.transport.abort()
    except (OSError, ValueError, TimeoutError, EOFError) as error:
        raise Unreachable(f"{host}: {error or type(error).__name__}") from error


def _status(line: bytes) -> int:
    """The status in the first line of an answer; `ValueError` if it is none."""
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/1."):
        raise ValueError("that is no answer")
    return int(rest[:3])
