"""What the expert's values at Durak come to when experts play on.

In imagined games everybody sees all hands, so their ends look surer than they are: of a value's distance from what is
usual only a part comes true (``bench/calibration.py``).
"""

from __future__ import annotations

from dataclasses import replace

from ...bots.search import Search, Valued
from ...engine.view import View

# Which part comes true for two players while there is a stock, and for more when there is none.
WITH_STOCK = 0.8
SEVERAL = 0.9


def calibrated(found: Search, view: View) -> Search:
    """What a search found, with values as far from the usual end as comes true; what is proven stays, and so does the
    order."""
    left = max(sum(bool(view.zone("hand", seat).cards) for seat in range(view.seats)), 2)
    stock = bool(view.zone("stock").cards)
    share = (WITH_STOCK if stock else 1.0) if left == 2 else (1.0 if stock else SEVERAL)
    usual = 1.0 - 1.0 / left

    def moved(each: Valued) -> Valued:
        if each.proven or share == 1.0:
            return each
        gap = None if each.behind is None else (share * each.behind[0], share * each.behind[1])
        return replace(each, value=usual + share * (each.value - usual), error=share * each.error, behind=gap)

    return Search(tuple(moved(each) for each in found.actions), found.worlds, found.proven)
