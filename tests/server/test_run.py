"""Starting and stopping: what the command line refuses, and that nothing keeps a server from ending."""

from __future__ import annotations

import argparse
import http.client
import socket
import subprocess
import sys
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from serving import Server
from test_review import recorded

from cardhouse.cli import main
from cardhouse.server import run
from cardhouse.server.limits import Limits
from cardhouse.server.reach import is_loopback
from cardhouse.server.run import (
    add_to,
    at_least_one,
    connections_within,
    data_of,
    default_data,
    free_port,
    limits_from,
    network,
    port,
)


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


@pytest.mark.parametrize("text", ["10.0.0.1/24", "x", "", "10.0.0.0/99", "localhost"])
def test_a_network_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        network(text)


def test_the_data_can_be_named_where_other_users_do_not_see_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CARDHOUSE_DATA", raising=False)
    assert data_of(None) == default_data()
    monkeypatch.setenv("CARDHOUSE_DATA", "postgresql://ann:secret@db/house")
    assert data_of(None) == "postgresql://ann:secret@db/house"
    assert data_of("/data") == "/data"
    assert data_of("postgresql://ann@db/house") == "postgresql://ann@db/house"
    assert capsys.readouterr().err == ""
    assert data_of("postgresql://ann:secret@db/house") == "postgresql://ann:secret@db/house"
    told = capsys.readouterr().err
    assert "PGPASSWORD" in told
    assert "secret" not in told


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


def test_a_port_that_is_taken_ends_the_server_with_a_word(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert free_port("127.0.0.1", number) != number
        command = [sys.executable, "-m", "cardhouse.cli", "serve", "--port", str(number), "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "Something else listens" in done.stderr
    assert "{" not in done.stderr


def test_to_play_is_to_open_the_house_on_this_machine_and_the_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[Any] = []
    shown = Queue[str]()

    def serve(*given: object) -> int:
        served.append(given)
        return 0

    monkeypatch.setattr(run, "run_server", serve)
    monkeypatch.setattr("webbrowser.open", shown.put)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    assert run.open_house(argparse.Namespace()) == 0
    [(host, number, data, *_)] = served
    assert (host, data) == ("127.0.0.1", run.default_data())
    assert shown.get(timeout=60) == f"http://127.0.0.1:{number}/"
    assert f"http://127.0.0.1:{number}/" in capsys.readouterr().out
