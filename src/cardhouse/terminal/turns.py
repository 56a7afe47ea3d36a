"""A game in turns, typed: the table is shown, what may be done is said, a line is read."""

from __future__ import annotations

from ..action import Action
from ..bots import bot_names, make_bot
from ..errors import CardhouseError
from ..words import say
from .sitting import ME, Sitting
from .told import told_options
from .typed import may, read_action

# Passing in Hearts has hundreds of choices.
MOVES_TOLD = 60


class Turns:
    """Plays one `Sitting` of a game in turns to its end, or until the person leaves."""

    def __init__(self, sitting: Sitting, pause: float = 0.0) -> None:
        """``pause``: seconds after each thing that a cat does, so that it can be read."""
        self.sitting = sitting
        self.pause = pause
        self.left = False
        self.shown = -1

    def play(self) -> None:
        game = self.sitting.game
        self.sitting.greet()
        self.sitting.screen.say("greet_help")
        while not game.over and not self.left:
            if self.a_cat_moves():
                continue
            if ME in game.turn():
                self.i_move()
            elif game.timer is not None:
                self.sitting.tell(self.sitting.fire())
            else:
                self.a_cat_must_move()
        self.sitting.farewell()

    def a_cat_moves(self) -> bool:
        """Let the first of the awaited cats that wants to do something do it; False if none does."""
        game = self.sitting.game
        for cat in self.sitting.cats:
            if cat.seat in game.turn():
                move = cat.move(game.view(cat.seat))
                if move is not None:
                    self.sitting.tell(self.sitting.cat_does(cat, move.action))
                    self.sitting.clock.sleep(self.pause)
                    return True
        return False

    def a_cat_must_move(self) -> None:
        """The awaited cats do nothing and no timer runs: the first of them does what it may, so that play goes on."""
        game = self.sitting.game
        cat = next(cat for cat in self.sitting.cats if cat.seat in game.turn())
        self.sitting.tell(self.sitting.cat_does(cat, game.legal(cat.seat)[0]))

    def i_move(self) -> None:
        """Show the table and obey one typed line."""
        if self.sitting.game.step != self.shown:
            self.look()
        line = self.sitting.screen.ask("> ")
        if line is None:
            self.left = True
        else:
            self.obey(line)

    def obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        match command.lower():
            case "help" | "?" | "h":
                self.help()
            case "look" | "l":
                self.look()
            case "moves":
                self.sitting.screen.line(may(self.sitting.view, MOVES_TOLD))
            case "rules":
                self.rules()
            case "hint":
                self.hint()
            case "save":
                self.sitting.save(rest.strip())
            case "quit" | "exit" | "q":
                self.left = True
            case _:
                self.act(line)

    def act(self, line: str) -> None:
        """Do the typed action, or say why not."""
        try:
            action = read_action(line, self.sitting.view) if line else self.only_choice()
            if action is None:
                self.sitting.screen.say("type_something")
                return
            self.sitting.tell(self.sitting.do(ME, action))
        except CardhouseError as error:
            self.sitting.refuse(error)

    def only_choice(self) -> Action | None:
        """What an empty line means: the one thing there is to do, or being done."""
        legal = self.sitting.view.legal
        if len(legal) == 1:
            return legal[0]
        return next((action for action in legal if action.verb == "done"), None)

    def look(self) -> None:
        """Show the table and what may be done."""
        screen, view = self.sitting.screen, self.sitting.view
        self.shown = view.step
        screen.line()
        for line in self.sitting.table.lines(view):
            screen.line(line)
        enter = self.only_choice()
        hint = say("terminal.enter", {"action": enter}) if enter is not None else ""
        screen.line(say("terminal.may", {"actions": may(view)}) + hint)

    def help(self) -> None:
        screen = self.sitting.screen
        for topic in ("actions", "short", "cards", "look", "moves", "rules", "save", "quit"):
            screen.say(f"help.{topic}")
        if self.can_hint():
            screen.say("help.hint")

    def rules(self) -> None:
        """The house rules of this game."""
        setup = self.sitting.game.setup
        for line in told_options(setup.game, setup.options):
            self.sitting.screen.line("  " + line)

    def can_hint(self) -> bool:
        return len(bot_names(self.sitting.game.setup.game)) > 1

    def hint(self) -> None:
        """What the best bot that there is would do."""
        game = self.sitting.game.setup.game
        if not self.can_hint():
            self.sitting.screen.say("no_hint")
            return
        action = make_bot(game, bot_names(game)[-1]).choose(self.sitting.view)
        self.sitting.screen.say("hint", action=say("terminal.wait", {}) if action is None else action)
