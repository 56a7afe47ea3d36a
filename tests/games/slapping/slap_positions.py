"""Ratscrew and Slapjack set up and played in a few words: stacked deals, positions, and actions as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stacking import deck_for

import cardhouse
from cardhouse import Chance, Event, Game, imagine
from cardhouse.engine.cards import CARDS, Card, cards_in, parse_cards, set_of
from cardhouse.engine.registry import game_class
from cardhouse.engine.view import Zone


def dealt(name: str, *hands: str, **options: Any) -> Game:
    """A new game in which each seat's hand begins with these cards, from the top; the rest lies in any order."""
    settled = cardhouse.new(name, seats=len(hands), seed=0, options=options).setup.options
    cards = game_class(name).cards(len(hands), settled)
    return cardhouse.new(name, seats=len(hands), deck=deck_for(*hands, cards=cards), options=options)


def position(
    name: str,
    hands: Sequence[str],
    pile: str = "",
    turn: int | None = 0,
    rest: int | None = None,
    phase: str = "",
    options: dict[str, Any] | None = None,
    **facts: object,
) -> Game:
    """A game in which these hands (top card first) and this pile (top card last) have all been seen.

    All other cards lie under the hand of the seat ``rest``, or at the bottom of the pile.
    """
    seats = range(len(hands))
    view = cardhouse.new(name, seats=len(hands), seed=0, options=options or {}).view(None)
    held = [list(parse_cards(hand)) for hand in hands]
    laid = list(parse_cards(pile))
    deck = game_class(name).cards(len(hands), view.options)
    others: list[Card] = [
        CARDS[card] for card in cards_in(deck & ~set_of([*laid, *(card for hand in held for card in hand)]))
    ]
    if rest is None:
        laid = others + laid
    else:
        held[rest] += others
    zones = [Zone("hand", seat, tuple(held[seat])) for seat in seats] + [Zone("pile", None, tuple(laid))]
    told: dict[str, object] = {"turned_by": ((turn or 0) - 1) % len(hands) if laid else None}
    if name == "slapjack":
        out = facts.get("out", [])
        assert isinstance(out, list)
        told["waiting"] = [seat for seat in seats if not held[seat] and seat not in out]
        told["places"] = [len(hands) if seat in out else 0 for seat in seats]
    whose = () if turn is None else (turn,)
    seen = view.replaced(zones=tuple(zones), turn=whose, phase=phase, facts={**view.facts, **told, **facts})
    return imagine(seen, Chance(1))


def do(game: Game, text: str) -> list[Event]:
    """Do these things, ``0 turn, 1 slap, timer``; returns what the last of them brought about."""
    events: list[Event] = []
    for part in text.split(","):
        words = part.split()
        done = game.fire() if words == ["timer"] else game.apply(int(words[0]), words[1])
        events = done.as_list()
    return events


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def hand(game: Game, seat: int) -> str:
    """A hand as it truly lies, from the top."""
    return " ".join(str(card) for card in game.open_view().zone("hand", seat).cards)


def seen_hand(game: Game, seat: int, eye: int | None = None) -> str:
    """A hand as this eye knows it."""
    return " ".join("??" if card is None else str(card) for card in game.view(eye).zone("hand", seat).cards)


def pile(game: Game) -> str:
    """The pile from the bottom to the top."""
    return " ".join(str(card) for card in game.view(None).zone("pile").cards)


def verdict(events: list[Event]) -> object:
    """What was said of a slap."""
    return events[0].facts["verdict"]
