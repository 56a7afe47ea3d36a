"""Bots: asked with a view, one gives an action, and in the slap games also when.

A bot is a function of its seed and the view, so that a game of bots can be repeated, and so that any process can answer
for it at any time.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass

from ..engine.action import Action
from ..engine.chance import Chance
from ..engine.game import Game
from ..engine.view import View
from .search import Search


@dataclass(frozen=True)
class Move:
    """An action, and how many seconds after what the view shows it is done."""

    action: Action
    after: float = 0.0


class Bot(ABC):
    """A player of any game. Write `choose`; write `move` too if it matters when you act."""

    # How long it may think about one action, for bots that can stop early; None: a fixed amount of work.
    milliseconds: float | None = None

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @abstractmethod
    def choose(self, view: View) -> Action | None:
        """One of ``view.legal``; None: do nothing now, and let a running timer fire."""

    def move(self, view: View) -> Move | None:
        """Return what to do and when; by default at once."""
        action = self.choose(view)
        return None if action is None else Move(action)

    def weighs(self, view: View) -> Search | None:
        """Return what it thinks of each action before it chooses; None: it goes by rules of thumb or reflexes."""
        return None

    def imagines(self, view: View, count: int) -> list[Game]:
        """Return so many of the deals that it thinks likely; none if it imagines nothing."""
        return []

    def chance(self, view: View) -> Chance:
        """Chance for this one decision: the same seed and the same view give the same stream.

        It depends on the cards, too, so that a bot whose seed stays does not go wrong at the same steps of every deal.
        """
        seat = view.seat
        cards = [bytes(zone.known) for zone in view.zones if zone.seat is None or zone.seat == seat]
        return self.chance_from(b"%d %d " % (view.step, -1 if seat is None else seat) + b"|".join(cards))

    def chance_from(self, facts: bytes) -> Chance:
        """Chance for something that these facts name: for what stays the same over several decisions, say."""
        digest = hashlib.blake2b(b"%d %b" % (self.seed, facts), digest_size=16).digest()
        return Chance(int.from_bytes(digest, "big"))


class RandomBot(Bot):
    """Does any legal thing; in the slap games it slaps only where a slap is what the game waits for."""

    def choose(self, view: View) -> Action | None:
        choices = [action for action in view.legal if action.verb != "slap"]
        if not choices and view.seat in view.turn:
            choices = list(view.legal)
        if not choices:
            return None
        return choices[self.chance(view).below(len(choices))]
