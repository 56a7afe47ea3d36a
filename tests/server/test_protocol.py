"""The protocol's page is true: every example is read, every message has one, every request is answered."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from serving import Server

from cardhouse.client import Client
from cardhouse.contract import messages
from cardhouse.contract.requests import CreateTable
from cardhouse.engine.errors import Refused

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json ([\w-]+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_every_example_is_read(kind: str, example: str) -> None:
    match kind:
        case "from-person":
            message = messages.read_from_person(example)
            assert json.loads(messages.encode(message)) == json.loads(example)
        case "to-person":
            reply = messages.read_to_person(example)
            assert reply is not None
            assert messages.read_to_person(messages.encode(reply)) == reply
        case "motion":
            assert msgspec.json.encode(msgspec.json.decode(example, type=messages.Motion))
        case "wish":
            msgspec.json.decode(example, type=CreateTable)
        case _:
            assert set(json.loads(example)) == {"key", "text", "facts"}


def test_every_message_has_an_example() -> None:
    shown = {json.loads(example).get("t") for _, example in EXAMPLES}
    for kind in (*get_args(messages.FromPerson), *get_args(messages.ToPerson)):
        assert kind.__struct_config__.tag in shown


ASKING = {"/api/puzzles/next": "?game=durak"}
NOT_THERE = {
    "refused.server.no_table", "refused.server.no_record", "refused.devices.code", "refused.server.no_puzzle",
    "refused.server.no_daily",
}  # fmt: skip


def test_every_request_on_the_page_is_answered(server: Server) -> None:
    async def main() -> None:
        async with Client(server.address) as ann:
            for path in re.findall(r"`GET (/[^` ?]+)", PAGE):
                if "CODE" in path or "/ID" in path:
                    with pytest.raises(Refused) as refusal:
                        await ann.ask("GET", path)
                    assert refusal.value.key in NOT_THERE
                else:
                    assert await ann.ask("GET", path + ASKING.get(path, "")) is not None

    asyncio.run(main())
