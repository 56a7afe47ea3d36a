"""The games of the house, by name."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..cards import cards_text, parse_cards, set_of, set_text
from ..chance import Chance
from ..errors import BadSetup, CardhouseError
from ..game import Game, Imaginer, Setup
from ..options import Option, settle
from ..view import View
from .durak import Durak
from .durak_worlds import DurakImaginer
from .hearts import Hearts
from .hearts_worlds import HeartsImaginer
from .ratscrew import Ratscrew
from .ratscrew_worlds import RatscrewImaginer
from .slapjack import Slapjack
from .slapjack_worlds import SlapjackImaginer
from .threes import Threes
from .threes_worlds import ThreesImaginer


@dataclass(frozen=True)
class GameInfo:
    """A game as screens show it: its name, its seats, and its options with their sentences."""

    name: str
    seat_choices: tuple[int, ...]
    default_seats: int
    options: tuple[Option, ...]


_games: dict[str, type[Game]] = {}
_imaginers: dict[str, Callable[[View], Imaginer]] = {}


def register(game: type[Game], imaginer: Callable[[View], Imaginer]) -> None:
    """Make a game known by its name, with what imagines games of it."""
    _games[game.name] = game
    _imaginers[game.name] = imaginer


register(Ratscrew, RatscrewImaginer)
register(Slapjack, SlapjackImaginer)
register(Hearts, HeartsImaginer)
register(Threes, ThreesImaginer)
register(Durak, DurakImaginer)


def games() -> list[GameInfo]:
    """All games of the house with their options."""
    return [GameInfo(game.name, game.seat_choices, game.default_seats, game.options) for game in _games.values()]


def game_class(name: str) -> type[Game]:
    """The class of a game; `BadSetup` if there is none of this name."""
    if not isinstance(name, str) or name not in _games:
        raise BadSetup("setup.game_unknown", game=repr(name)[:60], known=", ".join(_games))
    return _games[name]


def new(
    game: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    deck: str | Sequence[int] | int | None = None,
    options: Mapping[str, object] | None = None,
    **by_name: object,
) -> Game:
    """A new game, dealt and ready.

    Options are given by name, or together as ``options``. ``deck`` stacks the first deal, as text; a number is Durak's
    option of that name. All other chance comes from ``seed``: 0 if only a deck is given, a fresh one if neither is.
    What can't be set up raises `BadSetup` with the reason.
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
        raise BadSetup("setup.seats", game=game, seats=repr(seats)[:40], allowed=", ".join(map(str, kind.seat_choices)))
    wanted = kind.cards(seats, settled)
    stacked = None if deck is None else _stacked(game, deck, wanted)
    if seed is None:
        seed = secrets.randbits(63) if deck is None else 0
    if type(seed) is not int or seed < 0:
        raise BadSetup("setup.seed", seed=repr(seed)[:60])
    made = kind(Setup(game, seats, settled, seed, stacked))
    made.deal()
    return made


def imagine(view: View, chance: Chance) -> Game:
    """A whole game that fits a view, each fitting one equally often. For many, keep one `imaginer` and ask it again."""
    return imaginer(view).game(chance)


def imaginer(view: View) -> Imaginer:
    """What makes whole games that fit this view."""
    game_class(view.game)
    return _imaginers[view.game](view)


def _stacked(game: str, deck: str | Sequence[int], wanted: int) -> tuple[int, ...]:
    try:
        cards = tuple(parse_cards(deck if isinstance(deck, str) else cards_text(deck)))
    except (CardhouseError, TypeError, IndexError) as error:
        raise BadSetup("setup.deck_unreadable", game=game, why=str(error)) from error
    held = set_of(cards)
    if held != wanted:
        missing, extra = set_text(wanted & ~held), set_text(held & ~wanted)
        raise BadSetup("setup.deck", game=game, missing=missing or "none", extra=extra or "none")
    return cards
