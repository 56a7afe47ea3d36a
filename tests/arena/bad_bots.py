"""Bots that do whatever a bot should not. Each class says what it does; `test_bad_bots.py` says what comes of it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from typing import Any, NoReturn, cast

from cardhouse import Action, View
from cardhouse.bots import Bot, Move


class First(Bot):
    """Plays the first legal action."""

    def choose(self, view: View) -> Action | None:
        return view.legal[0]


class Raises(First):
    def choose(self, view: View) -> NoReturn:
        self.deeper()

    def deeper(self) -> NoReturn:
        raise ValueError("meow")


class NeverBorn(First):
    def __init__(self, seed: int = 0) -> None:
        raise RuntimeError("no")


class Leaves(First):
    def choose(self, view: View) -> NoReturn:
        sys.exit("bye")


class Interrupts(First):
    def choose(self, view: View) -> NoReturn:
        raise KeyboardInterrupt


class Exits(First):
    def choose(self, view: View) -> NoReturn:
        os._exit(3)


class Aborts(First):
    def choose(self, view: View) -> NoReturn:
        os.abort()


class ReadsNowhere(First):
    """Reads memory that is nobody's."""

    def choose(self, view: View) -> Action | None:
        ctypes.string_at(0)
        return None


class KillsItself(First):
    def choose(self, view: View) -> Action | None:
        os.kill(os.getpid(), 9)
        return None


class Sleeps(First):
    def choose(self, view: View) -> Action | None:
        time.sleep(1000)
        return None


class Loops(First):
    """Never answers, and catches whatever would end it."""

    def choose(self, view: View) -> Action | None:
        while True:
            try:
                time.sleep(0.001)
            except BaseException:
                continue


class LoopsInC(First):
    """Never lets another thread of its process run."""

    def choose(self, view: View) -> Action | None:
        sum(range(10**11))
        return None


class Dawdles(First):
    """Answers too late."""

    def choose(self, view: View) -> Action | None:
        time.sleep(0.6)
        return super().choose(view)


class Cheats(First):
    def choose(self, view: View) -> Action | None:
        return Action.parse("play 2c 2d 2h 2s")


class Chatters(First):
    def move(self, view: View) -> Move | None:
        return cast(Move, "play 2c")


class Backwards(First):
    def move(self, view: View) -> Move | None:
        return Move(view.legal[0], -1.0)


class Nowhen(First):
    def move(self, view: View) -> Move | None:
        return Move(view.legal[0], float("nan"))


class Unspeakable:
    """Can't be shown, compared or looked at."""

    def __getattribute__(self, name: str) -> Any:
        raise MemoryError(name)

    def __repr__(self) -> str:
        raise OSError("no words")


class GivesTheUnspeakable(First):
    def move(self, view: View) -> Move | None:
        return cast(Move, Unspeakable())


class Mumbles(Exception):
    def __str__(self) -> str:
        raise ValueError("even this")


class RaisesTheUnspeakable(First):
    def choose(self, view: View) -> NoReturn:
        raise Mumbles


class Sulks(First):
    def choose(self, view: View) -> Action | None:
        return None


class Eats(First):
    """Takes all the memory that it gets."""

    def choose(self, view: View) -> Action | None:
        eaten: list[bytes] = []
        while True:
            eaten.append(bytes(10_000_000))


class Recurses(First):
    def choose(self, view: View) -> Action | None:
        return self.choose(view)


class HangsUp(First):
    """Closes every file, its connection among them."""

    def choose(self, view: View) -> Action | None:
        os.closerange(3, 256)
        return super().choose(view)


class WritesAnything(First):
    """Writes into every file, its connection among them."""

    def choose(self, view: View) -> Action | None:
        for file in range(3, 64):
            try:
                os.write(file, b"\xff" * 100)
            except OSError:
                continue
        return super().choose(view)


class Prints(First):
    """Says much, on every way there is."""

    def choose(self, view: View) -> Action | None:
        print("I think, therefore I am " * 100)
        os.write(1, b"and so on\n" * 100)
        sys.stderr.write("and on\n")
        return super().choose(view)


class Mutes(First):
    """Leaves Python nothing to print with."""

    def choose(self, view: View) -> Action | None:
        sys.stdout = sys.stderr = cast(Any, None)
        sys.path.clear()
        os.chdir("/")
        return super().choose(view)


class Forks(First):
    """Leaves copies of its process behind: one that answers too, and one that sleeps."""

    def choose(self, view: View) -> Action | None:
        os.fork()
        if os.fork() == 0:
            time.sleep(1000)
        return super().choose(view)


class Deaf(First):
    """Ignores all signals, leaves threads behind, and asks for input."""

    def choose(self, view: View) -> Action | None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        threading.Thread(target=time.sleep, args=(1000,)).start()
        return super().choose(view) if sys.stdin.read() == "" else None
