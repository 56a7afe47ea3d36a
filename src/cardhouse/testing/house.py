"""A game is at home: bots, the arena, advice and the terminal."""

from __future__ import annotations

import re

from ..arena import contest, play
from ..bots import advice, bot_names, make_bot
from ..engine.chance import Chance
from ..games.drawing import Style, TextTable, plain_lines
from ..games.slapping.terminal import slap_lines
from .playing import LONGEST, OfOneGame, random_play


class HouseTests(OfOneGame):
    """The rest of the house can do with the game what it does with others."""

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
