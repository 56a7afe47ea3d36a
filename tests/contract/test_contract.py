"""What crosses a border: readers pass over what they don't know, and every request is made from one list."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import cardhouse
from cardhouse.contract.messages import Delay, FromPerson, Pause, Welcome, encode, read_from_person, read_to_person
from cardhouse.contract.requests import REQUESTS, CreateTable
from cardhouse.engine.errors import CardhouseError, Refused
from cardhouse.engine.view import View
from cardhouse.server.api import read

ROOT = Path(cardhouse.__file__).parents[2]
WRONG: list[Any] = [3.5, "x", [None], {"a": []}, [[[]]]]
WEB = ROOT / "src" / "cardhouse" / "web"


def test_a_client_passes_over_a_message_that_a_later_server_says() -> None:
    assert read_to_person('{"t": "weather", "rain": true}') is None


def test_a_client_passes_over_a_field_that_a_later_server_adds() -> None:
    assert read_to_person('{"t": "delay", "delay": 9.0, "cap": 8.0, "why": "far"}') == Delay(9.0, 8.0)


def test_a_client_does_not_pass_over_a_known_message_that_is_wrong() -> None:
    with pytest.raises(msgspec.ValidationError):
        read_to_person('{"t": "delay", "delay": "x", "cap": 8.0}')


def test_a_server_passes_over_a_field_that_a_later_client_adds() -> None:
    assert read_from_person('{"t": "pause", "on": true, "because": "tea"}') == Pause(True)


@pytest.mark.parametrize("raw", ["", "[", "[" * 4000, '{"t":' * 100_000, '{"t": "weather"}', b"\xff", '{"t": "pause"}'])
def test_what_cannot_be_read_of_a_person_is_refused_with_a_reason(raw: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_from_person(raw)
    assert refusal.value.key == "refused.server.message"


@pytest.mark.parametrize("raw", [b"", b"[" * 100_000, b'{"game":' * 100_000, b"\xff", b'{"game": 3}', b"3"])
def test_a_body_that_cannot_be_read_is_refused_with_a_reason(raw: bytes) -> None:
    with pytest.raises(Refused) as refusal:
        read(raw, CreateTable)
    assert refusal.value.key == "refused.server.body"


def whole_numbers(kind: Any) -> list[msgspec.inspect.IntType]:
    """Every whole number that a value of this type can have in it."""
    found: list[msgspec.inspect.IntType] = []
    seen: set[type] = set()
    open_ones: list[Any] = [msgspec.inspect.type_info(kind)]
    while open_ones:
        one = open_ones.pop()
        if isinstance(one, msgspec.inspect.IntType):
            found.append(one)
        if isinstance(one, msgspec.inspect.StructType):
            if one.cls in seen:
                continue
            seen.add(one.cls)
        parts = [getattr(one, name) for name in getattr(one, "__struct_fields__", ())]
        for part in parts:
            inside = part if isinstance(part, tuple) else (part,)
            open_ones += [getattr(item, "type", item) for item in inside if isinstance(item, msgspec.Struct)]
    return found


@pytest.mark.parametrize("kind", [FromPerson, *[asked.body for asked in REQUESTS if asked.body not in (None, str)]])
def test_no_number_from_outside_has_a_thousand_digits(kind: Any) -> None:
    for number in whole_numbers(kind):
        assert number.ge is not None
        assert number.le is not None


def test_a_step_of_a_thousand_digits_is_refused() -> None:
    with pytest.raises(Refused):
        read_from_person('{"t": "act", "seat": 0, "action": "turn", "step": 1' + "0" * 400 + "}")


def test_a_welcome_says_which_protocol_is_spoken() -> None:
    assert "protocol" in {field.name for field in msgspec.structs.fields(Welcome)}


def test_what_is_written_has_no_field_that_says_nothing() -> None:
    assert encode(Pause(True)) == b'{"t":"pause","on":true}'


@pytest.mark.parametrize("game", [game.name for game in cardhouse.games()])
def test_a_view_that_is_read_is_checked_field_by_field(game: str) -> None:
    plain = cardhouse.new(game, seed=1).view(0).plain()
    assert View.read(plain).plain() == plain
    for name in plain:
        for wrong in WRONG:
            if type(wrong) is type(plain[name]) and name in ("facts", "options", "game", "phase"):
                continue
            with pytest.raises(CardhouseError):
                View.read({**plain, name: wrong})
        with pytest.raises(CardhouseError):
            View.read({other: value for other, value in plain.items() if other != name})


def test_every_request_is_on_the_protocols_page() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    shown = {re.sub(r"\b(CODE|ID)\b", "{}", path) for path in re.findall(r"`[A-Z]+ (/api/[^` ?]+)", page)}
    missing = [asked.path for asked in REQUESTS if re.sub(r"\{\w+\}", "{}", asked.path) not in shown]
    assert missing == []


def test_the_page_asks_by_the_functions_of_the_contract_alone() -> None:
    asking = re.compile(r"import \{[^}]*\b(ask|askText|sendText|listen)\b[^}]*\} from '[^']*wire\.js'")
    found = [path.name for path in WEB.rglob("*.js") if asking.search(path.read_text(encoding="utf-8"))]
    assert found == ["asking.js"]
