"""The bots of slap games: they watch the pile, and their reflexes decide what they slap and when.

A bot sees a pattern after a time of its own, or misses it; a miss lasts as long as that card lies on top. At a lower
level it sometimes slaps what merely looks like a pattern, and its speed differs from game to game. It turns its card in
its own time. Nothing it does depends on a card that it can't see, nor on what it remembers of those it has seen.
"""

from __future__ import annotations

from functools import partial

from ...bots import Bot, Maker, Move
from ...engine.action import Action
from ...engine.chance import Chance
from ...engine.errors import BadSetup
from ...engine.view import View
from .reflexes import GREEDY_REFLEXES, LEVEL_REFLEXES, NOTICED, PACES, Reflexes, nearly
from .seen import patterns_seen, slaps_in


class SlapCat(Bot):
    """A cat with these reflexes. ``pace`` (`slow`, `medium`, `fast`) scales how fast it turns; its seed, its form."""

    def __init__(self, seed: int = 0, reflexes: Reflexes = GREEDY_REFLEXES, pace: str = "medium") -> None:
        super().__init__(seed)
        if pace not in PACES:
            raise BadSetup("setup.pace", pace=pace[:40], known=", ".join(PACES))
        self.reflexes = reflexes
        self.pace = pace
        self.form = reflexes.in_form(Chance(seed))

    def choose(self, view: View) -> Action | None:
        move = self.move(view)
        return None if move is None else move.action

    def move(self, view: View) -> Move | None:
        """The first thing it will do: slap, or turn its card; None: just watch."""
        chance = self.chance(view)
        plans = []
        for action in view.legal:
            after = self.slap_after(view, chance) if action.verb == "slap" else self.turn_after(chance)
            if after is not None:
                plans.append(Move(action, after))
        return min(plans, key=lambda plan: plan.after, default=None)

    def turn_after(self, chance: Chance) -> float:
        """When it turns its card."""
        return self.reflexes.turn.draw(chance, PACES[self.pace])

    def slap_after(self, view: View, chance: Chance) -> float | None:
        """When it slaps this pile; None: it doesn't."""
        if locked_out(view):
            return None
        reflexes, stretch = self.reflexes, self.form
        there = patterns_seen(view)
        if there:
            missed = chance.unit() < reflexes.misses
            after = reflexes.slap.draw(chance, stretch * min(NOTICED.get(name, 1.0) for name in there))
            if not missed:
                return after
            # Where nothing else can happen any more, even a cat that missed the jack sees it in the end.
            return after + self.turn_after(chance) if only_a_slap_helps(view) else None
        if chance.unit() < reflexes.false_slaps and looks_good(view):
            return reflexes.slap.draw(chance, stretch)
        return None


def locked_out(view: View) -> bool:
    """True if a slap of this seat would do nothing, for a wrong one that it did before."""
    lockouts = view.facts.get("lockouts", ())
    return any(turns and seat == view.seat for seat, turns in enumerate(lockouts))


def only_a_slap_helps(view: View) -> bool:
    """True if the game stands still until somebody slaps."""
    return view.timer is None and not any(view.zone("hand", seat).cards for seat in range(view.seats))


def looks_good(view: View) -> bool:
    """True if this pile can be mistaken for one that may be slapped, by a seat that has not paid for it yet."""
    facts = view.facts
    if view.seat in facts.get("paid", ()):
        return False
    return bool(nearly([rule.name for rule in slaps_in(view)], view.zone("pile").known[facts.get("penalties", 0) :]))


# The bots of any slap game, for its spec.
SLAP_BOTS: dict[str, Maker] = {
    "greedy": partial(SlapCat, reflexes=GREEDY_REFLEXES),
    **{level: partial(SlapCat, reflexes=reflexes) for level, reflexes in LEVEL_REFLEXES.items()},
}
