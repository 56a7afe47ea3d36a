"""Every sentence of a game is there, in each language."""

from __future__ import annotations

import json

from ..engine.chance import Chance
from ..engine.words import KINDS, catalogue, languages, places_of
from .playing import OfOneGame, do, random_play


class TextTests(OfOneGame):
    """Whatever is told has words."""

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
                assert places_of(text) == places_of(own["en"][key]), (language, key)
                assert {kind for _, kind in places_of(text)} <= KINDS | {""}, (language, key)
