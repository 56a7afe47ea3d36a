"""Recorded games as rows for those who learn from them: one for each decision that a seat made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..engine.action import action_texts
from ..engine.record import Record


def decisions(record: Record, name: str) -> Iterator[dict[str, Any]]:
    """What a seat saw, what it might do, what it did, and how the game ended for it.

    ``name`` says which record it is. Views hold nothing that their seat did not know. `BadRecord` if it can't be
    replayed.
    """
    outcome = record.outcome
    game = record.start()
    for number, entry in enumerate(record.entries):
        seat = entry.seat
        if seat is not None:
            view = game.view(seat)
            legal = action_texts(view.legal)
            plain = view.plain()
            del plain["legal"]
            yield {
                "record": name,
                "number": number,
                "game": record.game,
                "seats": record.seats,
                "player": record.names[seat] if seat < len(record.names) else "",
                "seat": seat,
                "view": plain,
                "legal": legal,
                "chosen": entry.action,
                "place": outcome.places[seat] if outcome is not None else None,
                "score": outcome.scores[seat] if outcome is not None else None,
            }
        record.do(game, entry)
