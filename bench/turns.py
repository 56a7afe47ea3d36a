"""For how long a server works at a stretch for one connection while it is attacked: ``python -m bench.turns``.

    python -m bench.turns [--attacks chunks files strange …] [--seconds 4]

In processor time of the loop, so that it doesn't matter what else the machine does: the bytes that came in at once from
one connection, and each step of answering a request. Between two of them others have their turn.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.rates import table as laid_out
from bench.siege_costs import COSTS
from bench.visitors import BYSTANDER, PROXY, ask
from cardhouse.server.run import free_port

ROOT = Path(__file__).parents[1]
Stretches = dict[str, list[float]]


def watch(stretches: Stretches) -> None:
    """Note how long each stretch of work for one connection takes."""
    from cardhouse.server import budget, guard, http, sockets, visit

    def timed(kind: type, name: str, called: str) -> None:
        work: Callable[..., object] = getattr(kind, name)

        def watched(*given: object) -> None:
            began = time.thread_time()
            work(*given)
            stretches[called].append(time.thread_time() - began)

        setattr(kind, name, watched)

    class Watched(budget.Metered):
        def __init__(self, work: Any, charge: Callable[[float], object]) -> None:
            def noted(cost: float) -> None:
                stretches["a step of a request"].append(cost)
                charge(cost)

            super().__init__(work, noted)

    timed(http.BoundedHttp, "data_received", "bytes of HTTP")
    timed(sockets.Socket, "data_received", "bytes of a socket")
    timed(sockets.Socket, "_take_more", "bytes of a socket")
    for module in (guard, visit):
        vars(module)["Metered"] = Watched


def serve(words: list[str], told: Path) -> int:
    """Be the server that is watched; at its end it says what was seen."""
    from cardhouse.cli import main as cardhouse

    stretches: Stretches = defaultdict(list)
    watch(stretches)
    try:
        return cardhouse(["serve", *words])
    finally:
        told.write_text(json.dumps(stretches))


def attacked(attack: str, seconds: float) -> Stretches:
    """What was seen during one attack on one new server."""
    with tempfile.TemporaryDirectory() as folder:
        told, port = Path(folder) / "told", free_port("127.0.0.1", 0)
        command = [sys.executable, "-m", "bench.turns", "--serve", str(told), "--port", str(port), "--workers", "1"]
        command += ["--data", f"{folder}/data", "--trusted-proxy", PROXY]
        server = subprocess.Popen(command, cwd=ROOT, env=os.environ, stdout=subprocess.DEVNULL)
        try:
            for _ in range(1200):
                with contextlib.suppress(OSError):
                    asyncio.run(ask(port, "GET", "/health", "", address=BYSTANDER))
                    break
                time.sleep(0.05)
            asyncio.run(COSTS[attack](port, seconds))
            server.send_signal(signal.SIGTERM)
            server.wait(30)
        finally:
            server.kill()
            server.wait()
        found: Stretches = json.loads(told.read_text())
        return found


def main() -> int:
    if sys.argv[1:2] == ["--serve"]:
        return serve(sys.argv[3:], Path(sys.argv[2]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--attacks", nargs="+", choices=list(COSTS), default=list(COSTS))
    parser.add_argument("--seconds", type=float, default=4.0)
    args = parser.parse_args()
    rows = []
    for attack in args.attacks:
        for what, seen in attacked(attack, args.seconds).items():
            seen.sort()
            figures = [sum(seen) / len(seen), seen[len(seen) * 99 // 100], seen[-1]]
            rows.append([attack, what, str(len(seen)), *[f"{1000 * each:.2f}" for each in figures]])
            print("  ".join(rows[-1]), flush=True)
    print(laid_out(["attack", "work", "times", "mean ms", "99% ms", "longest ms"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
