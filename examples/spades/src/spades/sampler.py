"""Whole games of Spades that fit what one seat knows: the cards that were played, and the voids that were shown."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import Chance, View
from cardhouse.engine.cards import FULL_DECK, parse_cards, set_of
from cardhouse.engine.deals import DealSampler
from cardhouse.engine.game import Sampler, Setup

from .rules import SEATS, Spades


class SpadesSampler(Sampler):
    """Games that fit one view of Spades, each equally often."""

    def __init__(self, view: View) -> None:
        game = Spades(Setup(view.game, view.seats, view.options, 0, None))
        facts = view.facts
        game.step = view.step
        game.result = view.outcome
        game.deals = facts["deal"]
        game.first = facts["first"]
        game.leader = view.roles["leader"]
        game.bids = list(facts["bids"])
        game.won = list(facts["won"])
        game.broken = facts["broken"]
        game.voids = [set_of(parse_cards(text)) for text in facts["lacks"]]
        game.last = [int(card) for card in parse_cards(facts["last"])]
        game.last_leader = facts["last_leader"]
        game.points = list(facts["points"])
        game.bags = list(facts["bags"])
        game.history = [list(deal) for deal in facts["history"]]
        game.trick = [int(card) for card in view.zone("trick").known]
        hands = [view.zone("hand", seat) for seat in range(SEATS)]
        game.hands = [set_of(hand.known) for hand in hands]
        game.taken = [set_of(view.zone("taken", seat).known) for seat in range(SEATS)]
        self.known = game
        unseen = int(FULL_DECK) & ~set_of([card for zone in view.zones for card in zone.known])
        sizes = [len(hand.cards) - len(hand.known) for hand in hands]
        allowed = [int(FULL_DECK) & ~voids for voids in game.voids]
        self.deals = DealSampler(unseen, vec[i64](sizes), vec[i64](allowed))

    def game(self, chance: Chance) -> Spades:
        game = self.known.copy()
        game.chance = chance.split()
        for seat, cards in enumerate(self.deals.sample(chance)):
            game.hands[seat] |= int(cards)
        return game
