"""Puzzles of Hearts: late in a deal, the one card with which something can be made sure of.

To take no more points, to shoot the moon or to stop one: what a card makes sure of must come true in every world that
fits what the seat has seen, whatever the others do, even if they knew all cards and played together. The seat itself
knows only what it sees on the way: it has one plan for all worlds that it can't tell apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ...engine.action import PLAY, Action
from ...engine.cards import ALL_HEARTS, ALL_SPADES, FULL_DECK, SUIT_CARDS, cards_in, count, suit_of
from ...engine.game import Game
from ..puzzling import Daily, Ending, Found, Puzzling, Source
from .rules import POINTS, QUEEN, Hearts, points_in
from .sampler import HeartsSampler

FEWEST_CHOICES = 3
MOST_CARDS = 6
MOST_WORLDS = 500
# Moves that a search may make in all worlds together.
MOST_MOVES = 60_000
FIRST_WORLDS = 6


class TooMuchWork(Exception):
    """The search would take too long: nothing is known of the position."""


class Goal:
    """An aim of one seat that can be sure from a position; ``kind``: ``duck``, ``moon`` or ``stop``."""

    def __init__(self, kind: str, game: Hearts, seat: int, shooter: int = -1) -> None:
        self.kind = kind
        self.seat = seat
        self.shooter = shooter
        self.scored = game.scored
        self.before = points_in(game.taken[seat])

    def settled(self, game: Hearts) -> bool | None:
        """True: it is reached, False: it is missed, None: it is open."""
        if game.scored is not self.scored:
            scored = game.scored
            assert scored is not None
            if self.kind == "duck":
                return int(scored.won[self.seat]) <= self.before
            return scored.shooter == self.seat if self.kind == "moon" else scored.shooter != self.shooter
        if self.kind == "duck":
            return False if points_in(game.taken[self.seat]) > self.before else None
        keeper = self.seat if self.kind == "moon" else self.shooter
        lost = any(game.taken[other] & POINTS for other in range(game.seats) if other != keeper)
        return (self.kind == "stop") if lost else None


class Search:
    """Finds out whether a goal can be made sure of, with an end to the work it takes."""

    def __init__(self, goal: Goal, most: int = MOST_MOVES) -> None:
        self.goal = goal
        self.left = most

    def after(self, worlds: Sequence[Hearts], seat: int, card: int) -> bool:
        """True if the goal is sure in all these worlds, which nobody can tell apart, once this card is played."""
        open_ones = []
        self.left -= len(worlds)
        if self.left < 0:
            raise TooMuchWork
        for world in worlds:
            after = Hearts(world.setup, world)
            after.advance(seat, PLAY | card)
            settled = self.goal.settled(after)
            if settled is False:
                return False
            if settled is None:
                open_ones.append(after)
        # Worlds that look different by now are known apart.
        return all(self.sure(group) for group in told_apart(open_ones))

    def sure(self, worlds: Sequence[Hearts]) -> bool:
        """True if the goal can be made sure of in all these worlds with one plan."""
        seat = int(worlds[0].on_move)
        if seat == self.goal.seat:
            return any(self.after(worlds, seat, 2**card) for card in cards_in(worlds[0].playable(seat)))
        cards = 0
        for world in worlds:
            cards |= world.playable(seat)
        return all(
            self.after([world for world in worlds if world.playable(seat) & 2**card], seat, 2**card)
            for card in cards_in(cards)
        )


def told_apart(worlds: Sequence[Hearts]) -> Iterator[list[Hearts]]:
    """The worlds in groups that look alike: they differ where one was claimed and another was not."""
    groups: dict[tuple[int, int], list[Hearts]] = {}
    for world in worlds:
        groups.setdefault((int(world.on_move), int(world.tricks)), []).append(world)
    yield from groups.values()


def worlds_of(game: Hearts, seat: int, most: int = MOST_WORLDS) -> list[Hearts] | None:
    """Every world that fits what a seat has seen; None if there are more than this many."""
    sampler = HeartsSampler(game.view(seat))
    deals = sampler.deals
    unseen, sizes = cards_in(deals.cards), list(deals.sizes)
    allowed = [FULL_DECK & ~sampler.known.voids[one] for one in range(game.seats)]
    found: list[Hearts] = []
    for hands in _hands(unseen, sizes, allowed, 0):
        world = Hearts(sampler.known.setup, sampler.known)
        for one in range(game.seats):
            world.hands[one] |= hands[one]
        if not sampler.would_have_claimed(world):
            found.append(world)
        if len(found) > most:
            return None
    return found


def _hands(cards: list[int], sizes: list[int], allowed: list[int], seat: int) -> Iterator[tuple[int, ...]]:
    if seat == len(sizes):
        yield ()
        return
    for chosen in itertools.combinations([card for card in cards if allowed[seat] & 2**card], int(sizes[seat])):
        rest = [card for card in cards if card not in chosen]
        for others in _hands(rest, sizes, allowed, seat + 1):
            yield (sum(2**card for card in chosen), *others)


def goals_of(game: Hearts, seat: int) -> list[Goal]:
    """Return what a seat may want to be sure of here."""
    takers = [one for one in range(game.seats) if game.taken[one] & POINTS]
    left = POINTS & ~sum(int(game.taken[one]) for one in range(game.seats))
    if not left or not takers:
        return []
    if len(takers) > 1:
        return [Goal("duck", game, seat)]
    if count(game.taken[takers[0]] & POINTS) < 4:
        return []
    return [Goal("moon", game, seat)] if takers == [seat] else [Goal("stop", game, seat, takers[0])]


def look(game: Game, seat: int) -> Found | None:
    """The one card with which a goal is sure."""
    assert isinstance(game, Hearts)
    if game.result is not None or game.passing or game.on_move != seat or count(game.hands[seat]) > MOST_CARDS:
        return None
    cards = [2**card for card in cards_in(game.playable(seat))]
    if len(cards) < FEWEST_CHOICES or game.jack:
        return None
    goals = goals_of(game, seat)
    worlds = worlds_of(game, seat) if goals else None
    for goal in goals if worlds else ():
        assert worlds
        right = only_sure(goal, worlds, seat, cards)
        if right is not None:
            return Found(goal.kind, (str(Action(PLAY | right)),), tuple(themes(game, seat, right)))
    return None


def only_sure(goal: Goal, worlds: Sequence[Hearts], seat: int, cards: Sequence[int]) -> int | None:
    """The one of these cards with which the goal is sure; None if there is none, several, or it can't be found out."""
    step = max(1, len(worlds) // FIRST_WORLDS)
    search = Search(goal)
    try:
        # What fails in a single world, even if that were known, is no answer.
        left = [card for card in cards if all(search.after([world], seat, card) for world in worlds[::step])]
        if not left or len(left) == len(cards):
            return None
        sure = [card for card in left if search.after(worlds, seat, card)]
    except TooMuchWork:
        return None
    return sure[0] if len(sure) == 1 else None


def themes(game: Hearts, seat: int, card: int) -> list[str]:
    """Return what the right card is about."""
    hand, suit = game.hands[seat], SUIT_CARDS[suit_of(cards_in(card)[0])]
    choices = [one for one in cards_in(game.playable(seat)) if 2**one & suit]
    number = cards_in(card)[0]
    unseen_queen = not any(game.taken[one] & QUEEN for one in range(game.seats)) and not hand & QUEEN
    found = []
    if game.laid == 0:
        found.append("lead")
        if card & ALL_SPADES and unseen_queen and number < cards_in(QUEEN)[0]:
            found.append("bleed")
    elif not card & game.led:
        found.append("discard")
    if hand & suit == card:
        found.append("void")
    if len(choices) > 1 and number == max(choices):
        found.append("high_first")
    elif len(choices) > 1 and number == min(choices):
        found.append("low")
    if card == QUEEN:
        found.append("queen")
    elif card & ALL_HEARTS:
        found.append("heart")
    if count(hand) >= 4:
        found.append("long")
    return found or ["follow"]


PUZZLES = Puzzling(
    look,
    ("duck", "moon", "stop"),
    ("lead", "bleed", "discard", "void", "high_first", "low", "queen", "heart", "long", "follow"),
    (Source(4, "easy", {"limit": 1}), Source(4, "medium", {"limit": 1}), Source(3, "medium", {"limit": 1})),
    lead=3,
)


def own_points(ending: Ending) -> float:
    """Fewer points are better."""
    return -float(ending.score)


def moon(ending: Ending) -> str:
    """Somebody shot the moon."""
    return "moon" if (ending.score == 0 and ending.others >= 20) or ending.score == 26 else ""


DAILY = Daily(4, own_points, "points", {"limit": 1}, kind=moon)
