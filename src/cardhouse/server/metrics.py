"""Figures about the running server: counted here, and written for Prometheus by its own client."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """Counters, and how long actions took from being heard to being told."""

    def __init__(self) -> None:
        counted = ("actions", "refusals", "messages", "sockets", "stalls", "workers_ended")
        self.counts: dict[str, float] = dict.fromkeys(counted, 0)
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.total = 0.0

    def observe(self, what: str, amount: float) -> None:
        """Count something; ``seconds`` is the time of one action."""
        if what == "seconds":
            self.buckets[bisect_left(BUCKETS, amount)] += 1
            self.total += amount
        else:
            self.counts[what] = self.counts.get(what, 0) + amount

    def cumulative(self) -> list[tuple[str, float]]:
        """How many actions took no longer than each edge; the last edge has no end."""
        edges = [*[f"{edge:g}" for edge in BUCKETS], "+Inf"]
        return list(zip(edges, map(float, accumulate(self.buckets)), strict=True))
