"""The workers that cats think in."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Any

import pytest

import cardhouse
from cardhouse.engine.action import parse_action
from cardhouse.engine.errors import BadSetup, CardhouseError
from cardhouse.server.jobs import Jobs
from cardhouse.table.pool import LEAST_THINKING, MOST_THINKING, BotPool, thinking_time
from cardhouse.table.workers import ProcessExecutor

SERVER = """
import asyncio, sys
from cardhouse.table.pool import BotPool
async def main():
    pool = BotPool(2)
    await asyncio.gather(*[pool._work("", int) for _ in range(2)])
    print("ready", flush=True)
    sys.stdin.read()
if __name__ == "__main__":
    asyncio.run(main())
"""


def test_workers_end_with_a_server_that_was_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline().strip() == b"ready"
        server.kill()
        # The workers share its output: only when the last of them has ended does it end too.
        server.communicate(timeout=60)


@pytest.fixture
def worker() -> Iterator[ProcessExecutor]:
    made = ProcessExecutor()
    yield made
    made.shutdown(wait=False)


def test_an_interrupt_is_left_to_the_server(worker: ProcessExecutor) -> None:
    """Ctrl+C in a terminal goes to the workers too, and they would die with a page of complaints."""
    pid = worker.submit(os.getpid).result()
    os.kill(pid, signal.SIGINT)
    assert [worker.submit(os.getpid).result() for _ in range(20)] == [pid] * 20


def test_a_worker_does_its_jobs_in_turn_and_tells_what_went_wrong(worker: ProcessExecutor) -> None:
    fine, wrong, bad, after = [worker.submit(int, text) for text in ("1", "x", "y", "2")]
    refused = worker.submit(parse_action, "fly away")
    local = worker.submit(eval, "lambda: 0")
    assert (fine.result(), after.result()) == (1, 2)
    failed = wrong.exception()
    assert isinstance(failed, ValueError)
    assert "Traceback" in failed.__notes__[0]
    assert isinstance(bad.exception(), ValueError)
    assert isinstance(refused.exception(), CardhouseError)
    assert local.exception() is not None
    # What can't be sent, either way, ends nothing.
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        worker.submit(lambda: 0)
    assert worker.submit(int).result() == 0


@pytest.mark.parametrize(
    "end", [lambda worker, pid: os.kill(pid, signal.SIGKILL), lambda worker, pid: worker.shutdown(False)]
)
@pytest.mark.parametrize("frozen", [False, True])
def test_whoever_waits_for_a_worker_that_has_ended_hears_so(end: Any, frozen: bool, worker: ProcessExecutor) -> None:
    pid = worker.submit(os.getpid).result()
    waiting = [worker.submit(time.sleep, 1000) for _ in range(3)]
    if frozen:
        os.kill(pid, signal.SIGSTOP)
    end(worker, pid)
    assert {type(one.exception(60)) for one in waiting} == {BrokenExecutor}
    with pytest.raises(BrokenExecutor):
        worker.submit(int)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_worker_that_hangs_is_ended_and_another_one_is_asked() -> None:
    """Also one that somebody has stopped, which no milder signal reaches."""

    async def main() -> None:
        ended: list[str] = []

        def observe(what: str, amount: float) -> None:
            ended.append(what)
            # The next one has all the time it needs, however slow this machine is.
            pool.deadline = 600.0

        pool = BotPool(1, observe=observe)
        for hang in (False, True):
            pid = await pool._work("", os.getpid)
            if not hang:
                os.kill(pid, signal.SIGSTOP)
            pool.deadline = 0.05
            job = partial(sleep_in, pid) if hang else os.getpid
            assert await pool._work("", job) != pid
        assert ended == ["workers_ended"] * 2
        assert pool.waiting == 0
        assert len(pool._places.free) == pool._places.turns.free == 1
        pool.close()

    asyncio.run(main())


def sleep_in(hanging: int) -> int:
    """Hang, in this worker and no other."""
    if os.getpid() == hanging:
        time.sleep(1000)
    return os.getpid()


def test_others_are_answered_while_a_worker_hangs() -> None:
    async def main() -> None:
        pool = BotPool(2)
        await asyncio.gather(*[pool._work("", int) for _ in range(2)])
        hanging = asyncio.create_task(pool._work("ann", time.sleep, 1000))
        assert [await pool._work("bea", int) for _ in range(5)] == [0] * 5
        pool.close()
        await asyncio.wait([hanging])
        assert isinstance(hanging.exception(), BrokenExecutor)

    asyncio.run(main())


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
            assert pool._places is not pool._own
        again = None
        while again is None:
            # A question under way when it goes is refused, and asked again.
            with contextlib.suppress(Exception):
                again = await asyncio.wait_for(pool.move("hearts", "easy", 7, view), 30)
        assert again == alone
        assert pool._places is pool._own
        pool.close()

    asyncio.run(check())


def test_a_cluster_that_is_not_there_is_said() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(BadSetup, match="no Dask cluster"):
        BotPool(1, cluster="nonsense://nowhere")
