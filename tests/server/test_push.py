"""Told of one's turn by the browser's push service: encrypted, signed, never to inner machines, and bounded."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from push_service import Browser, PushService, signed_by
from waiting import until

from cardhouse.contract.requests import Subscription
from cardhouse.engine.errors import Refused
from cardhouse.engine.words import catalogue
from cardhouse.server import outgoing, push, webpush
from cardhouse.server.budget import Rate
from cardhouse.server.outgoing import Unreachable, is_public, place_of
from cardhouse.server.push import HOUSE, KEY_KIND, KIND, MOST_DEVICES, Notifier
from cardhouse.storage.sqlite import SqliteStorage
from cardhouse.table.slow import YourTurn

TURN = YourTurn("ann", "hearts", "abcdefghjk")


def with_service(
    folder: Path, main: Callable[[Notifier, PushService, str], Awaitable[None]], statuses: list[int] | None = None
) -> None:
    """Run something with a house's notifier and a push service on this machine."""

    async def whole() -> None:
        storage, service = SqliteStorage(folder), PushService(list(statuses or []))
        await storage.open()
        notifier = Notifier(storage, "mailto:ann@cats.example", inner=True)
        await notifier.open()
        address = await service.open()
        try:
            await main(notifier, service, address)
        finally:
            await notifier.close()
            await service.close()
            storage.close()

    asyncio.run(whole())


def test_the_example_of_the_standard_is_encrypted_as_it_says() -> None:
    own = webpush.key_from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    browser = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    salt = webpush.bytes_of("DGv6ra1nlYgDCS1FRnbzlw")
    message = b"When I grow up, I want to be a watermelon"
    found = webpush.text_of(webpush.encrypted(message, browser, "BTBZMqHH6r4Tts7J_aSIgg", own, salt))
    assert found == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3j"
        "l7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_turn_is_told_in_the_language_of_the_browser_and_says_no_card(tmp_path: Path) -> None:
    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        browser = Browser(f"{address}/told/ann?x=1", "de")
        await notifier.subscribe("ann", "phone", browser.subscription)
        notifier.tell(TURN)
        await until(lambda: len(service.taken) == 1)
        path, headers, body = service.taken[0]
        assert path == "/told/ann?x=1"
        title = catalogue("de")["game.hearts"]
        assert browser.read(body) == push.Message(title, "Du bist dran.", TURN.code)
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["topic"] not in TURN.code
        key = signed_by(headers["authorization"], browser.subscription.endpoint, time.time())
        assert key == (await notifier.info("ann", "phone")).key
        with pytest.raises(ValueError, match="somebody else"):
            Browser(address).read(body)

    with_service(tmp_path, main)


def test_the_key_of_the_house_stays_and_is_kept_where_only_its_owner_reads(tmp_path: Path) -> None:
    keys = []

    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        keys.append((await notifier.info("ann", "phone")).key)
        assert await notifier.storage.notes(HOUSE, KEY_KIND)

    with_service(tmp_path, main)
    with_service(tmp_path, main)
    assert keys[0] == keys[1] != ""
    assert (tmp_path / "cardhouse.sqlite3").stat().st_mode & 0o077 == 0


def test_who_has_no_subscription_is_told_nothing_and_each_device_is(tmp_path: Path) -> None:
    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        for device in ("phone", "desk"):
            await notifier.subscribe("ann", device, Browser(f"{address}/{device}").subscription)
        notifier.tell(YourTurn("bea", "durak", "bcdefghjkm"))
        notifier.tell(TURN)
        await until(lambda: len(service.taken) == 2)
        assert {path for path, _, _ in service.taken} == {"/phone", "/desk"}
        await notifier.forget("ann", "desk")
        notifier.tell(TURN)
        await until(lambda: len(service.taken) == 3)
        assert service.taken[2][0] == "/phone"
        assert (await notifier.info("ann", "desk")).on is False

    with_service(tmp_path, main)


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_no_more_is_forgotten(tmp_path: Path, status: int) -> None:
    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        await notifier.subscribe("ann", "phone", Browser(address).subscription)
        notifier.tell(TURN)
        await until(lambda: len(service.taken) == 1)
        await asyncio.wait_for(notifier._queue.join(), 5)
        assert await notifier.storage.notes("ann", KIND) == {}

    with_service(tmp_path, main, [status])


def test_what_could_not_be_delivered_is_tried_again_and_where_it_points_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "AGAIN", (0.01, 0.01))

    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        await notifier.subscribe("ann", "phone", Browser(address).subscription)
        notifier.tell(TURN)
        await until(lambda: len(service.taken) == 3)
        notifier.tell(TURN)
        await until(lambda: len(service.taken) == 4)
        await asyncio.wait_for(notifier._queue.join(), 5)
        assert len(service.taken) == 4
        assert await notifier.storage.notes("ann", KIND) != {}

    with_service(tmp_path, main, [503, 429, 201, 307])


def test_a_person_has_so_many_devices(tmp_path: Path) -> None:
    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        for device in range(MOST_DEVICES + 5):
            await notifier.subscribe("ann", f"d{device:02}", Browser(address).subscription)
        kept = await notifier.storage.notes("ann", KIND)
        assert len(kept) == MOST_DEVICES
        assert f"d{MOST_DEVICES + 4:02}" in kept

    with_service(tmp_path, main)


def test_nobody_is_told_more_often_than_the_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        notifier._rates.rate = Rate(3, 1e6)
        await notifier.subscribe("ann", "phone", Browser(address).subscription)
        for _ in range(10):
            notifier.tell(TURN)
        await asyncio.wait_for(notifier._queue.join(), 10)
        assert len(service.taken) == 3

    logging.getLogger("cardhouse.push").setLevel(logging.ERROR)
    with_service(tmp_path, main)
    logging.getLogger("cardhouse.push").setLevel(logging.NOTSET)


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/a", "https://127.0.0.1/a", "https://[::1]/a", "https://localhost/a", "https://2130706433/a",
        "https://0x7f.1/a", "https://push.example:8443/a", "https://ann:pw@push.example/a", "https://push.example/a#b",
        "https://push.example/a b", "https://push.example/a\r\nx: y", "ftp://push.example/", "https:///a", "",
        "https://push.example/" + "a" * 600, "https://push.example:99999/a", "https://10.0.0.1./a",
    ],
)  # fmt: skip
def test_an_address_that_is_no_push_services_is_refused(address: str) -> None:
    with pytest.raises(Refused) as why:
        place_of(address)
    assert why.value.key == "refused.push.address"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::",
        "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "fe80::1%eth0",
    ],
)  # fmt: skip
def test_inner_machines_are_not_on_the_open_net(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "142.250.1.95", "2a00:1450:4001::5f"])
def test_machines_of_the_open_net_are(address: str) -> None:
    assert is_public(address)


def test_a_name_that_leads_inside_is_not_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async def found(host: str, port: int, **how: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
            return [(2, 1, 6, "", (address, port)) for address in ("142.250.1.95", "127.0.0.1")]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found)
        with pytest.raises(Unreachable, match="open net"):
            await outgoing.post("https://push.example/a", {}, b"")

    asyncio.run(main())


def test_keys_that_are_no_browsers_are_refused(tmp_path: Path) -> None:
    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        good = Browser(address).subscription
        for public, auth in (("", ""), (good.p256dh, "AAAA"), ("A" * 87, good.auth), ("ä", good.auth)):
            with pytest.raises(Refused) as why:
                await notifier.subscribe("ann", "phone", Subscription(address, public, auth))
            assert why.value.key == "refused.push.keys"
        assert await notifier.storage.notes("ann", KIND) == {}

    with_service(tmp_path, main)


def test_without_the_extra_the_house_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "installed", lambda: False)

    async def main(notifier: Notifier, service: PushService, address: str) -> None:
        assert (await notifier.info("ann", "phone")).key == ""
        with pytest.raises(Refused) as why:
            await notifier.subscribe("ann", "phone", Browser(address).subscription)
        assert why.value.key == "refused.push.not_here"
        notifier.tell(TURN)

    with_service(tmp_path, main)
