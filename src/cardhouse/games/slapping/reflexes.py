"""How fast hands are, as data: reaction times, misses, false slaps, form and the pace of turning cards.

A time is drawn from an ex-Gaussian, which is how human reaction times lie: a normal part, and a tail to the right. All
times are in milliseconds, those of turning at the pace `medium`; the pace is no matter of skill and changes no slap.
Form is what makes a hand faster in one game than in another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...engine.cards import rank_of, suit_of
from ...engine.chance import Chance

# No hand is faster than this, at any pace: about what it takes a quick person to recognise a pattern and strike.
FLOOR = 250.0
# The mean of the best hand, that of ``expert``: the middle of its times is about 300 ms.
BEST = 310.0

PACES = {"slow": 1.3, "medium": 1.0, "fast": 0.8}


def standard_normal(chance: Chance) -> float:
    """A number drawn from the normal distribution around zero (Box and Muller)."""
    near, turn = 1.0 - chance.unit(), chance.unit()
    return math.sqrt(-2.0 * math.log(near)) * math.cos(2.0 * math.pi * turn)


@dataclass(frozen=True)
class Times:
    """A normal part with its mean and deviation, and the mean of the tail added to it, in milliseconds."""

    mean: float
    deviation: float
    tail: float

    def draw(self, chance: Chance, factor: float = 1.0) -> float:
        """A time in seconds, to a tenth of a millisecond; ``factor`` stretches all but the floor.

        What would be below the floor is as far above it: cut off there, many times would be exactly the floor.
        """
        normal = self.mean + self.deviation * standard_normal(chance)
        late = -self.tail * math.log(1.0 - chance.unit())
        time = (normal + late) * factor
        if time < FLOOR:
            # A hand that is far too quick is still no slower than its own spread makes it.
            time = FLOOR + min(FLOOR - time, (self.deviation + self.tail) * factor)
        return round(time / 1000.0, 4)


@dataclass(frozen=True)
class Reflexes:
    """One player's hand: how fast it slaps, what it misses, what it falls for, and how fast it turns its card.

    ``form`` is how much its speed differs from game to game: the standard deviation of the logarithm of a factor.
    """

    slap: Times
    misses: float
    false_slaps: float
    turn: Times
    form: float = 0.0

    def in_form(self, chance: Chance) -> float:
        """Return the factor on its slaps of one game: 1.0 on average; no form makes it faster than the best hand."""
        best = min(1.0, BEST / (self.slap.mean + self.slap.tail))
        return max(best, math.exp(self.form * max(-2.0, min(2.0, standard_normal(chance)))))


LEVEL_REFLEXES = {
    "easy": Reflexes(Times(495, 88, 165), misses=0.06, false_slaps=0.07, turn=Times(1250, 200, 200), form=0.2),
    "medium": Reflexes(Times(380, 60, 110), misses=0.03, false_slaps=0.025, turn=Times(1100, 150, 150), form=0.2),
    "hard": Reflexes(Times(298, 42, 75), misses=0.015, false_slaps=0.01, turn=Times(1000, 120, 120), form=0.2),
    "expert": Reflexes(Times(265, 22, 45), misses=0.005, false_slaps=0.0, turn=Times(900, 100, 100)),
}

# The plain player: always the same, neither quick nor slow, never wrong.
GREEDY_REFLEXES = Reflexes(Times(600, 0, 0), misses=0.0, false_slaps=0.0, turn=Times(1100, 0, 0))

# How much later than a double a pattern is noticed.
NOTICED = {
    "jacks": 1.0,
    "doubles": 1.0,
    "wilds": 1.0,
    "sandwiches": 1.15,
    "marriages": 1.15,
    "tens": 1.25,
    "divorces": 1.3,
    "runs": 1.3,
    "flushes": 1.4,
}

SIX, NINE, JACK, QUEEN, KING, ACE = 4, 7, 9, 10, 11, 12
Near = Callable[[Sequence[int], Sequence[int]], bool]


def _alike(one: int, other: int) -> bool:
    """Two ranks that look alike at a glance: two different court cards, a six and a nine."""
    return one != other and ({one, other} == {SIX, NINE} or {one, other} <= {JACK, QUEEN, KING})


def _apart(one: int, other: int) -> int:
    """How many steps two ranks are apart, going round from ace to two."""
    return min((one - other) % 13, (other - one) % 13)


def _nearly_wed(one: int, other: int) -> bool:
    return {one, other} in ({JACK, QUEEN}, {JACK, KING}, {QUEEN, ACE}, {KING, ACE})


# What is taken for each pattern by a hand that is too quick. Each looks at the ranks and the suits of as many last
# cards as the pattern has, the last one first.
NEAR: dict[str, tuple[int, Near]] = {
    "jacks": (1, lambda ranks, suits: ranks[0] in (QUEEN, KING)),
    "doubles": (2, lambda ranks, suits: _alike(ranks[0], ranks[1])),
    "sandwiches": (3, lambda ranks, suits: _apart(ranks[0], ranks[2]) == 1),
    "runs": (3, lambda ranks, suits: sorted((_apart(ranks[0], ranks[1]), _apart(ranks[1], ranks[2]))) == [1, 2]),
    "flushes": (4, lambda ranks, suits: sorted(map(suits.count, suits)) == [1, 3, 3, 3]),
    "tens": (2, lambda ranks, suits: max(ranks) <= NINE and ranks[0] + ranks[1] in (5, 7)),
    "marriages": (2, lambda ranks, suits: _nearly_wed(ranks[0], ranks[1])),
    "divorces": (3, lambda ranks, suits: _nearly_wed(ranks[0], ranks[2])),
}


def nearly(names: Sequence[str], pile: Sequence[int]) -> list[str]:
    """Which of these patterns a pile, given bottom to top without penalty cards, can be mistaken for."""
    last = list(pile[:-5:-1])
    ranks, suits = [int(rank_of(card)) for card in last], [int(suit_of(card)) for card in last]
    found = []
    for name in names:
        depth, looks = NEAR.get(name, (0, None))
        if looks is not None and depth <= len(last) and looks(ranks[:depth], suits[:depth]):
            found.append(name)
    return found
