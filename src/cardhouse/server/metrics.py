"""Figures about the running server, in the text form that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """Counters, and how long actions took from being heard to being told."""

    def __init__(self) -> None:
        self.counts: dict[str, float] = {"actions": 0, "refusals": 0, "messages": 0, "sockets": 0}
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.total = 0.0

    def observe(self, what: str, amount: float) -> None:
        """Count something; ``seconds`` is the time of one action."""
        if what == "seconds":
            self.buckets[bisect_left(BUCKETS, amount)] += 1
            self.total += amount
        else:
            self.counts[what] = self.counts.get(what, 0) + amount

    def text(self, gauges: dict[str, float]) -> str:
        """All figures."""
        lines: list[str] = []
        for name, value in gauges.items():
            lines += [f"# TYPE cardhouse_{name} gauge", f"cardhouse_{name} {value:g}"]
        for name in ("actions", "refusals", "messages"):
            lines += [f"# TYPE cardhouse_{name}_total counter", f"cardhouse_{name}_total {self.counts[name]:g}"]
        lines.append("# TYPE cardhouse_action_seconds histogram")
        seen = 0
        for edge, inside in zip((*BUCKETS, float("inf")), self.buckets, strict=True):
            seen += inside
            label = "+Inf" if edge == float("inf") else f"{edge:g}"
            lines.append(f'cardhouse_action_seconds_bucket{{le="{label}"}} {seen}')
        lines += [f"cardhouse_action_seconds_sum {self.total:.6f}", f"cardhouse_action_seconds_count {seen}"]
        return "\n".join(lines) + "\n"
