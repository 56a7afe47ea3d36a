"""A Chromium for the tests of the page, and what Playwright's driver needs: found, installed from Debian's packages
where one may, or named in a sentence. ``python -m tools.browser`` sees to it before the first test."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

# The shell has the same engine without windows, menus and settings, and so starts in half the time.
SHELL = "chromium-headless-shell"
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Which of Debian's packages has a library that a minimal system lacks.
PACKAGES = {"libatomic.so.1": "libatomic1", "libstdc++.so.6": "libstdc++6"}
# How long, in seconds, somebody waits for another who installs the same.
WAITS = 600
MISSING = re.compile(r"(lib[\w+.-]+\.so[.\d]*)(?:: cannot open shared object| => not found)")


class NoBrowser(Exception):
    """There is no Chromium here, or something that it or its driver needs, and it could not be installed."""


def find_browser() -> str:
    """The path of a Chromium: from CHROMIUM, from the system, or installed from Debian's packages where one may."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    found = _installed() or install(_installed, SHELL, "chromium")
    if found:
        return found
    raise NoBrowser(
        "The page is tested in Chromium or Chrome, there is none here, and apt-get could not install it. "
        "Install it (Debian, Ubuntu: sudo apt install chromium) or name its path in the environment variable CHROMIUM."
    )


def _installed() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def check(program: str) -> None:
    """See to it that a program starts; `NoBrowser` names the library and the package that it misses."""

    def starts() -> str | None:
        return None if missing(program) else program

    lacking = missing(program)
    if not lacking:
        return
    packages = [PACKAGES[name] for name in lacking if name in PACKAGES]
    if len(packages) == len(lacking) and install(starts, *packages):
        return
    todo = f"sudo apt install {' '.join(packages)}" if packages else "install the package that has it"
    raise NoBrowser(f"{Path(program).name}, which the tests of the page need, misses {', '.join(lacking)}: {todo}.")


def missing(program: str) -> list[str]:
    """The shared libraries without which a program does not start, as the loader names them."""
    try:
        tried = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoBrowser(f"{program} does not start: {error}") from error
    if tried.returncode == 0:
        return []
    found = MISSING.findall(tried.stderr)
    if not found:
        raise NoBrowser(f"{program} does not start: {tried.stderr.strip()[-300:]}")
    # The loader names the first only.
    if shutil.which("ldd"):
        listed = subprocess.run(["ldd", program], capture_output=True, text=True)
        found += MISSING.findall(listed.stdout)
    return list(dict.fromkeys(found))


def install(done: Callable[[], str | None], *packages: str) -> str | None:
    """Debian's packages one after another until it is done, where there is apt-get and one may."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    with one_at_a_time():
        if not done():
            subprocess.run(["apt-get", "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
            for package in packages:
                print(f"Installing {package} with apt-get", file=sys.stderr)
                command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
                quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
                subprocess.run(command, check=False, env=quiet, stdout=subprocess.DEVNULL)
                if done():
                    break
        return done()


@contextmanager
def one_at_a_time(what: str = "browser") -> Iterator[None]:
    """Makes others who want to do the same wait; `TimeoutError` if that takes too long."""
    import fcntl

    with (Path(tempfile.gettempdir()) / f"cardhouse-{what}.lock").open("w") as lock:
        until = time.monotonic() + WAITS
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise TimeoutError(f"{lock.name} is held by somebody else for {WAITS} s") from None
                time.sleep(0.1)
        yield


def driver() -> str:
    """The Node that Playwright brings along and drives the browser with."""
    from playwright._impl._driver import compute_driver_executable

    return str(compute_driver_executable()[0])


def main() -> int:
    try:
        check(driver())
        check(find_browser())
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
