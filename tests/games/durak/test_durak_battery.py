"""Durak keeps what every game must keep."""

from __future__ import annotations

from cardhouse.games.durak.spec import SPEC
from cardhouse.testing import GameBattery


class TestDurak(GameBattery):
    spec = SPEC
