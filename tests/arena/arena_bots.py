"""Bots that people might write, good and bad, for the arena to cope with."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import cast

from cardhouse import Action, View
from cardhouse.bots import Bot, Move, RandomBot


class First(Bot):
    """Plays the first legal action; never slaps."""

    def choose(self, view: View) -> Action | None:
        return next((action for action in view.legal if action.verb != "slap"), None)


class AlsoFirst(First):
    """The same under another name."""


class AlsoRandom(RandomBot):
    """The same under another name."""


class Crashes(First):
    """Raises an exception at its third move."""

    def choose(self, view: View) -> Action | None:
        if len(view.hand) <= 11:
            raise ValueError("I have seen enough")
        return super().choose(view)


class NeverBorn(First):
    def __init__(self, seed: int = 0) -> None:
        raise RuntimeError("no")


class Cheats(First):
    """Plays a card that it doesn't hold."""

    def choose(self, view: View) -> Action | None:
        return Action.parse("play Qs") if "Qs" not in map(str, view.hand) else super().choose(view)


class Chatters(First):
    """Gives text instead of a move."""

    def move(self, view: View) -> Move | None:
        return cast(Move, "play 2c")


class Backwards(First):
    """Wants to have acted before it was asked."""

    def move(self, view: View) -> Move | None:
        return Move(view.legal[0], -1.0)


class Dawdles(First):
    """Takes a little too long."""

    def choose(self, view: View) -> Action | None:
        time.sleep(0.05)
        return super().choose(view)


class Sulks(First):
    """Does nothing."""

    def choose(self, view: View) -> Action | None:
        return None


class Leaves(First):
    """Ends the program."""

    def choose(self, view: View) -> Action | None:
        sys.exit("bye")


# A seat's seed differs from deal to deal: these act up in about one deal of seven.
def unlucky(seed: int) -> bool:
    return seed % 30 == 0


class PressesKeys(First):
    """Somebody presses Ctrl-C while it plays."""

    def choose(self, view: View) -> Action | None:
        if unlucky(self.seed):
            os.kill(int(os.environ["ARENA"]), signal.SIGINT)
            time.sleep(60)
        return super().choose(view)
