"""Who slapped first, judged by reaction and not by distance: a pure function of what was logged.

A slap says how long after the card was painted it came. The table knows when it sent the card and when the slap came:
their difference less the claimed reaction is the claimed delay. It is credited as far as the connection's own round
trip, measured by the table, makes it believable, and two frames more for painting and input; never beyond a cap. What
remains is compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..chance import Chance

FRAME = 1000 / 60
CAP = 200.0
TIE = 8.0
TOO_FAST = 100.0


@dataclass(frozen=True)
class Claim:
    """A slap as it came in. All times in milliseconds, ``arrived`` since the card was sent."""

    seat: int
    arrived: float
    reaction: float
    trust: float

    @property
    def limit(self) -> float:
        """The most delay this claim can be credited with."""
        return most_credit(self.trust)

    @property
    def credit(self) -> float:
        """The delay it is credited with: what it claims, as far as that can be believed."""
        return min(max(self.arrived - self.reaction, 0.0), self.limit)

    @property
    def remainder(self) -> float:
        """The reaction time that counts."""
        return self.arrived - self.credit

    def figures(self) -> dict[str, float]:
        """What goes into the record; the judgement can be made again from it."""
        return {
            "seat": self.seat,
            "arrived": round(self.arrived, 3),
            "reaction": round(self.reaction, 3),
            "trust": round(self.trust, 3),
        }


def most_credit(trust: float) -> float:
    """The most delay that a connection with this trusted round trip is credited with."""
    return 0.0 if trust < 0 else min(trust + 2 * FRAME, CAP)


def decide_at(claims: Sequence[Claim], others: Iterable[float]) -> float:
    """The moment, in milliseconds since the card was sent, after which nobody else could still win.

    ``others`` are the trusted round trips of the seats that have not slapped yet.
    """
    best = min(claim.remainder for claim in claims)
    return best + max([most_credit(trust) for trust in others], default=0.0)


def judge(claims: Sequence[Claim], chance: Chance) -> list[Claim]:
    """The claims in the order in which they count; those within a tie of the first are drawn by chance."""
    ordered = sorted(claims, key=lambda claim: (claim.remainder, claim.seat))
    tied = [claim for claim in ordered if claim.remainder <= ordered[0].remainder + TIE]
    if len(tied) > 1:
        first = tied[chance.below(len(tied))]
        ordered.remove(first)
        ordered.insert(0, first)
    return ordered


class Distance:
    """How far away a connection is, from the table's own pings: a low percentile, so that waiting gains nothing."""

    def __init__(self) -> None:
        self.samples: deque[float] = deque(maxlen=40)

    def measured(self, round_trip: float) -> None:
        """Add a ping's round trip in milliseconds."""
        self.samples.append(max(round_trip, 0.0))

    @property
    def trust(self) -> float:
        """The trusted round trip. Nothing measured yet: nothing is trusted."""
        if not self.samples:
            return 0.0
        ordered = sorted(self.samples)
        # A fast answer disproves a slow estimate at once: it is the lowest of all until many have come.
        return ordered[len(ordered) // 20]

    def disproved_by(self, claimed: float) -> None:
        """A slap whose whole way took less than the estimate lowers it."""
        if claimed < self.trust:
            self.samples.clear()
            self.samples.append(max(claimed, 0.0))
