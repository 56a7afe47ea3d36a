"""A game in turns, typed: the table is shown, what may be done is said, a line is read."""

from __future__ import annotations

from ..bots import bot_names, make_bot
from ..engine.action import Action
from ..engine.errors import CardhouseError
from ..engine.words import say
from .narration import option_lines
from .parsing import may, read_action
from .session import ME, Session

# Passing three cards has hundreds of choices.
MOVES_TOLD = 60


class Turns:
    """Plays one `Session` of a game in turns to its end, or until the person leaves."""

    def __init__(self, session: Session, pause: float = 0.0) -> None:
        """``pause``: seconds after each thing that a cat does, so that it can be read."""
        self.session = session
        self.pause = pause
        self.left = False
        self.shown = -1

    def play(self) -> None:
        game = self.session.game
        self.session.greet()
        self.session.screen.say("greet_help")
        while not game.over and not self.left:
            if self.a_cat_moves():
                continue
            if ME in game.turn():
                self.i_move()
            elif game.timer is not None:
                self.session.narrate(self.session.fire())
            else:
                self.a_cat_must_move()
        self.session.farewell()

    def a_cat_moves(self) -> bool:
        """Let the first of the awaited cats that wants to do something do it; False if none does."""
        game = self.session.game
        for cat in self.session.cats:
            if cat.seat in game.turn():
                move = cat.move(game.view(cat.seat))
                if move is not None:
                    self.session.narrate(self.session.cat_does(cat, move.action))
                    self.session.clock.sleep(self.pause)
                    return True
        return False

    def a_cat_must_move(self) -> None:
        """The awaited cats do nothing and no timer runs: the first of them does what it may, so that play goes on."""
        game = self.session.game
        cat = next(cat for cat in self.session.cats if cat.seat in game.turn())
        self.session.narrate(self.session.cat_does(cat, game.legal(cat.seat)[0]))

    def i_move(self) -> None:
        """Show the table and handle one typed line."""
        if self.session.game.step != self.shown:
            self.look()
        line = self.session.screen.ask("> ")
        if line is None:
            self.left = True
        else:
            self.handle(line)

    def handle(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        match command.lower():
            case "help" | "?" | "h":
                self.help()
            case "look" | "l":
                self.look()
            case "moves":
                self.session.screen.line(may(self.session.view, MOVES_TOLD))
            case "rules":
                self.rules()
            case "hint":
                self.hint()
            case "save":
                self.session.save(rest.strip())
            case "quit" | "exit" | "q":
                self.left = True
            case _:
                self.act(line)

    def act(self, line: str) -> None:
        """Do the typed action, or say why not."""
        try:
            action = read_action(line, self.session.view) if line else self.only_choice()
            if action is None:
                self.session.screen.say("type_something")
                return
            self.session.narrate(self.session.do(ME, action))
        except CardhouseError as error:
            self.session.refuse(error)

    def only_choice(self) -> Action | None:
        """Return what an empty line means: the one thing there is to do, or being done."""
        legal = self.session.view.legal
        if len(legal) == 1:
            return legal[0]
        return next((action for action in legal if action.verb == "done"), None)

    def look(self) -> None:
        """Show the table and what may be done."""
        screen, view = self.session.screen, self.session.view
        self.shown = view.step
        screen.line()
        for line in self.session.lines():
            screen.line(line)
        enter = self.only_choice()
        hint = say("terminal.enter", {"action": enter}) if enter is not None else ""
        screen.line(say("terminal.may", {"actions": may(view)}) + hint)

    def help(self) -> None:
        screen = self.session.screen
        for topic in ("actions", "short", "cards", "look", "moves", "rules", "save", "quit"):
            screen.say(f"help.{topic}")
        if self.can_hint():
            screen.say("help.hint")

    def rules(self) -> None:
        """The house rules of this game."""
        setup = self.session.game.setup
        for line in option_lines(setup.game, setup.options):
            self.session.screen.line("  " + line)

    def can_hint(self) -> bool:
        return len(bot_names(self.session.game.setup.game)) > 1

    def hint(self) -> None:
        """Return what the best bot that there is would do."""
        game = self.session.game.setup.game
        if not self.can_hint():
            self.session.screen.say("no_hint")
            return
        action = make_bot(game, bot_names(game)[-1]).choose(self.session.view)
        self.session.screen.say("hint", action=say("terminal.wait", {}) if action is None else action)
