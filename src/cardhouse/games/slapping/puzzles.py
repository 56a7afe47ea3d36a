"""Puzzles of the slap games: a real pile, card by card, and whether its last card makes it good for a slap.

The rules themselves judge: a slap is tried in a copy of the game. A pile that is not good is a puzzle only if it can be
mistaken for one: by a hand that is too quick, or by who thinks of a house rule that is off.
"""

from __future__ import annotations

from functools import partial

from ...engine.game import Game
from ...engine.view import View
from ..puzzling import Daily, Ending, Found, Puzzling, Source
from .patterns import Slap, fitting
from .reflexes import nearly
from .seen import patterns_seen, slaps_in

LEAD = 6
DEEP_PILE = 12


def is_good(game: Game, seat: int) -> bool:
    """True if a slap of this seat would be good now."""
    events = game.copy().apply(seat, "slap")
    return any(event.kind == "slap" and event.facts.get("verdict") == "good" for event in events)


def tempting(view: View, patterns: tuple[Slap, ...]) -> list[str]:
    """Why a pile that is not good looks good: ``near``, ``rule_off``, or ``last_chance``, when few rules count."""
    pile = view.zone("pile").known[view.facts.get("penalties", 0) :]
    on = slaps_in(view)
    found = []
    off = fitting([rule for rule in patterns if rule not in on], pile)
    if off:
        found.append("last_chance" if view.facts.get("jacks_only") else "rule_off")
    if nearly([rule.name for rule in on], pile):
        found.append("near")
    return found


def look(game: Game, seat: int, patterns: tuple[Slap, ...]) -> Found | None:
    """Slap, or don't."""
    if game.result is not None or not game.legal(seat):
        return None
    view = game.view(seat)
    if len(view.zone("pile").cards) < 2:
        return None
    deep = ["deep"] if len(view.zone("pile").cards) >= DEEP_PILE else []
    if is_good(game, seat):
        return Found("slap", ("slap",), (*patterns_seen(view), *deep))
    looks = tempting(view, patterns)
    return Found("wait", (), ("false_slap", *looks, *deep)) if looks else None


def quiet(game: Game) -> bool:
    """True if nothing on the pile is worth a slap."""
    return game.result is None and not is_good(game, 0)


def slap_puzzles(patterns: tuple[Slap, ...], sources: tuple[Source, ...]) -> Puzzling:
    """Return what a slap game declares of its puzzles."""
    names = tuple(rule.name for rule in patterns)
    return Puzzling(
        partial(look, patterns=patterns),
        ("slap", "wait"),
        (*names, "false_slap", "near", "rule_off", "last_chance", "deep"),
        sources,
        lead=LEAD,
        quiet=quiet,
    )


# A game that is won or lost within this many actions is a clear one.
LONG = 600


def how_clearly(ending: Ending) -> float:
    """Up to 100 for a quick win and down to 0 for a quick loss; a long game is near the middle."""
    steps = min(ending.steps, LONG) / LONG
    clear = 50.0 * (1.0 - steps / 2)
    return round(50.0 + clear if ending.place == 1 and ending.score else 50.0 - clear, 1)


def slap_daily() -> Daily:
    """The deal of the day of a slap game for two."""
    return Daily(2, how_clearly, "clear")
