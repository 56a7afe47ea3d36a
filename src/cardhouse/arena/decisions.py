"""Recorded games as rows for those who learn from them: one for each decision that a seat made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..engine.record import Record
from ..engine.view import View

HIDDEN = "??"
# Each column with what it holds, for the card of a data set.
COLUMNS = {
    "record": "the record it comes from, by the name of its file",
    "game": "the game",
    "version": "the version of Cardhouse that played it",
    "seed": "the seed of the deal, as text: with the options and the seats it gives the same cards again",
    "options": "the house rules, by name, as JSON values",
    "seats": "how many play",
    "number": "which action of the record it is, counted from 0",
    "step": "how many actions and timers came before it in the game",
    "player": "who sits there, as the record names them",
    "seat": "the seat that decides, from 0",
    "phase": "the part of the game",
    "turn": "the seats from whom a move is awaited",
    "roles": "who is what: seats by the name of the role",
    "scores": "each seat's score at this moment",
    "hand": "the seat's own cards; null where it may not see them itself",
    "table": "all other places for cards: name, seat (null: nobody's), cards (null: face down)",
    "facts": "what else the seat knows, as JSON",
    "timer": "the timer that runs, if one does",
    "timer_seconds": "for how long it runs",
    "legal": "all that the seat may do",
    "choice": "what it did, as the index in legal, from 0",
    "chosen": "what it did, as text",
    "seconds": "when it did it, since the start of the game",
    "place": "its place at the end; 1 is best; null: the game was not finished",
    "score": "its score at the end",
    "reason": "why the game ended",
}


def decisions(record: Record, name: str) -> Iterator[dict[str, Any]]:
    """One decision: what a seat saw, might do and did, and how the game ended for it. `COLUMNS` explains each.

    ``name`` says which record it is. Rows hold nothing of a view that their seat did not know; the seed and the end are
    what the record knows. `BadRecord` if it can't be replayed.
    """
    outcome = record.outcome
    game = record.start()
    for number, entry in enumerate(record.entries):
        seat = entry.seat
        if seat is not None:
            plain = game.view(seat).plain()
            timer = plain["timer"] or [None, None]
            own = ["hand", seat]
            yield {
                "record": name,
                "game": record.game,
                "version": record.version,
                "seed": str(record.seed),
                "options": plain["options"],
                "seats": record.seats,
                "number": number,
                "step": plain["step"],
                "player": record.names[seat] if seat < len(record.names) else "",
                "seat": seat,
                "phase": plain["phase"],
                "turn": plain["turn"],
                "roles": plain["roles"],
                "scores": plain["scores"],
                "hand": [card for zone in plain["zones"] if zone[:2] == own for card in _cards(zone[2])],
                "table": [
                    {"zone": zone[0], "seat": zone[1], "cards": _cards(zone[2])}
                    for zone in plain["zones"]
                    if zone[:2] != own
                ],
                "facts": plain["facts"],
                "timer": timer[0],
                "timer_seconds": timer[1],
                "legal": plain["legal"],
                "choice": plain["legal"].index(entry.action),
                "chosen": entry.action,
                "seconds": entry.seconds,
                "place": outcome.places[seat] if outcome is not None else None,
                "score": outcome.scores[seat] if outcome is not None else None,
                "reason": str(outcome.reason) if outcome is not None else None,
            }
        record.do(game, entry)


def view_of(row: Mapping[str, Any]) -> View:
    """The view that a seat decided by, of a row of JSON lines."""
    zones = [["hand", row["seat"], _text(row["hand"])]]
    zones += [[place["zone"], place["seat"], _text(place["cards"])] for place in row["table"]]
    names = ("game", "seats", "seat", "step", "options", "phase", "turn", "roles", "scores", "facts", "legal")
    timer = [row["timer"], row["timer_seconds"]] if row["timer"] else None
    return View.read({**{name: row[name] for name in names}, "zones": zones, "timer": timer, "outcome": None})


def _cards(text: str) -> list[str | None]:
    return [None if card == HIDDEN else card for card in text.split()]


def _text(cards: list[str | None]) -> str:
    return " ".join([card or HIDDEN for card in cards])
