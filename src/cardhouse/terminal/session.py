"""One person at a table with cats: what both kinds of terminal game share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..bots import NAMES, Bot, Move, bot_names, make_bot
from ..bots.cats import some_cats
from ..engine.action import Action
from ..engine.errors import CardhouseError, Refused
from ..engine.event import Event, Events
from ..engine.game import Game
from ..engine.record import Record
from ..engine.view import View
from ..engine.words import say
from ..games import spec
from ..games.drawing import TextTable, plain_lines
from ..games.slapping.terminal import slap_lines
from .narration import event_text, option_lines, outcome_lines, title
from .screen import Clock, Screen

ME = 0


@dataclass
class Cat:
    """A seat that plays by itself."""

    seat: int
    name: str
    bot: Bot

    def move(self, view: View) -> Move | None:
        """Return what the bot wants to do; whatever goes wrong inside it is an error of the package's own kind."""
        try:
            return self.bot.move(view)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise CardhouseError("terminal.bot_failed", name=self.name, why=why) from error


def nearest_bot(game: str, wanted: str) -> str:
    """The bot of this name or, where a game has none of that strength, the next weaker one that it has."""
    known = bot_names(game)
    if wanted in known or wanted not in NAMES:
        return wanted
    return [name for name in NAMES[: NAMES.index(wanted)] if name in known][-1]


def seat_cats(game: Game, level: str, seed: int, name: str) -> list[Cat]:
    """Cats for all seats but the person's."""
    found = nearest_bot(game.setup.game, level)
    names = some_cats(int(game.seats) - 1, seed, level, [name])
    return [Cat(seat, cat, make_bot(game.setup.game, found, seed + seat)) for seat, cat in enumerate(names, ME + 1)]


class Session:
    """A game between a person, at seat 0, and cats. Everything that is done goes through here into the record."""

    def __init__(self, game: Game, name: str, cats: Sequence[Cat], screen: Screen, clock: Clock) -> None:
        self.game = game
        self.cats = cats
        self.names = [name, *[cat.name for cat in cats]]
        self.screen = screen
        self.clock = clock
        self.began = clock.now()
        self.record = Record.of(game, self.names)
        self.table = TextTable(self.names, screen.style)

    @property
    def view(self) -> View:
        return self.game.view(ME)

    def lines(self) -> list[str]:
        """The table as the person sees it."""
        game = spec(self.game.setup.game)
        draw = game.terminal.lines or (slap_lines if game.slaps else plain_lines)
        return draw(self.table, self.view)

    def greet(self) -> None:
        """Say what is played, with whom and by which rules."""
        setup = self.game.setup
        self.screen.say("welcome", game=title(setup.game), cats=", ".join(self.names[1:]), seed=setup.seed)
        for line in option_lines(setup.game, setup.options, only_changed=True):
            self.screen.line("  " + line)

    def do(self, seat: int, action: Action) -> Events:
        """Do an action, write it down and tell it; `Refused` changes nothing."""
        events = self.game.apply(seat, action)
        self.record.add(seat, str(action), self.clock.now() - self.began)
        return events

    def cat_does(self, cat: Cat, action: Action) -> Events:
        """Do what a cat wants; a bot that wants what it may not is an error."""
        try:
            return self.do(cat.seat, action)
        except Refused as error:
            why = say(error.key, error.facts, self.names)
            raise CardhouseError("terminal.bot_illegal", name=cat.name, action=str(action), why=why) from error

    def fire(self) -> Events:
        """Let the running timer fire."""
        timer = self.game.timer
        events = self.game.fire()
        if timer is not None:
            self.record.add(None, f"fire {timer.name}", self.clock.now() - self.began)
        return events

    def narrate(self, events: Iterable[Event]) -> None:
        """Tell what happened as the person may hear of it."""
        for event in events:
            self.screen.line(event_text(event, self.game.setup.game, self.names, ME, self.screen.style))

    def refuse(self, error: CardhouseError) -> None:
        """Tell why something can't be done."""
        self.screen.line(self.screen.style.strong("! ") + say(error.key, error.facts, self.names))

    def save(self, path: str) -> None:
        """Write the record as it stands, and say so; a file that can't be written is event_text, not raised."""
        if not path:
            self.screen.say("save_where")
            return
        self.record.close(self.game)
        try:
            Path(path).expanduser().write_text(self.record.text(), encoding="utf-8", newline="\n")
        except (OSError, ValueError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            self.screen.say("not_saved", path=path, why=why)
        else:
            self.screen.say("saved", path=path)

    def farewell(self) -> None:
        """Tell how it ended, and give a last chance to keep the record."""
        outcome = self.game.outcome
        if outcome is None:
            return
        for line in outcome_lines(outcome, self.names):
            self.screen.line(self.screen.style.strong(line))
        while True:
            typed = self.screen.ask(say("terminal.last_prompt", {}))
            command, _, rest = (typed or "").partition(" ")
            if command.lower() != "save":
                return
            self.save(rest.strip())
