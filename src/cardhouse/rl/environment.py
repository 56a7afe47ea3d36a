"""The base of both PettingZoo environments: the spaces, the limit of a game, and how it is shown."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from ..engine.sequencer import Rush, Sequencer
from .table import Seeds, Table

Observation = dict[str, Any]
Asking = TypeVar("Asking", Sequencer, Rush)


class Environment(Generic[Asking]):
    """A game with an agent for each seat; stands before the class of PettingZoo among the bases of an environment."""

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
        self.steps = 0
        self.asking: Asking | None = None

    @property
    def sequencer(self) -> Asking:
        """The game, and what is asked of it now."""
        if self.asking is None:
            raise RuntimeError("call reset() first")
        return self.asking

    @property
    def cut(self) -> bool:
        """True if the game has taken enough steps to be truncated."""
        return self.max_steps is not None and self.steps >= self.max_steps

    def observation_space(self, agent: str) -> Any:
        return self.table.observation_space

    def action_space(self, agent: str) -> Any:
        return self.table.action_space

    def observation(self, sets: Any, ids: Any) -> Observation:
        """Return what an agent sees, and which choices it has."""
        return {"observation": self.table.bits(sets), "action_mask": self.table.mask(ids)}

    def render(self) -> str | None:
        text = self.table.text(self.sequencer.game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass
