"""Whole games of Crazy Eights that fit what one seat knows: cards seen, and cards that could not be played.

A draw shows of a whole hand that nothing in it fitted. Trying deals until all hands agree with that would take
thousands of tries late in a game. `DealSampler` counts the deals that agree and draws one of them, but what it costs
grows with the number of different sets of cards that a place may hold. So it is told the larger part, which has few
different sets (no card of that suit, and no eight), and only for the rest (none of that rank) deals are tried again.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import Chance, View
from cardhouse.engine.cards import FULL_DECK, SUIT_CARDS, SUIT_NAMES, parse_cards, set_of, vec_of
from cardhouse.engine.deals import DealSampler
from cardhouse.engine.game import Sampler, Setup

from .rules import EIGHTS, CrazyEights


class EightsSampler(Sampler):
    """Games that fit one view of Crazy Eights: each way to lay the unseen cards is equally likely."""

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
        game.stuck = list(facts["stuck"])
        game.unfit = [set_of(parse_cards(text)) for text in facts["unfit"]]
        game.hands = [set_of(view.zone("hand", seat).known) for seat in range(view.seats)]
        self.known = game
        # For each hidden hand two places: cards that were there when nothing fitted, and cards drawn since.
        self.hidden = [seat for seat in range(view.seats) if None in view.zone("hand", seat).cards]
        sizes = [len(view.zone("stock").cards)]
        allowed = [int(FULL_DECK)]
        for seat in self.hidden:
            sizes += [game.stuck[seat], len(view.zone("hand", seat).cards) - game.stuck[seat]]
            allowed += [int(FULL_DECK) & ~large_part(game.unfit[seat]), int(FULL_DECK)]
        unseen = int(FULL_DECK) & ~set_of([card for zone in view.zones for card in zone.known])
        self.deals = DealSampler(unseen, vec[i64](sizes), vec[i64](allowed))

    def game(self, chance: Chance) -> CrazyEights:
        game = self.known.copy()
        game.chance = chance.split()
        places = self.deals.sample(chance)
        while any(places[1 + 2 * at] & game.unfit[seat] for at, seat in enumerate(self.hidden)):
            places = self.deals.sample(chance)
        stock = vec_of(places[0])
        chance.shuffle(stock)
        game.stock = [int(card) for card in stock]
        for at, seat in enumerate(self.hidden):
            game.hands[seat] |= int(places[1 + 2 * at] | places[2 + 2 * at])
        return game


def large_part(unfit: int) -> int:
    """Of the cards that would have fitted, those of the suit that was called for, and the eights."""
    return sum(int(suit) for suit in SUIT_CARDS if not suit & ~unfit) | unfit & EIGHTS
