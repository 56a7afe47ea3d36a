"""The settings of a table: what each can be and what it is by default, for both languages."""

from __future__ import annotations

import msgspec

from .messages import Whole

# Of how many games a match can be; 0: games are only counted.
BEST_OF = (0, 3, 5, 7)
# Seconds that a person may take for a move; 0: for ever.
TURN_CLOCKS = (0, 15, 30, 60, 120, 300)
DAY = 24 * 3600
# Of a game that goes on for days: nobody needs to be there, and the clock runs whether anybody is or not.
SLOW_CLOCKS = (DAY, 2 * DAY, 3 * DAY, 7 * DAY)
# The clock of a table that is open to strangers, where nothing else is asked for.
LISTED_TURN_CLOCK = 60
# Seconds until a cat plays for a person who is gone.
GONE_AFTER = 20
GONE_CHOICES = (GONE_AFTER, 60, 180, 600)
# Letters of a name, and of a line that is written to others.
LONGEST_NAME = 24
LONGEST_LINE = 200


class TableSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The settings that a table is asked for with and has from then on.

    ``listed``: strangers find it; ``watchable``: others may watch; ``open_cards``: all hands lie open, among cats only.
    ``best_of`` is of how many games a match is, 0: there is none. A ``lesson`` counts in no statistics.
    ``rated``: its games change ratings; there are no hints, nothing is taken back, and hands are hidden.
    ``gone_after``: seconds until a cat plays for a person who is gone.
    """

    pace: str = "medium"
    listed: bool = False
    watchable: bool = True
    open_cards: bool = False
    hints: bool = True
    best_of: Whole = 0
    lesson: bool = False
    rated: bool = False
    gone_after: Whole = GONE_AFTER
