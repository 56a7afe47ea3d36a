"""Threes keeps what every game must keep."""

from __future__ import annotations

from cardhouse.games.threes.spec import SPEC
from cardhouse.testing import GameBattery


class TestThrees(GameBattery):
    spec = SPEC
