"""PettingZoo's environment in which one agent after another is asked: `env`."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from ..engine.sequencer import Sequencer
from .table import Seeds, Table, illegal

Observation = dict[str, Any]


class CardhouseEnv(AECEnv[str, Observation, int | None]):
    """A game as a PettingZoo environment: ``agent_selection`` is asked for one choice.

    An observation is a dict of ``observation``, planes of zeros and ones, and ``action_mask``, a one for each choice
    that is legal; the mask of an agent that is not asked is empty. A choice that is not legal raises `ValueError` and
    changes nothing. Rewards come with the end of the game.
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
        """``options`` are the house rules of the game by name; after ``max_steps`` choices a game is truncated."""
        super().__init__()
        self.table = Table(game, seats, reward, options)
        self.metadata = {"render_modes": ["ansi", "human"], "name": f"cardhouse_{game}", "is_parallelizable": True}
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.possible_agents = list(self.table.agents)
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.seeds = Seeds()
        self.asking: Sequencer | None = None

    def observation_space(self, agent: str) -> Any:
        return self.table.observation_space

    def action_space(self, agent: str) -> Any:
        return self.table.action_space

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

    @property
    def sequencer(self) -> Sequencer:
        """The game, and what is asked of it now."""
        if self.asking is None:
            raise RuntimeError("call reset() first")
        return self.asking

    def observe(self, agent: str) -> Observation:
        asking, table, seat = self.sequencer, self.table, self.seat_of[agent]
        return {
            "observation": table.bits(table.sets(asking, seat)),
            "action_mask": table.mask(asking.ids() if seat == asking.seat else b""),
        }

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
            if self.max_steps is not None and self.steps >= self.max_steps:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[asking.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        text = self.table.text(self.sequencer.game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass


def env(game: str, seats: int | None = None, **how: Any) -> CardhouseEnv:
    """An environment of this game: see `CardhouseEnv` for what can be given by name, house rules included."""
    return CardhouseEnv(game, seats, **how)
