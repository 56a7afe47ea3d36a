"""Whole games of Ratscrew that fit what everybody has seen: the cards not turned yet lie in any order."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.cards import BIT, FULL_DECK, HIDDEN, set_of, vec_of
from ...engine.chance import Chance
from ...engine.checks import Facts, check_cards, impossible
from ...engine.game import Sampler, setup_of
from ...engine.view import View
from ..slapping.seats import NOBODY, seat_or_nobody
from .rules import LOCKOUT, Ratscrew


class RatscrewSampler(Sampler):
    """Games that fit one view of Ratscrew, uniformly."""

    def __init__(self, view: View) -> None:
        source = view.source
        if isinstance(source, Ratscrew):
            self.known: Ratscrew = Ratscrew(source.setup, source)
            for hand in self.known.hands:
                hand.cover(FULL_DECK & ~source.seen)
        else:
            self.known = read(view)
        self.unseen = vec_of(FULL_DECK & ~self.known.seen)

    def game(self, chance: Chance) -> Ratscrew:
        game = Ratscrew(self.known.setup, self.known)
        game.chance = chance.split()
        cards = self.unseen[:]
        chance.shuffle(cards)
        at: i64 = 0
        for hand in game.hands:
            at = hand.fill(cards, at)
        return game


def read(view: View) -> Ratscrew:
    """The game that a view shows, with hidden cards face down."""
    game = Ratscrew(setup_of(view))
    check_cards(view, FULL_DECK, ("hand",), ("pile",), ("hand",))
    facts = Facts(view)
    game.step = view.step
    game.result = view.outcome
    game.idle_slaps = facts.number("idle_slaps", 0, view.step)
    game.penalties = facts.number("penalties", 0, len(view.zone("pile").cards))
    game.turned_by = seat_or_nobody(facts.seat("turned_by"))
    game.challenger = seat_or_nobody(facts.seat("challenger"))
    game.chances = facts.number("chances", 0, 4)
    game.taker = seat_or_nobody(facts.seat("pile_to"))
    game.on_move = view.turn[0] if view.turn else game.taker
    for payer in facts.seats("paid"):
        game.paid |= BIT[payer]
    game.lockouts = vec[i64](facts.numbers("lockouts", 0, LOCKOUT))
    for card in view.zone("pile").known:
        game.pile.add(card)
    game.seen = set_of(view.zone("pile").known)
    for seat, hand in enumerate(game.hands):
        zone = view.zone("hand", seat)
        game.seen |= set_of(zone.known)
        for each in zone.cards:
            hand.add(HIDDEN if each is None else each)
    if game.result is None and game.taker == NOBODY:
        if game.on_move == NOBODY or game.hands[game.on_move].size == 0:
            raise impossible(view, "turn")
        if game.challenger != NOBODY and game.chances == 0:
            raise impossible(view, "chances")
    if game.turned_by == NOBODY and game.pile.size > game.penalties:
        raise impossible(view, "turned_by")
    return game
