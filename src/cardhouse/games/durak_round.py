"""The rounds of Durak: what each action does, and how one round leads to the next."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ..action import ATTACK, BEAT, FORWARD, TAKE, cards_of, first_of, second_of, verb_of
from ..cards import BIT, CARD_TEXTS, HIDDEN, RANK_CARDS, SUIT_CARDS, cards_in, count, lowest
from ..chance import Chance
from ..game import NO_CARDS
from ..view import Timer
from .durak_memory import HAND, Start, after_play, all_dealt
from .durak_table import NOBODY, DurakTable

CLOSE: Final = Timer("close", 5.0)


class DurakRound(DurakTable):
    """Durak as it is played, without what people see of it."""

    def deal(self) -> None:
        deck = self.setup.first_deck(self.deck, self.chance)
        seats = self.seats
        at: i64 = 0
        while at < HAND * seats:
            self.hands[at % seats] |= BIT[deck[at]]
            at += 1
        self.open_trump = deck[at]
        self.trumps = self.deck & SUIT_CARDS[deck[at] // 13]
        self.stock = append(deck[at + 1 :], deck[at])
        if self.setup.choice("first") == "lowest_trump":
            self.begin(self.lowest_trump())
        else:
            self.begin(self.chance.below(seats))

    def lowest_trump(self) -> i64:
        """Who holds the lowest trump and shows it; somebody by chance if nobody holds one."""
        held: i64 = 0
        for hand in self.hands:
            held |= hand & self.trumps
        holder: i64 = 0
        if held:
            self.shown = lowest(held)
            while not self.hands[holder] & BIT[self.shown]:
                holder += 1
            self.known = BIT[self.shown]
        else:
            holder = self.chance.below(self.seats)
        self.lows = self.trumps_under(self.shown)
        self.ways = all_dealt(self.seats, holder if held else NOBODY)
        return holder

    def timer_now(self) -> Timer | None:
        return CLOSE if self.open_to_more() else None

    def do_timer(self) -> None:
        self.close()

    def do(self, seat: i64, code: i64) -> None:
        verb = verb_of(code)
        if verb == ATTACK:
            self.attack(seat, cards_of(code))
        elif verb == BEAT:
            self.beat(seat, first_of(code), second_of(code))
        elif verb == FORWARD:
            self.forward(seat, cards_of(code))
        elif verb == TAKE:
            self.take(seat)
        else:
            self.done |= BIT[seat]
            if self.telling:
                self.tell("done", seat, NO_CARDS)
            self.settle()

    def play(self, seat: i64, cards: i64) -> None:
        """Cards leave a hand for the table, where everybody sees them."""
        if self.lows:
            hidden = count(self.hands[seat] & ~self.known)
            unseen = cards & ~self.known
            while unseen:
                self.ways = after_play(self.ways, seat, hidden, unseen & -unseen & self.lows != 0)
                hidden -= 1
                unseen &= unseen - 1
        self.hands[seat] &= ~cards

    def lay(self, seat: i64, cards: i64) -> None:
        """Attack cards of one rank go from a hand onto the table: everybody may think again."""
        self.play(seat, cards)
        self.ranks |= RANK_CARDS[lowest(cards) % 13]
        self.unbeaten |= cards
        self.done = 0
        while cards:
            self.attacks[self.laid] = lowest(cards)
            self.defences[self.laid] = HIDDEN
            self.laid += 1
            cards &= cards - 1

    def attack(self, seat: i64, cards: i64) -> None:
        self.lay(seat, cards)
        if seat == self.co_attacker:
            self.co_added = True
        if self.telling:
            self.tell("attack", seat, cards_in(cards), to=self.defender)
        self.leave_if_empty(seat)
        self.settle()

    def beat(self, seat: i64, card: i64, by: i64) -> None:
        at: i64 = 0
        while self.attacks[at] != card:
            at += 1
        self.play(seat, BIT[by])
        self.defences[at] = by
        self.unbeaten &= ~BIT[card]
        self.ranks |= RANK_CARDS[by % 13]
        if self.telling:
            self.tell("beat", seat, [card, by], card=CARD_TEXTS[card], using=CARD_TEXTS[by])
        self.leave_if_empty(seat)
        self.settle()

    def forward(self, seat: i64, cards: i64) -> None:
        """The defender becomes the attacker of the next player."""
        to = self.left_of(seat)
        self.lay(seat, cards)
        if self.telling:
            self.tell("forward", seat, cards_in(cards), to=to)
        self.leave_if_empty(seat)
        self.cast(seat, to)

    def take(self, seat: i64) -> None:
        self.taking = True
        if self.pile_on:
            if self.telling:
                self.tell("taking", seat, NO_CARDS)
            self.settle()
        else:
            self.close()

    def cast(self, attacker: i64, defender: i64) -> None:
        """Give out the roles; the co-attacker sits left of the defender."""
        self.attacker = attacker
        self.defender = defender
        left = self.left_of(defender)
        alone = left == defender
        self.co_attacker = NOBODY if alone or left == attacker else left

    def leave_if_empty(self, seat: i64) -> None:
        """With the stock empty a player without cards is out, at once."""
        if self.hands[seat] or self.stock_left():
            return
        self.out |= BIT[seat]
        self.places = self.places[:]
        self.places[seat] = count(self.out)
        if self.telling:
            self.tell("out", seat, NO_CARDS, place=self.places[seat])

    def settle(self) -> None:
        """Close the round if nobody is left who could add to it."""
        if self.unbeaten and not self.taking:
            return
        if self.room() > 0 and (self.awaited(self.attacker) or self.awaited(self.co_attacker)):
            return
        self.close()

    def close(self) -> None:
        """The table is cleared, everybody draws and the next round begins."""
        cards: i64 = 0
        at: i64 = 0
        while at < self.laid:
            cards |= BIT[self.attacks[at]]
            if self.defences[at] >= 0:
                cards |= BIT[self.defences[at]]
            at += 1
        defender = self.defender
        following = self.left_of(defender)
        if self.taking:
            self.hands[defender] |= cards
            self.known |= cards
            if self.telling:
                self.tell("take", defender, cards_in(cards))
        else:
            self.away |= cards
            # What is put away never comes back, and no earlier position with it.
            self.start = None
            if self.telling:
                self.tell("away", None, cards_in(cards))
            if not self.out & BIT[defender]:
                following = defender
        self.laid = 0
        self.unbeaten = 0
        self.ranks = 0
        self.done = 0
        self.taking = False
        self.co_added = False
        if self.stock_left():
            self.draw_up()
            if self.out & BIT[following]:
                following = self.left_of(following)
        if self.stock_left() == 0 and count(self.out) >= self.seats - 1:
            self.end()
        else:
            self.begin(following)

    def draw_up(self) -> None:
        """Everybody draws up to six: attacker, co-attacker, the others clockwise, the defender last."""
        attacker = self.attacker
        self.draw_for(attacker)
        if self.co_attacker >= 0:
            self.draw_for(self.co_attacker)
        seat = (attacker + 1) % self.seats
        while seat != attacker:
            if seat != self.co_attacker and seat != self.defender:
                self.draw_for(seat)
            seat = (seat + 1) % self.seats
        self.draw_for(self.defender)

    def draw_for(self, seat: i64) -> None:
        """Draw up to six; who still has no card when the stock is empty is out."""
        cards: i64 = 0
        missing = HAND - count(self.hands[seat])
        while missing > 0 and self.drawn < len(self.stock):
            cards |= BIT[self.stock[self.drawn]]
            self.drawn += 1
            missing -= 1
        self.hands[seat] |= cards
        trump = cards & BIT[self.open_trump]
        self.known |= trump
        if self.telling and cards:
            if cards != trump:
                self.tell("draw", seat, cards_in(cards & ~trump), (seat,))
            if trump:
                self.tell("draw_trump", seat, [self.open_trump])
        self.leave_if_empty(seat)

    def begin(self, attacker: i64) -> None:
        """Begin a round; with the stock empty, the third time in the same position is a draw."""
        self.round += 1
        self.out_before = count(self.out)
        self.cast(attacker, self.left_of(attacker))
        if self.stock_left() == 0:
            start = Start(attacker, self.hands[:], self.start)
            self.start = start
            if start.times() >= 3:
                self.draw("reason.durak.repetition")
                return
        if self.telling:
            self.tell("round", attacker, NO_CARDS, to=self.defender, round=self.round)

    def end(self) -> None:
        """At most one player is left: the durak, unless the last ones ran out in the same round."""
        places = list(self.places)
        if count(self.out) == self.seats:
            shared = self.out_before + 1
            self.finish([min(place, shared) for place in places], self.scores(), "reason.durak.none")
            return
        self.finish([place or int(self.seats) for place in places], self.scores(), "reason.durak.durak")

    def draw(self, reason: str) -> None:
        """End the game in a draw between those who still hold cards; who is out keeps the place."""
        shared = int(count(self.out)) + 1
        self.finish([place or shared for place in self.places], self.scores(), reason)

    def stir(self, chance: Chance) -> None:
        adding = self.moves(self.attacker)
        joining = self.moves(self.co_attacker) if self.co_attacker >= 0 else vec[i64]()
        answering = self.moves(self.defender)
        pick = chance.below(len(adding) + len(joining) + len(answering) + (1 if self.open_to_more() else 0))
        if pick < len(adding):
            self.advance(self.attacker, adding[pick])
            return
        pick -= len(adding)
        if pick < len(joining):
            self.advance(self.co_attacker, joining[pick])
            return
        pick -= len(joining)
        if pick < len(answering):
            self.advance(self.defender, answering[pick])
            return
        self.advance(-1, 0)
