"""Every sentence that people read: each language complete, each key that is used there, no text that nobody says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import cardhouse
from cardhouse.engine.words import KINDS, PLACE, catalogue, languages, places_of, say

SOURCE = Path(cardhouse.__file__).parent
ENGLISH = catalogue("en")
LANGUAGES = sorted(set(languages()) - {"en"})
FILES = [*(SOURCE / "words").glob("*.json"), *(SOURCE / "games").glob("*/words/*.json")]
# What is only ever said in a terminal is said in English.
TERMINAL = (
    "advice.at", "advice.clear", "advice.only", "advice.proven", "advice.same", "advice.timer",
    "arena.", "benchmark.", "cli.", "client.", "fault.", "puzzle.", "record.file", "setup.arena.", "setup.benchmark",
    "setup.bot", "setup.deck",
    "setup.no_", "setup.seed", "setup.verb", "site.", "store.damaged", "store.extra", "store.gone", "store.locked",
    "store.missing", "store.n",
    "store.replaced", "store.un", "terminal.", "unreadable.",
)  # fmt: skip


def texts_in(file: Path) -> dict[str, str]:
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


def sources() -> dict[Path, str]:
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js")]
    return {file: file.read_text(encoding="utf-8") for file in files}


def used() -> tuple[set[str], set[str]]:
    """The keys that stand in the code, and the beginnings of those that are put together there."""
    code = "\n".join(sources().values())
    whole = set(re.findall(r"""['"`]([a-z]+(?:\.\w+)+)['"`]""", code))
    return whole, set(re.findall(r"""['"`]((?:[a-z]+\.)(?:\w+\.)*\w*)\$?\{""", code))


def test_there_are_four_languages() -> None:
    assert LANGUAGES == ["de", "es", "ru"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_of_the_page_and_no_other(language: str) -> None:
    wanted = {key for key in ENGLISH if not key.startswith(TERMINAL)}
    texts = catalogue(language)
    assert sorted(wanted - set(texts)) == []
    assert sorted(set(texts) - set(ENGLISH)) == []
    assert all(text.strip() == text and text for text in texts.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_same_places(language: str) -> None:
    for key, text in catalogue(language).items():
        assert places_of(text) == places_of(ENGLISH[key]), key
        assert text.count("{") == len(PLACE.findall(text)), key


@pytest.mark.parametrize("language", languages())
def test_a_place_has_one_kind_in_a_text_and_only_seats_are_spoken_to(language: str) -> None:
    for key, text in catalogue(language).items():
        places = places_of(text)
        assert {kind for _, kind in places} <= KINDS | {""}, key
        assert len({name for name, _ in places}) == len(places), key
        for place in PLACE.finditer(text):
            seat = (place["kind"] or place["name"]) == "seat"
            assert not place["forms"] or place["forms"].startswith("|you:") == seat, (key, place[0])


def test_who_is_called_you_or_like_a_card_is_a_name_like_others() -> None:
    names = ["You", "7h"]
    assert say("event.durak.round", {"seat": 0, "to": 1}, names) == "You attacks 7h."
    assert say("refused.table.too_late", {"by": 22.6, "winner": 1}, names) == "Too late by 23 ms: 7h was faster."


def test_a_plural_has_the_forms_of_english() -> None:
    for key, text in ENGLISH.items():
        for name, _, forms in PLACE.findall(text):
            named = [form.split(":")[0] for form in forms.split("|")[1:]]
            assert named in ([], ["one", "other"], ["you", "other"]), (key, name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_catalogue_is_sorted(file: Path) -> None:
    assert list(texts_in(file)) == sorted(texts_in(file))


@pytest.mark.parametrize("language", languages())
def test_a_text_is_in_one_catalogue_only(language: str) -> None:
    keys = [key for file in FILES if file.stem == language for key in texts_in(file)]
    assert len(keys) == len(set(keys)) == len(catalogue(language))


def test_the_page_names_every_language() -> None:
    named = re.findall(r"\b(\w\w): '", (SOURCE / "web" / "languages.js").read_text(encoding="utf-8"))
    assert set(named) == set(languages())


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_rule_is_a_whole_sentence(language: str) -> None:
    """Each stands alone beside its picture."""
    rules = {
        key: text for key, text in catalogue(language).items() if re.match(r"(page\.rules|option)\.\w+\.\w+$", key)
    }
    assert len(rules) > 40
    assert [key for key, text in rules.items() if text[-1] not in ".!?" or text[0].islower()] == []


def test_every_key_in_the_page_has_a_text() -> None:
    asked = re.compile(r"""\bsay\(\s*['"]([\w.]+)['"]""")
    missing = {
        key
        for file, code in sources().items()
        if file.suffix == ".js"
        for key in asked.findall(code)
        if key not in ENGLISH
    }
    assert missing == set()


def test_every_refusal_in_the_code_has_a_text() -> None:
    raised = re.compile(r"""\b(?:Refused|BadSetup|BadRecord|StorageError)\(\s*"([\w.]+)\"""")
    missing = {key for code in sources().values() for key in raised.findall(code) if key not in ENGLISH}
    assert missing == set()


def test_every_text_is_said_somewhere() -> None:
    whole, begun = used()
    # A fact is said by words of its own: {suit} with `clubs` by `suit.clubs`.
    begun |= {f"{name}." for text in ENGLISH.values() for name, *_ in PLACE.findall(text)}
    unsaid = [key for key in ENGLISH if key not in whole and not any(key.startswith(start) for start in begun)]
    assert unsaid == []


def test_every_event_option_and_choice_has_words() -> None:
    for info in cardhouse.games():
        assert f"game.{info.name}" in ENGLISH
        for option in info.options:
            assert f"option.{info.name}.{option.name}" in ENGLISH
            for choice in option.choices:
                assert f"choice.{info.name}.{option.name}.{choice}" in ENGLISH
