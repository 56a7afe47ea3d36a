"""The slap rules that a pile satisfies, for players that see a view only.

What a view of a slap game shows is the zone ``pile``, bottom to top, and as facts, where the game has them:
``penalties`` (how many penalty cards lie at its bottom), ``jacks_only`` (whether a last chance runs), ``lockouts``
(for each seat, how many turned cards it is locked out for) and ``paid`` (the seats that paid for this card already).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engine.errors import BadSetup
from ...engine.options import Value
from ...engine.view import View
from .. import spec
from .patterns import Slap, fitting, slaps_on


def patterns(
    game: str,
    pile: Sequence[int],
    options: Mapping[str, Value],
    *,
    penalties: int = 0,
    last_chance: bool = False,
) -> list[str]:
    """The names of all slap rules that a pile, bottom to top, satisfies; empty: a slap would be wrong.

    ``penalties`` is how many penalty cards lie at its bottom, ``last_chance`` whether a player in the game is without
    cards and may slap to come back in.
    """
    return fitting(slaps_on(spec(game).patterns, options, last_chance), pile[penalties:])


def slaps_in(view: View) -> list[Slap]:
    """The slap rules that are on in a view."""
    return slaps_on(spec(view.game).patterns, view.options, view.facts.get("jacks_only", False))


def patterns_seen(view: View) -> list[str]:
    """The names of all slap rules that the pile of a view satisfies now."""
    if not spec(view.game).slaps:
        raise BadSetup("setup.no_slaps", game=view.game)
    return fitting(slaps_in(view), view.zone("pile").known[view.facts.get("penalties", 0) :])
