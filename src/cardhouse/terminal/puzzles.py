"""A puzzle in the terminal: the last steps are told, the position is shown, and one line is the answer."""

from __future__ import annotations

from ..engine.action import Action
from ..engine.errors import CardhouseError
from ..engine.game import Game
from ..engine.view import View
from ..engine.words import say
from ..games import spec
from ..games.drawing import TextTable, plain_lines
from ..games.slapping.terminal import slap_lines
from ..puzzles.puzzle import Puzzle
from .narration import event_text, option_lines, title
from .parsing import may, read_action
from .screen import Screen

LEAVE = ("q", "quit", "exit")


def play_puzzle(puzzle: Puzzle, screen: Screen) -> bool | None:
    """Ask for the right action; whether it was found, or None if somebody leaves instead."""
    game = spec(puzzle.game)
    names = [say("terminal.you", {}) if seat == puzzle.seat else _cat(seat) for seat in range(puzzle.record.seats)]
    screen.say("puzzle", id=puzzle.id, game=title(puzzle.game), rating=puzzle.rating)
    position = tell(puzzle, names, screen)
    view = shown_view(puzzle, position)
    draw = game.terminal.lines or (slap_lines if game.slaps else plain_lines)
    for line in draw(TextTable(names, screen.style), view):
        screen.line(line)
    if game.puzzles is not None and game.puzzles.open:
        for zone in view.zones:
            if zone.seat not in (None, puzzle.seat) and zone.cards:
                screen.say("zone", owner=names[zone.seat], name=zone.name, cards=screen.style.cards(zone.cards))
    screen.say("puzzle_slap" if game.slaps else f"puzzle_{puzzle.proof}")
    answer = ask_slap(screen) if game.slaps else ask(view, screen)
    if answer is None:
        return None
    right = puzzle.is_right(answer or None)
    screen.say("puzzle_right" if right else "puzzle_wrong", answer=puzzle.answers[0] if puzzle.answers else "-")
    screen.say("puzzle_about", themes=", ".join(say(f"page.puzzle.theme.{theme}", {}) for theme in puzzle.themes))
    screen.line()
    return right


def _cat(seat: int) -> str:
    return say("terminal.puzzle_seat", {"number": seat + 1})


def tell(puzzle: Puzzle, names: list[str], screen: Screen) -> Game:
    """Tell the steps that lead to the position, and give it."""
    for line in option_lines(puzzle.game, puzzle.record.start().setup.options, only_changed=True):
        screen.line("  " + line)
    game = puzzle.record.start()
    for number, (_, after, events) in enumerate(puzzle.record.replay()):
        game = after
        if number >= puzzle.start:
            for event in events:
                screen.line(event_text(event, puzzle.game, names, puzzle.seat, screen.style))
    return game


def shown_view(puzzle: Puzzle, position: Game) -> View:
    """Return what is shown of a position: all cards where they lie open, else what the seat may see."""
    puzzles = spec(puzzle.game).puzzles
    if puzzles is None or not puzzles.open:
        return position.view(puzzle.seat)
    return position.open_view(puzzle.seat)


def ask(view: View, screen: Screen) -> str | None:
    """The legal action that is typed; None: somebody leaves."""
    screen.line(say("terminal.may", {"actions": may(view)}))
    while True:
        typed = screen.ask("> ")
        if typed is None or typed.lower() in LEAVE:
            return None
        try:
            action: Action = read_action(typed, view)
        except CardhouseError as error:
            screen.line(str(error))
            continue
        if action in view.legal:
            return str(action)
        screen.say("type_something")


def ask_slap(screen: Screen) -> str | None:
    """``slap``, or empty for not to; None: somebody leaves."""
    typed = screen.ask(say("terminal.puzzle_slap_prompt", {}))
    if typed is None or typed.lower() in LEAVE:
        return None
    return "slap" if typed else ""
