"""One person at one table: let in, heard within limits, and told, over whatever carries their messages."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from websockets.frames import CloseCode

from ..contract.messages import Hint, Pong, Refusal, ToPerson, encode, read_from_person
from ..contract.requests import Person
from ..engine.errors import CardhouseError, Refused
from ..engine.words import say
from ..storage import StorageError
from ..table.connection import Connection
from ..table.table import Table
from .budget import Metered, Payers
from .guard import Hosts
from .limits import SOON, Addresses, Limits, payers_of
from .lobby import Lobby
from .people import People, person_id

if TYPE_CHECKING:
    from .nodes import Nodes

PLACE = "/ws/"
# A client with this many bytes waiting reads too slowly.
MOST_WAITING = 1_000_000
# What a message costs, in seconds of processor time: by itself, and for each at the table who is told of it.
A_MESSAGE = 0.0001
AN_ECHO = 0.00001
# It is charged when it has come to so much, or at the end.
CHARGED_FROM = 0.001


class Allowance:
    """How many messages somebody may send; each one too many is forgiven a limited number of times."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.times: deque[float] = deque(maxlen=limits.messages_a_second)
        self.violations = 0

    def allows(self, now: float) -> bool:
        """True if one more message is fine now."""
        if len(self.times) == self.times.maxlen and now - self.times[0] < 1.0:
            return False
        self.times.append(now)
        return True

    def exhausted(self) -> bool:
        """Note something bad; whether it was one time too many."""
        self.violations += 1
        return self.violations > self.limits.forgiven


@dataclass(frozen=True)
class Door:
    """Everything that an incoming connection needs: the tables, identities, and the limits of its origin."""

    lobby: Lobby
    people: People
    addresses: Addresses
    hosts: Hosts
    nodes: Nodes | None = None


class EncodeOnce:
    """Encodes a message, and the same one for the next who is told it without doing so again."""

    def __init__(self) -> None:
        self._message: ToPerson | None = None
        self._encoded = b""

    def __call__(self, message: ToPerson) -> bytes:
        """The message as it crosses the wire."""
        if message is not self._message:
            self._encoded = encode(message)
            self._message = message
        return self._encoded


encode_once = EncodeOnce()


class Visit:
    """From coming in to going. ``write`` sends a message, ``end`` closes the connection with a code and a reason."""

    def __init__(self, door: Door, write: Callable[[bytes], None], end: Callable[[CloseCode, str], None]) -> None:
        self.door = door
        self.lobby = door.lobby
        self._nodes = door.nodes
        self.write = write
        self.end = end
        self.address = ""
        self.payers = Payers("")
        # Measures the person's own line, where it can be seen from here.
        self.line: Callable[[], float | None] | None = None
        self.device = ""
        self.table: Table | None = None
        self.connection: Connection | None = None
        self.pace = Allowance(door.lobby.limits)
        # After what was heard last: for how many seconds nothing more should be; 0 or less: it may come.
        self.debt = 0.0
        self._uncharged = 0.0
        self._held = ExitStack()

    async def enter(self, code: str, secret: str, last: tuple[int, int] | None, there: Callable[[], bool]) -> bool:
        """Come in, if the table is there and there is room; otherwise the reason is sent, and it is the end.

        ``there`` says whether anybody is still at the other end.
        """
        guards = self.lobby.guards
        self.payers = payers_of(self.address, person_id(secret))
        await guards.turns.wait(self.payers)
        entering = self._enter(secret, code, last, there)
        entered: bool = await Metered(entering, lambda cost: guards.work.charge(self.payers, cost))
        return entered

    async def _enter(self, secret: str, code: str, last: tuple[int, int] | None, there: Callable[[], bool]) -> bool:
        guards = self.lobby.guards
        try:
            self.device = person_id(secret)
            self._held.enter_context(guards.sockets_of_address.held(self.address))
            self._held.enter_context(guards.sockets_of_one.held(self.device))
            person = await self.door.people.holder(secret)
            table = await self.lobby.find(code)
            if not there():
                return False
            self._check_room(table, person)
            self.connection = table.join(person, self.send, last, self.line)
        except CardhouseError as error:
            self.send(Refusal(error.key, str(error), dict(error.facts)))
            # Who may try again does so by themselves.
            later = "retry" in error.facts or isinstance(error, StorageError)
            self.end(CloseCode.TRY_AGAIN_LATER if later else CloseCode.POLICY_VIOLATION, error.key)
            return False
        self.table = table
        self.lobby.visits.add(self)
        self.lobby.metrics.observe("sockets", 1)
        return True

    def _check_room(self, table: Table, person: Person) -> None:
        """`Refused` if this person is here too often, or too many watch."""
        limits, seating = self.lobby.limits, table.state.seating
        if sum(one.person.id == person.id for one in table.connections) >= limits.places_at_table:
            raise Refused("refused.server.at_once", most=limits.places_at_table, retry=SOON)
        if seating.of(person.id) or seating.away(person.id):
            return
        if sum(not seating.of(one.person.id) for one in table.connections) >= limits.watchers:
            raise Refused("refused.server.at_once", most=limits.watchers, retry=SOON)

    def heard(self, raw: bytes, size: int) -> bool:
        """Take a message of this size, of which only so much is there as a message may have; False: one too many."""
        table, connection, limits = self.table, self.connection, self.lobby.limits
        if table is None or connection is None:
            return True
        self.lobby.metrics.counts["messages"] += 1
        self._uncharged += A_MESSAGE + AN_ECHO * len(table.connections)
        if self._uncharged >= CHARGED_FROM or self.debt > 0:
            self._charge()
        if size > limits.message:
            return self.refuse("refused.server.too_long", size=size, most=limits.message)
        try:
            message = read_from_person(raw)
        except Refused as error:
            return self.refuse(error.key, **error.facts)
        # An answer that was asked for is not held against anybody.
        if not (isinstance(message, Pong) and connection.awaits(message.n)) and not self.pace.allows(time.monotonic()):
            return self.refuse("refused.server.too_many", most=limits.messages_a_second)
        try:
            if isinstance(message, Hint):
                self.lobby.guards.hint(connection.person.id, self.address)
        except Refused as error:
            return self.refuse(error.key, **error.facts)
        table.hear(connection, message)
        return True

    def _charge(self) -> None:
        self.debt = self.lobby.guards.work.charge(self.payers, self._uncharged)
        self._uncharged = 0.0

    def refuse(self, key: str, **facts: object) -> bool:
        """Say what can't be taken; False if that was said too often, and it is the end."""
        self.lobby.metrics.observe("refusals", 1)
        self.send(Refusal(key, say(key, facts), facts))
        if self.pace.exhausted():
            self.end(CloseCode.POLICY_VIOLATION, "too much that can't be taken")
            return False
        return True

    def send(self, message: ToPerson) -> None:
        """Send a message, as long as the table it is about is ours."""
        nodes = self._nodes
        if nodes is None or nodes.may_speak():
            self.write(encode_once(message))

    def part(self) -> None:
        """Be at the table no longer."""
        if self.table is not None and self.connection is not None:
            self.lobby.metrics.observe("sockets", -1)
            self.lobby.gone += 1
            self.lobby.visits.discard(self)
            self.table.part(self.connection)
        self.table = self.connection = None

    def leave(self) -> None:
        """The connection has ended: give back what was held for it."""
        self.part()
        if self._uncharged:
            self._charge()
        self._held.close()
