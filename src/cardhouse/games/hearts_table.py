"""The table of Hearts: hands, tricks and scores, and what a view shows of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..cards import (
    ALL_HEARTS,
    FULL_DECK,
    HIDDEN,
    SUIT_CARDS,
    cards_in,
    cards_text,
    count,
    highest,
    lowest,
    set_text,
)
from ..game import Eye, Game, Setup
from ..options import Value
from ..view import Zone, zone_of

TWO_OF_CLUBS: Final[i64] = 1
TWO_OF_DIAMONDS: Final[i64] = 1 << 13
TWO_OF_SPADES: Final[i64] = 1 << 26
QUEEN: Final[i64] = 1 << 36
JACK: Final[i64] = 1 << 22
POINTS: Final[i64] = 0x1FFF << 39 | 1 << 36

# How many seats to the left the cards go, deal by deal; 0: nobody passes.
PASSES: Final = {3: [1, 2, 0], 4: [1, 3, 2, 0], 5: [1, 4, 2, 3, 0]}


class Scored:
    """What each seat won in a deal that is over, and the deals before it."""

    def __init__(self, won: vec[i64], before: Scored | None) -> None:
        self.won: Final = won
        self.before: Final = before


def zeros(seats: i64) -> vec[i64]:
    """Nothing for each seat."""
    return vec[i64]([0] * seats)


class HeartsTable(Game):
    """A match of Hearts without its rules. A card of a trick is a set of one."""

    def __init__(self, setup: Setup, like: HeartsTable | None = None) -> None:
        super().__init__(setup, like)
        if like is None:
            seats = setup.seats
            self.deck: i64 = HeartsTable.cards(seats, setup.options)
            self.ways = vec[i64](PASSES[seats])
            self.first_trick_points: bool = setup.switch("first_trick_points")
            self.jack: bool = setup.switch("jack")
            self.breakers: i64 = POINTS if setup.switch("queen_breaks") else ALL_HEARTS
            self.moon: str = setup.choice("moon")
            self.claims: bool = setup.switch("claims")
            self.limit: i64 = setup.number("limit")
            self.deals: i64 = 0
            self.passing: bool = False
            self.pass_by: i64 = 0
            self.broken: bool = False
            self.tricks: i64 = 0
            self.leader: i64 = 0
            self.on_move: i64 = 0
            self.laid: i64 = 0
            self.led: i64 = 0
            self.pot: i64 = 0
            self.best: i64 = 0
            self.winner: i64 = 0
            self.last_leader: i64 = 0
            self.hands = zeros(seats)
            self.taken = zeros(seats)
            self.lacks = zeros(seats)
            self.trick = zeros(seats)
            self.last_trick = zeros(seats)
            self.order = zeros(count(self.deck))
            self.chosen = zeros(seats)
            self.passed = zeros(seats)
            self.points = zeros(seats)
            self.claimed = vec[i64]()
            self.scored: Scored | None = None
            return
        self.deck = like.deck
        self.ways = like.ways
        self.first_trick_points = like.first_trick_points
        self.jack = like.jack
        self.breakers = like.breakers
        self.moon = like.moon
        self.claims = like.claims
        self.limit = like.limit
        self.deals = like.deals
        self.passing = like.passing
        self.pass_by = like.pass_by
        self.broken = like.broken
        self.tricks = like.tricks
        self.leader = like.leader
        self.on_move = like.on_move
        self.laid = like.laid
        self.led = like.led
        self.pot = like.pot
        self.best = like.best
        self.winner = like.winner
        self.last_leader = like.last_leader
        self.hands = like.hands[:]
        self.taken = like.taken[:]
        self.lacks = like.lacks[:]
        self.trick = like.trick[:]
        self.last_trick = like.last_trick[:]
        self.order = like.order[:]
        # From here on arrays that are only ever replaced as a whole, except for the choices while they are made.
        self.chosen = like.chosen[:] if like.passing else like.chosen
        self.passed = like.passed
        self.points = like.points
        self.claimed = like.claimed
        self.scored = like.scored

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        if seats == 3:
            return FULL_DECK & ~TWO_OF_DIAMONDS
        if seats == 5:
            return FULL_DECK & ~TWO_OF_DIAMONDS & ~TWO_OF_SPADES
        return FULL_DECK

    def phase(self) -> str:
        return "pass" if self.passing else "play"

    def turn(self) -> list[int]:
        if not self.passing:
            return [self.on_move]
        return [seat for seat in range(self.seats) if self.chosen[seat] == 0]

    def roles(self) -> dict[str, int]:
        return {} if self.passing else {"leader": self.leader}

    def scores(self) -> list[int]:
        return list(self.points)

    def known_in(self, seat: i64, eye: Eye) -> i64:
        """The cards of a hand that this eye knows to be there."""
        hand = self.hands[seat]
        if eye.sees(seat):
            return hand
        known: i64 = 0
        if not self.passing and self.tricks == 0 and self.laid == 0 and seat == self.leader:
            known = hand & TWO_OF_CLUBS  # Whoever is to lead the first trick holds it.
        giver = eye.seat
        if giver is not None and self.pass_by and (giver + self.pass_by) % self.seats == seat:
            known |= hand & self.passed[giver]
        return known

    def zones(self, eye: Eye) -> list[Zone]:
        zones: list[Zone] = []
        for seat in range(self.seats):
            known = self.known_in(seat, eye)
            hidden = count(self.hands[seat]) - count(known)
            zones.append(zone_of("hand", seat, cards_in(known) + [HIDDEN] * hidden))
        for seat in range(self.seats):
            zones.append(zone_of("taken", seat, cards_in(self.taken[seat])))
        zones.append(zone_of("trick", None, in_order(self.trick, self.laid)))
        zones.append(zone_of("last", None, in_order(self.last_trick, self.seats if self.tricks else 0)))
        return zones

    def history(self) -> list[list[int]]:
        """What each seat won, deal by deal."""
        deals: list[list[int]] = []
        scored = self.scored
        while scored is not None:
            deals.append(list(scored.won))
            scored = scored.before
        deals.reverse()
        return deals

    def facts(self, eye: Eye) -> dict[str, Any]:
        seats = range(self.seats)
        facts: dict[str, Any] = {
            "deal": self.deals,
            "pass_by": self.pass_by,
            "broken": self.broken,
            "tricks": self.tricks,
            "last_leader": self.last_leader,
            "played": cards_text(in_order(self.order, self.tricks * self.seats + self.laid)),
            "lacks": [set_text(self.lacks[seat]) for seat in seats],
            "history": self.history(),
            "claimed": [set_text(hand) for hand in self.claimed],
            "chosen": [self.chosen[seat] != 0 for seat in seats],
            "choice": "",
            "gave": "",
            "got": "",
        }
        for seat in seats:
            if eye.seat == seat:
                facts["choice"] = set_text(self.chosen[seat])
                if self.pass_by and not self.passing:
                    facts["gave"] = set_text(self.passed[seat])
                    facts["got"] = set_text(self.passed[(seat - self.pass_by) % self.seats])
        if eye.everything:
            facts["choices"] = [set_text(self.chosen[seat]) for seat in seats]
            facts["passes"] = [set_text(self.passed[seat]) for seat in seats]
        return facts


def in_order(trick: vec[i64], laid: i64) -> list[int]:
    """The first cards of a trick, as they were laid."""
    return [lowest(trick[at]) for at in range(laid)]


def must_win(hand: i64, others: i64) -> bool:
    """Whether each card of a hand is above every card of its suit among these others."""
    suit: i64 = 0
    while suit < 4:
        mine = hand & SUIT_CARDS[suit]
        theirs = others & SUIT_CARDS[suit]
        if mine and theirs and lowest(mine) < highest(theirs):
            return False
        suit += 1
    return True
