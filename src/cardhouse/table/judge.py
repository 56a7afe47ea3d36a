"""Who slapped first, judged by reaction and not by distance: a pure function of what was logged.

Everybody sees a turned card's face the same time after it arrives. A slap says how long after the face was painted it
came. The table knows when a face would be seen with no distance at all and when the slap came: their difference less
the claimed reaction is the claimed delay. It is credited as far as the connection's trusted round trip, measured by the
table, makes it believable, and two frames more for painting and input; never beyond a cap. What remains is compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median, pstdev

from ..contract.kept import SlapClaim, SlapFigures
from ..engine.chance import Chance

FRAME = 1000 / 60
# Milliseconds from a card's arrival to its face, on every screen.
REVEAL = 120.0
CAP = 200.0
TIE = 8.0
# Nobody sees a card and slaps it faster than this.
TOO_FAST = 100.0
# Nobody's reactions to a pattern on the pile are half of the time shorter than this.
TOO_QUICK = 200.0
# A busy machine answers this many milliseconds later than its line needs at the best of times,
BUSY = 5.0
# and none is so much later every time.
LATE = 40.0
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
        """Return what goes into the record; the judgement can be made again from it."""
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


def _low(samples: Collection[float]) -> float:
    """The lowest twentieth, so that waiting gains little; of fewer than twenty the lowest."""
    return sorted(samples)[len(samples) // 20]


class LagTracker:
    """How far away a connection is: by the table's own pings and, where it is known, by the line's own packets.

    A program can answer pings as late as it likes. The packets of its line are acknowledged by its system, which the
    program doesn't ask: pongs that come much later than those are late on purpose, and are not believed.
    """

    def __init__(self) -> None:
        self.samples: deque[float] = deque(maxlen=40)
        self.lines: deque[float] = deque(maxlen=40)

    def measured(self, round_trip: float, line: float | None = None) -> None:
        """Add a ping's round trip, and the line's at this moment if it is known, both in milliseconds."""
        self.samples.append(max(round_trip, 0.0))
        if line is not None:
            self.lines.append(max(line, 0.0))

    @property
    def pongs(self) -> float:
        """The round trip by the pings alone; nothing is trusted before something is measured."""
        # With fewer than twenty answers it is the fastest of them: one fast answer disproves all slow ones at once.
        return _low(self.samples) if self.samples else 0.0

    @property
    def late(self) -> bool:
        """True if pings are answered much later than the line needs."""
        return bool(self.lines) and self.pongs > _low(self.lines) + LATE

    @property
    def trusted(self) -> float:
        """The trusted round trip."""
        if not self.lines:
            return self.pongs
        line = _low(self.lines)
        if self.pongs > line + LATE:
            # The two frames that everybody is credited with are part of what the line needs: a lie gains nothing.
            return max(line - 2 * FRAME, NO_DELAY)
        return min(self.pongs, line + BUSY)

    def disproved(self, claim_arrived: float, reaction: float) -> None:
        """A slap proves that the way there and back took no longer than it left room for."""
        proven = max(min(claim_arrived - reaction, claim_arrived - TOO_FAST), 0.0)
        if proven < self.pongs:
            self.samples.clear()
            self.samples.append(proven)


class Suspicion:
    """Looks for odd slaps of one person: they are flagged in the log and in the record, and gain nothing.

    Only the credit is at stake: the slap of a fast hand counts when it arrives, whatever is thought of it.
    """

    WATCHED = 8
    STEADY = 5.0

    def __init__(self) -> None:
        self.times: deque[float] = deque(maxlen=self.WATCHED)
        self.at_cap: deque[bool] = deque(maxlen=self.WATCHED)

    @property
    def quick(self) -> bool:
        """True if the latest slaps together are faster than any hand's, by what was claimed for them."""
        return len(self.times) == self.WATCHED and median(self.times) < TOO_QUICK

    def trusted(self, lag: LagTracker, reaction: float) -> float:
        """The round trip that the next slap is trusted with: none for a reaction that is no hand's, nor after such."""
        return NO_DELAY if reaction < TOO_FAST or self.quick else lag.trusted

    def flags(self, claim: Claim, lag: LagTracker) -> list[str]:
        """Return what is odd after this claim, at this round trip: ``fast``, ``late``, ``steady``, ``quick``,
        ``cap``."""
        # As it would count if the pongs were believed: credit that was withheld makes nobody a slow hand.
        meant = Claim(claim.seat, claim.arrived, claim.reaction, max(lag.pongs, claim.trusted))
        self.times.append(meant.remainder)
        # Who is farther away than the cap uses up all of it in all honesty.
        self.at_cap.append(meant.credit >= meant.limit > 0 and meant.limit < CAP)
        found = ["fast"] if claim.reaction < TOO_FAST or claim.remainder < TOO_FAST else []
        if lag.late:
            found.append("late")
        if len(self.times) == self.WATCHED:
            if pstdev(self.times) < self.STEADY:
                found.append("steady")
            if self.quick:
                found.append("quick")
            if all(self.at_cap):
                found.append("cap")
        return found
