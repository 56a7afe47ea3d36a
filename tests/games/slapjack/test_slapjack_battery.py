"""Slapjack keeps what every game must keep."""

from __future__ import annotations

from cardhouse.games.slapjack.spec import SPEC
from cardhouse.testing import GameBattery


class TestSlapjack(GameBattery):
    spec = SPEC
