"""The glass cat for a move of a finished game; runs in a worker."""

from __future__ import annotations

from collections.abc import Iterable

from ..bots import bot_names, cat_levels, make_bot
from ..bots.glass import look_into
from ..bots.review import before
from ..contract.glass import GlassCat, Held, WeighedAction
from ..contract.reviews import Unit
from ..engine.cards import cards_text
from ..engine.errors import BadRecord
from ..engine.record import read_record
from ..engine.zone import Zone
from ..games import spec
from ..table.bots import seed_of


def glass_of(text: str, number: int, levels: list[str]) -> GlassCat:
    """Return what the cat thought that made the move with this number, counted from 1.

    ``levels`` has each seat's level as far as it is known. Where a person sat, the strongest cat thinks instead.
    `BadRecord` if the game is not over, or if there is no such move.
    """
    record = read_record(text)
    if record.outcome is None or not record.final().over:
        raise BadRecord("record.unfinished")
    game = before(record, number)
    entry = record.entries[number - 1]
    if entry.seat is None:
        raise BadRecord("advice.timer", at=number)
    known = levels[entry.seat] if entry.seat < len(levels) else ""
    cat = known in bot_names(record.game)
    level = known if cat else cat_levels(record.game)[-1]
    # With the seed that it had at the table, it sees the deals that it saw there.
    bot = make_bot(record.game, level, seed_of(record.salt or "0", entry.seat))
    view = game.view(entry.seat)
    found = look_into(view, bot)
    seen = held(found.seen)
    # How the stock lies is nothing that a cat goes by.
    guessed = {one.seat for one in seen if one.hidden and one.seat is not None}
    unit: Unit = "points" if spec(record.game).unit == "points" else "chance"
    return GlassCat(
        number,
        entry.seat,
        entry.action,
        level,
        cat,
        len(view.legal),
        unit,
        seen,
        [[one for one in held(world) if one.seat in guessed] for world in found.worlds],
        []
        if found.weighed is None
        else [
            WeighedAction(str(each.action), round(each.value, 4), round(each.error, 4), each.worlds, each.proven)
            for each in found.weighed.actions
        ],
        None if found.chosen is None else str(found.chosen),
    )


def held(zones: Iterable[Zone]) -> list[Held]:
    """The cards of each seat in these zones, and last of those that are nobody's."""
    found: dict[int | None, list[Zone]] = {}
    for zone in zones:
        found.setdefault(zone.seat, []).append(zone)
    return [
        Held(
            seat,
            " ".join(filter(None, (cards_text(zone.known) for zone in mine))),
            sum(len(zone.cards) - len(zone.known) for zone in mine),
        )
        for seat, mine in sorted(found.items(), key=lambda each: (each[0] is None, each[0] or 0))
    ]
