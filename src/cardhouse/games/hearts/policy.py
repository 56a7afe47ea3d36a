"""How a card is picked in an instant in Hearts: for playouts, and for the plain players.

A policy looks only at what the seat on move may know: its hand, the trick, the cards taken and the voids shown.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

from ...engine.cards import ALL_HEARTS, RANK_CARDS, SUIT_CARDS, count, one_of, suit_with
from ...engine.chance import Chance
from .rules import JACK, QUEEN, Hearts

ACE_OF_SPADES: Final[i64] = 1 << 38
KING_OF_SPADES: Final[i64] = 1 << 37


class Policy:
    """Picks cards to play and cards to pass. Cards are sets of one."""

    def prepare(self, game: Hearts) -> None:
        """Get ready for a game with these options."""

    @abstractmethod
    def pick(self, game: Hearts, seat: i64, chance: Chance) -> i64:
        """The card that the seat on move plays."""

    @abstractmethod
    def gift(self, hand: i64, chance: Chance) -> i64:
        """The three cards to pass from a hand."""


class GreedyPolicy(Policy):
    """Leads low, ducks, dumps the queen and high hearts; passes the queen and the highest cards."""

    def __init__(self, random_rate: i64 = 0) -> None:
        """The share of cards, in a hundred, that are any card."""
        self.random_rate: i64 = random_rate

    def pick(self, game: Hearts, seat: i64, chance: Chance) -> i64:
        cards = game.playable(seat)
        if self.random_rate != 0 and chance.below(100) < self.random_rate:
            return one_of(cards, chance.below(count(cards)))
        if game.laid == 0:
            low = low_rank(cards)
            return low & -low
        if cards & game.led:
            under = cards & (game.best - 1)
            if under & QUEEN:
                return QUEEN
            if under:
                return top(under)
            if game.laid == game.seats - 1 and cards != QUEEN:
                return top(cards & ~QUEEN)
            return cards & -cards
        if cards & QUEEN:
            return QUEEN
        if cards & ALL_HEARTS:
            return top(cards)
        return top(high_rank(cards))

    def gift(self, hand: i64, chance: Chance) -> i64:
        given: i64 = hand & QUEEN
        while count(given) < 3:
            given |= top(high_rank(hand & ~given))
        return given


class ShootPolicy(Policy):
    """Goes for all the points: takes what it can, and gets rid of low cards."""

    def pick(self, game: Hearts, seat: i64, chance: Chance) -> i64:
        cards = game.playable(seat)
        if game.laid == 0:
            return self.lead(game, seat, cards)
        if cards & game.led:
            high = top(cards)
            if high < game.best:
                return cards & -cards
            if game.laid < game.seats - 1:
                return high
            over = cards & ~(game.best - 1)
            return over & -over
        low = cards & ~ALL_HEARTS
        if low == 0:
            low = cards
        low = low_rank(low)
        return low & -low

    def lead(self, game: Hearts, seat: i64, cards: i64) -> i64:
        """The highest card of the suit in which the fewest cards are above it; of those the longest."""
        out = game.deck & ~game.hands[seat]
        other: i64 = 0
        while other < game.seats:
            out &= ~game.taken[other]
            other += 1
        best: i64 = 0
        most: i64 = -1000
        suit: i64 = 0
        while suit < 4:
            mine = cards & SUIT_CARDS[suit]
            if mine:
                high = top(mine)
                worth = count(mine) - 8 * count(out & SUIT_CARDS[suit] & ~(high - 1))
                if worth > most:
                    most = worth
                    best = high
            suit += 1
        return best

    def gift(self, hand: i64, chance: Chance) -> i64:
        kept = hand
        while count(hand & ~kept) < 3:
            low = kept & ~ALL_HEARTS
            if low == 0:
                low = kept
            low = low_rank(low)
            kept &= ~(low & -low)
        return hand & ~kept


def top(cards: i64) -> i64:
    """The card with the largest number in a set, as a set of one; of no cards, none."""
    x: i64 = cards | cards >> 1
    x |= x >> 2
    x |= x >> 4
    x |= x >> 8
    x |= x >> 16
    x |= x >> 32
    return x ^ x >> 1


def high_rank(cards: i64) -> i64:
    """The cards of the highest rank in a set that is not empty."""
    rank: i64 = 12
    while not cards & RANK_CARDS[rank]:
        rank -= 1
    return cards & RANK_CARDS[rank]


def low_rank(cards: i64) -> i64:
    """The cards of the lowest rank in a set that is not empty."""
    rank: i64 = 0
    while not cards & RANK_CARDS[rank]:
        rank += 1
    return cards & RANK_CARDS[rank]


def equals(game: Hearts, seat: i64, card: i64) -> i64:
    """The cards in a seat's hand that are as good as this one: nobody else holds a card between them."""
    hand = game.hands[seat]
    apart = game.deck & ~hand
    other: i64 = 0
    while other < game.seats:
        apart &= ~game.taken[other]
        other += 1
    apart |= QUEEN
    if game.jack:
        apart |= JACK
    if apart & card:
        return card
    suit = suit_with(card)
    above = apart & suit & ~(card - 1)
    below = top(apart & suit & (card - 1))
    run = hand & suit
    if above:
        run &= (above & -above) - 1
    if below:
        run &= ~(below - 1)
    return run & ~below


def choices(game: Hearts, seat: i64) -> i64:
    """Return what the seat on move may play; of cards that are as good as each other only the lowest."""
    left = game.playable(seat)
    found: i64 = 0
    while left:
        card = left & -left
        found |= card
        left &= ~card & ~equals(game, seat, card)
    return found
