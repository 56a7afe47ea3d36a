"""Who is asking: a browser keeps a random secret, known here by a hash of it.

Alone, a browser is a person of its own. With a code that another one shows it becomes one more device of that person,
until it is dropped; recovery words and passkeys do the same for who has lost all devices.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Mapping

from ..contract.kept import Key
from ..contract.requests import Device, DeviceCode, NewPasskey, PasskeyChallenge, PasskeySignature, Person
from ..engine.errors import Refused
from ..names import plain_name
from ..storage import Storage
from . import passkeys

COOKIE = "cardhouse"
# Over HTTPS only, and of this host alone: no neighbouring host can set it, and browsers see to that.
SECURE_COOKIE = "__Host-cardhouse"
MOST_KNOWN = 20_000
MOST_DEVICES = 12
# A code is typed or scanned within this many seconds.
CODE_FOR = 600
CODE_LENGTH = 8
# A passkey is found, and its owner recognised, within so many seconds.
CHALLENGE_FOR = 300
# Letters that nobody mixes up when reading a code aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
# Recovery words can be spoken in any language: six of them are worth 76 bits.
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeiou"
WORDS, SYLLABLES = 6, 2


def person_id(secret: str) -> str:
    """The id of who holds this secret: it can be shown without giving the secret away."""
    return hashlib.sha256(f"person {secret}".encode()).hexdigest()[:24]


def code_id(code: str) -> str:
    """The id of a code or of recovery words, however somebody has typed them."""
    plain = "".join(re.findall(r"[a-z0-9]+", code.lower()))
    return hashlib.sha256(f"code {plain}".encode()).hexdigest()[:24]


def secret_in(cookies: Mapping[str, str]) -> str | None:
    """The secret among these cookies, if one is there that could be somebody's."""
    secret = cookies.get(SECURE_COOKIE) or cookies.get(COOKIE, "")
    return secret if 20 <= len(secret) <= 80 else None


class People:
    """The people who have been here, by the secret in their cookie."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._known: dict[str, Person] = {}
        # Whose each device is.
        self._owners: dict[str, str] = {}

    async def holder(self, secret: str) -> Person:
        """The person whose browser has this secret."""
        return await self.known(await self.owner(person_id(secret)))

    async def owner(self, device: str) -> str:
        """The id of the person whose device this is: its own, unless it is one of several."""
        found = self._owners.get(device)
        if found is None:
            key = await self.storage.find_key(device)
            found = key.person if key is not None and key.kind == "device" else device
            if len(self._owners) > MOST_KNOWN:
                self._owners.clear()
            self._owners[device] = found
        return found

    async def known(self, who: str) -> Person:
        """The person with this id."""
        if who not in self._known:
            found = await self.storage.person(who) or Person(who, "")
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known.setdefault(who, found)
        return self._known[who]

    def forget(self, who: str) -> None:
        """A person has another name or face now, or a device another person: it is in the storage."""
        self._known.pop(who, None)
        self._owners.pop(who, None)

    async def greet(self, cookies: Mapping[str, str]) -> tuple[Person, str | None]:
        """The person, or a new one with the secret that their browser is to keep."""
        secret = secret_in(cookies)
        if secret is not None:
            return await self.holder(secret), None
        secret = secrets.token_urlsafe(24)
        return Person(person_id(secret), ""), secret

    async def rename(self, person: Person, name: str, face: str) -> Person:
        """Remember a person's name and face."""
        renamed = Person(person.id, name, face)
        await self.storage.keep_person(renamed)
        self._known[person.id] = renamed
        return renamed

    # Several devices of one person.

    async def devices(self, person: str, device: str) -> list[Device]:
        """A person's devices, the oldest first, as this one of them is told of them."""
        keys = await self.storage.keys_of(person)
        found = [
            Device(key.id, key.name, key.at, key.id == device, key.kind == "words", key.kind == "passkey")
            for key in keys
            if key.kind not in ("code", "challenge")
        ]
        # The first one has no key until there is a second.
        if not any(one.id == person for one in found) and await self.owner(person) == person:
            found.insert(0, Device(person, "", 0.0, person == device, False))
        return found

    async def code_for(self, person: str, device: str, name: str) -> DeviceCode:
        """A code that makes one more device this person's; one that was shown before ends."""
        await self._keep(Key(device, person, "device", plain_name(name), time.time()))
        await self.storage.drop_keys(person, "code")
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        await self._keep(Key(code_id(code), person, "code", "", time.time() + CODE_FOR))
        return DeviceCode(code, CODE_FOR)

    async def words_for(self, person: str) -> str:
        """New recovery words of a person; the older ones end."""
        await self.storage.drop_keys(person, "words")
        words = " ".join("".join(_syllable() for _ in range(SYLLABLES)) for _ in range(WORDS))
        await self._keep(Key(code_id(words), person, "words", "", time.time()))
        return words

    async def owner_of(self, code: str) -> Person:
        """Return whose code or recovery words these are; `Refused` if nobody's."""
        return await self.known((await self._key(code)).person)

    async def join(self, device: str, code: str, name: str) -> Person:
        """Make this device one of the person whose code or recovery words these are; `Refused` if it can't be."""
        key = await self._key(code)
        joined = await self._join(device, key.person, name)
        if key.kind == "code":
            await self.storage.drop_keys(key.person, "code")
        return joined

    async def _join(self, device: str, person: str, name: str) -> Person:
        await self._check_room(person, "device", device)
        await self._keep(Key(device, person, "device", plain_name(name), time.time()))
        return await self.known(person)

    async def _check_room(self, person: str, kind: str, but: str) -> None:
        mine = [one for one in await self.storage.keys_of(person) if one.kind == kind and one.id != but]
        if len(mine) >= MOST_DEVICES:
            raise Refused("refused.devices.most", most=MOST_DEVICES)

    async def drop(self, person: str, device: str) -> bool:
        """Let a device, a passkey or the recovery words be a person's no longer; True if it was a device.

        From then on it is by itself again; a person's first device, which they are known by, is somebody new's.
        """
        one = next((one for one in await self.devices(person, "") if one.id == device), None)
        if one is None:
            raise Refused("refused.devices.none")
        if one.words or one.passkey:
            await self.storage.drop_keys(person, "words" if one.words else "passkey", device)
            return False
        alone = device if device != person else secrets.token_hex(12)
        await self._keep(Key(device, alone, "device", "", time.time()))
        return True

    async def _key(self, code: str) -> Key:
        key = await self.storage.find_key(code_id(code))
        if key is None or key.kind not in ("code", "words") or (key.kind == "code" and key.at < time.time()):
            raise Refused("refused.devices.code")
        return key

    # Passkeys.

    async def challenge_for(self, person: str, device: str) -> PasskeyChallenge:
        """Something new for a passkey to sign on this device, in place of what was to be signed before."""
        await self.storage.drop_keys(device, "challenge")
        challenge = secrets.token_urlsafe(24)
        await self._keep(Key(passkeys.passkey_id(challenge), device, "challenge", "", time.time() + CHALLENGE_FOR))
        return PasskeyChallenge(challenge, hashlib.sha256(f"handle {person}".encode()).hexdigest()[:32])

    async def add_passkey(self, person: str, device: str, made: NewPasskey, origin: str) -> None:
        """Let a passkey bring this person back from now on; `Refused` if it was not made for that, here and now."""
        await self._signed(device, passkeys.challenge_in(made.client, "create", origin))
        passkeys.check_authenticator(made.authenticator, origin)
        passkeys.check_key(made.key)
        name = passkeys.passkey_id(made.id)
        known = await self.storage.find_key(name)
        if known is not None and known.person != person:
            raise passkeys.unfit()
        await self._check_room(person, "passkey", name)
        await self._keep(Key(name, person, "passkey", plain_name(made.device), time.time(), made.key))

    async def use_passkey(self, device: str, signed: PasskeySignature, origin: str) -> Person:
        """Make this device one of the person whose passkey has signed; `Refused` if that is nobody's."""
        await self._signed(device, passkeys.challenge_in(signed.client, "get", origin))
        passkeys.check_authenticator(signed.authenticator, origin)
        key = await self.storage.find_key(passkeys.passkey_id(signed.id))
        if key is None or key.kind != "passkey":
            raise passkeys.unfit()
        passkeys.check_signature(key.public, signed.authenticator, signed.client, signed.signature)
        return await self._join(device, key.person, signed.device)

    async def _signed(self, device: str, challenge: str) -> None:
        """`Refused` unless this is what the device was to sign; it is signed once."""
        key = await self.storage.find_key(passkeys.passkey_id(challenge))
        if key is None or (key.kind, key.person) != ("challenge", device) or key.at < time.time():
            raise passkeys.unfit()
        await self.storage.drop_keys(device, "challenge")

    async def _keep(self, key: Key) -> None:
        await self.storage.keep_key(key)
        self.forget(key.id)


def _syllable() -> str:
    return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)
