"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr


@mypyc_attr(acyclic=True)
class Outcome:
    """How a game ended: each seat's place (1 is best, equal places are shared), each seat's score, and why.

    ``teams`` is the number of each seat's team; empty where everybody plays alone. Partners have the same place.

    >>> from cardhouse.engine.outcome import Outcome
    >>> end = Outcome((2, 1, 2, 4), (9, 3, 9, 20), 'points')
    >>> end.winners, end.losers
    ((1,), (3,))
    """

    def __init__(
        self, places: tuple[int, ...], scores: tuple[int, ...], reason: str, teams: tuple[int, ...] = ()
    ) -> None:
        self.places: Final = places
        self.scores: Final = scores
        self.reason: Final = reason
        self.teams: Final = teams

    @property
    def sides(self) -> list[list[int]]:
        """The seats of each team; each seat by itself where everybody plays alone.

        >>> from cardhouse.engine.outcome import Outcome
        >>> Outcome((1, 2, 1, 2), (30, 12, 30, 12), 'points', teams=(0, 1, 0, 1)).sides
        [[0, 2], [1, 3]]
        """
        return sides_of(len(self.places), self.teams)

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
            and self.teams == other.teams
        )

    def __hash__(self) -> int:
        return hash((self.places, self.scores, self.reason, self.teams))

    def __repr__(self) -> str:
        teams = f", {self.teams!r}" if self.teams else ""
        return f"Outcome({self.places!r}, {self.scores!r}, {self.reason!r}{teams})"

    def __reduce__(self) -> tuple[object, ...]:
        return Outcome, (self.places, self.scores, self.reason, self.teams)


def sides_of(seats: int, teams: Sequence[int]) -> list[list[int]]:
    """The seats that play together, side by side, by the number of each seat's team; without teams each by itself."""
    if not teams:
        return [[seat] for seat in range(seats)]
    sides: dict[int, list[int]] = {}
    for seat, team in enumerate(teams):
        sides.setdefault(team, []).append(seat)
    return list(sides.values())


def of_sides(sides: Sequence[Sequence[int]], figures: Sequence[int]) -> list[int]:
    """One figure for each side, of those of the seats: partners have the same.

    >>> from cardhouse.engine.outcome import of_sides
    >>> of_sides([[0, 2], [1, 3]], [1, 2, 1, 2])
    [1, 2]
    """
    return [figures[side[0]] for side in sides]


def of_seats(sides: Sequence[Sequence[int]], figures: Sequence[float]) -> list[float]:
    """Each seat's figure, of those of the sides."""
    found = [0.0] * sum([len(side) for side in sides])
    for side, figure in zip(sides, figures, strict=True):
        for seat in side:
            found[seat] = figure
    return found
