"""A bot at a table for longer than a game: for a match or an evening, through lost connections and other games.

It says yes to what the people there want, is ready for every deal, and comes back to its seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .bots import Bot, bot_maker
from .bots.answers import BotFault
from .bots.process import BotProcess, is_own
from .client import FINAL, MOVE_SECONDS, Client, NoServer, Played, TableSocket, failed, move_at, split_link
from .contract.messages import (
    News,
    Pause,
    Queue,
    Refusal,
    Rematch,
    Room,
    Sit,
    StepMessage,
    TableInfo,
    Vote,
    Welcome,
)
from .engine.errors import CardhouseError, Refused

# A server that is started again is back by then.
COME_BACK_WITHIN = 120.0
FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
# The table is no more, or the bot has no place there any more: that ends an evening.
ENDED = ("refused.table.discarded", "refused.server.no_table", "refused.table.removed", "refused.table.no_watching")


def usual_name(bot: str) -> str:
    """Return what a bot calls itself if nobody has said: the name of its class, or of its level."""
    return bot.rpartition(":")[2] if ".py:" in bot else f"{bot.title()} bot"


@dataclass
class Stay:
    """A bot's evening at one table.

    It ends after ``games`` games; with 0 after the match or, where there is none, after one game, and with
    ``until_closed`` when the table is no more.
    """

    link: str
    bot: str
    name: str = ""
    seed: int = 0
    games: int = 0
    until_closed: bool = False
    # Seconds for a move of a bot from a file, which thinks in a process of its own.
    limit: float = MOVE_SECONDS
    # Called after each game.
    played: Callable[[Played], None] = lambda played: None
    all: list[Played] = field(default_factory=list)
    # The last round whose end was seen.
    counted: int = 0
    _processes: dict[str, BotProcess] = field(default_factory=dict)

    async def run(self) -> list[Played]:
        """Sit down, and play until it is over; gives the games that were played to their end.

        `BotFailed` if the bot raises, answers illegally or takes too long.
        """
        try:
            return await self._run()
        except BotFault as fault:
            raise failed(fault) from fault
        finally:
            for process in self._processes.values():
                process.close()

    def player(self, game: str, deal: int) -> Bot:
        """The bot for a deal, another one for each; it may have to start a process."""
        seed = self.seed + deal - 1
        if not is_own(self.bot):
            return bot_maker(game, self.bot)(seed)
        if game not in self._processes:
            self._processes[game] = BotProcess(game, self.bot, self.limit)
            self._processes[game].check()
        return self._processes[game].bot(0, seed)

    async def _run(self) -> list[Played]:
        address, code = split_link(self.link)
        async with Client(address) as server:
            info = await server.ask("GET", f"/api/tables/{code}")
            # A bot that isn't there is refused before it sits down.
            await asyncio.to_thread(self.player, info["game"], 1)
            await server.rename(self.name or usual_name(self.bot))
            await self._sit_or_queue(server, code)
            last: tuple[int, int] | None = None
            wait, lost = FIRST_WAIT, 0.0
            while True:
                here = Visit(self, server, last)
                try:
                    async with server.at(code) as table:
                        wait, lost = FIRST_WAIT, 0.0
                        if await here.go_on(table):
                            return self.all
                except Refused as error:
                    if error.key in ENDED and (self.until_closed or self.all):
                        return self.all
                    raise
                except NoServer:
                    if lost >= COME_BACK_WITHIN:
                        raise
                last = here.last or last
                await asyncio.sleep(wait)
                wait, lost = min(2 * wait, LONGEST_WAIT), lost + wait

    async def _sit_or_queue(self, server: Client, code: str) -> None:
        """Take a seat; who stays for the evening waits for one where there is none."""
        try:
            await server.sit(code)
        except Refused as error:
            if error.key != "refused.table.full" or not self.until_closed:
                raise

    def enough(self, table: TableInfo) -> bool:
        """True if the bot has played for as long as it wants to."""
        if self.until_closed:
            return False
        if self.games:
            return len(self.all) >= self.games
        return bool(table.match_won) or not table.best_of


async def play(link: str, bot: str, name: str = "", seed: int = 0, limit: float = MOVE_SECONDS) -> Played:
    """Take an open seat behind a link and let a bot play there to the end of one game."""
    return (await Stay(link, bot, name, seed, 1, limit=limit).run())[0]


class Visit:
    """A bot at its table for as long as one connection lasts."""

    def __init__(self, stay: Stay, server: Client, last: tuple[int, int] | None) -> None:
        self.stay = stay
        self.server = server
        self.last = last
        self._bot: tuple[str, int, asyncio.Task[Bot]] | None = None
        self._deciding: asyncio.Task[None] | None = None
        self._info: TableInfo | None = None
        self._you = ""
        self._outcome: dict[str, list[int]] | None = None
        self._voted: set[int] = set()

    async def go_on(self, table: TableSocket) -> bool:
        """Play on; True when it is enough, False when the connection is lost."""
        listening = asyncio.create_task(table.hear())
        try:
            while True:
                waiting = [task for task in (self._deciding, listening) if task is not None]
                done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if self._deciding in done and self._deciding is not None:
                    # Raises what went wrong with the bot.
                    self._deciding.result()
                    self._deciding = None
                if listening not in done:
                    continue
                message = listening.result()
                if message is None:
                    return False
                listening = asyncio.create_task(table.hear())
                if isinstance(message, Refusal) and message.key.startswith(FINAL):
                    if "retry" in message.facts:
                        return False
                    raise Refused(message.key, **message.facts)
                if isinstance(message, News | Welcome):
                    self._info = message.table
                    self._you = message.you if isinstance(message, Welcome) else self._you
                if isinstance(message, StepMessage | Welcome):
                    self._saw(table, message)
                if self._is_over():
                    return True
                if isinstance(message, News | Welcome):
                    await self._agree(table, message.table)
        finally:
            for task in (self._deciding, listening):
                if task is not None:
                    task.cancel()

    @property
    def _seat(self) -> int | None:
        seats = self._info.seats if self._info is not None else []
        return next((number for number, seat in enumerate(seats) if seat.yours), None)

    async def _agree(self, table: TableSocket, info: TableInfo) -> None:
        """Do what is wanted from a player here who minds nothing."""
        seat, room = self._seat, info.room
        if seat is None:
            await self._wait_for_a_seat(table, info, room)
            return
        if info.seats[seat].stand_in:
            await table.say(Sit(seat))
        awaited = info.status == "over" or (room is not None and room.arranged)
        if awaited and seat not in info.rematch_votes and self._known(info.game):
            await table.say(Rematch())
        if info.pause_votes and seat not in info.pause_votes:
            await table.say(Pause(not info.paused))
        for motion in room.motions if room is not None else []:
            if self._you in motion.awaits and motion.id not in self._voted:
                self._voted.add(motion.id)
                await table.say(Vote(motion.id, True))

    async def _wait_for_a_seat(self, table: TableSocket, info: TableInfo, room: Room | None) -> None:
        free = next((number for number, seat in enumerate(info.seats) if seat.kind == "open"), None)
        if free is not None:
            await table.say(Sit(free))
        elif room is not None and not any(one.who == self._you and one.place for one in room.members):
            await table.say(Queue(True))

    def _known(self, game: str) -> bool:
        """True if this bot plays this game; otherwise it watches until there is another."""
        try:
            bot_maker(game, self.stay.bot)
        except CardhouseError:
            return False
        return True

    def _saw(self, table: TableSocket, message: StepMessage | Welcome) -> None:
        number = message.round if isinstance(message, StepMessage) else message.table.round
        if message.views:
            self.last = (number, message.step)
        seat, info = self._seat, self._info
        view = next((view for view in message.views if view["seat"] == seat), None)
        if self._deciding is not None and message.views:
            self._deciding.cancel()
            self._deciding = None
        if view is None or seat is None or info is None:
            return
        self._outcome = view["outcome"]
        if info.seats[seat].stand_in or not self._known(view["game"]):
            return
        player = self._player(view["game"], number)
        self._deciding = asyncio.create_task(_move(player, table, message.token, view, info.reveal))

    def _player(self, game: str, number: int) -> asyncio.Task[Bot]:
        """The bot for this deal, as it is made."""
        if self._bot is None or self._bot[:2] != (game, number):
            made = asyncio.create_task(asyncio.to_thread(self.stay.player, game, number))
            self._bot = (game, number, made)
        return self._bot[2]

    def _is_over(self) -> bool:
        info, seat, outcome = self._info, self._seat, self._outcome
        if info is None or seat is None or outcome is None or info.status != "over":
            return False
        if self.stay.counted < info.round:
            self.stay.counted = info.round
            self.stay.all.append(Played(info, seat, outcome["places"], outcome["scores"]))
            self.stay.played(self.stay.all[-1])
        return self.stay.enough(info)


async def _move(player: asyncio.Task[Bot], table: TableSocket, token: str, view: dict[str, Any], reveal: float) -> None:
    # The bot outlives a choice that is given up.
    await move_at(table, await asyncio.shield(player), token, view, reveal)
