"""Servers for the tests that want one; no test depends on how fast the machine is, and no live table stalls in any."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from serving import Server

from cardhouse.table.table import Table

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

# `make quick` leaves out, by what they need: files whose tests start processes, servers or databases, let bots play
# each other, or go through thousands of positions …
SLOW = (
    "arena", "bots", "server", "storage", "rl", "test_build",
    "commands/test_command_line", "table/test_pool", "table/test_forks", "table/test_soak",
    "engine/test_bad_use", "engine/test_damaged_views", "engine/test_deals", "engine/test_fork",
    "games/slapping/test_own", "games/slapping/test_slap_cats", "games/test_digests", "games/test_l",
    "games/test_other_packages", "puzzles/test_puzzles",
)  # fmt: skip
# … and the tests of every game that play many whole games, or compare many worlds.
PLAYING_TESTS = (
    "test_a_copy_and_its_original", "test_a_game_and_all_it_tells", "test_a_record_replays", "test_a_view_reads_back",
    "test_an_imagined_game", "test_events_have_words", "test_every_imagined_game", "test_nothing_a_seat_may_not_know",
    "test_sampled_worlds", "test_the_same_seed_and_actions", "test_what_is_legal_is_accepted", "test_where_few_cards",
    "test_a_person_and_cats_play", "test_every_sentence_has_words", "test_every_deal_that_fits",
    "test_three_bots_together", "test_the_longest_record", "test_it_runs_as_a_process", "test_the_arena_plays_it",
)  # fmt: skip
# Tests that search: with the plain files they take minutes, and show nothing that the rules' own tests don't.
SEARCHING_FILES = ("_bots.py", "_solver.py")
SEARCHING_TESTS = ("test_every_bot_does_what_is_legal", "test_its_adviser_values_what_may_be_done")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and those that search."""
    here = Path(__file__).parent
    for item in items:
        searching = item.path.name.endswith(SEARCHING_FILES) or item.name in SEARCHING_TESTS
        if searching:
            item.add_marker(pytest.mark.search)
        within = item.path.relative_to(here).as_posix() if item.path.is_relative_to(here) else ""
        if searching or within.startswith(SLOW) or item.name.startswith(PLAYING_TESTS):
            item.add_marker(pytest.mark.slow)


def pytest_sessionfinish() -> None:
    """Keep what coverage measured here: xdist ends a worker that takes long to exit, and all it had seen is lost."""
    if "coverage" in sys.modules:
        measuring = sys.modules["coverage"].Coverage.current()
        if measuring is not None:
            measuring.save()


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """Undo what a test makes of logging: a house in a page says errors only, and the next test may look for less."""
    loggers = [logging.getLogger(), logging.getLogger("cardhouse")]
    levels, disabled = [logger.level for logger in loggers], logging.root.manager.disable
    yield
    logging.disable(disabled)
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a file."""
    running = Server(tmp_path_factory.mktemp("house"))
    yield running
    if running.process is not None and running.process.poll() is None:
        running.stop()


@pytest.fixture(autouse=True)
def no_table_stalls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """At every live table something is due after every command; who wants one to stall clears this list."""
    stalls: list[str] = []
    heal = Table._stalled

    def stalled(table: Table) -> None:
        stalls.append(str(table.state.round and table.state.round.steps[-3:]))
        heal(table)

    monkeypatch.setattr(Table, "_stalled", stalled)
    yield stalls
    assert stalls == []
