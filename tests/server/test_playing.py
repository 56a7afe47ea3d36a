"""Whole games over real sockets: people, cats and bots, lost connections, a killed server, and every refusal."""

from __future__ import annotations

import asyncio
import contextlib
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cardhouse.bots import make_bot
from cardhouse.cli import main
from cardhouse.client import Client, TableSocket
from cardhouse.contract.messages import Act, News, Pause, Refusal, Rematch, Slap, StepMessage, Welcome
from cardhouse.engine.errors import CardhouseError, Refused
from cardhouse.engine.record import read_record
from cardhouse.engine.view import View
from cardhouse.joining import play

# A pile that is slapped is taken at once; one that is won by a challenge lies for a second of real time.
SLAPPED_OFTEN = ("sandwiches", "runs", "flushes", "tens", "marriages", "divorces", "stoppers")
SHORT: dict[str, dict[str, object]] = {
    "hearts": {"limit": 1},
    "ratscrew": {"penalty": "none"} | dict.fromkeys(SLAPPED_OFTEN, True),
}


@pytest.fixture(scope="module", params=["own", "asgi"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of this file: our own, and the application under any ASGI server."""
    running = Server(tmp_path_factory.mktemp("house"), asgi=request.param == "asgi")
    yield running
    running.stop()


async def play_through(
    table: TableSocket, bot: str = "random", stop_after: int | None = None, slaps: bool = False
) -> News | Welcome | None:
    """Play all seats of a connection until the game is over, or until this many steps are seen.

    With ``slaps`` the first seat slaps at whatever is good, and so wins a slap game sooner or later.
    """
    async for message in table:
        if isinstance(message, News | Welcome) and message.table.status == "over":
            return message
        if isinstance(message, StepMessage) and stop_after is not None and message.step >= stop_after:
            return None
        if isinstance(message, StepMessage | Welcome):
            for plain in message.views:
                view = View.read(plain)
                if slaps and good_slap(view):
                    await table.say(Slap(view.seat or 0, message.token, 250.0))
                elif view.seat is not None and view.seat in view.turn:
                    action = make_bot(view.game, bot, view.seat).choose(view)
                    if action is not None:
                        await table.say(Act(view.seat, str(action), view.step))
    return None


def good_slap(view: View) -> bool:
    """Whether a hand that misses nothing would slap now."""
    if not any(action.verb == "slap" for action in view.legal):
        return False
    move = make_bot(view.game, "expert", view.step).move(view)
    return move is not None and move.action.verb == "slap"


@pytest.mark.parametrize(
    ("game", "people", "cats"),
    [("hearts", 4, 0), ("threes", 2, 2), ("durak", 2, 0), ("ratscrew", 2, 1), ("slapjack", 6, 0)],
)
def test_people_and_cats_finish_games(server: Server, game: str, people: int, cats: int) -> None:
    # Who plays anything that is legal never comes to an end of Threes.
    bot = "greedy" if game == "threes" else "random"

    async def main() -> None:
        clients = [Client(server.address) for _ in range(people)]
        for client in clients:
            await client.__aenter__()
        seats = [{"kind": "link"}] * people + [{"kind": "cat", "level": bot}] * cats
        code = await clients[0].make(game, seats, pace="instant", options=SHORT.get(game, {}))

        async def one(client: Client) -> News | Welcome | None:
            await client.sit(code)
            async with client.at(code) as table:
                return await play_through(table, bot, slaps=client is clients[0])

        ended = await asyncio.wait_for(asyncio.gather(*[one(client) for client in clients]), 600)
        assert all(end is not None and end.table.status == "over" for end in ended)
        record = read_record(await clients[0].ask("GET", f"/api/records/{code}-1"))
        record.verify()
        assert ended[0] is not None
        assert record.commitment == ended[0].table.commitment
        assert len(await clients[0].ask("GET", "/api/history")) == 1
        assert (await clients[-1].ask("GET", "/api/stats"))[0]["played"] == 1
        laid_out = await clients[0].ask("GET", f"/api/records/{code}-1/replay")
        assert len(laid_out["frames"]) == len(record.entries) + 1
        assert len(laid_out["faces"]) == record.seats

    asyncio.run(main())


def test_a_bot_of_ones_own_sits_down_behind_a_link(server: Server, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    body = "class First(Bot):\n    def choose(self, view):\n        return view.legal[0]\n"
    mine.write_text(f"from cardhouse.bots import Bot\n\n\n{body}")

    async def main() -> None:
        async with Client(server.address) as ann:
            cats = [{"kind": "cat", "level": "random"}] * 3
            code = await ann.make("hearts", [{"kind": "link"}, *cats], pace="instant", options={"limit": 1})
            link = f"{server.address}/#/table/{code}"
            ended = await asyncio.wait_for(play(link, f"{mine}:First", "Robo"), 60)
            assert ended.table.status == "over"
            assert ended.table.seats[0].name == "Robo"
            assert sorted(ended.places) != [0, 0, 0, 0]

    asyncio.run(main())


BROKEN = """
import os
from cardhouse.bots import Bot
from cardhouse.engine.action import parse_action

class Raises(Bot):
    def choose(self, view):
        raise ValueError("no idea")

class Exits(Bot):
    def choose(self, view):
        os._exit(3)

class Hangs(Bot):
    def choose(self, view):
        sum(range(10**11))

class Illegal(Bot):
    def choose(self, view):
        return parse_action("take")

class Silent(Bot):
    def choose(self, view):
        return None

class First(Bot):
    def choose(self, view):
        return view.legal[0]
"""


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("nobody", "no bot"),
        ("mine.py:Nobody", "Nobody"),
        ("mine.py:Raises", "The bot failed: ValueError: no idea"),
        ("mine.py:Raises", 'in choose\n    raise ValueError("no idea")'),
        ("mine.py:Exits", "its process ended with exit code 3"),
        ("mine.py:Hangs", "it took more than 1 s for a move"),
        ("mine.py:Hangs", "in choose"),
        ("mine.py:Illegal", "what it may not do: take"),
        ("mine.py:Silent", "what it may not do: None"),
        ("mine.py:First", "* "),
    ],
)
def test_joining_with_a_bot_says_how_it_ended_or_what_is_wrong(
    server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str], bot: str, said: str
) -> None:
    (tmp_path / "mine.py").write_text(BROKEN)

    async def made() -> str:
        async with Client(server.address) as ann:
            cats = [{"kind": "cat", "level": "random"}] * 3
            return await ann.make("hearts", [{"kind": "link"}, *cats], pace="instant", options={"limit": 1})

    code = asyncio.run(made())
    name = bot if ".py:" not in bot else f"{tmp_path}/{bot}"
    ended = main(["join", f"{server.address}/#/table/{code}", name, "--limit", "1"])
    out = capfd.readouterr()
    assert ended == (0 if bot.endswith("First") else 2)
    assert said in out.out + out.err


def test_a_lost_connection_comes_back_to_what_it_missed(server: Server) -> None:
    async def main() -> None:
        async with Client(server.address) as ann:
            cats = [{"kind": "cat", "level": "random"}] * 3
            code = await ann.make("hearts", [{"kind": "you"}, *cats], pace="instant")
            async with ann.at(code) as table:
                await play_through(table, stop_after=6)
            async with ann.at(code, (1, 3)) as table:
                welcome = await table.hear()
                assert isinstance(welcome, Welcome)
                assert [missed.step for missed in welcome.missed] == list(range(4, welcome.step + 1))

    asyncio.run(main())


def test_a_killed_server_has_every_table_back_at_the_same_point(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")

    async def before() -> tuple[str, str, str, int]:
        async with Client(server.address) as ann:
            code = await ann.make("durak", [{"kind": "you"}, {"kind": "here", "name": "Bea"}], pace="instant")
            async with ann.at(code) as table:
                await play_through(table, stop_after=10)
                await table.say(Pause(True))
                while True:
                    message = await table.hear()
                    if isinstance(message, News) and message.table.paused:
                        break
            async with ann.at(code) as table:
                welcome = await table.hear()
                assert isinstance(welcome, Welcome)
                return ann.cookie, code, json.dumps(welcome.views), welcome.step

    async def after(cookie: str, code: str, views: str, step: int) -> None:
        table = TableSocket(f"ws://127.0.0.1:{server.port}/ws/{code}", cookie)
        async with table:
            welcome = await table.hear()
            assert isinstance(welcome, Welcome)
            assert (json.dumps(welcome.views), welcome.step) == (views, step)
            assert welcome.table.paused
            await table.say(Pause(False))
            assert await asyncio.wait_for(play_through_from(table, welcome), 60)

    async def play_through_from(table: TableSocket, welcome: Welcome) -> bool:
        for plain in welcome.views:
            view = View.read(plain)
            if view.seat is not None and view.seat in view.turn:
                await table.say(Act(view.seat, str(view.legal[0]), view.step))
                break
        return await play_through(table) is not None

    try:
        found = asyncio.run(before())
        server.kill()
        server.start()
        asyncio.run(after(*found))
    finally:
        assert server.stop() == 0


def test_a_rematch_and_a_spectator(server: Server) -> None:
    async def main() -> None:
        async with Client(server.address) as ann, Client(server.address) as zoe:
            code = await ann.make("threes", [{"kind": "you"}, {"kind": "cat", "level": "random"}], pace="instant")
            async with ann.at(code) as table, zoe.at(code) as watching:
                watched = asyncio.create_task(play_through(watching))
                await asyncio.wait_for(play_through(table), 60)
                assert await asyncio.wait_for(watched, 10) is not None
                await table.say(Rematch())
                while True:
                    message = await table.hear()
                    if isinstance(message, Welcome):
                        assert message.table.round == 2
                        break

    asyncio.run(main())


class TestRefusals:
    def test_wishes_that_cannot_be_met(self, server: Server) -> None:
        cat = {"kind": "cat", "level": "random"}
        wrong: list[tuple[dict[str, object], str]] = [
            ({"game": "bridge", "seats": [cat]}, "setup.game_unknown"),
            ({"game": "hearts", "seats": [cat]}, "setup.seats"),
            ({"game": "hearts", "seats": [cat] * 4, "options": {"limit": 0}}, "setup.option_value"),
            ({"game": "hearts", "seats": [cat] * 4, "options": {"nonsense": 1}}, "setup.option_unknown"),
            ({"game": "hearts", "seats": [cat] * 4, "pace": "warp"}, "refused.server.pace"),
            ({"game": "hearts", "seats": [{"kind": "dog"}] * 4}, "refused.server.body"),
            ({"game": "hearts", "seats": [{"kind": "cat", "level": "god"}] * 4}, "setup.bot_unknown"),
            ({"game": "hearts", "seats": [{"kind": "cat", "level": "/etc/x.py:X"}] * 4}, "refused.server.body"),
            ({"game": "hearts"}, "refused.server.body"),
            ({"game": "durak", "seats": [cat] * 6}, "setup.durak.seats"),
        ]

        async def main() -> None:
            async with Client(server.address) as ann:
                for body, key in wrong:
                    with pytest.raises(CardhouseError) as refusal:
                        await ann.ask("POST", "/api/tables", body)
                    assert refusal.value.key == key or key == "setup.durak.seats"
                for name in ("", "   ", "\n"):
                    with pytest.raises(Refused):
                        await ann.rename(name)
                with pytest.raises(Refused):
                    await ann.sit("nowhere")

        asyncio.run(main())

    def test_a_page_from_elsewhere_gets_no_socket(self, server: Server) -> None:
        async def main() -> None:
            async with Client(server.address) as ann:
                code = await ann.make("threes", [{"kind": "you"}, {"kind": "cat", "level": "random"}])
                address = f"ws://127.0.0.1:{server.port}/ws/{code}"
                for headers in ({"Cookie": ann.cookie, "Origin": "http://evil.example"}, {}):
                    with pytest.raises(InvalidStatus):
                        await connect(address, additional_headers=headers)

        asyncio.run(main())

    def test_too_long_too_many_and_nonsense_are_refused_and_at_last_cut_off(self, server: Server) -> None:
        async def main() -> None:
            async with Client(server.address) as ann:
                code = await ann.make("threes", [{"kind": "you"}, {"kind": "cat", "level": "random"}])
                async with ann.at(code) as table:
                    socket = table._socket
                    assert socket is not None
                    await socket.send("x" * 5000)
                    await socket.send("nonsense")
                    await socket.send(b"\xff\xfe")
                    await socket.send('{"t": "act", "seat": "no"}')
                    await socket.send('{"t": "unknown"}')
                    for _ in range(30):
                        await socket.send('{"t": "start"}')
                    keys: list[str] = []
                    while len(keys) < 20:
                        message = await table.hear()
                        if isinstance(message, Refusal):
                            keys.append(message.key)
                    assert keys[0] == "refused.server.too_long"
                    assert keys[1:5] == ["refused.server.message"] * 4
                    assert "refused.table.started" in keys
                    with contextlib.suppress(ConnectionClosed):
                        for _ in range(200):
                            await socket.send("nonsense")
                    while await table.hear() is not None:
                        pass
                    assert socket.close_code == 1008
                async with ann.at(code) as table:
                    assert isinstance(await table.hear(), Welcome)

        asyncio.run(main())

    def test_security_headers_are_on_everything(self, server: Server) -> None:
        for path in ("/", "/api/me", "/health"):
            with urllib.request.urlopen(server.address + path) as response:
                policy = response.headers["content-security-policy"]
                assert "default-src 'self'" in policy
                assert "unsafe" not in policy
                assert response.headers["x-content-type-options"] == "nosniff"
