"""What crosses the wire depends on nothing that its receiver may not know.

Two tables are played in step. Before every action the second one gets another deal: one in which the eye that is tested
(a seat, or a spectator) sees exactly the same, and hidden cards lie elsewhere. As long as both games show that eye the
same, every byte that it is sent must be the same at both tables: views, events, refusals, and the welcome of somebody
who comes back. Tokens of turned cards, the numbers of pings and the commitment to the seed are left out: they are
random, and the deal is in none of them (the commitment hides it behind a salt).
"""

from __future__ import annotations

import asyncio
import re

import pytest
from sitting import Sitter, person, settled, table_of
from virtual import run

import cardhouse
from cardhouse import Chance, Game
from cardhouse.contract.messages import Act, Slap, encode
from cardhouse.engine.event import Event
from cardhouse.table import step_messages
from cardhouse.table.table import Table

RANDOM = re.compile(rb'"(token|(?:next_)?commitment)":"[0-9a-f]*"|(?<="t":"ping",)"(n)":\d+')
NAMES = ("ann", "bea", "cy", "di", "ed", "flo")
GAMES: list[tuple[str, int, dict[str, bool | int | str], int]] = [
    ("hearts", 4, {"limit": 1}, 12),
    ("hearts", 3, {"limit": 1, "claims": False}, 12),
    ("threes", 3, {}, 12),
    ("threes", 2, {"swap": True}, 12),
    ("durak", 3, {}, 12),
    ("durak", 4, {"forwarding": True, "deck": 52}, 12),
    ("ratscrew", 3, {"penalty": "none"}, 40),
    ("slapjack", 3, {}, 40),
]
MOST_STEPS = 160


class Leak(AssertionError):
    """Something was told that depends on hidden cards."""


class Pair:
    """Two tables that look the same to one eye."""

    def __init__(self, game: str, seats: int, options: dict[str, bool | int | str], eye: int | None, seed: int) -> None:
        sitters = [person(NAMES[seat]) for seat in range(seats)]
        self.tables = [table_of(game, *sitters, seed=seed, options=options) for _ in range(2)]
        self.eye = eye
        self.watcher = "zoe" if eye is None else NAMES[eye]
        self.chance = Chance(seed)
        self.sitters: list[list[Sitter]] = []
        self.compared = self.different = 0

    async def open(self) -> None:
        for table in self.tables:
            await table.open()
        names = NAMES[: len(self.tables[0].state.plan.seats)]
        self.sitters = [[Sitter(table, name) for name in (*names, "zoe")] for table in self.tables]
        await settled()
        self.compare()

    async def close(self) -> None:
        for table in self.tables:
            await table.close()

    def game(self, which: int) -> Game:
        current = self.tables[which].state.round
        assert current is not None
        return current.game

    def alike(self) -> bool:
        return self.game(0).view(self.eye) == self.game(1).view(self.eye)

    def told(self, which: int) -> list[bytes]:
        """What the eye was told since it was asked last, all connections of that person together."""
        told: list[bytes] = []
        for sitter in self.sitters[which]:
            if sitter.connection.person.id == self.watcher:
                told += [RANDOM.sub(b"", encode(message)) for message in sitter.told]
        return told

    def compare(self) -> None:
        """Whatever was told to the eye at both tables is the same, if what the eye may know is."""
        first, second = self.told(0), self.told(1)
        if self.alike():
            self.compared += 1
            self.different += self.game(0).digest() != self.game(1).digest()
            if first != second:
                raise Leak(f"{first!r} != {second!r}")
        self.forget()

    def forget(self) -> None:
        for sitters in self.sitters:
            for sitter in sitters:
                if sitter.connection.person.id == self.watcher:
                    sitter.told.clear()

    def deal_elsewhere(self, seat: int | None, action: str, tries: int) -> None:
        """Give the second table another deal; if there is one, such that the eye sees the same after the action too."""
        worlds = cardhouse.sampler(self.game(0).view(self.eye))
        after = self.game(0).copy()
        _ = after.fire() if seat is None else after.apply(seat, action)
        found = worlds.game(self.chance)
        for _ in range(tries):
            world = worlds.game(self.chance)
            if seat is not None and action not in [str(legal) for legal in world.legal(seat)]:
                continue
            found, then = world, world.copy()
            _ = then.fire() if seat is None else then.apply(seat, action)
            if then.view(self.eye) == after.view(self.eye):
                break
        current = self.tables[1].state.round
        assert current is not None
        current.game = found

    async def do(self, seat: int | None, action: str) -> None:
        """Do the same at both tables."""
        for which, table in enumerate(self.tables):
            if seat is None:
                table.post(table._fire)
                continue
            sitter = self.sitters[which][seat]
            if action == "slap":
                table.hear(sitter.connection, Slap(seat, token(table), 310.0))
            else:
                table.hear(sitter.connection, Act(seat, action, int(self.game(which).step)))
        if action == "slap":
            await asyncio.sleep(0.4)
        await settled()
        self.compare()

    async def ask_in_vain(self, action: str) -> None:
        """The eye's seat tries what it may not do: the refusal must not tell it anything."""
        if self.eye is None or not self.alike() or action in [str(legal) for legal in self.game(0).legal(self.eye)]:
            return
        await self.do(self.eye, action)

    async def come_back(self) -> None:
        """The person comes back and is told what they missed last."""
        if not self.alike():
            return
        step = int(self.game(0).step)
        for which, table in enumerate(self.tables):
            self.sitters[which].append(Sitter(table, self.watcher, (1, step - 1)))
        await settled()
        self.compare()
        for sitters in self.sitters:
            sitters.pop().part()
        await settled()
        self.forget()


def token(table: Table) -> str:
    return table.slaps.token


async def played(pair: Pair, tries: int) -> int:
    """Play on both tables until the game is over or long enough; gives the number of steps."""
    await pair.open()
    chance = pair.chance
    for number in range(MOST_STEPS):
        game = pair.game(0)
        if game.over:
            break
        choices: list[tuple[int | None, str]] = [(seat, str(each)) for seat in game.turn() for each in game.legal(seat)]
        choices = [choice for choice in choices if not choice[1].startswith("slap")]
        if game.timer is not None and (not choices or number % 7 == 6):
            choices = [(None, "fire")]
        if game.setup.game in ("ratscrew", "slapjack") and number % 5 == 4 and token(pair.tables[0]):
            choices = [(number % int(game.seats), "slap")]
        seat, action = choices[chance.below(len(choices))]
        pair.deal_elsewhere(seat, action, tries)
        await pair.ask_in_vain(action)
        await pair.ask_in_vain(("play Ks", "take", "pass 2c 3c 4c", "beat 7h 9h", "swap 3c 4c", "claim")[number % 6])
        await pair.do(seat, action)
        if number % 9 == 8:
            await pair.come_back()
    await pair.close()
    return int(pair.game(0).step)


@pytest.mark.parametrize("eye", [0, 1, None])
@pytest.mark.parametrize(("game", "seats", "options", "tries"), GAMES)
def test_nothing_that_is_told_depends_on_hidden_cards(
    game: str, seats: int, options: dict[str, bool | int | str], tries: int, eye: int | None
) -> None:
    pair = Pair(game, seats, options, eye, 20 + seats)
    steps = run(played(pair, tries))
    assert steps > 10
    # Most of it was compared while cards lay elsewhere: otherwise nothing would be shown by it.
    assert pair.different > steps / 2


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_open(event: Event, seats: list[int], everything: bool) -> Event:
        return Event(event.kind, event.seat, event.cards, event.facts)

    monkeypatch.setattr(step_messages, "_most_seen", all_open)
    with pytest.raises(Leak):
        run(played(Pair("durak", 3, {}, 0, 5), 12))
