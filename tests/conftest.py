"""Servers for the tests that want one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a file."""
    running = Server(tmp_path_factory.mktemp("house"))
    yield running
    if running.process is not None and running.process.poll() is None:
        running.stop()
