"""Cardhouse: card games behind one contract."""

from typing import TYPE_CHECKING

# First of all, because it decides which files the others are read from.
from . import build
from .engine.action import Action
from .engine.cards import Card
from .engine.chance import Chance
from .engine.errors import BadRecord, BadSetup, CardhouseError, Refused, Unreadable
from .engine.event import Event, Events
from .engine.game import Game
from .engine.options import Option
from .engine.outcome import Outcome
from .engine.registry import imagine, new, sampler
from .engine.view import Timer, View, Zone
from .games import GameSpec, register

if TYPE_CHECKING:
    from .games import Games

    # At run time the package itself: it can be called, and its games are its attributes.
    games: Games

__all__ = [
    "Action",
    "BadRecord",
    "BadSetup",
    "Card",
    "CardhouseError",
    "Chance",
    "Event",
    "Events",
    "Game",
    "GameSpec",
    "Option",
    "Outcome",
    "Refused",
    "Timer",
    "Unreadable",
    "View",
    "Zone",
    "build",
    "games",
    "imagine",
    "new",
    "register",
    "sampler",
]
