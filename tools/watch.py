"""The house with the plain files of src, started again whenever a Python file changes; for pages a reload is enough.

Tables survive it: a house that starts again has all of them back.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tools.environment import ROOT, own_environment

SOURCES = ROOT / "src" / "cardhouse"
DATA = ROOT / "build" / "watch"
PORT = 8751


def state(folder: Path) -> dict[Path, int]:
    """When each Python file was changed last."""
    found = {}
    for path in folder.rglob("*.py"):
        # An editor may replace a file by another just now.
        if path.exists():
            found[path] = path.stat().st_mtime_ns
    return found


def changed(before: dict[Path, int], after: dict[Path, int]) -> list[Path]:
    """The files that were changed, added or removed."""
    return sorted(path for path in {*before, *after} if before.get(path) != after.get(path))


def start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "cardhouse.cli", "serve", "--port", str(PORT), "--data", str(DATA)]
    return subprocess.Popen(command, env={**own_environment(), "CARDHOUSE_PURE": "1"})


def main() -> int:
    DATA.mkdir(parents=True, exist_ok=True)
    print(f"http://127.0.0.1:{PORT}/ (Ctrl+C ends it)", flush=True)
    before, house = state(SOURCES), start()
    try:
        while True:
            time.sleep(0.5)
            after = state(SOURCES)
            if found := changed(before, after):
                print(f"{found[0].relative_to(SOURCES)} has changed: starting again", flush=True)
                before = after
                house.terminate()
                house.wait()
                house = start()
    except KeyboardInterrupt:
        house.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
