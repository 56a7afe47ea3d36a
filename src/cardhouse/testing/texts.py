"""Every sentence of a game is there, in each language."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ..engine.chance import Chance
from ..engine.words import KINDS, catalogue, languages, places_of
from .playing import OfOneGame, do, random_play

# What only a terminal says is said in English.
TERMINAL = ("terminal.", "arena.", "setup.")
SAID = re.compile(r"""["']((?:reason|refused)\.[a-z_]+(?:\.[a-z_]+)*)["']""")
EMITTED = re.compile(r"""(?:\bemit|\bnote|\bnote_then|\bEvent)\(\s*["']([a-z_]+)["']""")


class TextTests(OfOneGame):
    """Everything that is said has a text."""

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
            missing = [key for key in own["en"] if key not in texts and not key.startswith(TERMINAL)]
            assert not missing, (language, missing)
            for key, text in texts.items():
                assert places_of(text) == places_of(own["en"][key]), (language, key)
                assert {kind for _, kind in places_of(text)} <= KINDS | {""}, (language, key)

    def languages(self) -> list[str]:
        """The languages that the game's own texts are in."""
        return [path.stem for path in self.spec.words.glob("*.json")] if self.spec.words else ["en"]

    def sources(self) -> list[Path]:
        """The modules of the game."""
        return sorted(self.spec.folder.glob("*.py")) if self.spec.folder else []

    def test_every_end_refusal_and_event_that_its_modules_name_has_words(self) -> None:
        """In each language of the game; most ends and refusals never come about in a random game."""
        for path in self.sources():
            code = path.read_text(encoding="utf-8")
            keys = set(SAID.findall(code)) | {f"event.{self.name}.{kind}" for kind in EMITTED.findall(code)}
            for language in self.languages():
                missing = sorted(keys - set(catalogue(language)))
                assert not missing, (path.name, language, missing)

    def test_the_ends_that_come_about_have_words_in_every_language(self) -> None:
        for seed, game in enumerate(self.varied_games(12)):
            game.play_out(Chance(seed))
            assert game.outcome is not None
            for language in self.languages():
                assert game.outcome.reason in catalogue(language), (language, game.outcome.reason)

    def test_what_is_done_without_cards_has_a_button_with_words(self) -> None:
        """Whatever its page looks like: `page.do.VERB`, or `page.do.VERB.NUMBER` for each number."""
        if not self.spec.words:
            return
        for seed, game in enumerate(self.varied_games(4)):
            for step, _ in enumerate(random_play(game, Chance(seed))):
                if step > 200:
                    break
                for action in [action for seat in range(game.seats) for action in game.legal(seat)[:30]]:
                    if not action.cards:
                        keys = {f"page.do.{action.verb}", f"page.do.{action.verb}.{action.number}"}
                        for language in self.languages():
                            assert keys & set(catalogue(language)), (language, str(action))
