"""Random games of any kind: what the tests of the battery go along."""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from .. import games as house
from ..bots import advice, players
from ..engine import registry, words
from ..engine.action import Action, pair, verbs
from ..engine.cards import set_of
from ..engine.chance import Chance
from ..engine.errors import BadSetup
from ..engine.event import Event, Events
from ..engine.game import Game
from ..engine.options import Option, Value
from ..engine.registry import new
from ..games import GameSpec, register

# Shrinking a seed finds no simpler game, and takes minutes.
few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
fewer = settings(few, max_examples=5)
LONGEST = 700


@contextlib.contextmanager
def forgetting_games() -> Iterator[None]:
    """Games that are registered inside are forgotten again."""
    house.games()
    with contextlib.ExitStack() as stack:
        for table in (house._specs, registry._rules, registry._samplers, players._makers, advice._advisers):
            stack.enter_context(mock.patch.dict(table))
        stack.callback(words.catalogue.cache_clear)
        stack.enter_context(mock.patch.object(words, "_folders", list(words._folders)))
        yield


@contextlib.contextmanager
def registered(spec: GameSpec) -> Iterator[None]:
    """A game is known for a while, and then no more."""
    with forgetting_games():
        register(spec)
        yield


def option_values(option: Option) -> st.SearchStrategy[Any]:
    """Any value that an option can have."""
    if option.kind == "switch":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    return st.sampled_from([option.low, min(option.low + 30, option.high)])


@st.composite
def dealt_games(draw: st.DrawFn, name: str) -> Game:
    """A fresh game of this kind with any seats, options and seed."""
    kind = registry.game_class(name)
    options = {option.name: draw(option_values(option)) for option in kind.options}
    seats = draw(st.sampled_from(kind.seat_choices))
    seed = draw(st.integers(0, 2**40))
    try:
        return new(name, seats=seats, seed=seed, options=options)
    except BadSetup:
        return new(name, seats=min(kind.seat_choices), seed=seed, options=options)


def random_play(game: Game, chance: Chance) -> Iterator[tuple[int | None, str]]:
    """Play a game to its end by random legal actions; yields who is about to do what (None: the timer)."""
    while not game.over:
        choices: list[tuple[int | None, str]] = [
            (seat, str(action)) for seat in range(game.seats) for action in game.legal(seat)
        ]
        if game.timer is not None:
            choices.append((None, "fire"))
        choice = choices[chance.below(len(choices))]
        yield choice
        do(game, *choice)


def seen(events: Iterable[Event], observer: int | None) -> list[dict[str, object]]:
    """Events as somebody sees them; in which order cards came that only few see is news, and may differ."""
    told = []
    for event in events:
        plain = event.seen_by(observer).plain()
        if event.only is not None and "cards" in plain:
            plain["cards"] = sorted(str(plain["cards"]).split())
        told.append(plain)
    return told


def do(game: Game, seat: int | None, text: str) -> Events:
    """Do what `random_play` yielded."""
    return game.fire() if seat is None else game.apply(seat, text)


def some_actions(chance: Chance) -> list[Action]:
    """Actions of every verb with random cards and numbers, most of them not legal."""
    made: list[Action] = []
    for code, verb in verbs().items():
        if verb.shape == "cards":
            drawn = [set_of([int(chance.below(52)) for _ in range(size)]) for size in (0, 1, 1, 2, 3)]
            made += [Action(code | cards) for cards in drawn]
        elif verb.shape == "pair":
            made += [Action(pair(code, chance.below(52), chance.below(52))) for _ in range(3)]
        elif verb.shape:
            made += [Action(code + int(chance.below(6)))]
        else:
            made += [Action(code)]
    return made


def pickled(thing: Any) -> Any:
    """Return what comes out in another process when this goes in here."""
    return pickle.loads(pickle.dumps(thing))


class OfOneGame:
    """Tests of one game, which is known while they run."""

    spec: ClassVar[GameSpec]
    repeated_zones: ClassVar[frozenset[str]] = frozenset()

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def _known(cls) -> Iterator[None]:
        with registered(cls.spec):
            yield

    @property
    def name(self) -> str:
        return self.spec.name

    def all_cards(self, game: Game) -> list[int]:
        """Every card of every place that counts as one."""
        zones = game.open_view().zones
        return [card for zone in zones if zone.name not in self.repeated_zones for card in zone.known]

    def varied_games(self, times: int) -> Iterator[Game]:
        """Fresh games, one after another with other seats and options."""
        for seed in range(times):
            options: dict[str, Value] = {}
            for option in self.spec.options:
                if option.kind != "number":
                    values = option.choices or (False, True)
                    options[option.name] = values[seed % len(values)]
            try:
                seats = self.spec.seat_choices[seed % len(self.spec.seat_choices)]
                yield new(self.name, seats=seats, seed=seed, options=options)
            except BadSetup:
                yield new(self.name, seed=seed, options=options)
