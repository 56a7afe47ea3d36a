"""A policy for Hearts made of tables: each card's worth is the sum of six weights that its features look up.

The weights were tuned on positions that search had valued (``bench/tune_hearts.py``). They stand in `weights`.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.cards import ALL_CLUBS, ALL_DIAMONDS, ALL_HEARTS, ALL_SPADES, count, suit_with
from ...engine.chance import Chance
from .policy import ACE_OF_SPADES, KING_OF_SPADES, Policy
from .rules import JACK, POINTS, QUEEN, Hearts, points_in
from .weights import read_weights

# Weights and noise are in 256ths, so that sums are exact and the same everywhere. The noise is Gumbel's: the best of
# worth plus noise is then a card drawn with odds exp(worth).
NOISE: Final[vec[i64]] = vec[i64]([int(-256.0 * log(-log((n + 0.5) / 1024))) for n in range(1024)])

TUNED: Final[vec[i64]] = vec[i64](read_weights())

# What is being done: the weights are different for each.
LEAD: Final[i64] = 0
FOLLOW_LAST: Final[i64] = 1
FOLLOW: Final[i64] = 2
DISCARD: Final[i64] = 3
FIRST_FOLLOW: Final[i64] = 4
FIRST_DISCARD: Final[i64] = 5

# The kinds of cards: plain suits, spades by where the queen is, hearts, diamonds while the jack is wanted.
SPADE: Final[i64] = 1
HEART: Final[i64] = 4

# Where each table begins.
RANKS: Final[i64] = 0
LENGTH: Final[i64] = 2688
TRICK: Final[i64] = 3696
SPECIAL: Final[i64] = 6288
MOON: Final[i64] = 8016
STAGE: Final[i64] = 8784


class TunedPolicy(Policy):
    """Plays by weights, with a little chance: ``noise`` is its share of what the weights were tuned with, in 256ths."""

    def __init__(self, noise: i64, weights: vec[i64] | None = None) -> None:
        self.weights = TUNED if weights is None else weights
        self.noise: i64 = noise
        self.jack: bool = False
        self.moons: bool = True
        self.lead_voids = vec[i64]([0, 0, 0, 0])
        # The position that was looked at last.
        self.context: i64 = 0
        self.hand: i64 = 0
        self.out: i64 = 0
        self.led: i64 = 0
        self.best: i64 = 0
        self.queen: i64 = 0
        self.wanted: i64 = 0
        self.load: i64 = 0
        self.behind: i64 = 0
        self.voids: i64 = 0
        self.threat: i64 = 0
        self.stage: i64 = 0
        # The weights that the last card's worth was made of.
        self.slot_0: i64 = 0
        self.slot_1: i64 = 0
        self.slot_2: i64 = 0
        self.slot_3: i64 = 0
        self.slot_4: i64 = 0
        self.slot_5: i64 = 0

    def prepare(self, game: Hearts) -> None:
        self.jack = game.jack
        self.moons = game.moon != "none"

    def pick(self, game: Hearts, seat: i64, chance: Chance) -> i64:
        cards = game.playable(seat)
        best = cards & -cards
        left = cards & (cards - 1)
        if left == 0:
            return best
        self.look(game, seat, cards)
        most: i64 = self.worth(best) + (self.noise * NOISE[chance.below(1024)] >> 8)
        while left:
            card = left & -left
            left &= left - 1
            worth: i64 = self.worth(card) + (self.noise * NOISE[chance.below(1024)] >> 8)
            if worth > most:
                most = worth
                best = card
        return best

    def odds(self, game: Hearts, seat: i64, cards: i64, wanted: i64) -> float:
        """How likely it is that the seat on move, of the cards that it may play, plays one of the wanted ones."""
        self.look(game, seat, cards)
        total = 0.0
        found = 0.0
        while cards:
            card = cards & -cards
            cards &= cards - 1
            odds = exp(float(self.worth(card)) / 256.0)
            total += odds
            if card & wanted:
                found += odds
        return found / total

    def look(self, game: Hearts, seat: i64, cards: i64) -> None:
        """Take in the position: all that a card's worth depends on besides the card."""
        hand = game.hands[seat]
        laid = game.laid
        trick: i64 = 0
        if laid:
            trick = game.pot
        gone = trick | self.look_at_taken(game, seat)
        self.hand = hand
        self.out = game.deck & ~gone & ~hand
        self.best = game.best
        self.stage = least(game.tricks // 3, 3)
        self.queen = 1
        if gone & QUEEN:
            self.queen = 0
        elif hand & QUEEN:
            self.queen = 2
        self.wanted = 0
        if self.jack and gone & JACK == 0:
            self.wanted = 1
            if hand & JACK:
                self.wanted = 2
        if laid == 0:
            self.context = LEAD
            self.led = 0
            self.load = 0
            self.behind = 2
            self.count_voids(game, seat)
            return
        self.look_at_trick(game, seat, trick)
        self.context = DISCARD
        if cards & self.led:
            self.context = FOLLOW
            if game.tricks == 0:
                self.context = FIRST_FOLLOW
            elif self.behind == 0:
                self.context = FOLLOW_LAST
        elif game.tricks == 0:
            self.context = FIRST_DISCARD

    def look_at_taken(self, game: Hearts, seat: i64) -> i64:
        """All the cards taken; and who may still shoot the moon, with how many points."""
        gone: i64 = 0
        holders: i64 = 0
        holder: i64 = 0
        at: i64 = 0
        while at < game.seats:
            taken = game.taken[at]
            gone |= taken
            if taken & POINTS:
                holders += 1
                holder = at
            at += 1
        self.threat = 0
        if holders == 0:
            self.threat = 7
        elif holders == 1 and self.moons:
            points = points_in(game.taken[holder])
            self.threat = 1
            if points >= 14:
                self.threat = 3
            elif points >= 6:
                self.threat = 2
            if holder != seat:
                self.threat += 3
        return gone

    def look_at_trick(self, game: Hearts, seat: i64, trick: i64) -> None:
        """Return what lies in the trick, and who plays to it after this seat."""
        self.led = game.led
        self.load = 0
        if trick & QUEEN:
            self.load = 3
        elif trick & ALL_HEARTS:
            self.load = 1
            if count(trick & ALL_HEARTS) > 2:
                self.load = 2
        if self.jack and trick & JACK != 0:
            self.load = 4 + least(self.load, 1)
        behind = game.seats - game.laid - 1
        self.behind = least(behind, 2)
        voids: i64 = 0
        other = seat
        while behind > 0:
            other += 1
            if other == game.seats:
                other = 0
            if game.voids[other] & self.led == self.led:
                voids += 1
            behind -= 1
        self.voids = least(voids, 2)

    def count_voids(self, game: Hearts, seat: i64) -> None:
        """How many of the others are known to be out of each suit, up to two."""
        suit: i64 = 0
        cards: i64 = ALL_CLUBS
        while suit < 4:
            voids: i64 = 0
            other: i64 = 0
            while other < game.seats:
                if other != seat and game.voids[other] & cards == cards:
                    voids += 1
                other += 1
            self.lead_voids[suit] = least(voids, 2)
            cards = cards << 13
            suit += 1

    def worth(self, card: i64) -> i64:
        """Return what a card is worth in the position that was looked at, in 256ths."""
        context = self.context
        under = card - 1
        suit: i64 = 0
        kind: i64 = 0
        special: i64 = 0
        cards: i64 = ALL_CLUBS
        if card & ALL_DIAMONDS:
            cards = ALL_DIAMONDS
            suit = 1
            if self.wanted:
                kind = HEART + self.wanted
                if card >= JACK:
                    special = count(ALL_DIAMONDS & under) - 5
        elif card & ALL_SPADES:
            cards = ALL_SPADES
            suit = 2
            kind = SPADE + self.queen
            if self.queen != 0 and card >= QUEEN:
                special = count(ALL_SPADES & under) - 9
        elif card & ALL_HEARTS:
            cards = ALL_HEARTS
            suit = 3
            kind = HEART
        out = self.out & cards
        mine = self.hand & cards
        low = count(out & under)
        high = count(out) - low
        few = least(count(mine), 6) - 1
        wins: i64 = 0
        if card & self.led != 0 and card > self.best:
            wins = 1
        ends: i64 = 0
        if mine & under == 0:
            ends = 1
        if mine & ~under == card:
            ends += 2
        moon = (self.threat * 6 + context) * 16 + wins * 8
        if kind == HEART:
            moon += 4
        if self.load != 0:
            moon += 2
        if high == 0:
            moon += 1
        trick: i64 = context * 432
        if context == LEAD:
            trick += (kind * 3 + self.lead_voids[suit]) * 4 + least(high, 3)
        elif context in (DISCARD, FIRST_DISCARD):
            trick += (kind * 6 + self.load) * 4 + least(high, 3)
        else:
            trick += (((wins * 6 + self.load) * 3 + self.behind) * 4 + least(high, 3)) * 3 + self.voids
        group = context * 7 + kind
        self.slot_0 = RANKS + group * 64 + least(low, 7) * 8 + least(high, 7)
        self.slot_1 = LENGTH + group * 24 + few * 4 + ends
        self.slot_2 = TRICK + trick
        self.slot_3 = SPECIAL + ((context * 8 + special) * 3 + self.queen) * 12 + wins * 6 + few
        self.slot_4 = MOON + moon
        self.slot_5 = STAGE + (group * 4 + self.stage) * 9 + least((high + 1) >> 1, 2) * 3 + least(few, 2)
        weights = self.weights
        return (
            weights[self.slot_0]
            + weights[self.slot_1]
            + weights[self.slot_2]
            + weights[self.slot_3]
            + weights[self.slot_4]
            + weights[self.slot_5]
        )

    def gift(self, hand: i64, chance: Chance) -> i64:
        given: i64 = 0
        while count(given) < 3:
            left = hand & ~given
            best: i64 = 0
            most: i64 = -1000000
            while left:
                card = left & -left
                left &= left - 1
                worth = 64 * pass_worth(hand, card) + (self.noise * NOISE[chance.below(1024)] >> 8)
                if worth > most:
                    most = worth
                    best = card
            given |= best
        return given


def least(a: i64, b: i64) -> i64:
    """The smaller of two numbers."""
    if a < b:
        return a
    return b


def pass_worth(hand: i64, card: i64) -> i64:
    """How gladly a card is passed from this hand: high cards, unguarded spades, the last cards of a short suit."""
    suit = suit_with(card)
    mine = hand & suit
    rank = count(suit & (card - 1))
    under = count(mine & (card - 1))
    if suit == ALL_SPADES:
        if card < QUEEN:
            return -8 if hand & (QUEEN | KING_OF_SPADES | ACE_OF_SPADES) else -2
        guards = count(mine & (QUEEN - 1))
        if guards >= 4:
            return 0
        return (30 if card == QUEEN else 26) - 5 * guards
    if suit == ALL_HEARTS:
        return 2 * rank - 8 - 2 * under
    return 2 * rank - 3 * under - 3 * count(mine)
