"""A real server for tests: a process of its own on a free port, with data in a folder that can outlive it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

# All who come to a server in a test come from one address.
FROM_ONE_ADDRESS = [
    "--no-rates", "--most-tables-of-address", "100000", "--most-connections-of-address", "100000",
    "--most-sockets-of-address", "100000", "--most-memory-of-address", "999999999", "--most-jobs-of-address", "100000",
    # And it may be a slow machine with much else to do.
    "--most-job-seconds", "100000",
]  # fmt: skip


class Server:
    """A running server; `kill` ends it as a power cut would, `start` brings it back on the same port and data.

    With ``strict`` it keeps the limits of one address; with ``asgi`` it is the application under an ASGI server.
    ``within`` is the beginning of a command that runs it somewhere else, in a network namespace say.
    """

    def __init__(
        self,
        data: Path | str,
        workers: int = 1,
        flags: Sequence[str] = (),
        strict: bool = False,
        asgi: bool = False,
        host: str = "127.0.0.1",
        within: Sequence[str] = (),
    ) -> None:
        self.data = data
        self.workers = workers
        self.asgi = asgi
        self.host = host
        self.within = within
        self.flags = flags if strict else [*FROM_ONE_ADDRESS, *flags]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        program = ["-m", "cardhouse.cli"] if not self.asgi else [str(Path(__file__).with_name("asgi_house.py"))]
        command = [*self.within, sys.executable, *program, "serve", "--host", self.host, "--port", str(self.port)]
        command += ["--data", str(self.data), "--workers", str(self.workers), *self.flags]
        self.process = subprocess.Popen(command, env=os.environ, stdout=subprocess.DEVNULL)
        for _ in range(2400):
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}")
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        """End it at once."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end, and wait until it has."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)
