"""How others on the same network find a house: at every address, and not before somebody lets them in."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from serving import Server

from cardhouse.engine.errors import Refused
from cardhouse.server.guard import Hosts
from cardhouse.server.reach import Reach, drawn, is_loopback, own_addresses


def test_an_address_of_its_own_is_one_that_others_can_use() -> None:
    assert not any(is_loopback(address) for address in own_addresses())


def test_a_house_on_this_machine_says_so_and_how_others_come_in() -> None:
    told = Reach("127.0.0.1", 8750, Hosts(None), lambda: ["192.168.1.7"]).told(drawing=True)
    assert "http://127.0.0.1:8750/" in told
    assert "cardhouse serve --lan" in told
    assert "192.168" not in told


def test_a_house_for_the_network_says_every_address_and_draws_the_first() -> None:
    reach = Reach("0.0.0.0", 8750, Hosts(None), lambda: ["192.168.1.7", "10.0.0.3"])
    told = reach.told(drawing=True)
    assert "  http://192.168.1.7:8750/\n  http://10.0.0.3:8750/" in told
    pytest.importorskip("segno")
    assert drawn("http://192.168.1.7:8750/") in told
    assert told.count("\n") > 12


def test_it_opens_to_the_network_with_one_press_and_answers_under_those_addresses_then() -> None:
    async def main() -> None:
        hosts = Hosts(["127.0.0.1"])
        heard: list[str] = []
        reach = Reach("127.0.0.1", 8750, hosts, lambda: ["192.168.1.7"])
        assert not reach.info().opens

        async def listen(addresses: Iterable[str]) -> None:
            heard.extend(addresses)

        reach.listen = listen
        with pytest.raises(Refused):
            hosts.check("192.168.1.7:8750")
        info = await reach.open()
        assert (info.local, info.opens, info.links) == (False, False, ["http://192.168.1.7:8750/"])
        assert heard == ["192.168.1.7"]
        hosts.check("192.168.1.7:8750")

    asyncio.run(main())


def test_without_a_network_or_a_free_port_it_stays_closed_and_says_why() -> None:
    async def main() -> None:
        async def fails(addresses: Iterable[str]) -> None:
            if list(addresses):
                raise OSError(98, "Address already in use")

        for addresses, why in (([], "no network"), (["192.168.1.7"], "already in use")):
            reach = Reach("127.0.0.1", 8750, Hosts(None), lambda found=addresses: found)  # type: ignore[misc]
            reach.listen = fails
            with pytest.raises(Refused, match=why):
                await reach.open()
            assert reach.local

    asyncio.run(main())


def test_a_real_house_listens_there_from_then_on(tmp_path: Path) -> None:
    addresses = own_addresses()
    if not addresses:
        pytest.skip("this machine is in no network")
    server = Server(tmp_path)
    try:
        assert ask(server.address, "GET")["local"]
        outside = f"http://{addresses[0]}:{server.port}"
        with pytest.raises(urllib.error.URLError):
            ask(outside, "GET")
        assert f"{outside}/" in ask(server.address, "POST")["links"]
        assert not ask(outside, "GET")["local"]
        # From there nobody opens anything.
        with pytest.raises(urllib.error.HTTPError):
            ask(outside, "POST")
    finally:
        server.stop()


def ask(address: str, method: str) -> Any:
    with urllib.request.urlopen(urllib.request.Request(f"{address}/api/reach", method=method), timeout=20) as answer:
        return json.load(answer)
