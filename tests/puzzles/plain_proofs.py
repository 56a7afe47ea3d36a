"""Proofs of puzzles a second time, by nothing but the rules: every legal action is tried, no solver is asked.

Where all cards are known, every position that can come about is laid out, and wins and losses are carried back from the
ends; a position from which nobody can force the end is a draw. At Hearts every deal that fits what a seat has seen is
made and played through, whatever the others do. Where there would be too many positions, the answer is None.
"""

from __future__ import annotations

import itertools
import json
from collections import deque
from collections.abc import Iterator
from typing import Any

from cardhouse import Action, Game
from cardhouse.engine.cards import cards_in, parse_cards, set_of
from cardhouse.engine.event import Events
from cardhouse.puzzles import Puzzle

WON, DRAWN, LOST = 1, 0, -1
# What a view tells that changes nothing in what can still happen.
COUNTERS = ("known", "cannot_be", "idle", "round", "dealt", "shown", "starts", "legal")


class TooMany(Exception):
    """There are too many positions for a plain proof."""


def mover(game: Game) -> int | None:
    """Who acts next; None: the timer fires."""
    turn = game.turn()
    return turn[0] if turn else None


def steps(game: Game, acting: int | None) -> list[Game]:
    """The positions after everything that may be done."""
    found = []
    for action in game.legal(acting) if acting is not None else [None]:
        after = game.copy()
        if action is None:
            after.fire()
        else:
            after.apply(acting, action)
        found.append(after)
    return found


def position_key(game: Game, ranks_only: bool) -> str:
    """A text that is the same for positions from which the same can happen."""
    view = game.open_view().plain()
    facts = {name: value for name, value in view["facts"].items() if name not in COUNTERS}
    zones = view["zones"]
    if ranks_only:
        zones = [(name, seat, sorted(card[0] for card in cards.split()) if name != "discard" else
                  [card[0] for card in cards.split()]) for name, seat, cards in zones]  # fmt: skip
        facts = {name: value for name, value in facts.items() if name != "top"}
    return json.dumps([view["phase"], view["turn"], view["roles"], zones, facts, game.over])


def ending(game: Game, seat: int, other: int) -> int:
    assert game.outcome is not None
    places = game.outcome.places
    return (places[seat] < places[other]) - (places[seat] > places[other])


def values(game: Game, seat: int, other: int, ranks_only: bool, most: int) -> dict[str, int]:
    """What each legal action of a seat leads to, of two that are left; `TooMany` if there are more positions."""
    number: dict[str, int] = {}
    games: list[Game] = []
    value: list[int | None] = []
    mine: list[bool] = []
    follows: list[list[int]] = []

    def note(one: Game) -> int:
        key = position_key(one, ranks_only)
        if key not in number:
            if len(games) == most:
                raise TooMany
            number[key] = len(games)
            games.append(one)
            follows.append([])
            mine.append(mover(one) == seat)
            value.append(ending(one, seat, other) if one.over else None)
        return number[key]

    roots = {str(action): game.copy() for action in game.legal(seat)}
    for text, after in roots.items():
        after.apply(seat, text)
    numbers = {text: note(after) for text, after in roots.items()}
    at = 0
    while at < len(games):
        if value[at] is None:
            follows[at] = [note(after) for after in steps(games[at], mover(games[at]))]
        at += 1
    carry_back(value, mine, follows)
    return {text: value[at] or DRAWN for text, at in numbers.items()}


def carry_back(value: list[int | None], mine: list[bool], follows: list[list[int]]) -> None:
    """Settle what can be forced, from the ends backwards."""
    before: list[list[int]] = [[] for _ in value]
    for at, after in enumerate(follows):
        for one in after:
            before[one].append(at)
    waiting = deque(at for at, known in enumerate(value) if known)
    while waiting:
        for at in before[waiting.popleft()]:
            if value[at] is not None:
                continue
            good = WON if mine[at] else LOST
            reached = [value[one] for one in follows[at]]
            if good in reached:
                value[at] = good
            elif all(one == -good for one in reached):
                value[at] = -good
            else:
                continue
            waiting.append(at)


def open_proof(puzzle: Puzzle, most: int = 4000) -> bool | None:
    """Whether a puzzle in which all cards are known is right; None: there are too many positions to say so."""
    game = puzzle.position()
    others = [seat for seat in range(int(game.seats)) if seat != puzzle.seat]
    zones = game.open_view().plain()["zones"]
    held = {seat for _, seat, cards in zones if cards and seat is not None}
    other = next(seat for seat in others if seat in held)
    try:
        found = values(game, puzzle.seat, other, puzzle.game == "threes", most)
    except TooMany:
        return None
    best = max(found.values())
    right = {text for text, value in found.items() if value == best}
    return best == {"wins": WON, "draws": DRAWN}[puzzle.proof] and right == set(puzzle.answers)


# Hearts.


def deals(game: Game, seat: int) -> Iterator[Game]:
    """Every game that fits what a seat has seen."""
    view = game.view(seat)
    seen = [card for zone in view.zones if zone.name in ("taken", "trick") for card in zone.known]
    held = [list(view.zone("hand", one).known) for one in range(view.seats)]
    unseen = [int(card) for card in cards_in(game.deck) if card not in set(seen).union(*held)]  # type: ignore[attr-defined]
    sizes = [len(view.zone("hand", one).cards) - len(held[one]) for one in range(view.seats)]
    lacks = [set(parse_cards(text)) for text in view.facts["lacks"]]

    def share(left: list[int], one: int) -> Iterator[list[int]]:
        if one == view.seats:
            yield []
            return
        for chosen in itertools.combinations([card for card in left if card not in lacks[one]], sizes[one]):
            for rest in share([card for card in left if card not in chosen], one + 1):
                yield [set_of([*held[one], *chosen]), *rest]

    for hands in share(unseen, 0):
        world = game.copy()
        for one, hand in enumerate(hands):
            world.hands[one] = hand  # type: ignore[attr-defined]
        if not claimed_before(world):
            yield world


def claimed_before(world: Game) -> bool:
    """Whether the rest would have been given to who leads this trick, before it began."""
    view = world.open_view()
    if not view.options["claims"] or not view.facts["tricks"]:
        return False
    leader = view.roles["leader"]
    trick = view.zone("trick").known
    hands = [set(view.zone("hand", one).known) for one in range(view.seats)]
    for at, card in enumerate(trick):
        hands[(leader + at) % view.seats].add(card)
    others = set().union(*(hand for one, hand in enumerate(hands) if one != leader))
    return all(card > other for card in hands[leader] for other in others if other.suit == card.suit)


class Hearts:
    """Whether a goal is sure with each card, in every deal that fits, with one plan for all that look alike."""

    def __init__(self, puzzle: Puzzle, most: int) -> None:
        self.game = puzzle.position()
        self.seat, self.proof, self.left = puzzle.seat, puzzle.proof, most
        points = self.game.open_view().facts["points"]
        self.before = points[self.seat]
        self.shooter = max(range(len(points)), key=lambda one: points[one])

    def reached(self, world: Game, events: Events) -> bool | None:
        """True or False once it is settled."""
        for event in events:
            if event.kind == "score":
                moon = [other.seat for other in events if other.kind == "moon"]
                if self.proof == "duck":
                    won: Any = event.facts["won"]
                    return bool(won[self.seat] <= self.before)
                return moon == [self.seat] if self.proof == "moon" else moon != [self.shooter]
        points = world.open_view().facts["points"]
        if self.proof == "duck":
            return False if points[self.seat] > self.before else None
        keeper = self.seat if self.proof == "moon" else self.shooter
        if any(won for one, won in enumerate(points) if one != keeper):
            return self.proof == "stop"
        return None

    def sure_after(self, worlds: list[Game], seat: int, action: Action) -> bool:
        on = []
        for world in worlds:
            self.left -= 1
            if self.left < 0:
                raise TooMany
            after = world.copy()
            reached = self.reached(after, after.apply(seat, action))
            if reached is False:
                return False
            if reached is None:
                on.append(after)
        return not on or self.sure(on)

    def sure(self, worlds: list[Game]) -> bool:
        seat = worlds[0].turn()[0]
        if seat == self.seat:
            return any(self.sure_after(worlds, seat, action) for action in worlds[0].legal(seat))
        actions = {str(action): action for world in worlds for action in world.legal(seat)}
        return all(
            self.sure_after([world for world in worlds if action in world.legal(seat)], seat, action)
            for action in actions.values()
        )


def hearts_proof(puzzle: Puzzle, most: int = 40_000) -> bool | None:
    """Whether exactly the puzzle's card is sure; None: there are too many positions to say so."""
    search = Hearts(puzzle, most)
    worlds = list(itertools.islice(deals(search.game, puzzle.seat), most))
    try:
        sure = [str(one) for one in search.game.legal(puzzle.seat) if search.sure_after(worlds, puzzle.seat, one)]
    except TooMany:
        return None
    return tuple(sure) == puzzle.answers


def slap_proof(puzzle: Puzzle) -> bool:
    """Whether a slap gains the pile just where it is the answer."""
    game = puzzle.position()
    held = game.open_view().scores[puzzle.seat]
    pile = len(game.open_view().zone("pile").cards)
    verdicts = [event.facts["verdict"] for event in game.apply(puzzle.seat, "slap") if event.kind == "slap"]
    gained = game.open_view().scores[puzzle.seat] == held + pile
    return (verdicts == ["good"] and gained) == (puzzle.answers == ("slap",))


def refuted(puzzle: Puzzle, most: int = 4000) -> bool | None:
    """Whether a plain proof says something else than the puzzle; None: it would take more than this many positions."""
    if puzzle.game == "hearts":
        right = hearts_proof(puzzle, 10 * most)
    elif puzzle.proof in ("slap", "wait"):
        right = slap_proof(puzzle)
    else:
        right = open_proof(puzzle, most)
    return None if right is None else not right
