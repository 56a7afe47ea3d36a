"""Crazy Eights, for two to five.

Everybody gets seven cards (two players) or five. In turn a card is laid on the pile that has the suit or the rank of
the card on top. An eight goes on anything, and who plays it names the suit that is called for. Who can't play draws.
Who is first out of cards wins; the others are placed by the points in their hands: 50 for an eight, 10 for a court
card, 1 for an ace, its number for any other.

Where the usual rules leave a question open:
- The first card of the pile is the first of the stock that is no eight.
- Nobody may draw who could play, unless `free` is on. So a draw shows that no card of that hand fitted.
- With `draw` ``one`` a player draws one card and may then play or pass; with ``until`` they draw until a card fits.
- When the stock is empty nobody draws any more: who can't play passes. When all pass in a row, the game is over.
- With `twos` the next player draws two cards and misses the turn; with `queens` they just miss it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from cardhouse import Action, Game, Option, Refused, Zone
from cardhouse.engine.action import PASS, PLAY, WHAT, cards_of, new_verb, verb_of
from cardhouse.engine.cards import (
    BIT,
    FULL_DECK,
    HIDDEN,
    RANK_CARDS,
    SUIT_CARDS,
    SUIT_NAMES,
    Card,
    cards_in,
    count,
    lowest,
    rank_of,
    set_text,
    suit_of,
)
from cardhouse.engine.event import NO_CARDS
from cardhouse.engine.game import Observer, Setup
from cardhouse.engine.options import Value, choice, switch
from cardhouse.engine.view import zone_of

DRAW = new_verb("draw")
NAME = new_verb("name", "number")
TWO, EIGHT, QUEEN = 0, 6, 10
EIGHTS = int(RANK_CARDS[EIGHT])
POINTS = (2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10, 1)


class CrazyEights(Game):
    """A game of Crazy Eights."""

    name: ClassVar[str] = "eights"
    seat_choices: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    default_seats: ClassVar[int] = 3
    options: ClassVar[tuple[Option, ...]] = (
        choice("draw", "one", "until"),
        switch("free"),
        switch("twos"),
        switch("queens"),
    )

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.until = setup.choice("draw") == "until"
        self.free = setup.switch("free")
        self.hands: list[int] = [0] * setup.seats
        self.stock: list[int] = []
        self.pile: list[int] = []
        self.on_move: int = 0
        # The suit that is called for: that of the top card, or what was named with an eight.
        self.suit: int = 0
        self.naming: bool = False
        self.has_drawn: bool = False
        self.passes: int = 0
        # For each seat how many cards it took each time, and which would have fitted: it held none of those before.
        self.took: list[list[int]] = [[] for _ in range(setup.seats)]
        self.unfit: list[list[int]] = [[] for _ in range(setup.seats)]
        # The cards that each seat has played, and how often it had taken cards by then.
        self.laid: list[list[tuple[int, int]]] = [[] for _ in range(setup.seats)]

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        return int(FULL_DECK)

    def deal(self) -> None:
        deck = [int(card) for card in self.setup.first_deck(FULL_DECK, self.chance)]
        seats = int(self.seats)
        size = 7 if seats == 2 else 5
        for at, card in enumerate(deck[: size * seats]):
            self.hands[at % seats] |= int(BIT[card])
        self.took = [[size] for _ in range(seats)]
        self.unfit = [[0] for _ in range(seats)]
        self.stock = deck[size * seats :]
        first = next(at for at, card in enumerate(self.stock) if rank_of(card) != EIGHT)
        self.pile = [self.stock.pop(first)]
        self.suit = int(suit_of(self.pile[0]))

    def fitting(self) -> int:
        """All cards that go on the pile now."""
        return int(SUIT_CARDS[self.suit] | RANK_CARDS[rank_of(self.pile[-1])] | EIGHTS)

    def may_draw(self, seat: int) -> bool:
        """Whether this seat, being on the move, may draw."""
        if not self.stock or (self.has_drawn and not self.until):
            return False
        return self.free or not self.hands[seat] & self.fitting()

    def may_pass(self, seat: int) -> bool:
        """Whether this seat, being on the move, may pass: after its draw, or where nothing can be played or drawn."""
        if self.has_drawn and not self.until:
            return True
        return not self.stock and (self.free or not self.hands[seat] & self.fitting())

    def moves(self, seat: i64) -> vec[i64]:
        codes = vec[i64]()
        if seat != self.on_move:
            return codes
        if self.naming:
            for suit in range(4):
                codes = append(codes, NAME + suit + 1)
            return codes
        for card in cards_in(self.hands[seat] & self.fitting()):
            codes = append(codes, PLAY | BIT[card])
        if self.may_draw(seat):
            codes = append(codes, DRAW)
        if self.may_pass(seat):
            codes = append(codes, PASS)
        return codes

    def do(self, seat: i64, code: i64) -> None:
        verb = verb_of(code)
        if verb == PLAY:
            self.play(int(seat), int(cards_of(code)))
        elif verb == NAME:
            self.suit = int(code & WHAT) - 1
            self.naming = False
            if self.recording:
                self.emit("name", seat, NO_CARDS, suit=SUIT_NAMES[self.suit])
            self.move_on(1)
        elif verb == DRAW:
            self.draw_card(int(seat))
        else:
            self.passes += not self.has_drawn
            if self.recording:
                self.emit("pass", seat, NO_CARDS)
            self.move_on(1)
            if self.passes == self.seats:
                self.end("reason.eights.blocked")

    def play(self, seat: int, card: int) -> None:
        """Lay a card, a set of one, on the pile."""
        number = int(lowest(card))
        self.hands[seat] &= ~card
        self.laid[seat].append((number, len(self.took[seat])))
        self.pile.append(number)
        self.suit = int(suit_of(number))
        self.passes = 0
        if self.recording:
            self.emit("play", seat, [number])
        if not self.hands[seat]:
            self.end("reason.eights.out")
        elif rank_of(number) == EIGHT:
            self.naming = True
        elif rank_of(number) == TWO and self.setup.switch("twos"):
            self.move_on(1)
            self.take(self.on_move, 2, 0)
            self.move_on(1)
        else:
            self.move_on(2 if rank_of(number) == QUEEN and self.setup.switch("queens") else 1)

    def draw_card(self, seat: int) -> None:
        """Draw a card; who may draw only if nothing fits has shown just that."""
        self.passes = 0
        self.has_drawn = True
        self.take(seat, 1, 0 if self.free else self.fitting())

    def take(self, seat: int, number: int, unfit: int) -> None:
        """Take this many cards from the stock, as far as there are any, with none of these in hand."""
        cards, self.stock = self.stock[:number], self.stock[number:]
        self.took[seat].append(len(cards))
        self.unfit[seat].append(unfit)
        for card in cards:
            self.hands[seat] |= int(BIT[card])
        if self.recording and cards:
            self.emit("draw", seat, cards, (seat,))

    def move_on(self, seats: int) -> None:
        """Give the turn to the player this many seats on."""
        self.on_move = (self.on_move + seats) % int(self.seats)
        self.has_drawn = False

    def end(self, reason: str) -> None:
        """The fewest points in hand win; who has no cards has none."""
        points = self.points()
        self.finish([1 + sum(other < mine for other in points) for mine in points], points, reason)

    def why_not(self, seat: i64, what: Action) -> Refused:
        verb, cards = verb_of(what.code), int(cards_of(what.code))
        if verb not in (PLAY, PASS, DRAW, NAME):
            return Refused("refused.verb", verb=what.verb, game=self.name)
        if seat != self.on_move:
            return Refused("refused.turn", seat=self.on_move)
        if self.naming:
            return Refused("refused.eights.name")
        if verb == NAME:
            return Refused("refused.eights.no_eight")
        if verb == DRAW:
            return Refused("refused.eights.no_draw" if self.stock else "refused.eights.no_stock")
        if verb == PASS:
            return Refused("refused.eights.pass_alone" if cards else "refused.eights.no_pass")
        if count(cards) != 1:
            return Refused("refused.eights.one")
        if cards & ~self.hands[seat]:
            return Refused("refused.not_yours", cards=set_text(cards))
        return Refused("refused.eights.fit", suit=SUIT_NAMES[self.suit])

    def phase(self) -> str:
        return "name" if self.naming else "drawn" if self.has_drawn else "play"

    def turn(self) -> list[int]:
        return [self.on_move]

    def scores(self) -> list[int]:
        return [int(count(hand)) for hand in self.hands]

    def points(self) -> list[int]:
        """The points in each hand: for the end, since nobody knows those of the others before."""
        return [sum(POINTS[rank_of(card)] for card in cards_in(hand)) for hand in self.hands]

    def zones(self, observer: Observer) -> list[Zone]:
        hands = [
            zone_of("hand", seat, cards_in(hand) if observer.sees(seat) else [HIDDEN] * count(hand))
            for seat, hand in enumerate(self.hands)
        ]
        stock = self.stock if observer.everything else [HIDDEN] * len(self.stock)
        return [*hands, zone_of("stock", None, stock), zone_of("pile", None, self.pile)]

    def facts(self, observer: Observer) -> dict[str, Any]:
        return {
            "suit": SUIT_NAMES[self.suit],
            "passes": self.passes,
            "took": [took[:] for took in self.took],
            "unfit": [[set_text(cards) for cards in unfit] for unfit in self.unfit],
            "laid": [[[str(Card(card)), times] for card, times in laid] for laid in self.laid],
        }
