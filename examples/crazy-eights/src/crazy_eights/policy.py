"""How a seat plays Crazy Eights without looking ahead: the greedy bot, and everybody in a search's playouts."""

from __future__ import annotations

from cardhouse import Chance
from cardhouse.engine.action import PASS, PLAY
from cardhouse.engine.cards import SUIT_CARDS, cards_in, count, rank_of, suit_of

from .rules import DRAW, EIGHT, NAME, POINTS, CrazyEights


def pick(game: CrazyEights, seat: int, random_rate: float, chance: Chance) -> int:
    """The code of what this seat does: keep the eights, play from the longest suit, the dearest card first.

    In a share ``random_rate`` of its turns it does any legal thing.
    """
    if random_rate and chance.unit() < random_rate:
        codes = game.moves(seat)
        return int(codes[chance.below(len(codes))])
    hand = game.hands[seat]
    if game.naming:
        return NAME + 1 + max(range(4), key=lambda suit: count(hand & SUIT_CARDS[suit]))
    cards = cards_in(hand & game.fitting())
    if cards:
        best = max(
            cards,
            key=lambda card: (rank_of(card) != EIGHT, count(hand & SUIT_CARDS[suit_of(card)]), POINTS[rank_of(card)]),
        )
        return int(PLAY | 2**best)
    return DRAW if game.may_draw(seat) else int(PASS)


def play_out(game: CrazyEights, random_rate: float, chance: Chance, most: int) -> int:
    """Let everybody play by this policy to the end, or for this many actions; how many it took."""
    done = 0
    while game.result is None and done < most:
        game.advance(game.on_move, pick(game, game.on_move, random_rate, chance))
        done += 1
    return done
