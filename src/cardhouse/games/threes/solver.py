"""Threes between two players without a draw pile, solved: every card is known, so each action wins, draws or loses.

All positions that can come about are laid out by the rules, the nearest first, up to a number of them. Then wins and
losses are carried back from the ends until nothing changes. A position from which nobody can force the end is a draw,
which is settled only if all positions were laid out; a win or a loss is settled in any case. Down-cards are turned in
the order in which they lie, as nobody knows them.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.chance import Chance
from .policy import choices, run_on_top
from .rules import Threes

WON: Final[i64] = 1
DRAWN: Final[i64] = 0
LOST: Final[i64] = -1
UNKNOWN: Final[i64] = 2

_PILE: Final[i64] = 52
_TOP: Final[i64] = 65
_RUN: Final[i64] = 79
_DOWN: Final[i64] = 131
_MOVER: Final[i64] = 139


def _numbers(seed: int, many: int) -> vec[i64]:
    """Random numbers of 55 bits, so that a sum of them for every card stays small enough."""
    chance = Chance(seed)
    return vec[i64]([(int(chance.word()) * 2**32 + int(chance.word())) % 2**55 for _ in range(many)])


_KEYS: Final[vec[i64]] = _numbers(3, 141)


def solvable(game: Threes) -> bool:
    """True if two players are left in the game and there is nothing to draw."""
    return not game.swapping and game.drawn == len(game.stock) and game.seats - game.gone == 2


def cards_left(game: Threes) -> i64:
    """How many cards are held or lie on the pile."""
    total = game.laid
    seat: i64 = 0
    while seat < game.seats:
        total += game.held(seat)
        seat += 1
    return total


def _key_of(cards: i64, place: i64) -> i64:
    """Return what cards in a place add to a position's key; the suits make no difference."""
    key: i64 = 0
    rank: i64 = 0
    while cards:
        column = cards & 0x8004002001
        while column:
            key += _KEYS[place + rank]
            column &= column - 1
        cards = (cards & ~0x8004002001) >> 1
        rank += 1
    return key


def key_of(game: Threes, me: i64, other: i64) -> i64:
    """A number that positions share if only suits, or what led there, tell them apart."""
    key = _key_of(game.hands[me], 0) + _key_of(game.hands[other], 13)
    key += _key_of(game.up[me], 26) + _key_of(game.up[other], 39) + _key_of(game.pile_cards(), _PILE)
    key += _KEYS[_TOP + game.top] + _KEYS[_DOWN + game.down_count(me)] + _KEYS[_DOWN + 4 + game.down_count(other)]
    if game.laid:
        key += _KEYS[_RUN + 4 * (game.pile[game.laid - 1] % 13) + run_on_top(game)]
    return key + _KEYS[_MOVER + (1 if game.on_move == me else 0)]


class Solver:
    """Solves positions, each within this many positions laid out."""

    def __init__(self, most: i64) -> None:
        self.most = most
        self.laid_out: i64 = 0
        self.games: list[Threes | None] = []
        self.found: dict[int, int] = {}
        self.values = vec[i64]()
        # Whether the one who asks is on the move there.
        self.mine = vec[i64]()
        # The positions that follow number n are those from starts[n] up to starts[n + 1]; the last have no starts yet.
        self.starts = vec[i64]()
        self.follows = vec[i64]()

    def solve(self, game: Threes, codes: vec[i64]) -> vec[i64]:
        """Return what each of these actions of the player on the move leads to: `WON`, `DRAWN`, `LOST` or `UNKNOWN`."""
        me = game.on_move
        other = game.next_left(me)
        self.games = []
        self.found = {}
        self.values = vec[i64]()
        self.mine = vec[i64]()
        self.starts = vec[i64]()
        self.follows = vec[i64]()
        roots = vec[i64]([self.number_of(game, code, me, other) for code in codes])
        self.lay_out(me, other)
        self.carry_back()
        complete = len(self.starts) == len(self.games)
        self.laid_out += len(self.games)
        answers = vec[i64]()
        for root in roots:
            value = self.values[root]
            answers = append(answers, UNKNOWN if value == DRAWN and not complete else value)
        return answers

    def number_of(self, game: Threes, code: i64, me: i64, other: i64) -> i64:
        """The number of the position after an action, which is noted down if it is new."""
        after = Threes(game.setup, game)
        after.advance(game.on_move, code)
        key = key_of(after, me, other)
        known = self.found.get(key)
        if known is not None:
            return known
        number: i64 = len(self.games)
        self.found[key] = number
        self.mine = append(self.mine, 1 if after.on_move == me else 0)
        if after.result is None and after.place[me] == 0:
            self.games.append(after)
            self.values = append(self.values, DRAWN)
            return number
        self.games.append(None)
        if after.place[me]:
            self.values = append(self.values, WON)
        else:
            self.values = append(self.values, LOST if after.place[other] else DRAWN)
        return number

    def lay_out(self, me: i64, other: i64) -> None:
        """Note down what follows each position, the nearest first, until there are too many."""
        codes = vec[i64]([0] * 64)
        while len(self.starts) < len(self.games) and len(self.games) < self.most:
            self.starts = append(self.starts, len(self.follows))
            game = self.games[len(self.starts) - 1]
            if game is None:
                continue
            self.games[len(self.starts) - 1] = None
            many = choices(game, game.on_move, codes)
            at: i64 = 0
            while at < many:
                self.follows = append(self.follows, self.number_of(game, codes[at], me, other))
                at += 1

    def carry_back(self) -> None:
        """Settle a position when one of its followers is won for who is on the move, or when all are lost."""
        changed = True
        while changed:
            changed = False
            end: i64 = len(self.follows)
            number: i64 = len(self.starts)
            while number > 0:
                number -= 1
                start = self.starts[number]
                if self.values[number] == DRAWN and start < end:
                    value = self.settled(number, start, end)
                    if value != DRAWN:
                        self.values[number] = value
                        changed = True
                end = start

    def settled(self, number: i64, start: i64, end: i64) -> i64:
        good = WON if self.mine[number] else LOST
        left: i64 = 0
        at = start
        while at < end:
            value = self.values[self.follows[at]]
            if value == good:
                return good
            if value == DRAWN:
                left += 1
            at += 1
        return DRAWN if left else -good
