"""The workers that cats think in."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from cardhouse.server.reviewer import Reviewer
from cardhouse.table.thinker import Thinker, end_with_the_server

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


def test_an_interrupt_is_left_to_the_server() -> None:
    """Ctrl+C in a terminal goes to the workers too, and they would die with a page of complaints."""
    with ProcessPoolExecutor(1, get_context("spawn"), end_with_the_server) as pool:
        worker = pool.submit(os.getpid).result()
        os.kill(worker, signal.SIGINT)
        assert [pool.submit(os.getpid).result() for _ in range(20)] == [worker] * 20


@pytest.mark.parametrize("workers", [Thinker(1), Reviewer(1)])
def test_closing_waits_for_no_search(workers: Thinker | Reviewer) -> None:
    """Nobody is left to hear what it finds."""

    async def main() -> BaseException | None:
        await workers._work(int)
        thinking = asyncio.create_task(workers._work(time.sleep, 20))
        await asyncio.sleep(0.2)
        workers.close()
        (ended,) = await asyncio.gather(thinking, return_exceptions=True)
        return ended

    assert isinstance(asyncio.run(main()), Exception)
