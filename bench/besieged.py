"""The server in a siege: a process of its own, with the limits that it has by itself and as many files as a service."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from bench.visitors import BYSTANDER, PROXY, ask
from cardhouse.server.run import free_port

USUAL_FILES, MOST_FILES = 1024, 16384


class Besieged:
    """A server of a checkout's ``source`` that runs on this machine; what it keeps is in a folder of its own."""

    def __init__(self, folder: Path, source: Path) -> None:
        self.folder = folder
        self.source = source
        self.data = folder / "data"
        self.port = free_port("127.0.0.1", 0)
        self.process: subprocess.Popen[bytes]

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def start(self) -> None:
        """Start it, again if need be, and wait until it answers."""
        command = [sys.executable, "-m", "cardhouse.cli", "serve", "--port", str(self.port), "--data", str(self.data)]
        # What a login shell or a service has by itself.
        command = ["prlimit", f"--nofile={USUAL_FILES}:{MOST_FILES}", *command, "--workers", "1"]
        env = {**os.environ, "PYTHONPATH": str(self.source), "CARDHOUSE_PURE": "1"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--trusted-proxy", PROXY], env=env, stdout=subprocess.DEVNULL, stderr=log
            )
        for _ in range(1200):
            with contextlib.suppress(OSError):
                asyncio.run(ask(self.port, "GET", "/health", "", address=BYSTANDER))
                return
            time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def end(self) -> float:
        """Ask it to end; after how many seconds it has, infinity if it had to be killed."""
        began = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            return float("inf")
        return time.perf_counter() - began

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.kill()
        self.process.wait()
