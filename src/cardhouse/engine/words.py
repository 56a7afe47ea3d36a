"""Every sentence that people read, by key, from one catalogue per language: the common one, and what each game adds.

A text has places for facts, ``{name:kind|forms}``; the page reads the same texts. A place whose name is that of a kind
is of that kind: ``{seat}``, ``{cards}``. The kinds, declared with the text and nowhere else:

- ``seat``: a seat, shown as the name of its player. Its forms are ``you`` for the person at the screen and ``other``,
  in which ``@`` is the name: ``{seat} {seat|you:take|other:takes} it from {to:seat|you:you|other:@}.``
- ``card``, ``cards``: cards by their codes, shown as people write or say them.
- ``number``: a whole number, rounded. Any fact that is a number can choose a plural, by the categories of the language:
  ``{count} {count|one:card|other:cards}``.
- ``word``: a word that has a text of its own by the name of the place: ``{suit:word}`` is said by ``suit.clubs``.
- ``action``: an action by its text; ``choice``: one among others, by its cards where they say it all.

A place without a kind shows its value as it is.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COMMON_WORDS = Path(__file__).parent.parent / "words"
KINDS = frozenset({"seat", "card", "cards", "number", "word", "action", "choice"})
PLACE = re.compile(r"\{(?P<name>\w+)(?::(?P<kind>\w+))?(?P<forms>(?:\|[^{}|]*)*)\}")


@dataclass(frozen=True)
class Reason:
    """Why something is so, as a key of the catalogues and the facts for its places: to be said in any language."""

    key: str
    facts: dict[str, Any] = field(default_factory=dict)


_folders: list[Path] = [COMMON_WORDS]


def add_texts(folder: Path) -> None:
    """Add the catalogues of a game: a file ``en.json`` and the like for each language."""
    if folder not in _folders:
        _folders.append(folder)
        catalogue.cache_clear()


def languages() -> list[str]:
    """The languages that the house speaks, English first."""
    return sorted(
        (file.stem for file in COMMON_WORDS.glob("*.json")), key=lambda language: (language != "en", language)
    )


@functools.cache
def catalogue(language: str = "en") -> dict[str, str]:
    """All texts of a language by key, those of the games among them."""
    # Here, since the registry says why with these texts.
    from .registry import game_names

    game_names()
    texts: dict[str, str] = {}
    for folder in _folders:
        file = folder / f"{language}.json"
        if file.exists():
            texts |= json.loads(file.read_text(encoding="utf-8"))
    return texts


def places_of(text: str) -> set[tuple[str, str]]:
    """The places of a text: the name and the kind of each, which every translation has too; the kind may be empty."""
    return {
        (place["name"], place["kind"] or (place["name"] if place["name"] in KINDS else ""))
        for place in PLACE.finditer(text)
    }


def say(key: str, facts: Mapping[str, object], names: Sequence[str] = ()) -> str:
    """The English sentence for a key, with the facts put in. A key without a text is said as it is.

    >>> from cardhouse.engine.words import say
    >>> say('unreadable.card', {'text': '1h'})
    "'1h' is not a card. Cards are written As, Td, 7h, 2c."
    >>> say('no.such.key', {})
    'no.such.key'
    """
    texts = catalogue()

    def name_of(seat: object) -> str:
        known = isinstance(seat, int) and 0 <= seat < len(names)
        return names[seat] if isinstance(seat, int) and known else f"seat {seat}"

    def fill(place: re.Match[str]) -> str:
        name, forms = place["name"], place["forms"]
        if name not in facts:
            return place[0]
        value, kind = facts[name], place["kind"] or name
        if forms:
            by_category = dict(form.split(":", 1) for form in forms[1:].split("|"))
            if kind == "seat":
                return by_category["other"].replace("@", name_of(value))
            return by_category["one" if value == 1 else "other"]
        if kind == "seat" and isinstance(value, int):
            return name_of(value)
        if kind == "number" and isinstance(value, (int, float)):
            return f"{value:.0f}"
        if kind == "word":
            return texts.get(str(value) if str(value).startswith(f"{name}.") else f"{name}.{value}", str(value))
        return str(value)

    text = texts.get(key)
    if text is None:
        return key + "".join(f" {name}={value}" for name, value in facts.items())
    return PLACE.sub(fill, text)
