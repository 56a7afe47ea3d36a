"""The workers that cats think in."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import cardhouse
from cardhouse.engine.errors import BadSetup
from cardhouse.server.jobs import Jobs
from cardhouse.table.pool import LEAST_THINKING, MOST_THINKING, BotPool, end_with_the_server, thinking_time

SERVER = """
import asyncio, sys
from cardhouse.table.pool import BotPool
if __name__ == "__main__":
    pool = BotPool(2)
    pool.start()
    for done in [pool._pool.submit(int) for _ in range(2)]:
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


def test_an_answer_gets_less_time_when_more_wait_than_there_are_workers() -> None:
    assert thinking_time(1, 2) == thinking_time(2, 2) == MOST_THINKING
    assert thinking_time(4, 2) == MOST_THINKING / 2
    assert thinking_time(1000, 2) == LEAST_THINKING


def test_a_table_that_pauses_before_moves_lets_bots_think_longer_while_workers_are_idle() -> None:
    pause = 4 * MOST_THINKING / 1000
    assert thinking_time(1, 2, pause) == 2 * MOST_THINKING
    assert thinking_time(4, 2, pause) == MOST_THINKING
    assert thinking_time(1000, 2, pause) == LEAST_THINKING
    assert thinking_time(1, 2, MOST_THINKING / 1000) == MOST_THINKING


async def work(workers: BotPool | Jobs, job: Callable[..., Any], *given: Any) -> Any:
    if isinstance(workers, BotPool):
        return await workers._work("", job, *given)
    return await workers.run("", job, *given)


@pytest.mark.parametrize("workers", [BotPool(1), Jobs(1)])
def test_closing_waits_for_no_search(workers: BotPool | Jobs) -> None:
    """Nobody is left to hear what it finds."""

    async def main() -> BaseException | None:
        thinking = asyncio.create_task(work(workers, time.sleep, 20))
        await work(workers, int)
        workers.close()
        await asyncio.wait([thinking])
        return thinking.exception()

    assert isinstance(asyncio.run(main()), Exception)


@pytest.mark.filterwarnings("default")
def test_the_workers_of_a_cluster_answer_and_if_it_goes_our_own_do() -> None:
    distributed = pytest.importorskip("distributed")
    view = cardhouse.new("hearts", seats=4, seed=5).view(0)
    alone = asyncio.run(BotPool(0).move("hearts", "easy", 7, view))

    async def check() -> None:
        with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as made:
            pool = BotPool(1, cluster=made.scheduler_address)
            answers = await asyncio.gather(*[pool.move("hearts", "easy", 7, view) for _ in range(3)])
            assert answers == [alone] * 3
            assert not isinstance(pool._pool, ProcessPoolExecutor)
        again = None
        while again is None:
            # Whoever is asked when it goes hears so, and asks again.
            with contextlib.suppress(Exception):
                again = await asyncio.wait_for(pool.move("hearts", "easy", 7, view), 30)
        assert again == alone
        assert isinstance(pool._pool, ProcessPoolExecutor)
        pool.close()

    asyncio.run(check())


def test_a_cluster_that_is_not_there_is_said() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(BadSetup, match="no Dask cluster"):
        BotPool(1, cluster="nonsense://nowhere")
