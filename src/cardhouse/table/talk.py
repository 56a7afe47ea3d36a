"""Talk at a table: phrases in each person's language and, among friends, lines of text.

It is passed on and kept nowhere: not in the log, not in a record.
"""

from __future__ import annotations

import asyncio
import unicodedata
from typing import TYPE_CHECKING

from ..contract.messages import Said, Say
from ..contract.settings import LONGEST_LINE
from ..engine.errors import Refused
from .connection import Connection

if TYPE_CHECKING:
    from .table import Table

# This many lines at once, and one more after this many seconds.
LINES_AT_ONCE = 4
LINE_EVERY = 2.0
# Who only watches a listed table says nothing.
BLANK = " "


def say_to_all(table: Table, connection: Connection, message: Say) -> None:
    """Pass on what somebody says; `Refused` if they may not, or say too much."""
    room, state = table.room, table.state
    person = connection.person.id
    text = plain_text(message.text)
    if (message.phrase is None) == (not text):
        raise Refused("refused.room.words")
    if len(message.text) > LONGEST_LINE:
        raise Refused("refused.room.long", most=LONGEST_LINE)
    if text and not state.plan.chat:
        raise Refused("refused.room.no_chat")
    if person in state.barred:
        raise Refused("refused.table.removed")
    if state.plan.listed and not state.seating.seen_by(person):
        raise Refused("refused.table.not_playing")
    if not connection.may_speak(asyncio.get_running_loop().time(), LINES_AT_ONCE, LINE_EVERY):
        raise Refused("refused.room.talk")
    said = Said(room.tag(person), room.name_of(person), message.phrase, text)
    for other in table.connections:
        other.send(said)


def plain_text(text: str) -> str:
    """One line of what can be seen: no control characters, nothing that turns the direction of writing around."""
    kept = [letter if unicodedata.category(letter)[0] != "C" or letter in "\u200d\ufe0f" else BLANK for letter in text]
    return " ".join("".join(kept).split())
