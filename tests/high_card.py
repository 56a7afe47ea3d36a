"""A game of somebody's own, never compiled: each plays two cards in turn, and the best card of all wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from cardhouse import Action, Chance, Game, Option, Refused, View, Zone
from cardhouse.engine.action import PLAY, cards_of, verb_of
from cardhouse.engine.cards import BIT, FULL_DECK, HIDDEN, cards_in, count, rank_of, set_of
from cardhouse.engine.deals import DealSampler
from cardhouse.engine.game import Observer, Sampler, Setup
from cardhouse.engine.options import Value, switch
from cardhouse.engine.view import zone_of


class HighCard(Game):
    """Two cards each; the best card played wins, or with ``low`` the worst."""

    name: ClassVar[str] = "highcard"
    seat_choices: ClassVar[tuple[int, ...]] = (2, 3)
    default_seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = (switch("low"),)

    def __init__(self, setup: Setup, like: HighCard | None = None) -> None:
        super().__init__(setup, like)
        self.hands: list[int] = list(like.hands) if like else [0] * setup.seats
        self.stock: list[int] = list(like.stock) if like else []
        self.laid: list[int] = list(like.laid) if like else []

    def copy(self) -> HighCard:
        return HighCard(self.setup, self)

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        return int(FULL_DECK)

    def deal(self) -> None:
        deck = list(self.setup.first_deck(FULL_DECK, self.chance))
        for seat in range(self.seats):
            self.hands[seat] = set_of(deck[2 * seat : 2 * seat + 2])
        self.stock = deck[2 * self.seats :]

    def moves(self, seat: i64) -> vec[i64]:
        codes = vec[i64]()
        if seat == len(self.laid) % self.seats:
            for card in cards_in(self.hands[seat]):
                codes = append(codes, PLAY | BIT[card])
        return codes

    def do(self, seat: i64, code: i64) -> None:
        self.hands[seat] &= ~cards_of(code)
        self.laid += cards_in(cards_of(code))
        if self.recording:
            self.emit("play", seat, cards_in(cards_of(code)))
        if len(self.laid) == 2 * self.seats:
            scores = self.scores()
            best = min(scores) if self.setup.switch("low") else max(scores)
            self.finish([1 if score == best else 2 for score in scores], scores, "reason.highcard.best")

    def why_not(self, seat: i64, what: Action) -> Refused:
        return Refused("refused.turn" if verb_of(what.code) == PLAY else "refused.verb", seat=seat)

    def phase(self) -> str:
        return "play"

    def turn(self) -> list[int]:
        return [] if self.over else [len(self.laid) % int(self.seats)]

    def scores(self) -> list[int]:
        played = [[rank_of(card) for card in self.laid[seat :: self.seats]] for seat in range(self.seats)]
        return [max(ranks, default=0) for ranks in played]

    def zones(self, observer: Observer) -> list[Zone]:
        hands = [
            zone_of("hand", seat, cards_in(hand) if observer.sees(seat) else [HIDDEN] * count(hand))
            for seat, hand in enumerate(self.hands)
        ]
        stock = self.stock if observer.everything else [HIDDEN] * len(self.stock)
        return [*hands, zone_of("stock", None, stock), zone_of("laid", None, self.laid)]

    def facts(self, observer: Observer) -> dict[str, Any]:
        return {"low": self.setup.switch("low")}


class HighCardSampler(Sampler):
    """Games that fit a view: what is hidden lies anyhow."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.sizes = [len(zone.cards) - len(zone.known) for zone in view.zones]

    def game(self, chance: Chance) -> HighCard:
        view = self.view
        game = HighCard(Setup(view.game, view.seats, view.options, 0, None))
        seen = set_of([card for zone in view.zones for card in zone.known])
        places = DealSampler(FULL_DECK & ~seen, vec[i64](self.sizes), vec[i64]([FULL_DECK] * len(self.sizes))).sample(
            chance
        )
        game.step = view.step
        game.result = view.outcome
        game.laid = [int(card) for card in view.zone("laid").known]
        for seat in range(view.seats):
            game.hands[seat] = places[seat] | set_of(view.zone("hand", seat).known)
        game.stock = cards_in(places[view.seats])
        return game
