"""Positions for the tests of Threes, each written as ``hand | up | down`` for every seat, and reached by playing."""

from __future__ import annotations

import random

import pytest

import cardhouse
from cardhouse import Game, Refused
from cardhouse.engine.cards import CARD_TEXTS

DECK = CARD_TEXTS[:52]


def places(text: str) -> list[list[str]]:
    """The hand, the up-cards and the down-cards of ``hand | up | down``; what is left out is empty."""
    parts = [part.split() for part in text.split("|")]
    return parts + [[]] * (3 - len(parts))


def deck_of(seats: list[list[list[str]]], draw: list[str]) -> str:
    """The deck that deals hands, up- and down-cards of three each, and then this draw pile."""
    dealt = [seat[part][turn] for part in (2, 1, 0) for turn in range(3) for seat in seats]
    return " ".join(dealt + draw)


def dealt(*seats: str, draw: str = "", **options: object) -> Game:
    """A fresh game with these cards and first draws; places that are short get any of the other cards."""
    wanted = [places(text) for text in seats]
    named = {card for seat in wanted for part in seat for card in part} | set(draw.split())
    spare = [card for card in DECK if card not in named]
    full = [[part + [spare.pop() for _ in range(3 - len(part))] for part in seat] for seat in wanted]
    return cardhouse.new("threes", seats=len(seats), deck=deck_of(full, draw.split() + spare), options=options)


def rank(card: str) -> str:
    return card[0]


def run_through(cards: list[str], shuffle: random.Random) -> list[str]:
    """An order in which all these can be played one by one, the last of them burning what lies there."""
    fours = [[card for card in cards if rank(card) == each] for each in "23456789JQKA"]
    runs = [four for four in fours if len(four) == 4]
    # Seven after the ace, since only low cards may follow it; threes at the end, where they part nothing.
    rising = [card for each in "245689JQKA73" for card in cards if rank(card) == each]
    rising = [card for card in rising if not any(card in run for run in runs)]
    tens = [card for card in cards if rank(card) == "T"]
    cuts = sorted(shuffle.randrange(len(rising) + 1) for _ in tens[1:])
    for start, end, ten in zip([0, *cuts], [*cuts, len(rising)], tens, strict=True):
        runs.append([*rising[start:end], ten])
    shuffle.shuffle(runs)
    return [card for run in runs for card in run]


def players(order: list[str], seats: int, starter: int) -> list[int]:
    """Who plays each card of an order, and who is next: a burn gives another turn."""
    turns = [starter]
    together = 0
    for at, card in enumerate(order):
        together = together + 1 if at and rank(order[at - 1]) == rank(card) else 1
        burns = rank(card) == "T" or together == 4
        turns.append(turns[-1] if burns else (turns[-1] + 1) % seats)
    return turns


def endgame(*seats: str, **options: object) -> Game:
    """A game with just these cards left and the draw pile gone: all others are burned, and seat 0 is on turn.

    Cards in hand mean all three up-cards, and up-cards all three down-cards, as they do at a table.
    """
    wanted = [places(text) for text in seats]
    named = {card for seat in wanted for part in seat for card in part}
    others = [card for card in DECK if card not in named]
    draws = 52 - 9 * len(seats)
    left = [9 - sum(map(len, seat)) for seat in wanted]
    shuffle = random.Random(1)
    for _ in range(20000):
        order = run_through(others, shuffle)
        turns = players(order, len(seats), shuffle.randrange(len(seats)))
        tail = turns[draws:-1]
        if turns[-1] == 0 and [tail.count(seat) for seat in range(len(seats))] == left:
            return _played(wanted, order, turns, draws, options)
    raise AssertionError("no order of the other cards leads there")


def _played(
    wanted: list[list[list[str]]], order: list[str], turns: list[int], draws: int, options: dict[str, object]
) -> Game:
    """Deal so that everybody's next card is there in time, and play the other cards off."""
    full: list[list[list[str]]] = []
    coming: list[list[str]] = []
    for seat, (hand, up, down) in enumerate(wanted):
        fillers = [card for card, player in zip(order, turns, strict=False) if player == seat]
        blind, shown = 3 - len(down), 3 - len(up)
        at_down, at_up = len(fillers) - blind, len(fillers) - blind - shown
        held = fillers[:at_up] + hand
        full.append([held[:3], fillers[at_up:at_down] + up, fillers[at_down:] + down])
        coming.append(held[3:])
    deck = deck_of(full, [coming[seat].pop(0) for seat in turns[:draws]])
    seed = 0
    while cardhouse.Chance(seed).below(len(wanted)) != turns[0]:
        seed += 1
    options = {"first": "random", **options}
    game = cardhouse.new("threes", seats=len(wanted), deck=deck, seed=seed, options=options)
    for card, seat in zip(order, turns, strict=False):
        down = full[seat][2]
        game.apply(seat, f"blind {down.index(card) + 1}" if card in down else f"play {card}")
    return game


def shown(game: Game, name: str, seat: int | None = None) -> str:
    """The cards of a place, as they really are."""
    return " ".join(map(str, game.open_view().zone(name, seat).cards))


def hand(game: Game, seat: int) -> set[str]:
    return set(shown(game, "hand", seat).split())


def legal(game: Game, seat: int) -> set[str]:
    return set(map(str, game.legal(seat)))


def refused(game: Game, seat: int, action: str) -> str:
    """The key of the reason, after making sure that nothing changed."""
    before = game.digest()
    with pytest.raises(Refused) as refusal:
        game.apply(seat, action)
    assert game.digest() == before
    return refusal.value.key


def on_turn(game: Game) -> int:
    return game.view(None).turn[0]
