"""Compiles the rules of a checkout into ``build``, all of them or none; what is compiled already is left alone.

Everything happens in a folder of its own, which is put in place by one rename when it is finished and has been tried:
stopping this at any moment leaves what was there before. Run by the Python of .venv, with CARDHOUSE_PURE=1 so
that it doesn't itself use what it replaces::

    python -m tools.compiling               # now
    python -m tools.compiling --check       # is there anything to compile? 0 if not
    python -m tools.compiling --attended    # in the background of a program, which ends it by closing its input;
                                            # installs the package first, and with --package nothing else
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from cardhouse.build import MADE_FROM, compiled_folder, digest
from tools.check_shifts import compiled_files
from tools.environment import ROOT, NotInstalled, install_package, own_environment
from tools.needs import build_needs, pyproject

PACKAGE = ROOT / "src" / "cardhouse"
WORK = ROOT / "build" / "compiling"
TRY = "from cardhouse.build import running; print(running())"
PLAIN = "so the rules run as plain Python: everything works, the strongest cats think longer."


class NotCompiled(Exception):
    """Why the rules stay plain, and what to do about it."""


def sources() -> list[Path]:
    """The files that the compiled code depends on: those that are compiled, and what they import of the package."""
    found: set[Path] = set()
    waiting = compiled_files()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported(path)
    return sorted(found)


def imported(path: Path) -> Iterator[Path]:
    """The files of the package that a file imports by name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            place = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            names = [place / f"{each.name}.py" for each in node.names]
            yield from (file for file in (place.with_suffix(".py"), place / "__init__.py", *names) if file.exists())


def recipe() -> str:
    """Return what else the compiled code depends on: how it is compiled."""
    project = pyproject()
    wanted = [*build_needs(), *project["tool"]["cardhouse"]["compiled"], digest(ROOT / "setup.py")]
    return "\n".join([sys.version, *wanted])


def made_from() -> dict[str, str]:
    """The digests of the files that the compiled code depends on, by their names in the package."""
    return {path.relative_to(PACKAGE).as_posix(): digest(path) for path in sources()}


def up_to_date(folder: Path, how: str) -> bool:
    """Return True if this folder has the rules as they are now, compiled by this recipe."""
    try:
        made = json.loads((folder / MADE_FROM).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(made.get("recipe") == how and made.get("files") == made_from())


def check_compiler() -> None:
    """Refuse to begin where the smallest extension can't be compiled."""
    if os.name == "nt":
        return
    probe = WORK / "probe.c"
    probe.write_text("#include <Python.h>\n", encoding="utf-8")
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    include = sysconfig.get_paths()["include"]
    try:
        tried = subprocess.run(
            [*compiler, f"-I{include}", "-c", str(probe), "-o", str(probe.with_suffix(".o"))], capture_output=True
        )
    except OSError:
        raise NotCompiled(f"There is no C compiler here (Debian: apt install gcc python3-dev), {PLAIN}") from None
    if tried.returncode:
        why = "can't compile with Python's headers (Debian: apt install gcc python3-dev)"
        raise NotCompiled(f"The C compiler {compiler[0]} {why}, {PLAIN}")


def compile_rules() -> None:
    """Compile, try and put in place. `NotCompiled` says why not; then nothing has changed."""
    started = time.monotonic()
    if WORK.exists():
        shutil.rmtree(WORK)
    WORK.mkdir(parents=True)
    check_compiler()
    environment = {**own_environment(), "TMPDIR": str(WORK), "CARDHOUSE_PURE": "0"}
    if importlib.util.find_spec("mypyc") is None:
        tell("getting mypyc, which translates the rules to C")
        environment["PYTHONPATH"] = str(WORK / "needs")
        # A .venv without pip was made by a Python that has one.
        pip = [sys.executable if importlib.util.find_spec("pip") else getattr(sys, "_base_executable", sys.executable)]
        pip += ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(WORK / "needs")]
        run([*pip, *build_needs()], own_environment(), f"mypyc could not be installed, {PLAIN}")
    checkout = WORK / "checkout"
    made = made_from()
    ignore = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, checkout / "src" / "cardhouse", ignore=ignore)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout / name)
    compiled = compiled_folder(checkout)
    tell("translating the rules to C and compiling them, about a minute of one core")
    options = ["--quiet", "build_ext", "--build-lib", str(compiled), "--build-temp", str(WORK / "objects")]
    run([sys.executable, "setup.py", *options], environment, f"The rules could not be compiled, {PLAIN}", checkout)
    if not any(compiled.rglob("*")):
        raise NotCompiled(f"The rules could not be compiled, {PLAIN}")
    text = json.dumps({"recipe": recipe(), "files": made}, indent=1)
    (compiled / MADE_FROM).write_text(text, encoding="utf-8")
    environment["PYTHONPATH"] = str(checkout / "src")
    said = run([sys.executable, "-c", TRY], environment, f"The compiled rules don't start, {PLAIN}")
    if said != "compiled":
        raise NotCompiled(f"The sources changed while they were compiled, {PLAIN}")
    place = compiled_folder(ROOT)
    if place.exists():
        place.rename(WORK / "replaced")
    compiled.rename(place)
    shutil.rmtree(WORK)
    tell(f"the rules are compiled, after {time.monotonic() - started:.0f} s")


def run(command: list[str], environment: dict[str, str], otherwise: str, where: Path = ROOT) -> str:
    """Return what a command prints; `NotCompiled` with its last words if it fails."""
    done = subprocess.run(command, env=environment, cwd=where, text=True, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode:
        raise NotCompiled(f"{otherwise}\n{(done.stdout + done.stderr)[-2000:]}".rstrip())
    return done.stdout.strip()


def tell(text: str) -> None:
    print(text, flush=True)


@contextlib.contextmanager
def alone() -> Iterator[bool]:
    """Yield True if nobody else is compiling in this checkout; nobody begins while this lasts."""
    WORK.parent.mkdir(exist_ok=True)
    with (WORK.parent / "compiling.lock").open("w") as lock:
        try:
            import fcntl
        except ImportError:
            # On Windows a second one fails at removing what the first has open, and stays plain.
            yield True
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def end_with_input() -> None:
    """End this process and all that it started as soon as its input is closed, however its parent ended."""
    if hasattr(os, "setsid"):
        os.setsid()

    def wait() -> None:
        # Not through sys.stdin, whose lock a thread that waits would keep when Python shuts down.
        while os.read(0, 1024):
            pass
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def compile_alone(compile_all: Callable[[], None], work: Path) -> int:
    """Compile unless somebody else does it already; what ``main`` returns, with 3 where it can't be done here."""
    with alone() as nobody_else:
        if not nobody_else:
            tell("another process is compiling the rules already")
            return 0
        try:
            compile_all()
        except NotCompiled as error:
            shutil.rmtree(work, ignore_errors=True)
            tell(str(error))
            return 3
    return 0


def main() -> int:
    if "--check" in sys.argv:
        return 0 if up_to_date(compiled_folder(ROOT), recipe()) else 1
    if "--attended" in sys.argv:
        end_with_input()
        try:
            install_package()
        except NotInstalled as error:
            tell(str(error))
            return 3
    if "--package" in sys.argv or up_to_date(compiled_folder(ROOT), recipe()):
        return 0
    return compile_alone(compile_rules, WORK)


if __name__ == "__main__":
    sys.exit(main())
