"""What every game must keep, whatever its rules: checked along random games over all seats and options."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from strategies import GAME_NAMES, dealt_games, do, random_play

import cardhouse
from cardhouse import Action, CardhouseError, Chance, Game, Refused, View, imagine, imaginer
from cardhouse.action import BEAT, BLIND, PASS, PLAY, SWAP, pair
from cardhouse.cards import set_of

every_game = pytest.mark.parametrize("name", GAME_NAMES)
# Shrinking a seed finds no simpler game, and takes minutes.
few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
fewer = settings(few, max_examples=5)
LONGEST = 700


def card_count(game: Game) -> int:
    return int(type(game).cards(int(game.seats), game.setup.options)).bit_count()


def all_cards(game: Game) -> list[int]:
    """Every card of every place that counts as one; a look at the last trick is not a place of its own."""
    return [card for zone in game.open_view().zones if zone.name != "last" for card in zone.known]


@every_game
@given(data=st.data())
@few
def test_no_card_is_ever_lost_or_doubled(name: str, data: st.DataObject) -> None:
    game = data.draw(dealt_games(name))
    deck = type(game).cards(int(game.seats), game.setup.options)
    for step, _ in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
        if step < LONGEST or game.over:
            cards = all_cards(game)
            assert len(cards) == card_count(game)
            assert set_of(cards) == deck


@every_game
@given(data=st.data())
@few
def test_every_game_ends_with_a_result(name: str, data: st.DataObject) -> None:
    game = data.draw(dealt_games(name))
    game.play_out(Chance(data.draw(st.integers(0, 999))))
    outcome = game.outcome
    assert outcome is not None
    assert len(outcome.places) == len(outcome.scores) == game.seats
    assert min(outcome.places) == 1
    assert max(outcome.places) <= game.seats
    assert outcome.reason.startswith("reason.")
    assert game.timer is None
    assert all(game.legal(seat) == [] for seat in range(game.seats))
    with pytest.raises(Refused) as refusal:
        game.apply(0, "slap")
    assert refusal.value.key == "refused.over"


def sample_of_actions(chance: Chance) -> list[Action]:
    """Actions of every verb with random cards, most of them not legal."""
    made = [Action.parse(text) for text in ("slap", "turn", "take", "done", "pickup", "ready", "pass", "play")]
    for verb in (PLAY, PASS, 3 * 2**56, 5 * 2**56):
        for size in (1, 1, 2, 3):
            made.append(Action(verb | set_of([int(chance.below(52)) for _ in range(size)])))
    made += [Action(pair(verb, chance.below(52), chance.below(52))) for verb in (BEAT, SWAP) for _ in range(3)]
    made += [Action(BLIND + int(chance.below(5)))]
    return made


@every_game
@given(data=st.data())
@few
def test_what_is_legal_is_accepted_and_all_else_is_refused_with_a_reason(name: str, data: st.DataObject) -> None:
    game = data.draw(dealt_games(name))
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
            for action in sample_of_actions(chance):
                if action in legal:
                    continue
                with pytest.raises(Refused) as refusal:
                    game.apply(seat, action)
                assert not str(refusal.value).startswith("refused."), f"no words for {refusal.value.key}"
                assert "{" not in str(refusal.value)
        assert game.digest() == before


@every_game
@given(data=st.data())
@few
def test_the_same_seed_and_actions_give_the_same_states(name: str, data: st.DataObject) -> None:
    game = data.draw(dealt_games(name))
    again = cardhouse.new(name, seats=int(game.seats), seed=game.setup.seed, options=game.setup.options)
    assert again.digest() == game.digest()
    for step, (seat, text) in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
        if step % 20 == 0:
            assert again.digest() == game.digest()
        do(again, seat, text)
    assert again.digest() == game.digest()


@every_game
@given(data=st.data())
@few
def test_a_copy_and_its_original_go_their_own_ways(name: str, data: st.DataObject) -> None:
    game = data.draw(dealt_games(name))
    chance = Chance(data.draw(st.integers(0, 999)))
    for step, (seat, text) in enumerate(random_play(game, chance)):
        if step > 200:
            break
        copy = game.copy()
        before = game.digest()
        assert copy.digest() == before
        copy.play_out(Chance(step)) if step % 20 == 0 else do(copy, seat, text)
        assert game.digest() == before
        fresh = game.copy()
        do(fresh, seat, text)
        if step % 20:
            assert fresh.digest() == copy.digest()


@every_game
@given(data=st.data())
@few
def test_a_view_reads_back_from_its_text(name: str, data: st.DataObject) -> None:
    game = data.draw(dealt_games(name))
    for step, _ in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
        if step % 7 == 0 and step < LONGEST:
            for seat in [None, *range(game.seats)]:
                view = game.view(seat)
                assert View.read(json.loads(view.json())) == view


@every_game
@given(data=st.data())
@few
def test_an_imagined_game_shows_its_seat_the_same_view(name: str, data: st.DataObject) -> None:
    game = data.draw(dealt_games(name))
    chance = Chance(data.draw(st.integers(0, 999)))
    for step, _ in enumerate(random_play(game, chance)):
        if step < 40 or (step % 11 == 0 and step < LONGEST):
            for seat in [None, *range(game.seats)]:
                view = game.view(seat)
                assert imagine(view, chance).view(seat).json() == view.json()
    for seat in [None, *range(game.seats)]:
        assert imagine(game.view(seat), chance).view(seat) == game.view(seat)


@every_game
@given(data=st.data())
@fewer
def test_every_imagined_game_plays_on_to_an_end(name: str, data: st.DataObject) -> None:
    game = data.draw(dealt_games(name))
    chance = Chance(data.draw(st.integers(0, 999)))
    for step, _ in enumerate(random_play(game, chance)):
        if step % 17 == 0 and step < 200:
            seat = int(chance.below(game.seats))
            world = imagine(game.view(seat), chance)
            deck = sorted(all_cards(world))
            for _ in random_play(world, chance):
                pass
            assert sorted(all_cards(world)) == deck


@every_game
@given(data=st.data())
@few
def test_nothing_a_seat_may_not_know_reaches_it(name: str, data: st.DataObject) -> None:
    """Change only what a seat may not know: its view and legal actions are equal, byte for byte, along whole games.

    So is all that it is told of an action, unless the action itself brought something to light that it now sees.
    """
    game = data.draw(dealt_games(name))
    chance = Chance(data.draw(st.integers(0, 999)))
    told_alike = 0
    for step, (seat, text) in enumerate(random_play(game, chance)):
        if step > 300:
            break
        for eye in [None, *range(game.seats)]:
            world, here = imagine(game.view(eye), chance), game.copy()
            assert world.view(eye).json() == here.view(eye).json()
            try:
                told_there = do(world, seat, text)
            except Refused:
                assert seat != eye, "what a seat may do depends on what it may not know"
                continue
            told_here = do(here, seat, text)
            if world.view(eye).json() == here.view(eye).json():
                told_alike += 1
                seen_here = [event.seen_by(eye).plain() for event in told_here]
                assert seen_here == [event.seen_by(eye).plain() for event in told_there]
    assert told_alike > 0


@every_game
def test_events_have_words(name: str) -> None:
    """Every event that random games bring about has an English sentence without a hole in it."""
    info = next(info for info in cardhouse.games() if info.name == name)
    for seed in range(12):
        options = {option.name: option.choices[seed % len(option.choices)] for option in info.options if option.choices}
        options |= {option.name: seed % 2 == 1 for option in info.options if option.kind == "switch"}
        seats = info.seat_choices[seed % len(info.seat_choices)]
        try:
            game = cardhouse.new(name, seats=seats, seed=seed, options=options)
        except cardhouse.BadSetup:
            game = cardhouse.new(name, seed=seed, options=options)
        names = [f"Cat {seat}" for seat in range(game.seats)]
        for seat, text in random_play(game.copy(), Chance(seed)):
            for event in do(game, seat, text):
                for eye in (None, 0):
                    words = event.seen_by(eye).words(name, names)
                    assert not words.startswith("event."), words
                    assert "{" not in words
                    assert "??" not in words


@every_game
def test_every_option_has_a_sentence(name: str) -> None:
    info = next(info for info in cardhouse.games() if info.name == name)
    for option in info.options:
        sentence = option.sentence(name)
        assert sentence.endswith((".", "!", "?"))
        assert not sentence.startswith("option.")


@every_game
def test_bad_input_is_an_error_of_the_package(name: str) -> None:
    game = cardhouse.new(name, seed=1)
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
    for seats in (0, 1, 7, -2, "4", 2.0, True):
        with pytest.raises(CardhouseError):
            cardhouse.new(name, seats=seats)  # type: ignore[arg-type]
    for seed in (-1, "x", 1.5):
        with pytest.raises(CardhouseError):
            cardhouse.new(name, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(CardhouseError):
        cardhouse.new(name, no_such_option=True)
    info = next(info for info in cardhouse.games() if info.name == name)
    for option in info.options:
        values: list[object] = [None, "nonsense", 3.7, -5, [], 1 if option.kind == "switch" else True]
        for value in values:
            with pytest.raises(CardhouseError):
                cardhouse.new(name, options={option.name: value})


@every_game
def test_a_deck_that_is_not_the_games_own_is_refused(name: str) -> None:
    game = cardhouse.new(name, seed=1)
    deck = [str(cardhouse.Card(card)) for card in all_cards(game)]
    cardhouse.new(name, deck=" ".join(deck))
    for wrong in (deck[1:], [*deck[1:], deck[1]], [*deck, "W1"], ["Xx", *deck[1:]], []):
        with pytest.raises(cardhouse.BadSetup) as error:
            cardhouse.new(name, deck=" ".join(wrong))
        assert "setup." not in str(error.value)
    for nonsense in (7, ["no"], [999]):
        with pytest.raises(cardhouse.BadSetup):
            cardhouse.new(name, deck=nonsense)  # type: ignore[arg-type]


@every_game
def test_a_stacked_deck_means_seed_0_unless_one_is_given(name: str) -> None:
    deck = " ".join(str(cardhouse.Card(card)) for card in all_cards(cardhouse.new(name, seed=1)))
    assert cardhouse.new(name, deck=deck).digest() == cardhouse.new(name, deck=deck, seed=0).digest()
    assert cardhouse.new(name).setup.seed != cardhouse.new(name).setup.seed


@every_game
def test_imaginers_give_different_worlds(name: str) -> None:
    maker = imaginer(cardhouse.new(name, seed=5).view(0))
    assert len({maker.game(Chance(seed)).digest() for seed in range(8)}) == 8
