"""Servers for the tests that want one; and no test depends on how fast the machine is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from serving import Server

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a file."""
    running = Server(tmp_path_factory.mktemp("house"))
    yield running
    if running.process is not None and running.process.poll() is None:
        running.stop()
