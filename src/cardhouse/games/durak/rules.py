"""Durak, for two to six.

Where the usual rules leave a question open:
- Cards are added one or several of one rank at a time, as they are opened with. Saying done binds nobody to anything:
  a player may still add a card while the round is open, and each added card takes back everybody's done.
- Nobody waits for a card that can't come. A round closes as soon as all is beaten, and cards are taken as soon as the
  defender says so, if no attacker holds a card, the defender holds no card that is not called for already, or, with
  `limit`, six attack cards lie there.
- The forwarded cards count for `limit`. The attack can't be forwarded past a player who holds too few cards.
- A player who goes out in the middle of a round keeps the name of attacker or co-attacker until it is over.
- When the last draw leaves several players without cards, they are out in the order of drawing.
- When the last players run out in the same round, all who ran out in that round share the best place among them.
- A draw is one between those who still hold cards: they share the next place, and who is out keeps their own.
- With `lowest_trump` the one who attacks first shows that trump. If nobody holds one, chance decides.
- The discard pile is open: everybody saw its cards. So is the memory of who took or showed which card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.action import ATTACK, BEAT, DONE, FORWARD, TAKE, Action, cards_of, first_of, pair, second_of, verb_of
from ...engine.cards import (
    BIT,
    CARD_TEXTS,
    HIDDEN,
    RANK_CARDS,
    RANKS,
    SUIT_CARDS,
    SUIT_NAMES,
    cards_in,
    count,
    lowest,
    set_text,
    vec_of,
)
from ...engine.chance import Chance
from ...engine.errors import BadSetup, Refused
from ...engine.event import NO_CARDS
from ...engine.game import NO_CHANCE, Game, Observer, Setup, draw_lowest, refill
from ...engine.options import Option, Value, choice, switch
from ...engine.state import Shared
from ...engine.view import Timer
from ...engine.zone import Zone, zone_of, zone_of_set
from .memory import HAND, ROW, Start, after_play, all_dealt

NOBODY: Final[i64] = -1
LIMIT: Final[i64] = 6
LOWEST_RANK: Final = {32: 5, 36: 4, 52: 0}
# The cards of its suit above each card.
ABOVE: Final[vec[i64]] = vec[i64]([sum(2**n for n in range(card + 1, card - card % 13 + 13)) for card in range(52)])
CLOSE: Final = Timer("close", 5.0)


class Durak(Game):
    """A game of Durak.

    The stock's cards stand in the order of drawing, the open trump last. The fact ``pairs`` puts the zones ``attacks``
    and ``defences`` together, in the order in which the attack cards were laid.
    """

    name: ClassVar[str] = "durak"
    seat_choices: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    default_seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = (
        choice("deck", 32, 36, 52),
        choice("first", "random", "lowest_trump"),
        switch("limit"),
        switch("forwarding", True),
        switch("pile_on"),
    )

    def __init__(self, setup: Setup, like: Durak | None = None) -> None:
        super().__init__(setup, like)
        if like is None:
            self.deck: i64 = i64(Durak.cards(setup.seats, setup.options))
            self.forwarding: bool = setup.switch("forwarding")
            self.limit: bool = setup.switch("limit")
            self.pile_on: bool = setup.switch("pile_on")
            self.open_trump: i64 = 0
            self.trumps: i64 = 0
            self.shown: i64 = HIDDEN
            self.lows: i64 = 0
            self.round: i64 = 0
            self.attacker: i64 = 0
            self.defender: i64 = 0
            self.co_attacker: i64 = NOBODY
            self.co_added: bool = False
            self.taking: bool = False
            self.done: i64 = 0
            self.laid: i64 = 0
            self.unbeaten: i64 = 0
            self.ranks: i64 = 0
            self.away: i64 = 0
            self.known: i64 = 0
            self.out: i64 = 0
            self.out_before: i64 = 0
            self.drawn: i64 = 0
            self.hands: vec[i64] = vec[i64]([0 for _ in range(setup.seats)])
            # Never more than half the deck: each attack card needs one that the defender holds.
            self.attacks: vec[i64] = vec[i64]([HIDDEN for _ in range(count(self.deck) // 2)])
            self.defences: vec[i64] = self.attacks[:]
            self.stock: Shared[vec[i64]] = vec[i64]()
            self.places: Shared[vec[i64]] = self.hands[:]
            self.ways: Shared[vec[i64]] = vec[i64]()
            self.start: Shared[Start | None] = None
        else:
            # Written by tools/game_state.py from the fields above.
            self.deck = like.deck
            self.forwarding = like.forwarding
            self.limit = like.limit
            self.pile_on = like.pile_on
            self.open_trump = like.open_trump
            self.trumps = like.trumps
            self.shown = like.shown
            self.lows = like.lows
            self.round = like.round
            self.attacker = like.attacker
            self.defender = like.defender
            self.co_attacker = like.co_attacker
            self.co_added = like.co_added
            self.taking = like.taking
            self.done = like.done
            self.laid = like.laid
            self.unbeaten = like.unbeaten
            self.ranks = like.ranks
            self.away = like.away
            self.known = like.known
            self.out = like.out
            self.out_before = like.out_before
            self.drawn = like.drawn
            self.hands = like.hands[:]
            self.attacks = like.attacks[:]
            self.defences = like.defences[:]
            self.stock = like.stock
            self.places = like.places
            self.ways = like.ways
            self.start = like.start

    def copy(self) -> Durak:
        return Durak(self.setup, self)

    def set_to(self, like: Game) -> None:
        # Written by tools/game_state.py from the fields in `__init__`.
        assert isinstance(like, Durak)
        self.set_common(like)
        self.deck = like.deck
        self.forwarding = like.forwarding
        self.limit = like.limit
        self.pile_on = like.pile_on
        self.open_trump = like.open_trump
        self.trumps = like.trumps
        self.shown = like.shown
        self.lows = like.lows
        self.round = like.round
        self.attacker = like.attacker
        self.defender = like.defender
        self.co_attacker = like.co_attacker
        self.co_added = like.co_added
        self.taking = like.taking
        self.done = like.done
        self.laid = like.laid
        self.unbeaten = like.unbeaten
        self.ranks = like.ranks
        self.away = like.away
        self.known = like.known
        self.out = like.out
        self.out_before = like.out_before
        self.drawn = like.drawn
        refill(self.hands, like.hands)
        refill(self.attacks, like.attacks)
        refill(self.defences, like.defences)
        self.stock = like.stock
        self.places = like.places
        self.ways = like.ways
        self.start = like.start

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        size = options["deck"]
        assert isinstance(size, int)
        if seats == 6 and size != 52:
            raise BadSetup("setup.durak.six", deck=size)
        ranks = RANK_CARDS[LOWEST_RANK[size] :]
        return sum(list(ranks))

    @classmethod
    def lets_choose_starter(cls, options: Mapping[str, Value]) -> bool:
        return options["first"] == "random"

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
            self.begin(self.setup.starting(self.chance.below(seats)))

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
            if self.recording:
                self.emit("done", seat, NO_CARDS)
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
        if self.recording:
            self.emit("attack", seat, cards_in(cards), to=self.defender)
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
        if self.recording:
            self.emit("beat", seat, [card, by], card=CARD_TEXTS[card], using=CARD_TEXTS[by])
        self.leave_if_empty(seat)
        self.settle()

    def forward(self, seat: i64, cards: i64) -> None:
        """The defender becomes the attacker of the next player."""
        to = self.left_of(seat)
        self.lay(seat, cards)
        if self.recording:
            self.emit("forward", seat, cards_in(cards), to=to)
        self.leave_if_empty(seat)
        self.cast(seat, to)

    def take(self, seat: i64) -> None:
        self.taking = True
        if self.pile_on:
            if self.recording:
                self.emit("taking", seat, NO_CARDS)
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
        if self.recording:
            self.emit("out", seat, NO_CARDS, place=self.places[seat])

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
            if self.recording:
                self.emit("take", defender, cards_in(cards))
        else:
            self.away |= cards
            # What is put away never comes back, and no earlier position with it.
            self.start = None
            if self.recording:
                self.emit("away", None, cards_in(cards))
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
        if self.recording and cards:
            if cards != trump:
                self.emit("draw", seat, cards_in(cards & ~trump), (seat,))
            if trump:
                self.emit("draw_trump", seat, [self.open_trump])
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
        if self.recording:
            self.emit("round", attacker, NO_CARDS, to=self.defender, round=self.round)

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

    def random_step(self, chance: Chance) -> None:
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

    def trumps_under(self, shown: i64) -> i64:
        """The trumps lower than the one that was shown; all of them if none was."""
        return self.trumps & ~ABOVE[shown] & ~BIT[shown] if shown >= 0 else self.trumps

    def stock_left(self) -> i64:
        return len(self.stock) - self.drawn

    def left_of(self, seat: i64) -> i64:
        """The next player in the game, clockwise; the seat itself if there is no other."""
        steps: i64 = 0
        while steps < self.seats:
            seat += 1
            if seat == self.seats:
                seat = 0
            if not self.out & BIT[seat]:
                return seat
            steps += 1
        return seat

    def room(self) -> i64:
        """How many more cards may be laid against the defender."""
        room = count(self.hands[self.defender]) - count(self.unbeaten)
        return LIMIT - self.laid if self.limit and LIMIT - self.laid < room else room

    def forward_room(self) -> i64:
        """How many cards the defender may forward with now; 0: the attack can't be forwarded."""
        if not self.forwarding or self.taking or self.co_added or count(self.unbeaten) != self.laid:
            return 0
        to = self.left_of(self.defender)
        if to == self.defender:
            return 0
        # There are but four cards of a rank: the limit of six can't be reached.
        return count(self.hands[to]) - self.laid

    def beating(self, card: i64) -> i64:
        """The cards that beat a card."""
        return ABOVE[card] if BIT[card] & self.trumps else ABOVE[card] | self.trumps

    def open_to_more(self) -> bool:
        """True if the round waits for the attackers only: everything is beaten, or the defender takes it."""
        return self.laid > 0 and (self.unbeaten == 0 or self.taking)

    def awaited(self, seat: i64) -> bool:
        """True if an attacker holds cards and has not said done."""
        return seat >= 0 and self.hands[seat] != 0 and not self.done & BIT[seat]

    def moves(self, seat: i64) -> vec[i64]:
        if seat == self.defender:
            return self.answers(seat)
        if seat == self.attacker or (seat == self.co_attacker and self.laid):
            return self.additions(seat)
        return vec[i64]()

    def additions(self, seat: i64) -> vec[i64]:
        """Return what an attacker may do."""
        codes = vec[i64](capacity=8)
        cards = self.hands[seat]
        if self.open_to_more() and self.awaited(seat):
            codes = append(codes, DONE)
        if self.laid:
            cards &= self.ranks
        room = self.room()
        return with_one_rank(codes, ATTACK, cards, room) if cards and room > 0 else codes

    def answers(self, seat: i64) -> vec[i64]:
        """Return what the defender may do."""
        codes = vec[i64](capacity=8)
        if self.unbeaten == 0 or self.taking:
            return codes
        codes = append(codes, TAKE)
        hand = self.hands[seat]
        left = self.unbeaten
        while left:
            card = lowest(left)
            left &= left - 1
            fitting = hand & self.beating(card)
            while fitting:
                codes = append(codes, pair(BEAT, card, lowest(fitting)))
                fitting &= fitting - 1
        same = hand & self.ranks
        if same:
            room = self.forward_room()
            if room > 0:
                codes = with_one_rank(codes, FORWARD, same, room)
        return codes

    def why_not(self, seat: i64, what: Action) -> Refused:
        verb = verb_of(what.code)
        if verb != ATTACK and verb != BEAT and verb != FORWARD and verb != TAKE and verb != DONE:
            return Refused("refused.verb", verb=what.verb, game=self.name)
        if self.out & BIT[seat]:
            return Refused("refused.durak.out")
        if seat != self.defender and seat != self.attacker and seat != self.co_attacker:
            return Refused("refused.durak.sits_out")
        if verb == ATTACK:
            return self.why_not_attack(seat, cards_of(what.code))
        if verb == DONE:
            return self.why_not_done(seat)
        if seat != self.defender:
            return Refused("refused.durak.not_defender", seat=self.defender)
        if self.taking:
            return Refused("refused.durak.taking")
        if verb == BEAT:
            return self.why_not_beat(first_of(what.code), second_of(what.code))
        if self.unbeaten == 0:
            return Refused("refused.durak.nothing_open")
        return self.why_not_forward(cards_of(what.code))

    def why_not_attack(self, seat: i64, cards: i64) -> Refused:
        if seat == self.defender:
            return Refused("refused.durak.defends")
        if self.laid == 0 and seat != self.attacker:
            return Refused("refused.durak.opens", seat=self.attacker)
        wrong = self.no_set(seat, cards)
        if wrong is not None:
            return wrong
        if self.laid and not cards & self.ranks:
            return Refused("refused.durak.rank", a_rank=RANKS[lowest(cards) % 13])
        if self.limit and self.laid + count(cards) > LIMIT:
            return Refused("refused.durak.limit")
        held = count(self.hands[self.defender])
        return Refused("refused.durak.room", seat=self.defender, count=held, open=count(self.unbeaten))

    def no_set(self, seat: i64, cards: i64) -> Refused | None:
        """Why these are no cards of one rank in this hand; None if they are."""
        if cards == 0:
            return Refused("refused.durak.which")
        if cards & ~self.hands[seat]:
            return Refused("refused.not_yours", cards=set_text(cards & ~self.hands[seat]))
        if cards & ~RANK_CARDS[lowest(cards) % 13]:
            return Refused("refused.durak.one_rank")
        return None

    def why_not_done(self, seat: i64) -> Refused:
        if seat == self.defender:
            return Refused("refused.durak.defends")
        if self.laid == 0:
            return Refused("refused.durak.not_opened", seat=self.attacker)
        if not self.open_to_more():
            return Refused("refused.durak.unbeaten", seat=self.defender)
        if self.done & BIT[seat]:
            return Refused("refused.durak.done")
        return Refused("refused.durak.no_cards")

    def why_not_beat(self, card: i64, by: i64) -> Refused:
        if not self.unbeaten & BIT[card]:
            return Refused("refused.durak.not_open", card=CARD_TEXTS[card])
        if not self.hands[self.defender] & BIT[by]:
            return Refused("refused.not_yours", cards=CARD_TEXTS[by])
        return Refused("refused.durak.too_low", card=CARD_TEXTS[card], using=CARD_TEXTS[by])

    def why_not_forward(self, cards: i64) -> Refused:
        if not self.forwarding:
            return Refused("refused.durak.no_forwarding")
        if count(self.unbeaten) != self.laid:
            return Refused("refused.durak.forward_beaten")
        if self.co_added:
            return Refused("refused.durak.forward_added", seat=self.co_attacker)
        wrong = self.no_set(self.defender, cards)
        if wrong is not None:
            return wrong
        if not cards & self.ranks:
            return Refused("refused.durak.forward_rank", a_rank=RANKS[self.attacks[0] % 13])
        to = self.left_of(self.defender)
        if to == self.defender:
            return Refused("refused.durak.forward_nobody")
        held = count(self.hands[to])
        return Refused("refused.durak.forward_room", to=to, held=held, count=self.laid + count(cards))

    def phase(self) -> str:
        if self.result is not None:
            return "over"
        if self.laid == 0:
            return "open"
        if self.taking:
            return "pile_on"
        return "defend" if self.unbeaten else "add"

    def turn(self) -> list[int]:
        if self.result is not None:
            return []
        if self.laid == 0:
            return [self.attacker]
        if not self.open_to_more():
            return [self.defender]
        return [seat for seat in (self.attacker, self.co_attacker) if self.awaited(seat)]

    def roles(self) -> dict[str, int]:
        roles: dict[str, int] = {"attacker": self.attacker, "defender": self.defender}
        if self.co_attacker >= 0:
            roles["co_attacker"] = self.co_attacker
        return roles

    def scores(self) -> list[int]:
        return [count(hand) for hand in self.hands]

    def as_seen(self, observer: Observer) -> Durak:
        seen = Durak(self.setup.told, self)
        seen.chance = NO_CHANCE
        mine: i64 = -1 if observer.seat is None else observer.seat
        hidden: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if seat != mine:
                hidden |= self.hands[seat] & ~self.known
            seat += 1
        left = self.stock_left()
        at = self.drawn
        while at < len(self.stock) - 1:
            hidden |= BIT[self.stock[at]]
            at += 1
        seat = 0
        while seat < self.seats:
            if seat != mine:
                more = draw_lowest(hidden, count(self.hands[seat] & ~self.known))
                hidden &= ~more
                seen.hands[seat] = self.hands[seat] & self.known | more
            seat += 1
        held: i64 = 0
        for hand in self.hands:
            held |= hand
        seen.known = self.known & held
        if self.lows == 0:
            seen.ways = vec[i64]()
        if self.result is not None:
            seen.taking = False
        seen.drawn = 0
        seen.stock = append(vec_of(hidden), self.open_trump) if left else vec[i64]()
        seen.start = self.start_as_seen(seen.hands)
        seen.forget_what_is_over()
        return seen

    def start_as_seen(self, hands: vec[i64]) -> Start | None:
        """The earlier starts with these hands: other cards than those that have moved since lay where they lie."""
        if self.start is None:
            return None
        found: Start | None = None
        for attacker, held, moved in self.moved_since():
            then = vec[i64]([hands[seat] & ~moved | held[seat] for seat in range(self.seats)])
            found = Start(attacker, then, found)
        return found

    def forget_what_is_over(self) -> None:
        """Clear the places on the table where no card lies."""
        at = self.laid
        while at < len(self.attacks):
            self.attacks[at] = HIDDEN
            self.defences[at] = HIDDEN
            at += 1

    def zones(self, observer: Observer) -> list[Zone]:
        zones: list[Zone] = []
        for seat in range(self.seats):
            hand = self.hands[seat]
            seen = hand if observer.sees(seat) else hand & self.known
            zones.append(zone_of_set("hand", seat, seen, count(hand) - count(seen)))
        stock: list[int] = list(self.stock[self.drawn :])
        if not observer.everything:
            stock = [HIDDEN] * (len(stock) - 1) + stock[-1:]
        zones.append(zone_of("stock", None, stock))
        zones.append(zone_of("attacks", None, list(self.attacks[: self.laid])))
        zones.append(zone_of("defences", None, [card for card in self.defences[: self.laid] if card >= 0]))
        zones.append(zone_of_set("discard", None, self.away))
        return zones

    def facts(self, observer: Observer) -> dict[str, Any]:
        return {
            "trump": SUIT_NAMES[self.open_trump // 13],
            "open_trump": CARD_TEXTS[self.open_trump],
            "shown": CARD_TEXTS[self.shown] if self.shown >= 0 else "",
            "round": self.round,
            "pairs": [[CARD_TEXTS[self.attacks[at]], self.defence_text(at)] for at in range(self.laid)],
            "room": self.room(),
            "can_forward": self.laid > 0 and self.forward_room() > 0,
            "co_added": self.co_added,
            "done": [seat for seat in range(self.seats) if self.done & BIT[seat]],
            "places": list(self.places),
            "out_before": self.out_before,
            "known": [set_text(hand & self.known) for hand in self.hands],
            "dealt": [list(self.ways[ROW * seat : ROW * seat + ROW]) for seat in range(self.seats)]
            if self.lows
            else [],
            "starts": self.starts(),
        }

    def defence_text(self, at: i64) -> str:
        return CARD_TEXTS[self.defences[at]] if self.defences[at] >= 0 else ""

    def starts(self) -> list[list[Any]]:
        """The starts that may still come again, the earliest first: who attacked, and for each seat its cards of then
        among those that have changed hands since."""
        return [[attacker, [set_text(hand) for hand in held]] for attacker, held, _ in self.moved_since()]

    def moved_since(self) -> list[tuple[int, list[int], int]]:
        """The starts that may still come again, the earliest first: who attacked, each seat's cards of then among
        those that have changed hands since, and these. Everybody saw them move; all others lie where they lay."""
        moved: i64 = 0
        start: Start | None = self.start
        while start is not None:
            for seat in range(self.seats):
                moved |= start.hands[seat] & ~self.hands[seat]
            start = start.before
        found: list[tuple[int, list[int], int]] = []
        start = self.start
        while start is not None:
            found.append((int(start.attacker), [hand & moved for hand in start.hands], int(moved)))
            start = start.before
        found.reverse()
        return found


def with_one_rank(codes: vec[i64], verb: i64, cards: i64, most: i64) -> vec[i64]:
    """These codes and an action for each choice of one to ``most`` of the cards that all have one rank."""
    while cards:
        same = cards & RANK_CARDS[lowest(cards) % 13]
        cards &= ~same
        part = same
        while part:
            if count(part) <= most:
                codes = append(codes, verb | part)
            part = (part - 1) & same
    return codes
