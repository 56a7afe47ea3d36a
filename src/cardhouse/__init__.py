"""Cardhouse: five card games behind one contract."""

# First of all, because it decides which files the others are read from.
from . import build
from .action import Action
from .cards import Card
from .chance import Chance
from .errors import BadRecord, BadSetup, CardhouseError, Refused, Unreadable
from .event import Event
from .game import Game
from .games import games, imagine, imaginer, new, register
from .options import Option
from .outcome import Outcome
from .view import Timer, View, Zone

__all__ = [
    "Action",
    "BadRecord",
    "BadSetup",
    "Card",
    "CardhouseError",
    "Chance",
    "Event",
    "Game",
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
    "imaginer",
    "new",
    "register",
]
