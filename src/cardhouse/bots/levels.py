"""How good a bot is, in words: the one place that names the levels.

What else a level needs is found by its name: its words (``page.level.NAME``, ``page.stats.against.NAME``) and, where it
plays the slap games, its reflexes. `tests/contract/test_words_of_choices.py` says what is missing.
"""

from __future__ import annotations

# Every name that a game may give one of its bots, weakest first, with the number of dots on its plate.
STRENGTHS = {"random": 0, "greedy": 1, "easy": 1, "medium": 2, "hard": 3, "expert": 4}
NAMES = tuple(STRENGTHS)
# Those that people choose from.
LEVELS = NAMES[2:]
USUAL_LEVEL = "medium"
STRONGEST_LEVEL = NAMES[-1]
