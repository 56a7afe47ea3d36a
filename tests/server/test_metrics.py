"""The figures that Prometheus reads, read back by its own parser."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from cardhouse.server.exposition import text
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
