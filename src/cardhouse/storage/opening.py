"""Which storage is meant: a folder for SQLite, or the address of a PostgreSQL database."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from . import Storage, StorageError
from .sqlite import SqliteStorage

SCHEMES = ("postgresql://", "postgres://")


def is_address(data: str | Path) -> bool:
    """True if this names a database and not a folder."""
    return isinstance(data, str) and data.startswith(SCHEMES)


def storage_at(data: str | Path, node: str = "") -> Storage:
    """The storage that is meant; `StorageError` if it can't be had. ``node``: where other nodes reach this one."""
    if not is_address(data):
        return SqliteStorage(Path(data))
    try:
        postgres: Any = importlib.import_module(".postgres", __package__)
    except ModuleNotFoundError as error:
        raise StorageError("store.extra", module=str(error.name)) from error
    storage: Storage = postgres.PostgresStorage(str(data), node)
    return storage
