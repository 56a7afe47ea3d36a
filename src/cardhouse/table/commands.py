"""Handles the commands of people at a table: every refusal says why."""

from __future__ import annotations

import asyncio
import re
import secrets
from functools import partial
from typing import TYPE_CHECKING

from ..bots.advice import Advice as FoundAdvice
from ..contract.messages import (
    Act,
    Adjust,
    Advice,
    Ahead,
    BeginMatch,
    Clock,
    Contribute,
    Cover,
    FromPerson,
    Go,
    Hint,
    Host,
    Leave,
    Nudge,
    Nudged,
    Pause,
    Propose,
    Queue,
    React,
    Reaction,
    Refusal,
    Rematch,
    Remove,
    Say,
    SetPace,
    Sit,
    Slap,
    Start,
    Undo,
    Vote,
)
from ..engine.action import Action, parse_action
from ..engine.chance import Chance
from ..engine.errors import CardhouseError, Refused
from ..engine.fork import before_choice, fork_as_known
from ..engine.record import read_record
from ..engine.words import say
from .connection import Connection
from .round import Round
from .talk import say_to_all

if TYPE_CHECKING:
    from .table import Table

REACTION_EVERY = 1.0
A_NUMBER = re.compile(r"[0-9a-f]{8,64}")


async def handle(table: Table, connection: Connection, message: FromPerson, arrived: float) -> None:
    """Do what somebody at the table asks, or tell them why not."""
    try:
        if isinstance(message, Act):
            # By far the most of what is said.
            await _act(table, connection, message, parse_action(message.action))
        else:
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
        case Slap():
            seating.check(person, message.seat)
            _in_play(table)
            table.slaps.claimed(connection, message, arrived)
        case Sit():
            await table.sit(connection, message.seat)
        case Leave():
            await _leave(table, person, message.seat)
        case Go():
            await table.leave(connection.person)
        case Queue():
            await table.room.queue(connection.person, message.on)
        case Propose() | Cover() | Clock() | Start() | Remove() | SetPace() | BeginMatch() | Host() | Adjust():
            await table.room.decide(person, message)
        case Vote():
            await table.room.vote(person, message.motion, message.yes)
        case Nudge():
            _nudge(table, connection, message.seat)
        case Say():
            say_to_all(table, connection, message)
        case Ahead():
            seating.check(person, message.seat)
            _in_play(table)
            await table.slow.choose(message.seat, message.action)
        case Pause():
            await _pause(table, person, message.on)
        case Rematch():
            await _rematch(table, connection)
        case Contribute():
            await _contribute(table, connection, message)
        case React():
            _react(table, connection, message)
        case Hint():
            await table.asking.give_up()
            _hint(table, connection, message.seat)
        case Undo():
            await _undo(table, connection.person.id, message.seat)


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
    if table.asking.open:
        await table.asking.tried(connection, message, action)
        return
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


async def _leave(table: Table, person: str, seat: int) -> None:
    table.state.seating.check(person, seat)
    name = table.state.seating.plans[seat].name
    await table.give_to_bot(seat)
    table.notice("room.resting", who=name)


async def _pause(table: Table, person: str, on: bool) -> None:
    """Among cats at once, otherwise when all people who are here have said so."""
    _check_plays(table, person)
    if on and table.state.plan.slow:
        raise Refused("refused.table.no_pause")
    if on == table.state.paused:
        table.pause_votes.discard(person)
    else:
        table.pause_votes.add(person)
    await table.count_votes()
    table.broadcast_news()


async def _rematch(table: Table, connection: Connection) -> None:
    person, state = connection.person.id, table.state
    if state.status == "playing" or (state.status == "waiting" and not state.arranged):
        raise Refused("refused.table.not_over")
    for seat in state.seating.away(person):
        await table.sit(connection, seat)
    if state.seating.people:
        _check_plays(table, person)
    table.dealing.rematch_votes.add(person)
    await table.count_votes()
    table.broadcast_news()


def _nudge(table: Table, connection: Connection, seat: int) -> None:
    room, person = table.room, connection.person.id
    if person not in room.voters:
        raise Refused("refused.table.not_playing")
    wanted = room.check_nudge(person, seat)
    for other in table.connections.of(wanted):
        other.send(Nudged(room.tag(person), room.name_of(person), seat))


async def _contribute(table: Table, connection: Connection, message: Contribute) -> None:
    _check_plays(table, connection.person.id)
    if message.round > table.state.next_round or not A_NUMBER.fullmatch(message.number):
        raise Refused("refused.table.number")
    connection.contributes = True
    # One that comes after its deal is nobody's fault, and changes nothing.
    if message.round < table.state.next_round:
        return
    await table.dealing.contribute(connection.person.id, message.number)


def _react(table: Table, connection: Connection, message: React) -> None:
    table.state.seating.check(connection.person.id, message.seat)
    now = asyncio.get_running_loop().time()
    if now - connection.reacted < REACTION_EVERY:
        raise Refused("refused.table.reactions")
    connection.reacted = now
    for other in table.connections:
        other.send(Reaction(message.seat, message.kind))


async def _undo(table: Table, person: str, seat: int) -> None:
    """Take the last move back: what is done on the way is done in the table's task, so nobody moves meanwhile."""
    state = table.state
    state.seating.check(person, seat)
    current = _in_play(table)
    if not state.casual:
        raise Refused("refused.table.no_undo")
    before = await table.bots.pool.run(
        state.plan.host, taken_back, current.record.text(), seat, secrets.randbits(64), state.open_cards
    )
    if before is None:
        raise Refused("refused.table.nothing_to_undo")
    await table.dealing.take_up(before)


def taken_back(text: str, seat: int, seed: int, everything: bool) -> str | None:
    """The record up to before this seat's last choice, as far as the seat knew it then; None if there was none."""
    record = read_record(text)
    step = before_choice(record, seat)
    if step is None:
        return None
    return fork_as_known(record, step, seat, Chance(seed), everything).text()


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
        for other in table.connections.of(person):
            other.send(told)

    table.bots.advise(seat, answer)
