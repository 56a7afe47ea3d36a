"""Puzzles of Durak: two players, no stock, and one action that wins, or that alone is no loss.

The solver values every legal action. Both players act when a move is awaited from them, and a repetition is a draw.
"""

from __future__ import annotations

from ...engine.action import ATTACK, BEAT, DONE, FORWARD, TAKE, Action, cards_of, second_of, verb_of
from ...engine.cards import count
from ...engine.game import Game
from ..puzzling import Daily, Ending, Found, Puzzling, Source
from .policy import cards_left, mover, two_left
from .rules import Durak
from .solver import DRAWN, UNKNOWN, WON, Solver, has_circled

FEWEST_CHOICES = 3
FEWEST_CARDS, MOST_CARDS, MANY_CARDS = 5, 14, 10
# Positions that the solver may look at for all actions of a position together.
NODES = 60_000


def look(game: Game, seat: int) -> Found | None:
    """The one action that wins or, where none does, that draws while all others lose."""
    assert isinstance(game, Durak)
    if not two_left(game) or mover(game) != seat or not FEWEST_CARDS <= cards_left(game) <= MOST_CARDS:
        return None
    codes = [action.code for action in game.legal(seat)]
    if len(codes) < FEWEST_CHOICES or has_circled(game):
        return None
    solver = Solver(game, seat, NODES)
    values = []
    for code in codes:
        values.append(solver.solve(game, code))
        if values[-1] == UNKNOWN or values.count(WON) > 1:
            return None
    best = max(values)
    if best not in (WON, DRAWN) or values.count(best) > 1:
        return None
    code = codes[values.index(best)]
    proof = "wins" if best == WON else "draws"
    return Found(proof, (str(Action(code)),), tuple(themes(game, seat, code)))


def themes(game: Durak, seat: int, code: int) -> list[str]:
    """Return what the right action is about."""
    verb, hand = verb_of(code), game.hands[seat]
    other = game.hands[game.left_of(seat)]
    found = []
    if verb == TAKE:
        found.append("take")
    elif verb == DONE:
        found.append("hold_back")
    elif verb == FORWARD:
        found.append("forward")
    elif verb == BEAT:
        found.append("trump" if game.trumps & 2 ** second_of(code) else "beat")
    if verb in (ATTACK, FORWARD):
        cards = cards_of(code)
        if count(cards) > 1:
            found.append("together")
        if all(not other & game.beating(card) for card in range(52) if cards & 2**card):
            found.append("squeeze")
        if cards & game.trumps:
            found.append("trump")
    spent = cards_of(code) if verb in (ATTACK, FORWARD) else 2 ** second_of(code) if verb == BEAT else 0
    if hand & game.trumps and hand & game.trumps & ~spent == 0:
        found.append("last_trump")
    if cards_left(game) >= MANY_CARDS:
        found.append("long")
    return found or ["quiet"]


PUZZLES = Puzzling(
    look,
    ("wins", "draws"),
    ("take", "hold_back", "forward", "beat", "trump", "together", "squeeze", "last_trump", "long", "quiet"),
    (Source(2, "easy"), Source(2, "easy", {"deck": 36}), Source(2, "medium"), Source(3, "easy")),
    open=True,
)


def cards_ahead(ending: Ending) -> float:
    """By how many cards it was won or lost."""
    return ending.others - ending.score


DAILY = Daily(2, cards_ahead, "cards")
