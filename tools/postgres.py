"""PostgreSQL for the tests: found, installed from Debian's packages where one may, or named in a sentence, and run in a
folder of its own. ``python -m tools.postgres`` sees to it before the first test; no server of anybody's is touched."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.browser import install

ROOT_IS_REFUSED = "postgres"
SECONDS_TO_START = 60


class NoPostgres(Exception):
    """There is no PostgreSQL here, and it could not be installed."""


def find_postgres() -> Path:
    """The folder of PostgreSQL's programs: from POSTGRES, from the system, or installed where one may."""
    named = os.environ.get("POSTGRES")
    if named:
        return Path(named)
    found = _installed() or install(_installed, "postgresql")
    if found:
        return Path(found)
    raise NoPostgres(
        "Houses on many machines are tested with PostgreSQL, there is none here, and apt-get could not install it: "
        "these tests are left out. Install it (Debian, Ubuntu: sudo apt install postgresql) or name the folder of its "
        "programs in the environment variable POSTGRES."
    )


def _installed() -> str | None:
    # Debian keeps each version's programs in a folder of their own, and most of them out of the path.
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: _number(folder.parent.name))
    for folder in reversed(folders):
        if (folder / "initdb").exists():
            return str(folder)
    program = shutil.which("initdb")
    return str(Path(program).resolve().parent) if program else None


def _number(text: str) -> float:
    return float(text) if text.replace(".", "", 1).isdigit() else 0.0


class Cluster:
    """A PostgreSQL server of our own: data, socket and log in one folder, a free port of this machine only.

    Who is root gives the folder away to the user that PostgreSQL runs as, who must be able to come there.
    """

    def __init__(self, folder: Path, settings: Sequence[str] = ("fsync=off",)) -> None:
        self.folder = folder
        self.programs = find_postgres()
        self.settings = settings
        self.data = folder / "data"
        self.process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        folder.mkdir(parents=True, exist_ok=True)
        self._user: dict[str, Any] = {}
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # It refuses to run as root: Debian's package makes a user for it.
            self._user = {"user": ROOT_IS_REFUSED, "group": ROOT_IS_REFUSED, "extra_groups": []}
            shutil.chown(folder, ROOT_IS_REFUSED, ROOT_IS_REFUSED)
        self._run("initdb", "-D", str(self.data), "-U", "cardhouse", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def _run(self, program: str, *words: str) -> None:
        ran = subprocess.run(
            [self.programs / program, *words], cwd=self.folder, capture_output=True, text=True, **self._user
        )
        if ran.returncode:
            raise NoPostgres(f"{program} failed: {ran.stderr.strip()[-500:]}")

    def address(self, database: str = "postgres", port: int | None = None) -> str:
        """How a database of it is named; with another port, through something in between."""
        return f"postgresql://cardhouse@127.0.0.1:{port or self.port}/{database}"

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        words = ["-D", str(self.data), "-p", str(self.port), "-c", "listen_addresses=127.0.0.1"]
        words += ["-c", f"unix_socket_directories={self.folder}"]
        for setting in self.settings:
            words += ["-c", setting]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", *words], cwd=self.folder, stdout=log, stderr=log, **self._user
            )
        waiting = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "cardhouse", "-t", "1", "-q"]
        for _ in range(20 * SECONDS_TO_START):
            if self.process.poll() is not None:
                raise NoPostgres(f"postgres ended: {(self.folder / 'log').read_text(errors='replace')[-500:]}")
            ran = subprocess.run([self.programs / "pg_isready", *waiting])
            if ran.returncode == 0:
                return
        raise NoPostgres("postgres does not answer")

    def create(self, database: str) -> str:
        """A new database; gives its address."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "cardhouse", database)
        return self.address(database)

    def stop(self, signal_name: str = "INT") -> None:
        """End it: INT cuts everybody off, QUIT ends it as a power cut would."""
        import signal

        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(getattr(signal, f"SIG{signal_name}"))
            self.process.wait(60)
        self.process = None


def main() -> int:
    try:
        find_postgres()
    except NoPostgres as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
