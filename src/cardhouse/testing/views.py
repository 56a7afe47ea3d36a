"""Tests of views: a seat sees what it may see, and nothing else reaches it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from ..engine.chance import Chance
from ..engine.errors import Refused
from ..engine.game import Observer
from ..engine.registry import imagine
from ..engine.state import comparable_state
from ..engine.view import View
from .playing import LONGEST, OfOneGame, dealt_games, do, few, random_play, seen


class ViewTests(OfOneGame):
    """Views read back, and tell nobody more than they may know."""

    @given(data=st.data())
    @few
    def test_a_view_reads_back_from_its_text(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        for step, _ in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
            if step % 7 == 0 and step < LONGEST:
                for seat in [None, *range(game.seats)]:
                    view = game.view(seat)
                    assert View.read(json.loads(view.json())) == view
                    assert game.plain_view(seat) == view.plain()
                    assert game.plain_open_view(seat) == game.open_view(seat).plain()

    @given(data=st.data())
    @few
    def test_a_view_stays_what_it_was_when_the_game_goes_on(self, data: st.DataObject) -> None:
        game = data.draw(dealt_games(self.name))
        before: list[tuple[View, dict[str, object]]] = []
        for step, _ in enumerate(random_play(game, Chance(data.draw(st.integers(0, 999))))):
            assert all(view.plain() == plain for view, plain in before)
            before.clear()
            if step < LONGEST and step % 5 == 0:
                before = [(game.view(seat), game.plain_view(seat)) for seat in [None, *range(game.seats)]]

    @given(data=st.data())
    @few
    def test_what_a_view_is_made_from_holds_nothing_that_its_seat_may_not_know(self, data: st.DataObject) -> None:
        """Two games that look alike to a seat have the same `Game.as_seen`, field by field."""
        game = data.draw(dealt_games(self.name))
        chance = Chance(data.draw(st.integers(0, 999)))
        for step, _ in enumerate(random_play(game, chance)):
            if step > 40 and (step % 7 or step > LONGEST):
                continue
            for seat in [None, *range(game.seats)]:
                seen = game.as_seen(Observer(seat))
                if seen is None:
                    continue
                assert (seen.setup.seed, seen.setup.deck, seen.setup.later) == (0, None, ())
                other = imagine(View.read(game.plain_view(seat)), chance).as_seen(Observer(seat))
                assert other is not None
                assert comparable_state(other) == comparable_state(seen)

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
