"""How good a bot is, in words: the one place that names the levels."""

from __future__ import annotations

# Weakest first.
LEVELS = ("easy", "medium", "hard", "expert")
USUAL_LEVEL = "medium"
# Every name that a game may give one of its bots, weakest first.
NAMES = ("random", "greedy", *LEVELS)
