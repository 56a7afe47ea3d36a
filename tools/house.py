"""A real house on a free port, and a real browser to visit it: for the browser tests, the screenshots and the bench."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tools.browser import find_browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
]


def launch(playwright: Playwright) -> Browser:
    """A browser without a window."""
    return playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# All who visit a house in a test come from one address, some play as quickly as they can, and the machine may be busy.
FROM_ONE_ADDRESS = [
    "--no-rates", "--most-tables-of-address", "100000", "--most-connections-of-address", "100000",
    "--most-sockets-of-address", "100000", "--most-memory-of-address", "100000000", "--most-jobs-of-address", "100000",
    "--most-messages", "1000", "--most-job-seconds", "900",
]  # fmt: skip

# Seconds; a machine that does much else may take long to read all modules.
START_WITHIN = 180


class House:
    """A server with its data in a folder. It can be killed and started again on the same port."""

    def __init__(self, data: Path, workers: int = 1, *options: str) -> None:
        self.data = data
        self.options = options
        self.workers = workers
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment: dict[str, str] | None = None

    def start(self) -> House:
        command = [sys.executable, "-m", "cardhouse.cli", "serve", "--port", str(self.port)]
        command += ["--data", str(self.data), "--workers", str(self.workers), *FROM_ONE_ADDRESS, *self.options]
        self.data.mkdir(parents=True, exist_ok=True)
        with (self.data / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
        deadline = time.monotonic() + START_WITHIN
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=1):
                    return self
            except OSError:
                time.sleep(0.05)
        self.kill()
        raise RuntimeError(f"the server did not start: {(self.data / 'server.log').read_text()[-2000:]}")

    def kill(self) -> None:
        """Pull the plug."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None
