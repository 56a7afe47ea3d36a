"""Slapjack, for two to six.

Where the usual rules leave a question open:
- Turning the last card of one's hand is losing it: the last chance begins at once, under that very card.
- A penalty card is turned up on its way, so everybody knows it, and where it lies, until that hand is shuffled.
- A penalty that would go to a player who is out goes to the next player with cards after the offender instead.
- Nobody turning two cards in a row comes first: when a player comes back in, and the one whose turn it is turned the
  last card, the turn passes on. Otherwise no slap changes whose turn it is, as long as that player holds cards.
- Several players in a last chance: one who slaps the jack is back in, and the others' chance goes on.
- If every card is turned and a jack lies on top there is nothing left but to slap it: no timer runs.
- Who slaps while the pile waits to be gathered is out, too. If that is the player to whom it would go, it goes to the
  next player in the game.
- Who is out later has the better place; players who are out at one stroke share one. A score is the cards held.
- Everybody remembers everything. A hand is a shuffled block, of which it is known which of the cards shown before are
  in it but not where, and below it the penalty cards it got, in order. A shuffle makes the whole hand one block again.
- ``slap 1`` is a slap that was meant for the card below the top one and came late: a table that is played over a
  distance judges it as of that card. A good one takes the pile with the card that has covered it since.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.action import SLAP, TURN, WHAT, Action, verb_of
from ...engine.cards import BIT, FULL_DECK, HIDDEN, WILD_1, WILD_2, count, rank_of, set_text
from ...engine.chance import Chance
from ...engine.errors import Refused
from ...engine.event import NO_CARDS
from ...engine.game import NO_CHANCE, Game, Observer, Setup, draw_lowest, refill
from ...engine.options import Option, Value, switch
from ...engine.state import Shared
from ...engine.view import Timer
from ...engine.zone import Zone, zone_of
from ..slapping.card_ring import CardRing
from ..slapping.patterns import JACK, Doubles, Jacks, Sandwiches, Slap, Wilds, cards_by_rule, fitting, good, slaps_on
from ..slapping.seats import NOBODY, seat_or_none

SLAPS: Final[list[Slap]] = [
    Jacks("jacks", 1, True, True),
    Doubles("doubles", 2, True),
    Sandwiches("sandwiches", 3, True),
    Wilds("wilds", 1),
]
GATHER: Final = Timer("gather", 1.0)
NO_MOVES: Final[vec[i64]] = vec[i64]()
JUST_SLAP: Final[vec[i64]] = vec[i64]([SLAP])
TURN_OR_SLAP: Final[vec[i64]] = vec[i64]([TURN, SLAP])


class Slapjack(Game):
    """A game of Slapjack: until one player is left in it."""

    name: ClassVar[str] = "slapjack"
    seat_choices: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    default_seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = tuple([switch(rule.name) for rule in SLAPS if not rule.always])

    def __init__(self, setup: Setup, like: Slapjack | None = None) -> None:
        super().__init__(setup, like)
        if like is None:
            self.deck: i64 = i64(Slapjack.cards(setup.seats, setup.options))
            self.rules: Shared[list[Slap]] = slaps_on(SLAPS, setup.options)
            self.last_rules: Shared[list[Slap]] = slaps_on(SLAPS, setup.options, True)
            self.hands: list[CardRing] = [CardRing() for _ in range(setup.seats)]
            self.tails: vec[i64] = vec[i64]([0] * setup.seats)
            self.pile: CardRing = CardRing()
            self.seen: i64 = 0
            self.on_move: i64 = 0
            self.turned_by: i64 = NOBODY
            self.gathering: bool = False
            self.playing: i64 = i64(setup.seats)
            self.places: vec[i64] = vec[i64]([0] * setup.seats)
            self.waiting: vec[i64] = vec[i64]([0] * setup.seats)
            self.without: i64 = 0
        else:
            # Written by tools/game_state.py from the fields above.
            self.deck = like.deck
            self.rules = like.rules
            self.last_rules = like.last_rules
            self.hands = [CardRing(each) for each in like.hands]
            self.tails = like.tails[:]
            self.pile = CardRing(like.pile)
            self.seen = like.seen
            self.on_move = like.on_move
            self.turned_by = like.turned_by
            self.gathering = like.gathering
            self.playing = like.playing
            self.places = like.places[:]
            self.waiting = like.waiting[:]
            self.without = like.without

    def copy(self) -> Slapjack:
        return Slapjack(self.setup, self)

    def set_to(self, like: Game) -> None:
        # Written by tools/game_state.py from the fields in `__init__`.
        assert isinstance(like, Slapjack)
        self.set_common(like)
        self.deck = like.deck
        self.rules = like.rules
        self.last_rules = like.last_rules
        for at in range(len(self.hands)):
            self.hands[at].set_to(like.hands[at])
        refill(self.tails, like.tails)
        self.pile.set_to(like.pile)
        self.seen = like.seen
        self.on_move = like.on_move
        self.turned_by = like.turned_by
        self.gathering = like.gathering
        self.playing = like.playing
        refill(self.places, like.places)
        refill(self.waiting, like.waiting)
        self.without = like.without

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        return FULL_DECK | BIT[WILD_1] | BIT[WILD_2] if options["wilds"] is True else FULL_DECK

    @classmethod
    def lets_choose_starter(cls, options: Mapping[str, Value]) -> bool:
        return True

    def deal(self) -> None:
        deck = self.setup.first_deck(self.deck, self.chance)
        at: i64 = 0
        while at < len(deck):
            self.hands[at % self.seats].add(deck[at])
            at += 1
        self.on_move = self.setup.starting(0)

    def moves(self, seat: i64) -> vec[i64]:
        if self.places[seat]:
            return NO_MOVES
        return TURN_OR_SLAP if self.may_turn(seat) else JUST_SLAP

    def allows(self, seat: i64, code: i64) -> bool:
        if verb_of(code) == SLAP:
            covered = code & WHAT
            return self.places[seat] == 0 and (covered == 0 or covered < self.pile.size)
        return code == TURN and self.may_turn(seat)

    def may_turn(self, seat: i64) -> bool:
        return seat == self.on_move and self.without < self.playing

    def do(self, seat: i64, code: i64) -> None:
        if code == TURN:
            self.turn_card(seat)
        else:
            self.slap(seat, code & WHAT)

    def random_step(self, chance: Chance) -> None:
        # Everybody in the game may slap; then a card can be turned, the timer can fire, or neither.
        held = self.without < self.playing
        pick = chance.below(self.playing + 1 if held or self.gathering else self.playing)
        seat: i64 = 0
        while seat < self.seats:
            if self.places[seat] == 0:
                if pick == 0:
                    self.advance(seat, SLAP)
                    return
                pick -= 1
            seat += 1
        if held:
            self.advance(self.on_move, TURN)
        else:
            self.advance(-1, 0)

    def timer_now(self) -> Timer | None:
        return GATHER if self.gathering else None

    def draw_card(self, seat: i64) -> i64:
        """Take the top card of a hand and show it."""
        hand = self.hands[seat]
        if hand.size == self.tails[seat]:
            self.tails[seat] -= 1
        card = hand.draw()
        self.seen |= BIT[card]
        return card

    def turn_card(self, seat: i64) -> None:
        """Turn the top card onto the pile."""
        card = self.draw_card(seat)
        self.pile.add(card)
        self.turned_by = seat
        if self.recording:
            self.emit("turn", seat, [card])
        if self.hands[seat].size == 0:
            self.begin_wait(seat)
        if self.without < self.playing:
            self.on_move = self.next_holder(seat)
        elif rank_of(card) != JACK:
            self.gathering = True
            if self.recording:
                self.emit("all_turned", seat, NO_CARDS)

    def next_holder(self, seat: i64) -> i64:
        """The next player with cards clockwise after this seat, which comes last itself. Somebody must have some."""
        while True:
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.hands[seat].size > 0:
                return seat

    def begin_wait(self, seat: i64) -> None:
        """A player without cards has a last chance."""
        self.waiting[self.without] = seat
        self.without += 1
        if self.recording:
            self.emit("last_chance", seat, NO_CARDS)

    def end_wait(self, seat: i64) -> None:
        """A player's last chance is over, one way or the other."""
        at: i64 = 0
        while self.waiting[at] != seat:
            at += 1
        self.without -= 1
        while at < self.without:
            self.waiting[at] = self.waiting[at + 1]
            at += 1

    def settle_turn(self) -> None:
        """Keep the turn with a player who may have it, after cards have gone from hand to hand."""
        if self.without == self.playing:
            return
        again = self.without == 0 and self.on_move == self.turned_by
        if again or self.hands[self.on_move].size == 0:
            self.on_move = self.next_holder(self.on_move)

    def take(self, seat: i64) -> None:
        """Shuffle the pile into a player's hand."""
        hand = self.hands[seat]
        self.pile.move_to(hand)
        hand.shuffle(self.chance)
        self.tails[seat] = 0

    def do_timer(self) -> None:
        seat = self.turned_by
        while self.places[seat]:
            seat = seat + 1 if seat + 1 < self.seats else 0
        if self.recording:
            self.emit("gather", seat, self.pile.listed())
        self.gathering = False
        self.take(seat)
        self.end_wait(seat)
        self.on_move = seat

    def slap(self, seat: i64, covered: i64) -> None:
        """Slap the pile, as it lay before this many cards covered it: take it, pay for it, be out, or nothing."""
        if self.pile.size == 0:
            self.idle_slaps += 1
            if self.recording:
                self.emit("slap", seat, NO_CARDS, verdict="nothing", why="empty", patterns=[])
            return
        rules = self.last_rules if self.without else self.rules
        if good(rules, self.pile, 0, covered):
            if self.recording:
                fits = fitting(rules, self.pile.listed()[: self.pile.size - covered])
                self.emit("slap", seat, NO_CARDS, verdict="good", why=fits[0], patterns=fits)
            self.slap_well(seat)
        else:
            if self.recording:
                self.emit("slap", seat, NO_CARDS, verdict="wrong", why="wrong", patterns=[])
            if self.hands[seat].size > 0:
                self.pay(seat)
            else:
                self.end_wait(seat)
                self.out(seat, self.playing)
        if self.playing == 1:
            places = [int(place) if place else 1 for place in self.places]
            self.finish(places, self.scores(), "reason.slapjack.last")
        else:
            self.settle_turn()

    def slap_well(self, seat: i64) -> None:
        """Take the pile. It brings a player without cards back in; by another's hand those without are out."""
        held = self.hands[seat].size
        if self.recording:
            self.emit("take", seat, self.pile.listed())
        self.take(seat)
        if held == 0:
            self.end_wait(seat)
            if self.recording:
                self.emit("back", seat, NO_CARDS)
            return
        place = self.playing - self.without + 1
        at: i64 = 0
        while at < self.without:
            self.out(self.waiting[at], place)
            at += 1
        self.without = 0

    def pay(self, seat: i64) -> None:
        """Give the offender's top card to the player it is due to, who may be back in by it."""
        card = self.draw_card(seat)
        to = self.turned_by
        back = self.without > 0
        if back:
            to = self.waiting[0]
            self.end_wait(to)
        elif to == seat or self.places[to]:
            to = self.next_holder(seat)
        self.hands[to].add(card)
        self.tails[to] += 1
        if self.recording:
            self.emit("penalty", seat, [card], to=to)
            if back:
                self.emit("back", to, NO_CARDS)
        if self.hands[seat].size == 0:
            self.begin_wait(seat)

    def out(self, seat: i64, place: i64) -> None:
        """A player is out of the game, in this place."""
        self.places[seat] = place
        self.playing -= 1
        if self.recording:
            self.emit("out", seat, NO_CARDS, place=place)

    def draw(self, reason: str) -> None:
        """End the game in a draw between those who are still in it; who is out keeps the place."""
        self.finish([int(place) if place else 1 for place in self.places], self.scores(), reason)

    def why_not(self, seat: i64, what: Action) -> Refused:
        verb = verb_of(what.code)
        if verb != TURN and verb != SLAP:
            return Refused("refused.verb", verb=what.verb, game=self.name)
        if self.places[seat]:
            return Refused("refused.slapjack.out")
        if verb == SLAP:
            return Refused("refused.slap_covered", covered=what.code & WHAT)
        if self.without == self.playing:
            return Refused("refused.slapjack.gather" if self.gathering else "refused.slapjack.all_turned")
        return Refused("refused.turn", seat=self.on_move)

    def phase(self) -> str:
        if self.gathering:
            return "gather"
        return "last_chance" if self.without else "play"

    def turn(self) -> list[int]:
        if self.gathering or self.result is not None:
            return []
        if self.without == self.playing:
            return [seat for seat in range(self.seats) if self.places[seat] == 0]
        return [self.on_move]

    def scores(self) -> list[int]:
        return [hand.size for hand in self.hands]

    def known_in(self, seat: i64) -> i64:
        """The cards that everybody knows to be in the shuffled block of a hand."""
        if self.seen == 0:
            return 0
        hand = self.hands[seat]
        return hand.first_cards(hand.size - self.tails[seat]) & self.seen

    def as_seen(self, observer: Observer) -> Slapjack:
        seen = Slapjack(self.setup.told, self)
        seen.chance = NO_CHANCE
        hidden = self.deck & ~self.seen
        for seat, hand in enumerate(seen.hands):
            block = hand.size - self.tails[seat]
            known = self.known_in(seat)
            more = draw_lowest(hidden, block - count(known))
            hidden &= ~more
            hand.replace_first(known | more)
        awaited = self.turn()
        seen.on_move = awaited[0] if awaited else self.turned_by
        at = self.without
        while at < self.seats:
            seen.waiting[at] = 0
            at += 1
        return seen

    def zones(self, observer: Observer) -> list[Zone]:
        zones: list[Zone] = []
        for seat, hand in enumerate(self.hands):
            cards = hand.listed()
            if not observer.everything:
                block = len(cards) - self.tails[seat]
                cards = [HIDDEN] * block + cards[block:]
            zones.append(zone_of("hand", seat, cards))
        zones.append(zone_of("pile", None, self.pile.listed()))
        return zones

    def facts(self, observer: Observer) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "turned_by": seat_or_none(self.turned_by),
            "holds": [set_text(self.known_in(seat)) for seat in range(self.seats)],
            "jacks_only": self.without > 0,
            "waiting": list(self.waiting[: self.without]),
            "places": list(self.places),
            "out": [seat for seat in range(self.seats) if self.places[seat]],
            "idle_slaps": self.idle_slaps,
        }
        if observer.everything:
            facts["tails"] = list(self.tails)
        return facts

    def derived(self, observer: Observer) -> dict[str, Any]:
        return {"slaps": cards_by_rule(self.last_rules if self.without else self.rules, self.pile.listed())}
