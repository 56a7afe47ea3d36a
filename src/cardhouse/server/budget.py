"""Budgets for what strangers cost: of a person, of an address and of a wider network, and turns at the loop.

Work is charged with what it has cost, whatever it was: who is in debt waits until it is paid off.
Requests of one address begin one after the other, with others' turns in between. So the cost of a crowd is known only
to itself, whatever it asks for.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..engine.errors import Refused

# This many are remembered at most; who has been quiet for longest is forgotten, and starts with a full budget.
MOST_REMEMBERED = 20_000
# Whose own debt holds up nobody else of their address: they are looked at again after so long.
LOOK_AGAIN = 0.05


@dataclass(frozen=True)
class Rate:
    """This many at once, and then one every this many seconds."""

    burst: float
    every: float


# More than anybody can use up.
UNLIMITED = Rate(1 << 40, 1e-9)


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

    def wait(self, key: str, wanted: float = 1.0) -> float:
        """In how many seconds there will be this many; 0 or less: now."""
        now = self._clock()
        return self._full_at.get(key, now) - now - (self.rate.burst - wanted) * self.rate.every

    def take(self, key: str, wanted: float = 1.0) -> None:
        """Take this many; `Refused` says in how many seconds there will be as many."""
        wait = self.wait(key, wanted)
        if wait > 0:
            self.charge(key, 0.0)
            raise Refused("refused.server.rate", retry=math.ceil(wait))
        self.charge(key, wanted)
        if self.taken is not None:
            self.taken[key] += math.ceil(wanted)

    def charge(self, key: str, amount: float) -> float:
        """Count what was taken, even if there was no such amount: at another node, or when the cost is known.

        Gives the seconds of debt after it; 0 or less: none.
        """
        now, every = self._clock(), self.rate.every
        full_at = self._full_at[key] = max(self._full_at.pop(key, now), now) + amount * every
        while len(self._full_at) > MOST_REMEMBERED:
            self._full_at.popitem(last=False)
        return full_at - now - self.rate.burst * every


class Payers(NamedTuple):
    """Who pays: a person where one is known, an address, and the networks around it."""

    address: str
    networks: tuple[str, ...] = ()
    person: str = ""


class Budget:
    """The budgets of persons, addresses and networks, in the unit of these rates."""

    def __init__(self, person: Rate, address: Rate, network: Rate) -> None:
        self.persons = Buckets(person)
        self.addresses = Buckets(address)
        self.networks = Buckets(network)

    def _shares(self, payers: Payers) -> list[tuple[Buckets, str]]:
        shares = [(self.addresses, payers.address), *[(self.networks, network) for network in payers.networks]]
        return [*shares, (self.persons, payers.person)] if payers.person else shares

    def charge(self, payers: Payers, cost: float) -> float:
        """Note what something has cost; gives what `debt` says after it."""
        return max([buckets.charge(key, cost) for buckets, key in self._shares(payers)])

    def debt(self, payers: Payers) -> float:
        """For how many seconds nothing more of theirs should be begun; 0 or less: it may begin now."""
        return max(buckets.wait(key, 0.0) for buckets, key in self._shares(payers))

    def take(self, payers: Payers, cost: float) -> None:
        """Take what something will cost; `Refused` says when there will be as much."""
        wait = max(buckets.wait(key, cost) for buckets, key in self._shares(payers))
        if wait > 0:
            raise Refused("refused.server.rate", retry=math.ceil(wait))
        for buckets, key in self._shares(payers):
            buckets.take(key, cost)


class Turns:
    """Lets work begin: of each address one piece in a turn of the loop, and of nobody who is in debt."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        # By address: who has begun something in this turn of the loop, with what waits for the next one.
        self._waiting: dict[str, deque[tuple[Payers, asyncio.Future[None]]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def wait(self, payers: Payers) -> None:
        """Return when work of these payers may begin: behind what else their address has asked for."""
        loop, waiting = asyncio.get_running_loop(), self._waiting.get(payers.address)
        if waiting is None:
            waiting = self._waiting[payers.address] = deque()
            loop.call_soon(self._next, payers.address)
            if self.budget.debt(payers) <= 0:
                return
        turn = loop.create_future()
        waiting.append((payers, turn))
        await turn

    def _next(self, address: str) -> None:
        waiting, loop = self._waiting[address], asyncio.get_running_loop()
        while waiting and waiting[0][1].done():
            waiting.popleft()
        if not waiting:
            del self._waiting[address]
            return
        payers, turn = waiting[0]
        debt = self.budget.debt(payers)
        if debt > 0:
            waiting.rotate(-1)
            loop.call_later(min(debt, LOOK_AGAIN), self._next, address)
            return
        waiting.popleft()
        turn.set_result(None)
        loop.call_soon(self._next, address)


class Metered:
    """Awaits some work, and says after each of its steps how much processor time of this thread that step took."""

    def __init__(self, work: Awaitable[Any], charge: Callable[[float], object]) -> None:
        self.work: Generator[Any, Any, Any] = work.__await__()
        self.charge = charge

    def __await__(self) -> Generator[Any, Any, Any]:
        sent: Any = None
        raised: BaseException | None = None
        while True:
            began = time.thread_time()
            try:
                waits_for = self.work.send(sent) if raised is None else self.work.throw(raised)
            except StopIteration as done:
                return done.value
            finally:
                self.charge(time.thread_time() - began)
            sent = raised = None
            try:
                sent = yield waits_for
            except GeneratorExit:
                self.work.close()
                raise
            except BaseException as error:
                raised = error
