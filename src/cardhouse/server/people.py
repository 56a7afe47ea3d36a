"""Who is asking: a person is a random secret that their browser keeps, known here by a hash of it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

from ..contract.requests import Person
from ..storage import Storage

COOKIE = "cardhouse"
MOST_KNOWN = 20_000


def person_id(secret: str) -> str:
    """The id of who holds this secret: it can be shown without giving the secret away."""
    return hashlib.sha256(f"person {secret}".encode()).hexdigest()[:24]


def secret_in(cookies: Mapping[str, str]) -> str | None:
    """The secret among these cookies, if one is there that could be somebody's."""
    secret = cookies.get(COOKIE, "")
    return secret if 20 <= len(secret) <= 80 else None


class People:
    """The people who have been here, by the secret in their cookie."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._known: dict[str, Person] = {}

    async def holder(self, secret: str) -> Person:
        """The person with this secret."""
        return await self.known(person_id(secret))

    async def known(self, who: str) -> Person:
        """The person with this id."""
        if who not in self._known:
            found = await self.storage.person(who) or Person(who, "")
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known.setdefault(who, found)
        return self._known[who]

    def forget(self, who: str) -> None:
        """Somebody has another name or face now, which is in the storage."""
        self._known.pop(who, None)

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
