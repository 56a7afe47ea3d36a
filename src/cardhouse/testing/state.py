"""Each field of a game is copied, set back, pickled and compared."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ..engine.chance import Chance
from ..engine.game import Game
from ..engine.record import Record
from ..engine.state import ARRAY, array_of, comparable, comparable_state, fields, own, state_of
from .playing import LONGEST, OfOneGame, dealt_games, do, few, pickled, random_play


def other_value(value: Any, found: Iterable[Any]) -> Any:
    """A value that a field could have instead of this one: the first other one found, or one made up."""
    for other in found:
        if comparable(value) != comparable(other):
            return other
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "?"
    if type(value) is ARRAY:
        return array_of([each + 1 for each in value])
    return value[:-1] if isinstance(value, list) else value


def positions(game: Game, chance: Chance) -> list[Game]:
    """The game as it may stand later, from the end to the next action."""
    game = game.copy()
    found: list[Game] = []
    while not game.over:
        game.random_step(chance)
        if game.over or game.step % 10 == 0:
            found.append(game.copy())
            found[-1].chance = chance.copy()
    return found[::-1]


class StateTests(OfOneGame):
    """Games are copied whole, and share nothing that changes."""

    @given(data=st.data())
    @few
    def test_a_copy_and_its_original_go_their_own_ways(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, (seat, text) in enumerate(random_play(game, chance)):
            if step > 200:
                break
            other = game.copy()
            before = comparable_state(game)
            assert other.same(game)
            other.play_out(Chance(step)) if step % 20 == 0 else do(other, seat, text)
            assert comparable_state(game) == before
            fresh = game.copy()
            do(fresh, seat, text)
            if step % 20:
                assert fresh.same(other)

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
                assert again.same(game)
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

    def test_every_field_is_copied_set_back_pickled_and_compared(self) -> None:
        """Change one field after another in a copy, and set the copy back."""
        covered: set[str] = set()
        for seed, game in enumerate(self.varied_games(4)):
            chance = Chance(seed)
            later = positions(game, chance)
            for _ in range(20 * seed):
                if not game.over:
                    game.random_step(chance)
            before = comparable_state(game)
            for name, value in state_of(game).items():
                changed = own(other_value(value, [getattr(other, name) for other in later]))
                if comparable(changed) == before[name]:
                    continue
                covered.add(name)
                other = game.copy()
                assert other.same(game), name
                setattr(other, name, changed)
                assert not other.same(game), f"{name} is not compared"
                assert comparable_state(game) == before
                for copied in (pickled, copy.copy, copy.deepcopy):
                    assert copied(other).same(other), f"{name} is lost by {copied.__name__}"
                other.set_to(game)
                expected = {**before, "chance": comparable(other.chance)} if name == "chance" else before
                assert comparable_state(other) == expected, f"{name} is not set back"
        assert covered == set(fields(game)), "no other value was found for these fields"

    def test_a_game_that_is_set_back_goes_on_as_the_other_does(self) -> None:
        """From wherever it stands; and afterwards each goes its own way."""
        for seed, game in enumerate(self.varied_games(3)):
            wanderer = game.copy()
            wanderer.play_out(Chance(seed))
            for step, (seat, text) in enumerate(random_play(game, Chance(seed))):
                if step % 13 or step > 200:
                    continue
                stream = comparable(wanderer.chance)
                wanderer.set_to(game)
                assert comparable(wanderer.chance) == stream, "chance goes on"
                wanderer.chance = game.chance.copy()
                assert wanderer.same(game)
                before = comparable_state(game)
                do(wanderer, seat, text)
                fresh = game.copy()
                do(fresh, seat, text)
                assert fresh.same(wanderer)
                wanderer.play_out(Chance(step))
                assert comparable_state(game) == before
