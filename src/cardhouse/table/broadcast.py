"""What each person at a table is told: views and events for their own seats, built for them and nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..contract.messages import PROTOCOL, Forked, News, Room, StepMessage, TableInfo, Welcome
from ..engine.event import Event
from .connection import Connection
from .judge import REVEAL
from .round import Round, Step

if TYPE_CHECKING:
    from .table import Table

MOST_MISSED = 200

Seats = tuple[int, ...]


def welcome(table: Table, connection: Connection, last: tuple[int, int] | None) -> Welcome:
    """How everything stands now and, for somebody who was here before, what they missed."""
    current = table.state.round
    seats = table.state.seating.seen_by(connection.person.id)
    missed: list[StepMessage] = []
    if current is not None and last is not None and last[0] == current.number:
        since = [step for step in current.steps if step.number > last[1]]
        missed = [missed_step(table, seats, step) for step in since[-MOST_MISSED:]]
    return Welcome(
        table=table_info(table, connection.person.id),
        step=int(current.game.step) if current else 0,
        views=_views(table, seats, current),
        missed=missed,
        token=table.slaps.token,
        timer_left=round(table.timer.left, 3),
        turn_left=table.turn_clocks.left,
        protocol=PROTOCOL,
        you=table.room.tag(connection.person.id),
    )


def table_info(table: Table, person: str, room: Room | None = None) -> TableInfo:
    """The table as this person sees it; of others it has names and faces, and never their ids."""
    state = table.state
    current, seating, plan = state.round, state.seating, state.plan
    voted = {"pause": table.pause_votes, "rematch": table.dealing.rematch_votes}
    seats = {name: sorted(seat for who in votes for seat in seating.of(who)) for name, votes in voted.items()}
    return TableInfo(
        code=plan.code,
        game=plan.game,
        options=plan.options,
        seats=seating.shown_to(person, table.present, table.silent, table.gone.left, table.room.tag),
        status=state.status,
        round=state.rounds,
        pace=state.pace,
        paused=state.paused,
        pause_votes=seats["pause"],
        rematch_votes=seats["rematch"],
        open_cards=state.open_cards,
        hints=plan.hints,
        watched_by=sum(not seating.of(connection.person.id) for connection in table.connections),
        host=person == plan.host,
        commitment=current.commitment if current else "",
        reveal=REVEAL if table.is_slap_game else 0.0,
        turn_clock=plan.turn_clock,
        next_commitment=state.next_commitment,
        best_of=(state.next_match or state.match).best_of,
        wins=list(state.match.wins),
        match_won=state.match.won,
        starter=current.record.starter if current else None,
        room=room or table.room.info(),
        fork=_forked(table),
        undo=state.casual and not table.asking.open,
    )


def _forked(table: Table) -> Forked | None:
    """Where the game in play was taken up again, if it was."""
    current = table.state.round
    fork = current.record.fork if current is not None else None
    asks = table.asking.open
    return None if fork is None else Forked(fork.step, fork.seat, asks, table.asking.left if asks else 0)


def broadcast_news(table: Table, but: Connection | None = None) -> None:
    """Tell everybody how the table stands; what is the same for all who only watch is made once."""
    seating, host = table.state.seating, table.state.plan.host
    watchers: News | None = None
    room = table.room.info()
    for connection in table.connections:
        if connection is but:
            continue
        who = connection.person.id
        if who == host or seating.of(who) or seating.away(who):
            connection.send(News(table_info(table, who, room), table.turn_clocks.left))
        else:
            watchers = watchers or News(table_info(table, "", room), table.turn_clocks.left)
            connection.send(watchers)


def broadcast_step(table: Table, step: Step) -> None:
    """Tell everybody of an action that was just done; what is the same for several of them is made once."""
    current, seating = table.state.round, table.state.seating
    assert current is not None
    open_cards = table.state.open_cards
    token, timer_left, turn_left = table.slaps.token, round(table.timer.left, 3), table.turn_clocks.left
    public = _public(step)
    made: dict[Seats, StepMessage] = {}
    for connection in table.connections:
        seats = seating.seen_by(connection.person.id)
        message = made.get(seats)
        if message is None:
            did, events = public or _seen(step, seats, open_cards)
            views = _views(table, seats, current)
            message = made[seats] = StepMessage(
                current.number, step.number, step.seat, did, events, views, token, step.slap, timer_left, turn_left
            )
        connection.send(message)


def missed_step(table: Table, seats: Seats, step: Step) -> StepMessage:
    """An earlier action as these seats together may see it."""
    current = table.state.round
    assert current is not None
    did, events = _seen(step, seats, table.state.open_cards)
    return StepMessage(current.number, step.number, step.seat, did, events, [], slap=step.slap)


def _public(step: Step) -> tuple[str, list[dict[str, Any]]] | None:
    """What was done and what happened, if everybody may know all of it."""
    if any(event.only is not None for event in step.events):
        return None
    return step.action, [event.plain() for event in step.events]


def _seen(step: Step, seats: Seats, open_cards: bool) -> tuple[str, list[dict[str, Any]]]:
    """What was done and what happened, as these seats together may know it."""
    did = step.action
    if step.secret and step.seat not in seats and not open_cards:
        did = did.split()[0]
    return did, [_most_seen(event, seats, open_cards).plain() for event in step.events]


def _views(table: Table, seats: Seats, current: Round | None) -> list[dict[str, Any]]:
    if current is None:
        return []
    if not seats:
        return [current.game.view(None).plain()]
    look = current.game.open_view if table.state.open_cards else current.game.view
    return [look(seat).plain() for seat in seats]


def _most_seen(event: Event, seats: Seats, everything: bool) -> Event:
    """The event as these seats together may see it."""
    if event.only is None:
        return event
    if everything:
        return Event(event.kind, event.seat, event.cards, event.facts)
    for seat in seats:
        if seat in event.only:
            return event.seen_by(seat)
    return event.seen_by(None)
