"""Whole games of Threes that fit what one seat knows: cards seen to go into a hand, and what the others can't be."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import FULL_DECK, count, parse_card, set_of, vec_of
from ...engine.chance import Chance
from ...engine.checks import Facts, check_cards, impossible, number_in
from ...engine.deals import DealSampler
from ...engine.game import Sampler, Setup
from ...engine.view import View
from .rules import IDLE_TURNS, NO_CARD, NO_TOP, Threes


class ThreesSampler(Sampler):
    """Games that fit one view of Threes, uniformly."""

    def __init__(self, view: View) -> None:
        source = view.source
        # The game with the cards that the seat knows; of each hand how many it does not know; down-cards left; places.
        self.known: Threes = Threes(source.setup, source) if isinstance(source, Threes) else Threes(read_setup(view))
        self.hidden = vec[i64]()
        self.slots = vec[i64]()
        self.owners = vec[i64]()
        self.sizes = vec[i64]()
        self.allowed = vec[i64]()
        stock: i64 = len(source.stock) if isinstance(source, Threes) else self._read(view)
        if isinstance(source, Threes):
            self._hide(view.seat)
        known = self.known
        unseen = FULL_DECK & ~known.pile_cards() & ~known.burned
        seat: i64 = 0
        while seat < known.seats:
            unseen &= ~known.hands[seat] & ~known.up[seat]
            seat += 1
        seat = 0
        while seat < known.seats:
            self.add_places(seat, self.hidden[seat], unseen)
            seat += 1
        free: i64 = len(self.slots) + stock
        self.deals = DealSampler(unseen, append(self.sizes, free), append(self.allowed, unseen))

    def _hide(self, mine: int | None) -> None:
        """Take what the seat does not know out of the game of its view."""
        known = self.known
        for seat in range(known.seats):
            size = count(known.hands[seat])
            if seat != mine:
                known.hands[seat] &= known.known[seat]
            self.hidden = append(self.hidden, size - count(known.hands[seat]))
        for at in range(len(known.down)):
            if known.down[at] >= 0:
                self.slots = append(self.slots, at)
                known.down[at] = NO_CARD
        known.stock = vec[i64]()

    def _read(self, view: View) -> i64:
        """Read the game that a view shows; the number of cards to draw."""
        check_cards(view, FULL_DECK, ("hand", "up", "down"), ("draw", "discard", "burned"), ("hand", "down", "draw"))
        game = self.known
        facts = Facts(view)
        game.step = view.step
        game.result = view.outcome
        game.swapping = view.phase == "swap"
        game.starter = view.roles.get("starter", 0)
        game.on_move = view.turn[0] if view.turn and not game.swapping else game.starter
        for card in view.zone("discard").known:
            game.pile[game.laid] = card
            game.laid += 1
        if facts.text("top") != game.top_card():
            raise impossible(view, "top")
        game.top = parse_card(facts.text("top")) % 13 if facts.text("top") else NO_TOP
        game.burned = set_of(view.zone("burned").known)
        game.passes = facts.number("passes", 0, view.seats)
        known = facts.cards_of_seats("known")
        ready = facts.switches("ready")
        idle = facts.numbers("idle", 0, IDLE_TURNS)
        places = facts.numbers("out", 0, view.seats)
        slots = facts.items("slots", view.seats)
        cannot_be = facts.items("cannot_be", view.seats)
        seat: i64 = 0
        while seat < game.seats:
            hand = view.zone("hand", seat)
            game.hands[seat] = set_of(hand.known)
            game.up[seat] = set_of(view.zone("up", seat).known)
            game.known[seat] = known[seat]
            game.ready[seat] = 1 if ready[seat] else 0
            game.idle[seat] = idle[seat]
            game.place[seat] = places[seat]
            if game.known[seat] & ~game.hands[seat]:
                raise impossible(view, "known")
            if len(slots[seat]) != len(view.zone("down", seat).cards) or slots[seat] != sorted(set(slots[seat])):
                raise impossible(view, "slots")
            hidden_from_all = len(hand.cards) - count(game.known[seat])
            if len(cannot_be[seat]) != hidden_from_all or hidden_from_all > 3:
                raise impossible(view, "cannot_be")
            if game.place[seat]:
                game.gone += 1
            self.hidden = append(self.hidden, len(hand.cards) - count(game.hands[seat]))
            for slot in slots[seat]:
                self.slots = append(self.slots, 3 * seat + number_in(view, slot, "slots", 1, 3) - 1)
            at = 3 * seat
            for text in cannot_be[seat]:
                game.may_be[at] = FULL_DECK & ~facts.set_of_text("cannot_be", text)
                at += 1
            seat += 1
        if game.result is None:
            if game.gone >= game.seats - 1:
                raise impossible(view, "out")
            if not game.swapping and (not view.turn or game.place[game.on_move]):
                raise impossible(view, "turn")
            if game.swapping and min(list(game.ready)) == 1:
                raise impossible(view, "ready")
        return len(view.zone("draw").cards)

    def add_places(self, seat: i64, hidden: i64, unseen: i64) -> None:
        """The places for the hidden cards of a hand; cards that may be the same share one."""
        at = 3 * seat
        before: i64 = -1
        while at < 3 * seat + hidden:
            may_be = self.known.may_be[at] & unseen
            if may_be == before:
                self.sizes[len(self.sizes) - 1] += 1
            else:
                self.owners = append(self.owners, seat)
                self.sizes = append(self.sizes, 1)
                self.allowed = append(self.allowed, may_be)
            before = may_be
            at += 1

    def game(self, chance: Chance) -> Threes:
        places = self.deals.sample(chance)
        while not self.kept(places, chance):
            places = self.deals.sample(chance)
        game = Threes(self.known.setup, self.known)
        game.chance = chance.split()
        place: i64 = 0
        while place < len(self.owners):
            game.hands[self.owners[place]] |= places[place]
            place += 1
        free = vec_of(places[place])
        chance.shuffle(free)
        for at in self.slots:
            game.down[at] = free[game.drawn]
            game.drawn += 1
        game.stock = free
        return game

    def kept(self, places: vec[i64], chance: Chance) -> bool:
        """True if to keep a sample: hands that can be laid into their places in n ways are kept once in n times."""
        ways: i64 = 1
        hand: i64 = 0
        place: i64 = len(self.owners)
        while place > 0:
            place -= 1
            hand |= places[place]
            if place == 0 or self.owners[place - 1] != self.owners[place]:
                ways *= self.ways(place, hand)
                hand = 0
        return ways == 1 or chance.below(ways) == 0

    def ways(self, place: i64, hand: i64) -> i64:
        """In how many ways the cards of a hand go into its places, the first of which is this one."""
        ways: i64 = 1
        used: i64 = 0
        left = count(hand)
        while used < left:
            fitting = count(hand & self.allowed[place]) - used
            size = self.sizes[place]
            taken: i64 = 0
            while taken < size:
                ways = ways * (fitting - taken) // (taken + 1)
                taken += 1
            used += size
            place += 1
        return ways


def read_setup(view: View) -> Setup:
    """The setup of a game that a view shows, with the seat that was to start."""
    return Setup(view.game, view.seats, view.options, 0, None, view.roles.get("starter"))
