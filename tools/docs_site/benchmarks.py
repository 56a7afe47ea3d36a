"""The page of benchmarks: plots of the figures that stand as tables in docs/, drawn as SVG by our own code."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

WIDTH, ROW, TOP, BOTTOM, LEFT, RIGHT = 760, 34, 40, 30, 290, 24
COLOURS = ("#1f6f78", "#c2571a", "#6a4c93", "#2f7d32")
FIGURE = re.compile(r"[−-]?\d[\d,]*(?:\.\d+)?")
WITH_INTERVAL = re.compile(r"([\d.]+)%(?: \[([\d.]+), ([\d.]+)\])?")


@dataclass(frozen=True)
class Point:
    """A figure, and between which it lies if that is known."""

    value: float
    low: float
    high: float


Rows = Sequence[tuple[str, Sequence[tuple[int, Point]]]]


def table(page: str, beginning: str) -> list[list[str]]:
    """The cells of the first table from this text of a page on, head first."""
    found = re.search(r"(?:^\|.*\n)+", page[page.index(beginning) :], re.MULTILINE)
    assert found is not None, f"no table after {beginning}"
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in found[0].splitlines()]
    return [rows[0], *rows[2:]]


def number(text: str) -> float:
    """A figure as the pages write it: with commas, and a real minus."""
    return float(text.replace(",", "").replace("−", "-"))


def interval(cell: str) -> Point:
    """A share with its interval; without one it has none."""
    found = WITH_INTERVAL.fullmatch(cell)
    assert found is not None, f"{cell} is no share"
    value = float(found[1])
    return Point(value, float(found[2] or value), float(found[3] or value))


def dots(rows: Rows, names: Sequence[str], ticks: Sequence[float], unit: str = "", logarithmic: bool = False) -> str:
    """A row of dots for each label, a colour for each name, from the first tick to the last."""

    def across(value: float) -> float:
        scaled = [math.log10(each) if logarithmic else each for each in (value, ticks[0], ticks[-1])]
        return round(LEFT + (scaled[0] - scaled[1]) / (scaled[2] - scaled[1]) * (WIDTH - LEFT - RIGHT), 1)

    base = TOP + ROW * len(rows)
    drawn = []
    for tick in ticks:
        drawn.append(_line(across(tick), TOP - 8, across(tick), base, "currentColor", 0.2))
        drawn.append(_text(across(tick), base + 18, f"{tick:,.0f}{unit}", "middle"))
    for at, (label, points) in enumerate(rows):
        y = TOP + ROW * at + ROW // 2
        drawn.append(_text(LEFT - 12, y + 4, label, "end"))
        for series, point in points:
            # Side by side, so that what is equal is seen.
            level = y + 6 * (series - (len(names) - 1) / 2) if names else y
            colour = COLOURS[series]
            drawn.append(_line(across(point.low), level, across(point.high), level, colour))
            drawn.append(f'<circle cx="{across(point.value)}" cy="{level}" r="4" fill="{colour}"/>')
    return _figure([*drawn, *_legend(names)], base + BOTTOM)


def curves(across_of: Sequence[float], series: Sequence[Sequence[float]], names: Sequence[str]) -> str:
    """Curves over a common axis, their values between -1 and 1."""
    height, left = 280, 48

    def at(x: float, y: float) -> tuple[float, float]:
        span = across_of[-1] - across_of[0]
        return (
            round(left + (x - across_of[0]) / span * (WIDTH - left - RIGHT), 1),
            round(TOP + (1 - y) / 2 * height, 1),
        )

    drawn = []
    for level in (-1.0, -0.5, 0.0, 0.5, 1.0):
        x, y = at(across_of[0], level)
        drawn += [_line(x, y, WIDTH - RIGHT, y, "currentColor", 0.2), _text(x - 8, y + 4, f"{level:g}", "end")]
    for value in across_of:
        drawn.append(_text(at(value, -1)[0], TOP + height + 20, f"{value:g}", "middle"))
    for colour, values in zip(COLOURS, series, strict=False):
        path = " ".join("{},{}".format(*at(x, y)) for x, y in zip(across_of, values, strict=True))
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="3"/>')
    return _figure([*drawn, *_legend(names)], TOP + height + BOTTOM)


def page(docs: Path) -> str:
    """The whole page, from the tables of the pages in this folder."""
    texts = {name: (docs / f"{name}.md").read_text(encoding="utf-8") for name in ("learning", "strength", "hosting")}
    parts = [
        "# Benchmarks",
        "Drawn from the tables of the pages named with each, which also have the commands that repeat them.",
        "## Steps of environments",
        "Steps a second of CPU time with masked random play; a dot for each game of a row. From"
        " [Learning programs](learning.md#how-fast).",
        _environments(table(texts["learning"], "| environment |")),
        "## A program that learns Durak",
        "Mean reward by minutes of CPU time, against three levels. From"
        " [Learning programs](learning.md#an-example-that-learns-durak).",
        _learning(table(texts["learning"], "| CPU minutes |")),
        "## Cats against a person's reflexes",
        "How often a cat wins against a simulated person with this mean reaction, with 95% intervals. From"
        " [How strong the cats are](strength.md#slap-games).",
        _reflexes(table(texts["strength"], "## Slap games")),
        "## Actions of a server",
        "Actions a second on one core as fast as it goes, beside boardgame.io. From [Hosting](hosting.md).",
        _servers(table(texts["hosting"], "| as fast as it goes |")),
    ]
    return "\n\n".join(parts) + "\n"


def _environments(cells: list[list[str]]) -> str:
    rows = []
    for label, figures in cells[1:]:
        short = label.split(":")[0].split(" Hearts")[0].replace("`", "")
        if "," in label and ":" not in label:
            short += f", {label.rsplit(', ', 1)[1]}" if label.startswith("Cardhouse") else ""
        if label.startswith("the same"):
            short = f"Cardhouse, {label.split(', ', 1)[1]}"
        values = [number(figure) for figure in FIGURE.findall(figures)]
        rows.append((short, [(0, Point(value, value, value)) for value in values]))
    return dots(rows, (), [1e3, 1e4, 1e5, 1e6], logarithmic=True)


def _learning(cells: list[list[str]]) -> str:
    head, *rows = cells
    columns = list(zip(*([number(cell) for cell in row] for row in rows), strict=True))
    return curves(columns[0], columns[2:], head[2:])


def _reflexes(cells: list[list[str]]) -> str:
    head, *rows = cells
    names = [name.strip("`") for name in head[1:]]
    return dots(
        [(row[0], list(enumerate(map(interval, row[1:])))) for row in rows], names, [0, 25, 50, 75, 100], unit="%"
    )


def _servers(cells: list[list[str]]) -> str:
    head, *rows = cells
    figures = [(name, [number(FIGURE.findall(cell)[0]) for cell in row]) for name, *row in rows]
    return dots(
        [(name, [(at, Point(value, value, value)) for at, value in enumerate(row)]) for name, row in figures],
        [name.split(":")[0] for name in head[1:]],
        [0, 2000, 4000, 6000, 8000],
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, opacity: float = 1) -> str:
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="2" stroke-opacity="{opacity}"/>'
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _legend(names: Sequence[str]) -> list[str]:
    drawn = []
    for at, name in enumerate(names):
        x = LEFT + 110 * at
        drawn += [f'<circle cx="{x}" cy="14" r="5" fill="{COLOURS[at]}"/>', _text(x + 12, 18, name, "start")]
    return drawn


def _figure(drawn: list[str], height: int) -> str:
    """As a block of HTML without empty lines, which Markdown leaves as it is."""
    head = (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" style="width:100%" font-size="13" fill="currentColor" '
        'aria-label="A plot of the table named above">'
    )
    return "\n".join(["<div>", head, *drawn, "</svg>", "</div>"])
