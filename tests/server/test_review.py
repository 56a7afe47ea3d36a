"""Reviews over HTTP: told bit by bit, refused with a reason, given up when nobody listens, none of a game in play."""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from serving import Server

import cardhouse
from cardhouse import Chance
from cardhouse.engine.record import Record
from cardhouse.testing import do, random_play


def recorded(name: str, seed: int, seats: int = 2, **options: object) -> str:
    """A whole random game as the text of its record."""
    game = cardhouse.new(name, seats=seats, seed=seed, options=options)
    record = Record.of(game, ["Ann", "Bea", "Cid", "Dov"][:seats])
    for seat, text in random_play(game.copy(), Chance(seed)):
        timer = game.timer
        record.add(seat, text if seat is not None or timer is None else f"fire {timer.name}")
        do(game, seat, text)
    record.close(game)
    return record.text()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()


def ask(server: Server, path: str, text: str | None = None, cookie: str = "") -> tuple[int, str]:
    body = None if text is None else text.encode()
    request = urllib.request.Request(server.address + path, body, {"Cookie": cookie} if cookie else {})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def told(text: str) -> list[dict[str, Any]]:
    return [json.loads(bit.removeprefix("data: ")) for bit in text.split("\n\n") if bit]


def figure(server: Server, name: str) -> float:
    found = re.search(rf"^cardhouse_{name} (\S+)$", ask(server, "/metrics")[1], re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_a_review_tells_how_many_moves_there_are_and_then_each(server: Server) -> None:
    # A short game: it is weighed by the plain files too.
    status, text = ask(server, "/api/review", recorded("durak", 101))
    first, *moves, last = told(text)
    assert status == 200
    assert first == {"t": "begun", "unit": "chance", "moves": len(moves), "left_out": 0}
    assert last == {"t": "done"}
    weighed = [bit["move"] for bit in moves if bit["move"]]
    assert {move["seat"] for move in weighed} == {0, 1}
    assert all(move["cost"] >= 0.0 and move["better"] == move["best"].split()[1:] for move in weighed)
    assert all(move["costly"] for move in weighed if move["blunder"])
    assert [bit["number"] for bit in moves] == sorted(bit["number"] for bit in moves)


def test_with_a_seat_only_its_moves_are_weighed(server: Server) -> None:
    game = recorded("hearts", 3, 4, limit=1)
    counts = []
    for seat in ("", "?seat=1", "?seat=2"):
        with urllib.request.urlopen(f"{server.address}/api/review{seat}", game.encode()) as answer:
            counts.append(json.loads(answer.readline().removeprefix(b"data: "))["moves"])
            answer.readline()
            first = json.loads(answer.readline().removeprefix(b"data: "))["move"]
            assert first is None or not seat or seat.endswith(str(first["seat"]))
    assert counts[1] + counts[2] < counts[0]


@pytest.mark.parametrize("seat", ["2", "9", "-1", "x", "", "00", "١"])
def test_a_seat_that_is_not_there_is_refused(seat: str, server: Server) -> None:
    path = f"/api/review?seat={urllib.parse.quote(seat)}"
    status, text = ask(server, path, recorded("durak", 101))
    assert (status, json.loads(text)["key"]) == (400, "refused.server.seat")


def test_a_record_that_is_not_there_is_refused(server: Server) -> None:
    for name in ("nothing-1", "x" * 300, "..%2f..%2fetc"):
        status, text = ask(server, f"/api/records/{name}/review?seat=0")
        assert status == 404, text


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "record.heading"),
        ("this is no record", "record.heading"),
        ("Cardhouse record 1\ngame: durak\n", "record."),
        ("\x00\xff" * 500, "record.heading"),
    ],
)
def test_what_is_no_record_is_refused_with_its_reason(text: str, key: str, server: Server) -> None:
    status, answer = ask(server, "/api/review?seat=0", text)
    assert status == 400
    assert json.loads(answer)["key"].startswith(key)


def test_a_record_with_an_illegal_action_is_refused(server: Server) -> None:
    text = re.sub(r"^0 (\S+) attack .*$", r"0 \1 attack 2c", recorded("durak", 101), count=1, flags=re.MULTILINE)
    status, answer = ask(server, "/api/review?seat=0", text)
    assert (status, json.loads(answer)["key"][:7]) == (400, "record.")


def test_a_game_without_a_search_has_no_review(server: Server) -> None:
    status, answer = ask(server, "/api/review?seat=0", recorded("slapjack", 1))
    assert (status, json.loads(answer)["key"]) == (400, "advice.no_search")


def test_an_unfinished_record_is_not_reviewed(server: Server) -> None:
    game = cardhouse.new("durak", seed=4)
    record = Record.of(game, ["Ann", "Bea"])
    record.close(game)
    status, answer = ask(server, "/api/review?seat=0", record.text())
    assert (status, json.loads(answer)["key"]) == (400, "record.unfinished")


def test_a_game_in_play_is_neither_replayed_nor_reviewed(server: Server) -> None:
    """A player at a table could otherwise look at the others' cards, or hear what they are worth."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    wish = {"game": "durak", "seats": [{"kind": "you"}, {"kind": "here"}], "pace": "instant"}
    connection.request("POST", "/api/tables", json.dumps(wish))
    answer = connection.getresponse()
    code, cookie = json.loads(answer.read())["code"], (answer.getheader("set-cookie") or "").split(";")[0]
    connection.close()
    while json.loads(ask(server, f"/api/tables/{code}", cookie=cookie)[1])["status"] != "playing":
        pass
    for number in (0, 1, 2):
        for path in ("", "/replay", "/review?seat=0", "/review?seat=1", "/review", "/glass?at=1"):
            status, text = ask(server, f"/api/records/{code}-{number}{path}", cookie=cookie)
            assert (status, json.loads(text)["key"]) == (404, "refused.server.no_record")


def test_a_cat_can_be_looked_into_at_any_move_of_a_finished_game(server: Server) -> None:
    text = recorded("durak", 101)
    status, answer = ask(server, "/api/glass?at=2", text)
    assert status == 200
    told = json.loads(answer)
    assert (told["number"], told["cat"], told["unit"]) == (2, False, "chance")
    for wrong, key in (
        ("", "refused.server.body"),
        ("x", "refused.server.body"),
        ("0", "advice.at"),
        ("9999", "advice.at"),
    ):
        status, answer = ask(server, f"/api/glass?at={wrong}", text)
        assert (status, json.loads(answer)["key"]) == (400, key), wrong


def test_when_somebody_leaves_their_review_is_given_up(server: Server) -> None:
    text = recorded("hearts", 3, 4)
    before = figure(server, "moves_reviewed")
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("POST", "/api/review", text.encode())
    answer = connection.getresponse()
    moves = json.loads(answer.readline().removeprefix(b"data: "))["moves"]
    answer.readline()
    assert json.loads(answer.readline().removeprefix(b"data: "))["number"] > 0
    assert figure(server, "reviews") == 1
    answer.close()
    connection.close()
    while figure(server, "reviews"):
        pass
    assert 1 <= figure(server, "moves_reviewed") - before < moves
