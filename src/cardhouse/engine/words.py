"""Every sentence that people read, by key, from one catalogue per language: the common one, and what each game adds.

A text has places for facts, ``{seat} takes {count} {count|one:card|other:cards}``: a fact that names a seat is shown as
that player's name, a fact with words of its own by those (``suit.clubs`` for the suit ``clubs``, or for that key
itself), and after a ``|`` stand the forms that go with a number, by the plural categories of the language. The page
reads the same texts, and says those with ``{seat|you:take|other:takes}`` to the person at the screen as ``you``; ``@``
is the name there. Those of a game are in its own folder.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COMMON_WORDS = Path(__file__).parent.parent / "web" / "words"
SEAT_FACTS = frozenset({"seat", "to", "by", "giver", "taker", "payer", "winner", "starter"})
PLACE = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")


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


def say(key: str, facts: Mapping[str, object], names: Sequence[str] = ()) -> str:
    """The English sentence for a key, with the facts put in. A key without a text is said as it is."""
    texts = catalogue()

    def name_of(seat: object) -> str:
        known = isinstance(seat, int) and 0 <= seat < len(names)
        return names[seat] if isinstance(seat, int) and known else f"seat {seat}"

    def fill(place: re.Match[str]) -> str:
        name, forms = place[1], place[2]
        if name not in facts:
            return place[0]
        value = facts[name]
        if forms:
            by_category = dict(form.split(":", 1) for form in forms[1:].split("|"))
            if "you" in by_category:
                return by_category["other"].replace("@", name_of(value))
            return by_category["one" if value == 1 else "other"]
        if name in SEAT_FACTS and isinstance(value, int):
            return name_of(value)
        key_of_value = str(value) if str(value).startswith(f"{name}.") else f"{name}.{value}"
        return texts.get(key_of_value, str(value))

    text = texts.get(key)
    if text is None:
        return key + "".join(f" {name}={value}" for name, value in facts.items())
    return PLACE.sub(fill, text)
