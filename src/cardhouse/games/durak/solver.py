"""Durak between two players without a stock, solved: every card is known, so each action wins, draws or loses.

The search asks of the rules themselves whether a win can be forced, then whether a draw, with a transposition table
and one of starts of rounds in canonical form. Players act when a move is awaited from them. Coming back to the start
of a round that stands on the line searched is a draw: who can force a win can do so without going in circles. A win or
a loss therefore never rests on a repetition; a draw may, and then it holds only as long as the starts that it rests on
stand on the line.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.action import ATTACK, BEAT, DONE, FORWARD, cards_of, second_of, verb_of
from ...engine.cards import BIT, count, lowest
from .canonical import FOREVER, NO_NAMES, canonical_starts
from .policy import candidates, mover, two_left
from .rules import Durak
from .run_out import runs_out
from .transposition import (
    ANSWER,
    BEATEN,
    BOUNDS,
    GONE,
    HORIZON,
    MINE,
    RESTS_ON,
    THEIRS,
    UNBEATEN,
    VISIT,
    SearchPath,
    place_of,
    transpositions,
)

WON: Final[i64] = 1
DRAWN: Final[i64] = 0
LOST: Final[i64] = -1
UNKNOWN: Final[i64] = 2

# After how many rounds a line counts as a draw: first, and at most. Most wins are near, and without a horizon the
# search would get lost in long lines on which cards are forwarded to and fro.
_NEAR: Final[i64] = 4
_FAR: Final[i64] = 60
_KINDS: Final[i64] = 322


class Solver:
    """Solves positions of one game, or of games that fit one view, for one seat.

    It gives up after this many positions, or when the clock shows ``stop``.
    """

    def __init__(self, game: Durak, seat: i64, nodes: i64, stop: float = math.inf) -> None:
        self.games = [Durak(game.setup, game)]
        self.seat = seat
        self.other: i64 = 0
        # Whether a start stood twice already: once more is a draw, whatever else could be done there.
        self.circled = False
        self.nodes: i64 = 0
        self.most = nodes
        self.stop = stop
        self.table = transpositions()
        self.number: i64 = self.table.searches
        self.path = SearchPath()
        self.canonical = canonical_starts()
        self.trump: i64 = lowest(game.trumps) // 13
        # The starts on the line that the last value rests on, and the action that decided it.
        self.rests_on: i64 = 0
        self.answer: i64 = 0
        # How often an action of a kind decided a position.
        self.deciding = vec[i64]([0] * _KINDS)

    def solve(self, game: Durak, code: i64) -> i64:
        """Return what an action of the seat on the move leads to; `UNKNOWN` if it takes too long."""
        self.sit(game)
        if game.laid == 0:
            self.path.restart_from(game.hands[self.seat], game.attacker, game.away)
        return self.settle(mover(game), code)

    def value(self, game: Durak) -> i64:
        """Return what a position leads to; `UNKNOWN` if it takes too long.

        If the solver's seat is on the move and doesn't lose, ``answer`` is an action that leads there.
        """
        self.sit(game)
        return self.settle(mover(game), 0)

    def settle(self, who: i64, code: i64) -> i64:
        """Return where an action (code 0: the position) leads: a win for one of the two within the horizon, which
        moves away until there is one, or until it no longer matters."""
        path = self.path
        path.horizon = _NEAR if self.games[0].forwarding else _FAR
        while True:
            if self.leads_to(who, code, WON):
                return WON
            unsure = self.rests_on & HORIZON
            if not self.leads_to(who, code, DRAWN):
                return UNKNOWN if self.nodes > self.most else LOST
            unsure |= self.rests_on & HORIZON
            if unsure == 0:
                return DRAWN
            if path.horizon == _FAR:
                return UNKNOWN
            path.horizon += path.horizon // 2
            if path.horizon > _FAR:
                path.horizon = _FAR

    def leads_to(self, who: i64, code: i64, wanted: i64) -> bool:
        return self.after(0, who, code, wanted) if code else self.reaches(0, wanted)

    def sit(self, game: Durak) -> None:
        """Take up a position."""
        assert two_left(game)
        assert not game.out & BIT[self.seat]
        root = self.games[0]
        root.set_to(game)
        # Nobody needs to be told any more which cards a hand can hold.
        root.lows = 0
        self.other = game.left_of(self.seat)
        self.circled = has_circled(game)
        self.path.restart()

    def after(self, ply: i64, who: i64, code: i64, wanted: i64) -> bool:
        """True if an action leads to the value wanted, or better."""
        if ply + 1 == len(self.games):
            self.games.append(Durak(self.games[0].setup, self.games[0]))
        game = self.games[ply + 1]
        game.set_to(self.games[ply])
        game.advance(who, code)
        return self.reaches(ply + 1, wanted)

    def reaches(self, ply: i64, wanted: i64) -> bool:
        """True if the solver's seat can force the value wanted, or better; of no meaning when the nodes are used up.

        A minimal-window alpha-beta search: one question, answered yes or no, over a transposition table. Draws by
        repetition make a table unsound, since the same position is worth different things on different lines (the
        graph-history interaction problem). As in Kishimoto and Müller's general solution, a value is stored with what
        it rests on: the starts of rounds on the line, as bits of ``rests_on``, or the horizon. It is used again only
        while those stand. Wins and losses rest on no repetition and hold everywhere.
        """
        game = self.games[ply]
        self.rests_on = 0
        if game.result is not None:
            return self.ending(game) >= wanted
        self.nodes += 1
        if self.nodes & 1023 == 0 and time.perf_counter() > self.stop:
            self.nodes = self.most + 1
        if self.nodes > self.most:
            return False
        # Only the start of a round can stand on the line before: within a round the cards on the table only grow.
        begins = game.laid == 0
        if begins:
            at = self.path.find(game.hands[self.seat], game.attacker, game.away)
            if at >= 0:
                self.rests_on = BIT[at]
                return wanted <= DRAWN
            if self.path.rounds_left() <= 0:
                self.rests_on = HORIZON
                return wanted <= DRAWN
            # Who attacks lays rank after rank that is taken, and is out first: no search needed.
            if ply and not self.circled and runs_out(game):
                return game.attacker == self.seat
        # The whole key stands in the entry, so that no position is taken for another of the same place.
        mine = game.hands[self.seat]
        theirs = game.hands[self.other]
        beaten = game.deck & ~(mine | theirs | game.away | game.unbeaten)
        unbeaten = game.unbeaten | roles_of(game) << 52
        seen = self.table.seen
        entry = place_of(mine, theirs, unbeaten, beaten)
        least: i64 = LOST
        best: i64 = WON
        first: i64 = 0
        if (
            seen[entry + MINE] == mine
            and seen[entry + THEIRS] == theirs
            and seen[entry + UNBEATEN] == unbeaten
            and seen[entry + BEATEN] == beaten
            and seen[entry + BOUNDS] >> 4 == self.number
        ):
            first = seen[entry + ANSWER]
            visit = seen[entry + VISIT]
            # A value that rests on starts which stand no longer says nothing; its best action is still tried first.
            rests_on = self.path.still(seen[entry + RESTS_ON], visit >> 8, visit & 255)
            if rests_on != GONE:
                bounds = seen[entry + BOUNDS]
                least = (bounds & 3) - 1
                best = (bounds >> 2 & 3) - 1
                if least >= wanted or best < wanted:
                    self.answer = first
                    self.rests_on = rests_on
                    return least >= wanted
                if rests_on:
                    least = LOST
                    best = WON
        # Starts that differ only in the names of ranks and suits share an entry of a second table.
        rounds_left = self.path.rounds_left()
        names = NO_NAMES
        attacks = game.attacker == self.seat
        if begins and ply and not self.circled:
            known = self.canonical
            names = known.names(mine, theirs, self.trump) if attacks else known.names(theirs, mine, self.trump)
            if known.look(names, rounds_left):
                low = known.least if attacks else -known.best
                high = known.best if attacks else -known.least
                if low >= wanted or high < wanted:
                    self.rests_on = HORIZON if known.rounds < FOREVER else 0
                    return low >= wanted
                if known.rounds == FOREVER:
                    least = low if low > least else least
                    best = high if high < best else best
        if begins:
            base = self.path.base
            self.path.add(mine, game.attacker, game.away)
            reached = self.any_or_all(ply, mover(game), first, wanted)
            # This start itself leaves the line now: what rested on it alone is settled.
            self.rests_on &= ~BIT[self.path.length - 1 - self.path.base]
            if reached != (wanted <= DRAWN):
                self.rests_on = 0
            self.path.leave(reached == (wanted <= DRAWN), self.rests_on)
            self.path.base = base
        else:
            reached = self.any_or_all(ply, mover(game), first, wanted)
            # A repetition is a draw: what is better or worse than a draw can't rest on one.
            if reached != (wanted <= DRAWN):
                self.rests_on = 0
        if self.nodes > self.most:
            return False
        if reached:
            least = wanted
        else:
            best = wanted - 1
        # What rests on a start on the line holds for that line's own cards only.
        if names[0] and self.rests_on & ~HORIZON == 0:
            rounds = rounds_left if self.rests_on else FOREVER
            self.canonical.keep(names, least if attacks else -best, best if attacks else -least, rounds)
        seen[entry + MINE] = mine
        seen[entry + THEIRS] = theirs
        seen[entry + UNBEATEN] = unbeaten
        seen[entry + BEATEN] = beaten
        seen[entry + BOUNDS] = self.number << 4 | (best + 1) << 2 | (least + 1)
        seen[entry + RESTS_ON] = self.rests_on
        seen[entry + VISIT] = self.path.last_of(self.rests_on) << 8 | rounds_left
        seen[entry + ANSWER] = self.answer
        return reached

    def any_or_all(self, ply: i64, who: i64, first: i64, wanted: i64) -> bool:
        """True if any action of the solver's seat, or else every one of the other's, leads to the value wanted."""
        codes = self.ordered(self.games[ply], who, first)
        mine = who == self.seat
        rests_on: i64 = 0
        at: i64 = 0
        while at < len(codes):
            reached = self.after(ply, who, codes[at], wanted)
            if self.nodes > self.most:
                return False
            if reached == mine:
                # One good answer is enough, whatever the others rest on.
                self.answer = codes[at]
                self.deciding[kind_of(codes[at])] += 1
                return reached
            rests_on |= self.rests_on
            at += 1
        self.rests_on = rests_on
        self.answer = first
        return not mine

    def ending(self, game: Durak) -> i64:
        """Who of the two is left with cards has lost."""
        if count(game.out) == game.seats - 1:
            return LOST if game.hands[self.seat] else WON
        return DRAWN

    def ordered(self, game: Durak, who: i64, first: i64) -> vec[i64]:
        """Return what may be done, the likely best first: what was best before, then by the look of it."""
        codes = candidates(game, who)
        size = len(codes)
        if size < 2:
            return codes
        prices = vec[i64]([0] * size)
        other = self.other if who == self.seat else self.seat
        at: i64 = 0
        while at < size:
            code = codes[at]
            price = -1000000
            if code != first:
                price = 8 * self.price(game, who, other, code) - self.liking(code)
            to = at
            while to > 0 and prices[to - 1] > price:
                prices[to] = prices[to - 1]
                codes[to] = codes[to - 1]
                to -= 1
            prices[to] = price
            codes[to] = code
            at += 1
        return codes

    def liking(self, code: i64) -> i64:
        """Eight for each doubling of the positions that such an action decided."""
        liking: i64 = 0
        times = self.deciding[kind_of(code)]
        while times:
            liking += 8
            times >>= 1
        return liking

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


def has_circled(game: Durak) -> bool:
    """True if a start of a round stood more than once already."""
    start = game.start
    while start is not None:
        if start.times() > 1:
            return True
        start = start.before
    return False


def kind_of(code: i64) -> i64:
    """A small number for actions that look alike: the verb with its card, and whether it has several."""
    verb = verb_of(code)
    if verb in (ATTACK, FORWARD):
        cards = cards_of(code)
        kind = lowest(cards) + (64 if cards & (cards - 1) else 0)
        return kind if verb == ATTACK else kind + 128
    if verb == BEAT:
        return 256 + second_of(code)
    return 320 if verb == DONE else 321


def roles_of(game: Durak) -> i64:
    """Who is what, and what else is asked about a round besides its cards, as eleven bits."""
    roles = game.attacker | game.defender << 3 | (game.co_attacker + 1) << 6
    if game.taking:
        roles |= 512
    if game.co_added:
        roles |= 1024
    return roles
