"""A match: several games at one table, won by who first wins more than half of a number of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Match:
    """The games that were won at a table, by seat, since the match began."""

    def __init__(self, seats: int, best_of: int) -> None:
        self.best_of = best_of
        self.wins = [0] * seats
        # What those have won who have no seat now, by player.
        self._away: dict[str, int] = {}

    def count(self, winners: Iterable[int]) -> None:
        """A game is over: each who shares its first place has won it, and of a draw nobody."""
        for seat in winners:
            self.wins[seat] += 1

    @property
    def won(self) -> list[int]:
        """The seats that have won the match; empty while it goes on."""
        return [seat for seat, wins in enumerate(self.wins) if 0 < self.best_of < 2 * wins]

    def moved(self, before: Sequence[str], after: Sequence[str]) -> Match:
        """The same match with people on other seats: wins follow who won them, by their keys seat by seat."""
        moved = Match(len(after), self.best_of)
        won = self._away | dict(zip(before, self.wins, strict=True))
        moved.wins = [won.pop(key, 0) for key in after]
        moved._away = won
        return moved

    def change(self, seat: int, before: str, after: str) -> None:
        """Another player sits on a seat: with what they have won themselves."""
        if before != after:
            self._away[before] = self.wins[seat]
            self.wins[seat] = self._away.pop(after, 0)

    def again(self, best_of: int) -> Match:
        """Another match of the same people."""
        return Match(len(self.wins), best_of)
