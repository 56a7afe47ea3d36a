"""The base of all environments: the game, its choices, its observations, and the rewards of an end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..engine.cards import PLACES
from ..engine.choices import Choices
from ..engine.game import Game, Setup
from ..engine.outcome import Outcome, of_seats, of_sides
from ..engine.registry import new
from ..engine.sequencer import Sequencer
from ..games import spec
from ..games.drawing import Style, TextTable, plain_lines

REWARDS = ("place", "points")
# Of an i64 in the memory of any machine, the bits from the lowest up.
LITTLE = np.dtype("<i8")


class Table:
    """A game with its seats, options and reward, from which any number of deals can be made."""

    def __init__(self, game: str, seats: int | None, reward: str, options: dict[str, object]) -> None:
        """``reward`` is ``place`` (from 1 for the first to -1 for the last) or ``points``, in what the game counts."""
        if reward not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {reward!r}")
        self.spec = spec(game)
        self.reward = reward
        self.options = dict(options)
        self.sample = new(game, seats=seats, seed=0, options=options)
        self.seats = int(self.sample.seats)
        self.choices = Choices(list(self.spec.learning.choices))
        self.planes = self.spec.learning.planes
        self.agents = [f"player_{seat}" for seat in range(self.seats)]

    def __reduce__(self) -> tuple[object, ...]:
        return Table, (self.spec.name, self.seats, self.reward, self.options)

    def __deepcopy__(self, memo: object) -> Table:
        return self

    def deal(self, seed: int) -> Sequencer:
        """A fresh deal."""
        return Sequencer(self.game(seed), self.choices)

    def game(self, seed: int) -> Game:
        """A fresh game of this seed."""
        setup = self.sample.setup
        made = type(self.sample)(Setup(setup.game, setup.seats, setup.options, seed, None))
        made.deal()
        return made

    @cached_property
    def plane_names(self) -> list[str]:
        """Return what each plane of an observation shows: the game's own, then the cards picked in an unfinished choice
        and the seats that wait."""
        return [*self.planes.names(self.sample), "picked", "waiting"]

    @property
    def choice_names(self) -> list[str]:
        """Return what each choice means."""
        return list(self.choices.names)

    @cached_property
    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(int(self.choices.size))

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The planes, and the cards in each."""
        return len(self.plane_names), int(PLACES)

    @cached_property
    def observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (int(self.choices.size),), np.int8),
            }
        )

    def sets(self, asking: Sequencer, seat: int) -> Any:
        """The planes of a seat as sets of cards, an array of numbers."""
        return asking.seen(self.planes, seat)

    def bits(self, sets: Any) -> npt.NDArray[np.uint8]:
        """Sets of cards as planes of zeros and ones; as many rows as there are sets."""
        numbers = np.frombuffer(sets, np.int64).astype(LITTLE, copy=False)
        spread = np.unpackbits(numbers.view(np.uint8), bitorder="little")
        rows: npt.NDArray[np.uint8] = spread.reshape(-1, 64)[:, : int(PLACES)]
        return rows

    def mask(self, ids: Any) -> npt.NDArray[np.int8]:
        """A one for each of these choices."""
        mask: npt.NDArray[np.int8] = np.zeros(int(self.choices.size), np.int8)
        if len(ids):
            mask[np.frombuffer(ids, np.int64)] = 1
        return mask

    def rewards(self, outcome: Outcome) -> list[float]:
        """Return what an end is worth to each seat."""
        sides = outcome.sides
        if self.reward == "place":
            return of_seats(sides, place_rewards(of_sides(sides, outcome.places)))
        measure = self.spec.measure
        places, scores = of_sides(sides, outcome.places), of_sides(sides, outcome.scores)
        results = of_seats(sides, measure.results(places, scores, set()))
        return [-result if measure.lower_is_better else result for result in results]

    def text(self, game: Game, seat: int | None = None) -> str:
        """The table in words, as this seat sees it."""
        drawn = self.spec.terminal.lines or plain_lines
        return "\n".join(drawn(TextTable(self.agents, Style()), game.view(seat)))


def place_rewards(places: Sequence[int]) -> list[float]:
    """From 1 for who is ahead of all to -1 for who is behind all; who shares a place shares what it is worth."""
    others = max(1, len(places) - 1)
    return [sum((other > mine) - (other < mine) for other in places) / others for mine in places]


class Seeds:
    """Seeds for one deal after another: all of them follow from the one given at a reset."""

    def __init__(self) -> None:
        self.stream = Random()

    def next(self, seed: int | None) -> int:
        if seed is not None:
            self.stream = Random(seed)
        return self.stream.getrandbits(62)


def illegal(choices: Choices, choice: Any, agent: str) -> ValueError:
    """Return what to raise about a choice that the mask forbids."""
    known = isinstance(choice, int | np.integer) and 0 <= choice < choices.size
    said = f"{choice} ({choices.names[int(choice)]})" if known else repr(choice)[:40]
    return ValueError(f"{agent} may not choose {said} now: see the action_mask of its observation")
