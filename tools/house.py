"""A real house on a free port, and a real browser to visit it: for the browser tests, the screenshots and the bench."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Playwright

# The shell has the same engine without windows, menus and settings, and so starts in half the time.
SHELL = "chromium-headless-shell"
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
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


class NoBrowser(Exception):
    """There is no Chromium here, and it could not be installed."""


def find_browser() -> str:
    """The path of a Chromium: from CHROMIUM, from the system, or installed from Debian's packages where one may."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    found = _installed() or _install()
    if found:
        return found
    raise NoBrowser(
        "The page is tested in Chromium or Chrome, there is none here, and apt-get could not install it. "
        "Install it (Debian, Ubuntu: sudo apt install chromium) or name its path in the environment variable CHROMIUM."
    )


def _installed() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _install() -> str | None:
    """Debian's Chromium, where there is apt-get and one may; whoever else wants it at the same time waits for it."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return None
    with (Path(tempfile.gettempdir()) / "cardhouse-browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _installed():
            print("Installing Chromium with apt-get", file=sys.stderr)
            subprocess.run(["apt-get", "update", "-qq"], check=False)
            for package in (SHELL, "chromium"):
                if subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False).returncode == 0:
                    break
        return _installed()


def launch(playwright: Playwright) -> Browser:
    """A browser without a window."""
    return playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """A server with its data in a folder. It can be killed and started again on the same port."""

    def __init__(self, data: Path, workers: int = 1) -> None:
        self.data = data
        self.workers = workers
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> House:
        command = [sys.executable, "-m", "cardhouse.cli", "serve", "--port", str(self.port)]
        command += ["--data", str(self.data), "--workers", str(self.workers)]
        self.data.mkdir(parents=True, exist_ok=True)
        with (self.data / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=1):
                    return self
            except OSError:
                time.sleep(0.05)
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
