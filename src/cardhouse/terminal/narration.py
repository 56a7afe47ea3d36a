"""Narration: what happened, who won and which house rules hold, as sentences with the players' names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..engine.cards import CARDS
from ..engine.event import Event
from ..engine.options import Value
from ..engine.outcome import Outcome
from ..engine.words import say
from ..games import spec
from ..games.drawing import Style

LOOKS_LIKE_A_CARD = re.compile(r"\b[2-9TJQKAW][cdsh12]\b")


def title(game: str) -> str:
    """A game's name for people."""
    found = say(f"game.{game}", {})
    return game.capitalize() if found == f"game.{game}" else found


def event_text(event: Event, game: str, names: Sequence[str], seat: int | None, style: Style) -> str:
    """An event as this seat may hear of it (None: a spectator)."""
    seen = event.seen_by(seat)
    shown = {str(CARDS[card]): style.card(CARDS[card]) for card in seen.cards if card >= 0}
    words = seen.words(game, names)
    sentence = LOOKS_LIKE_A_CARD.sub(lambda text: shown.get(text[0], text[0]), words)
    if event.only is not None and shown and not any(text in words for text in shown):
        sentence += f" ({' '.join(shown.values())})"
    total = event.facts.get("total")
    if isinstance(total, list):
        won = event.facts.get("won")
        gains = [f" ({gain:+d})" for gain in won] if isinstance(won, list) else [""] * len(total)
        parts = zip(names, total, gains, strict=True)
        sentence += " " + ", ".join(f"{name} {score}{gain}" for name, score, gain in parts) + "."
    return sentence


def outcome_lines(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Who won, and the places with their scores."""
    winners = [names[seat] for seat in outcome.winners]
    if winners:
        lines = [say("terminal.wins", {"who": " and ".join(winners), "count": len(winners)})]
    else:
        lines = [say("terminal.drawn", {})]
    order = sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat))
    places = [f"{outcome.places[seat]}. {names[seat]} ({outcome.scores[seat]})" for seat in order]
    return [*lines, "  ".join(places)]


def value_text(value: Value) -> str:
    """An option's value as it is typed on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def option_lines(game: str, options: Mapping[str, Value], only_changed: bool = False) -> list[str]:
    """The options of a game with their values, each with its sentence."""
    return [
        f"{option.name}={value_text(options[option.name])}: {option.sentence(game)}"
        for option in spec(game).options
        if not only_changed or options[option.name] != option.default
    ]
