"""Deals of Hearts as likely as the others' passes and plays make them.

After passing nobody holds just any thirteen cards, and who plays well shows by each card which others it lacks. A world
is drawn with odds exp(score): the score of a hand is a sum of weights for its suits (``bench/tune_beliefs.py``) plus
how likely the policy would have played as the seat did.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import BIT, SUIT_CARDS, count, one_of
from ...engine.chance import Chance
from .belief_weights import read_weights
from .playout import OneDeal
from .policy import equals
from .rules import Hearts, zeros
from .sampler import HeartsSampler
from .tuned_policy import least
from .wary_policy import WaryPolicy

HANDS: Final[vec[i64]] = vec[i64](read_weights())

# Where each table begins: a suit's length and top cards, or low cards; the same of who passed to me, by what I got in
# the suit; the lengths of clubs and diamonds; the guards of spades, and of hearts. The last weight is for nothing.
TOPS: Final[i64] = 0
LOWS: Final[i64] = 480
GOT: Final[i64] = 840
GOT_TOPS: Final[i64] = 990
PAIRS: Final[i64] = 1278
GUARDS: Final[i64] = 1406
HEARTS: Final[i64] = 1534
NOTHING: Final[i64] = 1630
WEIGHTS: Final[i64] = 1631

# How often a card is played for no reason that the policy knows.
WHIM: Final = 0.05
# The fewest worlds to draw from, and how many swaps of cards each is moved on by.
FEWEST: Final[i64] = 8
STEPS: Final[i64] = 60
HIGH_CARDS: Final[i64] = 0x1C00
LOW_CARDS: Final[i64] = 0x1F


class Plays:
    """Who played each card of a deal so far, each seat's set of them, and the position before the first."""

    def __init__(self, known: Hearts) -> None:
        seats = known.seats
        self.known = known
        self.cards: i64 = known.tricks * seats + known.laid
        self.players = zeros(self.cards)
        self.played = zeros(seats)
        self.start = OneDeal(known.setup, known)
        start = self.start
        start.taken = zeros(seats)
        start.voids = zeros(seats)
        start.broken = False
        start.tricks = 0
        start.laid = 0
        leader = self.first_leader()
        start.leader = leader
        start.on_move = leader
        at: i64 = 0
        while at < self.cards:
            player = (leader + at % seats) % seats
            self.players[at] = player
            self.played[player] |= known.order[at]
            at += 1
            if at % seats == 0:
                leader = self.taker_of(known.order[at - 1])

    def first_leader(self) -> i64:
        """Who led the first trick: as many seats before its taker as the rules say."""
        known = self.known
        seats = known.seats
        if known.tricks == 0:
            return known.leader
        game = OneDeal(known.setup, known)
        game.set_to(self.start)
        game.leader = 0
        seat: i64 = 0
        while seat < seats:
            game.hands[seat] = known.deck  # So that the deal is not over after this trick.
            seat += 1
        seat = 0
        while seat < seats:
            game.play(seat, known.order[seat])
            seat += 1
        return (self.taker_of(known.order[0]) - game.leader) % seats

    def taker_of(self, card: i64) -> i64:
        """The seat that took a card."""
        seat: i64 = 0
        while self.known.taken[seat] & card == 0:
            seat += 1
        return seat


class Beliefs:
    """Imagines likely deals for one view."""

    def __init__(self, sampler: HeartsSampler, seat: i64, trust: float, weights: vec[i64] | None = None) -> None:
        """``trust`` is how far the others' plays are believed: 0 not at all, 1 as the policy says."""
        known = sampler.known
        self.sampler = sampler
        self.seat: i64 = seat
        self.trust: float = trust
        self.weights: vec[i64] = HANDS if weights is None else weights
        self.policy = WaryPolicy(0)
        self.policy.prepare(known)
        self.plays = Plays(known)
        self.game = OneDeal(known.setup, known)
        # The weights were tuned at tables of four.
        self.passed: bool = known.pass_by != 0 and known.seats == 4
        self.taker: i64 = -1
        self.giver: i64 = -1
        self.gave: i64 = 0
        self.got: i64 = 0
        if self.passed:
            self.taker = (seat + known.pass_by) % known.seats
            self.giver = (seat - known.pass_by) % known.seats
            self.gave = known.passed[seat]
            self.got = known.passed[self.giver]
        self.slots = vec[i64]([0] * 19)
        self.steps: i64 = STEPS
        self.found: list[Hearts] = []
        self.reached = vec[float]()
        self.total: float = 0.0
        self.mark: float = 0.0

    def sample(self, samples: i64, end: float, clock: Callable[[], float], chance: Chance) -> None:
        """Imagine this many worlds to draw from, fewer when the time is up."""
        scores = vec[float]()
        top = -1e18
        while samples > 0 and (len(self.found) < FEWEST or clock() < end):
            game = self.sampler.game(chance)
            score = self.score(game)
            self.found.append(game)
            scores = append(scores, score)
            if score > top:
                top = score
            samples -= 1
        self.reached = vec[float]()
        self.total = 0.0
        for score in scores:
            self.total += exp(score - top)
            self.reached = append(self.reached, self.total)
        self.mark = chance.unit()

    def draw(self, chance: Chance) -> Hearts:
        """One of the sampled worlds by how likely it is, moved on so that no two are the same."""
        # Steps by the golden ratio: however many are drawn, they are spread evenly.
        self.mark += 0.6180339887498949
        if self.mark >= 1.0:
            self.mark -= 1.0
        wanted = self.mark * self.total
        low: i64 = 0
        high: i64 = len(self.found) - 1
        while low < high:
            middle = (low + high) // 2
            if self.reached[middle] > wanted:
                high = middle
            else:
                low = middle + 1
        return self.moved(self.found[low], self.steps, chance)

    def score(self, game: Hearts) -> float:
        """How likely a world is, as a logarithm; only differences between worlds of one view mean something."""
        total = 0.0
        seats: i64 = 0
        seat: i64 = 0
        while seat < game.seats:
            if seat != self.seat:
                seats |= BIT[seat]
                total += self.hand_score(seat, game.hands[seat])
            seat += 1
        return total + self.play_score(game.hands, seats)

    def hand_score(self, seat: i64, left: i64) -> float:
        """How likely a seat has this hand after passing."""
        if not self.passed:
            return 0.0
        self.look(seat, left)
        total: i64 = 0
        for slot in self.slots:
            total += self.weights[slot]
        return float(total) / 256.0

    def look(self, seat: i64, left: i64) -> None:
        """The weights that the score of a hand is made of."""
        hand = left | self.plays.played[seat]
        role: i64 = 0
        if seat == self.taker:
            role = 1
            hand &= ~self.gave
        slots = self.slots
        suit: i64 = 0
        while suit < 4:
            cards = (hand >> (13 * suit)) & 0x1FFF
            kind: i64 = suit - 1 if suit > 1 else 0
            length = least(count(cards), 9)
            tops = (cards & HIGH_CARDS) >> 10
            group = (role * 3 + kind) * 10 + length
            slots[4 * suit] = TOPS + group * 8 + tops
            slots[4 * suit + 1] = LOWS + group * 6 + count(cards & LOW_CARDS)
            slots[4 * suit + 2] = GOT + kind * 50 + length
            slots[4 * suit + 3] = NOTHING
            if seat == self.giver:
                got = count(self.got & SUIT_CARDS[suit])
                slots[4 * suit + 2] = GOT + (kind * 5 + 1 + got) * 10 + length
                slots[4 * suit + 3] = GOT_TOPS + ((kind * 3 + least(got, 2)) * 4 + least(length, 3)) * 8 + tops
            suit += 1
        clubs = least(count(hand & 0x1FFF), 7)
        diamonds = least(count((hand >> 13) & 0x1FFF), 7)
        slots[16] = PAIRS + (role * 8 + clubs) * 8 + diamonds
        spades = (hand >> 26) & 0x1FFF
        slots[17] = GUARDS + (role * 8 + ((spades & HIGH_CARDS) >> 10)) * 8 + least(count(spades & 0x3FF), 7)
        hearts = (hand >> 39) & 0x1FFF
        slots[18] = HEARTS + (role * 8 + ((hearts & HIGH_CARDS) >> 10)) * 6 + count(hearts & LOW_CARDS)

    def play_score(self, hands: vec[i64], seats: i64) -> float:
        """How likely the policy would have played as these seats did with these hands."""
        if self.trust == 0.0 or self.plays.cards == 0:
            return 0.0
        plays = self.plays
        order = self.sampler.known.order
        game = self.game
        game.set_to(plays.start)
        seat: i64 = 0
        while seat < game.seats:
            game.hands[seat] = hands[seat] | plays.played[seat]
            seat += 1
        total = 0.0
        at: i64 = 0
        while at < plays.cards:
            seat = plays.players[at]
            card = order[at]
            if (seats >> seat) & 1:
                cards = game.playable(seat)
                # In a view that somebody made up, a card may have been played against the rules: it tells nothing.
                if cards & (cards - 1) != 0 and cards & card != 0:
                    same = equals(game, seat, card) & cards
                    whim = WHIM * float(count(same)) / float(count(cards))
                    # Which of its equal cards a seat plays tells nothing.
                    odds = (whim + (1.0 - WHIM) * self.policy.odds(game, seat, cards, same)) / float(count(same))
                    total += log(odds)
            game.play(seat, card)
            at += 1
        return self.trust * total

    def moved(self, game: Hearts, steps: i64, chance: Chance) -> Hearts:
        """A world some Metropolis steps on: each swaps two cards of two seats, more often so if that is likelier."""
        world = Hearts(game.setup, game)
        seats = world.seats
        free = zeros(seats)
        movable: i64 = 0
        seat: i64 = 0
        while seat < seats:
            if seat != self.seat:
                free[seat] = world.hands[seat] & ~self.sampler.known.hands[seat]
                if free[seat]:
                    movable += 1
            seat += 1
        if movable < 2:
            return world
        while steps > 0:
            steps -= 1
            one = chance.below(seats)
            two = chance.below(seats)
            if one == two or free[one] == 0 or free[two] == 0:
                continue
            a = one_of(free[one], chance.below(count(free[one])))
            b = one_of(free[two], chance.below(count(free[two])))
            if a & world.voids[two] or b & world.voids[one]:
                continue
            both = BIT[one] | BIT[two]
            hand_one = world.hands[one]
            hand_two = world.hands[two]
            before = self.hand_score(one, hand_one) + self.hand_score(two, hand_two)
            before += self.play_score(world.hands, both)
            world.hands[one] = hand_one & ~a | b
            world.hands[two] = hand_two & ~b | a
            gain = self.hand_score(one, world.hands[one]) + self.hand_score(two, world.hands[two]) - before
            gain += self.play_score(world.hands, both)
            if (gain >= 0.0 or chance.unit() < exp(gain)) and not self.sampler.would_have_claimed(world):
                free[one] = free[one] & ~a | b
                free[two] = free[two] & ~b | a
            else:
                world.hands[one] = hand_one
                world.hands[two] = hand_two
        return world
