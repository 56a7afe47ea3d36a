"""The glass cat: what a bot could see when it chose, which deals it thought likely, and what it weighed.

All of it is made from the view of its seat and from nothing else, so that people can see that nothing hidden was
used: from another deal that looks the same from that seat comes the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..build import running
from ..engine.action import Action
from ..engine.view import View
from ..engine.zone import Zone
from .bot import Bot
from .search import Search

WORLDS = 3
# Where the search is plain, nobody wants to wait until all of its work is done.
MILLISECONDS = None if running() == "compiled" else 1500.0


@dataclass(frozen=True)
class Glass:
    """What goes on in a bot.

    ``seen`` has the zones that hide something from somebody: its own, and of the others what it knows. ``worlds`` has
    the same zones as it imagined them. ``weighed`` is what it thinks of each action, None if it weighs nothing, and
    ``chosen`` what it does when it is asked once more.
    """

    seen: tuple[Zone, ...]
    worlds: tuple[tuple[Zone, ...], ...]
    weighed: Search | None
    chosen: Action | None


def look_into(view: View, bot: Bot, worlds: int = WORLDS) -> Glass:
    """Return what this bot thinks of a view."""
    if bot.milliseconds is None:
        bot.milliseconds = MILLISECONDS
    hiding = {zone.name for zone in view.zones if None in zone.cards}
    choice = len(view.legal) > 1
    imagined = bot.imagines(view, worlds) if choice and hiding else []
    return Glass(
        tuple(zone for zone in view.zones if zone.name in hiding),
        tuple(tuple(zone for zone in world.open_view().zones if zone.name in hiding) for world in imagined),
        bot.weighs(view) if choice else None,
        bot.choose(view),
    )
