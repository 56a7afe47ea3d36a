"""The figures of a server in the text form that Prometheus reads, by Prometheus's own client."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from .metrics import Metrics

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
COUNTERS = {
    "actions": "Actions that were done at tables.",
    "refusals": "Requests and actions that were refused.",
    "messages": "Messages that were heard.",
    "stalls": "Running tables at which nothing was due, and which were healed.",
    "workers_ended": "Workers of bots that did not answer in time and were ended.",
}


class Readers:
    """Who may read the figures: programs on this machine, and the addresses and networks that were named."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self.networks = [ipaddress.ip_network(network) for network in networks]

    def may(self, address: str, forwarded: bool) -> bool:
        """True if somebody at this address may. What a proxy of this machine has ``forwarded`` is from elsewhere."""
        try:
            found = ipaddress.ip_network(address)
        except ValueError:
            return False
        if found.is_loopback and not forwarded:
            return True
        return any(found.version == one.version and found.subnet_of(one) for one in self.networks)  # type: ignore[arg-type]


class Figures(Collector):  # type: ignore[misc]
    """The figures that are exported on request."""

    def __init__(self, metrics: Metrics, gauges: Mapping[str, float]) -> None:
        self.metrics = metrics
        self.gauges = gauges

    def collect(self) -> Iterator[Any]:
        for name, value in self.gauges.items():
            yield GaugeMetricFamily(f"cardhouse_{name}", name.replace("_", " ").capitalize() + " now.", value)
        for name, said in COUNTERS.items():
            yield CounterMetricFamily(f"cardhouse_{name}", said, self.metrics.counts[name])
        seconds = HistogramMetricFamily("cardhouse_action_seconds", "From an action's arrival to its broadcast.")
        seconds.add_metric([], self.metrics.cumulative(), self.metrics.total)
        yield seconds


def text(metrics: Metrics, gauges: Mapping[str, float]) -> bytes:
    """All figures."""
    registry = CollectorRegistry()
    registry.register(Figures(metrics, gauges))
    written: bytes = generate_latest(registry)
    return written
