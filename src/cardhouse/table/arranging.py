"""Who sits where at the next deal: the people of a room carried over to other seats, another game or other rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..bots import make_bot
from ..contract.messages import Place, Setup
from ..contract.requests import Person
from ..contract.settings import SLOW_CLOCKS, TURN_CLOCKS
from ..engine.errors import Refused
from ..engine.options import settle
from ..engine.registry import game_class, new
from ..games import spec
from ..names import told_apart
from .bots import STAND_IN, cat_for
from .plan import SeatPlan
from .seating import GUEST
from .state import TableState

OPEN = SeatPlan("open")


def check_clock(game: str, seconds: int) -> None:
    """`Refused` if this is no clock, or none for this game."""
    if seconds in SLOW_CLOCKS and not spec(game).slow:
        raise Refused("refused.server.slow_game", game=game)
    if seconds not in (*TURN_CLOCKS, *SLOW_CLOCKS):
        known = ", ".join(map(str, (*TURN_CLOCKS, *SLOW_CLOCKS)))
        raise Refused("refused.server.turn_clock", seconds=seconds, known=known)


def settled(
    state: TableState, setup: Setup, people: Mapping[str, Person]
) -> tuple[str, dict[str, bool | int | str], list[SeatPlan]]:
    """The game, its options and its seats as this setup wants them; `Refused` or `BadSetup` if that can't be.

    ``people`` are those who may be given a seat, by what the room calls them.
    """
    plan = state.plan
    game = setup.game or plan.game
    kept = plan.options if game == plan.game else {}
    options = settle(game, game_class(game).options, kept if setup.options is None else setup.options)
    if setup.seats is None:
        seats = carried(state, game, {person.id for person in people.values()})
    else:
        seats = placed(state, game, setup.seats, people)
    new(game, seats=len(seats), seed=0, options=options)
    return game, options, seats


def placed(state: TableState, game: str, places: Sequence[Place], people: Mapping[str, Person]) -> list[SeatPlan]:
    """The seats that these places ask for. Cats that sit there already stay who they are."""
    cats = [plan for plan in state.seating.plans if plan.kind == "cat" and not plan.away]
    seats: list[SeatPlan] = []
    for place in places:
        if place.kind == "open":
            seats.append(OPEN)
        elif place.kind == "cat":
            level = place.level or STAND_IN
            if ".py:" in level:
                raise Refused("refused.server.body", why="a cat's level is a name")
            make_bot(game, level)
            known = next((cat for cat in cats if cat.level == level), None)
            if known is not None:
                cats.remove(known)
            seats.append(known or cat_for(level, [*seats, *cats]))
        else:
            seats.append(_person(state, place, people, seats))
    _check_one_seat_each(state, seats)
    return seats


def _person(state: TableState, place: Place, people: Mapping[str, Person], seats: Sequence[SeatPlan]) -> SeatPlan:
    person = people.get(place.who)
    if person is None:
        raise Refused("refused.room.nobody")
    if person.id in state.barred:
        raise Refused("refused.table.removed")
    taken = [seat.name for seat in seats if seat.name]
    for plan in state.seating.plans:
        if person.id in (plan.person, plan.away) and plan.name not in taken and place.name in ("", plan.name):
            return SeatPlan(plan.kind, plan.person, plan.name, plan.face, plan.level, plan.away)
    return SeatPlan("person", person.id, told_apart(place.name or person.name or GUEST, taken), person.face)


def _check_one_seat_each(state: TableState, seats: Sequence[SeatPlan]) -> None:
    """Two seats of one person are for people at one screen, where nobody else plays."""
    people = [seat.person or seat.away for seat in seats if seat.person or seat.away]
    if len(people) > len(set(people)) and not (state.plan.on_one_screen or len(set(people)) == 1):
        raise Refused("refused.table.one_seat")


def carried(state: TableState, game: str, here: set[str]) -> list[SeatPlan]:
    """Who sits now and who waits for a seat, on as many seats of this game as suit them best.

    Who has left has no seat any more, who is only away keeps theirs. People come before cats; the queue comes in order.
    """
    choices = sorted(spec(game).seat_choices)
    kept = [freed(plan) for plan in state.seating.plans]
    waiting = [person for who, person in state.queue.items() if who in here]
    kept = _with_those_who_wait(kept, waiting)
    people = sum(seat.kind == "person" or seat.away != "" for seat in kept)
    wanted = len(kept) if len(kept) in choices and len(kept) >= people else people
    count = next((choice for choice in choices if choice >= wanted), choices[-1])
    if count < people:
        raise Refused("refused.room.too_many", most=count)
    while len(kept) > count:
        kept.remove(next(seat for seat in reversed(kept) if seat.kind != "person" and not seat.away))
    while len(kept) < count:
        kept.append(cat_for(STAND_IN, kept))
    return kept


def freed(plan: SeatPlan) -> SeatPlan:
    """A seat as it is after a game: who has left the room has none any more."""
    return OPEN if plan.left else plan


def _with_those_who_wait(seats: list[SeatPlan], waiting: Sequence[Person]) -> list[SeatPlan]:
    """The seats with those who wait for one: on open ones first, then on cats', then on new ones."""
    found = list(seats)
    for person in waiting:
        names = [seat.name for seat in found if seat.name]
        taken = SeatPlan("person", person.id, told_apart(person.name or GUEST, names), person.face)
        free = [number for number, seat in enumerate(found) if seat.kind == "open"]
        free += [number for number, seat in reversed(list(enumerate(found))) if seat.kind == "cat" and not seat.away]
        if free:
            found[free[0]] = taken
        else:
            found.append(taken)
    return found


def next_seats(state: TableState, here: set[str]) -> list[SeatPlan]:
    """The seats of the next deal of the same game: open ones that nobody waits for are cats'."""
    choices = spec(state.plan.game).seat_choices
    seats = [freed(plan) for plan in state.seating.plans]
    for who, person in state.queue.items():
        if who not in here:
            continue
        more = _with_those_who_wait(seats, [person])
        if len(more) in choices and _goes(state, len(more)):
            seats = more
    for number, seat in enumerate(seats):
        if seat.kind == "open":
            seats[number] = cat_for(STAND_IN, seats)
    return seats


def _goes(state: TableState, seats: int) -> bool:
    try:
        new(state.plan.game, seats=seats, seed=0, options=state.plan.options)
    except Exception:
        return False
    return True
