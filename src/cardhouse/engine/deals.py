"""Deals that fit: uniform sampling by counting assignments of hidden cards to hidden places.

A place is a number of cards and the set of cards that may lie there. The ways are counted once, kind of card by kind
of card, where two cards are of one kind if the same places may hold them; every sample then walks along the counts.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from .cards import BIT, count, lowest, vec_of
from .chance import Chance
from .errors import BadSetup

_FACTORIAL: Final[vec[float]] = vec[float]([1.0])


def _fill_factorials() -> vec[float]:
    table = _FACTORIAL
    n: i64 = 1
    while n < 55:
        table = append(table, table[n - 1] * float(n))
        n += 1
    return table


FACTORIAL: Final[vec[float]] = _fill_factorials()


class DealSampler:
    """All the ways to lay ``cards`` into places of these sizes, place p holding only cards of ``allowed[p]``.

    >>> from cardhouse.engine.cards import ALL_CLUBS, BIT, cards_in, count
    >>> from cardhouse.engine.chance import Chance
    >>> from cardhouse.engine.deals import DealSampler
    >>> from librt.vecs import vec
    >>> from mypy_extensions import i64
    >>> ace = BIT[12]
    >>> places = DealSampler(ALL_CLUBS, vec[i64]([10, 3]), vec[i64]([ALL_CLUBS & ~ace, ALL_CLUBS]))
    >>> ten, three = places.sample(Chance(1))
    >>> count(ten), count(three), 12 in cards_in(three)
    (10, 3, True)
    """

    def __init__(self, cards: i64, sizes: vec[i64], allowed: vec[i64]) -> None:
        self.cards: i64 = cards
        self.sizes = sizes
        self.groups = vec[i64]()
        self.room = vec[i64]()
        self.kinds = vec[i64]()
        self.fits = vec[i64]()
        self.ways: dict[int, float] = {}
        self.shifts = vec[i64]()
        self.widths = vec[i64]()
        if count(cards) != sum(list(sizes)) or min(list(sizes), default=0) < 0:
            raise BadSetup("setup.no_deal_fits")
        self._merge_places(allowed)
        if len(self.room) > 60:
            raise BadSetup("setup.no_deal_fits")
        self._sort_kinds()
        self._lay_out()
        if self._count(0, self._full()) == 0.0:
            raise BadSetup("setup.no_deal_fits")

    def _merge_places(self, allowed: vec[i64]) -> None:
        """Places that may hold the same cards are filled as one and divided later."""
        masks = vec[i64]()
        place: i64 = 0
        while place < len(self.sizes):
            mask = allowed[place] & self.cards
            group: i64 = 0
            while group < len(masks) and masks[group] != mask:
                group += 1
            if group == len(masks):
                masks = append(masks, mask)
                self.room = append(self.room, 0)
            self.room[group] += self.sizes[place]
            self.groups = append(self.groups, group)
            place += 1
        self.masks = masks

    def _sort_kinds(self) -> None:
        """Group the cards by the groups of places that may hold them."""
        left = self.cards
        while left:
            first = left & -left
            kind: i64 = left
            fits: i64 = 0
            group: i64 = 0
            while group < len(self.masks):
                mask = self.masks[group]
                if mask & first:
                    kind &= mask
                    fits |= BIT[group]
                else:
                    kind &= ~mask
                group += 1
            self.kinds = append(self.kinds, kind)
            self.fits = append(self.fits, fits)
            left &= ~kind

    def _lay_out(self) -> None:
        """Give each group the bits that its room needs: never more than one for each of 54 cards."""
        at: i64 = 0
        for room in self.room:
            width: i64 = 0
            while BIT[width] <= room:
                width += 1
            self.shifts = append(self.shifts, at)
            self.widths = append(self.widths, BIT[width] - 1)
            at += width

    def _full(self) -> i64:
        """The room in all groups, packed; the last group's follows from the others'."""
        packed: i64 = 0
        group: i64 = len(self.room) - 2
        while group >= 0:
            packed |= self.room[group] << self.shifts[group]
            group -= 1
        return packed

    def _last_room(self, kind: i64, room: i64) -> i64:
        left: i64 = 0
        while kind < len(self.kinds):
            left += count(self.kinds[kind])
            kind += 1
        group: i64 = 0
        while group < len(self.room) - 1:
            left -= (room >> self.shifts[group]) & self.widths[group]
            group += 1
        return left

    def _count(self, kind: i64, room: i64) -> float:
        """The number of ways to lay this kind of card and all later ones into the room that is left."""
        if kind == len(self.kinds):
            return 1.0
        key = room << 6 | kind
        known = self.ways.get(key)
        if known is None:
            known = self._split(kind, room, 0, count(self.kinds[kind]), room, 1.0, -1.0, None)
            self.ways[key] = known
        return known

    def _split(
        self,
        kind: i64,
        room: i64,
        group: i64,
        left: i64,
        after: i64,
        weight: float,
        target: float,
        shares: vec[i64] | None,
    ) -> float:
        """The ways of all splits of a kind over the groups or, with ``shares``, the first split to reach the target."""
        last: i64 = len(self.room) - 1
        while group < last and not self.fits[kind] & BIT[group]:
            if shares is not None:
                shares[group] = 0
            group += 1
        if group == last:
            if left and (not self.fits[kind] & BIT[group] or left > self._last_room(kind, room)):
                return 0.0
            if self._last_room(kind, room) - left < 0:
                return 0.0
            if shares is not None:
                shares[group] = left
            total = weight * FACTORIAL[count(self.kinds[kind])] / FACTORIAL[left]
            return total * self._count(kind + 1, after)
        most = (room >> self.shifts[group]) & self.widths[group]
        if most > left:
            most = left
        ways = 0.0
        share: i64 = most
        while share >= 0:
            if shares is not None:
                shares[group] = share
            ways += self._split(
                kind,
                room,
                group + 1,
                left - share,
                after - (share << self.shifts[group]),
                weight / FACTORIAL[share],
                target - ways,
                shares,
            )
            if shares is not None and ways > target:
                return ways
            share -= 1
        return ways

    def sample(self, chance: Chance) -> vec[i64]:
        """One of the fitting deals: for each place its set of cards."""
        filled = vec[i64]([0 for _ in self.room])
        room = self._full()
        kind: i64 = 0
        while kind < len(self.kinds):
            cards = vec_of(self.kinds[kind])
            chance.shuffle(cards)
            shares = vec[i64]([0 for _ in self.room])
            if len(self.room) == 1:
                shares[0] = len(cards)
            else:
                self._split(kind, room, 0, len(cards), room, 1.0, chance.unit() * self._count(kind, room), shares)
            at: i64 = 0
            group: i64 = 0
            while group < len(shares):
                share = shares[group]
                if group < len(shares) - 1:
                    room -= share << self.shifts[group]
                while share > 0:
                    filled[group] |= BIT[cards[at]]
                    at += 1
                    share -= 1
                group += 1
            kind += 1
        return self._divide(filled, chance)

    def _divide(self, filled: vec[i64], chance: Chance) -> vec[i64]:
        """Divide each group's cards over its places."""
        places = vec[i64]()
        place: i64 = 0
        while place < len(self.sizes):
            group = self.groups[place]
            size = self.sizes[place]
            if size == self.room[group] and count(filled[group]) == size:
                places = append(places, filled[group])
                place += 1
                continue
            share: i64 = 0
            left = count(filled[group])
            while size > 0:
                card = _pick(filled[group], chance.below(left))
                filled[group] &= ~card
                share |= card
                left -= 1
                size -= 1
            places = append(places, share)
            place += 1
        return places


def _pick(cards: i64, n: i64) -> i64:
    while n > 0:
        cards &= cards - 1
        n -= 1
    return BIT[lowest(cards)]


# How often each slot changes its card with another, on average, before a deal is taken.
SWAPS: Final = 40


class SlotSampler:
    """Lays a card into each slot, slot s holding only cards of ``allowed[s]``, where there are too many ways to count.

    It is a Markov chain: from a deal that fits, cards of two random slots change places wherever both may lie there.
    Each fitting deal that can be reached is equally likely in the long run, and a sample is taken after `SWAPS` swaps
    a slot. `DealSampler` is exact, and quicker where few slots differ in what they may hold.
    """

    def __init__(self, cards: i64, allowed: vec[i64]) -> None:
        self.allowed: Final = allowed
        self.first = vec[i64]([0] * len(allowed))
        if count(cards) != len(allowed):
            raise BadSetup("setup.no_deal_fits")
        slot: i64 = 0
        while slot < len(allowed):
            self.tried: i64 = 0
            if not self._find_card(slot, cards):
                raise BadSetup("setup.no_deal_fits")
            slot += 1

    def _find_card(self, slot: i64, cards: i64) -> bool:
        """Give a slot a card, if need be by giving others another one: an augmenting path of a bipartite matching."""
        left = self.allowed[slot] & cards & ~self.tried
        while left:
            card = left & -left
            self.tried |= card
            holder: i64 = 0
            while holder < len(self.first) and self.first[holder] != card:
                holder += 1
            if holder == len(self.first) or self._find_card(holder, cards):
                self.first[slot] = card
                return True
            left = self.allowed[slot] & cards & ~self.tried
        return False

    def sample(self, chance: Chance) -> vec[i64]:
        """One of the fitting deals: each slot's card, a set of one."""
        lying = self.first[:]
        slots: i64 = len(lying)
        swaps = SWAPS * slots
        while swaps > 0:
            swaps -= 1
            one = chance.below(slots)
            other = chance.below(slots)
            if lying[one] & self.allowed[other] and lying[other] & self.allowed[one]:
                card = lying[one]
                lying[one] = lying[other]
                lying[other] = card
        return lying
