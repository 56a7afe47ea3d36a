"""The tuned policy for Hearts with an eye on the others' moons: once one of them has all of six points or more, further
weights tell what a card does about it (``bench/tune_moons.py``)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.cards import suit_with
from .rules import POINTS, Hearts
from .tuned_policy import DISCARD, FIRST_DISCARD, LEAD, TunedPolicy
from .wary_weights import read_weights

WARY: Final[vec[i64]] = vec[i64](read_weights())
WEIGHTS: Final[i64] = 576

# From this threat on, as the tuned policy counts it, somebody else may shoot the moon.
THREAT: Final[i64] = 5


class WaryPolicy(TunedPolicy):
    """Plays by weights, and by more weights where somebody else may shoot the moon."""

    def __init__(self, noise: i64, wary: vec[i64] | None = None) -> None:
        super().__init__(noise)
        self.wary: vec[i64] = WARY if wary is None else wary
        # Where the weights for the position begin; -1: nobody else can shoot the moon.
        self.alarm: i64 = -1
        self.slot: i64 = -1

    def look(self, game: Hearts, seat: i64, cards: i64) -> None:
        super().look(game, seat, cards)
        self.alarm = -1
        if self.threat < THREAT or self.threat > THREAT + 1:
            return
        shooter: i64 = 0
        while game.taken[shooter] & POINTS == 0:
            shooter += 1
        # The shooter is winning the trick, will play to it, or has lost it.
        relation: i64 = 0
        if game.laid > 0:
            relation = 3
            if game.winner == shooter:
                relation = 1
            elif (shooter - game.leader) % game.seats >= game.laid:
                relation = 2
        doing: i64 = 1
        if self.context == LEAD:
            doing = 0
        elif self.context in (DISCARD, FIRST_DISCARD):
            doing = 2
        self.alarm = (((self.threat - THREAT) * 4 + relation) * 3 + doing) * 24

    def worth(self, card: i64) -> i64:
        worth = super().worth(card)
        if self.alarm < 0:
            return worth
        slot: i64 = 0
        if card & self.led != 0 and card > self.best:
            slot = 12
        if card & POINTS:
            slot += 6
        if self.load == 3:
            slot += 4
        elif self.load != 0:
            slot += 2
        if self.out & suit_with(card) & ~(card - 1) == 0:
            slot += 1
        self.slot = self.alarm + slot
        return worth + self.wary[self.slot]
