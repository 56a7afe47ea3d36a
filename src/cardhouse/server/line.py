"""How long a connection's packets take there and back, by the system's own measure: no program is asked."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct

from .limits import Addresses

# Linux has it: `struct tcp_info` of <linux/tcp.h>, with the smoothed round trip in microseconds.
TCP_INFO = getattr(socket, "TCP_INFO", None)
AS_FAR_AS_ROUND_TRIP = 72
ROUND_TRIP_AT = 68


def round_trip(transport: asyncio.BaseTransport) -> float | None:
    """The round trip of a connection's packets in milliseconds; None where the system doesn't say."""
    connection = transport.get_extra_info("socket")
    if TCP_INFO is None or connection is None:
        return None
    with contextlib.suppress(OSError, struct.error):
        found = connection.getsockopt(socket.IPPROTO_TCP, TCP_INFO, AS_FAR_AS_ROUND_TRIP)
        (microseconds,) = struct.unpack_from("=I", found, ROUND_TRIP_AT)
        return float(microseconds / 1000)
    return None


def ends_here(peer: str, forwarded: bool, addresses: Addresses) -> bool:
    """True if the line is the person's own, all the way; ``forwarded``: it is said to come through a proxy.

    A stranger who says so is not believed: a proxy is one that is trusted, or at least near.
    """
    if addresses.trusts(peer):
        return False
    if not forwarded:
        return True
    try:
        near = ipaddress.ip_address(peer.partition("%")[0]).is_private
    except ValueError:
        near = False
    return not near
