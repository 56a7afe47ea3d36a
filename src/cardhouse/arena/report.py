"""The results of a contest for people, as tables, and for programs, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.words import say
from ..games import spec
from ..games.spec import Measure
from .results import Average, Results, Standing

TRACE_LINES = 6


def report_text(results: Results) -> str:
    """The results in words and tables, the best bot first."""
    contest = results.contest
    parts = ["\n".join(_heading(results))]
    if results.deals:
        parts.append("\n".join([*table(_standings(results)), say(f"arena.note.{results.measure.name}", {})]))
        if len(results.standings) > 1:
            parts.append("\n".join([say("arena.head_to_head", {}), *table(_head_to_head(results))]))
    faults = [line for standing in results.standings for line in _faults(standing)]
    if faults:
        parts.append("\n".join(faults))
    if results.why_partial:
        parts.append(say(results.why_partial, {}))
    if not results.complete:
        parts.append(say("arena.partial", {"deals": results.deals, "wanted": contest.deals}))
    return "\n\n".join(parts)


def _heading(results: Results) -> list[str]:
    contest = results.contest
    lines = [
        say(
            "arena.heading",
            {
                "game": contest.game,
                "deals": results.deals,
                "seatings": len(contest.seatings),
                "seats": contest.seats,
                "seed": contest.seed,
            },
        )
    ]
    usual = {option.name: option.default for option in spec(contest.game).options}
    changed = [f"{name}={value}" for name, value in contest.options.items() if usual[name] != value]
    if changed:
        lines.append(say("arena.options", {"options": ", ".join(changed)}))
    return lines


def _standings(results: Results) -> list[list[str]]:
    measure = results.measure
    slapping = spec(results.contest.game).slaps
    names = ["bot", measure.name, "place", "rating"]
    if measure.name != "won":
        names.insert(2, "won")
    if slapping:
        names += ["good", "wrong", "reaction"]
    names += ["thinks", "p95", "worst"]
    rows = [[say(f"arena.column.{name}", {}) for name in names]]
    for standing in results.ranked():
        thinking = standing.hand.thinking
        cells = {
            "bot": standing.name,
            measure.name: average_text(measure, standing.result),
            "place": f"{standing.place:.2f}",
            "rating": f"{standing.rating:+.0f}",
            "good": str(standing.hand.slaps["good"]),
            "wrong": str(standing.hand.slaps["wrong"]),
            "reaction": f"{standing.hand.reactions.mean * 1000:.0f}",
            "thinks": milliseconds(thinking.quantile(0.5)),
            "p95": milliseconds(thinking.quantile(0.95)),
            "worst": milliseconds(thinking.worst),
        }
        cells.setdefault("won", percent(standing.won))
        rows.append([cells[name] for name in names])
    return rows


def _head_to_head(results: Results) -> list[list[str]]:
    ranked = [results.contest.players.index(standing.name) for standing in results.ranked()]
    players = results.contest.players
    rows = [["", *[players[who] for who in ranked]]]
    for one in ranked:
        cells = ["" if one == other else share_text(results.meetings[one, other].ahead) for other in ranked]
        rows.append([players[one], *cells])
    return rows


def _faults(standing: Standing) -> list[str]:
    lines = []
    for kind, count in sorted(standing.failures.items()):
        first = standing.first_fault(kind)
        lines.append(say("arena.fault", {"bot": standing.name, "count": count, "fault": kind, "why": first.why}))
        lines += [f"    {line}" for line in last_lines(first.trace)]
    return lines


def last_lines(trace: str) -> list[str]:
    """Return what matters of a traceback: of an exception its end, of a process that was cut short its beginning."""
    lines = trace.strip().splitlines()
    return lines[-TRACE_LINES:] if trace.startswith("Traceback") else lines[:TRACE_LINES]


def average_text(measure: Measure, average: Average) -> str:
    """An average with its interval, as this measure is written."""
    if measure.is_share:
        return share_text(average)
    return f"{average.mean:.2f} ({average.low:.2f} – {average.high:.2f})"


def share_text(average: Average) -> str:
    return f"{percent(average.mean)} ({100 * average.low:.1f} – {100 * average.high:.1f})"


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, with as many digits as say something."""
    figure = seconds * 1000
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 1 else f"{figure:.3f}"


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines of text: the first column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    return lines


def plain(results: Results) -> dict[str, Any]:
    """Results as plain values. All but what is under ``thinking`` is the same whenever the contest is played."""
    contest = results.contest
    return {
        "game": contest.game,
        "seats": contest.seats,
        "options": dict(contest.options),
        "seed": contest.seed,
        "deals": results.deals,
        "deals_wanted": contest.deals,
        "seatings": len(contest.seatings),
        "measure": results.measure.name,
        "lower_is_better": results.measure.lower_is_better,
        "bots": [
            {
                "name": standing.name,
                "games": standing.games,
                "result": standing.result.plain(),
                "won": round(standing.won, 5),
                "place": round(standing.place, 5),
                "rating": round(standing.rating, 1),
                "failures": dict(sorted(standing.failures.items())),
                "faults": [fault.plain() for fault in standing.faults],
                "slaps": dict(sorted(standing.hand.slaps.items())),
                "reactions": standing.hand.reactions.plain(),
                "thinking": standing.hand.thinking.plain(),
            }
            for standing in results.standings
        ],
        "head_to_head": [
            {
                "bot": contest.players[one],
                "other": contest.players[other],
                "ahead": meeting.ahead.plain(),
                "better_by": meeting.better_by.plain(),
            }
            for (one, other), meeting in results.meetings.items()
        ],
    }
