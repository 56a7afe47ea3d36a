"""How Threes is played on for advice, and what can happen there that is worth a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from ...bots.advice import Adviser
from ...bots.bot import Bot
from ...bots.lines import Happening, Line, Playing, Step, Verifying, held_after
from ...engine.action import Action
from ...engine.cards import BIT, RANK_CARDS, count
from ...engine.chance import Chance
from ...engine.event import Event
from ...engine.game import Game
from ...engine.view import View
from .bots import Searcher
from .policy import PLAYER, RANDOMNESS, mover, pick
from .rules import SPECIAL, TEN, THREE, TWO, Threes
from .search import search, share_behind

# What a player does on a turn.
TURNS = ("play", "blind", "misfit", "pickup", "pass")
# What fits on nearly everything.
FLEXIBLE = RANK_CARDS[TWO] | RANK_CARDS[THREE] | RANK_CARDS[TEN]
# What few cards fit on.
HIGH = sum(RANK_CARDS[10:])
# How far ahead somebody thinks who wants to know whether the pile comes to them.
SOON = 3


def best_value(view: View) -> float:
    """A win that is proven is one against the only other player left."""
    return 1.0 / (view.seats - 1)


def players(view: View) -> Step:
    def step(game: Game, chance: Chance) -> tuple[int, int]:
        assert isinstance(game, Threes)
        seat = mover(game)
        return seat, pick(game, seat, PLAYER, RANDOMNESS, chance)

    return step


def done(world: Game, game: Game, seat: int) -> bool:
    assert isinstance(game, Threes)
    return game.over or game.place[seat] != 0


def worth(world: Game, game: Game, seat: int) -> float:
    assert isinstance(game, Threes)
    return share_behind(game, seat)


def turns_of(line: Line, seat: int, most: int) -> Iterator[Event]:
    """What happens up to the end of so many turns of a seat, the first of which is the action itself."""
    turns = 0
    for event in line.events:
        if event.seat == seat and event.kind in TURNS:
            turns += 1
            if turns > most:
                return
        yield event


def next_picks_up(line: Line, seat: int) -> bool:
    """Whether somebody else has to take the pile before it is the seat's turn again."""
    return any(event.kind in ("pickup", "misfit") and event.seat != seat for event in turns_of(line, seat, 1))


def picks_up(line: Line, seat: int) -> bool:
    """Whether the pile comes to the seat soon, this turn included."""
    return any(event.kind in ("pickup", "misfit") and event.seat == seat for event in turns_of(line, seat, SOON))


def burns(line: Line, seat: int) -> bool:
    return any(event.kind == "burn" and event.seat == seat for event in turns_of(line, seat, SOON))


def spends_special(line: Line, seat: int) -> bool:
    """Whether somebody else plays a two, three or ten before it is the seat's turn again."""
    return any(
        event.kind == "play" and event.seat != seat and BIT[event.cards[0]] & FLEXIBLE
        for event in turns_of(line, seat, 1)
    )


def held_soon(line: Line, seat: int) -> int:
    """The hand of the seat after three turns."""
    assert isinstance(line.world, Threes)
    turns = 0

    def ends(event: Event) -> bool:
        nonlocal turns
        turns += event.seat == seat and event.kind in TURNS
        return turns > SOON

    return held_after(line, seat, line.world.hands[seat], ends)


def others_pick_up(line: Line, seat: int) -> bool:
    """Whether somebody else takes the pile soon."""
    return any(event.kind in ("pickup", "misfit") and event.seat != seat for event in turns_of(line, seat, SOON))


def keeps_special(line: Line, seat: int) -> bool:
    return bool(held_soon(line, seat) & FLEXIBLE)


def keeps_high(line: Line, seat: int) -> bool:
    return bool(held_soon(line, seat) & HIGH)


def keeps_pair(line: Line, seat: int) -> bool:
    """Whether two ordinary cards of a rank are together in the seat's hand after three turns."""
    held = held_soon(line, seat) & ~SPECIAL
    return any(count(held & cards) > 1 for cards in RANK_CARDS)


def spends_high(line: Line, seat: int) -> bool:
    """Whether somebody else plays a queen, king or ace before it is the seat's turn again."""
    return any(
        event.kind == "play" and event.seat != seat and BIT[event.cards[0]] & HIGH for event in turns_of(line, seat, 1)
    )


def empties_hand(line: Line, seat: int) -> bool:
    return not held_soon(line, seat)


def others_burn(line: Line, seat: int) -> bool:
    return any(event.kind == "burn" and event.seat != seat for event in turns_of(line, seat, 1))


def first_out(line: Line, seat: int) -> bool:
    return any(event.kind == "out" and event.seat == seat and event.facts["place"] == 1 for event in line.events)


def alike(one: Action, other: Action) -> bool:
    """Actions that differ only in suits, or in which down-card is turned, are looked at as one."""
    ranks = [sorted(card.rank for card in action.cards) for action in (one, other)]
    return one.verb == other.verb and ranks[0] == ranks[1]


def strong_player(seed: int) -> Bot:
    """One who looks into as many worlds as a review has time for."""
    return Searcher(seed, worlds=40)


PLAYING = Playing(
    players,
    done,
    worth,
    (
        Happening("threes.next_picks_up", True, 1.5, next_picks_up),
        Happening("threes.picks_up", False, 1.5, picks_up),
        Happening("threes.burns", True, 0.9, burns),
        Happening("threes.others_burn", False, 1.0, others_burn),
        Happening("threes.spends_special", True, 1.0, spends_special),
        Happening("threes.keeps_special", True, 1.0, keeps_special),
        Happening("threes.others_pick_up", True, 1.2, others_pick_up),
        Happening("threes.spends_high", True, 0.9, spends_high),
        Happening("threes.keeps_high", True, 0.8, keeps_high),
        Happening("threes.keeps_pair", True, 0.7, keeps_pair),
        Happening("threes.empties_hand", True, 0.9, empties_hand),
        Happening("threes.first_out", True, 1.0, first_out),
    ),
    verifying=Verifying(strong_player, horizon=4),
)

ADVISER = Adviser(search, best_value=best_value, playing=PLAYING, alike=alike)
