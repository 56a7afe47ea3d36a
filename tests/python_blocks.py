"""The Python in a page of documentation, run from top to bottom as one program."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardhouse.testing import forgetting_games

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_page(path: str) -> dict[str, Any]:
    """All names that the blocks of a page define. Games that it registers are forgotten again."""
    text = (ROOT / path).read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "page"}
    with forgetting_games():
        for block in BLOCK.finditer(text):
            # So that an error names the line of the page.
            above = "\n" * text.count("\n", 0, block.start(1))
            exec(compile(above + block[1], path, "exec"), names)
    return names
