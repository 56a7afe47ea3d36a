"""What people ask of a table, and whether they may: every refusal says why."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import TYPE_CHECKING

from ..bots.advice import Advice as FoundAdvice
from ..contract.messages import (
    Act,
    Advice,
    Contribute,
    FromPerson,
    Hint,
    Leave,
    Match,
    Pace,
    Pause,
    React,
    Reaction,
    Refusal,
    Rematch,
    Remove,
    Sit,
    Slap,
    Start,
)
from ..engine.action import Action, parse_action
from ..engine.errors import CardhouseError, Refused
from ..engine.words import say
from .bots import LEAST, STAND_IN, cat_for
from .connection import Connection
from .match import BEST_OF
from .plan import SeatPlan
from .round import Round

if TYPE_CHECKING:
    from .table import Table

REACTION_EVERY = 1.0
A_NUMBER = re.compile(r"[0-9a-f]{8,64}")


async def handle(table: Table, connection: Connection, message: FromPerson, arrived: float) -> None:
    """Do what somebody at the table asks, or tell them why not."""
    try:
        await _handle(table, connection, message, arrived)
    except CardhouseError as error:
        refuse(table, connection, message, error)


def refuse(table: Table, connection: Connection, message: FromPerson, error: CardhouseError) -> None:
    """Tell somebody why what they asked was not done."""
    table.observe("refusals", 1)
    facts = {name: value for name, value in error.facts.items() if isinstance(value, str | int | float)}
    text = say(error.key, error.facts, table.state.seating.names)
    connection.send(Refusal(error.key, text, facts, getattr(message, "id", 0)))


async def _handle(table: Table, connection: Connection, message: FromPerson, arrived: float) -> None:
    person, seating = connection.person.id, table.state.seating
    match message:
        case Act():
            await _act(table, connection, message, parse_action(message.action))
        case Slap():
            seating.check(person, message.seat)
            _in_play(table)
            table.slaps.claimed(connection, message, arrived)
        case Sit():
            await table.sit(connection, message.seat)
        case Leave():
            seating.check(person, message.seat)
            await table.give_to_bot(message.seat)
        case Pause():
            await _pause(table, person, message.on)
        case Pace():
            await _pace(table, person, message.pace)
        case Match():
            await _match(table, person, message.best_of)
        case Rematch():
            await _rematch(table, person)
        case Contribute():
            await _contribute(table, connection, message)
        case Start():
            await _start(table, person)
        case React():
            _react(table, connection, message)
        case Hint():
            _hint(table, connection, message.seat)
        case Remove():
            await _remove(table, person, message.seat)


def _in_play(table: Table) -> Round:
    current = table.state.round
    if current is None:
        raise Refused("refused.table.not_started")
    if table.state.paused:
        raise Refused("refused.table.paused")
    return current


async def _act(table: Table, connection: Connection, message: Act, action: Action) -> None:
    table.state.seating.check(connection.person.id, message.seat)
    current = _in_play(table)
    if current.stale(message.seat, message.step):
        raise Refused("refused.table.stale")
    if current.slaps and action.verb == "slap":
        raise Refused("refused.table.slap_message")
    if table.slaps.holds(action):
        table.slaps.hold(partial(_act_later, table, connection, message, action))
        return
    await table.act(message.seat, action)


async def _act_later(table: Table, connection: Connection, message: Act, action: Action) -> None:
    try:
        await _act(table, connection, message, action)
    except CardhouseError as error:
        refuse(table, connection, message, error)


def _check_plays(table: Table, person: str) -> None:
    if not table.state.seating.of(person):
        raise Refused("refused.table.not_playing")


def _all_said(table: Table, votes: set[str], person: str) -> bool:
    """Whether all people who play and are here have said so."""
    return votes >= table.state.seating.people & (table.present | {person})


async def _pause(table: Table, person: str, on: bool) -> None:
    """Among cats at once, otherwise when all people who are here have said so."""
    _check_plays(table, person)
    if on == table.state.paused:
        table.pause_votes.discard(person)
    else:
        table.pause_votes.add(person)
    if table.pause_votes and _all_said(table, table.pause_votes, person):
        await table.pause(on)
    table.broadcast_news()


def _decides(table: Table, person: str) -> bool:
    """Whether somebody made the table, or plays cats alone."""
    return person == table.state.plan.host or table.state.seating.people == {person}


async def _match(table: Table, person: str, best_of: int) -> None:
    """For who made the table, or plays cats alone, and not in the middle of a game."""
    if not _decides(table, person):
        raise Refused("refused.table.match")
    if table.state.status == "playing":
        raise Refused("refused.table.not_over")
    if best_of not in BEST_OF:
        raise Refused("refused.server.best_of", best_of=best_of, known=", ".join(map(str, BEST_OF)))
    await table.set_match(best_of)


async def _pace(table: Table, person: str, pace: str) -> None:
    """For who made the table, or plays cats alone."""
    if not _decides(table, person):
        raise Refused("refused.table.pace")
    if pace not in LEAST:
        raise Refused("refused.server.pace", pace=pace[:20])
    await table.set_pace(pace)


async def _rematch(table: Table, person: str) -> None:
    if table.state.status != "over":
        raise Refused("refused.table.not_over")
    if table.state.seating.people:
        _check_plays(table, person)
    table.dealing.rematch_votes.add(person)
    if _all_said(table, table.dealing.rematch_votes, person):
        await table.dealing.soon()
    else:
        table.broadcast_news()


async def _contribute(table: Table, connection: Connection, message: Contribute) -> None:
    _check_plays(table, connection.person.id)
    if message.round > table.state.next_round or not A_NUMBER.fullmatch(message.number):
        raise Refused("refused.table.number")
    connection.contributes = True
    # One that comes after its deal is nobody's fault, and changes nothing.
    if message.round < table.state.next_round:
        return
    await table.dealing.contribute(connection.person.id, message.number)


def _check_host(table: Table, person: str) -> None:
    if person != table.state.plan.host:
        raise Refused("refused.table.host_starts")
    if table.state.status != "waiting":
        raise Refused("refused.table.started")


async def _start(table: Table, person: str) -> None:
    _check_host(table, person)
    for seat in table.state.seating.open_seats:
        await table.seat(seat, cat_for(STAND_IN, table.state.seating.plans))
    await table.dealing.if_full()


async def _remove(table: Table, person: str, seat: int) -> None:
    _check_host(table, person)
    plans = table.state.seating.plans
    if not 0 <= seat < len(plans):
        raise Refused("refused.table.no_seat", which=seat)
    plan = plans[seat]
    if plan.kind != "person" or plan.person == person:
        raise Refused("refused.table.not_removed")
    await table.seat(seat, SeatPlan("open"), barred=plan.person)


def _react(table: Table, connection: Connection, message: React) -> None:
    table.state.seating.check(connection.person.id, message.seat)
    now = asyncio.get_running_loop().time()
    if now - connection.reacted < REACTION_EVERY:
        raise Refused("refused.table.reactions")
    connection.reacted = now
    for other in table.connections:
        other.send(Reaction(message.seat, message.kind))


def _hint(table: Table, connection: Connection, seat: int) -> None:
    if not table.state.plan.hints:
        raise Refused("refused.table.no_hints")
    table.state.seating.check(connection.person.id, seat)
    step = int(_in_play(table).game.step)
    person = connection.person.id

    def answer(action: str, found: FoundAdvice | None) -> None:
        if found is None:
            told = Advice(seat, step, action)
        else:
            told = Advice(seat, step, action, found.sentence, found.verdict, found.reason, found.also)
        for other in table.connections:
            if other.person.id == person:
                other.send(told)

    table.bots.advise(seat, answer)
