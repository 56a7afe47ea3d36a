"""A record laid out for the page: every step with what happened in words and all cards open."""

from __future__ import annotations

from typing import Any

from ..cards import cards_text
from ..event import Event
from ..record import Record
from ..view import View, outcome_plain


def laid_out(record: Record) -> dict[str, Any]:
    """The whole game, step by step; `BadRecord` says where it can't be replayed."""
    game = record.start()
    frames: list[dict[str, Any]] = [_frame(None, "", 0.0, [], [], game.open_view())]
    for entry, after, events in record.replay():
        words = [event.words(record.game, record.names) for event in events]
        plain = [{**event.plain(), **_open_cards(event)} for event in events]
        frames.append(_frame(entry.seat, entry.action, entry.seconds, plain, words, after.open_view()))
        frames[-1]["notes"] = list(entry.notes)
    return {
        "game": record.game,
        "seats": record.seats,
        "options": record.options,
        "names": record.names,
        "seed": str(record.seed),
        "commitment": record.commitment,
        "salt": record.salt,
        "outcome": outcome_plain(record.outcome),
        "frames": frames,
    }


def _open_cards(event: Event) -> dict[str, str]:
    return {"cards": cards_text(event.cards)} if event.cards else {}


def _frame(
    seat: int | None, action: str, seconds: float, events: list[Any], words: list[str], view: View
) -> dict[str, Any]:
    return {
        "seat": seat,
        "action": action,
        "seconds": seconds,
        "events": events,
        "words": words,
        "view": view.plain(),
    }
