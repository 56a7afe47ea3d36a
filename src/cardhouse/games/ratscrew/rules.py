"""Ratscrew (Egyptian Ratscrew, "Mouse Pounce"), for two to six.

Where the usual rules leave a question open:
- A taken pile is turned over and put under the hand: its first card is the first that the taker will turn of it.
- A player who is alone in holding cards goes on turning, and answers their own challenges; the others can slap in.
- A slap while `take` runs is judged like any other: a good one takes the pile, a wrong one costs the penalty.
- Under the penalty `pile` who gets the pile starts the next round. It never goes to the offender: if they turned the
  last card and nobody else holds cards, it goes to the player on their left.
- A penalty card goes under the penalty cards that lie there already.
- A lockout lasts through won piles. A slap that does nothing does not make it longer.
- A wrong slap that costs nothing does nothing: none counts towards the actions after which a game is a draw.
- The winner has place 1, all others share place 2. A score is the number of cards held.
- Everybody remembers everything: a card that was ever turned is known for good, wherever it lies, because a taken pile
  keeps its order. The cards not turned yet lie on top of each hand.
- ``slap 1`` is a slap that was meant for the card below the top one and came late: a table that is played over a
  distance judges it as of that card. A good one takes the pile with the card that has covered it since.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.action import SLAP, TURN, WHAT, Action, verb_of
from ...engine.cards import BIT, FULL_DECK, HIDDEN, set_text
from ...engine.chance import Chance
from ...engine.errors import Refused
from ...engine.event import NO_CARDS
from ...engine.game import NO_CHANCE, Game, Observer, Setup, refill
from ...engine.options import Option, Value, choice, switch
from ...engine.state import Shared
from ...engine.view import Timer
from ...engine.zone import Zone, zone_of, zone_of_set
from ..slapping.card_ring import CardRing
from ..slapping.patterns import (
    JACK,
    TEN,
    Divorces,
    Doubles,
    Flushes,
    Marriages,
    Runs,
    Sandwiches,
    Slap,
    Tens,
    cards_by_rule,
    fitting,
    good,
    slaps_on,
)
from ..slapping.seats import NOBODY, seat_or_none

SLAPS: Final[list[Slap]] = [
    Doubles("doubles", 2, True),
    Sandwiches("sandwiches", 3),
    Runs("runs", 3),
    Flushes("flushes", 4),
    Tens("tens", 2),
    Marriages("marriages", 2),
    Divorces("divorces", 3),
]
TAKE: Final = Timer("take", 1.0)
LOCKOUT: Final[i64] = 5
JUST_SLAP: Final[vec[i64]] = vec[i64]([SLAP])
TURN_OR_SLAP: Final[vec[i64]] = vec[i64]([TURN, SLAP])


class Ratscrew(Game):
    """A game of Ratscrew: until one player holds all the cards."""

    name: ClassVar[str] = "ratscrew"
    seat_choices: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    default_seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = (
        *[switch(rule.name) for rule in SLAPS if not rule.always],
        switch("stoppers"),
        choice("penalty", "card", "lockout", "pile", "none"),
    )

    def __init__(self, setup: Setup, like: Ratscrew | None = None) -> None:
        super().__init__(setup, like)
        if like is None:
            self.rules: Shared[list[Slap]] = slaps_on(SLAPS, setup.options)
            self.stoppers: bool = setup.switch("stoppers")
            self.penalty: str = setup.choice("penalty")
            self.hands: list[CardRing] = [CardRing() for _ in range(setup.seats)]
            self.pile: CardRing = CardRing()
            self.penalties: i64 = 0
            self.seen: i64 = 0
            self.on_move: i64 = 0
            self.turned_by: i64 = NOBODY
            self.challenger: i64 = NOBODY
            self.chances: i64 = 0
            self.taker: i64 = NOBODY
            self.paid: i64 = 0
            self.lockouts: vec[i64] = vec[i64]([0] * setup.seats)
        else:
            # Written by tools/game_state.py from the fields above.
            self.rules = like.rules
            self.stoppers = like.stoppers
            self.penalty = like.penalty
            self.hands = [CardRing(each) for each in like.hands]
            self.pile = CardRing(like.pile)
            self.penalties = like.penalties
            self.seen = like.seen
            self.on_move = like.on_move
            self.turned_by = like.turned_by
            self.challenger = like.challenger
            self.chances = like.chances
            self.taker = like.taker
            self.paid = like.paid
            self.lockouts = like.lockouts[:]

    def copy(self) -> Ratscrew:
        return Ratscrew(self.setup, self)

    def set_to(self, like: Game) -> None:
        # Written by tools/game_state.py from the fields in `__init__`.
        assert isinstance(like, Ratscrew)
        self.set_common(like)
        self.rules = like.rules
        self.stoppers = like.stoppers
        self.penalty = like.penalty
        for at in range(len(self.hands)):
            self.hands[at].set_to(like.hands[at])
        self.pile.set_to(like.pile)
        self.penalties = like.penalties
        self.seen = like.seen
        self.on_move = like.on_move
        self.turned_by = like.turned_by
        self.challenger = like.challenger
        self.chances = like.chances
        self.taker = like.taker
        self.paid = like.paid
        refill(self.lockouts, like.lockouts)

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        return FULL_DECK

    @classmethod
    def lets_choose_starter(cls, options: Mapping[str, Value]) -> bool:
        return True

    def deal(self) -> None:
        deck = self.setup.first_deck(FULL_DECK, self.chance)
        at: i64 = 0
        while at < len(deck):
            self.hands[at % self.seats].add(deck[at])
            at += 1
        self.on_move = self.setup.starting(0)

    def moves(self, seat: i64) -> vec[i64]:
        return TURN_OR_SLAP if self.may_turn(seat) else JUST_SLAP

    def allows(self, seat: i64, code: i64) -> bool:
        if verb_of(code) == SLAP:
            return self.lay_there(code & WHAT)
        return code == TURN and self.may_turn(seat)

    def lay_there(self, covered: i64) -> bool:
        """True if a slap can be meant for the card that this many have covered since; 0 is the card on top, or none."""
        return covered == 0 or covered < self.pile.size - self.penalties

    def may_turn(self, seat: i64) -> bool:
        return seat == self.on_move and self.taker == NOBODY

    def do(self, seat: i64, code: i64) -> None:
        if code == TURN:
            self.turn_card(seat)
        else:
            self.slap(seat, code & WHAT)

    def random_step(self, chance: Chance) -> None:
        # At any moment everybody may slap, and one more thing can happen: a card is turned or the timer fires.
        pick = chance.below(self.seats + 1)
        if pick < self.seats:
            self.advance(pick, SLAP)
        elif self.taker == NOBODY:
            self.advance(self.on_move, TURN)
        else:
            self.advance(-1, 0)

    def timer_now(self) -> Timer | None:
        return None if self.taker == NOBODY else TAKE

    def do_timer(self) -> None:
        self.take(self.taker)

    def turn_card(self, seat: i64) -> None:
        """Turn the top card onto the pile: it challenges, answers a challenge or is a single card."""
        card = self.hands[seat].draw()
        self.pile.add(card)
        self.seen |= BIT[card]
        self.turned_by = seat
        self.paid = 0
        self.count_down()
        if self.recording:
            self.emit("turn", seat, [card])
        rank = card % 13
        if rank >= JACK:
            self.challenger = seat
            self.chances = rank - TEN
            self.move_on(seat)
        elif self.challenger == NOBODY:
            self.move_on(seat)
        elif self.stoppers and rank == TEN:
            if self.recording:
                self.emit("stopped", seat, [card], to=self.challenger)
            self.challenger = NOBODY
            self.chances = 0
            self.move_on(seat)
        elif self.chances == 1:
            self.chances = 0
            self.win(self.challenger, "won")
        else:
            self.chances -= 1
            if self.hands[seat].size == 0:
                self.move_on(seat)

    def count_down(self) -> None:
        """One more card has been turned for those who are locked out."""
        seat: i64 = 0
        while seat < self.seats:
            if self.lockouts[seat] > 0:
                self.lockouts[seat] -= 1
            seat += 1

    def next_holder(self, seat: i64) -> i64:
        """The next player with cards clockwise after this seat, which comes last itself; or nobody."""
        other = seat
        while True:
            other = other + 1 if other + 1 < self.seats else 0
            if self.hands[other].size > 0:
                return other
            if other == seat:
                return NOBODY

    def move_on(self, seat: i64) -> None:
        """Give the turn to the next player with cards; if nobody has any, the pile is won."""
        following = self.next_holder(seat)
        if following == NOBODY:
            self.win(self.turned_by if self.challenger == NOBODY else self.challenger, "empty")
            return
        self.on_move = following
        if self.recording and self.challenger != NOBODY:
            alone = following == self.challenger
            self.emit("alone" if alone else "challenge", self.challenger, NO_CARDS, to=following, chances=self.chances)

    def win(self, seat: i64, why: str) -> None:
        """The pile is this player's when the timer fires."""
        self.taker = seat
        if self.recording:
            self.emit(why, seat, NO_CARDS)

    def take(self, seat: i64) -> None:
        """Put the pile under a player's hand; they start the next round, or have won the game."""
        if self.recording:
            self.emit("take", seat, self.pile.listed())
        hand = self.hands[seat]
        self.pile.move_to(hand)
        self.penalties = 0
        self.turned_by = NOBODY
        self.challenger = NOBODY
        self.chances = 0
        self.taker = NOBODY
        self.paid = 0
        self.on_move = seat
        if hand.size == 52:
            places = [1 if other == seat else 2 for other in range(self.seats)]
            self.finish(places, self.scores(), "reason.ratscrew.all")

    def slap(self, seat: i64, covered: i64) -> None:
        """Slap the pile, as it lay before this many cards covered it: take it, pay for it, or nothing."""
        if self.pile.size == 0:
            self.idle_slaps += 1
            if self.recording:
                self.emit_slap(seat, "nothing", "empty", [])
        elif self.lockouts[seat] > 0:
            self.idle_slaps += 1
            if self.recording:
                self.emit_slap(seat, "nothing", "locked", [])
        elif good(self.rules, self.pile, self.penalties, covered):
            if self.recording:
                fits = fitting(self.rules, self.pile.listed()[self.penalties : self.pile.size - covered])
                self.emit_slap(seat, "good", fits[0], fits)
            self.take(seat)
        else:
            if self.recording:
                self.emit_slap(seat, "wrong", "wrong", [])
            self.punish(seat)

    def emit_slap(self, seat: i64, verdict: str, why: str, patterns: list[str]) -> None:
        self.emit("slap", seat, NO_CARDS, verdict=verdict, why=why, patterns=patterns)

    def punish(self, seat: i64) -> None:
        """Return what a wrong slap costs."""
        if self.penalty == "card":
            self.pay(seat)
        elif self.penalty == "lockout":
            self.lockouts[seat] = LOCKOUT
            if self.recording:
                self.emit("lockout", seat, NO_CARDS, turns=LOCKOUT)
        elif self.penalty == "pile":
            to = self.turned_by
            if to == seat:
                to = self.next_holder(seat)
                if to in (seat, NOBODY):
                    to = (seat + 1) % self.seats
            if self.recording:
                self.emit("forfeit", seat, NO_CARDS, to=to)
            self.take(to)
        else:
            self.idle_slaps += 1

    def pay(self, seat: i64) -> None:
        """Put the offender's top card under the pile, once for each card turned."""
        hand = self.hands[seat]
        if hand.size == 0 or self.paid & BIT[seat]:
            self.idle_slaps += 1
            return
        self.paid |= BIT[seat]
        card = hand.draw()
        self.pile.slip(card)
        self.penalties += 1
        self.seen |= BIT[card]
        if self.recording:
            self.emit("penalty", seat, [card])
        if hand.size == 0 and self.may_turn(seat):
            self.move_on(seat)

    def why_not(self, seat: i64, what: Action) -> Refused:
        if verb_of(what.code) == SLAP:
            return Refused("refused.slap_covered", covered=what.code & WHAT)
        if verb_of(what.code) != TURN:
            return Refused("refused.verb", verb=what.verb, game=self.name)
        if self.taker != NOBODY:
            return Refused("refused.ratscrew.take", taker=self.taker)
        return Refused("refused.turn", seat=self.on_move)

    def phase(self) -> str:
        if self.taker != NOBODY:
            return "take"
        return "single" if self.challenger == NOBODY else "challenge"

    def turn(self) -> list[int]:
        return [self.on_move] if self.taker == NOBODY and self.result is None else []

    def roles(self) -> dict[str, int]:
        roles: dict[str, int] = {}
        if self.challenger != NOBODY:
            roles["challenger"] = self.challenger
        if self.taker != NOBODY:
            roles["taker"] = self.taker
        return roles

    def scores(self) -> list[int]:
        return [hand.size for hand in self.hands]

    def as_seen(self, observer: Observer) -> Ratscrew:
        seen = Ratscrew(self.setup.told, self)
        seen.chance = NO_CHANCE
        hidden = FULL_DECK & ~self.seen
        left = hidden
        for hand in seen.hands:
            left = hand.lay_lowest(hidden, left)
        if self.taker != NOBODY:
            seen.on_move = self.taker
        return seen

    def zones(self, observer: Observer) -> list[Zone]:
        zones: list[Zone] = []
        for seat, hand in enumerate(self.hands):
            if self.seen or observer.everything:
                cards = hand.listed()
                if not observer.everything:
                    cards = [card if self.seen & BIT[card] else HIDDEN for card in cards]
                zones.append(zone_of("hand", seat, cards))
            else:
                zones.append(zone_of_set("hand", seat, 0, hand.size))
        zones.append(zone_of("pile", None, self.pile.listed()))
        return zones

    def facts(self, observer: Observer) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "penalties": self.penalties,
            "turned_by": seat_or_none(self.turned_by),
            "challenger": seat_or_none(self.challenger),
            "chances": self.chances,
            "pile_to": seat_or_none(self.taker),
            "paid": [seat for seat in range(self.seats) if self.paid & BIT[seat]],
            "lockouts": list(self.lockouts),
            "idle_slaps": self.idle_slaps,
        }
        if observer.everything:
            facts["seen"] = set_text(self.seen)
        return facts

    def derived(self, observer: Observer) -> dict[str, Any]:
        return {"slaps": cards_by_rule(self.rules, self.pile.listed()[self.penalties :])}
