"""The workers that cats think in."""

from __future__ import annotations

import subprocess
import sys

SERVER = """
import asyncio, sys
from cardhouse.table.thinker import Thinker
if __name__ == "__main__":
    thinker = Thinker(2)
    thinker.start()
    for done in [thinker._pool.submit(int) for _ in range(2)]:
        done.result()
    print("ready", flush=True)
    sys.stdin.read()
"""


def test_workers_end_with_a_server_that_was_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline().strip() == b"ready"
        server.kill()
        # The workers share its output: only when the last of them has ended does it end too.
        server.communicate(timeout=60)
