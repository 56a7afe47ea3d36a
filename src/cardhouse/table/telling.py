"""What each person at a table is told: views and events for their own eyes, built for them and nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..event import Event
from ..messages import Happened, TableInfo, Welcome
from .guest import Guest
from .round import Happening, Round

if TYPE_CHECKING:
    from .table import Table

MOST_MISSED = 200


def welcome(table: Table, guest: Guest, last: tuple[int, int] | None) -> Welcome:
    """How everything stands now and, for somebody who was here before, what they missed."""
    current = table.round
    eyes = table.seating.of(guest.person.id)
    missed: list[Happened] = []
    if current is not None and last is not None and last[0] == current.number:
        since = [happening for happening in current.happenings if happening.step > last[1]]
        missed = [happened(table, eyes, happening, False) for happening in since[-MOST_MISSED:]]
    return Welcome(
        table=table.info(guest.person.id),
        step=int(current.game.step) if current else 0,
        views=_views(table, eyes, current),
        missed=missed,
        token=current.token if current else "",
        timer_left=round(table.clock.left, 3),
    )


def info(table: Table, person: str) -> TableInfo:
    """The table as this person sees it; of others it has names and faces, and never their ids."""
    current, seating = table.round, table.seating
    voted = {"pause": table.pause_votes, "rematch": table.rematch_votes}
    seats = {name: sorted(seat for who in votes for seat in seating.of(who)) for name, votes in voted.items()}
    return TableInfo(
        code=table.code,
        game=table.plan.game,
        options=table.plan.options,
        seats=seating.shown_to(person, table.present, table.absence.countdown),
        status=table.status,
        round=current.number if current else 0,
        pace=table.plan.pace,
        paused=table.paused,
        pause_votes=seats["pause"],
        rematch_votes=seats["rematch"],
        open_cards=table.open_cards,
        hints=table.plan.hints,
        watched_by=sum(not seating.of(guest.person.id) for guest in table.guests),
        host=person == table.plan.host,
        commitment=current.commitment if current else "",
    )


def tell_all(table: Table, happening: Happening) -> None:
    """Tell everybody of an action that was just done; those who see the same are told the same."""
    told: dict[tuple[int, ...], Happened] = {}
    for guest in table.guests:
        eyes = table.seating.of(guest.person.id)
        message = told.get(eyes)
        if message is None:
            message = told[eyes] = happened(table, eyes, happening, True)
        guest.tell(message)


def happened(table: Table, eyes: tuple[int, ...], happening: Happening, with_views: bool) -> Happened:
    """An action as these seats' eyes together may see it; views only if it is the latest one."""
    current = table.round
    assert current is not None
    did = happening.action
    if happening.secret and happening.seat not in eyes and not table.open_cards:
        did = did.split()[0]
    return Happened(
        round=current.number,
        step=happening.step,
        seat=happening.seat,
        did=did,
        events=[_most_seen(event, eyes, table.open_cards).plain() for event in happening.events],
        views=_views(table, eyes, current) if with_views else [],
        token=current.token if with_views else "",
        slap=happening.slap,
        timer_left=round(table.clock.left, 3) if with_views else 0.0,
    )


def _views(table: Table, eyes: tuple[int, ...], current: Round | None) -> list[dict[str, Any]]:
    if current is None:
        return []
    if not eyes:
        return [current.game.view(None).plain()]
    look = current.game.open_view if table.open_cards else current.game.view
    return [look(seat).plain() for seat in eyes]


def _most_seen(event: Event, eyes: tuple[int, ...], everything: bool) -> Event:
    """The event as the eyes of these seats together may see it."""
    if event.only is None:
        return event
    if everything:
        return Event(event.kind, event.seat, event.cards, event.facts)
    for seat in eyes:
        if seat in event.only:
            return event.seen_by(seat)
    return event.seen_by(None)
