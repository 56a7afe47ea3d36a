"""A record laid out for the page: every step with what happened in words and all cards open."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ..engine.cards import cards_text
from ..engine.errors import Refused
from ..engine.event import Event
from ..engine.record import Record, read_record
from ..engine.view import View, outcome_plain

LONGEST_REPLAY = 16 * 1024 * 1024


def replay_of(text: str, faces: Sequence[str] | None, compressed: bool) -> bytes:
    """A record's text laid out as JSON; runs in a worker. Refused with a reason if it can't be replayed, or is huge."""
    record = read_record(text)
    head: dict[str, Any] = {
        "game": record.game,
        "seats": record.seats,
        "options": record.options,
        "names": record.names,
        "seed": str(record.seed),
        "commitment": record.commitment,
        "salt": record.salt,
        "outcome": outcome_plain(record.outcome),
    }
    if faces is not None:
        head["faces"] = list(faces)
    frames: list[bytes] = []
    size = 0
    for frame in frames_of(record):
        frames.append(msgspec.json.encode(frame))
        size += len(frames[-1])
        if size > LONGEST_REPLAY:
            raise Refused("refused.server.too_long", size=size, most=LONGEST_REPLAY)
    whole = msgspec.json.encode(head)[:-1] + b',"frames":[' + b",".join(frames) + b"]}"
    return gzip.compress(whole, 6) if compressed else whole


def frames_of(record: Record) -> Iterator[dict[str, Any]]:
    """The whole game, step by step; `BadRecord` says where it can't be replayed."""
    yield _frame(None, "", 0.0, [], [], record.start().open_view())
    for entry, after, events in record.replay():
        words = [event.words(record.game, record.names) for event in events]
        plain = [{**event.plain(), **_open_cards(event)} for event in events]
        frame = _frame(entry.seat, entry.action, entry.seconds, plain, words, after.open_view())
        yield {**frame, "notes": list(entry.notes)}


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
