"""Imagined games fit what was seen, and each fitting one comes as often."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ..engine.chance import Chance
from ..engine.registry import imagine, new, sampler
from .playing import LONGEST, OfOneGame, dealt_games, few, fewer, random_play


class SamplerTests(OfOneGame):
    """Samplers give games that fit their view."""

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

    def test_samplers_give_different_worlds(self) -> None:
        maker = sampler(new(self.name, seed=5).view(0))
        assert len({maker.game(Chance(seed)).digest() for seed in range(8)}) == 8
