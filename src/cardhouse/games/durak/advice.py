"""How Durak is played on for advice, and what can happen there that is worth a sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from ...bots.advice import Adviser
from ...bots.bot import Bot
from ...bots.lines import Happening, Line, Playing, Step, Verifying, held_after
from ...bots.search import Search
from ...build import running
from ...engine.cards import BIT
from ...engine.chance import Chance
from ...engine.event import Event
from ...engine.game import Game
from ...engine.view import View
from .bots import Expert
from .policy import mover, pick, two_left
from .rules import Durak
from .search import search
from .solver import UNKNOWN, Solver
from .trials import RANDOMNESS, safety

# Who asks for advice has more time than a bot: about half a second for the solver, where it is compiled.
NODES = 2_000_000 if running() == "compiled" else 4_000
# The work of so many worlds for each that is asked for: compiled, 150 of them take about as long as an expert's look.
CLOSER = 12 if running() == "compiled" else 1
# In how many worlds a review plays a move on: some seconds' work, and some times as much inside a page.
PLAYED_ON = 10 if sys.platform == "emscripten" else 30
# The solver's positions at the start of a round of a line that a review plays on.
SETTLING = 40_000


def look(view: View, chance: Chance, worlds: int) -> Search:
    return search(view, chance, worlds * CLOSER, nodes=NODES)


def players(view: View) -> Step:
    def step(game: Game, chance: Chance) -> tuple[int, int]:
        assert isinstance(game, Durak)
        seat = mover(game)
        return seat, pick(game, seat, RANDOMNESS, chance)

    return step


def done(world: Game, game: Game, seat: int) -> bool:
    """Whether the seat's place is settled: who runs out in the same round shares it."""
    assert isinstance(game, Durak)
    return game.over or (game.laid == 0 and bool(game.out & BIT[seat]))


def worth(world: Game, game: Game, seat: int) -> float:
    assert isinstance(game, Durak)
    return safety(game, seat)


def this_round(line: Line) -> Iterator[Event]:
    """What happens up to the end of the round."""
    for event in line.events:
        yield event
        if event.kind in ("take", "away"):
            return


def takes(line: Line, seat: int) -> bool:
    """Whether the cards of this round end in the seat's hand."""
    return any(event.kind == "take" and event.seat == seat for event in this_round(line))


def others_take(line: Line, seat: int) -> bool:
    return any(event.kind == "take" and event.seat != seat for event in this_round(line))


def spends_trump(line: Line, seat: int) -> bool:
    assert isinstance(line.world, Durak)
    laid = [event for event in this_round(line) if event.seat == seat and event.kind in ("attack", "beat", "forward")]
    # Of a beat the last card is the one that beats.
    cards = [card for event in laid for card in (event.cards[-1:] if event.kind == "beat" else event.cards)]
    return any(BIT[card] & line.world.trumps for card in cards)


def keeps_trump(line: Line, seat: int) -> bool:
    """Whether the seat holds a trump when the last card of the stock is drawn."""
    assert isinstance(line.world, Durak)
    left = line.world.stock_left()
    if not left:
        return False

    def ends(event: Event) -> bool:
        nonlocal left
        over = left == 0 and event.kind not in ("draw", "draw_trump")
        left -= len(event.cards) if event.kind in ("draw", "draw_trump") else 0
        return over

    return bool(held_after(line, seat, line.world.hands[seat], ends) & line.world.trumps)


def attacks_next(line: Line, seat: int) -> bool:
    return next((event.seat == seat for event in line.events if event.kind == "round"), False)


def first_out(line: Line, seat: int) -> bool:
    return any(event.kind == "out" and event.seat == seat and event.facts["place"] == 1 for event in line.events)


def is_durak(line: Line, seat: int) -> bool:
    return line.worth == 0.0


def strong_player(seed: int) -> Bot:
    """An expert who looks into few worlds: most of its strength is in the endgames that it solves."""
    return Expert(seed, worlds=30, simulations=10, nodes=20_000)


def settled(game: Game, seat: int) -> float | None:
    """What the start of a round is worth to the seat, where the solver knows that."""
    assert isinstance(game, Durak)
    if game.laid or not two_left(game):
        return None
    value = Solver(game, seat, SETTLING).value(game)
    return None if value == UNKNOWN else 0.5 + 0.5 * float(value)


PLAYING = Playing(
    players,
    done,
    worth,
    (
        Happening("durak.takes", False, 1.5, takes),
        Happening("durak.others_take", True, 1.5, others_take),
        Happening("durak.spends_trump", False, 0.9, spends_trump),
        Happening("durak.keeps_trump", True, 1.2, keeps_trump),
        Happening("durak.attacks_next", True, 0.9, attacks_next),
        Happening("durak.first_out", True, 1.0, first_out),
        Happening("durak.durak", False, 1.0, is_durak),
    ),
    # What a card is worth shows late: plain players turn many won games into lost ones, up to the very end.
    verifying=Verifying(strong_player, worlds=PLAYED_ON, settled=settled, trust=0.75, doubt=0.08),
)

ADVISER = Adviser(look, playing=PLAYING)
