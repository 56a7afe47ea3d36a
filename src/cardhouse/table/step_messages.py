"""The messages after an action: to each their own seat's view, and the events as they may see them."""

from __future__ import annotations

from typing import Any

from ..contract.messages import StepMessage
from ..engine.event import Event
from .connection import Connections
from .presence import Countdowns
from .round import Round, Step
from .slaps import Slaps
from .state import TableState
from .timer import RulesTimer

Seats = tuple[int, ...]


class StepMessages:
    """Sends each action to everybody at a table, built for them and nobody else."""

    def __init__(
        self,
        state: TableState,
        connections: Connections,
        slaps: Slaps,
        timer: RulesTimer,
        turn_clocks: Countdowns[int],
    ) -> None:
        self.state = state
        self.connections = connections
        self.slaps = slaps
        self.timer = timer
        self.turn_clocks = turn_clocks

    def send(self, step: Step) -> None:
        """Tell everybody of an action that was just done; what is the same for several of them is made once."""
        current, seating = self.state.round, self.state.seating
        assert current is not None
        open_cards, public = self.state.open_cards, _public(step)
        token, timer_left, turn_left = self.slaps.token, round(self.timer.left, 3), self.turn_clocks.left
        made: dict[Seats, StepMessage] = {}
        for connection in self.connections:
            seats = seating.seen_by(connection.person.id)
            message = made.get(seats)
            if message is None:
                did, events = public or _seen(step, seats, open_cards)
                views = plain_views(current, seats, open_cards)
                message = made[seats] = StepMessage(
                    current.number, step.number, step.seat, did, events, views, token, step.slap, timer_left, turn_left
                )
            connection.send(message)

    def missed(self, seats: Seats, step: Step) -> StepMessage:
        """An earlier action as these seats together may see it."""
        current = self.state.round
        assert current is not None
        did, events = _seen(step, seats, self.state.open_cards)
        return StepMessage(current.number, step.number, step.seat, did, events, [], slap=step.slap)

    def views(self, seats: Seats) -> list[dict[str, Any]]:
        """How the game stands now for these seats."""
        current = self.state.round
        return [] if current is None else plain_views(current, seats, self.state.open_cards)


def plain_views(current: Round, seats: Seats, open_cards: bool) -> list[dict[str, Any]]:
    """The views of these seats, or a spectator's if there are none."""
    if not seats:
        return [current.game.plain_view(None)]
    look = current.game.plain_open_view if open_cards else current.game.plain_view
    return [look(seat) for seat in seats]


def _public(step: Step) -> tuple[str, list[dict[str, Any]]] | None:
    """Return what was done and what happened, if everybody may know all of it."""
    if any(event.only is not None for event in step.events):
        return None
    return step.action, [event.plain() for event in step.events]


def _seen(step: Step, seats: Seats, open_cards: bool) -> tuple[str, list[dict[str, Any]]]:
    """Return what was done and what happened, as these seats together may know it."""
    did = step.action
    if step.secret and step.seat not in seats and not open_cards:
        did = did.split()[0]
    return did, [_most_seen(event, seats, open_cards).plain() for event in step.events]


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
