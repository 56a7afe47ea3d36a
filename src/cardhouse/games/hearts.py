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

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ..action import PASS, PLAY, WHAT, Action, cards_of, verb_of
from ..cards import (
    ALL_HEARTS,
    BIT,
    FULL_DECK,
    HIDDEN,
    SUIT_CARDS,
    SUIT_NAMES,
    cards_in,
    count,
    highest,
    lowest,
    nth,
    set_text,
    vec_of,
)
from ..chance import Chance
from ..errors import Refused
from ..game import NO_CARDS, Eye, Game, Setup, shuffled
from ..options import Option, Value, choice, number, switch
from ..view import Zone, zone_of

TWO_OF_CLUBS: Final[i64] = 0
TWO_OF_DIAMONDS: Final[i64] = 13
TWO_OF_SPADES: Final[i64] = 26
QUEEN: Final[i64] = 1 << 36
JACK: Final[i64] = 1 << 22
POINTS: Final[i64] = ALL_HEARTS | QUEEN

# How many seats to the left the cards go, deal by deal; 0: nobody passes.
PASSES: Final = {3: (1, 2, 0), 4: (1, 3, 2, 0), 5: (1, 4, 2, 3, 0)}


class Hearts(Game):
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

    def __init__(self, setup: Setup, like: Hearts | None = None) -> None:
        super().__init__(setup, like)
        if like is None:
            empty = vec[i64]([0 for _ in range(setup.seats)])
            self.deck: i64 = Hearts.cards(setup.seats, setup.options)
            self.first_trick_points: bool = setup.switch("first_trick_points")
            self.jack: bool = setup.switch("jack")
            self.breakers: i64 = POINTS if setup.switch("queen_breaks") else ALL_HEARTS
            self.moon: str = setup.choice("moon")
            self.claims: bool = setup.switch("claims")
            self.limit: i64 = setup.number("limit")
            self.deals: i64 = 0
            self.passing: bool = False
            self.pass_by: i64 = 0
            self.broken: bool = False
            self.tricks: i64 = 0
            self.leader: i64 = 0
            self.on_move: i64 = 0
            self.trick = empty[:]
            self.laid: i64 = 0
            self.last_trick = vec[i64]()
            self.last_leader: i64 = 0
            self.hands = empty
            self.chosen = empty[:]
            self.passed = empty[:]
            self.lacks = empty[:]
            self.taken = empty[:]
            self.points = empty[:]
            self.history: list[list[int]] = []
            self.claimed: list[str] = []
            return
        self.deck = like.deck
        self.first_trick_points = like.first_trick_points
        self.jack = like.jack
        self.breakers = like.breakers
        self.moon = like.moon
        self.claims = like.claims
        self.limit = like.limit
        self.deals = like.deals
        self.passing = like.passing
        self.pass_by = like.pass_by
        self.broken = like.broken
        self.tricks = like.tricks
        self.leader = like.leader
        self.on_move = like.on_move
        self.trick = like.trick[:]
        self.laid = like.laid
        self.last_trick = like.last_trick[:]
        self.last_leader = like.last_leader
        self.hands = like.hands[:]
        self.chosen = like.chosen[:]
        self.passed = like.passed[:]
        self.lacks = like.lacks[:]
        self.taken = like.taken[:]
        self.points = like.points[:]
        self.history = like.history
        self.claimed = like.claimed

    def copy(self) -> Hearts:
        return Hearts(self.setup, self)

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        if seats == 3:
            return FULL_DECK & ~BIT[TWO_OF_DIAMONDS]
        if seats == 5:
            return FULL_DECK & ~BIT[TWO_OF_DIAMONDS] & ~BIT[TWO_OF_SPADES]
        return FULL_DECK

    def deal(self) -> None:
        self.deal_out(self.setup.first_deck(self.deck, self.chance))

    def deal_out(self, deck: vec[i64]) -> None:
        """Deal a deck one by one and begin with passing, or with the two of clubs."""
        seats = self.seats
        seat: i64 = 0
        while seat < seats:
            self.hands[seat] = 0
            self.chosen[seat] = 0
            self.passed[seat] = 0
            self.lacks[seat] = 0
            self.taken[seat] = 0
            seat += 1
        at: i64 = 0
        seat = 0
        while at < len(deck):
            self.hands[seat] |= BIT[deck[at]]
            at += 1
            seat += 1
            if seat == seats:
                seat = 0
        ways = PASSES[seats]
        self.pass_by = ways[self.deals % len(ways)]
        self.passing = self.pass_by != 0
        self.deals += 1
        self.broken = False
        self.tricks = 0
        self.laid = 0
        self.last_trick = vec[i64]()
        if not self.passing:
            self.begin()

    def begin(self) -> None:
        """The holder of the two of clubs is to lead it."""
        seat: i64 = 0
        while not self.hands[seat] & 1:
            seat += 1
        self.leader = seat
        self.on_move = seat

    def playable(self, seat: i64) -> i64:
        """The cards that the seat on move may play."""
        hand = self.hands[seat]
        if self.laid == 0:
            if self.tricks == 0:
                return 1
            if not self.broken and hand & ~ALL_HEARTS:
                return hand & ~ALL_HEARTS
            return hand
        follow = hand & SUIT_CARDS[self.trick[0] // 13]
        if follow:
            return follow
        if self.tricks == 0 and not self.first_trick_points and hand & ~POINTS:
            return hand & ~POINTS
        return hand

    def moves(self, seat: i64) -> vec[i64]:
        codes = vec[i64]()
        if self.passing:
            if self.chosen[seat] == 0:
                hand = vec_of(self.hands[seat])
                size: i64 = len(hand)
                a: i64 = 0
                while a < size:
                    b: i64 = a + 1
                    while b < size:
                        c: i64 = b + 1
                        while c < size:
                            codes = append(codes, PASS | BIT[hand[a]] | BIT[hand[b]] | BIT[hand[c]])
                            c += 1
                        b += 1
                    a += 1
        elif seat == self.on_move:
            cards = self.playable(seat)
            while cards:
                codes = append(codes, PLAY | cards & -cards)
                cards &= cards - 1
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
            self.tell("choose", seat, cards_in(cards), (seat,))
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
            self.passed[giver] = gift
            self.chosen[giver] = 0
            if self.telling:
                self.tell("pass", giver, cards_in(gift), (giver, taker), to=taker)
            giver += 1
        self.passing = False
        self.begin()

    def play(self, seat: i64, card: i64) -> None:
        """Play a card, given as a set of one, to the trick."""
        number = lowest(card)
        if self.laid == 0:
            if card & ALL_HEARTS and not self.broken:
                self.lacks[seat] |= FULL_DECK & ~ALL_HEARTS
        else:
            led = SUIT_CARDS[self.trick[0] // 13]
            if not card & led:
                self.lacks[seat] |= led
                if self.tricks == 0 and card & POINTS and not self.first_trick_points:
                    self.lacks[seat] |= FULL_DECK & ~POINTS
        self.hands[seat] &= ~card
        if card & self.breakers:
            self.broken = True
        self.trick[self.laid] = number
        self.laid += 1
        if self.telling:
            self.tell("play", seat, [number])
        if self.laid == self.seats:
            self.end_trick()
        else:
            self.on_move = seat + 1 if seat + 1 < self.seats else 0

    def end_trick(self) -> None:
        """The highest card of the suit led takes the trick."""
        if self.claimed:
            self.claimed = []
        trick = self.trick
        best = trick[0]
        led = best // 13
        winner: i64 = 0
        won = BIT[best]
        at: i64 = 1
        while at < self.seats:
            card = trick[at]
            won |= BIT[card]
            if card > best and card // 13 == led:
                best = card
                winner = at
            at += 1
        taker = self.leader + winner
        if taker >= self.seats:
            taker -= self.seats
        self.taken[taker] |= won
        self.last_trick = trick
        self.last_leader = self.leader
        self.trick = trick[:]
        self.laid = 0
        self.tricks += 1
        self.leader = taker
        self.on_move = taker
        if self.telling:
            self.tell("trick", taker, list(trick), points=count(won & ALL_HEARTS) + (13 if won & QUEEN else 0))
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
        self.claimed = [set_text(hand) for hand in self.hands]
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
        seats = self.seats
        won: list[int] = []
        seat: i64 = 0
        shooter: i64 = -1
        while seat < seats:
            taken = self.taken[seat]
            if taken & POINTS == POINTS:
                shooter = seat
            points: i64 = count(taken & ALL_HEARTS)
            if taken & QUEEN:
                points += 13
            won.append(points)
            seat += 1
        if shooter >= 0 and self.moon != "none":
            if self.moon == "others":
                won = [26] * len(won)
                won[shooter] = 0
            else:
                won[shooter] = -26
        reached = False
        seat = 0
        while seat < seats:
            if self.jack and self.taken[seat] & JACK:
                won[seat] -= 10
            self.points[seat] += won[seat]
            if self.points[seat] >= self.limit:
                reached = True
            seat += 1
        self.history = [*self.history, won]
        if self.telling:
            if shooter >= 0:
                self.tell("moon", shooter, NO_CARDS)
            self.tell("score", None, NO_CARDS, won=won, total=self.scores())
        if reached:
            scores = self.scores()
            self.finish(
                [1 + sum([other < score for other in scores]) for score in scores], scores, "reason.hearts.limit"
            )
            return
        self.deal_out(shuffled(self.deck, self.chance))
        if self.telling:
            self.tell("deal", None, NO_CARDS, deal=self.deals, pass_by=self.pass_by)

    def stir(self, chance: Chance) -> None:
        if not self.passing:
            cards = self.playable(self.on_move)
            pick = nth(cards, chance.below(count(cards)))
            self.advance(self.on_move, PLAY | BIT[pick])
            return
        seat: i64 = 0
        while self.chosen[seat]:
            seat += 1
        left = self.hands[seat]
        gift: i64 = 0
        while count(gift) < 3:
            card = BIT[nth(left, chance.below(count(left)))]
            gift |= card
            left &= ~card
        self.advance(seat, PASS | gift)

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
        led = self.trick[0] // 13
        if self.hands[seat] & SUIT_CARDS[led]:
            return Refused("refused.hearts.follow", suit=SUIT_NAMES[led])
        return Refused("refused.hearts.first_trick")

    def phase(self) -> str:
        return "pass" if self.passing else "play"

    def turn(self) -> list[int]:
        if not self.passing:
            return [self.on_move]
        return [seat for seat in range(self.seats) if self.chosen[seat] == 0]

    def roles(self) -> dict[str, int]:
        return {} if self.passing else {"leader": self.leader}

    def scores(self) -> list[int]:
        return list(self.points)

    def known_in(self, seat: i64, eye: Eye) -> i64:
        """The cards of a hand that this eye knows to be there."""
        hand = self.hands[seat]
        if eye.sees(seat):
            return hand
        known: i64 = 0
        if not self.passing and self.tricks == 0 and self.laid == 0 and seat == self.leader:
            known = hand & 1  # Whoever is to lead the first trick holds the two of clubs.
        giver = eye.seat
        if giver is not None and self.pass_by and (giver + self.pass_by) % self.seats == seat:
            known |= hand & self.passed[giver]
        return known

    def zones(self, eye: Eye) -> list[Zone]:
        zones: list[Zone] = []
        for seat in range(self.seats):
            known = self.known_in(seat, eye)
            hidden = count(self.hands[seat]) - count(known)
            zones.append(zone_of("hand", seat, cards_in(known) + [HIDDEN] * hidden))
        for seat in range(self.seats):
            zones.append(zone_of("taken", seat, cards_in(self.taken[seat])))
        zones.append(zone_of("trick", None, list(self.trick[: self.laid])))
        zones.append(zone_of("last", None, list(self.last_trick)))
        return zones

    def facts(self, eye: Eye) -> dict[str, Any]:
        seats = range(self.seats)
        facts: dict[str, Any] = {
            "deal": self.deals,
            "pass_by": self.pass_by,
            "broken": self.broken,
            "tricks": self.tricks,
            "last_leader": self.last_leader,
            "lacks": [set_text(self.lacks[seat]) for seat in seats],
            "history": self.history,
            "claimed": self.claimed,
            "chosen": [self.chosen[seat] != 0 for seat in seats],
            "choice": "",
            "gave": "",
            "got": "",
        }
        for seat in seats:
            if eye.seat == seat:
                facts["choice"] = set_text(self.chosen[seat])
                if self.pass_by and not self.passing:
                    facts["gave"] = set_text(self.passed[seat])
                    facts["got"] = set_text(self.passed[(seat - self.pass_by) % self.seats])
        if eye.everything:
            facts["choices"] = [set_text(self.chosen[seat]) for seat in seats]
            facts["passes"] = [set_text(self.passed[seat]) for seat in seats]
        return facts


def must_win(hand: i64, others: i64) -> bool:
    """Whether each card of a hand is above every card of its suit among these others."""
    suit: i64 = 0
    while suit < 4:
        mine = hand & SUIT_CARDS[suit]
        theirs = others & SUIT_CARDS[suit]
        if mine and theirs and lowest(mine) < highest(theirs):
            return False
        suit += 1
    return True
