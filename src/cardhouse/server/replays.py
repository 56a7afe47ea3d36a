"""A record laid out for the page: every step with what happened in words and all cards open."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence

import msgspec

from ..contract.replays import Frame, Replay
from ..engine.cards import cards_text
from ..engine.errors import Refused
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.view import PlainEvent, PlainView, plain_outcome

LONGEST_REPLAY = 16 * 1024 * 1024


def replay_of(text: str, faces: Sequence[str] | None, compressed: bool) -> bytes:
    """A record's text laid out as JSON; runs in a worker. Refused with a reason if it can't be replayed, or is huge."""
    record = read_record(text)
    head = Replay(
        game=record.game,
        seats=record.seats,
        # An option may be anything in a record, and is checked as the game is set up.
        options=dict(record.start().setup.options),
        names=record.names,
        seed=str(record.seed),
        commitment=record.commitment,
        salt=record.salt,
        outcome=plain_outcome(record.outcome),
        frames=[],
        faces=None if faces is None else list(faces),
    )
    frames: list[bytes] = []
    size = 0
    for frame in frames_of(record):
        frames.append(msgspec.json.encode(frame))
        size += len(frames[-1])
        if size > LONGEST_REPLAY:
            raise Refused("refused.server.too_long", size=size, most=LONGEST_REPLAY)
    before, _, after = msgspec.json.encode(head).rpartition(b'"frames":[]')
    whole = before + b'"frames":[' + b",".join(frames) + b"]" + after
    return gzip.compress(whole, 6) if compressed else whole


def frames_of(record: Record) -> Iterator[Frame]:
    """The whole game, step by step; `BadRecord` says where it can't be replayed."""
    yield Frame(None, "", 0.0, [], [], _plain(record.start()))
    for entry, after, events in record.replay():
        words = [event.words(record.game, record.names) for event in events]
        plain = [PlainEvent(one.kind, one.seat, cards_text(one.cards), one.facts) for one in events]
        yield Frame(entry.seat, entry.action, entry.seconds, plain, words, _plain(after), list(entry.notes))


def _plain(game: Game) -> PlainView:
    return msgspec.convert(game.open_view().plain(), PlainView)
