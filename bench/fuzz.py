"""A hundred thousand pieces of nonsense for one server: ``python -m bench.fuzz [--messages 100000] [--seed 1]``.

Random bytes, random JSON, valid messages in wrong order over WebSockets, strange HTTP requests, and both byte by byte
with some of them damaged, in this process and without a port. Ends with 1 if anything was raised, answered with a
status of 500 or more, or harmed a table.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from fuzzing import LENIENT, SECRETS, Fuzzer, fuzzed

AT_A_TIME = 250
ONE_IN = 5
# Nonsense makes tables too: a house with a bound shows whether memory stays where it is.
TABLES = 200


def resident() -> float:
    """Megabytes of memory that this process holds now; Linux only, elsewhere 0."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmRSS"))


async def fuzz(folder: Path, messages: int, seed: int) -> Fuzzer:
    """Send this many; every fifth is an HTTP request. Prints the memory after each tenth of them."""
    async with fuzzed(folder, seed, replace(LENIENT, tables=TABLES)) as fuzzer:
        tenths = 0
        while fuzzer.found.sent < messages:
            if fuzzer.found.sent * 10 // messages >= tenths:
                print(f"{fuzzer.found.sent:8} sent, {resident():.0f} MB", flush=True)
                tenths += 1
            for code in fuzzer.codes:
                await asyncio.gather(*[fuzzer.socket(code, secret, AT_A_TIME) for secret in SECRETS])
                for _ in range(len(SECRETS) * AT_A_TIME // (ONE_IN - 1)):
                    await fuzzer.request()
                for _ in range(AT_A_TIME // ONE_IN):
                    await fuzzer.raw()
            await fuzzer.restore()
            for code in fuzzer.codes:
                await fuzzer.check(await fuzzer.lobby.find(code))
        return fuzzer


class Counting(logging.Handler):
    """Counts what a server logs as an error: a table's task does so with what it did not expect."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(self.format(record))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    errors = Counting()
    logging.basicConfig(level=logging.ERROR, handlers=[errors])
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(fuzz(Path(folder), args.messages, args.seed)).found
    print(f"{found.sent} sent in {time.perf_counter() - began:.0f} s")
    for answer, times in found.answers.most_common():
        print(f"{times:8}  {answer}")
    for failure in [*found.failures, *errors.seen][:20]:
        print(failure)
    print(f"{len(found.failures)} failures, {len(errors.seen)} errors logged")
    return 1 if found.failures or errors.seen else 0


if __name__ == "__main__":
    sys.exit(main())
