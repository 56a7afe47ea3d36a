"""Tests of the rules that every game must pass."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ..engine.cards import Card, set_of
from ..engine.chance import Chance
from ..engine.errors import BadSetup, CardhouseError, Refused
from ..engine.record import Record, read_record
from ..engine.registry import new
from .playing import LONGEST, OfOneGame, dealt_games, do, few, random_play, some_actions


class RulesTests(OfOneGame):
    """Cards are kept, games end, and only what is legal is done."""

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

    def test_places_follow_from_scores_where_points_are_counted(self) -> None:
        """The better of two sides in points has the better place, by what the game's `Measure` says is better."""
        if self.spec.measure.is_share:
            return
        sign = 1 if self.spec.measure.lower_is_better else -1
        for seed, game in enumerate(self.varied_games(8)):
            game.play_out(Chance(seed))
            outcome = game.outcome
            assert outcome is not None
            points = [sign * score for score in outcome.scores]
            for one in range(game.seats):
                better = sum(points[other] < points[one] for other in range(game.seats))
                assert (outcome.places[one] > 1) == (better > 0), outcome

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
