"""Tells each person at a table how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..contract.messages import PROTOCOL, Forked, News, Room, StepMessage, TableInfo, Welcome
from .connection import Connection
from .judge import REVEAL

if TYPE_CHECKING:
    from .table import Table

MOST_MISSED = 200


def welcome(table: Table, connection: Connection, last: tuple[int, int] | None) -> Welcome:
    """How everything stands now and, for somebody who was here before, what they missed."""
    current = table.state.round
    seats = table.state.seating.seen_by(connection.person.id)
    missed: list[StepMessage] = []
    if current is not None and last is not None and last[0] == current.number:
        since = [step for step in current.steps if step.number > last[1]]
        missed = [table.steps.missed(seats, step) for step in since[-MOST_MISSED:]]
    return Welcome(
        table=table_info(table, connection.person.id),
        step=int(current.game.step) if current else 0,
        views=table.steps.views(seats),
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
        daily=plan.daily is not None,
        rated=plan.rated,
        ahead={seat: state.ahead[seat] for seat in seating.of(person) if seat in state.ahead} if state.ahead else {},
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
