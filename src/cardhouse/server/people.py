"""Who is asking: a person is a random secret that their browser keeps, known here by a hash of it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

from starlette.responses import Response

from ..store import Store
from ..table.seating import Person

COOKIE = "cardhouse"
LONGEST_NAME = 24
A_YEAR = 365 * 24 * 3600


def person_id(secret: str) -> str:
    """The id of who holds this secret: it can be shown without giving the secret away."""
    return hashlib.sha256(f"person {secret}".encode()).hexdigest()[:24]


def plain_name(name: str) -> str:
    """A name as it is shown: one line, no control characters, not too long; empty if nothing is left."""
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable())[:LONGEST_NAME]


class People:
    """The people who have been here, by the secret in their cookie."""

    def __init__(self, store: Store, secure: bool = False) -> None:
        self.store = store
        self.secure = secure
        self._known: dict[str, Person] = {}

    def holder(self, cookies: Mapping[str, str]) -> Person | None:
        """The person whose secret is among these cookies."""
        secret = cookies.get(COOKIE, "")
        if not 20 <= len(secret) <= 80:
            return None
        who = person_id(secret)
        if who not in self._known:
            if len(self._known) > 20_000:
                self._known.clear()
            self._known[who] = self.store.person(who) or Person(who, "")
        return self._known[who]

    def greet(self, cookies: Mapping[str, str]) -> tuple[Person, str | None]:
        """The person, or a new one with the secret that their browser is to keep."""
        person = self.holder(cookies)
        if person is not None:
            return person, None
        secret = secrets.token_urlsafe(24)
        return Person(person_id(secret), ""), secret

    def give(self, response: Response, secret: str | None) -> Response:
        """Hand a new person's secret over with a response."""
        if secret is not None:
            response.set_cookie(
                COOKIE, secret, max_age=A_YEAR, httponly=True, samesite="lax", secure=self.secure, path="/"
            )
        return response

    async def rename(self, person: Person, name: str, face: str) -> Person:
        """Remember a person's name and face."""
        renamed = Person(person.id, name, face)
        await self.store.keep_person(renamed)
        self._known[person.id] = renamed
        return renamed
