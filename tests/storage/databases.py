"""Databases for tests: one PostgreSQL for all tests of a process, with a new database for each that wants one."""

from __future__ import annotations

import atexit
import itertools
import shutil
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.postgres import Cluster, NoPostgres

_numbers = itertools.count()


@cache
def cluster() -> Cluster | str:
    """The server, or why there is none."""
    if find_spec("asyncpg") is None:
        return "asyncpg is not installed"
    folder = Path(tempfile.mkdtemp(prefix="cardhouse-postgres-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        made = Cluster(folder)
        made.start()
    except NoPostgres as error:
        return str(error)
    atexit.register(made.stop)
    return made


def database() -> str:
    """The address of a new database; the test is left out where there is no PostgreSQL."""
    found = cluster()
    if isinstance(found, str):
        pytest.skip(found)
    return found.create(f"test{next(_numbers)}")
