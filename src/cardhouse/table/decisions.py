"""The decisions of a host, or of a majority without one: checks whether one is possible now, and carries it out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ..contract.messages import Adjust, BeginMatch, Clock, Cover, Decision, Host, Propose, Remove, SetPace, Start
from ..contract.settings import BEST_OF, DAY, GONE_CHOICES, SLOW_CLOCKS
from ..engine.errors import Refused
from .arranging import check_clock, settled
from .bots import LEAST, STAND_IN, cat_for
from .log import Arranged
from .plan import SeatPlan

if TYPE_CHECKING:
    from .table import Table


def check(table: Table, person: str, what: Decision) -> None:
    """`Refused` or `BadSetup` says why this can't be done here now, by anybody."""
    state = table.state
    match what:
        case Propose():
            settled(state, what.next, people_of(table))
            check_clock(what.next.game or state.plan.game, state.plan.turn_clock)
        case Cover():
            _check_cover(table, what.seat)
        case Start():
            if state.status == "playing":
                raise Refused("refused.table.started")
        case Remove():
            _check_remove(table, person, what.seat)
        case BeginMatch():
            if state.status == "playing":
                raise Refused("refused.table.not_over")
            if what.best_of not in BEST_OF:
                known = ", ".join(map(str, BEST_OF))
                raise Refused("refused.server.best_of", best_of=what.best_of, known=known)
        case SetPace():
            if what.pace not in LEAST:
                raise Refused("refused.server.pace", pace=what.pace[:20])
        case Clock():
            check_clock(state.plan.game, what.seconds)
            if state.paused and what.seconds in SLOW_CLOCKS:
                raise Refused("refused.table.paused")
        case Host():
            table.room.person_called(what.who)
        case Adjust():
            if what.gone_after is not None and what.gone_after not in GONE_CHOICES:
                known = ", ".join(map(str, GONE_CHOICES))
                raise Refused("refused.room.gone_after", seconds=what.gone_after, known=known)
            if state.plan.listed and (what.chat or what.takeover):
                raise Refused("refused.room.listed")


async def carry_out(table: Table, person: str, what: Decision, agreed: frozenset[str]) -> None:
    """Do what was decided; ``agreed`` are the people who said yes to it."""
    room, now = table.room, time.time()
    by = room.name_of(person)
    match what:
        case Propose():
            game, options, seats = settled(table.state, what.next, people_of(table))
            await table.arrange(Arranged(now, game, options, seats), agreed)
            table.notice("room.next", who=by, game=game)
        case Cover():
            name = table.state.seating.plans[what.seat].name
            await table.give_to_bot(what.seat)
            table.notice("room.covered", who=name, by_name=by)
        case Start():
            await table.start()
        case Remove():
            await _remove(table, what.seat)
        case BeginMatch():
            await table.set_match(what.best_of)
        case SetPace():
            await table.set_pace(what.pace)
        case Clock():
            table.turn_clocks.stop_all()
            await _change(table, turn_clock=what.seconds)
            if what.seconds in SLOW_CLOCKS:
                table.notice("room.slow_clock", who=by, count=what.seconds // DAY)
            else:
                table.notice("room.clock" if what.seconds else "room.no_clock", who=by, seconds=what.seconds)
        case Host():
            chosen = room.person_called(what.who)
            await _change(table, host=chosen.id)
            table.notice("room.host", who=room.name_of(chosen.id))
        case Adjust():
            await _change(table, chat=what.chat, takeover=what.takeover, gone_after=what.gone_after)


def people_of(table: Table) -> dict[str, Any]:
    """Who can be given a seat, by what the room calls them: who is here, and who has a seat."""
    room = table.room
    found = {room.tag(person): one for person, one in room.people.items()}
    for plan in table.state.seating.plans:
        who = plan.person or plan.away
        if who and not plan.left and room.tag(who) not in found:
            found[room.tag(who)] = room.person_called(room.tag(who))
    return found


async def _change(table: Table, **changes: Any) -> None:
    await table.commit(Arranged(time.time(), **changes))
    await table.changed()
    table.broadcast_news()


def _seat_of(table: Table, seat: int) -> SeatPlan:
    plans = table.state.seating.plans
    if not 0 <= seat < len(plans):
        raise Refused("refused.table.no_seat", which=seat)
    return plans[seat]


def _check_cover(table: Table, seat: int) -> None:
    if table.state.plan.slow:
        raise Refused("refused.room.slow")
    if _seat_of(table, seat).kind != "person" or table.state.status != "playing" or table.state.paused:
        raise Refused("refused.room.not_awaited")
    patience = table.room.patience_with(seat)
    if patience is None:
        raise Refused("refused.room.not_awaited")
    if patience > 0:
        raise Refused("refused.room.patience", seconds=round(patience))


def _check_remove(table: Table, person: str, seat: int) -> None:
    plan = _seat_of(table, seat)
    who = plan.person or plan.away
    if not who or who == person:
        raise Refused("refused.table.not_removed")


async def _remove(table: Table, seat: int) -> None:
    plan = table.state.seating.plans[seat]
    who = plan.person or plan.away
    if table.state.status == "playing":
        # The game goes on: a cat of its own plays it to the end.
        table.notice("room.removed", who=plan.name)
        await table.seat(seat, cat_for(STAND_IN, table.state.seating.plans), barred=who)
    else:
        table.notice("room.removed", who=plan.name)
        await table.seat(seat, SeatPlan("open"), barred=who)
