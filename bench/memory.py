"""How much memory a table and a connection take: ``python -m bench.memory [--tables 300]``.

Tables of Hearts for four are made and dealt at a server with SQLite, then four people connect to each; between that the
server's resident memory is read. What it needs without any table is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
from pathlib import Path

from bench.exchange import SEATS, ask
from bench.server import node
from bench.wire import Wire


def resident(pid: int) -> int:
    """The bytes of memory that a process has to itself or shares."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


async def measured(host: str, pid: int, tables: int) -> tuple[float, float]:
    """The bytes that a table takes, and those that a connection to it takes."""

    async def make(number: int) -> tuple[str, list[str]]:
        cookies = [f"cardhouse=memory-{number:010}-{seat}-of-these-four" for seat in range(SEATS)]
        wish = {"game": "hearts", "seats": [{"kind": "link"}] * SEATS}
        code = (await ask(host, "POST", "/api/tables", cookies[0], wish))["code"]
        for seat, cookie in enumerate(cookies):
            await ask(host, "POST", f"/api/tables/{code}/sit", cookie, {"seat": seat})
        return code, cookies

    # What the first ones bring into memory stays there for all others.
    await make(0)
    before = resident(pid)
    made = [await make(number) for number in range(1, tables + 1)]
    dealt = resident(pid)
    wires = [
        await Wire.open(host, f"/ws/{code}", cookie, lambda raw: None) for code, cookies in made for cookie in cookies
    ]
    await asyncio.sleep(1.0)
    connected = resident(pid)
    for wire in wires:
        wire.close()
    return (dealt - before) / tables, (connected - dealt) / len(wires)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, SEATS * args.tables + 200), hard), hard))
    with tempfile.TemporaryDirectory() as folder, node(Path(folder), str(Path(folder) / "data")) as (host, pid):
        start = resident(pid)
        table, connection = asyncio.run(measured(host, pid, args.tables))
    print(f"the server alone: {start / 1e6:.0f} MB")
    print(f"a table: {table / 1000:.1f} KB    a connection: {connection / 1000:.1f} KB    ({args.tables} tables)")


if __name__ == "__main__":
    main()
