"""A house copied from one storage to another, row by row, and compared afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from . import StorageError
from .rows import packed, unpacked

AT_A_TIME = 2000
Row = tuple[Any, ...]


class Part(NamedTuple):
    """Rows of one kind: their columns, and the columns by which they have an order that every storage gives them."""

    name: str
    columns: tuple[str, ...]
    order: tuple[str, ...]


# The number of a line in its log is its place in that order; who owns a table is nobody's business elsewhere.
PARTS = (
    Part("tables", ("code", "plan", "made_at"), ("code",)),
    Part("log", ("code", "kind", "at", "data"), ("code", "number")),
    Part("people", ("id", "name", "face", "seen"), ("id",)),
    Part("keys", ("id", "person", "kind", "name", "at", "public"), ("id",)),
    Part("records", ("id", "code", "round", "game", "at", "mark", "text"), ("id",)),
    Part(
        "results",
        ("record", "seat", "person", "name", "level", "place", "score", "notes", "face"),
        ("record", "seat"),
    ),
    Part("statistics", ("person", "game", "against", "data"), ("person", "game", "against")),
    Part("notes", ("person", "kind", "key", "data"), ("person", "kind", "key")),
)


def as_kept(part: Part, row: Row) -> Row:
    """A row as it is written now: earlier versions kept the texts of records as they are."""
    return (*row[:-1], packed(unpacked(row[-1]))) if part.name == "records" else row


class Copyable(Protocol):
    """A storage whose rows can be read and written as they are."""

    async def count_rows(self, part: Part) -> int:
        """How many rows of a kind there are."""

    async def read_rows(self, part: Part, after: Row | None, most: int) -> list[tuple[Row, Row]]:
        """Rows in order, each with its place, from the one after this place on."""

    async def write_rows(self, part: Part, rows: Sequence[Row]) -> None:
        """Add rows, in the order in which they come."""

    async def clear(self) -> None:
        """Forget everything."""


async def copy(
    source: Copyable, target: Copyable, show: Callable[[int, int], None] = lambda done, total: None
) -> dict[str, int]:
    """Copy everything into an empty storage; how many rows of each kind. `StorageError` if anything is different then,
    or stands in the way, and the target is empty again. ``show`` is told how many rows are read, and of how many."""
    for part in PARTS:
        if await target.read_rows(part, None, 1):
            raise StorageError("store.not_empty")
    total = 2 * sum([await source.count_rows(part) for part in PARTS])
    done = 0

    def read(rows: int) -> None:
        nonlocal done
        done += rows
        show(done, total)

    try:
        before = [await _pass(source, part, target, read) for part in PARTS]
        after = [await _pass(target, part, None, read) for part in PARTS]
        for part, was, now in zip(PARTS, before, after, strict=True):
            if was != now:
                raise StorageError(
                    "store.failed", why=f"'{part.name}' differs after copying: {was[0]} and {now[0]} rows"
                )
    except BaseException:
        await target.clear()
        raise
    return {part.name: count for part, (count, _) in zip(PARTS, before, strict=True)}


async def _pass(source: Copyable, part: Part, target: Copyable | None, read: Callable[[int], None]) -> tuple[int, str]:
    """How many rows there are, and a digest of all; written to the target if there is one."""
    digest, count, place = hashlib.sha256(), 0, None
    while True:
        found = await source.read_rows(part, place, AT_A_TIME)
        if not found:
            return count, digest.hexdigest()
        rows = [as_kept(part, row) for _, row in found]
        for row in rows:
            digest.update(msgspec.json.encode(row) + b"\n")
        if target is not None:
            await target.write_rows(part, rows)
        count, place = count + len(rows), found[-1][0]
        read(len(rows))
