"""Starting and stopping: what the command line refuses, and that nothing keeps a server from ending."""

from __future__ import annotations

import argparse
import http.client
from pathlib import Path

import pytest
from serving import Server
from test_review import recorded

from cardhouse.cli import main
from cardhouse.server.limits import Limits
from cardhouse.server.run import add_to, at_least_one, connections_within, is_loopback, limits_from, port


@pytest.mark.parametrize("text", ["99999", "65536", "-1", "x", "", "8750.0", "٣", "1" * 5000])
def test_a_port_that_is_none_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        port(text)
    with pytest.raises(SystemExit) as end:
        main(["serve", f"--port={text}"])
    assert end.value.code == 2
    assert "a port is a number from 0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-5", "x", ""])
def test_a_limit_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        at_least_one(text)


def test_every_limit_can_be_set() -> None:
    parser = argparse.ArgumentParser()
    add_to(parser.add_subparsers())
    assert limits_from(parser.parse_args(["serve"])) == Limits()
    args = parser.parse_args(["serve", "--most-tables", "7", "--most-messages", "9", "--most-watchers", "3"])
    assert limits_from(args) == Limits(tables=7, messages_a_second=9, watchers=3)


def test_there_are_no_more_connections_than_files() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, before[0]), before[1]))
        found = connections_within(Limits(connections=1_000_000_000))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert found.connections < soft
        assert soft > 256 or before[1] <= 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize(
    ("host", "loopback"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("x", False)]
)
def test_who_listens_where(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_a_server_ends_at_once_whatever_it_does(tmp_path: Path) -> None:
    server = Server(tmp_path)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("POST", "/api/review", recorded("hearts", 3, 4).encode())
    answer = connection.getresponse()
    assert answer.readline()
    half_open = http.client.HTTPConnection("127.0.0.1", server.port)
    half_open.connect()
    half_open.send(b"GET / HTTP/1.1\r\n")
    assert server.stop() == 0
    connection.close()
    half_open.close()
