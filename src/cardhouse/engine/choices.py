"""The actions of a game as single choices, each a number from a fixed range.

An action of one card, one number or one set of equal rank is one choice. What takes more cards is chosen card by card.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from .action import VERBS, WHAT, first_of, second_of, verb_of, verbs
from .cards import BIT, CARD_TEXTS, PLACES, lowest, rank_of

NOBODY: Final[i64] = -1

# How the actions of a verb are numbered. "Spelt" is the verb first, then what follows it: for any verb.
NONE: Final[i64] = 0
ALONE: Final[i64] = 1
CARDS: Final[i64] = 2
ONE_RANK: Final[i64] = 3
PAIR: Final[i64] = 4
NUMBER: Final[i64] = 5
SPELT: Final[i64] = 6
# What a choice that is not complete waits for.
SECOND: Final[i64] = 7
DIGITS: Final[i64] = 8

DECK: Final[i64] = 52
# Thirteen ranks, and the fifteen ways to take some of four suits.
RANK_SETS: Final[i64] = 13 * 15


@mypyc_attr(acyclic=True)
class Numbering:
    """How the actions of some verbs become choices: see `alone`, `cards`, `one_rank`, `pairs` and `numbers`."""

    def __init__(self, kind: i64, verbs: list[int], low: i64 = 0, high: i64 = 0) -> None:
        self.kind: Final = kind
        self.verbs: Final = verbs
        self.low: Final = low
        self.high: Final = high

    def __reduce__(self) -> tuple[object, ...]:
        return Numbering, (int(self.kind), self.verbs, int(self.low), int(self.high))


def alone(verb: int) -> Numbering:
    """One choice for a verb with nothing after it."""
    return Numbering(ALONE, [verb])


def cards(*verbs: int, any_size: bool = False) -> Numbering:
    """A choice for each card, made once for each card of the action. Verbs that are never legal together can share.

    With ``any_size`` there is a choice ``stop`` too: needed where a legal action can be a part of another.
    """
    return Numbering(CARDS, list(verbs), 0, 1 if any_size else 0)


def one_rank(verb: int) -> Numbering:
    """A choice for each set of cards of one rank: 13 ranks by 15 sets of suits."""
    return Numbering(ONE_RANK, [verb])


def pairs(verb: int) -> Numbering:
    """Two choices, one after the other: the first card of a pair, then the second."""
    return Numbering(PAIR, [verb])


def numbers(verb: int, low: int, high: int) -> Numbering:
    """A choice for each number in a range."""
    return Numbering(NUMBER, [verb], low, high)


@mypyc_attr(acyclic=True)
class Choices:
    """The fixed choices of a game: those of its actions, then ``stop`` where it is needed and, last of all, ``wait``.

    Without any numbering every verb is spelt: first the verb, then its cards or the digits of its number one by one.
    """

    def __init__(self, numberings: list[Numbering]) -> None:
        self.numberings: Final = numberings
        self.kinds: vec[i64] = vec[i64]([0] * VERBS)
        self.bases: vec[i64] = vec[i64]([0] * VERBS)
        self.lows: vec[i64] = vec[i64]([0] * VERBS)
        # Where the cards and the digits of what is spelt begin.
        self.cards_from: i64 = VERBS - 1
        self.digits_from: i64 = self.cards_from + PLACES
        self.names: list[str] = []
        self.stop: i64 = NOBODY
        if numberings:
            for numbering in numberings:
                if numbering.kind == CARDS and numbering.high:
                    self.stop = 0
                for verb in numbering.verbs:
                    at = verb >> 56
                    self.kinds[at] = numbering.kind
                    self.bases[at] = len(self.names)
                    self.lows[at] = numbering.low
                self.names += _names(numbering)
        else:
            for at in range(1, VERBS):
                self.kinds[at] = SPELT
                self.bases[at] = at - 1
            known = {int(code) >> 56: verb.name for code, verb in verbs().items()}
            self.names += [known.get(at, f"verb {at}") for at in range(1, VERBS)]
            self.names += [f"card {CARD_TEXTS[card]}" for card in range(PLACES)]
            self.names += [f"digit {digit}" for digit in range(10)]
            self.stop = 0
        if self.stop == 0:
            self.stop = len(self.names)
            self.names.append("stop")
        self.wait: i64 = len(self.names)
        self.names.append("wait")
        self.size: i64 = len(self.names)

    def __reduce__(self) -> tuple[object, ...]:
        return Choices, (self.numberings,)


def _names(numbering: Numbering) -> list[str]:
    """A name for each choice of a numbering, for people who look at what was learnt."""
    known = {int(code): verb.name for code, verb in verbs().items()}
    verb = " or ".join([known[each] for each in numbering.verbs])
    if numbering.kind == PAIR:
        return [f"{verb}: {which} {card}" for which in ("first", "second") for card in CARD_TEXTS[:DECK]]
    if numbering.kind == ONE_RANK:
        return [f"{verb}: rank {at // 15}, suits {at % 15 + 1:04b}" for at in range(RANK_SETS)]
    if numbering.kind == NUMBER:
        return [f"{verb} {number}" for number in range(numbering.low, numbering.high + 1)]
    if numbering.kind == CARDS:
        return [f"{verb} {card}" for card in CARD_TEXTS[:DECK]]
    return [verb]


@mypyc_attr(acyclic=True)
class Picking:
    """An unfinished choice of one seat: the legal actions that agree with its choices so far."""

    def __init__(self, choices: Choices) -> None:
        self.choices: Final = choices
        self.codes: vec[i64] = vec[i64]()
        self.kind: i64 = NONE
        self.base: i64 = 0
        # The cards picked so far, the first card of a pair, or the digits of a number.
        self.picked: i64 = 0
        self.digits: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        state = (int(self.kind), int(self.base), int(self.picked), int(self.digits))
        return picking_of, (self.choices, [int(code) for code in self.codes], *state)

    def begin(self, codes: vec[i64]) -> None:
        """Choose among these actions from now on."""
        self.codes = codes
        self.kind = NONE
        self.picked = 0
        self.digits = 0

    def copy(self) -> Picking:
        """The same choice, as far as it was made."""
        other = Picking(self.choices)
        # Arrays of codes are replaced, never changed.
        other.codes = self.codes
        other.kind = self.kind
        other.base = self.base
        other.picked = self.picked
        other.digits = self.digits
        return other

    def shown(self) -> i64:
        """The cards that were picked so far, as a set."""
        if self.kind == CARDS:
            return self.picked
        return BIT[self.picked] if self.kind == SECOND else 0

    def ids(self) -> vec[i64]:
        """The choices that are legal now, each once, in no special order."""
        return self.add_ids(vec[i64](capacity=16))

    def add_ids(self, found: vec[i64]) -> vec[i64]:
        """These choices and those that are legal now."""
        if self.kind == CARDS:
            return self.next_cards(found)
        start: i64 = len(found)
        seen: i64 = -1
        choices = self.choices
        union: i64 = 0
        base: i64 = 0
        verb_seen: i64 = 0
        for code in self.codes:
            what = code & WHAT
            if self.kind == SECOND:
                found = append(found, self.base + second_of(code))
                continue
            if self.kind == PAIR:
                at = self.base + first_of(code)
                if not stands_from(found, start, at):
                    found = append(found, at)
                continue
            if self.kind == DIGITS:
                at = choices.stop if what == self.picked and self.digits else self.next_digit(what)
                if not stands_from(found, start, at):
                    found = append(found, at)
                continue
            verb = code >> 56
            kind = choices.kinds[verb]
            if kind == CARDS:
                base = choices.bases[verb]
                union |= what
            elif kind == PAIR:
                at = choices.bases[verb] + first_of(code)
                if at != seen and not stands_from(found, start, at):
                    found = append(found, at)
                seen = at
            elif kind == SPELT:
                if verb != verb_seen and not stands_from(found, start, choices.bases[verb]):
                    found = append(found, choices.bases[verb])
                verb_seen = verb
            elif kind == ONE_RANK:
                found = append(found, choices.bases[verb] + rank_set(what))
            elif kind == NUMBER:
                found = append(found, choices.bases[verb] + what - choices.lows[verb])
            elif kind == ALONE:
                found = append(found, choices.bases[verb])
        while union:
            found = append(found, base + lowest(union))
            union &= union - 1
        return found

    def next_cards(self, found: vec[i64]) -> vec[i64]:
        """Each card that some action has beyond those picked; stop, if those picked are an action."""
        union: i64 = 0
        for code in self.codes:
            more = code & WHAT & ~self.picked
            if more == 0:
                found = append(found, self.choices.stop)
            union |= more
        while union:
            found = append(found, self.base + lowest(union))
            union &= union - 1
        return found

    def next_digit(self, number: i64) -> i64:
        """The choice of the digit that follows those picked in a number that begins with them."""
        left = number
        size: i64 = 1
        while left >= 10:
            left //= 10
            size += 1
        left = number
        while size > self.digits + 1:
            left //= 10
            size -= 1
        return self.choices.digits_from + left % 10

    def pick(self, choice: i64) -> i64:
        """Make a legal choice; the code of the action that it completes, or -1 while there is more to choose."""
        choices = self.choices
        if self.kind == NONE:
            return self.pick_first(choice)
        if self.kind == SECOND:
            for code in self.codes:
                if self.base + second_of(code) == choice:
                    return code
            return -1
        if choice == choices.stop:
            for code in self.codes:
                if code & WHAT == self.picked:
                    return code
            return -1
        left = vec[i64]()
        if self.kind == PAIR:
            for code in self.codes:
                if self.base + first_of(code) == choice:
                    left = append(left, code)
            self.kind = SECOND
            self.picked = choice - self.base
            self.codes = left
            return -1
        if self.kind == DIGITS:
            for code in self.codes:
                if not (code & WHAT == self.picked and self.digits) and self.next_digit(code & WHAT) == choice:
                    left = append(left, code)
            self.picked = 10 * self.picked + choice - choices.digits_from
            self.digits += 1
            self.codes = left
            return left[0] if len(left) == 1 and left[0] & WHAT == self.picked else -1
        return self.pick_card(choice - self.base)

    def pick_card(self, card: i64) -> i64:
        """Pick one more card."""
        self.picked |= BIT[card]
        left = vec[i64]()
        for code in self.codes:
            if code & BIT[card]:
                left = append(left, code)
        self.codes = left
        return left[0] if len(left) == 1 and left[0] & WHAT == self.picked else -1

    def pick_first(self, choice: i64) -> i64:
        """Make the first choice of an action."""
        choices = self.choices
        left = vec[i64]()
        for code in self.codes:
            verb = code >> 56
            kind = choices.kinds[verb]
            base = choices.bases[verb]
            what = code & WHAT
            if kind == ALONE:
                if choice == base:
                    return code
            elif kind == ONE_RANK:
                if choice == base + rank_set(what):
                    return code
            elif kind == NUMBER:
                if choice == base + what - choices.lows[verb]:
                    return code
            elif kind == CARDS:
                if base <= choice < base + DECK and what & BIT[choice - base]:
                    if what == BIT[choice - base] and self.alone(code):
                        return code
                    self.kind = CARDS
                    self.base = base
                    left = append(left, code)
            elif kind == PAIR:
                if choice == base + first_of(code):
                    self.kind = SECOND
                    self.base = base + DECK
                    self.picked = first_of(code)
                    left = append(left, code)
            elif kind == SPELT and choice == base:
                left = append(left, code)
        if self.kind == CARDS:
            self.codes = left
            return self.pick_card(choice - self.base)
        if self.kind == NONE:
            return self.pick_verb(left)
        self.codes = left
        return -1

    def alone(self, code: i64) -> bool:
        """True if no other action begins with the cards of this one."""
        cards = code & WHAT
        number: i64 = 0
        for other in self.codes:
            if other & cards:
                number += 1
        return number == 1

    def pick_verb(self, codes: vec[i64]) -> i64:
        """A verb was chosen that is spelt: what follows it comes next, if anything does."""
        self.codes = codes
        if len(codes) == 1 and codes[0] & WHAT == 0:
            return codes[0]
        if len(codes) == 0:
            return -1
        shape = verbs()[verb_of(codes[0])].shape
        self.base = self.choices.cards_from
        if shape == "cards":
            self.kind = CARDS
        elif shape == "pair":
            # The second card is asked for by the same choices as the first.
            self.kind = PAIR
        else:
            self.kind = DIGITS
        return -1


def picking_of(choices: Choices, codes: list[int], kind: int, base: int, picked: int, digits: int) -> Picking:
    """A choice that was made so far."""
    picking = Picking(choices)
    picking.codes = vec[i64](codes)
    picking.kind = kind
    picking.base = base
    picking.picked = picked
    picking.digits = digits
    return picking


def stands_from(numbers: vec[i64], start: i64, number: i64) -> bool:
    """True if a number stands among others, from this place on."""
    at = start
    while at < len(numbers):
        if numbers[at] == number:
            return True
        at += 1
    return False


def rank_set(cards: i64) -> i64:
    """The number of a set of cards of one rank, from 0."""
    rank = rank_of(lowest(cards))
    suits: i64 = 0
    while cards:
        suits |= BIT[lowest(cards) // 13]
        cards &= cards - 1
    return 15 * rank + suits - 1
