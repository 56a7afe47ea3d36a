"""Spades, for two pairs of partners who sit opposite each other.

Everybody gets thirteen cards and bids how many tricks they will take; the bids of partners add up to their contract.
Then the first bidder leads. Suit must be followed; spades are trumps, and can't be led until one has been played on
another suit, or the leader has nothing else. A side that makes its contract scores ten points for each trick bid, and
one for each more, a bag; otherwise it loses ten for each trick bid. Ten bags cost a hundred points.

Where the usual rules leave a question open:
- Each bids once, from the first bidder clockwise; the next deal begins with the next player. A bid can be 0 to 13.
- With `nil` a bid of 0 is nil: that player scores a hundred for taking no trick, and loses a hundred otherwise. The
  tricks of a nil that failed count for the partner's contract. Without `nil` a bid of 0 is just that.
- With `bags` off, tricks beyond the contract count nothing and cost nothing.
- The match ends after the deal in which a side has reached `limit`, or has fallen as far below zero. The higher score
  wins; with equal scores the game is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from cardhouse import Action, Game, Option, Refused, Zone
from cardhouse.engine.action import PLAY, WHAT, cards_of, new_verb, verb_of
from cardhouse.engine.cards import (
    BIT,
    FULL_DECK,
    HIDDEN,
    SUIT_CARDS,
    SUIT_NAMES,
    cards_in,
    cards_text,
    count,
    lowest,
    set_of,
    set_text,
    suit_of,
)
from cardhouse.engine.event import NO_CARDS
from cardhouse.engine.game import Observer, Setup, shuffled
from cardhouse.engine.options import Value, number, switch
from cardhouse.engine.view import zone_of

BID = new_verb("bid", "number")
SEATS = 4
MOST = 13
NO_BID = -1
SPADES = int(SUIT_CARDS[2])
# What a nil is worth, what a trick that was bid, and what ten bags cost.
NIL, TRICK, BAGS, BAG_COST = 100, 10, 10, 100


class Spades(Game):
    """A match of Spades: deals until a side reaches the limit, or falls as far below zero."""

    name: ClassVar[str] = "spades"
    seat_choices: ClassVar[tuple[int, ...]] = (4,)
    default_seats: ClassVar[int] = 4
    options: ClassVar[tuple[Option, ...]] = (
        switch("nil", True),
        switch("bags", True),
        number("limit", 500, 50, 1000),
    )

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.nil = setup.switch("nil")
        self.bagging = setup.switch("bags")
        self.limit = setup.number("limit")
        self.deals: int = 0
        self.hands: list[int] = [0] * SEATS
        self.bids: list[int] = [NO_BID] * SEATS
        # The cards of the tricks that each seat has taken in this deal, and how many tricks those are.
        self.taken: list[int] = [0] * SEATS
        self.won: list[int] = [0] * SEATS
        # The suits that each seat has shown not to hold.
        self.voids: list[int] = [0] * SEATS
        self.broken: bool = False
        self.first: int = 0
        self.leader: int = 0
        self.trick: list[int] = []
        self.last: list[int] = []
        self.last_leader: int = 0
        # Of each side: the points of the match and the bags that count towards the next ten.
        self.points: list[int] = [0, 0]
        self.bags: list[int] = [0, 0]
        # What each deal brought each side.
        self.history: list[list[int]] = []

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        return int(FULL_DECK)

    def teams(self) -> tuple[int, ...]:
        return (0, 1, 0, 1)

    def deal(self) -> None:
        self.deal_out([int(card) for card in self.setup.first_deck(FULL_DECK, self.chance)])

    def deal_out(self, deck: list[int]) -> None:
        """Deal a deck one by one; the first bidder is the next player each time."""
        self.hands = [set_of(deck[seat::SEATS]) for seat in range(SEATS)]
        self.bids = [NO_BID] * SEATS
        self.taken = [0] * SEATS
        self.won = [0] * SEATS
        self.voids = [0] * SEATS
        self.broken = False
        self.trick = []
        self.last = []
        self.first = self.leader = self.deals % SEATS
        self.deals += 1

    @property
    def bidding(self) -> bool:
        """True until everybody has bid."""
        return NO_BID in self.bids

    @property
    def on_move(self) -> int:
        """The seat that bids or plays now."""
        done = SEATS - self.bids.count(NO_BID) if self.bidding else len(self.trick)
        return ((self.first if self.bidding else self.leader) + done) % SEATS

    def playable(self, seat: int) -> int:
        """The cards that the seat on move may play."""
        hand = self.hands[seat]
        if self.trick:
            return hand & int(SUIT_CARDS[suit_of(self.trick[0])]) or hand
        return hand if self.broken else hand & ~SPADES or hand

    def moves(self, seat: i64) -> vec[i64]:
        codes = vec[i64]()
        if seat != self.on_move:
            return codes
        if self.bidding:
            for tricks in range(MOST + 1):
                codes = append(codes, BID + tricks)
            return codes
        for card in cards_in(self.playable(int(seat))):
            codes = append(codes, PLAY | BIT[card])
        return codes

    def do(self, seat: i64, code: i64) -> None:
        if verb_of(code) == BID:
            self.bids[seat] = int(code & WHAT)
            if self.recording and self.nil and self.bids[seat] == 0:
                self.emit("nil", seat, NO_CARDS)
            elif self.recording:
                self.emit("bid", seat, NO_CARDS, tricks=self.bids[seat])
        else:
            self.play(int(seat), int(lowest(cards_of(code))))

    def play(self, seat: int, card: int) -> None:
        """Play a card to the trick; whoever doesn't follow shows a void, and so does who has to lead a spade."""
        if self.trick:
            led = int(SUIT_CARDS[suit_of(self.trick[0])])
            if not BIT[card] & led:
                self.voids[seat] |= led
        elif BIT[card] & SPADES and not self.broken:
            self.voids[seat] |= int(FULL_DECK) & ~SPADES
        if BIT[card] & SPADES:
            self.broken = True
        self.hands[seat] &= ~int(BIT[card])
        self.trick.append(card)
        if self.recording:
            self.emit("play", seat, [card])
        if len(self.trick) == SEATS:
            self.end_trick()

    def end_trick(self) -> None:
        """The highest spade takes the trick, else the highest card of the suit led."""
        taker = (self.leader + best_of(self.trick)) % SEATS
        self.taken[taker] |= set_of(self.trick)
        self.won[taker] += 1
        if self.recording:
            self.emit("trick", taker, self.trick)
        self.last, self.last_leader = self.trick, self.leader
        self.trick = []
        self.leader = taker
        if not any(self.hands):
            self.end_deal()

    def end_deal(self) -> None:
        """Score the deal; end the match or deal again."""
        scored = []
        for side in range(2):
            points, bags = self.scored(side)
            self.points[side] += points
            self.bags[side] = bags
            scored.append(points)
        self.history.append(scored)
        if self.recording:
            self.emit("score", None, NO_CARDS, won=scored, total=self.points[:])
        if max(self.points) >= self.limit or min(self.points) <= -self.limit:
            self.end("reason.spades.limit" if max(self.points) >= self.limit else "reason.spades.below")
            return
        self.deal_out([int(card) for card in shuffled(FULL_DECK, self.chance)])
        if self.recording:
            self.emit("deal", None, NO_CARDS, deal=self.deals)

    def scored(self, side: int) -> tuple[int, int]:
        """What the deal brings a side, and the bags that it keeps."""
        seats = (side, side + 2)
        points = 0
        if self.nil:
            points += sum((-NIL if self.won[seat] else NIL) for seat in seats if self.bids[seat] == 0)
        contract = sum(self.bids[seat] for seat in seats)
        over = sum(self.won[seat] for seat in seats) - contract
        if over < 0:
            return points - TRICK * contract, self.bags[side]
        points += TRICK * contract
        if not self.bagging:
            return points, 0
        bags = self.bags[side] + over
        return points + over - BAG_COST * (bags // BAGS), bags % BAGS

    def end(self, reason: str) -> None:
        """The side with more points wins."""
        mine = [self.points[seat % 2] for seat in range(SEATS)]
        self.finish([1 if points == max(mine) else 2 for points in mine], mine, reason)

    def why_not(self, seat: i64, what: Action) -> Refused:
        verb, cards = verb_of(what.code), int(cards_of(what.code))
        if verb not in (BID, PLAY):
            return Refused("refused.verb", verb=what.verb, game=self.name)
        if self.bidding and verb == PLAY:
            return Refused("refused.spades.bid_first")
        if not self.bidding and verb == BID:
            return Refused("refused.spades.no_bid")
        if seat != self.on_move:
            return Refused("refused.turn", seat=self.on_move)
        if verb == BID:
            return Refused("refused.spades.bid", most=MOST)
        if count(cards) != 1:
            return Refused("refused.spades.one")
        if cards & ~self.hands[seat]:
            return Refused("refused.not_yours", cards=set_text(cards))
        if self.trick:
            return Refused("refused.spades.follow", suit=SUIT_NAMES[suit_of(self.trick[0])])
        return Refused("refused.spades.not_broken")

    def phase(self) -> str:
        return "bid" if self.bidding else "play"

    def turn(self) -> list[int]:
        return [] if self.over else [self.on_move]

    def roles(self) -> dict[str, int]:
        return {"leader": self.leader}

    def scores(self) -> list[int]:
        return [self.points[seat % 2] for seat in range(SEATS)]

    def zones(self, observer: Observer) -> list[Zone]:
        hands = [
            zone_of("hand", seat, cards_in(hand) if observer.sees(seat) else [HIDDEN] * count(hand))
            for seat, hand in enumerate(self.hands)
        ]
        taken = [zone_of("taken", seat, cards_in(cards)) for seat, cards in enumerate(self.taken)]
        return [*hands, *taken, zone_of("trick", None, self.trick)]

    def facts(self, observer: Observer) -> dict[str, Any]:
        return {
            "deal": self.deals,
            "first": self.first,
            "bids": self.bids[:],
            "won": self.won[:],
            "broken": self.broken,
            "lacks": [set_text(cards) for cards in self.voids],
            "last": cards_text(self.last),
            "last_leader": self.last_leader,
            "points": self.points[:],
            "bags": self.bags[:],
            "history": [deal[:] for deal in self.history],
        }


def best_of(trick: list[int]) -> int:
    """The place in a trick of the card that takes it so far."""
    led = suit_of(trick[0])

    def worth(at: int) -> tuple[bool, bool, int]:
        return bool(BIT[trick[at]] & SPADES), suit_of(trick[at]) == led, trick[at]

    return max(range(len(trick)), key=worth)
