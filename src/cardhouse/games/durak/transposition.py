"""Transposition table for the solver of Durak, sound under draw by repetition (graph-history interaction).

A value may rest on starts of rounds that stood on the line when it was found, since coming back to them is a draw. When
such a start is left and its own value was no other than that draw allows, the value holds for good, as far as it rests
on nothing else; when the start turned out better or worse, the value is forgotten. A value may also rest on the
horizon: a line that goes on for too many rounds counts as a draw. Such a value holds only where no more rounds are
left than when it was found.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import BIT, highest

_ENTRIES: Final[i64] = 1 << 19
_HALF: Final[i64] = 0x3FFFFFF

OPEN: Final[i64] = 0
HELD: Final[i64] = 1
FAILED: Final[i64] = 2

# In a set of starts: the horizon.
HORIZON: Final[i64] = 1 << 62
GONE: Final[i64] = -1


# What stands where in an entry: the cards, two bounds of the value, what these rest on, the visit of the last start of
# that with the rounds left below it in eight bits, and the answer that decided it, to be tried first the next time.
MINE: Final[i64] = 0
THEIRS: Final[i64] = 1
UNBEATEN: Final[i64] = 2
BEATEN: Final[i64] = 3
BOUNDS: Final[i64] = 4
RESTS_ON: Final[i64] = 5
VISIT: Final[i64] = 6
ANSWER: Final[i64] = 7


class TranspositionTable:
    """For each position seen an entry of eight numbers side by side: a look at it costs one look into memory, which is
    most of what it costs. A newer position replaces an older one."""

    def __init__(self) -> None:
        self.seen = vec[i64]([0] * (8 * _ENTRIES))
        self.searches: i64 = 0


_tables: list[TranspositionTable] = []


def transpositions() -> TranspositionTable:
    """The one table, made when it is first needed; what earlier searches left in it is no longer read."""
    if not _tables:
        _tables.append(TranspositionTable())
    _tables[0].searches += 1
    return _tables[0]


def place_of(mine: i64, theirs: i64, unbeaten: i64, beaten: i64) -> i64:
    """Where in the table the entry of a position begins."""
    mixed = (mine & _HALF) * 0x2545F491 + (mine >> 26) * 0x1B873593
    mixed += (theirs & _HALF) * 0x0CC9E2D5 + (theirs >> 26) * 0x27D4EB2F
    mixed += (unbeaten & _HALF) * 0x165667B1 + (unbeaten >> 26 & _HALF) * 0x2127599B + (unbeaten >> 52) * 0x1C69B3F7
    mixed += (beaten & _HALF) * 0x3AC5D673 + (beaten >> 26) * 0x2F0B4C47
    return ((mixed ^ mixed >> 23) >> 5 & (_ENTRIES - 1)) * 8


class SearchPath:
    """The starts of rounds on the line that is searched, each with a number of its own for this visit.

    From ``base`` on no card was put away since, so that only those can come again; sets of starts count from there.
    """

    def __init__(self) -> None:
        self.hands = vec[i64]()
        self.attackers = vec[i64]()
        self.away = vec[i64]()
        self.numbers = vec[i64]()
        self.length: i64 = 0
        self.base: i64 = 0
        self.horizon: i64 = 0
        # Of every visit: the one before it on its line, what became of it, and the starts that its value rests on.
        self.before = vec[i64]([0])
        self.became = vec[i64]([FAILED])
        self.rest = vec[i64]([0])

    def restart(self) -> None:
        """Begin a new line."""
        self.length = 0
        self.base = 0

    def restart_from(self, hand: i64, attacker: i64, away: i64) -> None:
        """Begin a new line at a start; if the last one began there too, what rests on it stays."""
        self.restart()
        if (
            len(self.hands)
            and self.hands[0] == hand
            and self.attackers[0] == attacker
            and self.away[0] == away
            and self.became[self.numbers[0]] == OPEN
        ):
            self.length = 1
        else:
            self.add(hand, attacker, away)

    def add(self, hand: i64, attacker: i64, away: i64) -> None:
        """Visit the start of a round."""
        at = self.length
        if at == len(self.hands):
            self.hands = append(self.hands, 0)
            self.attackers = append(self.attackers, 0)
            self.away = append(self.away, 0)
            self.numbers = append(self.numbers, 0)
        if at and self.away[at - 1] != away:
            self.base = at
        self.hands[at] = hand
        self.attackers[at] = attacker
        self.away[at] = away
        self.numbers[at] = len(self.before)
        self.before = append(self.before, self.numbers[at - 1] if at > self.base else 0)
        self.became = append(self.became, OPEN)
        self.rest = append(self.rest, 0)
        self.length += 1

    def leave(self, held: bool, rest: i64) -> None:
        """Leave the last start: whether what rests on it holds, and the earlier starts that this rests on itself."""
        self.length -= 1
        number = self.numbers[self.length]
        self.became[number] = HELD if held else FAILED
        self.rest[number] = rest

    def find(self, hand: i64, attacker: i64, away: i64) -> i64:
        """Where this start of a round stands already, counted from the base; -1 if it doesn't."""
        at = self.length - 1
        # Cards that were put away never come back.
        while at >= 0 and self.away[at] == away:
            if self.hands[at] == hand and self.attackers[at] == attacker:
                return at - self.base
            at -= 1
        return -1

    def rounds_left(self) -> i64:
        """How many more rounds may begin before the horizon."""
        return self.horizon - self.length

    def last_of(self, rest: i64) -> i64:
        """The visit of the last of some starts on the line."""
        rest &= ~HORIZON
        return self.numbers[self.base + highest(rest)] if rest else 0

    def still(self, rest: i64, number: i64, rounds_left: i64) -> i64:
        """The starts on the line on which a value rests by now, if it once rested on these, the last of them with this
        number, and this many rounds were left; `GONE` if it no longer holds."""
        horizon = rest & HORIZON
        rest &= ~HORIZON
        while rest:
            at = highest(rest)
            if self.base + at < self.length and self.numbers[self.base + at] == number:
                break
            if self.became[number] != HELD:
                return GONE
            rest = rest & ~BIT[at] | self.rest[number]
            horizon |= rest & HORIZON
            rest &= ~HORIZON
            if rest:
                last = highest(rest)
                while at > last:
                    number = self.before[number]
                    at -= 1
        if horizon and self.rounds_left() > rounds_left:
            return GONE
        return rest | horizon
