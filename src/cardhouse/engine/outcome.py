"""How a game ended."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr


@mypyc_attr(acyclic=True)
class Outcome:
    """How a game ended: each seat's place (1 is best, equal places are shared), each seat's score, and why."""

    def __init__(self, places: tuple[int, ...], scores: tuple[int, ...], reason: str) -> None:
        self.places: Final = places
        self.scores: Final = scores
        self.reason: Final = reason

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; nobody when the game is a draw."""
        if len(set(self.places)) == 1:
            return ()
        return tuple([seat for seat, place in enumerate(self.places) if place == 1])

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats in last place; nobody when the game is a draw."""
        last = max(self.places)
        return tuple([seat for seat, place in enumerate(self.places) if place == last > 1])

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Outcome)
            and self.places == other.places
            and self.scores == other.scores
            and self.reason == other.reason
        )

    def __hash__(self) -> int:
        return hash((self.places, self.scores, self.reason))

    def __repr__(self) -> str:
        return f"Outcome({self.places!r}, {self.scores!r}, {self.reason!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Outcome, (self.places, self.scores, self.reason)
