"""Rows of decisions as files: JSON lines, compressed or not, or Parquet where pyarrow is installed."""

from __future__ import annotations

import contextlib
import gzip
import importlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..engine.errors import BadRecord
from .extras import NeedsExtra

Write = Callable[[dict[str, Any]], None]
# Rows of a Parquet file that are written at once.
GROUP = 20_000
# For the most part text that stands in the line before: a higher level is slower, and hardly smaller.
GZIP_LEVEL = 4


@contextlib.contextmanager
def writer(path: Path) -> Iterator[Write]:
    """Return what writes a row into this file, by the end of its name; `BadRecord` if it can be none of these."""
    if path.name.endswith(".jsonl.gz"):
        with gzip.open(path, "wt", GZIP_LEVEL, encoding="utf-8") as file:
            yield lambda row: print(json.dumps(row, separators=(",", ":")), file=file)
    elif path.suffix == ".jsonl":
        with path.open("w", encoding="utf-8") as file:
            yield lambda row: print(json.dumps(row, separators=(",", ":")), file=file)
    elif path.suffix == ".parquet":
        with _parquet(path) as write:
            yield write
    else:
        why = "its name ends neither in .jsonl or .jsonl.gz nor in .parquet"
        raise BadRecord("record.file_written", path=str(path), why=why)


@contextlib.contextmanager
def _parquet(path: Path) -> Iterator[Write]:
    try:
        arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise NeedsExtra("records export", "data", "pyarrow") from error
    schema = _schema(arrow)
    waiting: list[dict[str, Any]] = []
    with parquet.ParquetWriter(path, schema, compression="zstd") as file:

        def write(row: dict[str, Any]) -> None:
            options = [(name, json.dumps(value)) for name, value in row["options"].items()]
            facts = json.dumps(row["facts"], separators=(",", ":"))
            waiting.append({**row, "options": options, "roles": list(row["roles"].items()), "facts": facts})
            if len(waiting) >= GROUP:
                flush()

        def flush() -> None:
            file.write_table(arrow.Table.from_pylist(waiting, schema))
            waiting.clear()

        yield write
        flush()


def _schema(arrow: Any) -> Any:
    """The columns of `COLUMNS` with their types; what differs from game to game in its shape, the facts, is JSON."""
    text, number, small, seconds = arrow.string(), arrow.int32(), arrow.int16(), arrow.float64()
    cards = arrow.list_(text)
    place = arrow.struct([("zone", text), ("seat", small), ("cards", cards)])
    columns = {
        "record": text, "game": text, "version": text, "seed": text, "options": arrow.map_(text, text),
        "seats": small, "number": number, "step": number, "player": text, "seat": small, "phase": text,
        "turn": arrow.list_(small), "roles": arrow.map_(text, small), "scores": arrow.list_(number), "hand": cards,
        "table": arrow.list_(place), "facts": text, "timer": text, "timer_seconds": seconds, "legal": cards,
        "choice": number, "chosen": text, "seconds": seconds, "place": small, "score": number, "reason": text,
    }  # fmt: skip
    return arrow.schema(list(columns.items()))
