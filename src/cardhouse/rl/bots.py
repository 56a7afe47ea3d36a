"""Bots of the house among learning agents: to train against, and to measure by."""

from __future__ import annotations

from ..bots import Bot
from ..engine.action import DONE
from ..engine.sequencer import Sequencer
from ..games import spec


def answer(asking: Sequencer, bot: Bot) -> None:
    """Let a bot do what the seat that is asked has to do: a whole action, or wait.

    As in the arena it is asked only when it is waited for, in the slap games always. One that would rather wait, but
    can't, says that it is done, or does the first thing that is legal.
    """
    seat = int(asking.seat)
    view = asking.game.view(seat)
    action = None if asking.may_wait and not spec(view.game).slaps else bot.choose(view)
    if action is None and asking.may_wait:
        asking.step(asking.choices.wait)
        return
    if action is None:
        action = next((each for each in view.legal if each.code == DONE), view.legal[0])
    asking.act(seat, asking.game.check(seat, action).code)
    asking.find()
