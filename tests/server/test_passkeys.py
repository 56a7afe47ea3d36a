"""Passkeys: what brings somebody back who has lost all devices, without a secret that anybody could read or type."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from databases import database

from cardhouse.contract.requests import NewPasskey, PasskeySignature
from cardhouse.engine.errors import Refused
from cardhouse.server.people import CHALLENGE_FOR, MOST_DEVICES, People, person_id
from cardhouse.storage.opening import storage_at

PHONE, LAPTOP, STOLEN = (person_id(name * 20) for name in "abc")
HERE = "https://cards.example"
ELSEWHERE = "https://cards.example.net"


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Authenticator:
    """What holds passkeys: one key, which signs what it is given."""

    def __init__(self, kind: str = "ec") -> None:
        if kind == "rsa":
            self.key: object = rsa.generate_private_key(65537, 2048)
        elif kind == "ed25519":
            self.key = ed25519.Ed25519PrivateKey.generate()
        else:
            self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = text(hashlib.sha256(self.public.encode()).digest())

    @property
    def public(self) -> str:
        assert isinstance(self.key, rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey)
        return text(self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))

    def said(self, challenge: str, what: str, origin: str, flags: int) -> tuple[str, str]:
        client = {"type": f"webauthn.{what}", "challenge": text(challenge.encode()), "origin": origin}
        host = origin.partition("//")[2]
        return text(json.dumps(client).encode()), text(
            hashlib.sha256(host.encode()).digest() + bytes([flags]) + bytes(4)
        )

    def made(self, challenge: str, origin: str = HERE, what: str = "create", flags: int = 1) -> NewPasskey:
        return NewPasskey(self.id, self.public, *self.said(challenge, what, origin, flags), "Phone")

    def signed(self, challenge: str, origin: str = HERE, flags: int = 1) -> PasskeySignature:
        client, authenticator = self.said(challenge, "get", origin, flags)
        whole = base64.urlsafe_b64decode(authenticator + "==")
        whole += hashlib.sha256(base64.urlsafe_b64decode(client + "==")).digest()
        if isinstance(self.key, rsa.RSAPrivateKey):
            signature = self.key.sign(whole, padding.PKCS1v15(), SHA256())
        elif isinstance(self.key, ec.EllipticCurvePrivateKey):
            signature = self.key.sign(whole, ec.ECDSA(SHA256()))
        else:
            assert isinstance(self.key, ed25519.Ed25519PrivateKey)
            signature = self.key.sign(whole)
        return PasskeySignature(self.id, client, authenticator, text(signature), "Laptop")


Check = Callable[[People], Coroutine[Any, Any, None]]


@pytest.fixture(params=["sqlite", "postgres"])
def with_people(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Check], None]:
    data = database() if request.param == "postgres" else str(tmp_path)

    def run(check: Check) -> None:
        async def main() -> None:
            storage = storage_at(data)
            await storage.open()
            try:
                await check(People(storage))
            finally:
                storage.close()

        asyncio.run(main())

    return run


async def challenge(people: People, device: str, person: str = "") -> str:
    return (await people.challenge_for(person or device, device)).challenge


async def with_passkey(people: People, key: Authenticator) -> None:
    await people.rename(await people.known(PHONE), "Ann", "fox")
    await people.add_passkey(PHONE, PHONE, key.made(await challenge(people, PHONE)), HERE)


async def refused(people: People, signed: PasskeySignature, device: str = LAPTOP, origin: str = HERE) -> None:
    with pytest.raises(Refused, match="doesn't open"):
        await people.use_passkey(device, signed, origin)
    assert await people.owner(device) == device


@pytest.mark.parametrize("kind", ["ec", "rsa", "ed25519"])
def test_a_passkey_makes_another_device_the_same_person(kind: str, with_people: Callable[[Check], None]) -> None:
    async def check(people: People) -> None:
        key = Authenticator(kind)
        await with_passkey(people, key)
        joined = await people.use_passkey(LAPTOP, key.signed(await challenge(people, LAPTOP)), HERE)
        assert (joined.id, joined.name) == (PHONE, "Ann")
        told = [(one.name, one.passkey) for one in await people.devices(PHONE, LAPTOP)]
        assert sorted(told) == [("", False), ("Laptop", False), ("Phone", True)]

    with_people(check)


def test_what_was_signed_counts_once_here_and_for_the_device_that_asked(with_people: Callable[[Check], None]) -> None:
    async def check(people: People) -> None:
        key = Authenticator()
        await with_passkey(people, key)
        signed = key.signed(await challenge(people, LAPTOP))
        await refused(people, signed, STOLEN)
        await refused(people, signed, origin=ELSEWHERE)
        await refused(people, signed, origin="")
        await refused(people, key.signed(await challenge(people, LAPTOP), flags=0))
        await refused(people, key.signed("a challenge of my own"))
        await people.use_passkey(LAPTOP, key.signed(await challenge(people, LAPTOP)), HERE)
        used = key.signed(await challenge(people, STOLEN))
        await people.use_passkey(STOLEN, used, HERE)
        await people.drop(PHONE, STOLEN)
        await refused(people, used, STOLEN)

    with_people(check)


def test_only_the_key_itself_signs(with_people: Callable[[Check], None]) -> None:
    async def check(people: People) -> None:
        key, other = Authenticator(), Authenticator()
        await with_passkey(people, key)
        forged = other.signed(await challenge(people, LAPTOP))
        await refused(people, forged)
        await refused(people, msgspec.structs.replace(forged, id=key.id))
        for broken in ("", "?", "AAAA", text(b"\x30" * 70)):
            fresh = key.signed(await challenge(people, LAPTOP))
            await refused(people, msgspec.structs.replace(fresh, signature=broken))
            await refused(people, msgspec.structs.replace(fresh, client=broken))
            await refused(people, msgspec.structs.replace(fresh, authenticator=broken))

    with_people(check)


def test_a_passkey_is_made_for_this_house_and_is_nobody_elses(with_people: Callable[[Check], None]) -> None:
    async def check(people: People) -> None:
        key = Authenticator()
        await with_passkey(people, key)
        for made in (
            key.made(await challenge(people, STOLEN)),
            Authenticator().made("a challenge of my own"),
            Authenticator().made(await challenge(people, STOLEN), ELSEWHERE),
            Authenticator().made(await challenge(people, STOLEN), what="get"),
            Authenticator().made(await challenge(people, STOLEN), flags=0),
            msgspec.structs.replace(Authenticator().made(await challenge(people, STOLEN)), key=text(b"no key")),
        ):
            with pytest.raises(Refused, match="doesn't open"):
                await people.add_passkey(STOLEN, STOLEN, made, HERE)
        assert [one.passkey for one in await people.devices(STOLEN, STOLEN)] == [False]

    with_people(check)


def test_a_passkey_that_is_dropped_opens_nothing_and_the_others_do(with_people: Callable[[Check], None]) -> None:
    async def check(people: People) -> None:
        key, other = Authenticator(), Authenticator()
        await with_passkey(people, key)
        await with_passkey(people, other)
        words = await people.words_for(PHONE)
        first = next(one for one in await people.devices(PHONE, PHONE) if one.passkey)
        assert not await people.drop(PHONE, first.id)
        await refused(people, key.signed(await challenge(people, LAPTOP)))
        assert (await people.use_passkey(LAPTOP, other.signed(await challenge(people, LAPTOP)), HERE)).id == PHONE
        assert (await people.owner_of(words)).id == PHONE

    with_people(check)


def test_a_challenge_ends_after_a_while(with_people: Callable[[Check], None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(people: People) -> None:
        import time

        key = Authenticator()
        await with_passkey(people, key)
        signed, now = key.signed(await challenge(people, LAPTOP)), time.time()
        monkeypatch.setattr(time, "time", lambda: now + CHALLENGE_FOR + 1)
        await refused(people, signed)

    with_people(check)


def test_nobody_has_passkeys_without_end(with_people: Callable[[Check], None]) -> None:
    async def check(people: People) -> None:
        for _ in range(MOST_DEVICES):
            await with_passkey(people, Authenticator())
        with pytest.raises(Refused, match=str(MOST_DEVICES)):
            await with_passkey(people, Authenticator())

    with_people(check)
