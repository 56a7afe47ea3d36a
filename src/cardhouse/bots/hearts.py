"""The cats of Hearts.

``greedy`` leads low, ducks, dumps the queen and high hearts. ``easy`` does so too, but often plays any card. ``medium``
plays by the tuned policy, forgets half of what was played and now and then plays any card. ``hard`` tries each card in
a few imagined deals, ``expert`` in many, and solves the last tricks. Weighting the imagined deals by how well they
explain the others' plays (``trust``) cost 1.8 points a deal against ``hard``, so no level does it.
"""

from __future__ import annotations

from ..action import PASS, PLAY, Action
from ..cards import BIT, CARDS, cards_in
from ..chance import Chance
from ..games.hearts import Hearts
from ..games.hearts_table import POINTS, QUEEN
from ..games.hearts_worlds import HeartsImaginer
from ..view import View
from . import register_bots
from .bot import Bot
from .hearts_pass_search import PassSearch
from .hearts_policy import GreedyPolicy, Policy
from .hearts_search import CardSearch, Line
from .hearts_tuned_policy import TunedPolicy
from .search import Search, Valued

LONG = 3600.0


def seat_of(view: View) -> int:
    """The seat that a view belongs to."""
    if view.seat is None:
        raise ValueError("a spectator has nothing to choose")
    return view.seat


class PolicyBot(Bot):
    """Plays by a policy."""

    policy: Policy

    def choose(self, view: View) -> Action | None:
        return self.by_policy(view, HeartsImaginer(view).known, self.chance(view))

    def by_policy(self, view: View, known: Hearts, chance: Chance) -> Action:
        """What the policy does in a position of which only the seat's own cards need to be known."""
        seat = seat_of(view)
        self.policy.prepare(known)
        if known.passing:
            return Action(PASS | self.policy.gift(known.hands[seat], chance))
        return Action(PLAY | self.policy.pick(known, seat, chance))


class GreedyHearts(PolicyBot):
    """Leads low, ducks, dumps the queen and high hearts."""

    policy = GreedyPolicy()


class EasyHearts(PolicyBot):
    """As greedy, but one card in four is any card."""

    policy = GreedyPolicy(25)


class MediumHearts(PolicyBot):
    """Knows what is good, but remembers only half of the plain cards taken, and one card in seven is any card."""

    policy = TunedPolicy(120)

    def choose(self, view: View) -> Action | None:
        chance = self.chance(view)
        if chance.below(7) == 0:
            return view.legal[chance.below(len(view.legal))]
        known = HeartsImaginer(view).known
        # Which ones it forgets is the same all through a deal.
        lot = Chance(self.seed * 64 + int(known.deals))
        forgotten = sum([BIT[card] for card in cards_in(known.deck & ~POINTS) if lot.below(2)])
        for seat in range(view.seats):
            known.taken[seat] &= ~forgotten
        return self.by_policy(view, known, chance)


class SearchingHearts(Bot):
    """Tries its choices in imagined deals. ``milliseconds`` cuts a search short; without, it does a fixed work."""

    samples = 24
    worlds = 24
    trust = 0.0
    plain = 0.0
    exact = 0
    gifts = 6
    pass_worlds = 30

    def __init__(self, seed: int = 0, milliseconds: float | None = None) -> None:
        super().__init__(seed)
        self.milliseconds = milliseconds

    def choose(self, view: View) -> Action | None:
        if len(view.legal) == 1:
            return view.legal[0]
        return self.search(view, self.chance(view)).best

    def search(self, view: View, chance: Chance, worlds: int | None = None) -> Search:
        """What each likely choice is worth: by how many points the seat will do better than the others on average.

        The notes: ``queen``, in which share of the worlds each of the others holds the queen of spades; ``takes``, how
        often each card takes the trick; ``moon``, the cards with which shooting the moon was not hopeless. Nothing is
        ever proven: even with all hands open it depends on how the others play.
        """
        wanted = self.worlds if worlds is None else worlds
        seconds = LONG if self.milliseconds is None else self.milliseconds / 1000
        seat = seat_of(view)
        imaginer = HeartsImaginer(view)
        if view.phase == "pass":
            passing = PassSearch(imaginer, seat, self.gifts, self.plain)
            passing.search(self.pass_worlds if worlds is None else worlds, seconds, chance)
            return Search(valued(passing.lines, PASS), max(line.tries for line in passing.lines))
        cards = CardSearch(imaginer, seat, self.trust, self.plain, self.exact)
        # More are imagined than tried only to choose the likely ones among them.
        samples = wanted * self.samples // self.worlds if self.trust else wanted
        cards.search(samples, wanted, seconds, chance)
        others = [other for other in range(view.seats) if other != seat]
        holding = {other: sum(1 for world in cards.worlds if world.hands[other] & QUEEN) for other in others}
        return Search(
            valued(cards.lines, PLAY),
            len(cards.worlds),
            notes={
                "queen": {other: times / len(cards.worlds) for other, times in holding.items() if times},
                "takes": {
                    card_text(line): int(line.takes) / int(line.tries) for line in cards.lines if not line.shooting
                },
                "moon": [card_text(line) for line in cards.lines if line.shooting and not line.dropped],
            },
        )


class HardHearts(SearchingHearts):
    """A few worlds, any that fit."""


class ExpertHearts(SearchingHearts):
    """Many worlds, and the last tricks exactly."""

    samples = 150
    worlds = 150
    exact = 3
    gifts = 16
    pass_worlds = 160


def card_text(line: Line) -> str:
    """The cards of a line as text."""
    return " ".join([str(CARDS[card]) for card in cards_in(line.cards)])


def valued(lines: list[Line], verb: int) -> tuple[Valued, ...]:
    """Each choice with its better plan, best first; those that were dropped on the way come last."""
    best: dict[int, Line] = {}
    for line in lines:
        other = best.get(line.cards)
        if other is None or (not line.dropped, line.mean()) > (not other.dropped, other.mean()):
            best[line.cards] = line
    order = sorted(best.values(), key=lambda line: (line.dropped, -line.mean()))
    return tuple(Valued(Action(verb | line.cards), line.mean(), line.error(), int(line.tries)) for line in order)


register_bots("hearts", greedy=GreedyHearts, easy=EasyHearts, medium=MediumHearts, hard=HardHearts, expert=ExpertHearts)
