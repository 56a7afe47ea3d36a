"""Rows of decisions as files: JSON lines, or Parquet where pyarrow is installed."""

from __future__ import annotations

import contextlib
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


@contextlib.contextmanager
def writer(path: Path) -> Iterator[Write]:
    """What writes a row into this file, by its name a .jsonl or a .parquet; anything else is a `BadRecord`."""
    if path.suffix == ".jsonl":
        with path.open("w", encoding="utf-8") as file:
            yield lambda row: print(json.dumps(row, separators=(",", ":")), file=file)
    elif path.suffix == ".parquet":
        with _parquet(path) as write:
            yield write
    else:
        raise BadRecord("record.file_written", path=str(path), why="its name ends neither in .jsonl nor in .parquet")


@contextlib.contextmanager
def _parquet(path: Path) -> Iterator[Write]:
    try:
        arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise NeedsExtra("records export", "data", "pyarrow") from error
    text, number = arrow.string(), arrow.int32()
    columns = {"record": text, "number": number, "game": text, "seats": number, "player": text, "seat": number}
    columns |= {"view": text, "legal": arrow.list_(text), "chosen": text, "place": number, "score": number}
    schema = arrow.schema(list(columns.items()))
    waiting: list[dict[str, Any]] = []
    with parquet.ParquetWriter(path, schema, compression="zstd") as file:

        def write(row: dict[str, Any]) -> None:
            waiting.append({**row, "view": json.dumps(row["view"], separators=(",", ":"))})
            if len(waiting) >= GROUP:
                flush()

        def flush() -> None:
            file.write_table(arrow.Table.from_pylist(waiting, schema))
            waiting.clear()

        yield write
        flush()
