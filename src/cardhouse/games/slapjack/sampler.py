"""Whole games of Slapjack that fit what everybody has seen: unseen cards in any hand, each block in any order."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import HIDDEN, count, set_of, vec_of
from ...engine.chance import Chance
from ...engine.checks import Facts, check_cards, impossible
from ...engine.game import Sampler, setup_of
from ...engine.view import View
from ..slapping.seats import NOBODY, seat_or_nobody
from .rules import Slapjack


class SlapjackSampler(Sampler):
    """Games that fit one view of Slapjack, uniformly."""

    def __init__(self, view: View) -> None:
        source = view.source
        # For each hand the cards known to be in its block; as many others as the block has room for are unseen ones.
        self.held: list[vec[i64]] = []
        self.known: Slapjack = (
            Slapjack(source.setup, source) if isinstance(source, Slapjack) else Slapjack(setup_of(view))
        )
        if isinstance(source, Slapjack):
            for seat, hand in enumerate(self.known.hands):
                self.held.append(vec_of(source.known_in(seat)))
                hand.cover_first(hand.size - source.tails[seat])
        else:
            self._read(view)
        self.unseen = vec_of(self.known.deck & ~self.known.seen)

    def _read(self, view: View) -> None:
        """Read the game that a view shows, with hidden cards face down."""
        game = self.known
        check_cards(view, game.deck, ("hand",), ("pile",), ("hand",))
        facts = Facts(view)
        game.step = view.step
        game.result = view.outcome
        game.idle_slaps = facts.number("idle_slaps", 0, view.step)
        game.turned_by = seat_or_nobody(facts.seat("turned_by"))
        game.gathering = view.phase == "gather"
        game.on_move = view.turn[0] if view.turn else game.turned_by
        game.places = vec[i64](facts.numbers("places", 0, view.seats))
        game.playing = view.seats - len(facts.seats("out"))
        for seat in facts.seats("waiting"):
            game.waiting[game.without] = seat
            game.without += 1
        for card in view.zone("pile").known:
            game.pile.add(card)
        game.seen = set_of(view.zone("pile").known)
        holds = facts.cards_of_seats("holds")
        for seat, hand in enumerate(game.hands):
            zone = view.zone("hand", seat)
            for each in zone.cards:
                hand.add(HIDDEN if each is None else each)
            game.tails[seat] = len(zone.known)
            held: i64 = holds[seat]
            if held & (game.seen | ~game.deck | set_of(zone.known)) or count(held) > len(zone.cards) - len(zone.known):
                raise impossible(view, "holds")
            game.seen |= held | set_of(zone.known)
            self.held.append(vec_of(held))
        self._check(view, game)

    def _check(self, view: View, game: Slapjack) -> None:
        """Check who is in the game, who waits in it without cards and whose turn it is."""
        waiting: i64 = 0
        for seat in range(view.seats):
            out = game.places[seat] > 0
            if out != (seat in view.facts["out"]) or (out and game.hands[seat].size):
                raise impossible(view, "out")
            if not out and game.hands[seat].size == 0:
                waiting += 1
                if seat not in view.facts["waiting"]:
                    raise impossible(view, "waiting")
        if waiting != game.without:
            raise impossible(view, "waiting")
        if game.result is not None:
            return
        if game.playing < 2:
            raise impossible(view, "out")
        if game.turned_by == NOBODY and game.pile.size:
            raise impossible(view, "turned_by")
        if game.without == game.playing:
            return
        if game.gathering or game.on_move == NOBODY or game.hands[game.on_move].size == 0:
            raise impossible(view, "turn")

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
