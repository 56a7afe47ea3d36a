"""A person at the terminal for tests: types what a script says, on a clock that only moves when somebody waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardhouse.terminal import Clock, Keys, Screen, Style


class StoppedClock(Clock):
    """Time that passes only by waiting."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Paper(Screen):
    """A screen that keeps what was written and gets its lines from a script; after it, the input is at its end."""

    def __init__(self, script: Iterable[str] = (), style: Style | None = None) -> None:
        self.script: Iterator[str] = iter(script)
        self.written: list[str] = []
        super().__init__(self.type, self.written.append, style)

    def type(self, prompt: str) -> str:
        self.written.append(prompt)
        for line in self.script:
            self.written.append(line + "\n")
            return line
        raise EOFError

    @property
    def text(self) -> str:
        return "".join(self.written)


class Fingers(Keys):
    """Keys that are pressed after this many seconds each; when the script ends, so does the input."""

    def __init__(self, clock: StoppedClock, script: Iterable[tuple[float, str]]) -> None:
        self.clock = clock
        self.script = iter(script)
        self.next: tuple[float, str] | None = None

    def wait(self, seconds: float | None) -> str | None:
        if self.next is None:
            after, key = next(self.script, (-1.0, ""))
            if after < 0:
                raise EOFError
            self.next = (self.clock.time + after, key)
        when, key = self.next
        if seconds is not None and self.clock.time + seconds < when:
            self.clock.time += seconds
            return None
        self.clock.time = max(self.clock.time, when)
        self.next = None
        return key
