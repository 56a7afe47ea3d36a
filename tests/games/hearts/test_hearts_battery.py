"""Hearts keeps what every game must keep."""

from __future__ import annotations

from cardhouse.games.hearts.spec import SPEC
from cardhouse.testing import GameBattery


class TestHearts(GameBattery):
    spec = SPEC

    # The last trick lies there for everybody to look at; its cards are among those taken.
    repeated_zones = frozenset({"last"})
