"""Whole games of Slapjack that fit what everybody has seen: unseen cards in any hand, each block in any order."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from ..cards import HIDDEN, parse_cards, set_of, vec_of
from ..chance import Chance
from ..game import Imaginer, Setup
from ..view import View
from .seats import heard
from .slapjack import Slapjack


class SlapjackImaginer(Imaginer):
    """Games that fit one view of Slapjack, uniformly."""

    def __init__(self, view: View) -> None:
        game = Slapjack(Setup(view.game, view.seats, view.options, 0, None))
        facts = view.facts
        game.step = view.step
        game.result = view.outcome
        game.turned_by = heard(facts["turned_by"])
        game.gathering = view.phase == "gather"
        game.on_move = view.turn[0] if view.turn else game.turned_by
        game.places = vec[i64](list(facts["places"]))
        game.playing = view.seats - len(facts["out"])
        for seat in facts["waiting"]:
            game.waiting[game.without] = seat
            game.without += 1
        for card in view.zone("pile").known:
            game.pile.add(card)
        game.seen = set_of(view.zone("pile").known)
        # For each hand the cards known to be in its block; as many others as the block has room for are unseen ones.
        self.held: list[vec[i64]] = []
        for seat, hand in enumerate(game.hands):
            zone = view.zone("hand", seat)
            for each in zone.cards:
                hand.add(HIDDEN if each is None else each)
            game.tails[seat] = len(zone.known)
            held = set_of(parse_cards(facts["holds"][seat]))
            game.seen |= held | set_of(zone.known)
            self.held.append(vec_of(held))
        self.known = game
        self.unseen = vec_of(game.deck & ~game.seen)

    def game(self, chance: Chance) -> Slapjack:
        game = Slapjack(self.known.setup, self.known)
        game.chance = chance.split()
        unseen = self.unseen[:]
        chance.shuffle(unseen)
        at: i64 = 0
        seat: i64 = 0
        while seat < game.seats:
            hand = game.hands[seat]
            block = self.held[seat][:]
            size = hand.size - game.tails[seat]
            while len(block) < size:
                block = append(block, unseen[at])
                at += 1
            chance.shuffle(block)
            hand.fill(block, 0)
            seat += 1
        return game
