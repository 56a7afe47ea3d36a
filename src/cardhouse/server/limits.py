"""The limits of a server: in all, for one person, and for one address, since a person is free to make.

Every refusal says after how many seconds it is worth trying again.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import lru_cache

from ..engine.errors import Refused
from .budget import LOOK_AGAIN, Buckets, Budget, Payers, Rate, Turns

# When somebody else is done can't be foretold: a moment later is worth a try.
SOON = 20
# Tells the other nodes who has reached this part of their places here.
CROWDED = 8
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Limits:
    """What the server bears. ``of_one``: of one person; ``of_address``: of all people behind one address;
    ``of_network``: of all addresses around one.

    ``work`` is processor time of the loop, in seconds: of each one so much at once, and then a share of one core.
    ``disk`` is what is written for good, in bytes. ``memory`` is what is held while it comes in or goes out, in bytes.
    """

    tables: int = 5000
    tables_of_one: int = 40
    tables_of_address: int = 400
    creations_of_one: Rate = Rate(20, 3.0)
    creations_of_address: Rate = Rate(100, 0.5)
    work_of_one: Rate = Rate(2.0, 1 / 0.2)
    work_of_address: Rate = Rate(4.0, 1 / 0.3)
    work_of_network: Rate = Rate(6.0, 1 / 0.5)
    # A record has some 5 KB, compressed 1 KB: a person may bring a thousand games along, and an address five thousand.
    disk_of_one: Rate = Rate(8 * MEGABYTE, 0.01)
    disk_of_address: Rate = Rate(32 * MEGABYTE, 0.0025)
    disk_of_network: Rate = Rate(64 * MEGABYTE, 0.001)
    memory: int = 64 * MEGABYTE
    memory_of_address: int = 16 * MEGABYTE
    devices_of_address: Rate = Rate(60, 2.0)
    connections: int = 10_000
    connections_of_address: int = 400
    sockets_of_one: int = 20
    sockets_of_address: int = 300
    watchers: int = 200
    places_at_table: int = 6
    jobs: int = 32
    jobs_of_one: int = 3
    jobs_of_address: int = 8
    job_seconds: int = 60
    hints_of_one: Rate = Rate(20, 2.0)
    hints_of_address: Rate = Rate(100, 0.5)
    message: int = 4096
    messages_a_second: int = 20
    forgiven: int = 40


class Places:
    """This many at once in all, this many for each key, and for each network around keys no more than are still free.

    So a network takes half of them at most, two of them a third each, and somebody new always finds some: what is
    known of switches as a dynamic threshold. A place may have a size.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self.taken = 0
        self._of_one: Counter[str] = Counter()
        self._of_network: Counter[str] = Counter()
        # By node: who has many places there.
        self.elsewhere: dict[str, dict[str, int]] = {}

    def enter(self, key: str, size: int = 1) -> None:
        """Take a place; `Refused` if there is none. Give it back with `leave`."""
        free, networks = self.most - self.taken, networks_of(key)
        own = self._of_one[key] + sum(there.get(key, 0) for there in self.elsewhere.values())
        crowded = [taken for taken in (self._of_network[network] for network in networks) if taken + size > free]
        if size > free or own + size > self.most_of_one or crowded:
            self._forget(key)
            if size > 1:
                raise Refused("refused.server.rate", retry=SOON)
            most = self.most if size > free else self.most_of_one if own + size > self.most_of_one else crowded[0]
            raise Refused("refused.server.at_once", most=most, retry=SOON)
        self.taken += size
        self._of_one[key] += size
        self._of_network.update(dict.fromkeys(networks, size))

    def leave(self, key: str, size: int = 1) -> None:
        """Give a place back."""
        self.taken -= size
        self._of_one[key] -= size
        self._of_network.subtract(dict.fromkeys(networks_of(key), size))
        self._forget(key)

    def _forget(self, key: str) -> None:
        """Keep nothing of who has no place."""
        if not self._of_one[key]:
            del self._of_one[key]
        for network in networks_of(key):
            if not self._of_network[network]:
                del self._of_network[network]

    def crowded(self) -> dict[str, int]:
        """The keys with enough places that it matters how many they have elsewhere."""
        return {key: taken for key, taken in self._of_one.items() if taken * CROWDED >= self.most_of_one}

    @contextmanager
    def held(self, key: str, size: int = 1) -> Iterator[None]:
        """A place for as long as this lasts."""
        self.enter(key, size)
        try:
            yield
        finally:
            self.leave(key, size)

    @asynccontextmanager
    async def held_in_time(self, key: str, size: int) -> AsyncIterator[None]:
        """A place for as long as this lasts, as soon as there is one."""
        while True:
            try:
                self.enter(key, size)
                break
            except Refused:
                await asyncio.sleep(LOOK_AGAIN)
        try:
            yield
        finally:
            self.leave(key, size)


class Guards:
    """The counts, rates and budgets that are kept while the server runs."""

    def __init__(self, limits: Limits) -> None:
        everybody = 1 << 60
        self.work = Budget(limits.work_of_one, limits.work_of_address, limits.work_of_network)
        self.turns = Turns(self.work)
        self.disk = Budget(limits.disk_of_one, limits.disk_of_address, limits.disk_of_network)
        self.memory = Places(limits.memory, limits.memory_of_address)
        self.creations_of_one = Buckets(limits.creations_of_one)
        self.creations_of_address = Buckets(limits.creations_of_address)
        self.devices = Buckets(limits.devices_of_address)
        self.hints_of_one = Buckets(limits.hints_of_one)
        self.hints_of_address = Buckets(limits.hints_of_address)
        self.connections = Places(limits.connections, limits.connections_of_address)
        self.sockets_of_one = Places(everybody, limits.sockets_of_one)
        self.sockets_of_address = Places(everybody, limits.sockets_of_address)
        self.jobs_of_one = Places(everybody, limits.jobs_of_one)
        self.jobs_of_address = Places(limits.jobs, limits.jobs_of_address)

    @property
    def rates(self) -> dict[str, Buckets]:
        """The rates that hold for the whole house, by name. Work is each node's own."""
        found = {name: value for name, value in vars(self).items() if isinstance(value, Buckets)}
        return found | {f"disk of {name}": value for name, value in vars(self.disk).items()}

    @property
    def places(self) -> dict[str, Places]:
        """The places of one person or one address that count in the whole house, by name."""
        names = ("sockets_of_one", "sockets_of_address")
        return {name: getattr(self, name) for name in names}

    def hint(self, person: str, address: str) -> None:
        """Count a hint; `Refused` if it is one too many."""
        self.hints_of_one.take(person)
        self.hints_of_address.take(address)

    def create(self, person: str, address: str) -> None:
        """Count a table that is made; `Refused` if it is one too many."""
        self.creations_of_one.take(person)
        self.creations_of_address.take(address)

    @contextmanager
    def job(self, person: str, address: str) -> Iterator[None]:
        """A place for a replay or a review, for as long as this lasts."""
        with self.jobs_of_one.held(person), self.jobs_of_address.held(address):
            yield


class Addresses:
    """Who a connection counts for: its address or, from a proxy that is trusted, the one it was forwarded for."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        self._trusted = {address_key(address) for address in trusted}
        # What other nodes of this house are known by, and where they are.
        self.key = ""
        self.nodes: frozenset[str] = frozenset()

    def trusts(self, peer: str) -> bool:
        """True if this is a proxy that speaks for others."""
        return address_key(peer) in self._trusted

    def brings_many(self, peer: str) -> bool:
        """True if connections from there are of many people: a proxy, or another node."""
        return self.trusts(peer) or address_key(peer) in self.nodes

    def is_node(self, key: str | None) -> bool:
        """True if this is the key that the nodes of this house have."""
        return bool(self.key and key) and hmac.compare_digest(self.key.encode(), str(key).encode())

    def of(self, peer: str, forwarded: str, node: bool = False) -> str:
        """The key of an address, with what ``X-Forwarded-For`` says: the last one that no trusted proxy has.

        What another ``node`` says is taken as it is.
        """
        if node:
            return forwarded[:60]
        key = address_key(peer)
        for hop in reversed(forwarded.split(",")):
            if key not in self._trusted or not hop.strip():
                break
            key = address_key(hop.strip())
        return key


@lru_cache(10_000)
def networks_of(address: str) -> tuple[str, ...]:
    """The networks around an address's key: of IPv4 what a provider's neighbours share, of IPv6 what one customer has,
    at usual and at most. None around this machine itself."""
    try:
        found = ipaddress.ip_interface(address).ip
    except ValueError:
        return ()
    if found.is_loopback:
        return ()
    return tuple(
        str(ipaddress.ip_network((found, size), False)) for size in ((24,) if found.version == 4 else (56, 48))
    )


def payers_of(address: str, person: str = "") -> Payers:
    """Who pays for what is asked from an address with this key, by a person if one is known."""
    return Payers(address, networks_of(address), person)


def address_key(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the network of an IPv6 address that one household has."""
    try:
        found = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return address[:60]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return "::1" if found.is_loopback else str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)
