"""Ratscrew keeps what every game must keep."""

from __future__ import annotations

from cardhouse.games.ratscrew.spec import SPEC
from cardhouse.testing import GameBattery


class TestRatscrew(GameBattery):
    spec = SPEC
