"""How Durak is played on for advice, and what can happen there that is worth a sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from ...bots.advice import Adviser
from ...bots.bot import Bot
from ...bots.lines import Happening, Line, NextAction, Playing, Verifying, held_after
from ...bots.search import Search
from ...build import running
from ...engine.action import TAKE, Action, verb_of
from ...engine.cards import BIT, RANK_CARDS, RANKS, count
from ...engine.chance import Chance
from ...engine.event import Event
from ...engine.game import Game
from ...engine.view import View
from .bots import Expert
from .calibrated import calibrated
from .policy import mover, pick, two_left
from .rules import Durak
from .search import search
from .solver import UNKNOWN, Solver
from .trials import RANDOMNESS, safety

# Who asks for advice has more time than a bot: about half a second for the solver, where it is compiled.
NODES = 2_000_000 if running() == "compiled" else 4_000
# The work of this many worlds for each that is asked for: compiled, 150 of them take about as long as an expert's look.
CLOSER = 12 if running() == "compiled" else 1
# "Soon" is within this many rounds; a full hand has this many cards.
SOON = 2
FULL = 6
# Kings and aces.
HIGH = sum(RANK_CARDS[11:])
# In how many worlds a review plays a move on: some seconds' work, and some times as much inside a page.
PLAYED_ON = 10 if sys.platform == "emscripten" else 30
# The solver's positions at the start of a round of a line that a review plays on.
SETTLING = 40_000


def look(view: View, chance: Chance, worlds: int) -> Search:
    return calibrated(search(view, chance, worlds * CLOSER, nodes=NODES), view)


def players(view: View) -> NextAction:
    def step(game: Game, chance: Chance) -> tuple[int, int]:
        assert isinstance(game, Durak)
        seat = mover(game)
        return seat, pick(game, seat, RANDOMNESS, chance)

    return step


def done(world: Game, game: Game, seat: int) -> bool:
    """True if the seat's place is settled: who runs out in the same round shares it."""
    assert isinstance(game, Durak)
    return game.over or (game.laid == 0 and bool(game.out & BIT[seat]))


def worth(world: Game, game: Game, seat: int) -> float:
    assert isinstance(game, Durak)
    return safety(game, seat)


def this_round(line: Line) -> Iterator[Event]:
    """Return what happens up to the end of the round."""
    for event in line.events:
        yield event
        if event.kind in ("take", "away"):
            return


def takes(line: Line, seat: int) -> bool:
    """True if the cards of this round end in the seat's hand."""
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
    return bool(held_at_last(line, seat) & trumps_of(line))


def keeps_trumps(line: Line, seat: int) -> bool:
    return count(held_at_last(line, seat) & trumps_of(line)) > 1


def few_cards(line: Line, seat: int) -> bool:
    """True if the seat holds six cards or fewer when the last card of the stock is drawn."""
    return 0 < count(held_at_last(line, seat)) <= FULL


def keeps_high(line: Line, seat: int) -> bool:
    """True if the seat holds a king or an ace when the last card of the stock is drawn."""
    return bool(held_at_last(line, seat) & HIGH)


def draws_trump(line: Line, seat: int) -> bool:
    """True if somebody else lays a trump in this round."""
    assert isinstance(line.world, Durak)
    return any(spends_trump(line, other) for other in range(line.world.seats) if other != seat)


def trumps_of(line: Line) -> int:
    assert isinstance(line.world, Durak)
    return int(line.world.trumps)


def held_at_last(line: Line, seat: int) -> int:
    """Return what the seat holds when the last card of the stock is drawn; nothing if there is no stock."""
    assert isinstance(line.world, Durak)
    left = line.world.stock_left()
    if not left:
        return 0

    def ends(event: Event) -> bool:
        nonlocal left
        over = left == 0 and event.kind not in ("draw", "draw_trump")
        left -= len(event.cards) if event.kind in ("draw", "draw_trump") else 0
        return over

    return held_after(line, seat, line.world.hands[seat], ends)


def attacks_next(line: Line, seat: int) -> bool:
    return next((event.seat == seat for event in line.events if event.kind == "round"), False)


def gives_up(line: Line, seat: int) -> bool:
    """True if the action is to take the cards."""
    return verb_of(line.moves[0][1]) == TAKE


def lays_trump(line: Line, seat: int) -> bool:
    """True if the action itself spends a trump."""
    return spends_trump(line.begun(), seat)


def takes_later(line: Line, seat: int) -> bool:
    """True if the seat takes the cards of one of the next two rounds."""
    rounds = 0
    for event in line.events:
        if event.kind in ("take", "away"):
            if 0 < rounds <= SOON and event.kind == "take" and event.seat == seat:
                return True
            rounds += 1
    return False


def strong_player(seed: int) -> Bot:
    """An expert who looks into few worlds: most of its strength is in the endgames that it solves."""
    return Expert(seed, worlds=30, simulations=10, nodes=20_000)


def near(one: Action, other: Action) -> bool:
    """True if two actions do the same with cards of one rank, or of the rank next to it."""
    cards = [sorted(action.cards) for action in (one, other)]
    if one.verb != other.verb or not cards[0] or len(cards[0]) != len(cards[1]):
        return False
    return all(abs(RANKS.index(a.rank) - RANKS.index(b.rank)) <= 1 for a, b in zip(*cards, strict=True))


def settled(game: Game, seat: int) -> float | None:
    """Return what the start of a round is worth to the seat, where the solver knows that."""
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
        Happening("durak.takes", False, 1.2, takes, "round", now=True, decided=gives_up),
        Happening("durak.others_take", True, 1.2, others_take, "round", now=True),
        Happening("durak.takes_later", False, 1.1, takes_later, "later", decided=gives_up),
        Happening("durak.spends_trump", False, 1.0, spends_trump, "trumps", decided=lays_trump),
        Happening("durak.keeps_trump", True, 1.2, keeps_trump, "trumps"),
        Happening("durak.keeps_trumps", True, 1.2, keeps_trumps, "trumps"),
        Happening("durak.keeps_high", True, 1.0, keeps_high, "high"),
        Happening("durak.draws_trump", True, 1.0, draws_trump, "theirs"),
        Happening("durak.attacks_next", True, 1.0, attacks_next, "next", decided=gives_up),
        Happening("durak.few_cards", True, 1.0, few_cards, "cards"),
    ),
    # What a card is worth shows late: plain players turn many won games into lost ones, up to the very end.
    verifying=Verifying(strong_player, worlds=PLAYED_ON, settled=settled, doubt=0.08),
)

ADVISER = Adviser(look, playing=PLAYING, near=near)
