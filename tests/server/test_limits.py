"""Rates, places and addresses: what one may take, and what is said to who wants more."""

from __future__ import annotations

import pytest

from cardhouse.engine.errors import Refused
from cardhouse.server import budget
from cardhouse.server.budget import Buckets, Rate
from cardhouse.server.limits import Addresses, Places, address_key


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_one_at_a_time() -> None:
    clock = Clock()
    buckets = Buckets(Rate(3, 10.0), clock)
    for _ in range(3):
        buckets.take("ann")
    with pytest.raises(Refused) as refusal:
        buckets.take("ann")
    assert refusal.value.facts == {"retry": 10}
    assert "Try again in 10 seconds" in str(refusal.value)
    buckets.take("bea")
    clock.now += 4
    with pytest.raises(Refused) as refusal:
        buckets.take("ann")
    assert refusal.value.facts == {"retry": 6}
    clock.now += 6
    buckets.take("ann")
    clock.now += 1000
    for _ in range(3):
        buckets.take("ann")
    with pytest.raises(Refused):
        buckets.take("ann")


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_REMEMBERED", 50)
    buckets = Buckets(Rate(1, 10.0), Clock())
    for number in range(1000):
        buckets.take(str(number))
    assert len(buckets) == 50


def test_places_are_for_one_and_for_all_and_are_given_back() -> None:
    places = Places(3, 2)
    places.enter("ann")
    with places.held("ann"), pytest.raises(Refused) as refusal:
        places.enter("ann")
    assert refusal.value.facts["most"] == 2
    assert refusal.value.facts["retry"]
    places.enter("bea")
    places.enter("cid")
    with pytest.raises(Refused) as refusal:
        places.enter("dov")
    assert refusal.value.facts["most"] == 3
    for who in ("ann", "bea", "cid"):
        places.leave(who)
    assert places.taken == 0
    assert not places._of_one


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("::1", "::1"),
        ("unknown", "unknown"),
        ("x" * 500, "x" * 60),
    ],
)
def test_what_one_household_has_is_one_address(address: str, key: str) -> None:
    assert address_key(address) == key


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "key"),
    [
        ([], "10.0.0.1", "1.2.3.4", "10.0.0.1"),
        (["127.0.0.1"], "10.0.0.1", "1.2.3.4", "10.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", "1.2.3.4", "1.2.3.4"),
        (["127.0.0.1"], "127.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (["127.0.0.1", "10.0.0.9"], "127.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.9", "1.2.3.4"),
        (["127.0.0.1"], "127.0.0.1", "", "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", "  , ", "127.0.0.1"),
    ],
)
def test_a_forwarded_address_is_believed_from_a_trusted_proxy_only(
    trusted: list[str], peer: str, forwarded: str, key: str
) -> None:
    assert Addresses(trusted).of(peer, forwarded) == key
