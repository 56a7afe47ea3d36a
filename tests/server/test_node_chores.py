"""What a node does beside its tables: it hands them over, gives back, tells others, and goes on when that fails."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from test_nodes import ANN, TWO, nodes, run
from waiting import until

from cardhouse.contract.requests import CreateTable
from cardhouse.engine.errors import Refused
from cardhouse.server import nodes as nodes_of
from cardhouse.storage import StorageError


def test_a_node_that_hands_its_tables_over_takes_no_other_and_says_so() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            await two.nodes.drain()
            # It may have heard already whose the table is.
            two.nodes._elsewhere.clear()
            with pytest.raises(Refused, match="moving"):
                await two.nodes.owner(table.code)
            told: list[Any] = []

            async def hear(message: Any) -> None:
                told.append(message)

            async def silence() -> Any:
                await asyncio.Event().wait()

            headers = [(b"host", b"test")]
            scope = {"type": "http", "method": "GET", "path": "/health", "query_string": b"", "headers": headers}
            await two.app(scope, silence, hear)
            assert told[0]["status"] == 503
            assert b"handed over" in told[1]["body"]

    run(check)


def test_a_table_that_nobody_gets_hold_of_is_moving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes_of, "FOUND_WITHIN", 0.05)

    async def check() -> None:
        async with nodes(1) as (one,):

            async def nobody(code: str) -> str:
                return ""

            one.lobby.plans["abc"] = (await one.lobby.make(CreateTable("threes", TWO), ANN)).state.plan
            monkeypatch.setattr(one.session, "claim", nobody)
            with pytest.raises(Refused, match="moving"):
                await one.nodes.at_owner("abc", lambda owner: asyncio.sleep(0))
            del one.lobby.plans["abc"]

    run(check)


def test_chores_that_fail_are_done_again_and_what_nobody_uses_is_given_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(nodes_of, "TELL_EVERY", 0.001)
    monkeypatch.setattr(nodes_of, "TIDY_EVERY", 1)
    failures = [StorageError("store.failed", why="disk full"), RuntimeError("a bug")]

    async def check() -> None:
        async with nodes(1) as (one,):
            tell = one.nodes._tell_use

            def fail() -> None:
                if failures:
                    raise failures.pop()
                tell()

            monkeypatch.setattr(one.nodes, "_tell_use", fail)
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            one.lobby.let_go(table.code)
            await table.close()
            await until(lambda: not one.session.owned)

    run(check)
    assert "disk full" in caplog.text
    assert "a bug" in caplog.text


def test_a_node_that_falls_silent_holds_nobodys_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes_of, "QUIET", -1.0)

    async def check() -> None:
        async with nodes(1) as (one,):
            one.nodes._heard({"from": "x", "node": "10.0.0.9:8750", "held": {"sockets_of_one": {"bea": 8}}})
            places = one.lobby.guards.places["sockets_of_one"]
            assert places.elsewhere["x"] == {"bea": 8}
            one.nodes._forget_quiet()
            assert "x" not in places.elsewhere
            assert one.nodes.figures()["nodes_heard"] == 0

    run(check)


def test_what_changed_elsewhere_and_can_not_be_read_is_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def check() -> None:
        async with nodes(1) as (one,):

            async def fail(codes: object = None) -> None:
                raise StorageError("store.failed", why="cut off")

            monkeypatch.setattr(one.lobby.storage, "outlines", fail)
            one.nodes._heard({"from": "x", "node": "10.0.0.9:8750", "changed": ["abc"]})
            await until(lambda: "cut off" in caplog.text)

    run(check)
