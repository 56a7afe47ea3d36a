"""The cats of Hearts.

``greedy`` leads low, ducks, dumps the queen and high hearts. ``easy`` does so too, but often plays any card. ``medium``
plays by the tuned policy, forgets half of what was played and now and then plays any card. ``hard`` tries each card in
some imagined deals; ``expert`` grows a tree in each of some likely ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ...bots.bot import Bot
from ...bots.flat_search import gap
from ...bots.search import Search, Valued
from ...engine.action import PASS, PLAY, WHAT, Action
from ...engine.cards import BIT, cards_in
from ...engine.chance import Chance
from ...engine.game import Game
from ...engine.view import View
from .beliefs import Beliefs
from .pass_search import PassSearch
from .playout import Worth
from .policy import GreedyPolicy, Policy, top
from .rules import POINTS, QUEEN, Hearts
from .sampler import HeartsSampler
from .search import Candidate, CardSearch
from .tree_search import LONG, TRUST, TreeSearch
from .tuned_policy import TunedPolicy

# However many worlds are asked for, in each a card gets this many simulations.
FEWEST = 8


def seat_of(view: View) -> int:
    """The seat that a view belongs to."""
    if view.seat is None:
        raise ValueError("a spectator has nothing to choose")
    return view.seat


class PolicyBot(Bot):
    """Plays by a policy."""

    policy: Policy
    # So many times of a hundred it notices that it is about to take the queen of spades for nothing.
    notices = 0

    def choose(self, view: View) -> Action | None:
        return self.by_policy(view, HeartsSampler(view).known, self.chance(view))

    def by_policy(self, view: View, known: Hearts, chance: Chance) -> Action:
        """Return what the policy does in a position of which only the seat's own cards need to be known."""
        seat = seat_of(view)
        self.policy.prepare(known)
        if known.passing:
            return Action(PASS | self.policy.gift(known.hands[seat], chance))
        return self.looked_over(Action(PLAY | self.policy.pick(known, seat, chance)), known, seat, chance)

    def looked_over(self, action: Action, known: Hearts, seat: int, chance: Chance) -> Action:
        """What it does after a last look at the trick: duck the queen where it can, if it notices."""
        under = known.playable(seat) & known.led & (known.best - 1) if takes_queen_last(known, action) else 0
        return Action(PLAY | top(under)) if under and chance.below(100) < self.notices else action


def takes_queen_last(known: Hearts, action: Action) -> bool:
    """True if this ends a trick with the queen of spades in it, and takes it."""
    last = action.verb == "play" and known.laid == known.seats - 1 and bool(known.pot & QUEEN)
    card = int(action.code) & WHAT
    return last and bool(card & known.led) and card > known.best


class GreedyHearts(PolicyBot):
    """Leads low, ducks, dumps the queen and high hearts."""

    policy = GreedyPolicy()


class EasyHearts(PolicyBot):
    """As greedy, but every second card is any card."""

    policy = GreedyPolicy(50)
    notices = 60


class MediumHearts(PolicyBot):
    """Knows what is good, but remembers only half of the plain cards taken, and one card in six is any card."""

    policy = TunedPolicy(120)
    notices = 100

    def choose(self, view: View) -> Action | None:
        chance = self.chance(view)
        known = HeartsSampler(view).known
        if chance.below(6) == 0:
            any_action = view.legal[chance.below(len(view.legal))]
            return self.looked_over(any_action, known, seat_of(view), chance)
        # Which ones it forgets is the same all through a deal: the first trick, which is laid by then, decides.
        lot = self.chance_from(repr([known.deals, *known.order[: view.seats]]).encode())
        forgotten = sum([BIT[card] for card in cards_in(known.deck & ~POINTS) if lot.below(2)])
        for seat in range(view.seats):
            known.taken[seat] &= ~forgotten
        return self.by_policy(view, known, chance)


class SearchingHearts(Bot):
    """Tries its choices in imagined deals. ``milliseconds`` cuts a search short; without, it does a fixed work."""

    worlds = 60
    plain = 0.0
    gifts = 6
    pass_worlds = 30

    def __init__(self, seed: int = 0, milliseconds: float | None = None) -> None:
        super().__init__(seed)
        self.milliseconds = milliseconds

    def choose(self, view: View) -> Action | None:
        if len(view.legal) == 1:
            return view.legal[0]
        return self.search(view, self.chance(view)).best

    def weighs(self, view: View) -> Search | None:
        return self.search(view, self.chance(view))

    def imagines(self, view: View, count: int) -> list[Game]:
        fitting, chance = HeartsSampler(view), self.chance(view)
        return [fitting.game(chance) for _ in range(count)]

    def search(self, view: View, chance: Chance, worlds: int | None = None) -> Search:
        """Return what each likely choice is worth: how many points better than the others' average the seat will do.

        Nothing is ever proven: even with all hands open it depends on how the others play.
        """
        wanted = self.worlds if worlds is None else worlds
        seconds = LONG if self.milliseconds is None else self.milliseconds / 1000
        seat = seat_of(view)
        sampler = HeartsSampler(view)
        if view.phase == "pass":
            passing = PassSearch(sampler, seat, self.gifts, self.plain)
            passing.search(self.pass_worlds if worlds is None else worlds, seconds, chance)
            return Search(valued(passing.candidates, PASS), max(candidate.tries for candidate in passing.candidates))
        cards = CardSearch(sampler, seat, self.plain)
        cards.search(wanted, seconds, chance)
        return Search(valued(cards.candidates, PLAY), len(cards.worlds))


class HardHearts(SearchingHearts):
    """Some worlds, any that fit."""


class ExpertHearts(SearchingHearts):
    """A tree in each of some likely worlds.

    Without ``milliseconds`` it does a fixed work, so that it can be repeated. With them it uses the time that it is
    given, unless one card is clearly best before or the most worlds are seen.
    """

    samples = 400
    steps = 60
    worlds = 32
    most_worlds = 160
    simulations = 64
    race = 2.5
    # How many points less a moon of its own counts for each card that it still has to play. The trees know who holds
    # what, and so they shoot moons that nobody could plan. Chosen by `python -m bench.calibration hearts --set doubt=…`
    # and `python -m bench.moon_doubt`.
    doubt = 2.0
    gifts = 16
    pass_worlds = 320
    clock = staticmethod(perf_counter)

    def imagines(self, view: View, count: int) -> list[Game]:
        if view.phase == "pass":
            return super().imagines(view, count)
        chance = self.chance(view)
        beliefs = Beliefs(HeartsSampler(view), seat_of(view), TRUST)
        beliefs.steps = self.steps
        seconds = LONG if self.milliseconds is None else self.milliseconds / 1000
        beliefs.sample(self.samples, self.clock() + 0.2 * seconds, self.clock, chance)
        found: list[Game] = []
        while len(found) < count:
            found.append(beliefs.draw(chance))
            # As the search goes on after each world.
            chance.split()
        return found

    def search(self, view: View, chance: Chance, worlds: int | None = None) -> Search:
        seconds = LONG if self.milliseconds is None else self.milliseconds / 1000
        seat = seat_of(view)
        sampler = HeartsSampler(view)
        if view.phase == "pass":
            passing = PassSearch(sampler, seat, self.gifts, self.plain, True)
            passing.search(self.pass_worlds if worlds is None else worlds, seconds, chance)
            found = valued(passing.candidates, PASS, too_high(passing.playout.worth, -1))
            return Search(found, max(candidate.tries for candidate in passing.candidates))
        wanted = self.worlds if self.milliseconds is None else self.most_worlds
        simulations, race = self.simulations, self.race
        if worlds is not None:
            # Who asks for a number of worlds wants to know about every card, not only which is best.
            wanted, simulations, race = worlds, max(FEWEST, self.simulations * self.worlds // worlds), 0.0
        tree = TreeSearch(sampler, seat, race, self.clock)
        tree.beliefs.steps = self.steps
        tree.tree.doubt = self.doubt
        tree.search(wanted, simulations, self.samples, seconds, chance)
        found = valued(tree.candidates, PLAY, too_high(tree.tree.worths[seat], int(sampler.known.tricks)))
        return Search(found, len(tree.worlds))


def too_high(worth: Worth, tricks: int) -> float:
    """By how many points the values of the expert are too high on average after this many tricks; -1: before passing.

    Found in self-play on other seeds than those reported (``bench/calibration.py``): imagined hands are never quite as
    good as those that players really keep, and the best of several uncertain values is overrated.
    """
    if worth.close:
        return 0.0
    if tricks < 0:
        return 1.3
    if tricks < 4:
        return 0.2
    return 0.8 if tricks < 8 else 0.4


def valued(candidates: Sequence[Candidate], verb: int, less: float = 0.0) -> tuple[Valued, ...]:
    """Each choice with its better plan, best first; those that were dropped on the way come last."""
    best: dict[int, Candidate] = {}
    for candidate in candidates:
        other = best.get(candidate.cards)
        if other is None or (not candidate.dropped, candidate.mean()) > (not other.dropped, other.mean()):
            best[candidate.cards] = candidate
    order = sorted(best.values(), key=lambda candidate: (candidate.dropped, -candidate.mean()))
    return tuple(
        Valued(
            Action(verb | candidate.cards),
            candidate.mean() - less,
            candidate.error(),
            int(candidate.tries),
            behind=gap(order[0].values, candidate.values),
        )
        for candidate in order
    )
