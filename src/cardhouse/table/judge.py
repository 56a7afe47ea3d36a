"""Who slapped first, judged by reaction and not by distance: a pure function of what was logged.

Everybody sees a turned card's face the same time after it arrives. A slap says how long after the face was painted it
came. The table knows when a face would be seen with no distance at all and when the slap came: their difference less
the claimed reaction is the claimed delay. It is credited as far as the connection's trusted round trip, measured by the
table, makes it believable, and two frames more for painting and input; never beyond a cap. What remains is compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import pstdev

from ..contract.kept import SlapClaim, SlapFigures
from ..engine.chance import Chance

FRAME = 1000 / 60
# Milliseconds from a card's arrival to its face, on every screen.
REVEAL = 120.0
CAP = 200.0
TIE = 8.0
# Nobody sees a card and slaps it faster than this.
TOO_FAST = 100.0
# A bot sits at the table itself: it has no delay to be credited with.
NO_DELAY = -1.0


@dataclass(frozen=True)
class Claim:
    """A slap as it came in. All times in milliseconds, ``arrived`` since the face could be seen with no distance.

    ``trusted`` is the connection's trusted round trip.
    """

    seat: int
    arrived: float
    reaction: float
    trusted: float

    @property
    def limit(self) -> float:
        """The most delay this claim can be credited with."""
        return most_credit(self.trusted)

    @property
    def credit(self) -> float:
        """The delay it is credited with: what it claims, as far as that can be believed."""
        return min(max(self.arrived - self.reaction, 0.0), self.limit)

    @property
    def remainder(self) -> float:
        """The reaction time that counts."""
        return self.arrived - self.credit

    @staticmethod
    def of(seat: int, arrived: float, reaction: float, trusted: float) -> Claim:
        """A claim in whole microseconds, so that it is the same when it is read back from a record."""
        return Claim(seat, round(max(arrived, 0.0), 3), round(max(reaction, 0.0), 3), round(trusted, 3))

    def by_event_time(self) -> Claim:
        """The claim with its event's own time and no credit: for people on one screen, who share a clock."""
        return Claim(self.seat, self.reaction, self.reaction, NO_DELAY)

    def figures(self) -> SlapClaim:
        """What goes into the record; the judgement can be made again from it."""
        return SlapClaim(self.seat, self.arrived, self.reaction, self.trusted)


def most_credit(trusted: float) -> float:
    """The most delay that a connection with this trusted round trip is credited with."""
    return 0.0 if trusted < 0 else min(trusted + 2 * FRAME, CAP)


def decide_at(claims: Sequence[Claim], others: Iterable[float]) -> float:
    """The moment, in milliseconds since the face could be seen, after which nobody else could still win.

    ``others`` are the trusted round trips of the seats that have not slapped yet.
    """
    best = min(claim.remainder for claim in claims)
    return best + max([most_credit(trusted) for trusted in others], default=0.0)


def judge(claims: Sequence[Claim], chance: Chance) -> list[Claim]:
    """The claims in the order in which they count; those within a tie of the first are drawn by chance."""
    if not claims:
        return []
    ordered = sorted(claims, key=lambda claim: (claim.remainder, claim.seat))
    tied = [claim for claim in ordered if claim.remainder <= ordered[0].remainder + TIE]
    if len(tied) > 1:
        first = tied[chance.below(len(tied))]
        ordered.remove(first)
        ordered.insert(0, first)
    return ordered


def tie_breaker(seed: int, step: int) -> Chance:
    """Chance for a tie at this point of a game, from the game's own seed."""
    return Chance(seed * 1_000_003 + step)


def judged_again(figures: SlapFigures, seed: int, step: int) -> list[int]:
    """The seats in the order in which their slaps counted, from what a record keeps of a decision.

    ``step`` is the number of actions that had been done before the first of them.
    """
    claims = [Claim(one.seat, one.arrived, one.reaction, one.trust) for one in figures.claims]
    return [claim.seat for claim in judge(sorted(claims, key=lambda claim: claim.seat), tie_breaker(seed, step))]


class LagTracker:
    """How far away a connection is, from the table's own pings: a low percentile, so that waiting gains little."""

    def __init__(self) -> None:
        self.samples: deque[float] = deque(maxlen=40)

    def measured(self, round_trip: float) -> None:
        """Add a ping's round trip in milliseconds."""
        self.samples.append(max(round_trip, 0.0))

    @property
    def trusted(self) -> float:
        """The trusted round trip; nothing is trusted before something is measured."""
        if not self.samples:
            return 0.0
        # With fewer than twenty answers it is the fastest of them: one fast answer disproves all slow ones at once.
        return sorted(self.samples)[len(self.samples) // 20]

    def disproved(self, claim_arrived: float, reaction: float) -> None:
        """A slap proves that the way there and back took no longer than it left room for."""
        proven = max(min(claim_arrived - reaction, claim_arrived - TOO_FAST), 0.0)
        if proven < self.trusted:
            self.samples.clear()
            self.samples.append(proven)


class Suspicion:
    """What is odd about somebody's slaps: it is flagged in the log and in the record, and not punished."""

    WATCHED = 8
    STEADY = 5.0

    def __init__(self) -> None:
        self.times: deque[float] = deque(maxlen=self.WATCHED)
        self.at_cap: deque[bool] = deque(maxlen=self.WATCHED)

    def flags(self, claim: Claim) -> list[str]:
        """What is odd after this claim: ``fast``, ``steady``, ``cap``."""
        self.times.append(claim.remainder)
        # Who is farther away than the cap uses up all of it in all honesty.
        self.at_cap.append(claim.credit >= claim.limit > 0 and claim.limit < CAP)
        found = ["fast"] if claim.reaction < TOO_FAST or claim.remainder < TOO_FAST else []
        if len(self.times) == self.WATCHED:
            if pstdev(self.times) < self.STEADY:
                found.append("steady")
            if all(self.at_cap):
                found.append("cap")
        return found
