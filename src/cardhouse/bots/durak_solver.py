"""Durak between two players without a stock, solved: every card is known, so each action wins, draws or loses.

The search asks of the rules themselves whether a win can be forced, then whether a draw, with a table of positions
seen. Players act when a move is awaited from them. Coming back to the start of a round that stands on the line searched
is a draw: who can force a win can do so without going in circles. A win or a loss therefore never rests on a
repetition; a draw may, and then it holds only as long as the starts that it rests on stand on the line.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ..action import ATTACK, BEAT, DONE, FORWARD, cards_of, second_of, verb_of
from ..cards import BIT, count, highest, lowest
from ..games.durak import Durak
from .durak_policy import candidates, mover, two_left

WON: Final[i64] = 1
DRAWN: Final[i64] = 0
LOST: Final[i64] = -1
UNKNOWN: Final[i64] = 2

_ENTRIES: Final[i64] = 1 << 18
# A line with more starts of rounds than this, no card being put away, is given up.
_LONGEST_LINE: Final[i64] = 60
_HALF: Final[i64] = 0x3FFFFFF


class Positions:
    """What is known of positions: a lower and an upper bound of their value, and the starts on the line that these rest
    on, with the visit of the last of them. A newer position replaces an older one."""

    def __init__(self) -> None:
        self.mine = vec[i64]([0] * _ENTRIES)
        self.theirs = vec[i64]([0] * _ENTRIES)
        self.unbeaten = vec[i64]([0] * _ENTRIES)
        self.beaten = vec[i64]([0] * _ENTRIES)
        self.bounds = vec[i64]([0] * _ENTRIES)
        self.rests_on = vec[i64]([0] * _ENTRIES)
        self.visits = vec[i64]([0] * _ENTRIES)
        self.searches: i64 = 0


_positions: list[Positions] = []


def positions() -> Positions:
    """The one table, made when it is first needed; what earlier searches left in it is no longer read."""
    if not _positions:
        _positions.append(Positions())
    _positions[0].searches += 1
    return _positions[0]


def set_back(game: Durak, to: Durak) -> None:
    """Put a game into the state of another with the same setup, without making a new one."""
    game.step = to.step
    game.result = to.result
    game.round = to.round
    game.attacker = to.attacker
    game.defender = to.defender
    game.co_attacker = to.co_attacker
    game.co_added = to.co_added
    game.taking = to.taking
    game.done = to.done
    game.laid = to.laid
    game.unbeaten = to.unbeaten
    game.ranks = to.ranks
    game.away = to.away
    game.known = to.known
    game.out = to.out
    game.out_before = to.out_before
    game.places = to.places
    game.start = to.start
    game.stock = to.stock
    game.drawn = to.drawn
    at: i64 = 0
    while at < game.seats:
        game.hands[at] = to.hands[at]
        at += 1
    at = 0
    while at < to.laid:
        game.attacks[at] = to.attacks[at]
        game.defences[at] = to.defences[at]
        at += 1


class Solver:
    """Solves positions of one game, or of games that fit one view, for one seat.

    It gives up after so many positions, or when the clock shows ``stop``.
    """

    def __init__(self, game: Durak, seat: i64, nodes: i64, stop: float = math.inf) -> None:
        root = Durak(game.setup, game)
        # Nobody needs to be told any more which cards a hand can hold.
        root.lows = 0
        self.games = [root]
        self.seat = seat
        self.other: i64 = 0
        self.nodes: i64 = 0
        self.most = nodes
        self.stop = stop
        self.table = positions()
        # The starts of rounds on the line that is searched, each with a number of its own for this visit. From
        # ``base`` on no card was put away since, so that only those can come again.
        self.line_hands = vec[i64]()
        self.line_attackers = vec[i64]()
        self.line_away = vec[i64]()
        self.line_visits = vec[i64]()
        self.line: i64 = 0
        self.base: i64 = 0
        self.visits: i64 = 0
        # Those from the base on that the last value rests on, as a set of bits.
        self.rests_on: i64 = 0

    def solve(self, game: Durak, code: i64) -> i64:
        """What an action of the seat on the move leads to; `UNKNOWN` if it takes too long."""
        self.sit(game)
        wanted: i64 = WON
        while wanted > LOST:
            self.line = 0
            self.base = 0
            if game.laid == 0:
                self.remember(game)
            reached = self.after(0, mover(game), code, wanted)
            if self.nodes > self.most:
                return UNKNOWN
            if reached:
                return wanted
            wanted -= 1
        return LOST

    def value(self, game: Durak) -> i64:
        """What a position leads to; `UNKNOWN` if it takes too long."""
        self.sit(game)
        wanted: i64 = WON
        while wanted > LOST:
            self.line = 0
            self.base = 0
            reached = self.reaches(0, wanted)
            if self.nodes > self.most:
                return UNKNOWN
            if reached:
                return wanted
            wanted -= 1
        return LOST

    def sit(self, game: Durak) -> None:
        """Take up a position."""
        assert two_left(game)
        assert not game.out & BIT[self.seat]
        set_back(self.games[0], game)
        self.other = game.left_of(self.seat)

    def after(self, ply: i64, who: i64, code: i64, wanted: i64) -> bool:
        """Whether an action leads to the value wanted, or better."""
        if ply + 1 == len(self.games):
            self.games.append(Durak(self.games[0].setup, self.games[0]))
        game = self.games[ply + 1]
        set_back(game, self.games[ply])
        game.advance(who, code)
        return self.reaches(ply + 1, wanted)

    def remember(self, game: Durak) -> None:
        """Add the start of a round to the line."""
        if self.line == len(self.line_hands):
            self.line_hands = append(self.line_hands, 0)
            self.line_attackers = append(self.line_attackers, 0)
            self.line_away = append(self.line_away, 0)
            self.line_visits = append(self.line_visits, 0)
        if self.line and self.line_away[self.line - 1] != game.away:
            self.base = self.line
        self.line_hands[self.line] = game.hands[self.seat]
        self.line_attackers[self.line] = game.attacker
        self.line_away[self.line] = game.away
        self.visits += 1
        self.line_visits[self.line] = self.visits
        self.line += 1
        if self.line - self.base > _LONGEST_LINE:
            self.nodes = self.most + 1

    def repeats(self, game: Durak) -> i64:
        """Where on the line this start of a round stands already, counted from the base; -1 if it doesn't."""
        at = self.line - 1
        # Cards that were put away never come back.
        while at >= 0 and self.line_away[at] == game.away:
            if self.line_hands[at] == game.hands[self.seat] and self.line_attackers[at] == game.attacker:
                return at - self.base
            at -= 1
        return -1

    def still_holds(self, entry: i64) -> bool:
        """Whether all that an entry rests on still stands on the line."""
        rests_on = self.table.rests_on[entry]
        if rests_on == 0:
            return True
        at = self.base + highest(rests_on)
        return at < self.line and self.line_visits[at] == self.table.visits[entry]

    def reaches(self, ply: i64, wanted: i64) -> bool:
        """Whether the solver's seat can force the value wanted, or better; of no meaning when the nodes are used up."""
        game = self.games[ply]
        self.rests_on = 0
        if game.result is not None:
            return self.ending(game) >= wanted
        self.nodes += 1
        if self.nodes & 1023 == 0 and time.perf_counter() > self.stop:
            self.nodes = self.most + 1
        if self.nodes > self.most:
            return False
        begins = game.laid == 0
        if begins:
            at = self.repeats(game)
            if at >= 0:
                self.rests_on = BIT[at]
                return wanted <= DRAWN
        mine = game.hands[self.seat]
        theirs = game.hands[self.other]
        beaten = game.deck & ~(mine | theirs | game.away | game.unbeaten)
        unbeaten = game.unbeaten | roles_of(game) << 52
        entry = place_of(mine, theirs, unbeaten, beaten)
        table = self.table
        least: i64 = LOST
        best: i64 = WON
        if (
            table.bounds[entry] >> 4 == table.searches
            and table.mine[entry] == mine
            and table.theirs[entry] == theirs
            and table.unbeaten[entry] == unbeaten
            and table.beaten[entry] == beaten
            and self.still_holds(entry)
        ):
            least = (table.bounds[entry] & 3) - 1
            best = (table.bounds[entry] >> 2 & 3) - 1
            if least >= wanted or best < wanted:
                self.rests_on = table.rests_on[entry]
                return least >= wanted
            if table.rests_on[entry]:
                least = LOST
                best = WON
        base = self.base
        if begins:
            self.remember(game)
        reached = self.any_or_all(ply, mover(game), wanted)
        if begins:
            self.line -= 1
            self.rests_on &= ~BIT[self.line - self.base]
            self.base = base
        if self.nodes > self.most:
            return False
        # A repetition is a draw: what is better or worse than a draw can't rest on one.
        if reached != (wanted <= DRAWN):
            self.rests_on = 0
        if reached:
            least = wanted
        else:
            best = wanted - 1
        table.mine[entry] = mine
        table.theirs[entry] = theirs
        table.unbeaten[entry] = unbeaten
        table.beaten[entry] = beaten
        table.bounds[entry] = table.searches << 4 | (best + 1) << 2 | (least + 1)
        table.rests_on[entry] = self.rests_on
        if self.rests_on:
            table.visits[entry] = self.line_visits[self.base + highest(self.rests_on)]
        return reached

    def any_or_all(self, ply: i64, who: i64, wanted: i64) -> bool:
        """Whether any action of the solver's seat, or else every one of the other's, leads to the value wanted."""
        codes = self.ordered(self.games[ply], who)
        line = self.line
        base = self.base
        mine = who == self.seat
        rests_on: i64 = 0
        at: i64 = 0
        while at < len(codes):
            reached = self.after(ply, who, codes[at], wanted)
            self.line = line
            self.base = base
            if self.nodes > self.most:
                return False
            if reached == mine:
                # One good answer is enough, whatever the others rest on.
                return reached
            rests_on |= self.rests_on
            at += 1
        self.rests_on = rests_on
        return not mine

    def ending(self, game: Durak) -> i64:
        """Who of the two is left with cards has lost."""
        if count(game.out) == game.seats - 1:
            return LOST if game.hands[self.seat] else WON
        return DRAWN

    def ordered(self, game: Durak, who: i64) -> vec[i64]:
        """What may be done, the likely best first."""
        codes = candidates(game, who)
        size = len(codes)
        if size < 2:
            return codes
        prices = vec[i64]([0] * size)
        other = self.other if who == self.seat else self.seat
        at: i64 = 0
        while at < size:
            code = codes[at]
            price = self.price(game, who, other, code)
            to = at
            while to > 0 and prices[to - 1] > price:
                prices[to] = prices[to - 1]
                codes[to] = codes[to - 1]
                to -= 1
            prices[to] = price
            codes[to] = code
            at += 1
        return codes

    def price(self, game: Durak, who: i64, other: i64, code: i64) -> i64:
        """Low for what is likely good: unbeatable and many cards, then cheap ones; taking comes last."""
        verb = verb_of(code)
        if verb in (ATTACK, FORWARD):
            cards = cards_of(code)
            if cards == game.hands[who]:
                return -1000
            price: i64 = 0
            left = cards
            while left:
                card = lowest(left)
                left &= left - 1
                price += card % 13 - 15
                if BIT[card] & game.trumps:
                    price += 20
                if not game.hands[other] & game.beating(card):
                    price -= 25
            return price
        if verb == BEAT:
            by = second_of(code)
            price = by % 13
            if BIT[by] & game.trumps:
                price += 13
            if not BIT[by] & game.ranks:
                price += 3
            return price
        return 15 if verb == DONE else 60


def roles_of(game: Durak) -> i64:
    """Who is what, and what else is asked about a round besides its cards, as eleven bits."""
    roles = game.attacker | game.defender << 3 | (game.co_attacker + 1) << 6
    if game.taking:
        roles |= 512
    if game.co_added:
        roles |= 1024
    return roles


def place_of(mine: i64, theirs: i64, unbeaten: i64, beaten: i64) -> i64:
    """Where in the table a position stands."""
    mixed = (mine & _HALF) * 0x2545F491 + (mine >> 26) * 0x1B873593
    mixed += (theirs & _HALF) * 0x0CC9E2D5 + (theirs >> 26) * 0x27D4EB2F
    mixed += (unbeaten & _HALF) * 0x165667B1 + (unbeaten >> 26 & _HALF) * 0x2127599B + (unbeaten >> 52) * 0x1C69B3F7
    mixed += (beaten & _HALF) * 0x3AC5D673 + (beaten >> 26) * 0x2F0B4C47
    return (mixed ^ mixed >> 23) >> 5 & (_ENTRIES - 1)
