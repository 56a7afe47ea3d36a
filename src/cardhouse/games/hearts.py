"""Hearts, for three to five.

Where the usual rules leave a question open:
- The deal after the last direction of passing starts again with the first.
- Everybody's three cards change hands at once, when the last player has chosen; a choice can't be taken back.
- On the first trick a player with nothing but point cards may play any of them.
- A claim is made by the rules, never by a player: after a trick, when each card of its winner is higher than every
  card of its suit that the others still hold. It is the same as playing on, so nothing is lost by it.
- With the jack of diamonds in play a score can be negative.
"""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..action import PASS, PLAY, WHAT, Action, cards_of, verb_of
from ..cards import (
    ALL_HEARTS,
    BIT,
    FULL_DECK,
    SUIT_NAMES,
    cards_in,
    count,
    lowest,
    one_of,
    set_text,
    suit_of,
    suit_with,
)
from ..chance import Chance
from ..errors import Refused
from ..event import NO_FACTS, Event
from ..game import NO_CARDS, shuffled
from ..options import Option, choice, number, switch
from .hearts_table import JACK, POINTS, QUEEN, TWO_OF_CLUBS, HeartsTable, Scored, in_order, must_win, zeros

NOTHING: Final[vec[i64]] = vec[i64]()


class Hearts(HeartsTable):
    """A match of Hearts: deals until somebody reaches the limit."""

    name: ClassVar[str] = "hearts"
    seat_choices: ClassVar[tuple[int, ...]] = (3, 4, 5)
    default_seats: ClassVar[int] = 4
    options: ClassVar[tuple[Option, ...]] = (
        switch("first_trick_points"),
        switch("jack"),
        switch("queen_breaks"),
        choice("moon", "others", "self", "none"),
        switch("claims", True),
        number("limit", 100, 1, 500),
    )

    def copy(self) -> Hearts:
        return Hearts(self.setup, self)

    def deal(self) -> None:
        self.deal_out(self.setup.first_deck(self.deck, self.chance))

    def deal_out(self, deck: vec[i64]) -> None:
        """Deal a deck one by one and begin with passing, or with the two of clubs."""
        seats = self.seats
        self.hands = zeros(seats)
        self.taken = zeros(seats)
        self.lacks = zeros(seats)
        self.chosen = zeros(seats)
        self.passed = zeros(seats)
        at: i64 = 0
        seat: i64 = 0
        while at < len(deck):
            self.hands[seat] |= BIT[deck[at]]
            at += 1
            seat += 1
            if seat == seats:
                seat = 0
        self.pass_by = self.ways[self.deals % len(self.ways)]
        self.passing = self.pass_by != 0
        self.deals += 1
        self.broken = False
        self.tricks = 0
        self.laid = 0
        if not self.passing:
            self.begin()

    def begin(self) -> None:
        """The holder of the two of clubs is to lead it."""
        seat: i64 = 0
        while not self.hands[seat] & TWO_OF_CLUBS:
            seat += 1
        self.leader = seat
        self.on_move = seat

    def playable(self, seat: i64) -> i64:
        """The cards that the seat on move may play."""
        hand = self.hands[seat]
        if self.laid == 0:
            if self.tricks == 0:
                return TWO_OF_CLUBS
            if not self.broken and hand & ~ALL_HEARTS:
                return hand & ~ALL_HEARTS
            return hand
        follow = hand & self.led
        if follow:
            return follow
        if self.tricks == 0 and not self.first_trick_points and hand & ~POINTS:
            return hand & ~POINTS
        return hand

    def moves(self, seat: i64) -> vec[i64]:
        if self.passing:
            return NOTHING if self.chosen[seat] else threes_of(self.hands[seat])
        if seat != self.on_move:
            return NOTHING
        cards = self.playable(seat)
        codes = vec[i64]([0] * count(cards))
        at: i64 = 0
        while cards:
            codes[at] = PLAY | cards & -cards
            cards &= cards - 1
            at += 1
        return codes

    def allows(self, seat: i64, code: i64) -> bool:
        cards = cards_of(code)
        if self.passing:
            return (
                verb_of(code) == PASS
                and self.chosen[seat] == 0
                and cards & ~self.hands[seat] == 0
                and count(cards) == 3
            )
        return (
            verb_of(code) == PLAY and seat == self.on_move and count(cards) == 1 and cards & ~self.playable(seat) == 0
        )

    def do(self, seat: i64, code: i64) -> None:
        if self.passing:
            self.choose(seat, code & WHAT)
        else:
            self.play(seat, code & WHAT)

    def choose(self, seat: i64, cards: i64) -> None:
        """Choose the cards to pass; the last to choose lets all of them go."""
        self.chosen[seat] = cards
        if self.telling:
            self.told.append(Event("choose", seat, cards_in(cards), NO_FACTS, (seat,)))
        seats = self.seats
        giver: i64 = 0
        while giver < seats:
            if self.chosen[giver] == 0:
                return
            giver += 1
        giver = 0
        while giver < seats:
            taker = (giver + self.pass_by) % seats
            gift = self.chosen[giver]
            self.hands[giver] &= ~gift
            self.hands[taker] |= gift
            if self.telling:
                self.told.append(Event("pass", giver, cards_in(gift), {"to": taker}, (giver, taker)))
            giver += 1
        self.passed = self.chosen
        self.chosen = zeros(seats)
        self.passing = False
        self.begin()

    def play(self, seat: i64, card: i64) -> None:
        """Play a card, a set of one, to the trick."""
        laid = self.laid
        if laid == 0:
            if card & ALL_HEARTS and not self.broken:
                self.lacks[seat] |= FULL_DECK & ~ALL_HEARTS
            self.led = suit_with(card)
            self.best = card
            self.winner = seat
            self.pot = card
        else:
            self.pot |= card
            if card & self.led:
                if card > self.best:
                    self.best = card
                    self.winner = seat
            else:
                self.lacks[seat] |= self.led
                if self.tricks == 0 and card & POINTS and not self.first_trick_points:
                    self.lacks[seat] |= FULL_DECK & ~POINTS
        if card & self.breakers:
            self.broken = True
        self.hands[seat] &= ~card
        self.trick[laid] = card
        self.order[self.tricks * self.seats + laid] = card
        self.laid = laid + 1
        if self.telling:
            self.told.append(Event("play", seat, [lowest(card)], NO_FACTS))
        if self.laid == self.seats:
            self.end_trick()
        else:
            self.on_move = seat + 1
            if self.on_move == self.seats:
                self.on_move = 0

    def end_trick(self) -> None:
        """The highest card of the suit led takes the trick."""
        taker = self.winner
        self.taken[taker] |= self.pot
        trick = self.trick
        self.trick = self.last_trick
        self.last_trick = trick
        self.last_leader = self.leader
        self.laid = 0
        self.tricks += 1
        self.leader = taker
        self.on_move = taker
        if self.telling:
            self.told.append(Event("trick", taker, in_order(trick, self.seats), {"points": points_in(self.pot)}))
        if len(self.claimed) > 0:
            self.claimed = vec[i64]()
        if self.hands[taker] == 0:
            self.end_deal()
        elif self.claims and self.all_win(taker):
            self.claim(taker)

    def all_win(self, seat: i64) -> bool:
        """Whether every card of this seat is above all cards of its suit that the others hold."""
        others: i64 = 0
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                others |= self.hands[other]
            other += 1
        return must_win(self.hands[seat], others)

    def claim(self, seat: i64) -> None:
        """Give the remaining tricks to a seat that can't lose one, and show all hands."""
        if self.telling:
            self.tell("claim", seat, cards_in(self.hands[seat]))
        self.claimed = self.hands[:]
        other: i64 = 0
        while other < self.seats:
            if self.telling and other != seat:
                self.tell("show", other, cards_in(self.hands[other]))
            self.taken[seat] |= self.hands[other]
            self.hands[other] = 0
            other += 1
        self.end_deal()

    def end_deal(self) -> None:
        """Score the deal; end the match or deal again."""
        won, shooter = self.score()
        points = self.points[:]
        reached = False
        seat: i64 = 0
        while seat < self.seats:
            points[seat] += won[seat]
            if points[seat] >= self.limit:
                reached = True
            seat += 1
        self.points = points
        self.scored = Scored(won, self.scored)
        if self.telling:
            if shooter >= 0:
                self.tell("moon", shooter, NO_CARDS)
            self.tell("score", None, NO_CARDS, won=list(won), total=self.scores())
        if reached:
            self.finish(places(points), self.scores(), "reason.hearts.limit")
            return
        self.deal_again()

    def deal_again(self) -> None:
        """Deal for the next time."""
        self.deal_out(shuffled(self.deck, self.chance))
        if self.telling:
            self.tell("deal", None, NO_CARDS, deal=self.deals, pass_by=self.pass_by)

    def score(self) -> tuple[vec[i64], i64]:
        """What each seat wins with the cards it has taken, and who shot the moon (-1: nobody)."""
        won = zeros(self.seats)
        shooter: i64 = -1
        seat: i64 = 0
        while seat < self.seats:
            won[seat] = points_in(self.taken[seat])
            if self.taken[seat] & POINTS == POINTS:
                shooter = seat
            seat += 1
        if shooter >= 0 and self.moon == "others":
            won = vec[i64]([26] * self.seats)
            won[shooter] = 0
        elif shooter >= 0 and self.moon == "self":
            won[shooter] = -26
        seat = 0
        while self.jack and seat < self.seats:
            if self.taken[seat] & JACK:
                won[seat] -= 10
            seat += 1
        return won, shooter

    def stir(self, chance: Chance) -> None:
        if not self.passing:
            cards = self.playable(self.on_move)
            self.advance(self.on_move, PLAY | one_of(cards, chance.below(count(cards))))
            return
        seat: i64 = 0
        while self.chosen[seat]:
            seat += 1
        self.advance(seat, PASS | any_three(self.hands[seat], chance))

    def why_not(self, seat: i64, what: Action) -> Refused:
        cards = cards_of(what.code)
        verb = verb_of(what.code)
        if verb != PASS and verb != PLAY:
            return Refused("refused.verb", verb=what.verb, game=self.name)
        if self.passing:
            if verb == PLAY:
                return Refused("refused.hearts.pass_first")
            if self.chosen[seat]:
                return Refused("refused.hearts.chosen")
            if count(cards) != 3:
                return Refused("refused.hearts.three", count=count(cards))
            return Refused("refused.not_yours", cards=set_text(cards & ~self.hands[seat]))
        if verb == PASS:
            return Refused("refused.hearts.no_pass")
        if seat != self.on_move:
            return Refused("refused.turn", seat=self.on_move)
        if count(cards) != 1:
            return Refused("refused.hearts.one", count=count(cards))
        if cards & ~self.hands[seat]:
            return Refused("refused.not_yours", cards=set_text(cards))
        if self.laid == 0:
            return Refused("refused.hearts.two_of_clubs" if self.tricks == 0 else "refused.hearts.not_broken")
        if self.hands[seat] & self.led:
            return Refused("refused.hearts.follow", suit=SUIT_NAMES[suit_of(lowest(self.led))])
        return Refused("refused.hearts.first_trick")


def threes_of(hand: i64) -> vec[i64]:
    """All ways to pass three cards of a hand."""
    size = count(hand)
    codes = vec[i64]([0] * (size * (size - 1) * (size - 2) // 6))
    at: i64 = 0
    while hand:
        one = PASS | hand & -hand
        hand &= hand - 1
        second = hand
        while second:
            two = one | second & -second
            second &= second - 1
            third = second
            while third:
                codes[at] = two | third & -third
                third &= third - 1
                at += 1
    return codes


def any_three(hand: i64, chance: Chance) -> i64:
    """Three random cards of a hand."""
    left = hand
    size = count(hand)
    end = size - 3
    while size > end:
        left &= ~one_of(left, chance.below(size))
        size -= 1
    return hand & ~left


def points_in(cards: i64) -> i64:
    """The points of hearts and the queen of spades among these cards."""
    return count(cards & ALL_HEARTS) + (13 if cards & QUEEN else 0)


def places(points: vec[i64]) -> list[int]:
    """Each seat's place: the fewest points win."""
    found: list[int] = []
    for mine in points:
        place = 1
        for other in points:
            if other < mine:
                place += 1
        found.append(place)
    return found
