"""The results of a contest as a picture: each bot's average with its interval, drawn as SVG by our own code."""

from __future__ import annotations

import math
from html import escape

from ..engine.words import say
from .report import average_text
from .results import Results

WIDTH, ROW, TOP, BOTTOM = 760, 40, 64, 56
LEFT, RIGHT = 190, 190
INK, FAINT, MARK = "#222", "#ccc", "#1f6f78"


def plot(results: Results) -> str:
    """An SVG file as text, the best bot on top."""
    ranked = results.ranked()
    low = min(standing.result.low for standing in ranked)
    high = max(standing.result.high for standing in ranked)
    ticks = _ticks(low, high)
    height = TOP + ROW * len(ranked) + BOTTOM
    base = height - BOTTOM

    def across(value: float) -> float:
        span = (ticks[-1] - ticks[0]) or 1.0
        return round(LEFT + (value - ticks[0]) / span * (WIDTH - LEFT - RIGHT), 1)

    contest = results.contest
    title = say("arena.plot.title", {"game": contest.game, "deals": results.deals, "seed": contest.seed})
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="system-ui, sans-serif" font-size="14" fill="{INK}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="32" font-size="18">{escape(title)}</text>',
    ]
    for tick in ticks:
        at = across(tick)
        text = f"{100 * tick:.4g}%" if results.measure.is_share else f"{tick:.4g}"
        lines.append(f'<line x1="{at}" y1="{TOP - 12}" x2="{at}" y2="{base}" stroke="{FAINT}"/>')
        lines.append(f'<text x="{at}" y="{base + 20}" text-anchor="middle">{text}</text>')
    for number, standing in enumerate(ranked):
        y = TOP + ROW * number + ROW // 2 - 6
        average = standing.result
        left, middle, right = across(average.low), across(average.mean), across(average.high)
        lines.append(f'<text x="{LEFT - 16}" y="{y + 5}" text-anchor="end">{escape(_short(standing.name))}</text>')
        lines.append(f'<line x1="{left}" y1="{y}" x2="{right}" y2="{y}" stroke="{MARK}" stroke-width="3"/>')
        for end in (left, right):
            lines.append(f'<line x1="{end}" y1="{y - 6}" x2="{end}" y2="{y + 6}" stroke="{MARK}" stroke-width="3"/>')
        lines.append(f'<circle cx="{middle}" cy="{y}" r="6" fill="{MARK}"/>')
        value = average_text(results.measure, average)
        lines.append(f'<text x="{WIDTH - RIGHT + 16}" y="{y + 5}">{escape(value)}</text>')
    axis = say(f"arena.plot.{results.measure.name}", {})
    lines.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{base + 44}" text-anchor="middle">{escape(axis)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _short(name: str) -> str:
    """A name that fits beside the axis; of a bot from a file, what comes last."""
    return name if len(name) <= 22 else "…" + name[-21:]


def _ticks(low: float, high: float) -> list[float]:
    """Round figures, at equal steps, that reach from below the lowest value to above the highest."""
    span = (high - low) or abs(high) or 1.0
    step = 10.0 ** math.floor(math.log10(span / 4))
    step *= next(times for times in (1, 2, 5, 10) if span / (step * times) <= 6)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    if first == last:
        first, last = first - 1, last + 1
    return [round(number * step, 10) for number in range(first, last + 1)]
