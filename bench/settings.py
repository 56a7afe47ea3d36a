"""Settings of a bot that a measurement changes: ``--set doubt=0 --set worlds=64``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from cardhouse.bots import Bot


def add_settings(parser: argparse.ArgumentParser, whose: str) -> None:
    """Let the command line name settings."""
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="NAME=VALUE", help=whose)


def with_settings(bot: Bot, settings: Sequence[str]) -> Bot:
    """The bot with these settings instead of its own, each of the kind that it has."""
    for each in settings:
        name, value = each.split("=")
        setattr(bot, name, type(getattr(bot, name))(value))
    return bot
