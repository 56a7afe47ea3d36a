"""PettingZoo's environment in which all agents choose at once: `parallel_env`."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from ..engine.sequencer import Rush
from .table import Seeds, Table, illegal

Observation = dict[str, Any]


class CardhouseParallelEnv(ParallelEnv[str, Observation, int]):
    """A game as a PettingZoo environment in which everybody chooses at the same time.

    Who has nothing to do chooses ``wait``, the last of the choices, and so can whoever may act but is not waited for.
    The choices of a step are made one after another, beginning with another seat each time; one that is no longer
    legal then is not made. When all wait, the timer fires. Observations, masks and rewards are those of `CardhouseEnv`.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        reward: str = "place",
        max_steps: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """As for `CardhouseEnv`."""
        self.table = Table(game, seats, reward, options)
        self.metadata = {"render_modes": ["ansi", "human"], "name": f"cardhouse_{game}"}
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []
        self.seeds = Seeds()
        self.asking: Rush | None = None

    def observation_space(self, agent: str) -> Any:
        return self.table.observation_space

    def action_space(self, agent: str) -> Any:
        return self.table.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        self.agents = list(self.possible_agents)
        self.steps = 0
        self.asking = Rush(self.table.game(self.seeds.next(seed)), self.table.choices)
        return self.observations(), {agent: {} for agent in self.agents}

    @property
    def rush(self) -> Rush:
        """The game, and what is asked of everybody now."""
        if self.asking is None:
            raise RuntimeError("call reset() first")
        return self.asking

    def observations(self) -> dict[str, Observation]:
        rush, table = self.rush, self.table
        return {
            agent: {
                "observation": table.bits(rush.seen(table.planes, seat)),
                "action_mask": table.mask(rush.ids(seat)),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            raise RuntimeError("the game is over: call reset()")
        rush = self.rush
        made = [actions.get(agent) for agent in self.possible_agents]
        for seat, choice in enumerate(made):
            if not isinstance(choice, int | np.integer) or not rush.allows(seat, int(choice)):
                raise illegal(self.table.choices, choice, self.possible_agents[seat])
        rush.step([int(choice) for choice in made if choice is not None])
        self.steps += 1
        outcome = rush.game.outcome
        rewards = [0.0] * len(self.agents) if outcome is None else self.table.rewards(outcome)
        cut = outcome is None and self.max_steps is not None and self.steps >= self.max_steps
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

    def render(self) -> str | None:
        text = self.table.text(self.rush.game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass


def parallel_env(game: str, seats: int | None = None, **how: Any) -> CardhouseParallelEnv:
    """An environment of this game: see `CardhouseEnv` for what can be given by name, house rules included."""
    return CardhouseParallelEnv(game, seats, **how)
