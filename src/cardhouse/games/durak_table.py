"""The table of a game of Durak: where the cards lie, who is what, and what each player may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ..action import ATTACK, BEAT, DONE, FORWARD, TAKE, pair
from ..cards import BIT, HIDDEN, RANK_CARDS, count, lowest
from ..errors import BadSetup
from ..game import Game, Setup
from ..options import Value
from .durak_memory import Start

NOBODY: Final[i64] = -1
LIMIT: Final[i64] = 6
LOWEST_RANK: Final = {32: 5, 36: 4, 52: 0}
# The cards of its suit above each card.
ABOVE: Final[vec[i64]] = vec[i64]([sum(2**n for n in range(card + 1, card - card % 13 + 13)) for card in range(52)])


class DurakTable(Game):
    """The state of a game of Durak, and the questions that its rules ask."""

    def __init__(self, setup: Setup, like: DurakTable | None = None) -> None:
        super().__init__(setup, like)
        if like is None:
            self.deck: i64 = self.cards(setup.seats, setup.options)
            self.forwarding: bool = setup.switch("forwarding")
            self.limit: bool = setup.switch("limit")
            self.pile_on: bool = setup.switch("pile_on")
            self.open_trump: i64 = 0
            self.trumps: i64 = 0
            self.shown: i64 = HIDDEN
            self.lows: i64 = 0
            self.round: i64 = 0
            self.attacker: i64 = 0
            self.defender: i64 = 0
            self.co_attacker: i64 = NOBODY
            self.co_added: bool = False
            self.taking: bool = False
            self.done: i64 = 0
            self.laid: i64 = 0
            self.unbeaten: i64 = 0
            self.ranks: i64 = 0
            self.away: i64 = 0
            self.known: i64 = 0
            self.out: i64 = 0
            self.out_before: i64 = 0
            self.drawn: i64 = 0
            self.hands = vec[i64]([0 for _ in range(setup.seats)])
            # Never more than half the deck: each attack card needs one that the defender holds.
            self.attacks = vec[i64]([HIDDEN for _ in range(count(self.deck) // 2)])
            self.defences = self.attacks[:]
            # These four are replaced, never changed, so that copies share them.
            self.stock = vec[i64]()
            self.places = self.hands[:]
            self.ways = vec[i64]()
            self.start: Start | None = None
            return
        self.deck = like.deck
        self.forwarding = like.forwarding
        self.limit = like.limit
        self.pile_on = like.pile_on
        self.open_trump = like.open_trump
        self.trumps = like.trumps
        self.shown = like.shown
        self.lows = like.lows
        self.round = like.round
        self.attacker = like.attacker
        self.defender = like.defender
        self.co_attacker = like.co_attacker
        self.co_added = like.co_added
        self.taking = like.taking
        self.done = like.done
        self.laid = like.laid
        self.unbeaten = like.unbeaten
        self.ranks = like.ranks
        self.away = like.away
        self.known = like.known
        self.out = like.out
        self.out_before = like.out_before
        self.drawn = like.drawn
        self.hands = like.hands[:]
        self.attacks = like.attacks[:]
        self.defences = like.defences[:]
        self.stock = like.stock
        self.places = like.places
        self.ways = like.ways
        self.start = like.start

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        size = options["deck"]
        assert isinstance(size, int)
        if seats == 6 and size != 52:
            raise BadSetup("setup.durak.six", deck=size)
        ranks = RANK_CARDS[LOWEST_RANK[size] :]
        return sum(list(ranks))

    def trumps_under(self, shown: i64) -> i64:
        """The trumps lower than the one that was shown; all of them if none was."""
        return self.trumps & ~ABOVE[shown] & ~BIT[shown] if shown >= 0 else self.trumps

    def stock_left(self) -> i64:
        return len(self.stock) - self.drawn

    def left_of(self, seat: i64) -> i64:
        """The next player in the game, clockwise; the seat itself if there is no other."""
        steps: i64 = 0
        while steps < self.seats:
            seat += 1
            if seat == self.seats:
                seat = 0
            if not self.out & BIT[seat]:
                return seat
            steps += 1
        return seat

    def room(self) -> i64:
        """How many more cards may be laid against the defender."""
        room = count(self.hands[self.defender]) - count(self.unbeaten)
        return LIMIT - self.laid if self.limit and LIMIT - self.laid < room else room

    def forward_room(self) -> i64:
        """How many cards the defender may forward with now; 0: the attack can't be forwarded."""
        if not self.forwarding or self.taking or self.co_added or count(self.unbeaten) != self.laid:
            return 0
        to = self.left_of(self.defender)
        if to == self.defender:
            return 0
        # There are but four cards of a rank: the limit of six can't be reached.
        return count(self.hands[to]) - self.laid

    def beating(self, card: i64) -> i64:
        """The cards that beat a card."""
        return ABOVE[card] if BIT[card] & self.trumps else ABOVE[card] | self.trumps

    def open_to_more(self) -> bool:
        """Whether the round waits for the attackers only: everything is beaten, or the defender takes it."""
        return self.laid > 0 and (self.unbeaten == 0 or self.taking)

    def awaited(self, seat: i64) -> bool:
        """Whether an attacker holds cards and has not said done."""
        return seat >= 0 and self.hands[seat] != 0 and not self.done & BIT[seat]

    def moves(self, seat: i64) -> vec[i64]:
        if seat == self.defender:
            return self.answers(seat)
        if seat == self.attacker or (seat == self.co_attacker and self.laid):
            return self.additions(seat)
        return vec[i64]()

    def additions(self, seat: i64) -> vec[i64]:
        """What an attacker may do."""
        codes = vec[i64](capacity=8)
        cards = self.hands[seat]
        if self.open_to_more() and self.awaited(seat):
            codes = append(codes, DONE)
        if self.laid:
            cards &= self.ranks
        room = self.room()
        return with_one_rank(codes, ATTACK, cards, room) if cards and room > 0 else codes

    def answers(self, seat: i64) -> vec[i64]:
        """What the defender may do."""
        codes = vec[i64](capacity=8)
        if self.unbeaten == 0 or self.taking:
            return codes
        codes = append(codes, TAKE)
        hand = self.hands[seat]
        left = self.unbeaten
        while left:
            card = lowest(left)
            left &= left - 1
            fitting = hand & self.beating(card)
            while fitting:
                codes = append(codes, pair(BEAT, card, lowest(fitting)))
                fitting &= fitting - 1
        same = hand & self.ranks
        if same:
            room = self.forward_room()
            if room > 0:
                codes = with_one_rank(codes, FORWARD, same, room)
        return codes


def with_one_rank(codes: vec[i64], verb: i64, cards: i64, most: i64) -> vec[i64]:
    """These codes and an action for each choice of one to ``most`` of the cards that all have one rank."""
    while cards:
        same = cards & RANK_CARDS[lowest(cards) % 13]
        cards &= ~same
        part = same
        while part:
            if count(part) <= most:
                codes = append(codes, verb | part)
            part = (part - 1) & same
    return codes
