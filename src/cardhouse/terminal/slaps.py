"""A slap game in the terminal: a key turns, a key slaps, and the cats react in real time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..engine.action import Action
from ..engine.errors import CardhouseError
from ..engine.event import Event
from ..engine.view import Timer
from ..engine.words import say
from ..games.slapping.seen import slaps_in
from .keys import Keys
from .narration import event_text
from .session import ME, Cat, Session

MEANINGS = {
    **dict.fromkeys(("\r", "\n", "q", "turn"), "turn"),
    **dict.fromkeys((" ", "f", "slap"), "slap"),
    **dict.fromkeys(("p", "pause"), "pause"),
    **dict.fromkeys(("?", "h", "help"), "help"),
    **dict.fromkeys(("x", "quit", "exit", "\x04"), "quit"),
}
# A bot that doesn't say when it turns its card takes this long, so that there is time to look at the pile.
UNHURRIED = 0.9
# Presses of one key that follow each other faster than this come from a key that is held down.
HELD = 0.09
# What leaves the top of the pile as it was: nobody looks at it again for that.
ASIDE = {"slap", "penalty", "lockout"}


@dataclass(frozen=True)
class Due:
    """The next thing that happens by itself: a cat's action or, without one, the timer."""

    at: float
    cat: Cat | None = None
    action: Action | None = None


class Slaps:
    """Plays one `Session` of a slap game to its end, or until the person leaves."""

    def __init__(self, session: Session, keys: Keys) -> None:
        self.session = session
        self.clock = session.clock
        self.keys = keys
        self.left = False
        self.due: list[Due] = []
        self.planned = -1
        self.timer: Timer | None = None
        self.timer_at = 0.0
        self.turned_at = self.clock.now()
        self.seen_at = self.turned_at
        self.pressed = ("", -1.0)

    def play(self) -> None:
        self.session.greet()
        self.help()
        try:
            with self.keys:
                while not self.session.game.over and not self.left:
                    self.next_thing()
        except EOFError:
            self.left = True
        self.session.farewell()

    def next_thing(self) -> None:
        """Wait for a key, or for the first thing that is due."""
        if self.planned != self.session.game.step:
            self.plan()
        first = min(self.due, key=lambda due: due.at, default=None)
        key = self.keys.wait(None if first is None else max(0.0, first.at - self.clock.now()))
        if key is not None:
            self.press(key)
        elif first is not None:
            self.happen(first)

    def plan(self) -> None:
        """Ask each cat what it will do and when, and set the timer."""
        game, now = self.session.game, self.clock.now()
        self.planned = int(game.step)
        self.due = []
        for cat in self.session.cats:
            move = cat.move(game.view(cat.seat))
            if move is not None:
                at = max(now, self.seen_at + (move.after or UNHURRIED))
                self.due.append(Due(at, cat, move.action))
        if game.timer != self.timer:
            self.timer = game.timer
            self.timer_at = now + (self.timer.seconds if self.timer else 0.0)
        if self.timer is not None:
            self.due.append(Due(self.timer_at))

    def happen(self, due: Due) -> None:
        """Do what is due."""
        if due.at > self.clock.now():
            self.clock.sleep(due.at - self.clock.now())
        if due.cat is None or due.action is None:
            self.timer = None
            self.narrate(self.session.fire())
        else:
            self.narrate(self.session.cat_does(due.cat, due.action))

    def press(self, key: str) -> None:
        """Do what a key means."""
        last, when = self.pressed
        self.pressed = (key, self.clock.now())
        if key == last and not self.keys.lines and self.clock.now() - when < HELD:
            return
        meaning = MEANINGS.get(key if self.keys.lines else key.lower(), "")
        if meaning == "quit":
            self.left = True
        elif meaning == "pause":
            self.pause()
        elif meaning in ("turn", "slap"):
            self.act(meaning, key)
        else:
            self.help()

    def act(self, meaning: str, key: str) -> None:
        if self.keys.lines:
            slaps = [due for due in self.due if due.action is not None and due.action.verb == "slap"]
            late = [due for due in slaps if due.at <= self.clock.now()]
            if late:
                # A typed line comes when it comes: a cat that would have slapped before it has slapped.
                self.happen(min(late, key=lambda due: due.at))
            elif key == "\n" and ME not in self.session.view.turn and self.due:
                self.happen(min(self.due, key=lambda due: due.at))
                return
        if self.session.game.over:
            return
        try:
            self.narrate(self.session.do(ME, Action.parse(meaning)))
        except CardhouseError as error:
            self.session.refuse(error)

    def pause(self) -> None:
        """Stop the clocks and the cats until a key is pressed."""
        self.session.screen.say("paused")
        began = self.clock.now()
        self.keys.wait(None)
        lost = self.clock.now() - began
        self.due = [Due(due.at + lost, due.cat, due.action) for due in self.due]
        self.timer_at += lost
        self.turned_at += lost
        self.seen_at += lost
        self.session.screen.say("go_on")

    def narrate(self, events: Iterable[Event]) -> None:
        """Tell what happened: a turned card with the pile under it, a slap with its time."""
        now = self.clock.now()
        screen = self.session.screen
        if any(event.kind not in ASIDE for event in events):
            self.seen_at = now
        for event in events:
            if event.kind == "turn":
                self.turned_at = now
            text = event_text(event, self.session.game.setup.game, self.session.names, ME, screen.style)
            if event.kind == "slap":
                text += " " + screen.style.strong(f"{round((now - self.turned_at) * 1000)} ms")
            screen.line(text)
        if not self.session.game.over:
            self.show()

    def show(self) -> None:
        """The pile, the counts, and whether it is the person's turn."""
        view, screen = self.session.view, self.session.screen
        counts, pile = self.session.lines()
        mine = "  " + screen.style.strong(say("terminal.your_turn", {})) if ME in view.turn else ""
        jacks = "  " + screen.style.strong(say("terminal.jacks_only", {})) if view.facts.get("jacks_only") else ""
        screen.line(f"    {pile}  {screen.style.faint(counts)}{jacks}{mine}")

    def help(self) -> None:
        """The keys, and what may be slapped."""
        screen, view = self.session.screen, self.session.view
        screen.say("keys_typed" if self.keys.lines else "keys")
        for slap in slaps_in(view):
            screen.line("  " + slap.sentence())
        self.show()
