"""Positions of real games, shown by the page as if a server had sent them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from playwright.sync_api import WebSocketRoute

import cardhouse
from cardhouse.engine.chance import Chance
from cardhouse.engine.event import Event
from cardhouse.engine.game import Game
from cardhouse.engine.view import View
from tools.screenshots import welcome

from .player import Player

# A game before an action, the seat that did it (None: a clock), the game after it, and what happened.
Step = tuple[Game, int | None, Game, list[Event]]


def steps(game: str, seats: int, options: dict[str, Any], seed: int, most: int = 400) -> Iterator[Step]:
    """A game played at random, step by step; in the slap games cards are mostly turned."""
    chance = Chance(seed)
    state = cardhouse.new(game, seats=seats, seed=seed, options=options)
    for _ in range(most):
        if state.over:
            return
        after = state.copy()
        acts = [(seat, str(action)) for seat in range(seats) for action in state.legal(seat) if seat in state.turn()]
        turns = [each for each in acts if each[1] == "turn"]
        who: int | None
        if turns:
            who, _ = turns[0]
            happened = after.apply(*turns[0])
        elif acts:
            who, action = acts[chance.below(len(acts))]
            happened = after.apply(who, action)
        else:
            who, happened = None, after.fire()
        yield state, who, after, happened.as_list()
        state = after


def find(
    game: str, fits: Callable[[Game, list[Event]], bool], seats: int = 2, options: dict[str, Any] | None = None
) -> Step:
    """The first step after which a game is as it should be."""
    for seed in range(300):
        for step in steps(game, seats, options or {}, seed):
            if fits(step[2], step[3]):
                return step
    raise AssertionError("no game came to that")


class Stage:
    """A table of a player's page that shows whatever it is sent."""

    def __init__(self, player: Player, state: Game, query: str = "", **table: Any) -> None:
        self.player = player
        self.socket: WebSocketRoute | None = None
        self.said: list[dict[str, Any]] = []
        first = welcome(state, int(state.step) + 1)
        self.table: dict[str, Any] = first["table"]
        self.table.update(table)
        first["views"] = [self.view(state).plain()]

        def serve(socket: WebSocketRoute) -> None:
            self.socket = socket
            socket.on_message(lambda message: self.said.append(json.loads(message)))
            socket.send(json.dumps(first))

        player.page.route_web_socket("**/ws/**", serve)
        player.go_to(f"position{query}")
        player.page.wait_for_selector(".plate")
        player.until("true")

    def view(self, state: Game) -> View:
        """What seat 0 sees; at a table with open cards, everything."""
        return state.open_view(0) if self.table["open_cards"] else state.view(0)

    def change(self, **table: Any) -> None:
        """Something about the table is different now."""
        assert self.socket is not None
        self.table.update(table)
        self.socket.send(json.dumps({"t": "table", "table": self.table}))

    def tell(self, message: dict[str, Any]) -> None:
        """Say anything else."""
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def deal(self, state: Game) -> None:
        """Another game begins."""
        self.table.update(round=self.table["round"] + 1, status="playing")
        self.tell({**welcome(state, 0), "table": self.table, "views": [self.view(state).plain()]})

    def happen(self, who: int | None, after: Game, events: Iterable[Event], **more: Any) -> None:
        """Tell what happened, as seat 0 sees it."""
        self.tell(self.step(who, after, events, **more))

    def step(self, who: int | None, after: Game, events: Iterable[Event], **more: Any) -> dict[str, Any]:
        """The message that tells what happened, as seat 0 sees it."""
        seen = [event.seen_by(0).plain() for event in events]
        number, views = self.table["round"], [self.view(after).plain()]
        return {"t": "step", "round": number, "step": int(after.step) + 1, "seat": who, "did": "", "events": seen,
                "views": views, "token": "", **more}  # fmt: skip
