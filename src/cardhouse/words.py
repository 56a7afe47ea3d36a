"""Every sentence that people read, by key, from one catalogue per language.

A text has places for facts, ``{seat} takes {count} {count|card|cards}``: a fact that names a seat is shown as that
player's name, a fact with words of its own by those (``suit.clubs`` for the suit ``clubs``, or for that key itself),
and ``{count|card|cards}`` picks the form that goes with the number. The page reads the same files.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WORDS_FOLDER = Path(__file__).parent / "web" / "words"
SEAT_FACTS = frozenset({"seat", "to", "by", "giver", "taker", "payer", "winner", "starter"})
_PLACE = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")


@dataclass(frozen=True)
class Reason:
    """Why something is so, as a key of the catalogues and the facts for its places: to be said in any language."""

    key: str
    facts: dict[str, Any] = field(default_factory=dict)


@functools.cache
def catalogue(language: str = "en") -> dict[str, str]:
    """All texts of a language by key."""
    texts: dict[str, str] = json.loads((WORDS_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return texts


def say(key: str, facts: Mapping[str, object], names: Sequence[str] = ()) -> str:
    """The English sentence for a key, with the facts put in. A key without a text is said as it is."""
    texts = catalogue()

    def fill(place: re.Match[str]) -> str:
        name, forms = place[1], place[2]
        if name not in facts:
            return place[0]
        value = facts[name]
        if forms:
            singular, *rest = forms[1:].split("|")
            return singular if value == 1 or not rest else rest[-1]
        if name in SEAT_FACTS and isinstance(value, int):
            return names[value] if 0 <= value < len(names) else f"seat {value}"
        key_of_value = str(value) if str(value).startswith(f"{name}.") else f"{name}.{value}"
        return texts.get(key_of_value, str(value))

    text = texts.get(key)
    if text is None:
        return key + "".join(f" {name}={value}" for name, value in facts.items())
    return _PLACE.sub(fill, text)
