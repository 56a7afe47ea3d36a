"""Tells people that it is their turn though no page of theirs is open, by the push service of their own browser.

A browser's subscription is a note of its person's, by device: there is one of each. What is to be told waits in a
queue, and nothing of it holds a table up. A table tells each turn once; here it is tried a few times and then let go.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from ..contract.kept import read_kept
from ..contract.kept import text_of as kept_text
from ..contract.requests import PushInfo, Subscription
from ..engine.errors import CardhouseError, Refused
from ..engine.words import catalogue, languages
from ..storage import Storage
from ..table.plan import tag_of
from ..table.slow import YourTurn
from .budget import Buckets, Rate
from .outgoing import Unreachable, place_of, post

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

log = logging.getLogger("cardhouse.push")

KIND, KEY_KIND, HOUSE = "push", "push key", ""
# The devices of one person that are told; of more, the one that has subscribed first is forgotten.
MOST_DEVICES = 12
MOST_WAITING = 10_000
AT_ONCE = 32
AT_ONE_HOST = 8
HOST_IS_BUSY = 0.5
# A person is told so often at once, and then at this rate: with forty tables over days nobody comes near it.
TOLD: Rate = Rate(80, 30.0)
# What could not be delivered is tried again after so many seconds.
AGAIN = (15.0, 120.0, 900.0)
CLOSE_WITHIN = 3.0
# A push service keeps a message for so many seconds for a device that is off.
KEPT_FOR = 24 * 3600
# The subscription is no more, or was never for this house.
GONE = (401, 403, 404, 410)

Post = Callable[[str, Mapping[str, str], bytes], Awaitable[int]]


class Message(msgspec.Struct, frozen=True):
    """What the service worker of the page is told: the words that it shows, and the table that it opens."""

    title: str
    text: str
    table: str


@dataclass(frozen=True)
class Errand:
    """A message to one device of a person; ``tried``: how often it could not be delivered."""

    turn: YourTurn
    device: str
    subscription: Subscription
    tried: int = 0


def installed() -> bool:
    """True if what messages are encrypted with is installed."""
    return importlib.util.find_spec("cryptography") is not None


class Notifier:
    """The subscriptions of everybody, and what is on its way to them.

    ``aside`` runs what takes long where it holds nobody up. ``inner``: push services in inner networks, for tests.
    """

    def __init__(
        self,
        storage: Storage,
        contact: str = "",
        send: Post | None = None,
        aside: Callable[..., Awaitable[Any]] = asyncio.to_thread,
        inner: bool = False,
        observe: Callable[[str, float], None] = lambda what, amount: None,
    ) -> None:
        self.storage = storage
        self.contact = contact
        self._send: Post = send or partial(post, inner=inner)
        self._aside = aside
        self._inner = inner
        self._observe = observe
        self._key: EllipticCurvePrivateKey | None = None
        self._queue: asyncio.Queue[YourTurn | Errand] = asyncio.Queue(MOST_WAITING)
        self._workers: list[asyncio.Task[None]] = []
        self._later: set[asyncio.TimerHandle] = set()
        self._rates = Buckets(TOLD, lambda: asyncio.get_running_loop().time())
        self._at_host: Counter[str] = Counter()

    async def open(self) -> None:
        """Have the house's own key ready, made at the first start, and begin to send."""
        if not installed():
            return
        from . import webpush

        # Of several nodes that start at once the first one's key is kept.
        await self.storage.note(HOUSE, KEY_KIND, {"private": webpush.text_from(webpush.new_key())}, keep=True)
        kept = await self.storage.notes(HOUSE, KEY_KIND)
        self._key = webpush.key_from(kept["private"])
        self._workers = [asyncio.create_task(self._work()) for _ in range(AT_ONCE)]

    async def close(self) -> None:
        """Send what waits, if that can be done soon, and stop."""
        if self._workers:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._queue.join(), CLOSE_WITHIN)
        for handle in self._later:
            handle.cancel()
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._workers = []

    # Who is told.

    async def info(self, person: str, device: str) -> PushInfo:
        """Return how this house tells people of their turns, and whether it tells this device."""
        if self._key is None:
            return PushInfo()
        from . import webpush

        on = device in await self.storage.notes(person, KIND)
        return PushInfo(webpush.text_of(webpush.public_bytes(self._key)), on)

    async def subscribe(self, person: str, device: str, wanted: Subscription) -> bool:
        """Tell this device from now on; `Refused` if it can't be. False: it is so already."""
        if self._key is None:
            raise Refused("refused.push.not_here")
        from . import webpush

        place_of(wanted.endpoint, self._inner)
        try:
            webpush.check_keys(wanted.p256dh, wanted.auth)
        except ValueError:
            raise Refused("refused.push.keys") from None
        language = wanted.language if wanted.language in languages() else "en"
        known = await self.storage.notes(person, KIND)
        kept = kept_text(msgspec.structs.replace(wanted, language=language))
        if known.get(device) == kept:
            return False
        changes: dict[str, str | None] = {device: kept}
        others = [one for one in known if one != device]
        changes |= dict.fromkeys(others[: max(len(others) - MOST_DEVICES + 1, 0)])
        await self.storage.note(person, KIND, changes)
        return True

    async def forget(self, person: str, device: str) -> None:
        """Tell this device no longer."""
        await self.storage.note(person, KIND, {device: None})

    # Telling them.

    def tell(self, turn: YourTurn) -> None:
        """Tell somebody that it is their turn, as soon as that can be done."""
        if self._workers:
            self._offer(turn)

    def _offer(self, what: YourTurn | Errand) -> None:
        try:
            self._queue.put_nowait(what)
        except asyncio.QueueFull:
            self._observe("pushes_lost", 1)
            log.warning("more waits to be told than can be: a turn at table %s is not", tag_of(_turn_of(what).code))

    def _offer_later(self, seconds: float, errand: Errand) -> None:
        if len(self._later) >= MOST_WAITING:
            self._observe("pushes_lost", 1)
            return

        def again() -> None:
            self._later.discard(handle)
            self._offer(errand)

        handle = asyncio.get_running_loop().call_later(seconds, again)
        self._later.add(handle)

    async def _work(self) -> None:
        while True:
            what = await self._queue.get()
            try:
                if isinstance(what, YourTurn):
                    await self._expand(what)
                else:
                    await self._deliver(what)
            except CardhouseError as error:
                log.warning("a turn can't be told: %s", error)
            except Exception:
                log.exception("a turn can't be told")
            finally:
                self._queue.task_done()

    async def _expand(self, turn: YourTurn) -> None:
        """Send a turn to every device of its person."""
        for device, text in (await self.storage.notes(turn.person, KIND)).items():
            subscription = read_kept(text, Subscription)
            if subscription is None:
                await self.forget(turn.person, device)
                continue
            self._rates.take(turn.person)
            self._offer(Errand(turn, device, subscription))

    async def _deliver(self, errand: Errand) -> None:
        host = urlsplit(errand.subscription.endpoint).hostname or ""
        if self._at_host[host] >= AT_ONE_HOST:
            self._offer_later(HOST_IS_BUSY, errand)
            return
        self._at_host[host] += 1
        try:
            body, headers = await self._aside(self._packed, errand)
            status = await self._send(errand.subscription.endpoint, headers, body)
        except Unreachable as error:
            log.info("a push service can't be reached: %s", error)
            status = 0
        finally:
            self._at_host[host] -= 1
            if not self._at_host[host]:
                del self._at_host[host]
        await self._settle(errand, status)

    async def _settle(self, errand: Errand, status: int) -> None:
        """Note how a push service answered."""
        if 200 <= status < 300:
            self._observe("pushes", 1)
        elif status in GONE:
            known = await self.storage.notes(errand.turn.person, KIND)
            # The device may have subscribed again meanwhile.
            if known.get(errand.device) == kept_text(errand.subscription):
                await self.forget(errand.turn.person, errand.device)
        elif (status == 0 or status == 429 or status >= 500) and errand.tried < len(AGAIN):
            again = Errand(errand.turn, errand.device, errand.subscription, errand.tried + 1)
            self._offer_later(AGAIN[errand.tried], again)
        else:
            self._observe("pushes_lost", 1)
            log.warning("a push service answers %d", status)

    def _packed(self, errand: Errand) -> tuple[bytes, dict[str, str]]:
        """An errand's message, encrypted, and the headers that go with it."""
        from . import webpush

        assert self._key is not None
        turn, to = errand.turn, errand.subscription
        texts = catalogue(to.language)
        title = texts.get(f"game.{turn.game}", turn.game)
        message = msgspec.json.encode(Message(title, texts["push.your_turn"], turn.code))
        headers = {
            "authorization": webpush.signature(self._key, to.endpoint, time.time(), self.contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT_FOR),
            # One that was not delivered yet gives way to the next of its table.
            "topic": tag_of(turn.code),
        }
        return webpush.encrypted(message, to.p256dh, to.auth), headers


def _turn_of(what: YourTurn | Errand) -> YourTurn:
    return what if isinstance(what, YourTurn) else what.turn
