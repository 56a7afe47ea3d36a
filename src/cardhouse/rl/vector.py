"""Many games side by side as arrays: what a learner on one machine steps fastest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..engine.chance import Chance
from ..engine.sequencer import Rows
from .table import Seeds, Table, illegal


class Step(NamedTuple):
    """The state of a step: one row for each game.

    ``seats`` are asked; ``observations`` are what they see and ``masks`` what they may choose. ``rewards`` has a column
    for each seat: what the game that has just ended (``ended``) was worth. Where one ended, the next has begun.
    """

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.int8]
    seats: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float32]
    ended: npt.NDArray[np.bool_]


class VectorEnv:
    """This many games of one kind, stepped together; a game that ends is followed by another at once."""

    def __init__(
        self, game: str, number: int, seats: int | None = None, reward: str = "place", **options: object
    ) -> None:
        """``options`` are the house rules by name; ``reward`` is ``place`` or ``points``."""
        self.table = Table(game, seats, reward, options)
        self.number = number
        self.seeds = Seeds()
        self.rows: Rows | None = None

    @property
    def action_space(self) -> Any:
        """The choices of one game."""
        return self.table.action_space

    @property
    def observation_space(self) -> Any:
        """Return what is seen of one game."""
        return self.table.observation_space

    def reset(self, seed: int | None = None) -> Step:
        """Deal all games again."""
        first = self.seeds.next(seed)
        deals = [self.table.deal(first if at == 0 else self.seeds.next(None)) for at in range(self.number)]
        self.rows = Rows(deals, self.table.planes, Chance(first))
        return self._seen(np.zeros((self.number, self.table.seats), np.float32), np.zeros(self.number, np.bool_))

    def step(self, choices: npt.NDArray[np.int64] | Iterable[int]) -> Step:
        """Make a choice in each game. One that is not legal raises `ValueError`, and then none is made."""
        if self.rows is None:
            raise RuntimeError("call reset() first")
        made = choices.tolist() if isinstance(choices, np.ndarray) else [int(choice) for choice in choices]
        if len(made) != self.number:
            raise ValueError(f"there are {self.number} games, and choices for {len(made)}")
        wrong = int(self.rows.first_illegal(made))
        if wrong >= 0:
            agent = self.table.agents[self.rows.rows[wrong].seat]
            raise illegal(self.table.choices, made[wrong], f"in game {wrong} {agent}")
        rewards: npt.NDArray[np.float32] = np.zeros((self.number, self.table.seats), np.float32)
        ended: npt.NDArray[np.bool_] = np.zeros(self.number, np.bool_)
        for at in self.rows.step(made):
            outcome = self.rows.rows[at].game.outcome
            assert outcome is not None
            rewards[at] = self.table.rewards(outcome)
            ended[at] = True
            self.rows.rows[at] = self.table.deal(self.seeds.next(None))
        self.rows.look()
        return self._seen(rewards, ended)

    def random_choices(self) -> npt.NDArray[np.int64]:
        """A legal choice for each game, each of them as likely as the others of its game."""
        if self.rows is None:
            raise RuntimeError("call reset() first")
        found: npt.NDArray[np.int64] = np.frombuffer(self.rows.any_legal(), np.int64)
        return found

    def _seen(self, rewards: npt.NDArray[np.float32], ended: npt.NDArray[np.bool_]) -> Step:
        assert self.rows is not None
        sets, ids, seats = self.rows.seen()
        masks: npt.NDArray[np.int8] = np.zeros(self.number * int(self.table.choices.size), np.int8)
        masks[np.frombuffer(ids, np.int64)] = 1
        return Step(
            self.table.bits(sets).reshape(self.number, *self.table.shape),
            masks.reshape(self.number, -1),
            np.frombuffer(seats, np.int64),
            rewards,
            ended,
        )
