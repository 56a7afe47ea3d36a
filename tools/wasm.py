"""Compiles the rules for the house inside the page: the C that mypyc writes, by clang, to WebAssembly.

What clang lacks are headers: those of Emscripten's C library and of the Python that Pyodide is. They come from two of
Debian's packages, which are downloaded and unpacked, not installed. Run by the Python of .venv, with CARDHOUSE_PURE=1::

    python -m tools.wasm               # into build; what is compiled already is left alone
    python -m tools.wasm --check       # is there anything to compile? 0 if not
"""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

from cardhouse.build import MADE_FROM, WASM, compiled_folder, digest
from cardhouse.commands.site import PYODIDE, PYTHON, NoSite, fetch_parts
from tools.check_shifts import compiled_files
from tools.compiling import NotCompiled, compile_alone, made_from, recipe, run, tell, up_to_date
from tools.environment import ROOT, own_environment

FOLDER = compiled_folder(ROOT, WASM)
PARTS = ROOT / "build" / "site-parts"
HEADERS = ROOT / "build" / "wasm-headers"
WORK = ROOT / "build" / "compiling-wasm"
CLANGS = ("clang-19", "clang-20", "clang-21", "clang")
LINKERS = ("wasm-ld-19", "wasm-ld-20", "wasm-ld-21", "wasm-ld")
SUFFIX = f".cpython-{PYTHON.replace('.', '')}-wasm32-emscripten.so"
TARGET = "--target=wasm32-unknown-emscripten"
# Debian has this version of Python in the suite that is never released.
SUITE = "unstable"
PACKAGES = ("emscripten", f"libpython{PYTHON}-dev")
C_LIBRARY = ("lib/libc/musl/arch/emscripten", "lib/libc/musl/arch/generic", "lib/libc/musl/include", "include")
# Python's own rules of C: integers wrap, and memory is read as whatever it holds.
FLAGS = ("-fPIC", "-O2", "-DNDEBUG", "-w", "-fvisibility=hidden", "-nostdlibinc", "-fwrapv", "-fno-strict-aliasing")
LINKED = ("-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--strip-all", "-O2")
# An older clang has no names for these endings, which the headers take from it.
ENDINGS = {
    "INT8": "", "INT16": "", "INT32": "", "INT64": "LL", "INTMAX": "LL",
    "UINT8": "", "UINT16": "", "UINT32": "U", "UINT64": "ULL", "UINTMAX": "ULL",
}  # fmt: skip
PLAIN = "so the cats of a house without a server think with plain Python, and the strongest play weaker."


def how() -> str:
    """Return what the compiled code depends on besides its sources."""
    return "\n".join([recipe(), digest(Path(__file__)), PYODIDE.sha256])


def programs() -> tuple[str, str]:
    """A clang that can compile to WebAssembly, and its linker; `NotCompiled` names what to install."""
    clang = next(filter(None, map(shutil.which, CLANGS)), None)
    linker = next(filter(None, map(shutil.which, LINKERS)), None)
    if clang is None or linker is None:
        raise NotCompiled(f"There is no clang with wasm-ld here (Debian: apt install clang-19 lld-19), {PLAIN}")
    targets = subprocess.run([clang, "--print-targets"], capture_output=True, text=True).stdout
    if "wasm32" not in targets:
        raise NotCompiled(f"{clang} does not compile to WebAssembly, {PLAIN}")
    return clang, linker


def fetch_headers() -> None:
    """Have the headers of both packages, from the mirror of Debian that this system uses."""
    if (HEADERS / "include").is_dir():
        return
    otherwise = f"The headers of Debian's {' and '.join(PACKAGES)} could not be downloaded, {PLAIN}"
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise NotCompiled(f"{otherwise}\nThis is no Debian.")
    tell(f"downloading headers: {', '.join(PACKAGES)}")
    ask = ["apt-get", "indextargets", "--format", "$(SITE)", "Label: Debian", "Created-By: Packages"]
    mirrors = run(ask, own_environment(), otherwise).splitlines()
    if not mirrors:
        raise NotCompiled(f"{otherwise}\nNo mirror of Debian is known here: apt-get update.")
    # Lists and settings of its own, so that nothing of this system changes.
    place = WORK / "apt"
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (place / folder).mkdir(parents=True)
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (place / "sources.list").write_text(f"deb [signed-by={keys}] {mirrors[0]} {SUITE} main\n")
    settings = {"Etc::sourcelist": "sources.list", "Etc::sourceparts": "-", "State": "state", "Cache": "cache"}
    options = [f"-oDir::{name}={value if value == '-' else place / value}" for name, value in settings.items()]
    apt = ["apt-get", "-qq", "-oAPT::Sandbox::User=root", *options]
    run([*apt, "update"], own_environment(), otherwise, place)
    run([*apt, "download", *PACKAGES], own_environment(), otherwise, place)
    unpacked = WORK / "headers"
    for package in place.glob("*.deb"):
        run(["dpkg-deb", "-x", str(package), str(unpacked)], own_environment(), otherwise)
    if HEADERS.exists():
        shutil.rmtree(HEADERS)
    HEADERS.mkdir(parents=True)
    (unpacked / "usr" / "share" / "emscripten" / "system").rename(HEADERS / "system")
    (unpacked / "usr" / "include").rename(HEADERS / "include")


def python_headers() -> Path:
    """Python's headers with the settings of Pyodide's own build; gives their folder."""
    place = WORK / "python"
    shutil.copytree(HEADERS / "include" / f"python{PYTHON}", place)
    # The names of all settings, as a header of Debian's own build has them; the values are Pyodide's.
    [listed] = (HEADERS / "include").glob(f"*/python{PYTHON}/pyconfig.h")
    names = re.findall(r"^(?:#\s*define|/\* #\s*undef) (\w+)", listed.read_text(encoding="utf-8"), re.MULTILINE)
    values = pyodide_settings()
    lines = [f"#define {name} {values[name]}" for name in dict.fromkeys(names) if values.get(name)]
    (place / "pyconfig.h").write_text("\n".join(lines) + "\n", encoding="utf-8")
    endings = [f"#define __{name}_C(c) c{'##' + end if end else ''}" for name, end in ENDINGS.items()]
    (place / "before.h").write_text("\n".join(["#define _GNU_SOURCE 1", *endings]) + "\n", encoding="utf-8")
    return place


def pyodide_settings() -> dict[str, object]:
    """Return what Pyodide's Python was configured with."""
    with tarfile.open(PARTS / PYODIDE.file) as archive:
        archive.extract("package/python_stdlib.zip", WORK, filter="data")
    with zipfile.ZipFile(WORK / "package" / "python_stdlib.zip") as library:
        [name] = (name for name in library.namelist() if name.startswith("_sysconfigdata_"))
        library.extract(name, WORK)
    settings: dict[str, object] = runpy.run_path(str(WORK / name))["build_time_vars"]
    return settings


def translate(folder: str) -> None:
    """Write the C of the rules into a folder, for a machine of 32 bits."""
    # mypyc reads it when it is imported.
    sysconfig.get_config_vars()["SIZEOF_SIZE_T"] = 4
    from mypyc.build import mypycify

    files = [str(path.relative_to(ROOT)) for path in compiled_files() if path.name != "__init__.py"]
    options = ["--strict", "--python-version", PYTHON, "--cache-dir", str(WORK / "cache")]
    mypycify([*options, *files], group_name="cardhouse", target_dir=folder)


def objects(folder: Path) -> Iterator[tuple[Path, str]]:
    """The C files that mypyc wrote, and the name of the module that each is."""
    for source in sorted(folder.rglob("*.c")):
        name = source.relative_to(folder).with_suffix("").as_posix()
        yield source, name.replace("__native_cardhouse", "cardhouse__mypyc")


def compile_wasm() -> None:
    """Compile and put in place. `NotCompiled` says why not; then nothing has changed."""
    started = time.monotonic()
    if WORK.exists():
        shutil.rmtree(WORK)
    WORK.mkdir(parents=True)
    clang, linker = programs()
    try:
        PARTS.mkdir(parents=True, exist_ok=True)
        fetch_parts(PARTS)
    except NoSite as error:
        raise NotCompiled(f"{error} It is needed for its settings, {PLAIN}") from None
    fetch_headers()
    tell("translating the rules to C and compiling them to WebAssembly, about half a minute of one core")
    otherwise = f"The rules could not be compiled to WebAssembly, {PLAIN}"
    files = made_from()
    written = WORK / "c"
    run([sys.executable, "-m", "tools.wasm", "--translate", str(written)], own_environment(), otherwise)
    python = python_headers()
    runtime = Path(sysconfig.get_paths()["platlib"], "mypyc", "lib-rt")
    flags = [TARGET, *FLAGS, "-include", str(python / "before.h"), f"-I{written}", f"-I{runtime}", f"-I{python}"]
    system = HEADERS / "system"
    flags += [word for folder in C_LIBRARY for word in ("-isystem", str(system / folder))]
    made = WORK / "made"
    for source, name in objects(written):
        library = made / f"{name}{SUFFIX}"
        library.parent.mkdir(parents=True, exist_ok=True)
        compiled = source.with_suffix(".o")
        run([clang, *flags, "-c", str(source), "-o", str(compiled)], own_environment(), otherwise)
        entry = f"--export=PyInit_{name.rpartition('/')[2]}"
        run([linker, *LINKED, entry, str(compiled), "-o", str(library)], own_environment(), otherwise)
    (made / MADE_FROM).write_text(json.dumps({"recipe": how(), "files": files}, indent=1), encoding="utf-8")
    if FOLDER.exists():
        FOLDER.rename(WORK / "replaced")
    made.rename(FOLDER)
    shutil.rmtree(WORK)
    tell(f"the rules are compiled to WebAssembly, after {time.monotonic() - started:.0f} s")


def main() -> int:
    if "--translate" in sys.argv:
        translate(sys.argv[-1])
        return 0
    if "--check" in sys.argv:
        return 0 if up_to_date(FOLDER, how()) else 1
    if up_to_date(FOLDER, how()):
        return 0
    return compile_alone(compile_wasm, WORK)


if __name__ == "__main__":
    sys.exit(main())
