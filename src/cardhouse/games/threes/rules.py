"""Threes, for two to five.

Where the rulebook leaves a question open:
- The special cards are 2, 3, 7 and 10; all others are ordinary.
- Who starts is settled after the swapping. With `first` ``lowest`` the starter shows that card, the first of its rank
  in the order of suits; if no hand has an ordinary card, seat 0 starts.
- A card swapped into the hand lay face up, so everybody knows it.
- With `pickup` ``free`` the pile may be taken instead of any play, of up-cards and down-cards too.
- A blind card that doesn't fit has been played from the down-cards: the count of idle turns starts again.
- In a draw those who are out keep their places; those left share the next.
- Who is forced to take the pile shows that no card in hand could be played: everybody remembers that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.action import BLIND, PASS, PICKUP, PLAY, READY, SWAP, WHAT, Action, first_of, pair, second_of, verb_of
from ...engine.cards import (
    BIT,
    CARD_TEXTS,
    FULL_DECK,
    HIDDEN,
    RANK_CARDS,
    RANKS,
    cards_in,
    count,
    lowest,
    set_text,
    vec_of,
)
from ...engine.chance import Chance
from ...engine.errors import Refused
from ...engine.event import NO_CARDS
from ...engine.game import NO_CHANCE, Game, Observer, Setup, draw_lowest, refill
from ...engine.options import Option, Value, choice, switch
from ...engine.state import Shared
from ...engine.zone import Zone, zone_of, zone_of_set

THREE: Final[i64] = 1
# The top that counts when there is none: an empty pile, or nothing but threes.
NO_TOP: Final[i64] = 13
NO_CARD: Final[i64] = -1
TWO: Final[i64] = 0
SEVEN: Final[i64] = 5
TEN: Final[i64] = 8
ACE: Final[i64] = 12
SPECIAL: Final[i64] = RANK_CARDS[TWO] | RANK_CARDS[THREE] | RANK_CARDS[SEVEN] | RANK_CARDS[TEN]
IDLE_TURNS: Final[i64] = 100


def _fitting_on(top: int) -> int:
    """The cards that go on a card of this rank."""
    ranks = range(13)
    if top == SEVEN:
        ranks = range(SEVEN + 1)
    elif top != NO_TOP:
        ranks = range(top, 13)
    fitting: int = SPECIAL
    for rank in ranks:
        fitting |= RANK_CARDS[rank]
    return fitting


FITTING: Final[vec[i64]] = vec[i64]([_fitting_on(top) for top in range(14)])


def zeros(size: i64) -> vec[i64]:
    """An array of this many zeros."""
    return vec[i64]([0] * size)


# What the special ranks do: go on anything, let the card below count, ask for no more than themselves, burn the pile.
SPECIAL_RANKS: Final = {"any": "2", "clear": "3", "lower": "7", "burn": "T"}


class Threes(Game):
    """A game of Threes.

    Of each hand everybody knows the cards that were seen to go there and, of each other card in it, what it may be.
    """

    name: ClassVar[str] = "threes"
    seat_choices: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    default_seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = (
        choice("first", "lowest", "random"),
        switch("swap"),
        choice("pickup", "forced", "free"),
    )

    def __init__(self, setup: Setup, like: Threes | None = None) -> None:
        super().__init__(setup, like)
        seats = setup.seats
        if like is None:
            self.lowest_first: bool = setup.choice("first") == "lowest"
            self.forced: bool = setup.choice("pickup") == "forced"
            self.swapping: bool = setup.switch("swap")
            self.starter: i64 = 0
            self.on_move: i64 = 0
            self.hands: vec[i64] = zeros(seats)
            self.up: vec[i64] = zeros(seats)
            self.down: vec[i64] = vec[i64]([NO_CARD for _ in range(3 * setup.seats)])
            # Of each hand the cards that everybody knows and, oldest first, what each of the others may be.
            self.known: vec[i64] = zeros(seats)
            self.may_be: vec[i64] = zeros(3 * seats)
            self.stock: Shared[vec[i64]] = vec[i64]()
            self.drawn: i64 = 0
            self.pile: vec[i64] = zeros(52)
            self.laid: i64 = 0
            self.top: i64 = NO_TOP
            self.burned: i64 = 0
            self.ready: vec[i64] = zeros(seats)
            self.idle: vec[i64] = zeros(seats)
            self.passes: i64 = 0
            self.place: vec[i64] = zeros(seats)
            self.gone: i64 = 0
        else:
            # Written by tools/game_state.py from the fields above.
            self.lowest_first = like.lowest_first
            self.forced = like.forced
            self.swapping = like.swapping
            self.starter = like.starter
            self.on_move = like.on_move
            self.hands = like.hands[:]
            self.up = like.up[:]
            self.down = like.down[:]
            self.known = like.known[:]
            self.may_be = like.may_be[:]
            self.stock = like.stock
            self.drawn = like.drawn
            self.pile = like.pile[:]
            self.laid = like.laid
            self.top = like.top
            self.burned = like.burned
            self.ready = like.ready[:]
            self.idle = like.idle[:]
            self.passes = like.passes
            self.place = like.place[:]
            self.gone = like.gone

    def copy(self) -> Threes:
        return Threes(self.setup, self)

    def set_to(self, like: Game) -> None:
        # Written by tools/game_state.py from the fields in `__init__`.
        assert isinstance(like, Threes)
        self.set_common(like)
        self.lowest_first = like.lowest_first
        self.forced = like.forced
        self.swapping = like.swapping
        self.starter = like.starter
        self.on_move = like.on_move
        refill(self.hands, like.hands)
        refill(self.up, like.up)
        refill(self.down, like.down)
        refill(self.known, like.known)
        refill(self.may_be, like.may_be)
        self.stock = like.stock
        self.drawn = like.drawn
        refill(self.pile, like.pile)
        self.laid = like.laid
        self.top = like.top
        self.burned = like.burned
        refill(self.ready, like.ready)
        refill(self.idle, like.idle)
        self.passes = like.passes
        refill(self.place, like.place)
        self.gone = like.gone

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        return FULL_DECK

    @classmethod
    def lets_choose_starter(cls, options: Mapping[str, Value]) -> bool:
        return options["first"] == "random"

    def deal(self) -> None:
        self.stock = self.setup.first_deck(FULL_DECK, self.chance)
        seats = self.seats
        at: i64 = 0
        while at < 3 * seats:
            seat = at % seats
            self.down[3 * seat + at // seats] = self.stock[at]
            self.up[seat] |= BIT[self.stock[at + 3 * seats]]
            at += 1
        self.drawn = 6 * seats
        while at < 6 * seats:
            self.take_card(at % seats)
            at += 1
        if not self.swapping:
            self.begin()

    def begin(self) -> None:
        """Settle who starts."""
        self.swapping = False
        if self.lowest_first:
            self.show_lowest()
        else:
            self.starter = self.setup.starting(self.chance.below(self.seats))
            if self.recording:
                self.emit("begin", self.starter, NO_CARDS)
        self.on_move = self.starter

    def show_lowest(self) -> None:
        """Who has the lowest ordinary card in hand shows it and starts; so nobody has a lower one."""
        ordinary: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            ordinary |= self.hands[seat] & ~SPECIAL
            seat += 1
        if ordinary == 0:
            self.starter = 0
            while seat > 0:
                seat -= 1
                self.narrow(seat, SPECIAL)
            if self.recording:
                self.emit("begin", 0, NO_CARDS)
            return
        rank: i64 = 0
        while not ordinary & RANK_CARDS[rank]:
            rank += 1
        equal = RANK_CARDS[rank]
        seat = 0
        while not self.hands[seat] & equal:
            self.narrow(seat, FITTING[rank] & ~equal)
            seat += 1
        self.starter = seat
        shown = lowest(self.hands[seat] & equal)
        if not self.known[seat] & BIT[shown]:
            self.forget(seat, BIT[shown])
            self.known[seat] |= BIT[shown]
        self.narrow(seat, FITTING[rank] & ~(equal & (BIT[shown] - 1)))
        seat += 1
        while seat < self.seats:
            self.narrow(seat, FITTING[rank])
            seat += 1
        if self.recording:
            self.emit("show", self.starter, [shown])

    def source(self, seat: i64) -> i64:
        """The cards that a seat plays from now: its hand, else its up-cards; 0: it plays blind."""
        return self.hands[seat] if self.hands[seat] else self.up[seat]

    def fitting(self, seat: i64) -> i64:
        """The cards that this seat could play now if it had them. Everybody knows this set."""
        if self.held(seat) == 1:
            return FITTING[self.top] & ~SPECIAL
        return FITTING[self.top]

    def moves(self, seat: i64) -> vec[i64]:
        codes = vec[i64](capacity=16)
        if self.swapping:
            return self.swaps(seat)
        if seat != self.on_move:
            return codes
        source = self.source(seat)
        cards = source & self.fitting(seat)
        playable = cards != 0
        whole: i64 = 0
        if source & SPECIAL and self.held(seat) == count(source):
            whole = source
        rank: i64 = 0
        while cards:
            several = cards & RANK_CARDS[rank]
            chosen = several & -several
            while chosen:
                if chosen != whole:
                    codes = append(codes, PLAY | chosen)
                chosen = (chosen - several) & several
            cards &= ~several
            rank += 1
        if source == 0:
            slot: i64 = 1
            while slot < 4:
                if self.down[3 * seat + slot - 1] >= 0:
                    codes = append(codes, BLIND | slot)
                slot += 1
            playable = True
        if self.laid:
            if not self.forced or not playable:
                codes = append(codes, PICKUP)
        elif not playable:
            codes = append(codes, PASS)
        return codes

    def swaps(self, seat: i64) -> vec[i64]:
        """Return what a seat may do before play."""
        codes = vec[i64](capacity=16)
        if self.ready[seat]:
            return codes
        hand = self.hands[seat]
        while hand:
            up = self.up[seat]
            while up:
                codes = append(codes, pair(SWAP, lowest(hand), lowest(up)))
                up &= up - 1
            hand &= hand - 1
        return append(codes, READY)

    def do(self, seat: i64, code: i64) -> None:
        verb = verb_of(code)
        if verb == PLAY:
            self.play(seat, code & WHAT)
        elif verb == BLIND:
            self.play_blind(seat, code & WHAT)
        elif verb == PICKUP:
            self.pick_up(seat)
        elif verb == PASS:
            self.pass_turn(seat)
        elif verb == SWAP:
            self.swap(seat, first_of(code), second_of(code))
        else:
            self.say_ready(seat)

    def swap(self, seat: i64, card: i64, up_card: i64) -> None:
        """Exchange a hand card with an up-card."""
        if BIT[card] & ~self.known[seat]:
            self.forget(seat, BIT[card])
        self.hands[seat] = self.hands[seat] & ~BIT[card] | BIT[up_card]
        self.known[seat] = self.known[seat] & ~BIT[card] | BIT[up_card]
        self.up[seat] = self.up[seat] & ~BIT[up_card] | BIT[card]
        if self.recording:
            self.emit("swap", seat, [card, up_card], given=CARD_TEXTS[card], taken=CARD_TEXTS[up_card])

    def say_ready(self, seat: i64) -> None:
        self.ready[seat] = 1
        if self.recording:
            self.emit("ready", seat, NO_CARDS)
        other: i64 = 0
        while other < self.seats:
            if not self.ready[other]:
                return
            other += 1
        self.begin()

    def play(self, seat: i64, cards: i64) -> None:
        """Play cards of one rank from the hand or, when it is empty, from the up-cards."""
        if self.recording:
            self.emit("play", seat, cards_in(cards))
        if self.hands[seat] == 0:
            self.up[seat] &= ~cards
            self.lay(seat, cards, True)
            return
        unseen = cards & ~self.known[seat]
        while unseen:
            card = unseen & -unseen
            self.forget(seat, card)
            self.hands[seat] &= ~card
            unseen &= ~card
        self.hands[seat] &= ~cards
        self.known[seat] &= ~cards
        self.lay(seat, cards, False)

    def play_blind(self, seat: i64, slot: i64) -> None:
        """Play a down-card; one that doesn't fit goes into the hand with the pile."""
        at = 3 * seat + slot - 1
        number = self.down[at]
        card = BIT[number]
        fits = card & self.fitting(seat) != 0
        self.down[at] = NO_CARD
        if self.recording:
            self.emit("blind" if fits else "misfit", seat, [number], slot=slot)
        if fits:
            self.lay(seat, card, True)
            return
        self.hands[seat] |= card
        self.known[seat] |= card
        self.take_pile(seat)
        self.end_turn(seat, True, False)

    def lay(self, seat: i64, cards: i64, progress: bool) -> None:
        """Lay cards on the pile; burn it if they do; draw; and see who is next."""
        rank = lowest(cards) % 13
        if rank != THREE:
            self.top = rank
        while cards:
            self.pile[self.laid] = lowest(cards)
            self.laid += 1
            cards &= cards - 1
        burns = rank == TEN or self.four_on_top(rank)
        if burns:
            self.burn(seat)
        first = self.drawn
        while self.drawn < len(self.stock) and count(self.hands[seat]) < 3:
            self.take_card(seat)
        if self.recording and first < self.drawn:
            self.emit("draw", seat, list(self.stock[first : self.drawn]), (seat,))
        if self.held(seat) == 0:
            self.leave(seat)
        self.passes = 0
        self.end_turn(seat, progress or burns or first < self.drawn, burns)

    def pick_up(self, seat: i64) -> None:
        """Take the pile; who is forced to shows that nothing in hand could be played."""
        if self.recording:
            self.emit("pickup", seat, list(self.pile[: self.laid]))
        if self.forced:
            self.narrow(seat, FULL_DECK & ~self.fitting(seat))
        self.take_pile(seat)
        self.end_turn(seat, False, False)

    def pass_turn(self, seat: i64) -> None:
        """Pass: what is left is one special card, which went into the hand before everybody's eyes."""
        if self.recording:
            self.emit("pass", seat, NO_CARDS)
        self.passes += 1
        self.end_turn(seat, False, False)
        if self.passes == self.seats - self.gone and self.result is None:
            self.draw("reason.threes.passes")

    def leave(self, seat: i64) -> None:
        """A player without cards is out; with the last but one the game is over."""
        self.gone += 1
        self.place[seat] = self.gone
        if self.recording:
            self.emit("out", seat, NO_CARDS, place=self.gone)
        if self.gone == self.seats - 1:
            self.finish(self.places(), self.scores(), "reason.threes.last")

    def draw(self, reason: str) -> None:
        self.finish(self.places(), self.scores(), reason)

    def end_turn(self, seat: i64, progress: bool, again: bool) -> None:
        """Count idle turns and give the turn to the next player left, or once more to the same."""
        if self.result is not None:
            return
        if progress:
            other: i64 = 0
            while other < self.seats:
                self.idle[other] = 0
                other += 1
        else:
            self.idle[seat] += 1
        if again and self.place[seat] == 0:
            return
        self.on_move = self.next_left(seat)
        seat = self.on_move
        while self.idle[seat] >= IDLE_TURNS:
            seat = self.next_left(seat)
            if seat == self.on_move:
                self.draw("reason.threes.idle")
                return

    def take_card(self, seat: i64) -> None:
        """Take the top card of the draw pile: it may be anything to the others."""
        self.may_be[3 * seat + count(self.hands[seat] & ~self.known[seat])] = FULL_DECK
        self.hands[seat] |= BIT[self.stock[self.drawn]]
        self.drawn += 1

    def forget(self, seat: i64, card: i64) -> None:
        """A hidden card leaves a hand, or is shown there: it counts as the oldest that it may be.

        Nothing is lost by that. All that was learnt of a card was learnt of the older ones too, so what they may be are
        sets within sets, and two cards of which either may be either can change places.
        """
        at = 3 * seat
        last = at + count(self.hands[seat] & ~self.known[seat]) - 1
        while not self.may_be[at] & card:
            at += 1
        while at < last:
            self.may_be[at] = self.may_be[at + 1]
            at += 1

    def narrow(self, seat: i64, cards: i64) -> None:
        """Everybody learns that each hidden card in a hand is one of these."""
        at = 3 * seat
        end = at + count(self.hands[seat] & ~self.known[seat])
        while at < end:
            self.may_be[at] &= cards
            at += 1

    def down_count(self, seat: i64) -> i64:
        """How many down-cards a seat has left."""
        left: i64 = 0
        at = 3 * seat
        while at < 3 * seat + 3:
            if self.down[at] >= 0:
                left += 1
            at += 1
        return left

    def held(self, seat: i64) -> i64:
        """How many cards a seat has anywhere."""
        return count(self.hands[seat]) + count(self.up[seat]) + self.down_count(seat)

    def pile_cards(self) -> i64:
        """The set of cards of the discard pile."""
        cards: i64 = 0
        at: i64 = 0
        while at < self.laid:
            cards |= BIT[self.pile[at]]
            at += 1
        return cards

    def four_on_top(self, rank: i64) -> bool:
        """True if the last four cards have this rank."""
        if self.laid < 4:
            return False
        at = self.laid - 4
        while at < self.laid:
            if self.pile[at] % 13 != rank:
                return False
            at += 1
        return True

    def next_left(self, seat: i64) -> i64:
        """The next player clockwise who is not out."""
        seat = seat + 1 if seat + 1 < self.seats else 0
        while self.place[seat]:
            seat = seat + 1 if seat + 1 < self.seats else 0
        return seat

    def burn(self, seat: i64) -> None:
        """The pile goes out of the game."""
        if self.recording:
            self.emit("burn", seat, list(self.pile[: self.laid]))
        self.burned |= self.pile_cards()
        self.laid = 0
        self.top = NO_TOP

    def take_pile(self, seat: i64) -> None:
        """The pile goes into a hand, before everybody's eyes."""
        cards = self.pile_cards()
        self.hands[seat] |= cards
        self.known[seat] |= cards
        self.laid = 0
        self.top = NO_TOP
        self.passes = 0

    def places(self) -> list[int]:
        """Those who are out keep their places; those left share the next."""
        return [place if place else self.gone + 1 for place in self.place]

    def random_step(self, chance: Chance) -> None:
        if self.swapping:
            super().random_step(chance)
            return
        codes = self.moves(self.on_move)
        self.advance(self.on_move, codes[chance.below(len(codes))])

    def why_not(self, seat: i64, what: Action) -> Refused:
        verb = verb_of(what.code)
        if verb not in (PLAY, BLIND, PICKUP, PASS, SWAP, READY):
            return Refused("refused.verb", verb=what.verb, game=self.name)
        if self.swapping:
            return self.why_no_swap(seat, what)
        if verb in (SWAP, READY):
            return Refused("refused.threes.begun")
        if self.place[seat]:
            return Refused("refused.threes.out")
        if seat != self.on_move:
            return Refused("refused.turn", seat=self.on_move)
        if verb == PICKUP:
            return Refused("refused.threes.can_play" if self.laid else "refused.threes.no_pile")
        if verb == PASS:
            return Refused("refused.threes.pass_alone" if what.code & WHAT else "refused.threes.no_pass")
        if verb == PLAY:
            return self.why_no_play(seat, what.code & WHAT)
        if self.hands[seat]:
            return Refused("refused.threes.hand_first")
        if self.up[seat]:
            return Refused("refused.threes.up_first")
        return Refused("refused.threes.no_slot", slots=", ".join([str(slot) for slot in self.slots(seat)]))

    def why_no_swap(self, seat: i64, what: Action) -> Refused:
        if verb_of(what.code) not in (SWAP, READY):
            return Refused("refused.threes.swap_first")
        if self.ready[seat]:
            return Refused("refused.threes.ready")
        given, taken = first_of(what.code), second_of(what.code)
        if not BIT[given] & self.hands[seat]:
            return Refused("refused.not_yours", cards=CARD_TEXTS[given])
        return Refused("refused.threes.not_up", cards=CARD_TEXTS[taken])

    def why_no_play(self, seat: i64, cards: i64) -> Refused:
        source = self.source(seat)
        if cards == 0:
            return Refused("refused.threes.no_cards")
        if source == 0:
            return Refused("refused.threes.blind")
        if cards & ~source:
            if cards & ~(source | self.up[seat]):
                return Refused("refused.not_yours", cards=set_text(cards & ~(source | self.up[seat])))
            return Refused("refused.threes.hand_first")
        if cards & ~RANK_CARDS[lowest(cards) % 13]:
            return Refused("refused.threes.one_rank")
        if cards & ~FITTING[self.top]:
            if self.top == SEVEN:
                return Refused("refused.threes.seven")
            if self.top == ACE:
                return Refused("refused.threes.ace")
            return Refused("refused.threes.higher", a_rank=RANKS[self.top])
        return Refused("refused.threes.special_last")

    def phase(self) -> str:
        return "swap" if self.swapping else "play"

    def turn(self) -> list[int]:
        if self.result is not None:
            return []
        if not self.swapping:
            return [self.on_move]
        return [seat for seat in range(self.seats) if not self.ready[seat]]

    def roles(self) -> dict[str, int]:
        if self.swapping:
            return {} if self.setup.starter is None else {"starter": self.setup.starter}
        return {"starter": self.starter}

    def scores(self) -> list[int]:
        return [self.held(seat) for seat in range(self.seats)]

    def as_seen(self, observer: Observer) -> Threes:
        seen = Threes(self.setup.told, self)
        seen.chance = NO_CHANCE
        mine: i64 = -1 if observer.seat is None else observer.seat
        hidden: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if seat != mine:
                hidden |= self.hands[seat] & ~self.known[seat]
            at = 3 * seat
            while at < 3 * seat + 3:
                if self.down[at] >= 0:
                    hidden |= BIT[self.down[at]]
                at += 1
            seat += 1
        at = self.drawn
        while at < len(self.stock):
            hidden |= BIT[self.stock[at]]
            at += 1
        seat = 0
        while seat < self.seats:
            secret = count(self.hands[seat] & ~self.known[seat])
            if seat != mine:
                more = draw_lowest(hidden, secret)
                hidden &= ~more
                seen.hands[seat] = self.known[seat] | more
            at = 3 * seat
            while at < 3 * seat + 3:
                if self.down[at] >= 0:
                    seen.down[at] = lowest(hidden)
                    hidden &= hidden - 1
                if at >= 3 * seat + secret:
                    seen.may_be[at] = 0
                at += 1
            seat += 1
        seen.stock = vec_of(hidden)
        seen.drawn = 0
        at = self.laid
        while at < len(seen.pile):
            seen.pile[at] = 0
            at += 1
        if self.swapping:
            seen.starter = 0 if self.setup.starter is None else i64(self.setup.starter)
            seen.on_move = seen.starter
        return seen

    def zones(self, observer: Observer) -> list[Zone]:
        zones: list[Zone] = []
        for seat in range(self.seats):
            hand = self.hands[seat]
            seen = hand if observer.sees(seat) else self.known[seat]
            zones.append(zone_of_set("hand", seat, seen, count(hand) - count(seen)))
            zones.append(zone_of_set("up", seat, self.up[seat]))
            down = [self.down[3 * seat + slot - 1] for slot in self.slots(seat)]
            zones.append(zone_of("down", seat, down if observer.everything else [HIDDEN] * len(down)))
        if observer.everything:
            zones.append(zone_of("draw", None, list(self.stock[self.drawn :])))
        else:
            zones.append(zone_of_set("draw", None, 0, len(self.stock) - self.drawn))
        zones.append(zone_of("discard", None, list(self.pile[: self.laid])))
        zones.append(zone_of_set("burned", None, self.burned))
        return zones

    def slots(self, seat: int) -> list[int]:
        """The numbers of the down-cards that a seat has left."""
        return [slot for slot in (1, 2, 3) if self.down[3 * seat + slot - 1] != NO_CARD]

    def top_card(self) -> str:
        """The card that counts on the discard pile, under the threes; none: nothing counts."""
        at = self.laid - 1
        while at >= 0 and self.pile[at] % 13 == THREE:
            at -= 1
        return CARD_TEXTS[self.pile[at]] if at >= 0 else ""

    def hidden_from_all(self, seat: int) -> list[str]:
        """Return what each card of a hand that is not known to everybody can't be, the oldest first."""
        hidden = count(self.hands[seat] & ~self.known[seat])
        return [set_text(FULL_DECK & ~self.may_be[at]) for at in range(3 * seat, 3 * seat + hidden)]

    def facts(self, observer: Observer) -> dict[str, Any]:
        seats = range(self.seats)
        return {
            "top": self.top_card(),
            "slots": [self.slots(seat) for seat in seats],
            "known": [set_text(self.known[seat]) for seat in seats],
            "cannot_be": [self.hidden_from_all(seat) for seat in seats],
            "ready": [self.ready[seat] != 0 for seat in seats],
            "idle": list(self.idle),
            "passes": self.passes,
            "out": list(self.place),
        }

    def derived(self, observer: Observer) -> dict[str, Any]:
        return {"special": SPECIAL_RANKS, "source": [self.source_name(seat) for seat in range(self.seats)]}

    def source_name(self, seat: i64) -> str:
        """The zone that a seat plays from."""
        if self.hands[seat]:
            return "hand"
        return "up" if self.up[seat] else "down"
