"""Ratings as rated games end: what a game does to the rating of everybody who played it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence

from ..contract.kept import Result, read_kept
from ..contract.ladder import KeptRating, RatedGame
from ..games import spec
from ..rating import Strength, after_game

log = logging.getLogger("cardhouse.storage")

# The kind of the notes that ratings are kept as, by game.
RATINGS = "rating"
# Of the games after which somebody's rating was known, so many are kept for the plot.
MOST_POINTS = 300


def climbers(results: Sequence[Result]) -> list[str]:
    """The people whose ratings a game changes, in one order everywhere: of a rated table, with one seat, on it to the
    end."""
    seats = Counter(result.person for result in results if result.person)
    return sorted(
        result.person
        for result in results
        if result.notes.rated and seats[result.person] == 1 and not result.notes.stand_in
    )


def kept_rating(text: str | None, game: str) -> KeptRating:
    """A rating as it was written; the one that everybody begins with if there is none, or it can't be read."""
    kept = read_kept(text, KeptRating) if text is not None else None
    if text is not None and kept is None:
        log.error("somebody's rating at %s can't be read and begins again", game)
    return kept or KeptRating(*Strength())


def strength_in(kept: KeptRating) -> Strength:
    """How strong somebody with this rating is."""
    return Strength(kept.rating, kept.deviation, kept.volatility)


def cat_strengths(game: str) -> dict[str, Strength]:
    """How strong the cats of a game are, as far as that was measured."""
    return {level: Strength(*measured) for level, measured in spec(game).ladder.items()}


def rated(game: str, results: Sequence[Result], kept: Mapping[str, KeptRating], at: float) -> dict[str, KeptRating]:
    """The ratings of a game's `climbers` after it: each from what everybody's was before, partners left out.

    Who was left in the middle by a person, and cats nobody has measured, are no opponents.
    """
    cats = cat_strengths(game)
    changed = {}
    for mine in results:
        if mine.person not in kept:
            continue
        before, others = kept[mine.person], []
        for other in results:
            if other is mine or (mine.notes.team >= 0 and other.notes.team == mine.notes.team):
                continue
            if other.person in kept:
                others.append((strength_in(kept[other.person]), other.place))
            elif not other.person and other.level in cats:
                others.append((cats[other.level], other.place))
        if not others:
            continue
        now = after_game(strength_in(before), mine.place, others)
        point = [RatedGame(at, round(now.rating), round(now.deviation))] if now.known else []
        changed[mine.person] = KeptRating(*now, before.games + 1, [*before.points, *point][-MOST_POINTS:])
    return changed
