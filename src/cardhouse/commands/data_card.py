"""The card of a data set: a file next to it that says what it holds, where it comes from and how it is read."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from ..arena.decisions import COLUMNS
from ..version import VERSION

# Of what is counted, so much is listed.
MOST = 20
READ = {
    ".parquet": "import pyarrow.parquet\n\nrows = pyarrow.parquet.read_table({name!r}).to_pylist()",
    ".gz": (
        "import gzip, json\n\nfrom cardhouse.arena.decisions import view_of\n\n"
        "rows = [json.loads(line) for line in gzip.open({name!r}, 'rt')]\nviews = [view_of(row) for row in rows]"
    ),
    ".jsonl": (
        "import json\n\nfrom cardhouse.arena.decisions import view_of\n\n"
        "rows = [json.loads(line) for line in open({name!r})]\nviews = [view_of(row) for row in rows]"
    ),
}


class DataCard:
    """Counts of a data set, taken while it is written."""

    def __init__(self) -> None:
        self.records = 0
        self.rows = 0
        self.counts: dict[str, Counter[str]] = {name: Counter() for name in ("game", "player", "version", "options")}

    def add_record(self) -> None:
        self.records += 1

    def add(self, row: dict[str, Any]) -> None:
        """Count a row."""
        self.rows += 1
        for name in ("game", "player", "version"):
            self.counts[name][row[name]] += 1
        rules = ", ".join(f"{name}={value}" for name, value in row["options"].items())
        self.counts["options"][f"{row['game']}, {row['seats']} seats: {rules}"] += 1

    def text(self, path: Path) -> str:
        """The card, as Markdown with the head that data hubs read."""
        games = ", ".join(self.counts["game"]) or "none"
        lines = [
            "---", f"pretty_name: Decisions of {games}", "tags: [card-games, imperfect-information]", "---", "",
            f"# {path.name}", "",
            f"{self.rows} decisions of {self.records} recorded games of {games}, written by Cardhouse {VERSION} with "
            "`cardhouse record export`.",
            "Each row is one decision: what a seat saw, all that it might do, what it did, and how the game ended for "
            "it. What a seat could not know is not in what it saw.", "",
            "A card is a rank (`2`…`9`, `T`, `J`, `Q`, `K`, `A`) and a suit (`c`, `d`, `s`, `h`).", "",
        ]  # fmt: skip
        for name, title in (("player", "Players"), ("options", "House rules"), ("version", "Versions")):
            lines += [f"## {title}", "", "| | decisions |", "|---|---|"]
            lines += [f"| {what or 'unnamed'} | {count} |" for what, count in self.counts[name].most_common(MOST)]
            more = len(self.counts[name]) - MOST
            lines += [*([f"| and {more} others | |"] if more > 0 else []), ""]
        lines += ["## Columns", "", "| column | |", "|---|---|"]
        lines += [f"| `{name}` | {what} |" for name, what in COLUMNS.items()]
        read = READ[path.suffix].format(name=path.name)
        return "\n".join([*lines, "", "## Reading it", "", "```python", read, "```"]) + "\n"


def write_card(card: DataCard, path: Path) -> Path:
    """Write the card next to its file; gives its path."""
    file = path.with_name(path.name + ".md")
    file.write_text(card.text(path), encoding="utf-8")
    return file
