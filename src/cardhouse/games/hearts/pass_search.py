"""Which three cards to pass in Hearts: the likely choices are played out in imagined deals, and halved twice."""

from __future__ import annotations

from time import perf_counter

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import ALL_CLUBS, ALL_DIAMONDS, BIT
from ...engine.chance import Chance
from .playout import Playout
from .policy import ShootPolicy
from .rules import zeros
from .sampler import HeartsSampler
from .search import BRIEF, Candidate, drop_hopeless
from .tuned_policy import pass_worth


class PassSearch:
    """Tries the likely choices of a seat in the same worlds, with the same chance in each."""

    def __init__(self, sampler: HeartsSampler, seat: i64, choices: i64, plain: float, even: bool = False) -> None:
        """``even``: the seat plays on as the others do, and has no plans to shoot the moon."""
        known = sampler.known
        plans = known.moon != "none" and not even
        self.sampler = sampler
        self.seat: i64 = seat
        self.plain: float = plain
        self.playout = Playout(known, seat, 60, 60) if even else Playout(known, seat)
        hand = known.hands[seat]
        self.candidates: list[Candidate] = []
        for gift in likely_gifts(hand, choices):
            self.candidates.append(Candidate(gift, False))
            if plans:
                self.candidates.append(Candidate(gift, True))
        if plans:
            self.candidates.append(Candidate(ShootPolicy().gift(hand, Chance(0)), True))

    def search(self, worlds: i64, seconds: float, chance: Chance) -> None:
        """Fill in the candidates; stops early when the time is up."""
        end = perf_counter() + seconds
        tried: i64 = 0
        while tried < worlds:
            self.try_all(chance)
            tried += 1
            if tried == BRIEF:
                drop_hopeless(self.candidates)
            if tried * 4 == worlds or tried * 2 == worlds:
                drop_worse_half(self.candidates)
            if tried >= 4 and perf_counter() > end:
                return

    def try_all(self, chance: Chance) -> None:
        """Try all candidates in one more world."""
        world = self.sampler.game(chance)
        seats = world.seats
        gifts = zeros(seats)
        plain: i64 = 0
        seat: i64 = 0
        while seat < seats:
            if chance.unit() < self.plain:
                plain |= BIT[seat]
                gifts[seat] = self.playout.plain.gift(world.hands[seat], chance)
            else:
                gifts[seat] = self.playout.careful.gift(world.hands[seat], chance)
            seat += 1
        stream = chance.split()
        game = self.playout.game
        for candidate in self.candidates:
            if candidate.dropped:
                continue
            gifts[self.seat] = candidate.cards
            game.set_to(world)
            game.passing = True
            game.chosen = zeros(seats)
            seat = 0
            while seat < seats:
                game.choose(seat, gifts[seat])
                seat += 1
            shooting: i64 = 0
            if candidate.shooting:
                shooting = BIT[self.seat]
            candidate.add(self.playout.play_on(plain, shooting, Chance(0, stream)))


def drop_worse_half(candidates: list[Candidate]) -> None:
    """Drop the worse half of the candidates that are left."""
    means = sorted([candidate.mean() for candidate in candidates if not candidate.dropped])
    middle = means[len(means) // 2]
    for candidate in candidates:
        if candidate.mean() < middle:
            candidate.dropped = True


def likely_gifts(hand: i64, most: i64) -> vec[i64]:
    """The choices of three cards that look best at a glance, the best first."""
    cards = vec[i64]()
    worths = vec[i64]()
    left = hand
    while left:
        card = left & -left
        left &= left - 1
        cards = append(cards, card)
        worths = append(worths, pass_worth(hand, card))
    size: i64 = len(cards)
    found = zeros(most)
    scores = vec[i64]([-1000] * most)
    a: i64 = 0
    while a < size:
        b: i64 = a + 1
        while b < size:
            c: i64 = b + 1
            while c < size:
                gift = cards[a] | cards[b] | cards[c]
                insert(found, scores, gift, worths[a] + worths[b] + worths[c] + void_worth(hand, gift))
                c += 1
            b += 1
        a += 1
    return found


def void_worth(hand: i64, gift: i64) -> i64:
    """Return what it is worth to get rid of all one's clubs or diamonds."""
    worth: i64 = 0
    if hand & ALL_CLUBS != 0 and hand & ~gift & ALL_CLUBS == 0:
        worth = 6
    if hand & ALL_DIAMONDS != 0 and hand & ~gift & ALL_DIAMONDS == 0:
        worth += 6
    return worth


def insert(found: vec[i64], scores: vec[i64], gift: i64, score: i64) -> None:
    """Put a choice into its place among the best, if it belongs there."""
    at: i64 = len(found)
    if score <= scores[at - 1]:
        return
    at -= 1
    while at > 0 and scores[at - 1] < score:
        scores[at] = scores[at - 1]
        found[at] = found[at - 1]
        at -= 1
    scores[at] = score
    found[at] = gift
