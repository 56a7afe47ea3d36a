"""A slap game of somebody's own: registered with a spec, it is played at a table, in the arena and in a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from sitting import Sitter, cat, person, settled, table_of
from virtual import run

import cardhouse
from cardhouse import Action, Chance, Game, GameSpec, Refused, View, Zone
from cardhouse.arena import contest, play
from cardhouse.contract.messages import Slap as SlapMessage
from cardhouse.engine.action import SLAP, TURN, verb_of
from cardhouse.engine.cards import FULL_DECK, HIDDEN, rank_of, set_of, vec_of
from cardhouse.engine.event import NO_CARDS
from cardhouse.engine.game import Observer, Sampler, Setup
from cardhouse.engine.options import Value
from cardhouse.engine.view import zone_of
from cardhouse.games.slapping.bots import SLAP_BOTS
from cardhouse.games.slapping.patterns import Doubles, Slap
from cardhouse.testing import registered


class Snap(Game):
    """Cards are turned in turn; a double is slapped for a point, a wrong slap costs one. Until all are turned."""

    name: ClassVar[str] = "snap"
    seat_choices: ClassVar[tuple[int, ...]] = (2, 3)

    def __init__(self, setup: Setup, like: Snap | None = None) -> None:
        super().__init__(setup, like)
        self.stock: list[int] = list(like.stock) if like else []
        self.pile: list[int] = list(like.pile) if like else []
        self.won: list[int] = list(like.won) if like else [0] * setup.seats
        self.on_move: int = like.on_move if like else 0

    def copy(self) -> Snap:
        return Snap(self.setup, self)

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        return int(FULL_DECK)

    def deal(self) -> None:
        self.stock = [int(card) for card in self.setup.first_deck(FULL_DECK, self.chance)]

    def moves(self, seat: i64) -> vec[i64]:
        return vec[i64]([TURN, SLAP] if seat == self.on_move else [SLAP])

    def allows(self, seat: i64, code: i64) -> bool:
        return verb_of(code) == SLAP or (code == TURN and seat == self.on_move)

    def do(self, seat: i64, code: i64) -> None:
        if code == TURN:
            card = self.stock.pop(0)
            self.pile.append(card)
            self.on_move = (self.on_move + 1) % int(self.seats)
            if self.recording:
                self.emit("turn", seat, [card])
            if not self.stock:
                self.finish([1 + sum(a > b for a in self.won) for b in self.won], self.won, "reason.snap.all")
            return
        good = len(self.pile) > 1 and rank_of(self.pile[-1]) == rank_of(self.pile[-2])
        self.won[int(seat)] += 1 if good else -1
        if self.recording:
            self.emit("slap", seat, NO_CARDS, verdict="good" if good else "wrong", why="", patterns=[])

    def why_not(self, seat: i64, what: Action) -> Refused:
        return Refused("refused.turn", seat=self.on_move)

    def phase(self) -> str:
        return "play"

    def turn(self) -> list[int]:
        return [self.on_move]

    def scores(self) -> list[int]:
        return list(self.won)

    def zones(self, observer: Observer) -> list[Zone]:
        stock = self.stock if observer.everything else [HIDDEN] * len(self.stock)
        return [zone_of("stock", None, stock), zone_of("pile", None, self.pile)]

    def facts(self, observer: Observer) -> dict[str, Any]:
        return {}


class SnapSampler(Sampler):
    def __init__(self, view: View) -> None:
        self.view = view

    def game(self, chance: Chance) -> Snap:
        view = self.view
        game = Snap(Setup(view.game, view.seats, view.options, 0, None))
        game.pile = [int(card) for card in view.zone("pile").known]
        stock = vec_of(FULL_DECK & ~set_of(game.pile))
        chance.shuffle(stock)
        game.stock = [int(card) for card in stock]
        game.won, game.step, game.result = list(view.scores), view.step, view.outcome
        game.on_move = view.turn[0] if view.turn else 0
        return game


class Flats(Slap):
    """A pattern of its own, which the reflexes of the house know nothing about: three of one suit."""

    def fits(self, last: i64, second: i64, third: i64, fourth: i64) -> bool:
        return last // 13 == second // 13 == third // 13


SPEC = GameSpec(
    Snap, SnapSampler, plays="slaps", patterns=(Doubles("doubles", 2, True), Flats("flats", 3, True)), bots=SLAP_BOTS
)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(SPEC):
        yield


def test_it_is_a_game_of_slaps() -> None:
    assert cardhouse.games.spec("snap").slaps
    assert [game.name for game in cardhouse.games()][-1] == "snap"


def test_it_is_played_at_a_table_where_slaps_are_judged_by_reaction() -> None:
    async def main() -> None:
        table = table_of("snap", person("ann"), cat(level="expert"), seed=3)
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        assert table.state.round is not None
        assert table.state.round.slaps
        await ann.act("turn", 0)
        assert ann.token
        await ann.say(SlapMessage(0, ann.token, 300.0))
        await asyncio.sleep(1)
        kinds = [event.kind for step in table.state.round.steps for event in step.events]
        assert kinds[0] == "turn"
        assert "slap" in kinds
        await table.close()

    run(main())


def test_bots_play_it_in_the_arena() -> None:
    results = play(contest("snap", ["expert", "easy"], deals=2, seats=2), 1)
    assert results.complete
    assert all(not standing.failures for standing in results.standings)
