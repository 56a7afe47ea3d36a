"""The result of a search: the worth of each action, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.action import Action


@dataclass(frozen=True)
class Valued:
    """An action with its worth for the seat that asks (more is better), the standard error of that, the worlds it was
    tried in, and whether a solver settled it.

    ``behind`` is by how much it is behind the best action in the worlds that both were tried in, with the standard
    error of that: in the same worlds two actions differ more surely than each is worth something. None: unknown.
    """

    action: Action
    value: float
    error: float
    worlds: int
    proven: bool = False
    behind: tuple[float, float] | None = None


@dataclass(frozen=True)
class Search:
    """The actions looked at, best first; ``proven`` only if a solver settled every one of them."""

    actions: tuple[Valued, ...]
    worlds: int
    proven: bool = False

    @property
    def best(self) -> Action:
        return self.actions[0].action
