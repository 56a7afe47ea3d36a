"""Whole games of Crazy Eights that fit what one seat knows: cards seen, and cards that could not be played.

A draw shows of a whole hand that nothing in it fitted, and each time it is another hand that shows it. So each card
that a hidden hand has ever taken is a slot of its own, with the cards that it may be: none that would have fitted at a
later draw, unless it was played before. A card that was played lies in one of the slots that were there by then.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import Chance, View
from cardhouse.engine.cards import BIT, FULL_DECK, SUIT_NAMES, Card, parse_cards, set_of, vec_of
from cardhouse.engine.deals import SlotSampler
from cardhouse.engine.game import Sampler, Setup

from .rules import CrazyEights


class EightsSampler(Sampler):
    """Games that fit one view of Crazy Eights: each way to deal the unseen cards is equally likely."""

    def __init__(self, view: View) -> None:
        game = CrazyEights(Setup(view.game, view.seats, view.options, 0, None))
        facts = view.facts
        game.step = view.step
        game.result = view.outcome
        game.on_move = view.turn[0] if view.turn else 0
        game.pile = [int(card) for card in view.zone("pile").known]
        game.suit = SUIT_NAMES.index(facts["suit"])
        game.naming = view.phase == "name"
        game.has_drawn = view.phase == "drawn"
        game.passes = facts["passes"]
        game.took = [list(took) for took in facts["took"]]
        game.unfit = [[set_of(parse_cards(text)) for text in unfit] for unfit in facts["unfit"]]
        game.laid = [[(int(Card.parse(card)), times) for card, times in laid] for laid in facts["laid"]]
        game.hands = [set_of(view.zone("hand", seat).known) for seat in range(view.seats)]
        self.known = game
        self.unseen = int(FULL_DECK) & ~set_of([card for zone in view.zones for card in zone.known])
        stock = len(view.zone("stock").cards)
        # The owner of each slot; None: the stock.
        self.owners: list[int | None] = [None] * stock
        allowed = [self.unseen] * stock
        cards = self.unseen
        for seat in range(view.seats):
            if None in view.zone("hand", seat).cards:
                may_be = self.slots(seat)
                self.owners += [seat] * len(may_be)
                allowed += may_be
                cards |= set_of([card for card, _ in game.laid[seat]])
        self.deals = SlotSampler(cards, vec[i64](allowed))

    def slots(self, seat: int) -> list[int]:
        """For each card that a seat has taken the cards that it may be."""
        game = self.known
        found: list[int] = []
        for at, number in enumerate(game.took[seat]):
            later = game.unfit[seat][at + 1 :]
            may_be = self.unseen
            for cards in later:
                may_be &= ~cards
            for card, times in game.laid[seat]:
                if times > at and not any(BIT[card] & cards for cards in later[: times - at - 1]):
                    may_be |= int(BIT[card])
            found += [may_be] * number
        return found

    def game(self, chance: Chance) -> CrazyEights:
        game = self.known.copy()
        game.chance = chance.split()
        stock = 0
        for owner, card in zip(self.owners, self.deals.sample(chance), strict=True):
            if owner is None:
                stock |= int(card)
            elif card & self.unseen:
                game.hands[owner] |= int(card)
        order = vec_of(stock)
        chance.shuffle(order)
        game.stock = [int(card) for card in order]
        return game
