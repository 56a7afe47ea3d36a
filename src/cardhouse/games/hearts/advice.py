"""How Hearts is played on for advice, and what can happen there that is worth a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...bots.advice import Adviser
from ...bots.bot import Bot
from ...bots.lines import Happening, Line, NextAction, Playing, Verifying, held_after
from ...build import running
from ...engine.action import PASS, PLAY, Action
from ...engine.cards import ALL_CLUBS, ALL_DIAMONDS, ALL_HEARTS, ALL_SPADES, BIT, parse_card
from ...engine.chance import Chance
from ...engine.event import Event
from ...engine.game import Game
from ...engine.view import View
from ...engine.words import Reason
from .bots import ExpertHearts, SearchingHearts, seat_of
from .playout import Worth
from .rules import POINTS, Hearts
from .sampler import HeartsSampler
from .tuned_policy import TunedPolicy

QUEEN_OF_SPADES = parse_card("Qs")
SUITS = (ALL_CLUBS, ALL_DIAMONDS, ALL_SPADES, ALL_HEARTS)
# The spades that duck the queen.
LOW_SPADES = ALL_SPADES & (BIT[QUEEN_OF_SPADES] - 1)
# "Soon" is within this many tricks.
SOON = 3

# Where the search is plain, a hint must not take longer than people wait for one.
MILLISECONDS = None if running() == "compiled" else 1500.0


def players(view: View) -> NextAction:
    """The seat itself plays with little chance in it, the others with more."""
    mine, others = TunedPolicy(30), TunedPolicy(100)
    known = HeartsSampler(view).known
    mine.prepare(known)
    others.prepare(known)
    asking = seat_of(view)

    def step(game: Game, chance: Chance) -> tuple[int, int]:
        assert isinstance(game, Hearts)
        if game.passing:
            seat = next(seat for seat in range(game.seats) if not game.chosen[seat])
            return seat, PASS | (mine if seat == asking else others).gift(game.hands[seat], chance)
        seat = int(game.on_move)
        return seat, PLAY | (mine if seat == asking else others).pick(game, seat, chance)

    return step


def done(world: Game, game: Game, seat: int) -> bool:
    """True if the deal is over."""
    assert isinstance(world, Hearts)
    assert isinstance(game, Hearts)
    return game.deals != world.deals or game.over


def worth(world: Game, game: Game, seat: int) -> float:
    assert isinstance(world, Hearts)
    assert isinstance(game, Hearts)
    return Worth(world, seat).of(game.points)


def takers(line: Line) -> Iterator[tuple[int, list[int]]]:
    """Who takes which cards, trick by trick; what is claimed at the end comes at once."""
    claimant = -1
    for event in line.events:
        if event.kind == "claim":
            claimant = event.seat if event.seat is not None else -1
        if event.kind in ("claim", "show"):
            yield claimant, event.cards
        elif event.kind == "trick" and event.seat is not None:
            yield event.seat, event.cards


def is_heart(card: int) -> bool:
    return bool(BIT[card] & ALL_HEARTS)


def is_point(card: int) -> bool:
    return bool(BIT[card] & POINTS)


def hearts_taken(line: Line, seat: int) -> int:
    return sum(sum(map(is_heart, cards)) for taker, cards in takers(line) if taker == seat)


def takes_queen(line: Line, seat: int) -> bool:
    return any(taker == seat and QUEEN_OF_SPADES in cards for taker, cards in takers(line))


def draws_queen(line: Line, seat: int) -> bool:
    """True if somebody else takes the queen of spades in one of the next three tricks, this one included."""
    return any(taker != seat and QUEEN_OF_SPADES in cards for taker, cards in islice(takers(line), SOON))


def queen_falls(line: Line, seat: int) -> bool:
    """True if the action itself ends a trick with the queen of spades in it."""
    return any(QUEEN_OF_SPADES in cards for _, cards in takers(line.begun()))


def stays_clean(line: Line, seat: int) -> bool:
    return not any(taker == seat and any(map(is_point, cards)) for taker, cards in takers(line))


def takes_two_hearts(line: Line, seat: int) -> bool:
    return hearts_taken(line, seat) >= 2


def takes_four_hearts(line: Line, seat: int) -> bool:
    return hearts_taken(line, seat) >= 4


def takes_trick(line: Line, seat: int) -> bool:
    """True if the trick that is played to is the seat's."""
    assert isinstance(line.world, Hearts)
    return not line.world.passing and next((taker == seat for taker, _ in takers(line)), False)


def takes_points_now(line: Line, seat: int) -> bool:
    """True if the trick that is played to is the seat's, with points in it."""
    return takes_trick(line, seat) and any(map(is_point, next(takers(line))[1]))


def wins_soon(line: Line, seat: int) -> bool:
    """True if the seat takes one of the three tricks after this one."""
    return any(taker == seat for taker, _ in islice(takers(line), 1, 1 + SOON))


def gives_points(line: Line, seat: int) -> bool:
    """True if a heart or the queen of the seat falls on somebody else within three tricks."""
    laid = -1
    tricks = 0
    for event in line.events:
        if event.kind == "play" and event.seat == seat:
            laid = event.cards[0]
        elif event.kind == "trick":
            if laid >= 0 and event.seat != seat and is_point(laid):
                return True
            tricks += 1
            if tricks == SOON:
                return False
    return False


def hand_soon(line: Line, seat: int, whose: int) -> int:
    """Return a player's hand when the seat is about to play to the fourth trick; nothing if the deal is over before."""
    assert isinstance(line.world, Hearts)
    plays = 0

    def ends(event: Event) -> bool:
        nonlocal plays
        plays += event.kind == "play" and event.seat == seat
        return plays > SOON

    held = held_after(line, whose, line.world.hands[whose], ends)
    return held if plays > SOON else 0


def lays_point(line: Line, seat: int) -> bool:
    """True if the action is to lay a heart or the queen."""
    return any(event.kind == "play" and is_point(event.cards[0]) for event in line.begun().events)


def lays_last(line: Line, seat: int) -> bool:
    """True if the action leaves the seat without a suit other than hearts that it still had."""
    assert isinstance(line.world, Hearts)
    before = int(line.world.hands[seat])
    laid = sum(BIT[card] for event in line.begun().events if event.kind == "play" for card in event.cards)
    return any(before & suit and not before & suit & ~laid for suit in SUITS if suit != ALL_HEARTS)


def keeps_guard(line: Line, seat: int) -> bool:
    """True if the seat then has a spade below the queen to duck with while nobody has taken her."""
    held = hand_soon(line, seat, seat)
    return bool(held & LOW_SPADES) and not queen_is_out(line)


def queen_is_out(line: Line) -> bool:
    """True if the queen of spades is in a trick before the seat is about to play to the fourth trick."""
    return any(QUEEN_OF_SPADES in cards for _, cards in islice(takers(line), SOON))


def runs_dry(line: Line, seat: int) -> bool:
    """True if the seat has no card left of a suit other than hearts when the fourth trick from here begins."""
    held = hand_soon(line, seat, seat)
    return any(not held & suit for suit in (ALL_CLUBS, ALL_DIAMONDS, ALL_SPADES))


def suits_soon(line: Line, seat: int) -> Iterator[tuple[int, int]]:
    """Of each suit what the seat and what the others hold when the seat is about to play to the fourth trick."""
    mine = hand_soon(line, seat, seat)
    others = sum(hand_soon(line, seat, other) for other in range(line.world.seats) if other != seat)
    return ((mine & suit, others & suit) for suit in SUITS)


def keeps_exit(line: Line, seat: int) -> bool:
    """True if the seat then has a card to get off lead with: all that others have of its suit is higher."""
    return any(mine and others and mine & -mine < others & -others for mine, others in suits_soon(line, seat))


def keeps_winner(line: Line, seat: int) -> bool:
    """True if the seat then has a card that must take a trick when it is led: all that others have is lower."""
    return any(others and mine > others for mine, others in suits_soon(line, seat))


def shoots(line: Line, seat: int) -> bool:
    return any(event.kind == "moon" and event.seat == seat for event in line.events)


def others_shoot(line: Line, seat: int) -> bool:
    return any(event.kind == "moon" and event.seat != seat for event in line.events)


def alike(one: Action, other: Action) -> bool:
    """Cards of one suit may have been looked at as one, where they are neighbours."""
    return one.verb == other.verb == "play" and one.cards[0].suit == other.cards[0].suit


def strong_player(seed: int) -> Bot:
    """One who looks into as many worlds as a review has time for."""
    player = SearchingHearts(seed)
    player.worlds = 24
    return player


PLAYING = Playing(
    players,
    done,
    worth,
    (
        Happening("hearts.others_shoot", False, 2.0, others_shoot, "moon"),
        Happening("hearts.shoots", True, 2.0, shoots, "moon"),
        Happening("hearts.queen_mine", False, 1.5, takes_queen, "points", decided=queen_falls),
        Happening("hearts.draws_queen", True, 1.4, draws_queen, "points", decided=queen_falls),
        Happening("hearts.clean", True, 1.0, stays_clean, "points", decided=takes_points_now),
        Happening("hearts.four_hearts", False, 1.1, takes_four_hearts, "points"),
        Happening("hearts.two_hearts", False, 1.0, takes_two_hearts, "points"),
        Happening("hearts.points_now", False, 1.0, takes_points_now, "trick", now=True),
        Happening("hearts.gives_points", True, 1.1, gives_points, "gives", decided=lays_point),
        Happening("hearts.runs_dry", True, 1.1, runs_dry, "suit", decided=lays_last),
        Happening("hearts.keeps_guard", True, 1.2, keeps_guard, "suit"),
        Happening("hearts.trick_mine", None, 0.6, takes_trick, "trick", now=True),
        Happening("hearts.keeps_exit", True, 1.0, keeps_exit, "exit"),
        Happening("hearts.keeps_winner", False, 1.0, keeps_winner, "winner"),
        Happening("hearts.wins_soon", None, 0.8, wins_soon, "lead"),
    ),
    (Happening("hearts.clean", True, 1.0, stays_clean),),
    # Few worlds, played on by players who search, are noisy: what the search says counts as well, less its optimism.
    Verifying(strong_player, horizon=4, trust=0.65, doubt=1.2),
)

ADVISER = Adviser(
    ExpertHearts(milliseconds=MILLISECONDS).search,
    unit="points",
    playing=PLAYING,
    alike=alike,
    blunder=2.0,
    margin=0.5,
    # The search looks at cards as one where `equals` does.
    same=Reason("advice.same.hearts.neighbours"),
)
