"""PettingZoo's environment in which one agent after another is asked: `env`."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from ..engine.sequencer import Sequencer
from .environment import Environment, Observation
from .table import illegal


class CardhouseEnv(Environment[Sequencer], AECEnv[str, Observation, int | None]):
    """A game as a PettingZoo environment: ``agent_selection`` is asked for one choice.

    An observation is a dict of ``observation``, planes of zeros and ones, and ``action_mask``, a one for each choice
    that is legal; the mask of an agent that is not asked is empty. A choice that is not legal raises `ValueError` and
    changes nothing. Rewards come with the end of the game.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.steps = 0
        self.asking = self.table.deal(self.seeds.next(seed))
        self.agent_selection = self.agents[self.asking.seat]

    def observe(self, agent: str) -> Observation:
        asking, seat = self.sequencer, self.seat_of[agent]
        return self.observation(self.table.sets(asking, seat), asking.ids() if seat == asking.seat else b"")

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        asking = self.sequencer
        if not isinstance(action, int | np.integer) or not asking.allows(int(action)):
            raise illegal(self.table.choices, action, agent)
        self._cumulative_rewards[agent] = 0.0
        asking.step(int(action))
        self.steps += 1
        outcome = asking.game.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(outcome), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            if self.cut:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[asking.seat]
        if self.render_mode == "human":
            self.render()


def env(game: str, seats: int | None = None, **how: Any) -> CardhouseEnv:
    """An environment of this game: see `CardhouseEnv` for what can be given by name, house rules included."""
    return CardhouseEnv(game, seats, **how)
