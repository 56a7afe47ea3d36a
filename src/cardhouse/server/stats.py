"""A person's statistics, from the results that the store keeps."""

from __future__ import annotations

from typing import Any

MOST_GAMES = 5000
LEVELS = ("expert", "hard", "medium", "easy")


def opponents(seats: list[dict[str, Any]]) -> str:
    """Who a game was played against: people, else the strongest cat's level, else somebody at the same screen.

    Cats that only follow a simple rule, or play anything, are ``kittens``.
    """
    levels = [seat["level"] for seat in seats if not seat["yours"]]
    if "" in levels:
        return "people"
    return next((level for level in LEVELS if level in levels), "kittens" if levels else "here")


def statistics(history: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Per game and kind of opponent: played, won, tied, streaks and counts, from a history with the latest first."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for finished in reversed(history):
        seats = finished["seats"]
        mine = next((seat for seat in seats if seat["yours"]), None)
        if mine is None:
            continue
        key = (finished["game"], opponents(seats))
        row = rows.setdefault(key, _empty(*key))
        draw = mine["notes"].get("draw", False)
        won = mine["place"] == 1 and not draw
        shared = sum(seat["place"] == 1 for seat in seats) > 1
        row["played"] += 1
        row["won"] += won
        row["tied"] += draw or (won and shared)
        row["lost_last"] += mine["place"] == max(seat["place"] for seat in seats) and not draw and not won
        row["streak"] = row["streak"] + 1 if won else 0
        row["best_streak"] = max(row["best_streak"], row["streak"])
        row["points"] += mine["score"]
        row["deals"] += mine["notes"].get("deals", 0)
        row["slaps"] += mine["notes"].get("slaps", [])
        row["cat_slaps"] += [time for seat in seats if seat["level"] for time in seat["notes"].get("slaps", [])]
        for kind, times in mine["notes"].get("events", {}).items():
            row["events"][kind] = row["events"].get(kind, 0) + times
    return list(rows.values())


def _empty(game: str, against: str) -> dict[str, Any]:
    counted = dict.fromkeys(("played", "won", "tied", "lost_last", "streak", "best_streak", "points", "deals"), 0)
    return {"game": game, "against": against, **counted, "slaps": [], "cat_slaps": [], "events": {}}
