"""Faults of bots, wherever they run: an answer that is not legal, an error, a call that takes too long."""

from __future__ import annotations

import math
import re
import traceback
from pathlib import Path

from ..engine.action import Action
from ..engine.view import View
from .bot import Move

FAULTS = ("exception", "illegal", "overrun", "silent", "died")
SHORT, LONG = 200, 4000
# Frames of these folders are the house's own way to a bot; what comes after the last of them is the bot's.
HOUSE = Path(__file__).parent.parent


class BotFault(Exception):
    """A bot can't go on: one of `FAULTS`, what happened in a few words, and its traceback if there is one."""

    def __init__(self, kind: str, why: str, trace: str = "") -> None:
        super().__init__(kind, why, trace)
        self.kind = kind
        self.why = why
        self.trace = trace


def checked(answer: object, view: View) -> Move | None:
    """An answer that a bot may give to this view; `BotFault` if it may not."""
    if answer is None:
        return None
    if not isinstance(answer, Move) or not isinstance(answer.action, Action):
        raise BotFault("illegal", repr(answer)[:SHORT])
    if answer.action not in view.legal:
        raise BotFault("illegal", str(answer.action)[:SHORT])
    if not isinstance(answer.after, (int, float)) or not 0 <= answer.after < math.inf:
        raise BotFault("illegal", repr(answer)[:SHORT])
    return answer


def fault_of(error: BaseException) -> BotFault:
    """The fault of a bot that raised this."""
    if isinstance(error, BotFault):
        return error
    why = traceback.format_exception_only(error)[-1].strip()
    return BotFault("exception", why[:SHORT], own_trace(error))


def own_trace(error: BaseException) -> str:
    """The traceback as text, from the first frame that is not the house's; the end of it if it is very long."""
    frames = traceback.extract_tb(error.__traceback__)
    own = next((at for at, frame in enumerate(frames) if not Path(frame.filename).is_relative_to(HOUSE)), 0)
    lines = ["Traceback (most recent call last):\n"]
    lines += traceback.StackSummary.from_list(frames[own:]).format()
    lines += traceback.format_exception_only(error)
    return "".join(lines)[-LONG:]


def without_the_house(words: str) -> str:
    """Return what `faulthandler` wrote, without the threads and frames that lead from the house to a bot."""
    ways = r'"<string>"|[/\\]threading\.py"|' + re.escape(str(HOUSE / "bots" / "host.py"))
    blocks = re.split(r"(?m)^(?=Thread |Current thread )", words)
    shown = [re.sub(rf"(?m)^  File [^\n]*(?:{ways})[^\n]*\n?", "", block) for block in blocks]
    return "".join([shown[0], *[block for block in shown[1:] if "  File " in block]]).strip() + "\n"
