"""Names that people give themselves: what is left of them to be shown, and how two that look alike are told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from .contract.settings import LONGEST_NAME

# More marks on one letter than any language has would run over the lines above and below.
MOST_MARKS = 3
# Letters that show nothing, though Unicode calls them letters or symbols.
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159\u034f\u17b4\u17b5")
# Letters of other alphabets that look like these, once marks and case are gone.
_ALIKE = {
    "a": "аαɑ", "b": "вβƅ", "c": "сϲ", "d": "ԁ", "e": "еεҽ", "g": "ɡ", "h": "һн", "i": "іιıl1|ǀ", "j": "ј",
    "k": "кκ", "m": "мϻ", "n": "ηո", "o": "оο0σօ", "p": "рρ", "q": "ԛ", "r": "гᴦ", "s": "ѕꜱ", "t": "тτ",
    "u": "υսʋ", "v": "ѵν", "w": "ԝωшщ", "x": "хχ", "y": "уγүу", "z": "ᴢζ", "3": "зэ",
}  # fmt: skip
LOOKS_LIKE = str.maketrans({other: letter for letter, others in _ALIKE.items() for other in others})


def plain_name(name: str) -> str:
    """A name as it is shown: one line of visible characters, not too long; empty if nothing is left to see.

    >>> from cardhouse.names import plain_name
    >>> plain_name('  Ann \t of  Kiel ')
    'Ann of Kiel'
    >>> plain_name('\u2800\u200b')
    ''
    """
    shown: list[str] = []
    marks = 0
    for letter in " ".join(unicodedata.normalize("NFC", name).split()):
        if not letter.isprintable() or letter in BLANK or _selects_a_variant(letter):
            continue
        marks = marks + 1 if _is_mark(letter) else 0
        # A mark needs something to stand on.
        if marks > MOST_MARKS or (marks and (not shown or shown[-1] == " ")):
            continue
        if letter != " " or (shown and shown[-1] != " "):
            shown.append(letter)
    return "".join(shown)[:LONGEST_NAME].strip()


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me", "Mc")


def _selects_a_variant(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef" or "\u180b" <= letter <= "\u180f"


def looks(name: str) -> str:
    """Return what a name looks like at a glance: equal for names that are easily taken for each other."""
    bare = [letter for letter in unicodedata.normalize("NFKD", name.casefold()) if not _is_mark(letter)]
    return "".join(letter for letter in bare if letter.isalnum()).translate(LOOKS_LIKE) or name


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name, with a number if one of the others looks like it.

    >>> from cardhouse.names import told_apart
    >>> told_apart('Ann', ['Ben']), told_apart('Ann', ['ANN']), told_apart('Ann', ['Аnn', 'Ann 2'])
    ('Ann', 'Ann 2', 'Ann 3')
    """
    taken = {looks(other) for other in others}
    number, told = 2, name
    while looks(told) in taken:
        end = f" {number}"
        told = name[: LONGEST_NAME - len(end)].rstrip() + end
        number += 1
    return told
