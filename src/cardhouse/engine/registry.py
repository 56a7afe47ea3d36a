"""Rules by name: what makes a game of any kind, and games that fit a view. Knows no game of its own."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence

from .action import add_verb_finder
from .cards import CARDS, Card, parse_card, parse_cards, set_of, set_text
from .chance import MOST_SEED_BITS, Chance
from .checks import check_frame
from .errors import BadSetup, CardhouseError, Unreadable, shown
from .game import Game, Sampler, Setup
from .options import settle
from .view import View

_rules: dict[str, type[Game]] = {}
_samplers: dict[str, Callable[[View], Sampler]] = {}
_finders: list[Callable[[], object]] = []


def add_rules(rules: type[Game], sampler: Callable[[View], Sampler]) -> None:
    """Make a game's rules known by their name, with what samples games that fit a view."""
    _rules[rules.name] = rules
    _samplers[rules.name] = sampler


def add_finder(find: Callable[[], object]) -> None:
    """Have this called before a name is looked up for the first time, so that games are loaded when they are needed."""
    _finders.append(find)


def game_names() -> list[str]:
    """The names of all games."""
    while _finders:
        _finders.pop()()
    return list(_rules)


add_verb_finder(game_names)


def game_class(name: str) -> type[Game]:
    """The class of a game; `BadSetup` if there is none of this name."""
    if _finders or not isinstance(name, str) or name not in _rules:
        known = game_names()
        if not isinstance(name, str) or name not in _rules:
            raise BadSetup("setup.game_unknown", game=shown(name), known=", ".join(known))
    return _rules[name]


def new(
    game: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    deck: str | Sequence[int | str] | int | None = None,
    starter: int | None = None,
    later: Sequence[str | Sequence[int | str]] = (),
    options: Mapping[str, object] | None = None,
    **by_name: object,
) -> Game:
    """A new game, dealt and ready.

    Options are given by name, or together as ``options``. ``deck`` stacks the first deal, as text or as a list of
    cards; a number is the game's option of that name. All other chance comes from ``seed``: 0 if only a deck is given,
    a fresh one if neither is. ``starter`` is the seat that starts, in the games where no card decides that.
    ``later`` stacks the deals after the first, of the games that have some, as ``deck`` does the first.
    What can't be set up raises `BadSetup` with the reason.

    >>> import cardhouse
    >>> game = cardhouse.new('hearts', seats=4, seed=7)
    >>> game.view(0).phase
    'pass'
    >>> cardhouse.new('hearts', seats=9)
    Traceback (most recent call last):
        ...
    cardhouse.engine.errors.BadSetup: Hearts can't be played by 9. It can be played by: 3, 4, 5.
    """
    kind = game_class(game)
    given = {**(options or {}), **by_name}
    if isinstance(deck, int):
        given["deck"] = deck
        deck = None
    settled = settle(game, kind.options, given)
    if seats is None:
        seats = kind.default_seats
    if type(seats) is not int or seats not in kind.seat_choices:
        raise BadSetup("setup.seats", game=game, seats=shown(seats, 40), allowed=", ".join(map(str, kind.seat_choices)))
    wanted = kind.cards(seats, settled)
    stacked = None if deck is None else _stacked(game, deck, wanted)
    stacked_later = tuple(_stacked(game, each, wanted) for each in later)
    if seed is None:
        seed = secrets.randbits(63) if deck is None else 0
    if type(seed) is not int or seed < 0 or seed.bit_length() > MOST_SEED_BITS:
        raise BadSetup("setup.seed", seed=shown(seed), bits=MOST_SEED_BITS)
    if starter is not None and not (
        type(starter) is int and 0 <= starter < seats and kind.lets_choose_starter(settled)
    ):
        raise BadSetup("setup.starter", game=game, starter=shown(starter, 40))
    made = kind(Setup(game, seats, settled, seed, stacked, starter, stacked_later))
    made.deal()
    return made


def imagine(view: View, chance: Chance) -> Game:
    """A whole game that fits a view, each fitting one equally often. For many, keep one `sampler`.

    >>> import cardhouse
    >>> game = cardhouse.new('hearts', seats=4, seed=7)
    >>> view = game.view(0)
    >>> world = cardhouse.imagine(view, cardhouse.Chance(1))
    >>> world.view(0) == view
    True
    >>> world.view(1) == game.view(1)
    False
    """
    return sampler(view).game(chance)


def sampler(view: View) -> Sampler:
    """Return what makes whole games that fit this view; `BadSetup` if it can't be the view of any.

    >>> import cardhouse
    >>> view = cardhouse.new('hearts', seats=4, seed=7).view(0)
    >>> worlds, chance = cardhouse.sampler(view), cardhouse.Chance(1)
    >>> [worlds.game(chance).view(1).hand[:2] for _ in range(2)]
    [(Card('Qc'), Card('2d')), (Card('6c'), Card('7c'))]
    """
    kind = game_class(view.game)
    try:
        if view.source is None:
            check_frame(view, kind)
        return _samplers[view.game](view)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadSetup("setup.no_game_fits", game=view.game, what=shown(error, 80)) from error


def _stacked(game: str, deck: object, wanted: int) -> tuple[int, ...]:
    if not isinstance(deck, Sequence):
        raise BadSetup("setup.deck_kind", game=game, deck=shown(deck))
    try:
        cards = tuple(parse_cards(deck if isinstance(deck, str) else " ".join([str(_card(each)) for each in deck])))
    except CardhouseError as error:
        raise BadSetup("setup.deck_unreadable", game=game, why=str(error)) from error
    held = set_of(cards)
    if held != wanted:
        missing, extra = set_text(wanted & ~held), set_text(held & ~wanted)
        raise BadSetup("setup.deck", game=game, missing=missing or "none", extra=extra or "none")
    return cards


def _card(card: object) -> Card:
    """A card that is given as text, as itself or as its number."""
    if isinstance(card, str):
        return parse_card(card)
    if isinstance(card, int) and not isinstance(card, bool) and 0 <= card < len(CARDS):
        return CARDS[card]
    raise Unreadable("unreadable.card", text=shown(card, 40))
