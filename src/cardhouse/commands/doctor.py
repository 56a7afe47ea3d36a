"""`cardhouse doctor`: what is installed, what works, and what to do about the rest."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import re
import socket
import sys
import webbrowser
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from ..build import FOLDER, compiled_folder, running
from ..engine.words import say
from ..games.drawing import Style
from ..terminal.screen import style_for_stdout
from ..version import VERSION

# What people install; the others are for work on the package itself.
EXTRAS = ("server", "postgres", "cluster", "rl", "data")
REQUIREMENT = re.compile(r"([\w.-]+)(?:\[(\w+)\])?[^;]*(?:;(.*))?$")


@dataclasses.dataclass(frozen=True)
class Finding:
    """One thing that was looked at. ``ok`` is False if it needs doing; ``todo`` may also say what would be better."""

    name: str
    ok: bool
    found: str
    todo: str = ""


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("doctor", help="tell what is installed and what works", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 if all is well, 1 if something needs doing."""
    findings = list(examine())
    if arguments.json:
        print(json.dumps([dataclasses.asdict(finding) for finding in findings], indent=2))
    else:
        print("\n".join(line for finding in findings for line in told(finding, style_for_stdout())))
    return 0 if all(finding.ok for finding in findings) else 1


def told(finding: Finding, style: Style) -> Iterator[str]:
    mark = "ok" if finding.ok and not finding.todo else "--" if finding.ok else style.strong("!!")
    yield f"{mark}  {style.strong(f'{finding.name:10}')} {finding.found}"
    if finding.todo:
        yield f"{'':15}{'→' if style.symbols else '>'} {finding.todo}"


def examine() -> Iterator[Finding]:
    """All that is looked at."""
    yield Finding("cardhouse", True, f"{VERSION}, {FOLDER}")
    yield Finding("python", True, f"{platform.python_version()}, {platform.system()} {platform.machine()}")
    yield rules()
    for extra in EXTRAS:
        yield extra_installed(extra)
    yield browser()
    try:
        from ..server.run import DEFAULT_PORT, default_data
    except ModuleNotFoundError:
        # What is missing stands above.
        return
    yield data_folder(default_data())
    yield port(DEFAULT_PORT)


def rules() -> Finding:
    """Compiled or plain, and why."""
    if running() == "compiled":
        return Finding("rules", True, say("cli.doctor.compiled", {}))
    if os.environ.get("CARDHOUSE_PURE") == "1":
        return Finding("rules", True, say("cli.doctor.plain", {}), say("cli.doctor.pure", {}))
    if compiled_folder(FOLDER.parents[1]).exists():
        return Finding("rules", True, say("cli.doctor.plain", {}), say("cli.doctor.changed", {}))
    return Finding("rules", True, say("cli.doctor.plain", {}), say("cli.doctor.compile", {}))


def needs_of(extra: str) -> list[str]:
    """The names of the packages that an extra wants on this machine."""
    found = []
    for text in requires("cardhouse") or ():
        parts = REQUIREMENT.match(text)
        if parts is None or f'"{extra}"' not in (parts[3] or "").replace("'", '"'):
            continue
        if parts[2]:
            found += needs_of(parts[2])
        elif sys.platform != "win32" or "win32" not in parts[3]:
            found.append(parts[1])
    return found


def extra_installed(extra: str) -> Finding:
    """True if what an extra wants is there. Only the server is needed by `cardhouse` itself."""
    try:
        wanted = needs_of(extra)
    except PackageNotFoundError:
        return Finding(f"[{extra}]", True, say("cli.doctor.no_metadata", {}))
    versions, missing = [], []
    for name in wanted:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if not missing:
        return Finding(f"[{extra}]", True, ", ".join(versions))
    todo = say("cli.doctor.install", {"extra": extra})
    return Finding(f"[{extra}]", extra != "server", say("cli.doctor.missing", {"names": ", ".join(missing)}), todo)


def browser() -> Finding:
    """True if `cardhouse` can open a page by itself."""
    try:
        name = webbrowser.get().name
    except (webbrowser.Error, AttributeError):
        return Finding("browser", True, say("cli.doctor.no_browser", {}), say("cli.doctor.open", {}))
    return Finding("browser", True, str(name))


def data_folder(folder: Path) -> Finding:
    """True if tables and results can be kept."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if place.is_dir() and os.access(place, os.W_OK | os.X_OK):
        return Finding("data", True, str(folder))
    return Finding("data", False, str(folder), say("cli.doctor.unwritable", {"folder": str(place)}))


def port(number: int) -> Finding:
    """True if the usual port can be had."""
    with socket.socket() as probe:
        if os.name != "nt":
            # As a server does: connections that have just been closed are no hindrance.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
        except OSError:
            todo = say("cli.doctor.other_port", {"port": number + 1})
            return Finding("port", True, say("cli.doctor.taken", {"port": number}), todo)
    return Finding("port", True, say("cli.doctor.free", {"port": number}))
