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

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.action import PASS, PLAY, WHAT, Action, Actions, cards_of, verb_of
from ...engine.cards import (
    ALL_HEARTS,
    BIT,
    FULL_DECK,
    SUIT_CARDS,
    SUIT_NAMES,
    cards_in,
    cards_text,
    count,
    highest,
    lowest,
    one_of,
    set_text,
    subsets,
    suit_of,
    suit_with,
)
from ...engine.chance import Chance
from ...engine.errors import Refused
from ...engine.event import NO_CARDS, NO_FACTS, Event, packed_set
from ...engine.game import NO_ACTIONS, NO_CHANCE, Game, Observer, Setup, draw_lowest, refill
from ...engine.options import Option, Value, choice, number, switch
from ...engine.state import Shared
from ...engine.zone import Zone, zone_of, zone_of_set

TWO_OF_CLUBS: Final[i64] = 1
TWO_OF_DIAMONDS: Final[i64] = 1 << 13
TWO_OF_SPADES: Final[i64] = 1 << 26
QUEEN: Final[i64] = 1 << 36
JACK: Final[i64] = 1 << 22
POINTS: Final[i64] = 0x1FFF << 39 | 1 << 36

# How many seats to the left the cards go, deal by deal; 0: nobody passes.
PASSES: Final = {3: [1, 2, 0], 4: [1, 3, 2, 0], 5: [1, 4, 2, 3, 0]}
NOTHING: Final[vec[i64]] = vec[i64]()


class Scored:
    """The score of a deal that is over: points by seat, the queen's taker, who shot the moon, the deals before."""

    def __init__(self, won: vec[i64], queen: int, shooter: int | None, before: Scored | None) -> None:
        self.won: Final = won
        self.queen: Final = queen
        self.shooter: Final = shooter
        self.before: Final = before

    def __reduce__(self) -> tuple[object, ...]:
        # As one list, since a chain of hundreds is too deep for what goes from object to object.
        chain: list[tuple[list[int], int, int | None]] = []
        scored: Scored | None = self
        while scored is not None:
            chain.append((list(scored.won), scored.queen, scored.shooter))
            scored = scored.before
        return scored_of, (chain,)


def scored_of(chain: list[tuple[list[int], int, int | None]]) -> Scored | None:
    """These deals, of which the latest comes first."""
    scored: Scored | None = None
    for won, queen, shooter in reversed(chain):
        scored = Scored(vec[i64](won), queen, shooter, scored)
    return scored


def zeros(seats: i64) -> vec[i64]:
    """Nothing for each seat."""
    return vec[i64]([0] * seats)


class Hearts(Game):
    """A match of Hearts: deals until somebody reaches the limit. A card of a trick is a set of one."""

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
        seats = setup.seats
        if like is None:
            self.deck: i64 = i64(Hearts.cards(seats, setup.options))
            self.ways: Shared[vec[i64]] = vec[i64](PASSES[seats])
            self.first_trick_points: bool = setup.switch("first_trick_points")
            self.jack: bool = setup.switch("jack")
            self.breakers: i64 = i64(breakers_of(setup))
            self.moon: str = setup.choice("moon")
            self.claims: bool = setup.switch("claims")
            self.limit: i64 = i64(setup.number("limit"))
            self.deals: i64 = 0
            self.passing: bool = False
            self.pass_by: i64 = 0
            self.broken: bool = False
            self.tricks: i64 = 0
            self.leader: i64 = 0
            self.on_move: i64 = 0
            self.laid: i64 = 0
            self.led: i64 = 0
            self.pot: i64 = 0
            self.best: i64 = 0
            self.winner: i64 = 0
            self.last_leader: i64 = 0
            self.hands: vec[i64] = zeros(seats)
            self.taken: vec[i64] = zeros(seats)
            self.voids: vec[i64] = zeros(seats)
            self.trick: vec[i64] = zeros(seats)
            self.last_trick: vec[i64] = zeros(seats)
            self.order: vec[i64] = zeros(count(self.deck))
            self.chosen: Shared[vec[i64]] = zeros(seats)
            self.passed: Shared[vec[i64]] = zeros(seats)
            self.points: Shared[vec[i64]] = zeros(seats)
            self.claimed: Shared[vec[i64]] = vec[i64]()
            self.scored: Shared[Scored | None] = None
        else:
            # Written by tools/game_state.py from the fields above.
            self.deck = like.deck
            self.ways = like.ways
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
            self.laid = like.laid
            self.led = like.led
            self.pot = like.pot
            self.best = like.best
            self.winner = like.winner
            self.last_leader = like.last_leader
            self.hands = like.hands[:]
            self.taken = like.taken[:]
            self.voids = like.voids[:]
            self.trick = like.trick[:]
            self.last_trick = like.last_trick[:]
            self.order = like.order[:]
            self.chosen = like.chosen
            self.passed = like.passed
            self.points = like.points
            self.claimed = like.claimed
            self.scored = like.scored

    def copy(self) -> Hearts:
        return Hearts(self.setup, self)

    def set_to(self, like: Game) -> None:
        # Written by tools/game_state.py from the fields in `__init__`.
        assert isinstance(like, Hearts)
        self.set_common(like)
        self.deck = like.deck
        self.ways = like.ways
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
        self.laid = like.laid
        self.led = like.led
        self.pot = like.pot
        self.best = like.best
        self.winner = like.winner
        self.last_leader = like.last_leader
        refill(self.hands, like.hands)
        refill(self.taken, like.taken)
        refill(self.voids, like.voids)
        refill(self.trick, like.trick)
        refill(self.last_trick, like.last_trick)
        refill(self.order, like.order)
        self.chosen = like.chosen
        self.passed = like.passed
        self.points = like.points
        self.claimed = like.claimed
        self.scored = like.scored

    @classmethod
    def cards(cls, seats: int, options: Mapping[str, Value]) -> int:
        if seats == 3:
            return FULL_DECK & ~TWO_OF_DIAMONDS
        if seats == 5:
            return FULL_DECK & ~TWO_OF_DIAMONDS & ~TWO_OF_SPADES
        return FULL_DECK

    def deal(self) -> None:
        self.deal_out(self.setup.first_deck(self.deck, self.chance))

    def deal_out(self, deck: vec[i64]) -> None:
        """Deal a deck one by one and begin with passing, or with the two of clubs."""
        seats = self.seats
        self.hands = zeros(seats)
        self.taken = zeros(seats)
        self.voids = zeros(seats)
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

    def choosable(self, seat: i64) -> i64:
        """The cards from which a seat chooses three to pass, or one to play."""
        if self.passing:
            return 0 if self.chosen[seat] else self.hands[seat]
        return self.playable(seat) if seat == self.on_move else 0

    def moves(self, seat: i64) -> vec[i64]:
        cards = self.choosable(seat)
        if cards == 0:
            return NOTHING
        return subsets(PASS, cards, 3) if self.passing else subsets(PLAY, cards, 1)

    def legal_actions(self, seat: i64) -> Actions:
        cards = self.choosable(seat)
        if cards == 0:
            return NO_ACTIONS
        return Actions(NOTHING, PASS, cards, 3) if self.passing else Actions(NOTHING, PLAY, cards, 1)

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
        self.chosen = self.chosen[:]
        self.chosen[seat] = cards
        if self.recording:
            self.events.append(Event("choose", seat, NO_CARDS, NO_FACTS, (seat,), packed_set(cards)))
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
            if self.recording:
                both = (int(giver), int(taker))
                self.events.append(Event("pass", giver, NO_CARDS, NO_FACTS, both, packed_set(gift), "to", taker))
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
                self.voids[seat] |= FULL_DECK & ~ALL_HEARTS
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
                self.voids[seat] |= self.led
                if self.tricks == 0 and card & POINTS and not self.first_trick_points:
                    self.voids[seat] |= FULL_DECK & ~POINTS
        if card & self.breakers:
            self.broken = True
        self.hands[seat] &= ~card
        self.trick[laid] = card
        self.order[self.tricks * self.seats + laid] = card
        self.laid = laid + 1
        if self.recording:
            self.events.note("play", seat, packed_set(card))
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
        if self.recording:
            cards: i64 = 0
            at = self.seats
            while at > 0:
                at -= 1
                cards = cards << 6 | lowest(trick[at]) + 1
            self.events.note_then("trick", taker, cards, "points", points_in(self.pot))
        if len(self.claimed) > 0:
            self.claimed = vec[i64]()
        if self.hands[taker] == 0:
            self.end_deal()
        elif self.claims and self.all_win(taker):
            self.claim(taker)

    def all_win(self, seat: i64) -> bool:
        """True if every card of this seat is above all cards of its suit that the others hold."""
        others: i64 = 0
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                others |= self.hands[other]
            other += 1
        return must_win(self.hands[seat], others)

    def claim(self, seat: i64) -> None:
        """Give the remaining tricks to a seat that can't lose one, and show all hands."""
        if self.recording:
            self.emit("claim", seat, cards_in(self.hands[seat]))
        self.claimed = self.hands[:]
        other: i64 = 0
        while other < self.seats:
            if self.recording and other != seat:
                self.emit("show", other, cards_in(self.hands[other]))
            self.taken[seat] |= self.hands[other]
            self.hands[other] = 0
            other += 1
        self.end_deal()

    def end_deal(self) -> None:
        """Score the deal; end the match or deal again."""
        won, shooter = self.score()
        points = self.points[:]
        reached = False
        queen: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            points[seat] += won[seat]
            if self.taken[seat] & QUEEN:
                queen = seat
            if points[seat] >= self.limit:
                reached = True
            seat += 1
        self.points = points
        self.scored = Scored(won, queen, None if shooter < 0 else shooter, self.scored)
        if self.recording:
            if shooter >= 0:
                self.emit("moon", shooter, NO_CARDS)
            self.emit("score", None, NO_CARDS, won=list(won), total=self.scores())
        if reached:
            self.finish(places(points), self.scores(), "reason.hearts.limit")
            return
        self.deal_again()

    def deal_again(self) -> None:
        """Deal for the next time."""
        self.deal_out(self.setup.next_deck(self.deals, self.deck, self.chance))
        if self.recording:
            self.emit("deal", None, NO_CARDS, deal=self.deals, pass_by=self.pass_by)

    def score(self) -> tuple[vec[i64], i64]:
        """Return what each seat wins with the cards it has taken, and who shot the moon (-1: nobody)."""
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
            won[seat] -= self.jack_counts(seat)
            seat += 1
        return won, shooter

    def jack_counts(self, seat: i64) -> i64:
        """Return what the jack of diamonds is worth to a seat: ten points less, to the one who has taken it."""
        return 10 if self.jack and self.taken[seat] & JACK else 0

    def derived(self, observer: Observer) -> dict[str, Any]:
        queens: list[int] = []
        moons: list[int | None] = []
        scored = self.scored
        while scored is not None:
            queens.append(scored.queen)
            moons.append(scored.shooter)
            scored = scored.before
        queens.reverse()
        moons.reverse()
        return {
            "queens": queens,
            "moons": moons,
            "scoring": set_text(POINTS | JACK if self.jack else POINTS),
            "points": [points_in(self.taken[seat]) - self.jack_counts(seat) for seat in range(self.seats)],
        }

    def random_step(self, chance: Chance) -> None:
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

    def phase(self) -> str:
        return "pass" if self.passing else "play"

    def turn(self) -> list[int]:
        if self.result is not None:
            return []
        if not self.passing:
            return [self.on_move]
        return [seat for seat in range(self.seats) if self.chosen[seat] == 0]

    def roles(self) -> dict[str, int]:
        return {} if self.passing else {"leader": self.leader}

    def scores(self) -> list[int]:
        return list(self.points)

    def known_in(self, seat: i64, observer: Observer) -> i64:
        """The cards of a hand that this observer knows to be there."""
        hand = self.hands[seat]
        if observer.sees(seat):
            return hand
        known: i64 = 0
        if not self.passing and self.tricks == 0 and self.laid == 0 and seat == self.leader:
            known = hand & TWO_OF_CLUBS  # The leader of the first trick holds it.
        giver = observer.seat
        if giver is not None and self.pass_by and (giver + self.pass_by) % self.seats == seat:
            known |= hand & self.passed[giver]
        return known

    def as_seen(self, observer: Observer) -> Hearts:
        seen = Hearts(self.setup.told, self)
        seen.chance = NO_CHANCE
        seats = self.seats
        mine: i64 = -1 if observer.seat is None else observer.seat
        hidden = self.deck
        seat: i64 = 0
        while seat < seats:
            known = self.known_in(seat, observer)
            hidden &= ~(known | self.taken[seat])
            seen.hands[seat] = known
            seat += 1
        at: i64 = 0
        while at < self.laid:
            hidden &= ~self.trick[at]
            at += 1
        seat = 0
        while seat < seats:
            known = seen.hands[seat]
            more = draw_lowest(hidden, count(self.hands[seat]) - count(known))
            hidden &= ~more
            seen.hands[seat] = known | more
            seat += 1
        if self.passing:
            seen.chosen = self.chosen[:]
            seat = 0
            while seat < seats:
                if seat != mine and self.chosen[seat]:
                    seen.chosen[seat] = draw_lowest(seen.hands[seat], 3)
                seat += 1
        seen.passed = zeros(seats)
        if mine >= 0 and self.pass_by and not self.passing:
            got = (mine - self.pass_by + seats) % seats
            seen.passed[mine] = self.passed[mine]
            seen.passed[got] = self.passed[got]
        seen.forget_what_is_over()
        return seen

    def forget_what_is_over(self) -> None:
        """Clear what is left of earlier tricks and deals where nobody looks any more."""
        at = self.laid
        while at < self.seats:
            self.trick[at] = 0
            at += 1
        if self.tricks == 0:
            self.last_trick = zeros(self.seats)
        at = self.tricks * self.seats + self.laid
        while at < len(self.order):
            self.order[at] = 0
            at += 1
        if self.laid == 0:
            self.led = 0
            self.best = 0
            self.pot = 0
            self.winner = 0
        if self.passing:
            self.leader = 0
            self.on_move = 0

    def zones(self, observer: Observer) -> list[Zone]:
        zones: list[Zone] = []
        for seat in range(self.seats):
            known = self.known_in(seat, observer)
            hidden = count(self.hands[seat]) - count(known)
            zones.append(zone_of_set("hand", seat, known, hidden))
        for seat in range(self.seats):
            zones.append(zone_of_set("taken", seat, self.taken[seat]))
        zones.append(zone_of("trick", None, in_order(self.trick, self.laid)))
        zones.append(zone_of("last", None, in_order(self.last_trick, self.seats if self.tricks else 0)))
        return zones

    def history(self) -> list[list[int]]:
        """Return what each seat won, deal by deal."""
        deals: list[list[int]] = []
        scored = self.scored
        while scored is not None:
            deals.append(list(scored.won))
            scored = scored.before
        deals.reverse()
        return deals

    def facts(self, observer: Observer) -> dict[str, Any]:
        seats = range(self.seats)
        facts: dict[str, Any] = {
            "deal": self.deals,
            "pass_by": self.pass_by,
            "broken": self.broken,
            "tricks": self.tricks,
            "last_leader": self.last_leader,
            "played": cards_text(in_order(self.order, self.tricks * self.seats + self.laid)),
            "lacks": [set_text(self.voids[seat]) for seat in seats],
            "history": self.history(),
            "claimed": [set_text(hand) for hand in self.claimed],
            "chosen": [self.chosen[seat] != 0 for seat in seats],
            "choice": "",
            "gave": "",
            "got": "",
        }
        for seat in seats:
            if observer.seat == seat:
                facts["choice"] = set_text(self.chosen[seat])
                if self.pass_by and not self.passing:
                    facts["gave"] = set_text(self.passed[seat])
                    facts["got"] = set_text(self.passed[(seat - self.pass_by) % self.seats])
        if observer.everything:
            facts["choices"] = [set_text(self.chosen[seat]) for seat in seats]
            facts["passes"] = [set_text(self.passed[seat]) for seat in seats]
        return facts


def breakers_of(setup: Setup) -> i64:
    """The cards that break hearts."""
    return POINTS if setup.switch("queen_breaks") else ALL_HEARTS


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


def in_order(trick: vec[i64], laid: i64) -> list[int]:
    """The first cards of a trick, as they were laid."""
    return [lowest(trick[at]) for at in range(laid)]


def must_win(hand: i64, others: i64) -> bool:
    """True if each card of a hand is above every card of its suit among these others."""
    suit: i64 = 0
    while suit < 4:
        mine = hand & SUIT_CARDS[suit]
        theirs = others & SUIT_CARDS[suit]
        if mine and theirs and lowest(mine) < highest(theirs):
            return False
        suit += 1
    return True
