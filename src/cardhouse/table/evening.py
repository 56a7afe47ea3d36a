"""The score of an evening: what everybody in a room has won, game by game. A cat that stands in wins for nobody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .plan import SeatPlan


def player_key(plan: SeatPlan) -> str:
    """Identifies a player from one deal to the next: a person and the name on the seat, or a cat's name."""
    person = plan.person or plan.away
    return f"{person} {plan.name}" if person else f" {plan.name}"


@dataclass
class Line:
    """One player's games of one kind."""

    person: str
    name: str
    played: int = 0
    won: int = 0


class Evening:
    """The games that were played in a room since it was made, by game and player."""

    def __init__(self) -> None:
        self.games: dict[str, dict[str, Line]] = {}

    def count(self, game: str, seats: Sequence[SeatPlan], winners: Iterable[int]) -> None:
        """A game is over: each who shares its first place has won it."""
        lines, won = self.games.setdefault(game, {}), set(winners)
        for seat, plan in enumerate(seats):
            if plan.away or plan.kind == "open":
                continue
            line = lines.setdefault(player_key(plan), Line(plan.person, plan.name))
            line.played += 1
            line.won += seat in won
