"""One person with several devices: no account, only a code that one shows and another scans, and words for a drawer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from databases import database
from serving import Server

from cardhouse.client import Client
from cardhouse.contract.messages import Welcome
from cardhouse.engine.errors import Refused
from cardhouse.server.people import CODE_FOR, MOST_DEVICES, People, person_id
from cardhouse.storage import Storage
from cardhouse.storage.opening import storage_at

PHONE, LAPTOP, STOLEN = (person_id(name * 20) for name in "abc")
With = Callable[[Callable[[People, Storage], Coroutine[Any, Any, None]]], None]


@pytest.fixture(params=["sqlite", "postgres"])
def with_people(request: pytest.FixtureRequest, tmp_path: Path) -> With:
    data = database() if request.param == "postgres" else str(tmp_path)

    def run(check: Callable[[People, Storage], Coroutine[Any, Any, None]]) -> None:
        async def main() -> None:
            storage = storage_at(data)
            await storage.open()
            try:
                await check(People(storage), storage)
            finally:
                storage.close()

        asyncio.run(main())

    return run


def test_a_code_makes_another_device_the_same_person_once(with_people: With) -> None:
    async def check(people: People, storage: Storage) -> None:
        await people.rename(await people.known(PHONE), "Ann", "fox")
        code = (await people.code_for(PHONE, PHONE, "Phone")).code
        assert (await people.owner_of(code)).name == "Ann"
        joined = await people.join(LAPTOP, f" {code[:4].upper()} {code[4:]} ", "Laptop")
        assert (joined.id, joined.name) == (PHONE, "Ann")
        # Another process reads the same from the storage.
        assert await People(storage).owner(LAPTOP) == PHONE
        told = [(one.name, one.here) for one in await people.devices(PHONE, LAPTOP)]
        assert told == [("Phone", False), ("Laptop", True)]
        with pytest.raises(Refused, match="doesn't open"):
            await people.join(STOLEN, code, "Thief")

    with_people(check)


def test_a_code_ends_after_a_while_and_with_the_next_one(with_people: With, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(people: People, storage: Storage) -> None:
        first = (await people.code_for(PHONE, PHONE, "")).code
        second = (await people.code_for(PHONE, PHONE, "")).code
        with pytest.raises(Refused):
            await people.owner_of(first)
        import time

        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + CODE_FOR + 1)
        with pytest.raises(Refused):
            await people.join(LAPTOP, second, "")

    with_people(check)


def test_a_device_that_is_dropped_is_by_itself_again(with_people: With) -> None:
    async def check(people: People, storage: Storage) -> None:
        await people.join(LAPTOP, (await people.code_for(PHONE, PHONE, "")).code, "")
        await people.drop(PHONE, LAPTOP)
        assert await people.owner(LAPTOP) == LAPTOP
        with pytest.raises(Refused):
            await people.drop(PHONE, LAPTOP)
        # The first device can be lost too: it is then nobody's that the house knows.
        await people.join(LAPTOP, (await people.code_for(PHONE, PHONE, "")).code, "")
        await people.drop(PHONE, PHONE)
        assert await people.owner(PHONE) not in (PHONE, LAPTOP)
        assert [one.id for one in await people.devices(PHONE, LAPTOP)] == [LAPTOP]

    with_people(check)


def test_recovery_words_bring_somebody_back_who_has_lost_all_devices(with_people: With) -> None:
    async def check(people: People, storage: Storage) -> None:
        old, words = await people.words_for(PHONE), await people.words_for(PHONE)
        assert len(words.split()) == 6
        with pytest.raises(Refused):
            await people.join(LAPTOP, old, "")
        assert (await people.join(LAPTOP, words.replace(" ", "-").upper(), "")).id == PHONE
        # They are worth another loss, until they are dropped like a device.
        assert (await people.join(STOLEN, words, "")).id == PHONE
        kept = next(one for one in await people.devices(PHONE, LAPTOP) if one.words)
        assert not await people.drop(PHONE, kept.id)
        with pytest.raises(Refused):
            await people.join(LAPTOP, words, "")

    with_people(check)


def test_nobody_has_devices_without_end(with_people: With) -> None:
    async def check(people: People, storage: Storage) -> None:
        words = await people.words_for(PHONE)
        for number in range(MOST_DEVICES):
            await people.join(person_id(f"device {number}"), words, "")
        with pytest.raises(Refused, match=str(MOST_DEVICES)):
            await people.join(LAPTOP, words, "")

    with_people(check)


def test_seats_and_open_tables_go_with_the_person(server: Server) -> None:
    async def main() -> None:
        async with Client(server.address) as phone, Client(server.address) as laptop:
            await phone.ask("PUT", "/api/me", {"name": "Ann", "face": "fox"})
            code = await phone.make("durak", [{"kind": "you"}, {"kind": "cat", "level": "random"}])
            made = await phone.ask("POST", "/api/devices/code", {"device": "Phone"})
            owner = await laptop.ask("GET", f"/api/devices/code/{made['code']}")
            assert owner["name"] == "Ann"
            async with laptop.at(code) as watching:
                assert not any(seat.yours for seat in (await _welcome(watching)).table.seats)
                await laptop.ask("POST", "/api/devices", {"code": made["code"], "device": "Laptop"})
                # What was open as somebody else is closed, and comes back as Ann.
                while await watching.hear() is not None:
                    pass
            async with laptop.at(code) as playing:
                assert (await _welcome(playing)).table.seats[0].yours
                assert [table["code"] for table in await laptop.ask("GET", "/api/mine")] == [code]
                other = next(one for one in await phone.ask("GET", "/api/devices") if not one["here"])
                await phone.ask("DELETE", f"/api/devices/{other['id']}")
                while await playing.hear() is not None:
                    pass
            assert (await laptop.ask("GET", "/api/me"))["name"] == ""
            assert await laptop.ask("GET", "/api/mine") == []

    asyncio.run(main())


async def _welcome(table: Any) -> Welcome:
    while not isinstance(message := await table.hear(), Welcome):
        assert message is not None
    return message
