"""From where others reach this house: the addresses of this machine in its networks, and opening the house to them."""

from __future__ import annotations

import array
import asyncio
import io
import ipaddress
import logging
import socket
import struct
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from ..contract.requests import ReachInfo
from ..engine.errors import Refused
from .guard import Hosts

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("cardhouse.reach")

EVERYWHERE = ("0.0.0.0", "::")
# Linux's request for the IPv4 address of an interface.
SIOCGIFADDR = 0x8915
# No packet is sent there: it only shows by which of its addresses this machine would go out.
OUTSIDE = ("192.0.2.1", 9)


def is_loopback(host: str) -> bool:
    """True if only this machine can reach a server that listens there."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """The IPv4 addresses that others in the same networks reach this machine at, the likeliest first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(OUTSIDE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    found += _of_interfaces()
    return [one for one in dict.fromkeys(found) if _is_outward(one)]


def _of_interfaces() -> list[str]:
    if fcntl is None:
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            asked = array.array("B", struct.pack("256s", name.encode()[:15]))
            with suppress(OSError):
                fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)
                found.append(socket.inet_ntoa(asked.tobytes()[20:24]))
    return found


def _is_outward(address: str) -> bool:
    one = ipaddress.ip_address(address)
    return not (one.is_loopback or one.is_link_local or one.is_unspecified)


def drawn(link: str) -> str:
    """A link's QR code for a terminal; empty where nothing here can draw it."""
    try:
        import segno
    except ImportError:
        return ""
    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out=out, compact=True)
    return out.getvalue()


class Reach:
    """Where a house answers: on this machine only, or at the addresses that others reach it at."""

    def __init__(self, host: str, port: int, hosts: Hosts, addresses: Callable[[], list[str]] = own_addresses) -> None:
        self.host = host
        self.port = port
        self.hosts = hosts
        self._addresses = addresses
        # Listens at these addresses too; None where nothing can.
        self.listen: Callable[[Iterable[str]], Awaitable[None]] | None = None
        self._opened: list[str] = []

    @property
    def local(self) -> bool:
        """True if only this machine reaches the house."""
        return is_loopback(self.host) and not self._opened

    @property
    def links(self) -> list[str]:
        """The page's addresses for others in the same networks."""
        if is_loopback(self.host):
            found = self._opened
        else:
            found = self._addresses() if self.host in EVERYWHERE else [self.host]
        return [f"http://{f'[{one}]' if ':' in one else one}:{self.port}/" for one in found]

    def info(self) -> ReachInfo:
        """Return what a page is told of it."""
        return ReachInfo(self.local, self.local and self.listen is not None, self.links)

    async def open(self) -> ReachInfo:
        """Let the same networks in, until the house is closed; `Refused` if nothing can be had."""
        if self.local and self.listen is not None:
            found = self._addresses()
            try:
                await self.listen(found)
            except OSError as error:
                raise Refused("refused.reach.port", why=error.strerror or str(error)) from error
            self._opened = found
            self.hosts.allow(found)
        if self.local:
            raise Refused("refused.reach.none")
        return self.info()

    def told(self, drawing: bool) -> str:
        """Lines for the terminal: where the house answers, and how others come in."""
        own = "localhost" if self.host in EVERYWHERE else self.host
        lines = [f"Cardhouse answers at http://{f'[{own}]' if ':' in own else own}:{self.port}/ (Ctrl+C closes it)"]
        if self.local:
            lines.append("Only this machine reaches it. For others on the same network: cardhouse serve --lan")
        elif self.links:
            lines.append("Others on the same network open:")
            lines += [f"  {link}" for link in self.links]
        text = "\n".join(lines)
        return f"{text}\n\n{drawn(self.links[0])}" if drawing and self.links else text


def listener(
    protocol: Callable[[], asyncio.BaseProtocol], port: int, opened: Callable[[asyncio.Server], None]
) -> Callable[[Iterable[str]], Awaitable[None]]:
    """Return what listens at more addresses with the same protocol: at all of them, or none."""

    async def listen(addresses: Iterable[str]) -> None:
        made: list[asyncio.Server] = []
        try:
            for address in addresses:
                made.append(await asyncio.get_running_loop().create_server(protocol, address, port))
        except OSError:
            for server in made:
                server.close()
            raise
        for server in made:
            opened(server)

    return listen
