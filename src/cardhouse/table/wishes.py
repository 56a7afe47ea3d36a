"""What people ask of a table, and whether they may: every refusal says why."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

from ..bots.advice import Advice as FoundAdvice
from ..errors import CardhouseError, Refused
from ..messages import (
    Act,
    Advice,
    FromPerson,
    Hint,
    Leave,
    Pause,
    React,
    Reaction,
    Refusal,
    Rematch,
    Sit,
    Slap,
    Start,
)
from ..words import say
from .cats import cat_for
from .guest import Guest
from .round import Round

if TYPE_CHECKING:
    from .table import Table

REACTION_EVERY = 1.0
LEVEL_OF_STAND_INS = "medium"


async def obey(table: Table, guest: Guest, message: FromPerson, arrived: float) -> None:
    """Do what somebody at the table asks, or tell them why not."""
    try:
        await _obey(table, guest, message, arrived)
    except CardhouseError as error:
        table.observe("refusals", 1)
        facts = {name: value for name, value in error.facts.items() if isinstance(value, str | int | float)}
        text = say(error.key, error.facts, table.seating.names)
        guest.tell(Refusal(error.key, text, facts, getattr(message, "id", 0)))


async def _obey(table: Table, guest: Guest, message: FromPerson, arrived: float) -> None:
    match message:
        case Act():
            await _act(table, guest, message)
        case Slap():
            table.seating.check(guest.person.id, message.seat)
            _in_play(table)
            table.slapping.claimed(guest, message, arrived)
        case Sit():
            await table.sit(guest, message.seat)
        case Leave():
            table.seating.check(guest.person.id, message.seat)
            await table.give_to_cat(message.seat)
        case Pause():
            await _pause(table, guest.person.id, message.on)
        case Rematch():
            await _rematch(table, guest.person.id)
        case Start():
            await _start(table, guest.person.id)
        case React():
            _react(table, guest, message)
        case Hint():
            _hint(table, guest, message.seat)


def _in_play(table: Table) -> Round:
    if table.round is None:
        raise Refused("refused.table.not_started")
    if table.paused:
        raise Refused("refused.table.paused")
    return table.round


async def _act(table: Table, guest: Guest, message: Act) -> None:
    table.seating.check(guest.person.id, message.seat)
    current = _in_play(table)
    if current.stale(message.seat, message.step):
        raise Refused("refused.table.stale")
    if current.slaps and message.action.strip().lower().startswith("slap"):
        raise Refused("refused.table.slap_message")
    if table.slapping.holds(message.action):
        table.slapping.hold(partial(obey, table, guest, message, 0.0))
        return
    await table.do(message.seat, message.action)


async def _pause(table: Table, person: str, on: bool) -> None:
    """Among cats at once, otherwise when all people who are here have said so."""
    if not table.seating.of(person):
        raise Refused("refused.table.not_playing")
    if on == table.paused:
        table.pause_votes.discard(person)
    else:
        table.pause_votes.add(person)
    if table.pause_votes and table.pause_votes >= table.seating.people & (table.present | {person}):
        await table.write("pause", {"on": on}, time.time())
        table.paused = on
        if table.round is not None:
            table.round.shown_again(asyncio.get_running_loop().time())
        table.pause_votes.clear()
        await table.changed()
    table.tell_table()


async def _rematch(table: Table, person: str) -> None:
    if table.status != "over":
        raise Refused("refused.table.not_over")
    if table.seating.people and not table.seating.of(person):
        raise Refused("refused.table.not_playing")
    table.rematch_votes.add(person)
    if table.rematch_votes >= table.seating.people & (table.present | {person}):
        await table.deal()
    else:
        table.tell_table()


async def _start(table: Table, person: str) -> None:
    if person != table.plan.host:
        raise Refused("refused.table.host_starts")
    if table.status != "waiting":
        raise Refused("refused.table.started")
    for seat in table.seating.open_seats:
        await table.seat(seat, cat_for(seat, LEVEL_OF_STAND_INS, table.seating.plans))
    await table.deal_if_full()


def _react(table: Table, guest: Guest, message: React) -> None:
    table.seating.check(guest.person.id, message.seat)
    now = asyncio.get_running_loop().time()
    if now - guest.reacted < REACTION_EVERY:
        raise Refused("refused.table.reactions")
    guest.reacted = now
    for other in table.guests:
        other.tell(Reaction(message.seat, message.kind))


def _hint(table: Table, guest: Guest, seat: int) -> None:
    if not table.plan.hints:
        raise Refused("refused.table.no_hints")
    table.seating.check(guest.person.id, seat)
    step = int(_in_play(table).game.step)
    person = guest.person.id

    def answer(action: str, found: FoundAdvice | None) -> None:
        if found is None:
            told = Advice(seat, step, action)
        else:
            told = Advice(seat, step, action, found.sentence, found.verdict, found.reason)
        for other in table.guests:
            if other.person.id == person:
                other.tell(told)

    table.cats.advise(seat, answer)
