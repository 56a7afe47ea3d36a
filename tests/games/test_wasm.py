"""The rules as WebAssembly play the same games as anywhere, in the very Python that a page has."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cardhouse.build import running
from cardhouse.commands.site import NoSite, compiled_rules, fetch_parts, in_node, unpack_parts

TESTS = Path(__file__).parents[1]
PLAY = """
console.log(python.runPython(`
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = ['/made/house', '/made']
import seeded
from cardhouse.build import running
json.dumps([running(), list(seeded.lines(1))])
`));
"""


@pytest.mark.skipif(running() == "plain", reason="once is enough: it is tested with the compiled files")
def test_every_digest_is_the_same_in_wasm(tmp_path: Path) -> None:
    compiled = compiled_rules()
    if compiled is None:
        pytest.skip("the rules are not compiled to WebAssembly here: make wasm")
    parts = TESTS.parent / "build" / "site-parts"
    try:
        fetch_parts(parts)
    except NoSite as error:
        pytest.skip(f"the rules can't be run as WebAssembly: {error}")
    unpack_parts(parts, tmp_path, compiled)
    shutil.copy(TESTS / "seeded.py", tmp_path)
    how, digests = json.loads("".join(in_node(PLAY, tmp_path)))
    assert how == "compiled"
    assert digests == (TESTS / "digests.txt").read_text(encoding="utf-8").splitlines()
