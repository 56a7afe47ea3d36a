"""Whole games of Ratscrew that fit what everybody has seen: the cards not turned yet lie in any order."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..cards import BIT, FULL_DECK, HIDDEN, set_of, vec_of
from ..chance import Chance
from ..game import Imaginer, Setup
from ..view import View
from .ratscrew import Ratscrew
from .seats import heard


class RatscrewImaginer(Imaginer):
    """Games that fit one view of Ratscrew, uniformly."""

    def __init__(self, view: View) -> None:
        game = Ratscrew(Setup(view.game, view.seats, view.options, 0, None))
        facts = view.facts
        game.step = view.step
        game.result = view.outcome
        game.penalties = facts["penalties"]
        game.turned_by = heard(facts["turned_by"])
        game.challenger = heard(facts["challenger"])
        game.chances = facts["chances"]
        game.taker = heard(facts["pile_to"])
        game.on_move = view.turn[0] if view.turn else game.taker
        for payer in facts["paid"]:
            game.paid |= BIT[payer]
        game.lockouts = vec[i64](list(facts["lockouts"]))
        for card in view.zone("pile").known:
            game.pile.add(card)
        game.seen = set_of(view.zone("pile").known)
        for seat, hand in enumerate(game.hands):
            zone = view.zone("hand", seat)
            game.seen |= set_of(zone.known)
            for each in zone.cards:
                hand.add(HIDDEN if each is None else each)
        self.known = game
        self.unseen = vec_of(FULL_DECK & ~game.seen)

    def game(self, chance: Chance) -> Ratscrew:
        game = Ratscrew(self.known.setup, self.known)
        game.chance = chance.split()
        cards = self.unseen[:]
        chance.shuffle(cards)
        at: i64 = 0
        for hand in game.hands:
            at = hand.fill(cards, at)
        return game
