"""Puzzles of Slapjack, with and without wild cards."""

from __future__ import annotations

from ..puzzling import Source
from ..slapping.puzzles import slap_daily, slap_puzzles
from .rules import SLAPS

PUZZLES = slap_puzzles(
    tuple(SLAPS), (Source(2, "easy"), Source(3, "easy"), Source(4, "easy", {"wilds": True}), Source(2, "medium"))
)

DAILY = slap_daily()
