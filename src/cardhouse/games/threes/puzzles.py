"""Puzzles of Threes: two players, nothing to draw, and one play that wins, or that alone is no loss.

All cards lie open, and nobody has more than one card face down, so that the order of blind cards settles nothing. The
solver lays out every position that can come about. Cards of one rank are alike.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.action import BLIND, PICKUP, PLAY, Action, cards_of, verb_of
from ...engine.cards import RANK_CARDS, cards_in, count
from ...engine.game import Game
from ..puzzling import Daily, Ending, Found, Puzzling, Source
from .policy import run_on_top
from .rules import SPECIAL, TEN, Threes
from .solver import DRAWN, UNKNOWN, WON, Solver, cards_left, solvable

FEWEST_CHOICES = 3
FEWEST_CARDS, MOST_CARDS, MANY_CARDS = 4, 14, 9
# Positions that the solver lays out.
MOST_POSITIONS = 12_000
BIG_PILE = 3


def look(game: Game, seat: int) -> Found | None:
    """The one play, up to the suits of its cards, that wins or, where none does, that draws while all others lose."""
    assert isinstance(game, Threes)
    if game.result is not None or not solvable(game) or game.on_move != seat:
        return None
    if any(game.down_count(one) > 1 for one in range(game.seats)):
        return None
    if not FEWEST_CARDS <= cards_left(game) <= MOST_CARDS:
        return None
    codes = [int(action.code) for action in game.legal(seat)]
    kinds = {kind_of(code) for code in codes}
    if len(kinds) < FEWEST_CHOICES:
        return None
    values = list(Solver(MOST_POSITIONS).solve(game, vec[i64](codes)))
    if UNKNOWN in values:
        return None
    best = max(values)
    right = [code for code, value in zip(codes, values, strict=True) if value == best]
    if best not in (WON, DRAWN) or len({kind_of(code) for code in right}) > 1:
        return None
    texts = tuple(str(Action(code)) for code in right)
    return Found("wins" if best == WON else "draws", texts, tuple(themes(game, seat, right[0])))


def kind_of(code: int) -> tuple[int, ...]:
    """Return what two actions share that differ in suits at most."""
    verb = verb_of(code)
    return (verb, *[card % 13 for card in cards_in(cards_of(code))]) if verb == PLAY else (code,)


def themes(game: Threes, seat: int, code: int) -> list[str]:
    """Return what the right play is about."""
    verb, cards = verb_of(code), cards_of(code)
    found = []
    if verb == PICKUP:
        found.append("pickup")
    elif verb == BLIND:
        found.append("blind")
    elif verb == PLAY:
        rank = cards_in(cards)[0] % 13
        same = game.laid > 0 and game.pile[game.laid - 1] % 13 == rank
        if rank == TEN or count(cards) + (run_on_top(game) if same else 0) >= 4:
            found.append("burn")
        elif cards & SPECIAL:
            found.append("special")
        source = game.source(seat)
        if source & SPECIAL and not cards & SPECIAL:
            found.append("save_special")
        if count(cards) > 1:
            found.append("together")
        elif count(source & RANK_CARDS[rank]) > 1:
            found.append("one_of_several")
    if game.laid >= BIG_PILE:
        found.append("big_pile")
    if cards_left(game) - game.laid >= MANY_CARDS:
        found.append("long")
    return found or ["quiet"]


PUZZLES = Puzzling(
    look,
    ("wins", "draws"),
    (
        "pickup", "blind", "burn", "special", "save_special", "together", "one_of_several", "big_pile", "long",
        "quiet",
    ),
    (Source(2, "easy"), Source(2, "greedy"), Source(2, "medium")),
    open=True,
)  # fmt: skip


def cards_ahead(ending: Ending) -> float:
    """By how many cards it was won or lost."""
    return ending.others - ending.score


DAILY = Daily(2, cards_ahead, "cards")
