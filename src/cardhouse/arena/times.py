"""Many measured times in little memory."""

from __future__ import annotations

import math
from collections import Counter

# Neighbouring buckets differ by two percent, which is as exact as a quantile needs to be.
STEPS = 50.0


class Times:
    """Times in seconds: their number, their mean and the worst exactly, their quantiles to two percent."""

    def __init__(self) -> None:
        self.buckets: Counter[int] = Counter()
        self.total = 0.0
        self.worst = 0.0

    def add(self, seconds: float) -> None:
        self.buckets[round(math.log(max(seconds, 1e-7)) * STEPS)] += 1
        self.total += seconds
        if seconds > self.worst:
            self.worst = seconds

    def merge(self, other: Times) -> None:
        """Add all of another's times."""
        self.buckets.update(other.buckets)
        self.total += other.total
        self.worst = max(self.worst, other.worst)

    @property
    def count(self) -> int:
        return self.buckets.total()

    @property
    def mean(self) -> float:
        return self.total / self.count if self.buckets else 0.0

    def quantile(self, share: float) -> float:
        """The time that this share of them does not pass; 0 without any."""
        left = math.ceil(share * self.count)
        for bucket in sorted(self.buckets):
            left -= self.buckets[bucket]
            if left <= 0:
                return min(math.exp(bucket / STEPS), self.worst)
        return 0.0

    def plain(self) -> dict[str, float]:
        """The figures in milliseconds."""
        figures = {
            "mean": self.mean,
            "median": self.quantile(0.5),
            "p95": self.quantile(0.95),
            "worst": self.worst,
        }
        return {"count": self.count, **{name: round(seconds * 1000, 3) for name, seconds in figures.items()}}
