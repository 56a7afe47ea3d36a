"""Spades, as the house knows it: the entry point of this package names it."""

from __future__ import annotations

from pathlib import Path

from cardhouse import GameSpec
from cardhouse.bots.advice import Adviser
from cardhouse.engine.action import PLAY
from cardhouse.engine.choices import cards, numbers
from cardhouse.games import Learning, Terminal

from .bots import Easy, Expert, Greedy, Hard, Medium
from .rules import BID, MOST, Spades
from .sampler import SpadesSampler
from .search import search
from .terminal import spades_lines

SPEC = GameSpec(
    Spades,
    SpadesSampler,
    bots={"greedy": Greedy, "easy": Easy, "medium": Medium, "hard": Hard, "expert": Expert},
    # Values are points of the deal, and those of a bid or a trick are tens of them.
    adviser=Adviser(search, unit="points", blunder=20.0, margin=3.0),
    terminal=Terminal(spades_lines, number_verb="bid"),
    # A short match says as much about its players as a long one, and takes less time.
    arena_options={"limit": 50},
    folder=Path(__file__).parent,
    learning=Learning((cards(PLAY), numbers(BID, 0, MOST))),
)
