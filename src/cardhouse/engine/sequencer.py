"""A game as a series of questions, each to one seat and answered by one choice: what learning programs ask for.

Seats that may act are asked in turn and can wait; then those from whom a move is awaited, who can't.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from .action import SLAP, verb_of
from .cards import BIT
from .chance import Chance
from .choices import NOBODY, Choices, Picking
from .game import Game
from .planes import Planes, seat_bit


def without_slaps(codes: vec[i64]) -> vec[i64]:
    """These actions without the slaps, unless there are no others."""
    left = vec[i64]()
    for code in codes:
        if verb_of(code) != SLAP:
            left = append(left, code)
    return left if len(left) > 0 else codes


@mypyc_attr(acyclic=True)
class Sequencer:
    """A game that asks one seat after another for one choice after another.

    ``seat`` is the seat that is asked, -1 once the game is over. First those are asked who may act but are not waited
    for; each can ``wait`` and is not asked again before somebody who is waited for has acted, or the timer has fired.
    Then those are asked who are waited for, and they can't. When nobody is waited for and all wait, the timer fires.
    After a slap that did nothing a seat is not asked for another until the game has gone on.
    """

    def __init__(self, game: Game, choices: Choices, like: Sequencer | None = None) -> None:
        """Ask about a game or, with ``like``, ask just what that one asks."""
        self.game: Game = game
        self.choices: Final = choices
        self.picking: Picking = Picking(choices) if like is None else like.picking.copy()
        self.seat: i64 = NOBODY if like is None else like.seat
        self.awaited: bool = False if like is None else like.awaited
        self.may_wait: bool = False if like is None else like.may_wait
        # The seats that wait, and those whose slaps did nothing, since the game last went on.
        self.waiting: i64 = 0 if like is None else like.waiting
        self.idle: i64 = 0 if like is None else like.idle
        # The seat that is asked first: the one after who acted last.
        self.first: i64 = 0 if like is None else like.first
        if like is None:
            self.find()

    def copy(self) -> Sequencer:
        """The same position, in the middle of a choice too, that shares nothing with this one."""
        return Sequencer(self.game.copy(), self.choices, self)

    def __deepcopy__(self, memo: object) -> Sequencer:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        flags = (self.awaited, self.may_wait)
        state = (int(self.seat), int(self.waiting), int(self.idle), int(self.first))
        return sequencer_of, (self.game, self.choices, self.picking, *flags, *state)

    def put(self, game: Game) -> None:
        """Go on with another game in which the seat that is asked has the same choices: an imagined one."""
        self.game = game

    def ids(self) -> vec[i64]:
        """The legal choices of the seat that is asked, in no special order."""
        if self.seat < 0:
            return vec[i64]()
        found = self.picking.ids()
        return append(found, self.choices.wait) if self.may_wait else found

    def seen(self, planes: Planes, seat: i64) -> vec[i64]:
        """Return what a seat knows, as planes: those of the game, the cards it has picked so far, and who waits."""
        picked: i64 = self.picking.shown() if seat == self.seat else 0
        return append(append(planes.seen(self.game, seat), picked), self.waiting_from(seat))

    def waiting_from(self, seat: i64) -> i64:
        """The seats that wait, counted from this one."""
        if self.waiting == 0:
            return 0
        waiting: i64 = 0
        at: i64 = 0
        while at < self.game.seats:
            if self.waiting & BIT[at]:
                waiting |= seat_bit(at, seat, self.game.seats)
            at += 1
        return waiting

    def allows(self, choice: i64) -> bool:
        """True if the seat that is asked may choose this now."""
        return choice in self.ids()

    def step(self, choice: i64) -> None:
        """Make a legal choice for the seat that is asked."""
        seat = self.seat
        if choice == self.choices.wait:
            self.waiting |= BIT[seat]
        else:
            code = self.picking.pick(choice)
            if code < 0:
                # Who has begun an action completes it.
                self.may_wait = False
                return
            self.act(seat, code)
        self.find()

    def act(self, seat: i64, code: i64) -> None:
        """Do a legal action of a seat."""
        game = self.game
        idle_slaps = game.idle_slaps
        game.advance(seat, code)
        if game.idle_slaps != idle_slaps:
            self.idle |= BIT[seat]
        elif self.awaited:
            self.go_on()
        self.first = seat + 1 if seat + 1 < game.seats else 0

    def go_on(self) -> None:
        """Something happened that everybody may want to answer."""
        self.waiting = 0
        self.idle = 0

    def find(self) -> None:
        """See who is asked next."""
        game = self.game
        seats = game.seats
        while game.result is None:
            awaited: i64 = 0
            for seat in game.turn():
                awaited |= BIT[seat]
            passed_over = awaited | self.waiting | self.idle
            at: i64 = 0
            asked = self.first
            while at < seats:
                if not passed_over & BIT[asked]:
                    codes = game.moves(asked)
                    if len(codes) > 0:
                        self.ask(asked, codes, False)
                        return
                at += 1
                asked = asked + 1 if asked + 1 < seats else 0
            at = 0
            while at < seats:
                if awaited & BIT[asked]:
                    codes = game.moves(asked)
                    self.ask(asked, without_slaps(codes) if self.idle & BIT[asked] else codes, True)
                    return
                at += 1
                asked = asked + 1 if asked + 1 < seats else 0
            if game.timer_now() is not None:
                game.advance(-1, 0)
            elif self.waiting == 0 and self.idle == 0:
                break
            self.go_on()
        self.seat = NOBODY
        self.may_wait = False

    def ask(self, seat: i64, codes: vec[i64], awaited: bool) -> None:
        """Ask a seat for a choice among these actions."""
        self.seat = seat
        self.awaited = awaited
        self.may_wait = not awaited
        self.picking.begin(codes)


def sequencer_of(
    game: Game,
    choices: Choices,
    picking: Picking,
    awaited: bool,
    may_wait: bool,
    seat: int,
    waiting: int,
    idle: int,
    first: int,
) -> Sequencer:
    """A game that asks what it asked when it was pickled."""
    found = Sequencer(game.copy(), choices)
    found.game = game
    found.picking = picking
    found.awaited = awaited
    found.may_wait = may_wait
    found.seat = seat
    found.waiting = waiting
    found.idle = idle
    found.first = first
    return found


@mypyc_attr(acyclic=True)
class Rush:
    """A game that asks all seats at once.

    Who has nothing to do, or may do something but is not waited for, can wait.
    """

    def __init__(self, game: Game, choices: Choices) -> None:
        self.game: Game = game
        self.choices: Final = choices
        self.pickings: list[Picking] = [Picking(choices) for _ in range(game.seats)]
        self.awaited: i64 = 0
        self.idle: i64 = 0
        self.first: i64 = 0
        self.ask()

    def __reduce__(self) -> tuple[object, ...]:
        return rush_of, (self.game, self.choices, self.pickings, int(self.awaited), int(self.idle), int(self.first))

    def ask(self) -> None:
        """See what everybody may do now."""
        self.awaited = 0
        if self.game.result is None:
            for seat in self.game.turn():
                self.awaited |= BIT[seat]
        at: i64 = 0
        while at < self.game.seats:
            codes = vec[i64]()
            if self.game.result is None and (self.awaited & BIT[at] or not self.idle & BIT[at]):
                codes = without_slaps(self.game.moves(at)) if self.idle & BIT[at] else self.game.moves(at)
            self.pickings[at].begin(codes)
            at += 1

    def ids(self, seat: i64) -> vec[i64]:
        """The legal choices of a seat, in no special order; none once the game is over."""
        if self.game.result is not None:
            return vec[i64]()
        picking = self.pickings[seat]
        found = picking.ids()
        return found if self.awaited & BIT[seat] or picking.kind else append(found, self.choices.wait)

    def allows(self, seat: i64, choice: i64) -> bool:
        """True if a seat may choose this now."""
        return choice in self.ids(seat)

    def seen(self, planes: Planes, seat: i64) -> vec[i64]:
        """Return what a seat knows, as planes: the game's own, the cards it has picked so far, and nobody who waits."""
        return append(append(planes.seen(self.game, seat), self.pickings[seat].shown()), 0)

    def step(self, chosen: list[int]) -> None:
        """Make a legal choice of every seat; one that another seat's has made impossible comes to nothing."""
        game = self.game
        seats = game.seats
        codes = vec[i64]([-1] * seats)
        busy = False
        at: i64 = 0
        while at < seats:
            if chosen[at] != self.choices.wait:
                busy = True
                codes[at] = self.pickings[at].pick(chosen[at])
            at += 1
        acted = False
        seat = self.first
        at = 0
        while at < seats and game.result is None:
            if codes[seat] >= 0 and game.allows(seat, codes[seat]):
                self.act(seat, codes[seat])
                acted = True
            seat = seat + 1 if seat + 1 < seats else 0
            at += 1
        if not busy and game.result is None and self.awaited == 0:
            self.idle = 0
            if game.timer_now() is not None:
                game.advance(-1, 0)
                acted = True
        self.first = self.first + 1 if self.first + 1 < seats else 0
        if acted or not busy:
            self.ask()

    def act(self, seat: i64, code: i64) -> None:
        """Do a legal action of a seat."""
        idle_slaps = self.game.idle_slaps
        self.game.advance(seat, code)
        if self.game.idle_slaps != idle_slaps:
            self.idle |= BIT[seat]
        elif self.awaited & BIT[seat]:
            self.idle = 0


def rush_of(game: Game, choices: Choices, pickings: list[Picking], awaited: int, idle: int, first: int) -> Rush:
    """A game that asks what it asked when it was pickled."""
    rush = Rush(game, choices)
    rush.pickings = pickings
    rush.awaited = awaited
    rush.idle = idle
    rush.first = first
    return rush


@mypyc_attr(acyclic=True)
class Rows:
    """Many games, one in each row, that are stepped together."""

    def __init__(self, rows: list[Sequencer], planes: Planes, chance: Chance) -> None:
        self.rows: Final = rows
        self.planes: Final = planes
        self.chance: Final = chance
        # The legal choices of all rows, one row after another, and where those of each row begin.
        self.ids: vec[i64] = vec[i64]()
        self.starts: vec[i64] = vec[i64]([0] * (len(rows) + 1))
        # The planes of all rows: made once, and filled again at each step.
        self.sets: vec[i64] = vec[i64]()
        self.look()

    def __reduce__(self) -> tuple[object, ...]:
        return Rows, (self.rows, self.planes, self.chance)

    def look(self) -> None:
        """See what may be chosen in each row."""
        ids = vec[i64](capacity=len(self.ids) + 64)
        at: i64 = 0
        for row in self.rows:
            self.starts[at] = len(ids)
            if row.seat >= 0:
                ids = row.picking.add_ids(ids)
                if row.may_wait:
                    ids = append(ids, row.choices.wait)
            at += 1
        self.starts[at] = len(ids)
        self.ids = ids

    def first_illegal(self, chosen: list[int]) -> i64:
        """The first row whose choice is not legal; -1 if all are."""
        row: i64 = 0
        while row < len(self.rows):
            choice = chosen[row]
            at = self.starts[row]
            end = self.starts[row + 1]
            while at < end and self.ids[at] != choice:
                at += 1
            if at == end:
                return row
            row += 1
        return -1

    def any_legal(self) -> vec[i64]:
        """A legal choice of each row, each of them as likely as the others of its row."""
        found = vec[i64]([0] * len(self.rows))
        row: i64 = 0
        while row < len(found):
            start = self.starts[row]
            found[row] = self.ids[start + self.chance.below(self.starts[row + 1] - start)]
            row += 1
        return found

    def step(self, chosen: list[int]) -> list[int]:
        """Make a legal choice in every row; the rows whose game that has ended. Call `look` once they have others."""
        ended: list[int] = []
        for at, row in enumerate(self.rows):
            row.step(chosen[at])
            if row.seat < 0:
                ended.append(at)
        return ended

    def seen(self) -> tuple[vec[i64], vec[i64], vec[i64]]:
        """Of all rows, one after another: what the seat that is asked sees, its legal choices (numbered through over
        all rows), and the seats that are asked. The first is written over the next time."""
        seats = vec[i64]([0] * len(self.rows))
        ids = self.ids[:]
        offset: i64 = 0
        filled: i64 = 0
        for at, row in enumerate(self.rows):
            seat = row.seat
            seats[at] = seat
            for number in range(self.starts[at], self.starts[at + 1]):
                ids[number] += offset
            offset += row.choices.size
            planes = self.planes.seen(row.game, seat)
            size: i64 = len(planes)
            if at == 0 and len(self.sets) != (size + 2) * len(self.rows):
                self.sets = vec[i64]([0] * (int(size + 2) * len(self.rows)))
            plane: i64 = 0
            while plane < size:
                self.sets[filled + plane] = planes[plane]
                plane += 1
            filled += size
            self.sets[filled] = row.picking.shown()
            self.sets[filled + 1] = row.waiting_from(seat)
            filled += 2
        return self.sets, ids, seats
