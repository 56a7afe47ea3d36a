"""Taking a game up again in the middle: as it was where it is over, or with what one seat knew of it where it is not.

A fork is a record like any other: it begins with the actions of the game that it comes from, so that it can be replayed
and checked by the same reader. Where hidden cards are dealt again, its decks are stacked so that the same actions
lead to a position in which the seat sees just what it saw, and the rest is one of the games that fit, each equally
often.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..version import VERSION
from .action import Action
from .cards import Card, parse_card
from .chance import HASHED, Chance
from .errors import CardhouseError, Refused, Unreadable
from .game import Game
from .record import Entry, Fork, Record
from .registry import game_class, sampler
from .view import View

# This many worlds are tried before it is said that none fits: a card that decided who starts may rule most of them out.
TRIES = 300
WORDS_IN_A_SEED = 8


def fork(record: Record, step: int, seat: int = 0) -> Record:
    """The first ``step`` actions of a game that is over, to be played on from there; ``seat`` is who does so.

    `Refused` while the game isn't over, as then nobody may know its cards, and where there is nothing to play on.
    """
    _check(record, step, seat)
    if record.outcome is None or not record.final().over:
        raise Refused("refused.fork.not_over")
    taken = _taken(record, step)
    return replace(taken, fork=Fork(step, seat, False, record.hash))


def fork_as_known(record: Record, step: int, seat: int, chance: Chance, everything: bool = False) -> Record:
    """The first ``step`` actions of a game, with all that ``seat`` did not know then dealt again.

    What this seat sees is the same, card for card; where the other cards lie is one of the possibilities that fit its
    view, and so is every later deal. `Refused` if none is found. ``everything``: all cards lay open, and stay.
    """
    _check(record, step, seat)
    taken = _taken(record, step)
    if everything:
        return replace(taken, fork=Fork(step, seat))
    game = taken.final()
    view = game.view(seat)
    begins, decks = _deals(taken)
    for _ in range(TRIES):
        world = sampler(view).game(chance)
        found = _with(taken, begins, decks, _exchanged(game, world), _seed(chance))
        if found is not None and _fits(found, view, seat):
            return replace(found, fork=Fork(step, seat, True))
    raise Refused("refused.fork.no_world")


def before_choice(record: Record, seat: int) -> int | None:
    """The number of actions before the last one with which this seat chose something; None: it has chosen nothing."""
    game, found = record.start(), None
    for number, (entry, after, _) in enumerate(record.replay()):
        if entry.seat == seat and len(game.legal(seat)) > 1:
            found = number
        game = after.copy()
    return found


def _check(record: Record, step: int, seat: int) -> None:
    if not 0 <= seat < record.seats:
        raise Refused("refused.no_seat", which=str(seat), seats=record.seats)
    if not 0 <= step <= len(record.entries):
        raise Refused("refused.fork.step", step=step, most=len(record.entries))
    game = record.start()
    for entry in record.entries[:step]:
        record.do(game, entry)
    if game.over:
        raise Refused("refused.fork.over")


def _taken(record: Record, step: int) -> Record:
    """The record up to a step, with nothing of what came after."""
    return replace(record, version=VERSION, entries=record.entries[:step], outcome=None, hash="")


def _deals(record: Record) -> tuple[int, list[tuple[int, ...]]]:
    """After how many actions the deal in play began, and the decks of all deals so far."""
    game = record.start()
    begins, deals = 0, 1
    for number, (_, _, events) in enumerate(record.replay(), 1):
        again = sum(event.kind == "deal" for event in events.as_list())
        deals += again
        begins = number if again else begins
    setup, chance = game.setup, Chance(record.seed)
    cards = game_class(record.game).cards(record.seats, setup.options)
    decks = [tuple(map(int, setup.first_deck(cards, chance)))]
    decks += [tuple(map(int, setup.next_deck(deal, cards, chance))) for deal in range(1, deals)]
    return begins, decks


def _exchanged(game: Game, world: Game) -> dict[int, int]:
    """Which card of the one game is which of the other, place by place."""
    found: dict[int, int] = {}
    for here, there in zip(game.open_view().zones, world.open_view().zones, strict=True):
        was, now = [int(card) for card in here.known], [int(card) for card in there.known]
        # Of a hand only what it holds matters: a card that stays in it stays the same. In a pile each place counts.
        if was == sorted(was) and now == sorted(now):
            found |= {card: card for card in set(was) & set(now)}
            was, now = [card for card in was if card not in found], [card for card in now if card not in set(was)]
        found |= dict(zip(was, now, strict=False))
    return found


def _with(record: Record, begins: int, decks: list[tuple[int, ...]], other: dict[int, int], seed: int) -> Record | None:
    """The record with other cards in its last deal; None if they don't go with what was done."""
    dealt = [*decks[:-1], tuple(other.get(card, card) for card in decks[-1])]
    if len(set(dealt[-1])) != len(dealt[-1]):
        return None
    texts = tuple(" ".join(str(Card(card)) for card in deck) for deck in dealt)
    entries = [*record.entries[:begins], *_renamed(record.entries[begins:], other)]
    return replace(
        record, seed=seed, deck=texts[0], later=texts[1:], entries=entries, salt="", commitment="", shuffle=None
    )  # fmt: skip


def _renamed(entries: Iterable[Entry], other: dict[int, int]) -> Iterable[Entry]:
    for entry in entries:
        if entry.seat is None:
            yield entry
        else:
            words = [_other_card(word, other) for word in entry.action.split()]
            yield replace(entry, action=str(Action.parse(" ".join(words))))


def _other_card(word: str, other: dict[int, int]) -> str:
    try:
        card = int(parse_card(word))
    except Unreadable:
        return word
    return str(Card(other.get(card, card)))


def _fits(record: Record, view: View, seat: int) -> bool:
    """True if the record can be replayed, and the seat then sees just this."""
    try:
        return record.final().view(seat).plain() == view.plain()
    except CardhouseError:
        return False


def _seed(chance: Chance) -> int:
    """A fresh seed, of the kind that nobody can compute from what is seen of it."""
    seed = 0
    for _ in range(WORDS_IN_A_SEED):
        seed = seed << 32 | int(chance.word())
    return seed | HASHED
