"""Endgames of two in Durak that need no search: one player lays down everything, and the other can only take it."""

from __future__ import annotations

from mypy_extensions import i64

from ...engine.cards import RANK_CARDS, count, lowest
from .rules import Durak


def runs_out(game: Durak) -> bool:
    """True if who attacks at the start of a round can lay rank after rank, each to be taken, and so goes out first.

    Low ranks come first and trumps last, so that what was taken beats little. One rank may be beaten or forwarded: it
    is laid last, where it no longer matters. False if that is not sure.
    """
    hand = game.hands[game.attacker]
    against = game.hands[game.defender]
    last: i64 = 0
    trumps: i64 = 0
    while trumps < 2:
        left = hand
        rank: i64 = 0
        while left and rank < 13:
            same = left & RANK_CARDS[rank]
            left &= ~same
            rank += 1
            if not same or (same & game.trumps != 0) != (trumps == 1):
                continue
            if against & RANK_CARDS[rank - 1] or count(same) > count(against) or not has_unbeaten(game, same, against):
                if last:
                    return False
                last = same
            else:
                against |= same
        trumps += 1
    return last == 0 or count(last) < count(against)


def has_unbeaten(game: Durak, cards: i64, against: i64) -> bool:
    """True if one of these cards is beaten by none of the others."""
    while cards:
        if not against & game.beating(lowest(cards)):
            return True
        cards &= cards - 1
    return False
