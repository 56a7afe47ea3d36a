"""Sentences about two actions that somebody chooses between, for hints and reviews of all games.

A sentence says what is different afterwards, in tenths of the same imagined worlds, and never what the card itself
settles. It is said only if it explains at least half of what the choice costs; where nothing does, two things are said
that differ, or the figure alone. Each can be checked: `holds` counts again, in the same worlds or in others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..engine.action import Action
from ..engine.cards import cards_text
from ..engine.words import Reason
from .lines import Happening, Line, Playing, mean_and_error

# What happens in one deal of ten more often is no reason, nor is what may be luck: this many of its own errors.
TENTHS = 2
LEAST = 0.15
CLEAR = 2.5
# A reason explains this share of the cost; of two that are given together each explains so much.
ENOUGH = 0.5
PART = 0.1
# What the action itself settles in this share of the worlds is not what comes of it.
SETTLED = 0.9
# Two actions come to the same if they do so in this share of the worlds.
SAME = 0.9

# Verbs whose first card says what is done to, and whose second with what.
PAIRED = ("beat", "swap")

# An action with its lines.
Tried = tuple[Action, Sequence[Line]]


@dataclass(frozen=True)
class Comparison:
    """In how many of the same worlds something happens after a better action and after another.

    ``explained`` is how much of what the lines are worth it accounts for. ``both``: it is the same after both, and in
    every world.
    """

    name: str
    better: Action
    other: Action
    worlds: int
    times: tuple[int, int]
    explained: float = 0.0
    both: bool = False

    @property
    def tenths(self) -> tuple[int, int]:
        """Both in tenths of the worlds, as people are told."""
        one, two = self.times
        return round(10 * one / self.worlds), round(10 * two / self.worlds)

    @property
    def reason(self) -> Reason:
        """The sentence, in tenths."""
        if self.both:
            return Reason(f"advice.both.{self.name}")
        better, other = names_of(self.better, self.other)
        one, two = self.tenths
        return Reason(f"advice.after.{self.name}", {"better": better, "one": one, "other": other, "two": two})


def holds(said: Comparison, playing: Playing, better: Sequence[Line], other: Sequence[Line], within: int = 0) -> bool:
    """True if what was said is so in these lines: as often, give or take this many tenths, and the same way round."""
    happening = next(each for each in (*playing.happenings, *playing.certain) if each.name == said.name)
    counted = [sum(happening.happens(line, line.seat) for line in lines) for lines in (better, other)]
    if said.both:
        return counted == [len(better), len(other)]
    shares = [10 * times / len(better) for times in counted]
    told = said.tenths
    same_way = (shares[0] > shares[1]) == (told[0] > told[1])
    return same_way and all(abs(share - one) <= within + 0.5 for share, one in zip(shares, told, strict=True))


def names_of(better: Action, other: Action) -> tuple[str, str]:
    """Two actions in short: by the cards that only one of them has, unless that doesn't tell them apart."""
    if better.verb != other.verb or (better.verb in PAIRED and better.cards[0] != other.cards[0]):
        return str(better), str(other)
    own = [card for card in better.cards if card not in other.cards]
    others = [card for card in other.cards if card not in better.cards]
    if own and others:
        return cards_text(own), cards_text(others)
    names = cards_text(better.cards), cards_text(other.cards)
    return names if all(names) and names[0] != names[1] else (str(better), str(other))


def why(better: Tried, other: Tried, playing: Playing, cost: float) -> tuple[Comparison, ...]:
    """Return what speaks for the better action: one thing that explains enough of the cost, or two; or nothing.

    Where the lines say that the other action is better, they can't say why it is worse.
    """
    ahead, error = mean_and_error([one.worth - two.worth for one, two in zip(better[1], other[1], strict=True)])
    if ahead < -error:
        return ()
    found = [(made, happening) for happening in playing.happenings for made in compare(better, other, happening)]
    found = [(made, happening) for made, happening in found if made.explained >= PART * cost]
    if not found:
        return ()
    # What explains more than all of it explains no more than it.
    found.sort(key=lambda each: -min(each[0].explained, cost) * each[1].weight)
    whole = [made for made, _ in found if made.explained >= ENOUGH * cost]
    if whole:
        return (whole[0],)
    first, kind = found[0]
    second = [made for made, happening in found[1:] if happening.group != kind.group]
    return (first, second[0]) if second else ()


def compare(better: Tried, other: Tried, happening: Happening) -> Iterable[Comparison]:
    """The sentence about something that happens clearly more or less often, as is good, after the better action."""
    one = [happening.happens(line, line.seat) for line in better[1]]
    two = [happening.happens(line, line.seat) for line in other[1]]
    worlds = len(one)
    difference, error = mean_and_error([float(a) - float(b) for a, b in zip(one, two, strict=True)])
    if abs(difference) < max(LEAST, CLEAR * error) or happening.good not in (None, difference > 0):
        return
    if is_settled(happening, better[1]) or is_settled(happening, other[1]):
        return
    if happening.now and {sum(one), sum(two)} == {0, worlds}:
        return
    # By how much a world is worth more where it happens, from those worlds where it happens after one action only.
    worths = [line.worth - rival.worth for line, rival in zip(better[1], other[1], strict=True)]
    apart = [(a - b) * worth for a, b, worth in zip(one, two, worths, strict=True) if a != b]
    made = Comparison(
        happening.name,
        better[0],
        other[0],
        worlds,
        (sum(one), sum(two)),
        difference * sum(apart) / len(apart),
    )
    if made.explained > 0 and abs(made.tenths[0] - made.tenths[1]) >= TENTHS:
        yield made


def is_settled(happening: Happening, lines: Sequence[Line]) -> bool:
    """True if the action itself decides the question, so that nobody needs to be told."""
    decides = happening.decided
    return decides is not None and sum(decides(line, line.seat) for line in lines) >= SETTLED * len(lines)


def certain(one: Tried, other: Tried, playing: Playing) -> Comparison | None:
    """Return what happens in every world after both actions; None if nothing does."""
    worlds = len(one[1])
    for happening in playing.certain:
        if all(happening.happens(line, line.seat) for lines in (one[1], other[1]) for line in lines):
            return Comparison(happening.name, one[0], other[0], worlds, (worlds, worlds), both=True)
    return None


def unsure(one: Tried, other: Tried, near: Callable[[Action, Action], bool]) -> Reason:
    """Why two actions can't be told apart."""
    names = names_of(one[0], other[0])
    facts: dict[str, object] = {"better": names[0], "other": names[1]}
    same = share_alike(one[1], other[1])
    if same >= SAME:
        return Reason("advice.unsure.same", {**facts, "count": round(10 * same)})
    return Reason("advice.unsure.near" if near(one[0], other[0]) else "advice.unsure.little", facts)


def share_alike(one: Sequence[Line], other: Sequence[Line]) -> float:
    """In which share of the worlds two actions come to the same."""
    return sum(a.worth == b.worth for a, b in zip(one, other, strict=True)) / len(one) if one else 0.0


def equal(better: Action, other: Action, unit: str, margin: float) -> Reason:
    """That two actions are equally good, and within which margin that is sure."""
    one, two = names_of(better, other)
    facts: dict[str, object] = {"better": one, "other": two}
    if unit != "points":
        facts["count"] = round(100 * margin)
    return Reason(f"advice.equal.{unit}", facts)


def next_best(other: Action, gain: float, unit: str) -> Reason:
    """By how much the best is better than the next, where nothing in the play says why."""
    number = round(gain if unit == "points" else 100 * gain)
    facts: dict[str, object] = {"action": str(other)}
    if number < 1:
        return Reason("advice.next.little", facts)
    return Reason(f"advice.next.{unit}", {**facts, "count": number})
