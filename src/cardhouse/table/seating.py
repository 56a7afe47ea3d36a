"""Who sits where at a table, and who may do what because of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..errors import Refused
from ..messages import Seat
from .plan import SeatPlan

# Who has given no name.
GUEST = "Guest"


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays or watches: a random id that only their browser and the server know, a name and a face."""

    id: str
    name: str
    face: str = ""


class Seating:
    """The seats of a table."""

    def __init__(self, plans: Sequence[SeatPlan]) -> None:
        self.plans = list(plans)

    def __len__(self) -> int:
        return len(self.plans)

    @property
    def names(self) -> list[str]:
        return [plan.name or f"Seat {seat + 1}" for seat, plan in enumerate(self.plans)]

    @property
    def people(self) -> set[str]:
        """The ids of all people who play."""
        return {plan.person for plan in self.plans if plan.kind == "person"}

    @property
    def open_seats(self) -> list[int]:
        return [seat for seat, plan in enumerate(self.plans) if plan.kind == "open"]

    def of(self, person: str) -> list[int]:
        """The seats that a person plays."""
        return [seat for seat, plan in enumerate(self.plans) if plan.kind == "person" and plan.person == person]

    def away(self, person: str) -> list[int]:
        """The seats where a cat plays on for this person."""
        return [seat for seat, plan in enumerate(self.plans) if plan.away == person]

    def check(self, person: str, seat: int) -> None:
        """Raise `Refused` unless this person plays this seat."""
        if not 0 <= seat < len(self.plans):
            raise Refused("refused.table.no_seat", which=seat)
        if seat not in self.of(person):
            raise Refused("refused.table.not_your_seat")

    def taken_by(self, seat: int, person: Person) -> SeatPlan:
        """The plan of a seat once this person has taken it; `Refused` if they may not."""
        if not 0 <= seat < len(self.plans):
            raise Refused("refused.table.no_seat", which=seat)
        plan = self.plans[seat]
        if plan.away == person.id or plan.kind == "open":
            return SeatPlan("person", person.id, person.name or GUEST, person.face)
        raise Refused("refused.table.seat_taken")

    def left_to_cat(self, seat: int, level: str) -> SeatPlan:
        """The plan of a seat once a cat plays on for its person."""
        plan = self.plans[seat]
        return SeatPlan("cat", "", plan.name, plan.face, level, plan.person)

    def only_cats_beside(self, person: str) -> bool:
        """Whether this person is the only one who plays."""
        return self.people <= {person}

    def shown_to(self, person: str, present: set[str], gone_in: dict[str, float]) -> list[Seat]:
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
            )
            for plan in self.plans
        ]
