"""PettingZoo's environment in which all agents choose at once: `parallel_env`."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from ..engine.sequencer import Rush
from .environment import Environment, Observation
from .table import illegal


class CardhouseParallelEnv(Environment[Rush], ParallelEnv[str, Observation, int]):
    """A game as a PettingZoo environment in which everybody chooses at the same time.

    Who has nothing to do chooses ``wait``, the last of the choices, and so can a seat that may act but isn't awaited.
    The choices of a step are made one after another, beginning with another seat each time; one that is no longer
    legal then is not made. When all wait, the timer fires. Observations, masks and rewards are those of `CardhouseEnv`.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        self.agents = list(self.possible_agents)
        self.steps = 0
        self.asking = Rush(self.table.game(self.seeds.next(seed)), self.table.choices)
        return self.observations(), {agent: {} for agent in self.agents}

    def observations(self) -> dict[str, Observation]:
        rush = self.sequencer
        return {
            agent: self.observation(rush.seen(self.table.planes, seat), rush.ids(seat))
            for agent, seat in self.seat_of.items()
        }

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            raise RuntimeError("the game is over: call reset()")
        rush = self.sequencer
        made = [actions.get(agent) for agent in self.possible_agents]
        for seat, choice in enumerate(made):
            if not isinstance(choice, int | np.integer) or not rush.allows(seat, int(choice)):
                raise illegal(self.table.choices, choice, self.possible_agents[seat])
        rush.step([int(choice) for choice in made if choice is not None])
        self.steps += 1
        outcome = rush.game.outcome
        rewards = [0.0] * len(self.agents) if outcome is None else self.table.rewards(outcome)
        cut = outcome is None and self.cut
        agents = self.agents
        if outcome is not None or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self.observations(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, outcome is not None),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )


def parallel_env(game: str, seats: int | None = None, **how: Any) -> CardhouseParallelEnv:
    """An environment of this game: see `CardhouseEnv` for what can be given by name, house rules included."""
    return CardhouseParallelEnv(game, seats, **how)
