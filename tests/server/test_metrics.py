"""The figures that Prometheus reads, read back by its own parser."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from cardhouse.server.exposition import Readers, text
from cardhouse.server.metrics import BUCKETS, Metrics


def test_all_figures_read_back() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.002, 0.3, 7.0):
        metrics.observe("actions", 1)
        metrics.observe("seconds", seconds)
    metrics.observe("refusals", 2)
    families = text_string_to_metric_families(text(metrics, {"tables": 3, "search_queue": 0}).decode())
    samples = {(sample.name, sample.labels.get("le")): sample.value for family in families for sample in family.samples}
    assert samples["cardhouse_tables", None] == 3
    assert samples["cardhouse_actions_total", None] == 4
    assert samples["cardhouse_refusals_total", None] == 2
    assert samples["cardhouse_stalls_total", None] == 0
    assert samples["cardhouse_action_seconds_bucket", "0.001"] == 1
    assert samples["cardhouse_action_seconds_bucket", "1"] == 3
    assert samples["cardhouse_action_seconds_bucket", "+Inf"] == 4
    assert samples["cardhouse_action_seconds_count", None] == 4
    assert abs(samples["cardhouse_action_seconds_sum", None] - 7.3025) < 1e-9
    assert len([key for key in samples if key[1]]) == len(BUCKETS) + 1


def test_figures_are_for_this_machine_and_who_was_asked_for() -> None:
    own, wider = Readers(), Readers(["10.0.0.0/24", "2001:db8::/32"])
    for address in ("127.0.0.1", "127.9.9.9", "::1"):
        assert own.may(address, forwarded=False)
        # A proxy on this machine that isn't trusted: its requests come from anywhere.
        assert not own.may(address, forwarded=True)
    for address in ("10.0.0.7", "2001:db8:0:1::/64"):
        assert not own.may(address, forwarded=False)
        assert wider.may(address, forwarded=False)
        assert wider.may(address, forwarded=True)
    for address in ("10.0.1.7", "2001:db9::/64", "", "nonsense", "0.0.0.0/0"):
        assert not wider.may(address, forwarded=False)
