"""Single keys, read as they are pressed: on POSIX, on Windows, and line by line where there is no keyboard."""

from __future__ import annotations

import os
import select
import sys
import time
from types import TracebackType

from .screen import Screen

POLL = 0.005


class Keys:
    """Where keys come from. Used as a context, so that the terminal is left as it was found."""

    # Whether keys come as whole lines, read without a clock.
    lines = False

    def wait(self, seconds: float | None) -> str | None:
        """The next key (or word); None when the time is up first. `EOFError` when there will never be one."""
        raise NotImplementedError

    def __enter__(self) -> Keys:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class LineKeys(Keys):
    """Typed lines in the place of keys; it waits for a line however long that takes."""

    lines = True

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def wait(self, seconds: float | None) -> str | None:
        line = self.screen.ask("> ")
        if line is None:
            raise EOFError
        return line.lower() or "\n"


if sys.platform == "win32":
    import msvcrt

    class RawKeys(Keys):
        """Keys of a Windows console."""

        def wait(self, seconds: float | None) -> str | None:
            end = None if seconds is None else time.monotonic() + seconds
            while not msvcrt.kbhit():
                if end is not None and time.monotonic() >= end:
                    return None
                time.sleep(POLL)
            key = msvcrt.getwch()
            if key in ("\x00", "\xe0"):
                # An arrow or a function key comes as two.
                msvcrt.getwch()
                return ""
            if key == "\x03":
                raise KeyboardInterrupt
            return key

else:
    import termios
    import tty

    class RawKeys(Keys):
        """Keys of a POSIX terminal, which doesn't echo them in the meantime."""

        def __init__(self) -> None:
            self.fd = sys.stdin.fileno()
            self.found = termios.tcgetattr(self.fd)

        def wait(self, seconds: float | None) -> str | None:
            ready, _, _ = select.select([self.fd], [], [], seconds)
            if not ready:
                return None
            pressed = os.read(self.fd, 32)
            if not pressed:
                raise EOFError
            # An arrow or a function key comes as a sequence that begins with escape.
            return "" if pressed.startswith(b"\033") else pressed.decode("utf-8", "ignore")[:1]

        def __enter__(self) -> Keys:
            tty.setcbreak(self.fd)
            return self

        def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
        ) -> None:
            termios.tcsetattr(self.fd, termios.TCSADRAIN, self.found)


def keyboard(screen: Screen) -> Keys:
    """The keys of this process: single ones if it has a keyboard and a screen, lines otherwise."""
    return RawKeys() if sys.stdin.isatty() and sys.stdout.isatty() else LineKeys(screen)
