"""Lines of play: actions played on in the same imagined worlds, with the same chance, and what happens along them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..build import running
from ..engine.action import Action
from ..engine.chance import Chance
from ..engine.event import Event, Events
from ..engine.game import Game
from ..engine.registry import sampler
from ..engine.view import View
from .bot import Bot

# In how many worlds actions are compared at most.
WORLDS = 200 if running() == "compiled" else 30
# No line goes on for longer.
LONGEST = 400

# Events by which cards come to the hand of who does them, and by which they leave it.
GAINING = frozenset({"draw", "draw_trump", "take", "pickup", "misfit"})
LOSING = frozenset({"play", "pass", "attack", "forward", "beat"})

# Who acts next, and the code of what they do.
NextAction = Callable[[Game, Chance], tuple[int, int]]
# What a position is worth to a seat, where that is proven.
Settled = Callable[[Game, int], float | None]


@dataclass(frozen=True)
class Line:
    """An action played on in a world: every action with its seat, what happened, and what that was worth.

    The first ``own`` events are what the action itself brought about.
    """

    world: Game
    moves: tuple[tuple[int, int], ...]
    events: tuple[Event, ...]
    worth: float
    own: int = 0

    @property
    def seat(self) -> int:
        """Return whose action it is."""
        return self.moves[0][0]

    def begun(self) -> Line:
        """The line up to where anybody else may do something."""
        return Line(self.world, self.moves[:1], self.events[: self.own], self.worth, self.own)


@dataclass(frozen=True)
class Happening:
    """Something that may happen along a line; ``advice.after.NAME`` says so.

    ``good`` is whether the seat wants it; None: it depends. Of several that explain as much, the one with the largest
    ``weight`` is told; two of one ``group`` are not told together. ``now``: it is about the trick or round that is
    played to. ``decided`` tells whether the action itself decides it, one way or the other.
    """

    name: str
    good: bool | None
    weight: float
    happens: Callable[[Line, int], bool]
    group: str = ""
    now: bool = False
    decided: Callable[[Line, int], bool] | None = None


@dataclass(frozen=True)
class Verifying:
    """How a review makes sure of a mistake: stronger players play both actions on, in this many worlds at most.

    ``player`` makes the one of a seat, by a seed. They play for ``horizon`` actions, before the quick players finish
    the game; what is ``settled`` before is not played on.

    Where playing on takes long, what the search says counts as well: ``trust`` of it, with this ``doubt`` besides its
    own error.
    """

    player: Callable[[int], Bot]
    worlds: int = 20
    horizon: int = LONGEST
    settled: Settled | None = None
    trust: float = 1.0
    doubt: float | None = None

    def trusted(self, cost: float, error: float) -> tuple[float, float] | None:
        """Return what is believed of a cost that the search found, with the error of that; None: nothing."""
        return None if self.doubt is None else (self.trust * cost, math.hypot(self.trust * error, self.doubt))


@dataclass(frozen=True)
class Playing:
    """How a game's worlds are played on.

    ``step`` makes the players for one view: quick ones, that play by a policy. ``done`` tells, from the world and the
    game that came of it, whether all that matters to a seat is settled, ``worth`` what it is then worth to it. What is
    ``certain`` after two actions, in every world, says why they are equally good: ``advice.both.NAME``.
    ``verifying`` is how a review makes sure; None: the quick players do that as well.
    """

    step: Callable[[View], NextAction]
    done: Callable[[Game, Game, int], bool]
    worth: Callable[[Game, Game, int], float]
    happenings: tuple[Happening, ...] = ()
    certain: tuple[Happening, ...] = ()
    verifying: Verifying | None = None


def line_after(
    world: Game,
    seat: int,
    action: Action,
    playing: Playing,
    step: NextAction,
    chance: Chance,
    settled: Settled | None = None,
) -> Line:
    """Play an action on in a world until all is settled for the seat."""
    game = world.copy()
    game.recording, game.events = True, Events()
    moves = [(seat, int(action.code))]
    game.advance(seat, action.code)
    own = len(game.events)
    while not playing.done(world, game, seat) and len(moves) < LONGEST:
        worth = None if settled is None else settled(game, seat)
        if worth is not None:
            return Line(world, tuple(moves), tuple(game.events), worth, own)
        who, code = step(game, chance)
        moves.append((who, code))
        game.advance(who, code)
    return Line(world, tuple(moves), tuple(game.events), playing.worth(world, game, seat), own)


def lines_of(
    view: View,
    actions: Sequence[Action],
    playing: Playing,
    chance: Chance,
    worlds: int,
    step: NextAction | None = None,
    settled: Settled | None = None,
) -> list[list[Line]]:
    """The lines of each action, in the same worlds: which other actions are asked for makes no difference to them."""
    assert view.seat is not None
    fitting = sampler(view)
    players = playing.step(view) if step is None else step
    found: list[list[Line]] = [[] for _ in actions]
    for _ in range(worlds):
        world, after = fitting.game(chance), chance.split()
        for at, action in enumerate(actions):
            found[at].append(line_after(world, view.seat, action, playing, players, Chance(0, after), settled))
    return found


def held_after(line: Line, seat: int, hand: int, ends: Callable[[Event], bool]) -> int:
    """The set of cards that a seat holds when the first event comes that ``ends`` it, from what it held in the world.

    What it draws, takes or is passed comes to its hand, what it plays leaves it.
    """
    for event in line.events:
        if ends(event):
            break
        cards = sum(1 << card for card in event.cards)
        passed = event.kind == "pass" and event.facts.get("to") == seat
        if passed or (event.seat == seat and event.kind in GAINING):
            hand |= cards
        elif event.seat == seat and event.kind in LOSING:
            hand &= ~(cards if event.kind != "beat" else 1 << event.cards[-1])
    return hand


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
