"""`cardhouse site FOLDER`: the house as a folder of files for any web host, with no server behind it.

It is made of the page, of Pyodide and the packages that the house needs, each pinned by its hash, and of this package
as bytecode, with the rules compiled to WebAssembly where a checkout has them. What has a name by its content can be
kept for ever; what is large is packed, as not every host compresses.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from ..build import MADE_FROM, WASM, compiled_folder, is_current
from ..engine.errors import CardhouseError
from ..server.page_files import (
    PACKAGE,
    WEB,
    bundle,
    bundle_fits,
    folder_name,
    from_folder,
    index_of,
    page_content,
)
from ..version import VERSION
from .progress import Bar

PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"


@dataclass(frozen=True)
class Part:
    """Something that comes from a registry: its file, which must have this SHA-256, and under what licence."""

    name: str
    version: str
    file: str
    sha256: str
    licence: str


PYODIDE = Part(
    "pyodide",
    "314.0.7",
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    "MPL-2.0; with CPython (PSF-2.0) and SQLite (public domain)",
)
WHEELS = (
    Part(
        "librt",
        "0.16.0",
        f"librt-0.16.0-cp314-cp314-{PLATFORM}.whl",
        "1b384b90ab79a7bc30b566895809a636e0666f21f3cf12b54823d025b7e83839",
        "MIT",
    ),
    Part(
        "msgspec",
        "0.22.0",
        f"msgspec-0.22.0-cp314-cp314-{PLATFORM}.whl",
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
        "BSD-3-Clause",
    ),
    Part(
        "mypy_extensions",
        "1.2.0",
        "mypy_extensions-1.2.0-py3-none-any.whl",
        "993e7a20aa5671eb41a7132cf555af30062da99729601601b9a8382b11cae768",
        "MIT",
    ),
)
# The package without what only a terminal or a developer needs; of these folders, only what the house imports.
LEFT_OUT = ("arena", "commands", "rl", "terminal", "web", "cli.py", "client.py", "testing")
AS_IMPORTED = ("server", "storage")
# Imported by the house only when needed, besides what it imports at once.
LATER = frozenset(
    {"_ast_unparse", "_strptime", "_threading_local", "ast", "calendar", "code", "encodings.cp437", "encodings.idna",
     "encodings.latin_1", "gettext", "linecache", "pprint", "stringprep", "textwrap", "tokenize", "traceback"}
)  # fmt: skip
# Packages that choose among their own modules while they run.
WHOLE = ("_pyodide", "pyodide", "sqlite3")
# What `unpack.js` of the page reads; the output is its own dictionary, so the larger it may be, the better.
PACKING = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "lc": 3, "lp": 0, "pb": 0}

# Both run in Node, with the Python that is to run the house: bytecode fits one version only.
START = """
import { loadPyodide } from %(loader)s;
const python = await loadPyodide({ indexURL: %(index)s });
python.FS.mkdir('/made');
python.FS.mount(python.FS.filesystems.NODEFS, { root: %(root)s }, '/made');
"""
IMPORT = """
console.log(python.runPython(`
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, '/made/house')
import cardhouse.browser.house, cardhouse.browser.thinking
from cardhouse.bots import bot_names, make_bot
for game in cardhouse.games():
    for bot in bot_names(game.name):
        make_bot(game.name, bot)
json.dumps(sorted(sys.modules))
`));
"""
COMPILE = """
python.runPython(`
import pathlib, py_compile
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
# Nobody reads the docstrings of the library; the house keeps its assertions.
for folder, optimize in (('house', 0), ('library', 2)):
    for path in sorted(pathlib.Path('/made', folder).rglob('*.py')):
        named = str(path.relative_to('/made'))
        py_compile.compile(str(path), str(path) + 'c', named, True, optimize, unchecked)
        path.unlink()
        print(named)
`);
"""
# A page from anywhere may not run anything but its own files; Python's are WebAssembly.
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'"
)
COMPILED = "The rules are compiled."
PLAIN = "The rules are plain Python, and the strongest cats play weaker: in a checkout, 'make wasm' compiles them."
# About how many seconds it takes until a part is here, until Pyodide runs and has imported the house, to compile all
# modules, to pack a megabyte, and to pack everything.
FETCHING, IMPORTING, COMPILING = 3.0, 4.0, 7.0
PACKING_MEGABYTE, PACKING_ALL = 1.0, 17.0
# Where packed contents are kept beside the parts, and how many bytes are packed at a time.
PACKED = "packed"
PIECE = 1 << 18
# What lies beside scripts and styles for hosts that send it in their place.
COMPRESSED = (".br", ".gz")
# Everything in a file has the same time, so that the same content has the same name.
THEN = (1980, 1, 1, 0, 0, 0)


class NoSite(CardhouseError):
    """The site can't be made here, and what is missing."""


class Work:
    """How far the site is, in seconds of work as they were expected; what is expected may be put right on the way."""

    def __init__(self, show: Callable[[int, int], None], expected: float) -> None:
        self.show = show
        self.expected = expected
        self.done = 0.0

    def add(self, seconds: float) -> None:
        """So much of it is done; it is told in percent."""
        self.done += seconds
        self.show(min(100, int(100 * self.done / self.expected)), 100)


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse site`` to the command line."""
    parser = commands.add_parser("site", help="make the house as files for any web host, with no server")
    parser.add_argument("folder", type=Path, help="where to put them: a new or empty folder, or an earlier site")
    parser.add_argument(
        "--parts", type=Path, default=None, metavar="FOLDER", help="where downloaded parts are kept for the next time"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the site and say how large it is; 2 if something is missing."""
    compiled = compiled_rules()
    bar = Bar(sys.stderr)
    try:
        size = make_site(args.folder, args.parts, compiled, bar.show)
    finally:
        bar.clear()
    print(f"The house is in {args.folder}: {size / 1e6:.1f} MB for a first visit. {COMPILED if compiled else PLAIN}")
    print("Try it with")
    print(f"  {Path(sys.executable).name} -m http.server --directory {args.folder}")
    return 0


def compiled_rules() -> Path | None:
    """The folder with the rules as WebAssembly, if this checkout has them as they are now."""
    folder = compiled_folder(PACKAGE.parents[1], WASM)
    return folder if is_current(folder, PACKAGE) else None


def make_site(
    folder: Path,
    parts: Path | None = None,
    compiled: Path | None = None,
    show: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Make the site in this folder; gives how many bytes a first visit takes. `NoSite` says what is missing.

    With the rules as WebAssembly in the folder ``compiled`` it has those in place of the plain ones. ``show`` is told
    how much is done, and of how much.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "shell.json").is_file():
        raise NoSite("site.not_empty", path=str(folder))
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        kept = parts or work / "parts"
        kept.mkdir(parents=True, exist_ok=True)
        packing = 0.0 if (kept / PACKED).is_dir() else PACKING_ALL
        progress = Work(show, FETCHING * len(missing_parts(kept)) + IMPORTING + COMPILING + packing)
        fetch_parts(kept, progress)
        made = work / "site"
        python = python_folder(kept, work, made, compiled, progress)
        bundled = bundled_page()
        root_files(made, page_folder(made, bundled), python, bundled)
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(made, folder)
    return sum((folder / name).stat().st_size for name in json.loads((folder / "shell.json").read_text())["files"])


# The parts from elsewhere.


def missing_parts(kept: Path) -> list[Part]:
    """Which parts are not in this folder, with the hash that they should have."""
    return [part for part in (PYODIDE, *WHEELS) if not fits(kept / part.file, part)]


def fetch_parts(kept: Path, progress: Work | None = None) -> None:
    """Have Pyodide and the wheels in this folder, each with the hash that it should have."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    pip += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", PYTHON]
    pip += ["--abi", "cp" + PYTHON.replace(".", ""), "--platform", PLATFORM]
    for part in missing_parts(kept):
        if part is PYODIDE:
            _get([_program("npm"), "pack", "--silent", f"{part.name}@{part.version}"], kept, part)
        else:
            _get([*pip, f"{part.name}=={part.version}"], kept, part)
        if progress is not None:
            progress.add(FETCHING)


def fits(file: Path, part: Part) -> bool:
    """True if a file is there and has the hash of this part."""
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == part.sha256


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise NoSite("site.no_program", name=name)
    return found


def _get(command: list[str], kept: Path, part: Part) -> None:
    done = subprocess.run(command, cwd=kept, capture_output=True, text=True)
    if done.returncode or not (kept / part.file).is_file():
        why = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise NoSite("site.no_part", name=part.name, version=part.version, why=why[-1][:200] if why else "")
    if not fits(kept / part.file, part):
        raise NoSite("site.other_part", name=part.name, version=part.version)


# Python, as the page's workers run it.


def unpack_parts(kept: Path, work: Path, compiled: Path | None) -> None:
    """Put Pyodide into ``package`` of a folder, and the house with the packages it needs into ``house``."""
    house = work / "house"
    with tarfile.open(kept / PYODIDE.file) as archive:
        archive.extractall(work, filter="data")
    for wheel in WHEELS:
        with zipfile.ZipFile(kept / wheel.file) as archive:
            archive.extractall(house)
    for useless in [*house.rglob("*.pyi"), *house.rglob("py.typed"), *house.glob("*.dist-info")]:
        shutil.rmtree(useless) if useless.is_dir() else useless.unlink()
    copy_package(house / "cardhouse")
    if compiled is not None:
        shutil.copytree(compiled, house, dirs_exist_ok=True, ignore=shutil.ignore_patterns(MADE_FROM))
        for path in (house / "cardhouse").rglob("*.so"):
            path.with_name(path.name.partition(".")[0] + ".py").unlink()


def python_folder(kept: Path, work: Path, made: Path, compiled: Path | None, progress: Work) -> Path:
    """Put Pyodide, the trimmed library and the house into a folder named by its content; gives the folder."""
    pyodide, library, house = work / "package", work / "library", work / "house"
    unpack_parts(kept, work, compiled)
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        archive.extractall(library)
    imported = frozenset(json.loads("".join(in_node(IMPORT, work))))
    progress.add(IMPORTING)
    trim(library, imported | LATER, WHOLE)
    for folder in AS_IMPORTED:
        trim(house / "cardhouse" / folder, imported, (), f"cardhouse.{folder}.")
    for path in (house / "librt").glob("*.so"):
        if f"librt.{path.name.partition('.')[0]}" not in imported:
            path.unlink()
    modules = sum(1 for folder in (house, library) for _ in folder.rglob("*.py"))
    for _ in in_node(COMPILE, work):
        progress.add(COMPILING / modules)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    contents = {
        "wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "module": (pyodide / "pyodide.asm.mjs").read_bytes(),
        "library": zipped(library),
        "house": zipped(house),
    }
    unpacked = sum(len(content) for content in contents.values() if not packed_file(content, kept).is_file())
    progress.expected = progress.done + PACKING_MEGABYTE * unpacked / 1e6
    files = {f"{name}-{short_hash(content)}.bin": packed(content, kept, progress) for name, content in contents.items()}
    loader = (pyodide / "pyodide.mjs").read_text(encoding="utf-8").split("//# sourceMappingURL=")[0].encode()
    parts = {
        name: {"file": file, "size": len(content)}
        for file, (name, content) in zip(files, contents.items(), strict=True)
    }
    loader_name = f"pyodide-{short_hash(loader)}.mjs"
    listed = {**parts, "loader": loader_name, "lock": {**lock, "packages": {}}, "version": VERSION}
    text = json.dumps(listed, sort_keys=True)
    named = made / f"python-{short_hash(text.encode())}"
    named.mkdir(parents=True)
    for file, content in files.items():
        (named / file).write_bytes(content)
    (named / loader_name).write_bytes(loader)
    (named / "parts.json").write_text(text)
    return named


def trim(folder: Path, wanted: frozenset[str], whole: tuple[str, ...], within: str = "") -> None:
    """Leave of the modules in a folder only those that are wanted, and those that begin with one of ``whole``."""
    for path in sorted(folder.rglob("*.py")):
        name = within + ".".join(path.relative_to(folder).with_suffix("").parts)
        if name.removesuffix(".__init__") not in wanted and not name.startswith(whole):
            path.unlink()


def copy_package(place: Path) -> None:
    """Copy what a house in a page needs of this package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        if parts[0] not in LEFT_OUT:
            _copy(path, place.joinpath(*parts))
    # That a game has a page is told by the file; the page itself is beside Python, not in it.
    for path in PACKAGE.glob("games/*/page.js"):
        (place / path.relative_to(PACKAGE)).touch()
    # Refusals are said in English; the page has its own words for them.
    for path in PACKAGE.rglob("words/en.json"):
        _copy(path, place / path.relative_to(PACKAGE))


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def in_node(script: str, work: Path) -> Iterator[str]:
    """The lines that a script says that runs with Pyodide in Node, with the folder as its ``/made``."""
    pyodide = work / "package"
    start = START % {
        "loader": json.dumps((pyodide / "pyodide.mjs").as_uri()),
        "index": json.dumps(f"{pyodide}/"),
        "root": json.dumps(str(work)),
    }
    source = work / "script.mjs"
    source.write_text(start + script, encoding="utf-8")
    with tempfile.TemporaryFile() as errors:
        command = [_program("node"), str(source)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8") as node:
            assert node.stdout is not None
            yield from node.stdout
        if node.returncode:
            errors.seek(0)
            raise NoSite("site.not_compiled", why=errors.read().decode(errors="replace").strip()[-300:])


def zipped(folder: Path) -> bytes:
    """All files of a folder as an archive that is the same whenever they are: stored, as it is packed as a whole."""
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    archive.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix(), THEN), path.read_bytes())
        file.seek(0)
        return file.read()


def packed(content: bytes, kept: Path, progress: Work) -> bytes:
    """A content as the page unpacks it; most of it is the same in every site, and packed once."""
    file = packed_file(content, kept)
    if file.is_file():
        return file.read_bytes()
    packer = lzma.LZMACompressor(lzma.FORMAT_RAW, filters=[PACKING])
    pieces = []
    for at in range(0, len(content), PIECE):
        piece = content[at : at + PIECE]
        pieces.append(packer.compress(piece))
        progress.add(PACKING_MEGABYTE * len(piece) / 1e6)
    made = b"".join([*pieces, packer.flush()])
    file.parent.mkdir(exist_ok=True)
    beside = file.with_suffix(f".{os.getpid()}")
    beside.write_bytes(made)
    beside.replace(file)
    return made


def packed_file(content: bytes, kept: Path) -> Path:
    """Where a content is kept when it is packed."""
    return kept / PACKED / f"{hashlib.sha256(content).hexdigest()}.lzma"


def short_hash(content: bytes) -> str:
    """Return what names a content."""
    return hashlib.sha256(content).hexdigest()[:12]


# The page.


def bundled_page() -> Path | None:
    """The page as one script: that of this wheel, or what a checkout has bundled of the page as it is now."""
    made = PACKAGE.parents[1] / "page-bundle"
    return bundle() or (made if bundle_fits(made) else None)


def page_folder(made: Path, bundled: Path | None) -> Path:
    """Put the page's own files and those of the games into a folder named by their content; gives the folder."""
    files = page_content(bundled)
    folder = made / folder_name(files)
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        # For hosts that send what was compressed beforehand.
        for suffix in COMPRESSED:
            if bundled is not None and (smaller := bundled / f"{name}{suffix}").is_file():
                shutil.copyfile(smaller, folder / f"{name}{suffix}")
    return folder


def root_files(made: Path, page: Path, python: Path, bundled: Path | None) -> None:
    """Write what must have its usual name: the page itself, its manifest, its service worker, and the licences."""
    index = from_folder(index_of(bundled), page.name)
    told = f'<meta name="cardhouse-house" content="{python.name}/">\n    '
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n    '
    index = index.replace("<title>", f"{policy}{told}<title>", 1)
    (made / "index.html").write_text(index, encoding="utf-8")
    manifest = (WEB / "manifest.webmanifest").read_text(encoding="utf-8")
    (made / "manifest.webmanifest").write_text(from_folder(manifest, page.name), encoding="utf-8")
    (made / "licences.html").write_text(licences(), encoding="utf-8")
    # Hosts that would leave out names with an underscore are asked not to.
    (made / ".nojekyll").write_bytes(b"")
    files = [path.relative_to(made).as_posix() for path in sorted(made.rglob("*")) if path.is_file() and needed(path)]
    release = short_hash("\n".join([*files, index, manifest]).encode())
    (made / "shell.json").write_text(json.dumps({"release": release, "files": ["index.html", *files]}))
    worker = (WEB / "sw.js").read_text(encoding="utf-8")
    (made / "sw.js").write_text(worker.replace("const RELEASE = ''", f"const RELEASE = '{release}'"), encoding="utf-8")


def needed(path: Path) -> bool:
    """True for a file that a browser keeps beside the page itself."""
    return path.name not in (".nojekyll", "index.html") and path.suffix not in COMPRESSED


def licences() -> str:
    """A page that says what the site carries, and under which licences."""
    rows = [
        ("Cardhouse", VERSION, "MIT"),
        ("Nunito", "", "OFL-1.1"),
        *[(part.name, part.version, part.licence) for part in (PYODIDE, *WHEELS)],
    ]
    cells = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    licence = html.escape(own_licence())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Licences · Cardhouse</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light"></head>'
        "<body>"
        "<h1>What this house is made of</h1><p>Everything runs in your browser. The source of each part is published "
        "under its name and version in the registries of Python (PyPI) and JavaScript (npm).</p>"
        f"<table><thead><tr><th>Part</th><th>Version</th><th>Licence</th></tr></thead><tbody>{cells}</tbody></table>"
        f"<h2>Cardhouse</h2><pre>{licence}</pre></body></html>"
    )


def own_licence() -> str:
    """The text of this package's own licence."""
    beside = PACKAGE.parents[1] / "LICENSE"
    if beside.is_file():
        return beside.read_text(encoding="utf-8")
    found: Iterable[metadata.PackagePath] = metadata.files("cardhouse") or ()
    return next((path.read_text() for path in found if path.name == "LICENSE"), "MIT")
