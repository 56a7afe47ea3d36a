"""A bot that stays: for a match, for an evening with other games, and through lost connections."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from serving import Server

from cardhouse.cli import main
from cardhouse.client import Client, TableSocket
from cardhouse.contract.messages import Act, BeginMatch, Go, News, Propose, Rematch, Setup, StepMessage, Welcome
from cardhouse.joining import Stay, usual_name

HERE = [{"kind": "you"}, {"kind": "link"}]


class Host:
    """The person who made the table: plays on, and is ready for every deal until this many are over."""

    def __init__(self, table: TableSocket, games: int) -> None:
        self.table = table
        self.games = games
        self.info: Any = None
        self.over: set[int] = set()

    async def play(self, until_match: bool = False) -> None:
        ready = 0
        async for message in self.table:
            if isinstance(message, Welcome | News):
                self.info = message.table
                if self.info.status == "over":
                    self.over.add(self.info.round)
                    if (until_match and self.info.match_won) or len(self.over) >= self.games:
                        return
                waits = self.info.status == "over" or (self.info.room and self.info.room.arranged)
                if waits and ready < self.info.round:
                    ready = self.info.round
                    await self.table.say(Rematch())
            if isinstance(message, Welcome | StepMessage):
                for view in message.views:
                    if view["seat"] in view["turn"] and view["legal"] and not view["outcome"]:
                        await self.table.say(Act(view["seat"], view["legal"][0], view["step"]))


async def table_by_link(ann: Client, server: Server, **wishes: Any) -> tuple[str, str]:
    code = await ann.make("durak", HERE, pace="instant", options={"deck": 32}, **wishes)
    return code, f"{server.address}/#/table/{code}"


def test_a_bot_stays_for_the_whole_match_under_a_name_of_its_own(server: Server) -> None:
    async def evening() -> None:
        async with Client(server.address) as ann:
            code, link = await table_by_link(ann, server, best_of=3)
            bot = asyncio.create_task(Stay(link, "random").run())
            async with ann.at(code) as table:
                host = Host(table, 20)
                await asyncio.wait_for(host.play(until_match=True), 60)
                played = await asyncio.wait_for(bot, 60)
            assert len(played) == len(host.over) >= 2
            assert host.info.seats[1].name == "Random bot"
            assert host.info.match_won == played[-1].table.match_won != []

    asyncio.run(evening())


def test_a_bot_plays_other_games_at_the_same_link_and_stays_until_the_table_is_closed(server: Server) -> None:
    async def evening() -> None:
        async with Client(server.address) as ann:
            code, link = await table_by_link(ann, server)
            stay = Stay(link, "random", "Robo", until_closed=True)
            bot = asyncio.create_task(stay.run())
            async with ann.at(code) as table:
                await asyncio.wait_for(Host(table, 1).play(), 60)
                await table.say(BeginMatch(0))
                await table.say(Propose(Setup("threes")))
                await asyncio.wait_for(Host(table, 2).play(), 60)
                await table.say(Go())
            while len(stay.all) < 2:
                await asyncio.sleep(0.05)
            assert [game.table.game for game in stay.all][:2] == ["durak", "threes"]
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)

    asyncio.run(evening())


def test_a_bot_comes_back_to_its_seat_when_its_connection_was_lost(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = TableSocket.hear
    lost: list[int] = []

    async def hear(self: TableSocket) -> Any:
        message = await heard(self)
        if isinstance(message, StepMessage) and self.__dict__.get("of_bot") and not lost and message.step > 5:
            lost.append(message.step)
            assert self._socket is not None
            await self._socket.close()
            return None
        return message

    at = Client.at

    def at_table(self: Client, code: str, last: tuple[int, int] | None = None) -> TableSocket:
        socket = at(self, code, last)
        socket.__dict__["of_bot"] = getattr(self, "is_bot", False)
        return socket

    monkeypatch.setattr(TableSocket, "hear", hear)
    monkeypatch.setattr(Client, "at", at_table)
    renamed = Client.rename

    async def rename(self: Client, name: str, face: str = "") -> None:
        self.__dict__["is_bot"] = True
        await renamed(self, name, face)

    monkeypatch.setattr(Client, "rename", rename)

    async def evening() -> None:
        async with Client(server.address) as ann:
            code, link = await table_by_link(ann, server)
            bot = asyncio.create_task(Stay(link, "random", "Robo", games=2).run())
            async with ann.at(code) as table:
                host = Host(table, 2)
                await asyncio.wait_for(host.play(), 90)
                played = await asyncio.wait_for(bot, 60)
            assert lost
            assert [game.table.round for game in played] == [1, 2]
            assert host.info.seats[1].name == "Robo"

    asyncio.run(evening())


def test_names_of_bots() -> None:
    assert usual_name("expert") == "Expert bot"
    assert usual_name("my/file.py:MyBot") == "MyBot"


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--games", "x"], ["--games", "2", "--until-closed"]])
def test_how_long_a_bot_stays_is_a_number(wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(["join", "http://127.0.0.1/#/table/x", "easy", *wrong])
