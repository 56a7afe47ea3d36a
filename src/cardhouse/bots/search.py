"""What a search finds out: the worth of each action, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.action import Action


@dataclass(frozen=True)
class Valued:
    """An action with its worth for the seat that asks (more is better), the standard error of that, the worlds it was
    tried in, and whether a solver settled it."""

    action: Action
    value: float
    error: float
    worlds: int
    proven: bool = False


@dataclass(frozen=True)
class Search:
    """The actions looked at, best first; ``proven`` only if a solver settled every one of them."""

    actions: tuple[Valued, ...]
    worlds: int
    proven: bool = False

    @property
    def best(self) -> Action:
        return self.actions[0].action
