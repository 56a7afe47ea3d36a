"""Bundles the page for wheels and sites: one script and one stylesheet, compressed beforehand. Needs Node.

``make wheel`` and ``make site`` run it; a checkout goes on with the plain files. What comes out lies in ``page-bundle``
as it lies in the package, with the files it was made from named in ``bundle.json``. A game of another package imports
the house's modules by their usual addresses: there lie modules that hand on what the one script has.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cardhouse.build import digest
from cardhouse.server.page_files import BUNDLE_LIST, GAMES, PACKAGE, WEB, bundle_sources

ESBUILD = "esbuild@0.28.2"
# How long npx may take: it downloads esbuild the first time.
MOST_SECONDS = 180
PLACE = PACKAGE.parents[1] / "page-bundle"
# Nobody hands on what a screen, a review or the worker of the page's own house has.
LAZY = ("screens/", "review/", "replay/")
WORKERS = ("transport/house-worker.js", "transport/thinking-worker.js")
OF_WORKERS = (*WORKERS, "transport/disk.js", "transport/mirror.js", "transport/python.js", "transport/unpack.js")
ALONE = ("main.js", "sw.js", "types.js", "bundled.js")
LINK = re.compile(r'<link rel="stylesheet" href="(web/[^"]+)">')
# What has no Node to ask.
BROTLI = """
const { readFileSync, writeFileSync } = require('node:fs');
const { brotliCompressSync } = require('node:zlib');
for (const file of process.argv.slice(1)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
"""


class NoBundle(Exception):
    """The page can't be bundled here, and why."""


def esbuild(*options: str) -> None:
    """Run it; `NoBundle` says what stands in the way."""
    npx = shutil.which("npx")
    if npx is None:
        raise NoBundle("there is no Node (npx)")
    command = [npx, "--yes", "--package", ESBUILD, "esbuild", "--log-level=warning", "--target=es2022", *options]
    try:
        done = subprocess.run(
            command, cwd=PACKAGE, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=MOST_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise NoBundle(f"npx took more than {MOST_SECONDS} s: perhaps it can't reach its registry") from None
    if done.returncode:
        why = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("npm warn")]
        raise NoBundle(f"esbuild says: {' '.join(why)[:600]}")


def exports(modules: list[str], work: Path) -> dict[str, list[str]]:
    """Return what each of these modules exports."""
    esbuild(*modules, f"--outdir={work / 'apart'}", "--outbase=.", f"--metafile={work / 'meta.json'}")
    outputs = json.loads((work / "meta.json").read_text(encoding="utf-8"))["outputs"].values()
    return {output["entryPoint"]: sorted(output["exports"]) for output in outputs if output["exports"]}


def handed_on() -> list[str]:
    """The modules that a game of another package can import, by their path in the package."""
    own = [file.relative_to(WEB).as_posix() for file in sorted(WEB.rglob("*.js"))]
    found = [f"web/{name}" for name in own if not name.startswith(LAZY) and name not in (*OF_WORKERS, *ALONE)]
    return [*found, *sorted(file.relative_to(PACKAGE).as_posix() for file in GAMES.glob("*/*.js"))]


def write_script(place: Path, work: Path) -> None:
    """The one script, and beside it what hands on its parts under their usual addresses."""
    exported = exports(handed_on(), work)
    registry = [f'import {{ bundled }} from "{WEB.as_posix()}/bundled.js";']
    for number, page in enumerate(sorted(GAMES.glob("*/page.js"))):
        registry.append(f'import * as page{number} from "{page.as_posix()}";')
        registry.append(f'bundled.set("{page.relative_to(PACKAGE).as_posix()}", page{number});')
    (work / "registry.js").write_text("\n".join(registry), encoding="utf-8")
    entry = ['import "./registry.js";', f'import "{WEB.as_posix()}/main.js";']
    for number, (module, names) in enumerate(exported.items()):
        given = ", ".join(f"{name} as m{number}${name}" for name in names)
        entry.append(f'export {{ {given} }} from "{(PACKAGE / module).as_posix()}";')
        again = ", ".join(f"m{number}${name} as {name}" for name in names)
        file = place / module
        file.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * module.count("/")
        file.write_text(f'export {{ {again} }} from "{up}web/main.js";\n', encoding="utf-8")
    (work / "entry.js").write_text("\n".join(entry), encoding="utf-8")
    whole = ("--bundle", "--format=esm", "--minify", "--charset=utf8", "--legal-comments=none")
    esbuild(str(work / "entry.js"), *whole, f"--outfile={place / 'web' / 'main.js'}")
    for worker in WORKERS:
        esbuild(f"web/{worker}", *whole, f"--outfile={place / 'web' / worker}")


def write_style(place: Path, work: Path) -> None:
    """The one stylesheet: those that the page names, in their order."""
    named = LINK.findall((WEB / "index.html").read_text(encoding="utf-8"))
    (work / "all.css").write_text("".join(f'@import "{(PACKAGE / name).as_posix()}";\n' for name in named))
    # It lies where the others do: what it names by relative addresses stays where it is.
    esbuild(str(work / "all.css"), "--bundle", "--minify", "--external:*.woff2", f"--outfile={work / 'page.css'}")
    style = (work / "page.css").read_text(encoding="utf-8")
    (place / "web" / "style").mkdir(parents=True, exist_ok=True)
    (place / "web" / "style" / "page.css").write_text(style, encoding="utf-8")


def write_index(place: Path) -> None:
    """The page itself, with the one stylesheet in place of all."""
    index = (WEB / "index.html").read_text(encoding="utf-8")
    first = LINK.search(index)
    assert first is not None
    index = index.replace(first[0], '<link rel="stylesheet" href="web/style/page.css">')
    index = re.sub(rf"\n *{LINK.pattern.replace('(web/', '(web/(?!style/page)')}", "", index)
    index = re.sub(r'\n *<link rel="modulepreload"[^>]*>', "", index)
    (place / "web" / "index.html").write_text(index, encoding="utf-8")


def compress(place: Path) -> None:
    """Write each script and stylesheet compressed beside it, by both ways that browsers know."""
    files = [file for file in place.rglob("*") if file.suffix in (".js", ".css") and file.stat().st_size > 600]
    for file in files:
        file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
    node = shutil.which("node")
    if node is not None:
        subprocess.run([node, "-e", BROTLI, *map(str, files)], check=True)


def make(place: Path = PLACE) -> None:
    """Make the bundle in this folder; `NoBundle` says why it can't be made."""
    with tempfile.TemporaryDirectory() as temporary:
        work, made = Path(temporary), Path(temporary, "made")
        write_script(made, work)
        write_style(made, work)
        write_index(made)
        compress(made)
        listed = {"files": {name: digest(file) for name, file in bundle_sources().items()}}
        (made / BUNDLE_LIST).write_text(json.dumps(listed, indent=1), encoding="utf-8")
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(made, place)


def main() -> int:
    try:
        make()
    except NoBundle as error:
        shutil.rmtree(PLACE, ignore_errors=True)
        print(f"The page is not bundled, and goes into wheels and sites as plain files: {error}", file=sys.stderr)
        return 3
    script, style = PLACE / "web" / "main.js.br", PLACE / "web" / "style" / "page.css.br"
    print(f"page-bundle: {(script.stat().st_size + style.stat().st_size) / 1000:.0f} KB compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
