"""What every game must keep, whatever its rules, as a battery of tests for a game of one's own.

It needs pytest and hypothesis.

    from cardhouse.testing import GameBattery

    class TestCrazyEights(GameBattery):
        spec = SPEC

Each test goes along random games over all seats and options.
"""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from . import games as house
from .arena import contest, play
from .bots import advice, bot_names, make_bot, players
from .engine import registry, words
from .engine.action import Action, pair, verbs
from .engine.cards import Card, set_of
from .engine.chance import Chance
from .engine.errors import BadSetup, CardhouseError, Refused
from .engine.event import Event, Events
from .engine.game import Game
from .engine.options import Option, Value
from .engine.record import Record, read_record
from .engine.registry import imagine, new, sampler
from .engine.view import View
from .engine.words import PLACE, catalogue, languages
from .games import GameSpec, register
from .games.drawing import Style, TextTable, plain_lines
from .games.slapping.terminal import slap_lines

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
    """What comes out in another process when this goes in here."""
    return pickle.loads(pickle.dumps(thing))


class GameBattery:
    """Everything that the games of the house pass. Subclass it, and say which game: ``spec``.

    ``repeated_zones`` names zones that show cards which lie elsewhere too, as a look back at the last trick does.
    """

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

    @given(data=st.data())
    @few
    def test_no_card_is_ever_lost_or_doubled(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        deck = int(type(game).cards(int(game.seats), game.setup.options))
        for step, _ in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
            if step < LONGEST or game.over:
                cards = self.all_cards(game)
                assert len(cards) == deck.bit_count()
                assert set_of(cards) == deck

    @given(data=st.data())
    @few
    def test_every_game_ends_with_a_result(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        game.play_out(Chance(data.draw(st.integers(0, 999))))
        outcome = game.outcome
        assert outcome is not None
        assert len(outcome.places) == len(outcome.scores) == game.seats
        assert min(outcome.places) == 1
        assert max(outcome.places) <= game.seats
        assert outcome.teams == game.teams()
        assert len(outcome.teams) in (0, game.seats)
        for side in outcome.sides:
            assert len({outcome.places[seat] for seat in side}) == 1
        assert outcome.reason.startswith("reason.")
        assert game.timer is None
        assert all(game.legal(seat) == [] for seat in range(game.seats))
        with pytest.raises(Refused) as refusal:
            game.apply(0, "slap")
        assert refusal.value.key == "refused.over"

    @given(data=st.data())
    @few
    def test_what_is_legal_is_accepted_and_all_else_is_refused_with_a_reason(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, _ in enumerate(random_play(game, chance)):
            if step > 150 or step % 5:
                continue
            before = game.digest()
            for seat in range(game.seats):
                legal = game.legal(seat)
                assert len(set(legal)) == len(legal)
                for action in legal[:3] + legal[-2:]:
                    game.copy().apply(seat, action)
                for action in some_actions(chance):
                    # A late slap is legal, and in no list.
                    if action in legal or (self.spec.slaps and action.verb == "slap"):
                        continue
                    with pytest.raises(Refused) as refusal:
                        game.apply(seat, action)
                    assert not str(refusal.value).startswith("refused."), f"no words for {refusal.value.key}"
                    assert "{" not in str(refusal.value)
            assert game.digest() == before

    @given(data=st.data())
    @few
    def test_the_same_seed_and_actions_give_the_same_states(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        again = new(self.name, seats=int(game.seats), seed=game.setup.seed, options=game.setup.options)
        assert again.digest() == game.digest()
        for step, (seat, text) in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
            if step % 20 == 0:
                assert again.digest() == game.digest()
            do(again, seat, text)
        assert again.digest() == game.digest()

    @given(data=st.data())
    @few
    def test_a_copy_and_its_original_go_their_own_ways(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, (seat, text) in enumerate(random_play(game, chance)):
            if step > 200:
                break
            other = game.copy()
            before = game.digest()
            assert other.digest() == before
            other.play_out(Chance(step)) if step % 20 == 0 else do(other, seat, text)
            assert game.digest() == before
            fresh = game.copy()
            do(fresh, seat, text)
            if step % 20:
                assert fresh.digest() == other.digest()

    @given(data=st.data())
    @few
    def test_a_game_and_all_it_tells_can_be_pickled_and_copied(self, data: st.DataObject) -> None:
        """The game, its actions, events, views and record go to another process, and the game plays on there."""
        game = data.draw(dealt_games(self.name))
        record = Record.of(game)
        for step, (seat, text) in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
            timer = game.timer
            record.add(seat, f"fire {timer.name}" if seat is None and timer else text)
            if step % 17 or step >= LONGEST:
                continue
            events = do(game.copy(), seat, text)
            for copied in (pickled, copy.copy, copy.deepcopy):
                again = copied(game)
                assert type(again) is type(game)
                assert again.digest() == game.digest()
                assert do(again, seat, text) == events
                assert copied(events) == events
                for observer in (None, 0):
                    assert copied(game.view(observer)) == game.view(observer)
                legal = game.legal(0)
                assert copied(legal) == legal
                assert [copied(action) for action in legal] == legal
        record.close(game)
        for copied in (pickled, copy.copy, copy.deepcopy):
            assert copied(record) == record
            assert copied(game).outcome == game.outcome
        assert pickled(record).verify().digest() == game.digest()

    @given(data=st.data())
    @few
    def test_a_view_reads_back_from_its_text(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        for step, _ in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
            if step % 7 == 0 and step < LONGEST:
                for seat in [None, *range(game.seats)]:
                    view = game.view(seat)
                    assert View.read(json.loads(view.json())) == view

    @given(data=st.data())
    @few
    def test_an_imagined_game_shows_its_seat_the_same_view(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, _ in enumerate(random_play(game, chance)):
            if step < 40 or (step % 11 == 0 and step < LONGEST):
                for seat in [None, *range(game.seats)]:
                    view = game.view(seat)
                    assert imagine(view, chance).view(seat).json() == view.json()
        for seat in [None, *range(game.seats)]:
            assert imagine(game.view(seat), chance).view(seat) == game.view(seat)

    @given(data=st.data())
    @fewer
    def test_every_imagined_game_plays_on_to_an_end(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, _ in enumerate(random_play(game, chance)):
            if step % 17 == 0 and step < 200:
                seat = int(chance.below(game.seats))
                world = imagine(game.view(seat), chance)
                deck = sorted(self.all_cards(world))
                for _ in random_play(world, chance):
                    pass
                assert sorted(self.all_cards(world)) == deck

    @given(data=st.data())
    @few
    def test_nothing_a_seat_may_not_know_reaches_it(self, data: st.DataObject) -> None:
        """Change only what a seat may not know: its view and legal actions are equal, byte for byte, along whole games.

        So are all events that it sees of an action, unless the action itself brought something to light.
        """
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        compared = 0
        for step, (seat, text) in enumerate(random_play(game, chance)):
            if step > 300:
                break
            for observer in [None, *range(game.seats)]:
                world, here = imagine(game.view(observer), chance), game.copy()
                assert world.view(observer).json() == here.view(observer).json()
                try:
                    events_there = do(world, seat, text)
                except Refused:
                    assert seat != observer, "what a seat may do depends on what it may not know"
                    continue
                events_here = do(here, seat, text)
                if world.view(observer).json() == here.view(observer).json():
                    compared += 1
                    assert seen(events_here, observer) == seen(events_there, observer)
        assert compared > 0

    def test_samplers_give_different_worlds(self) -> None:
        maker = sampler(new(self.name, seed=5).view(0))
        assert len({maker.game(Chance(seed)).digest() for seed in range(8)}) == 8

    def test_events_have_words(self) -> None:
        """Every event that random games bring about has an English sentence without a hole in it."""
        for seed, game in enumerate(self.varied_games(12)):
            names = [f"Cat {seat}" for seat in range(game.seats)]
            for seat, text in random_play(game.copy(), Chance(seed)):
                for event in do(game, seat, text):
                    for observer in (None, 0):
                        said = event.seen_by(observer).words(self.name, names)
                        assert not said.startswith("event."), said
                        assert "{" not in said
                        assert "??" not in said

    def test_every_option_and_choice_has_words(self) -> None:
        texts = catalogue()
        assert f"game.{self.name}" in texts
        for option in self.spec.options:
            sentence = option.sentence(self.name)
            assert sentence.endswith((".", "!", "?"))
            assert not sentence.startswith("option.")
            for choice in option.choices:
                assert f"choice.{self.name}.{option.name}.{choice}" in texts

    def test_its_texts_are_complete_in_every_language_that_it_has(self) -> None:
        folder = self.spec.words
        if folder is None:
            return
        own = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")}
        assert "en" in own
        assert set(own) <= set(languages())
        for language, texts in own.items():
            assert list(texts) == sorted(texts), f"{language} is not sorted"
            assert set(texts) <= set(own["en"]), language
            for key, text in texts.items():
                places = {name for name, _ in PLACE.findall(text)}
                assert places == {name for name, _ in PLACE.findall(own["en"][key])}, (language, key)

    def test_bad_input_is_an_error_of_the_package(self) -> None:
        game = new(self.name, seed=1)
        for seat in (-1, 6, 99, "0", None, 1.5, True):
            for call in (game.legal, lambda seat: game.apply(seat, "slap")):
                with pytest.raises(CardhouseError):
                    call(seat)
        for seat in (-1, 6, "0", 1.5):
            with pytest.raises(CardhouseError):
                game.view(seat)
        for text in ("", "   ", "dance", "play Zz", "play 7h 7h", "slap 7h", "blind x", "beat 7h", 7, None, b"slap"):
            with pytest.raises(CardhouseError):
                game.apply(0, text)
        for seats in (0, max(self.spec.seat_choices) + 1, -2, "4", 2.0, True):
            with pytest.raises(CardhouseError):
                new(self.name, seats=seats)  # type: ignore[arg-type]
        for seed in (-1, "x", 1.5):
            with pytest.raises(CardhouseError):
                new(self.name, seed=seed)  # type: ignore[arg-type]
        with pytest.raises(CardhouseError):
            new(self.name, no_such_option=True)
        for option in self.spec.options:
            values: list[object] = [None, "nonsense", 3.7, -5, [], 1 if option.kind == "switch" else True]
            for value in values:
                with pytest.raises(CardhouseError):
                    new(self.name, options={option.name: value})

    def test_a_deck_that_is_not_the_games_own_is_refused(self) -> None:
        deck = [str(Card(card)) for card in self.all_cards(new(self.name, seed=1))]
        new(self.name, deck=" ".join(deck))
        for wrong in (deck[1:], [*deck[1:], deck[1]], [*deck, "W1"], ["Xx", *deck[1:]], []):
            with pytest.raises(BadSetup) as error:
                new(self.name, deck=" ".join(wrong))
            assert "setup." not in str(error.value)
        for nonsense in (7, ["no"], [999]):
            with pytest.raises(BadSetup):
                new(self.name, deck=nonsense)

    def test_a_stacked_deck_means_seed_0_unless_one_is_given(self) -> None:
        deck = " ".join(str(Card(card)) for card in self.all_cards(new(self.name, seed=1)))
        assert new(self.name, deck=deck).digest() == new(self.name, deck=deck, seed=0).digest()
        assert new(self.name).setup.seed != new(self.name).setup.seed

    def test_a_record_replays_to_the_same_end(self) -> None:
        for seed, game in enumerate(self.varied_games(4)):
            record = Record.of(game, [f"Cat {seat}" for seat in range(game.seats)])
            for seat, text in random_play(game, Chance(seed)):
                timer = game.timer
                record.add(seat, f"fire {timer.name}" if seat is None and timer else text, 0.0)
            record.close(game)
            assert read_record(record.text()).verify().digest() == game.digest()

    def test_every_bot_does_what_is_legal(self) -> None:
        """In two positions, since a bot that searches takes its time; None is for who may wait."""
        for seed, game in enumerate(self.varied_games(2)):
            for step, _ in enumerate(random_play(game, Chance(seed))):
                if step >= 9 and game.turn():
                    break
            for seat in game.view(None).turn[:1]:
                view = game.view(seat)
                for level in bot_names(self.name):
                    choice = make_bot(self.name, level, seed).choose(view)
                    assert choice in view.legal or (choice is None and game.timer is not None)

    def test_the_arena_plays_it(self) -> None:
        results = play(contest(self.name, bot_names(self.name)[:2], deals=2), 1)
        assert results.complete
        assert all(not standing.failures for standing in results.standings)

    def test_its_adviser_values_what_may_be_done(self) -> None:
        adviser = self.spec.adviser
        if adviser is None:
            return
        asked = 0
        for seed, game in enumerate(self.varied_games(3)):
            for step, _ in enumerate(random_play(game, Chance(seed))):
                for seat in game.view(None).turn[:1]:
                    view = game.view(seat)
                    if step % 11 == 0 and len(view.legal) > 1 and asked < 2 * (seed + 1):
                        found = advice.advise(view, [f"Cat {other}" for other in range(game.seats)], worlds=4)
                        assert all(valued.action in view.legal for valued in found.actions)
                        assert "{" not in found.sentence
                        assert not re.match(r"\w+\.\w+", found.sentence)
                        asked += 1

    def test_a_terminal_shows_it(self) -> None:
        draw = self.spec.terminal.lines or (slap_lines if self.spec.slaps else plain_lines)
        for seed, game in enumerate(self.varied_games(3)):
            table = TextTable([f"Cat {seat}" for seat in range(game.seats)], Style())
            for step, _ in enumerate(random_play(game, Chance(seed))):
                if step % 7 == 0 and step < LONGEST:
                    lines = draw(table, game.view(0))
                    assert lines
                    assert not any("terminal." in line or "{" in line for line in lines), lines
