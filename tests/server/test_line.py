"""The line of a connection: what the system measures, and whose connection is a person's own."""

from __future__ import annotations

import asyncio
import socket

import pytest

from cardhouse.server.limits import Addresses
from cardhouse.server.line import ends_here, round_trip


@pytest.mark.parametrize(
    ("peer", "forwarded", "own"),
    [
        ("93.184.216.34", False, True),
        # A stranger says that they come through a proxy.
        ("93.184.216.34", True, True),
        ("127.0.0.1", False, True),
        # A proxy beside the house that nobody has named.
        ("127.0.0.1", True, False),
        ("10.1.2.3", True, False),
        ("198.51.100.7", True, False),
        ("198.51.100.7", False, False),
        ("", True, True),
    ],
)
def test_a_proxy_hides_the_line(peer: str, forwarded: bool, own: bool) -> None:
    assert ends_here(peer, forwarded, Addresses(["198.51.100.7"])) is own


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="this system doesn't say")
def test_the_system_measures_a_line() -> None:
    async def main() -> None:
        found: list[float | None] = []

        def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.append(round_trip(writer.transport))
            writer.close()

        server = await asyncio.start_server(answered, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        await reader.read()
        writer.close()
        server.close()
        assert len(found) == 1
        assert found[0] is not None
        assert 0 <= found[0] < 1000

    asyncio.run(main())


def test_a_connection_without_a_socket_has_no_known_line() -> None:
    class Bare(asyncio.Transport):
        pass

    assert round_trip(Bare()) is None
