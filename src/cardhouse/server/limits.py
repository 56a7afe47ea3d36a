"""What the server bears: for everybody together, for one person, and for one address, since a person is free to make.

Every refusal says after how many seconds it is worth trying again.
"""

from __future__ import annotations

import hmac
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..engine.errors import Refused

# When somebody else is done can't be foretold: a moment later is worth a try.
SOON = 20
# So many are remembered at most; who has been quiet for longest is forgotten, and begins anew.
MOST_REMEMBERED = 20_000
# Whoever has this part of their places at one node is told of to the others.
CROWDED = 8


@dataclass(frozen=True)
class Rate:
    """So many at once, and then one every so many seconds."""

    burst: int
    every: float


@dataclass(frozen=True)
class Limits:
    """What the server bears. ``of_one``: of one person; ``of_address``: of all people behind one address."""

    tables: int = 5000
    tables_of_one: int = 40
    tables_of_address: int = 400
    creations_of_one: Rate = Rate(20, 3.0)
    creations_of_address: Rate = Rate(100, 0.5)
    # A first visit asks for some 230 files, and a club may come through one address.
    requests_of_address: Rate = Rate(4000, 0.005)
    devices_of_address: Rate = Rate(60, 2.0)
    connections: int = 10_000
    connections_of_address: int = 400
    sockets_of_one: int = 20
    sockets_of_address: int = 300
    watchers: int = 200
    places_at_table: int = 6
    bodies: int = 500
    bodies_of_address: int = 50
    jobs: int = 16
    jobs_of_one: int = 3
    jobs_of_address: int = 8
    job_seconds: int = 60
    replays_of_one: Rate = Rate(20, 2.0)
    hints_of_one: Rate = Rate(20, 2.0)
    hints_of_address: Rate = Rate(100, 0.5)
    message: int = 4096
    messages_a_second: int = 20
    forgiven: int = 40


class Buckets:
    """A token bucket for each key: `take` refuses who has used theirs up. Its memory is bounded."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        # When each bucket would be full again; one that is full needs no remembering.
        self._full_at: OrderedDict[str, float] = OrderedDict()
        # What was taken since other nodes were last told; None where there are none.
        self.taken: Counter[str] | None = None

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str) -> None:
        """Take one; `Refused` says in how many seconds there will be one."""
        now, rate = self._clock(), self.rate
        full_at = max(self._full_at.pop(key, now), now)
        wait = full_at - now - (rate.burst - 1) * rate.every
        self._full_at[key] = full_at if wait > 0 else full_at + rate.every
        while len(self._full_at) > MOST_REMEMBERED:
            self._full_at.popitem(last=False)
        if wait > 0:
            raise Refused("refused.server.rate", retry=math.ceil(wait))
        if self.taken is not None:
            self.taken[key] += 1

    def charge(self, key: str, times: int) -> None:
        """Count what was taken at another node."""
        now = self._clock()
        self._full_at[key] = max(self._full_at.pop(key, now), now) + times * self.rate.every


class Places:
    """So many at once in all, and so many for each key."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self.taken = 0
        self._of_one: Counter[str] = Counter()
        # By node: who has many places there.
        self.elsewhere: dict[str, dict[str, int]] = {}

    def enter(self, key: str) -> None:
        """Take a place; `Refused` if there is none. Whoever has one gives it back with `leave`."""
        most = self.most if self.taken >= self.most else self.most_of_one
        others = sum(there.get(key, 0) for there in self.elsewhere.values())
        if self.taken >= self.most or self._of_one[key] + others >= self.most_of_one:
            if not self._of_one[key]:
                del self._of_one[key]
            raise Refused("refused.server.at_once", most=most, retry=SOON)
        self.taken += 1
        self._of_one[key] += 1

    def leave(self, key: str) -> None:
        """Give a place back."""
        self.taken -= 1
        self._of_one[key] -= 1
        if self._of_one[key] <= 0:
            del self._of_one[key]

    def crowded(self) -> dict[str, int]:
        """Who has so many places that it matters how many they have elsewhere."""
        return {key: taken for key, taken in self._of_one.items() if taken * CROWDED >= self.most_of_one}

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """A place for as long as this lasts."""
        self.enter(key)
        try:
            yield
        finally:
            self.leave(key)


class Guards:
    """The counts and rates that are kept while the server runs."""

    def __init__(self, limits: Limits) -> None:
        everybody = 1 << 60
        self.creations_of_one = Buckets(limits.creations_of_one)
        self.creations_of_address = Buckets(limits.creations_of_address)
        self.requests = Buckets(limits.requests_of_address)
        self.devices = Buckets(limits.devices_of_address)
        self.replays = Buckets(limits.replays_of_one)
        self.hints_of_one = Buckets(limits.hints_of_one)
        self.hints_of_address = Buckets(limits.hints_of_address)
        self.connections = Places(limits.connections, limits.connections_of_address)
        self.sockets_of_one = Places(everybody, limits.sockets_of_one)
        self.sockets_of_address = Places(everybody, limits.sockets_of_address)
        self.bodies = Places(limits.bodies, limits.bodies_of_address)
        self.jobs_of_one = Places(limits.jobs, limits.jobs_of_one)
        self.jobs_of_address = Places(everybody, limits.jobs_of_address)

    @property
    def rates(self) -> dict[str, Buckets]:
        """The rates that hold for the whole house, by name."""
        return {name: value for name, value in vars(self).items() if isinstance(value, Buckets)}

    @property
    def places(self) -> dict[str, Places]:
        """The places of one person or one address that count in the whole house, by name."""
        names = ("sockets_of_one", "sockets_of_address", "jobs_of_one", "jobs_of_address")
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
        """Whether this is a proxy that speaks for others."""
        return address_key(peer) in self._trusted

    def brings_many(self, peer: str) -> bool:
        """Whether connections from there are of many people: a proxy, or another node."""
        return self.trusts(peer) or address_key(peer) in self.nodes

    def is_node(self, key: str | None) -> bool:
        """Whether this is the key that the nodes of this house have."""
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


def address_key(address: str) -> str:
    """What counts as one address: an IPv4 address, or the network of an IPv6 address that one household has."""
    try:
        found = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return address[:60]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return "::1" if found.is_loopback else str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)
