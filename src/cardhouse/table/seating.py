"""Who sits where at a table, and who may do what because of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..contract.messages import Seat
from ..contract.requests import Person
from ..engine.errors import Refused
from ..names import told_apart
from .plan import SeatPlan

# Who has given no name.
GUEST = "Guest"


class Seating:
    """The seats of a table."""

    def __init__(self, plans: Sequence[SeatPlan]) -> None:
        self.plans = list(plans)
        self._look()

    def put(self, seat: int, plan: SeatPlan) -> None:
        """Change who sits on a seat."""
        self.plans[seat] = plan
        self._look()

    def _look(self) -> None:
        """Find out who plays what: once a change, since it is asked several times an action."""
        played: dict[str, tuple[int, ...]] = {}
        seen: dict[str, tuple[int, ...]] = {}
        for seat, plan in enumerate(self.plans):
            if plan.kind == "person":
                played[plan.person] = (*played.get(plan.person, ()), seat)
            if plan.person or plan.away:
                who = plan.person or plan.away
                seen[who] = (*seen.get(who, ()), seat)
        self._played, self._seen = played, seen
        # The ids of all people who play.
        self.people = frozenset(played)
        # Whether bots play.
        self.cats = any(plan.kind == "cat" for plan in self.plans)
        self.open_seats = [seat for seat, plan in enumerate(self.plans) if plan.kind == "open"]

    @property
    def names(self) -> list[str]:
        return [plan.name or f"Seat {seat + 1}" for seat, plan in enumerate(self.plans)]

    def of(self, person: str) -> tuple[int, ...]:
        """The seats that a person plays."""
        return self._played.get(person, ())

    def seen_by(self, person: str) -> tuple[int, ...]:
        """The seats whose cards a person sees: those they play, and those where a cat plays on for them."""
        return self._seen.get(person, ())

    def away(self, person: str) -> list[int]:
        """The seats where a cat plays on for this person."""
        return [seat for seat, plan in enumerate(self.plans) if plan.away == person]

    def check(self, person: str, seat: int) -> None:
        """Raise `Refused` unless this person plays this seat."""
        if not 0 <= seat < len(self.plans):
            raise Refused("refused.table.no_seat", which=seat)
        if seat not in self.of(person):
            raise Refused("refused.table.not_your_seat")

    def taken_by(self, seat: int, person: Person, several: bool = False, takeover: bool = False) -> SeatPlan:
        """The plan of a seat once this person has taken it; `Refused` if they may not.

        One person has one seat, but at a table for people on one screen (``several``): another would show another hand.
        ``takeover``: a cat that plays for nobody gives its seat up.
        """
        if not 0 <= seat < len(self.plans):
            raise Refused("refused.table.no_seat", which=seat)
        plan = self.plans[seat]
        free = plan.kind == "open" or (takeover and plan.kind == "cat" and not plan.away)
        if plan.away != person.id and not free:
            raise Refused("refused.table.seat_taken")
        if free and not several and (self.of(person.id) or self.away(person.id)):
            raise Refused("refused.table.one_seat")
        if plan.away == person.id:
            return SeatPlan("person", person.id, plan.name, plan.face)
        others = [other.name for number, other in enumerate(self.plans) if other.name and number != seat]
        name = told_apart(person.name or GUEST, others)
        return SeatPlan("person", person.id, name, person.face)

    def left_to_bot(self, seat: int, level: str, left: bool = False) -> SeatPlan:
        """The plan of a seat once a bot plays on for its person, who may come back; ``left``: within this game."""
        plan = self.plans[seat]
        away = plan.person or plan.away
        return SeatPlan(
            "cat", "", plan.name, plan.face, level if plan.person else plan.level, away, left and away != ""
        )

    def shown_to(
        self, person: str, present: set[str], silent: set[str], gone_in: dict[str, float], tag: Callable[[str], str]
    ) -> list[Seat]:
        """The seats as this person sees them."""
        return [
            Seat(
                kind=plan.kind,
                name=plan.name,
                face=plan.face,
                level=plan.level,
                yours=person != "" and person in (plan.person, plan.away),
                present=plan.kind == "cat" or plan.person in present,
                gone_in=gone_in.get(plan.person) if plan.kind == "person" else None,
                stand_in=plan.away != "",
                left=plan.left,
                silent=plan.person in silent,
                who=tag(plan.person or plan.away),
            )
            for plan in self.plans
        ]
