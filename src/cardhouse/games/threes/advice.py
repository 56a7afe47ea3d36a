"""How Threes is played on for advice, and what can happen there that is worth a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from ...bots.advice import Adviser
from ...bots.bot import Bot
from ...bots.lines import Happening, Line, NextAction, Playing, Verifying, held_after
from ...engine.action import Action
from ...engine.cards import BIT, RANK_CARDS, RANKS, count
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
# A hand with this many cards is nearly out.
FEW = 4


def best_value(view: View) -> float:
    """A win that is proven is one against the only other player left."""
    return 1.0 / (view.seats - 1)


def players(view: View) -> NextAction:
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
    """Return what happens up to the end of this many turns of a seat, the first of which is the action itself."""
    turns = 0
    for event in line.events:
        if event.seat == seat and event.kind in TURNS:
            turns += 1
            if turns > most:
                return
        yield event


def next_picks_up(line: Line, seat: int) -> bool:
    """True if somebody else has to take the pile before it is the seat's turn again."""
    return any(event.kind in ("pickup", "misfit") and event.seat != seat for event in turns_of(line, seat, 1))


def picks_up(line: Line, seat: int) -> bool:
    """True if the pile comes to the seat soon, this turn included."""
    return any(event.kind in ("pickup", "misfit") and event.seat == seat for event in turns_of(line, seat, SOON))


def burns(line: Line, seat: int) -> bool:
    return any(event.kind == "burn" and event.seat == seat for event in turns_of(line, seat, SOON))


def spends_special(line: Line, seat: int) -> bool:
    """True if somebody else plays a two, three or ten before it is the seat's turn again."""
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
    """True if somebody else takes the pile soon."""
    return any(event.kind in ("pickup", "misfit") and event.seat != seat for event in turns_of(line, seat, SOON))


def keeps_special(line: Line, seat: int) -> bool:
    return bool(held_soon(line, seat) & FLEXIBLE)


def keeps_high(line: Line, seat: int) -> bool:
    return bool(held_soon(line, seat) & HIGH)


def keeps_pair(line: Line, seat: int) -> bool:
    """True if two ordinary cards of a rank are together in the seat's hand after three turns."""
    held = held_soon(line, seat) & ~SPECIAL
    return any(count(held & cards) > 1 for cards in RANK_CARDS)


def spends_high(line: Line, seat: int) -> bool:
    """True if somebody else plays a queen, king or ace before it is the seat's turn again."""
    return any(
        event.kind == "play" and event.seat != seat and BIT[event.cards[0]] & HIGH for event in turns_of(line, seat, 1)
    )


def empties_hand(line: Line, seat: int) -> bool:
    return not held_soon(line, seat)


def others_burn(line: Line, seat: int) -> bool:
    return any(event.kind == "burn" and event.seat != seat for event in turns_of(line, seat, 1))


def picks_up_now(line: Line, seat: int) -> bool:
    """True if the action itself is to take the pile, or brings that about."""
    return picks_up(line.begun(), seat)


def burns_now(line: Line, seat: int) -> bool:
    return burns(line.begun(), seat)


def few_cards(line: Line, seat: int) -> bool:
    """True if the seat holds four cards or fewer after three turns."""
    return count(held_soon(line, seat)) <= FEW


def stranded(line: Line, seat: int) -> bool:
    """True if the seat is left with twos, threes and tens alone after three turns, on which nobody can end."""
    held = held_soon(line, seat)
    return bool(held) and not held & ~FLEXIBLE


def alike(one: Action, other: Action) -> bool:
    """Actions that differ only in suits, or in which down-card is turned, are looked at as one."""
    ranks = [sorted(card.rank for card in action.cards) for action in (one, other)]
    return one.verb == other.verb and ranks[0] == ranks[1]


def near(one: Action, other: Action) -> bool:
    """True if two actions play as many cards of ranks that are next to each other, neither of them special."""
    if one.verb != other.verb or not one.cards or len(one.cards) != len(other.cards):
        return False
    if any(card.rank in "23T" for card in (*one.cards, *other.cards)):
        return False
    return abs(RANKS.index(one.cards[0].rank) - RANKS.index(other.cards[0].rank)) == 1


def strong_player(seed: int) -> Bot:
    """One who looks into as many worlds as a review has time for."""
    return Searcher(seed, worlds=40)


PLAYING = Playing(
    players,
    done,
    worth,
    (
        Happening("threes.next_picks_up", True, 1.2, next_picks_up, "others"),
        Happening("threes.picks_up", False, 1.3, picks_up, "mine", decided=picks_up_now),
        Happening("threes.burns", True, 1.1, burns, "burn", decided=burns_now),
        Happening("threes.others_burn", False, 1.0, others_burn, "burn"),
        Happening("threes.spends_special", True, 1.1, spends_special, "theirs"),
        Happening("threes.keeps_special", True, 1.1, keeps_special, "keeps"),
        Happening("threes.others_pick_up", True, 1.2, others_pick_up, "others"),
        Happening("threes.spends_high", True, 1.0, spends_high, "theirs"),
        Happening("threes.keeps_high", True, 1.0, keeps_high, "keeps"),
        Happening("threes.keeps_pair", True, 1.0, keeps_pair, "pair"),
        Happening("threes.empties_hand", True, 1.0, empties_hand, "hand"),
        Happening("threes.few_cards", True, 1.0, few_cards, "hand"),
        Happening("threes.stranded", False, 1.3, stranded, "stranded"),
    ),
    verifying=Verifying(strong_player, horizon=4, trust=0.85, doubt=0.05),
)

ADVISER = Adviser(search, best_value=best_value, playing=PLAYING, alike=alike, near=near)
