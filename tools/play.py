"""Opens the house from a checkout: the first time it installs what is needed, and compiles the rules while one plays.

``make play`` runs this; without make it is ``python3 tools/play.py`` or, on Windows, ``py tools\\play.py``. What
follows goes to the command ``cardhouse``.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import ROOT, NotInstalled, own_environment, prepare, python

SOURCES = str(ROOT / "src")


class Background:
    """Work done while one plays: the package is installed, and its rules are compiled for the next start."""

    def __init__(self, compile_rules: bool) -> None:
        self.wanted = compile_rules
        self.closed = False
        self.process = ask_compiler("--attended", *([] if compile_rules else ["--package"]))
        self.thread = threading.Thread(target=self._tell, daemon=True)
        self.thread.start()

    def _tell(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                if not self.closed:
                    print(f"In the background: {line.rstrip()}", flush=True)
        if self.process.wait() == 0 and self.wanted:
            print("From the next start on the cats think many times faster.", flush=True)

    def close(self) -> None:
        """End what is not finished; it leaves nothing behind."""
        self.closed = True
        if self.process.poll() is None:
            if self.wanted:
                print("The rules are not compiled yet: the next start tries again.", flush=True)
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait()
            shutil.rmtree(ROOT / "build" / "compiling", ignore_errors=True)
        self.thread.join()


def ask_compiler(*options: str) -> subprocess.Popen[str]:
    """Start `tools.compiling`; in the background it stands back for everything else."""
    command = [str(python()), "-m", "tools.compiling", *options]
    if shutil.which("nice") and "--attended" in options:
        command = ["nice", "-n", "10", *command]
    return subprocess.Popen(
        command,
        env={**own_environment(), "PYTHONPATH": SOURCES, "CARDHOUSE_PURE": "1"},
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def open_house(arguments: list[str]) -> int:
    """Run the house until it ends, and give its exit code."""
    environment = {**own_environment(), "PYTHONPATH": SOURCES}
    wanted = environment.get("CARDHOUSE_PURE") != "1"
    compiled = wanted and any(ROOT.glob("build/compiled-*")) and ask_compiler("--check").wait() == 0
    # Chosen once, for all processes of this start.
    environment["CARDHOUSE_PURE"] = "0" if compiled else "1"
    house = subprocess.Popen([str(python()), "-m", "cardhouse.cli", *arguments], env=environment)

    def pass_on(number: int, frame: FrameType | None) -> None:
        # The keyboard's interrupt reaches the house by itself.
        if number != signal.SIGINT:
            house.send_signal(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, pass_on)
    background = Background(compile_rules=wanted and not compiled)
    try:
        return house.wait()
    finally:
        background.close()


def main() -> int:
    try:
        prepare("server")
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 1
    return open_house(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
