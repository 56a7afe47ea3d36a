"""Logs what goes wrong with connections: each kind once a minute, however often it happens."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

log = logging.getLogger("cardhouse.faults")

# Whose lines a stranger can bring about, as many as they like.
CHATTY = ("asyncio", "cardhouse.faults", "cardhouse.guard", "cardhouse.http", "uvicorn", "websockets")
AGAIN_AFTER = 60.0
MOST_KINDS = 1000


class OnceAMinute(logging.Filter):
    """Lets a line of the log through once a minute for each place in the code that it comes from.

    The next one that comes through says how many there were in between. Lines about data, tables and nodes, of which
    each is news, are not touched: only those of the ``chatty`` loggers.
    """

    def __init__(self, chatty: tuple[str, ...], clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.chatty = chatty
        self._clock = clock
        # By kind: until when it is not said again, and how often it has happened since.
        self._quiet: OrderedDict[tuple[str, int, str], list[float]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith(self.chatty):
            return True
        raised = record.exc_info[1] if record.exc_info else None
        kind = (record.pathname, record.lineno, type(raised).__name__)
        now = self._clock()
        until, more = self._quiet.get(kind, (0.0, 0.0))
        if now < until:
            self._quiet[kind] = [until, more + 1]
            return False
        self._quiet[kind] = [now + AGAIN_AFTER, 0.0]
        self._quiet.move_to_end(kind)
        while len(self._quiet) > MOST_KINDS:
            self._quiet.popitem(last=False)
        if more:
            record.msg, record.args = f"{record.getMessage()} (and {more:.0f} times more since it was said last)", ()
        return True


def where(error: BaseException) -> str:
    """An error and the line that raised it: enough to find it, and no trace."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace else "nowhere"
    return f"{type(error).__name__} at {place}"


def ended(what: str, error: BaseException) -> None:
    """Note that a connection was ended by something that nobody expected of it."""
    log.warning("%s was ended: %s", what, where(error))
