"""Puzzles of Ratscrew, with more and fewer house rules in force."""

from __future__ import annotations

from ..puzzling import Source
from ..slapping.puzzles import slap_daily, slap_puzzles
from .rules import SLAPS

PUZZLES = slap_puzzles(
    tuple(SLAPS),
    (
        Source(2, "easy"),
        Source(3, "easy", {"sandwiches": True}),
        Source(2, "easy", {"sandwiches": True, "marriages": True, "divorces": True}),
        Source(2, "easy", {"tens": True, "sandwiches": True, "runs": True}),
        Source(2, "easy", {rule.name: True for rule in SLAPS if not rule.always}),
    ),
)

DAILY = slap_daily()
