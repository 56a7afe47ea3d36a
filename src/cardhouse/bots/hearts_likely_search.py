"""Deals of Hearts that fit what a seat knows, the likelier ones more often.

A deal is as likely as the others' plays would have been with its hands. Each of the others is taken to play either
carefully or plainly, and how it played tells which.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..cards import BIT, count
from ..chance import Chance
from ..games.hearts import Hearts
from ..games.hearts_table import zeros
from ..games.hearts_worlds import HeartsImaginer
from .hearts_deal_search import OneDeal, Table, alone
from .hearts_policy import equals

# How often a card is played for no reason that the model knows.
WHIM: Final = 0.05


class World:
    """All hands of an imagined deal, and the sets of the seats that play plainly, or to shoot the moon, in it."""

    def __init__(self, hands: vec[i64], plain: i64, shooting: i64, likely: float) -> None:
        self.hands: Final = hands
        self.plain: Final[i64] = plain
        self.shooting: Final[i64] = shooting
        self.likely: float = likely


class LikelyWorlds:
    """Imagines likely deals for one view."""

    def __init__(self, imaginer: HeartsImaginer, seat: i64, table: Table, trust: float, plain: float) -> None:
        """``trust`` is how far the others' plays are believed (0: not at all); ``plain`` how many players are plain."""
        known = imaginer.known
        self.imaginer = imaginer
        self.seat: i64 = seat
        self.table = table
        self.trust: float = trust
        self.plain: float = plain
        self.shoots: float = 0.0 if known.moon == "none" or trust == 0.0 else 0.05
        self.cards: i64 = known.tricks * known.seats + known.laid
        self.players = zeros(self.cards)
        self.played = zeros(known.seats)
        self.start = OneDeal(known.setup, known)
        self.remember()

    def remember(self) -> None:
        """Find out who played each card of this deal, and set up the position before the first of them."""
        known = self.imaginer.known
        seats = known.seats
        start = self.start
        start.taken = zeros(seats)
        start.lacks = zeros(seats)
        start.broken = False
        start.tricks = 0
        start.laid = 0
        leader = self.first_leader()
        start.leader = leader
        start.on_move = leader
        at: i64 = 0
        while at < self.cards:
            player = (leader + at % seats) % seats
            self.players[at] = player
            self.played[player] |= known.order[at]
            at += 1
            if at % seats == 0:
                leader = taker_of(known, known.order[at - 1])

    def first_leader(self) -> i64:
        """Who led the first trick: as many seats before its taker as the rules say."""
        known = self.imaginer.known
        seats = known.seats
        if known.tricks == 0:
            return known.leader
        game = self.table.game
        game.set_to(self.start)
        game.leader = 0
        seat: i64 = 0
        while seat < seats:
            game.hands[seat] = known.deck  # So that the deal is not over after this trick.
            seat += 1
        seat = 0
        while seat < seats:
            game.play(seat, known.order[seat])
            seat += 1
        return (taker_of(known, known.order[0]) - game.leader) % seats

    def worlds(self, samples: i64, wanted: i64, seconds: float, chance: Chance) -> list[World]:
        """Imagine ``samples`` worlds, fewer when the time is up, and draw ``wanted`` of them by how likely they are."""
        end = perf_counter() + seconds
        found: list[World] = []
        total = 0.0
        while samples > 0 and (len(found) < 8 or perf_counter() < end):
            world = self.imagine(chance)
            found.append(world)
            total += world.likely
            samples -= 1
        if self.trust == 0.0:
            return found
        step = total / float(wanted)
        mark = step * chance.unit()
        reached = 0.0
        drawn: list[World] = []
        for world in found:
            reached += world.likely
            while mark < reached and len(drawn) < wanted:
                drawn.append(world)
                mark += step
        return drawn

    def imagine(self, chance: Chance) -> World:
        """One world that fits, with how likely it is."""
        game = self.imaginer.game(chance)
        seats = game.seats
        careful = vec[float]([1.0] * seats)
        plain = vec[float]([1.0] * seats)
        shooting = vec[float]([1.0] * seats)
        if self.trust > 0.0:
            self.replay(game.hands, careful, plain, shooting, chance)
        likely = 1.0
        plainly: i64 = 0
        shooters: i64 = 0
        seat: i64 = 0
        while seat < seats:
            if seat != self.seat:
                a = plain[seat] * self.plain
                b = shooting[seat] * self.shoots
                both = a + b + careful[seat] * (1.0 - self.plain - self.shoots)
                likely *= both
                pick = chance.unit() * both
                if pick < a:
                    plainly |= BIT[seat]
                elif pick < a + b:
                    shooters |= BIT[seat]
            seat += 1
        return World(game.hands, plainly, shooters, likely**self.trust)

    def replay(
        self, hands: vec[i64], careful: vec[float], plain: vec[float], shooting: vec[float], chance: Chance
    ) -> None:
        """How likely each of the others, being careful or plain, would have played as it did with these hands."""
        order = self.imaginer.known.order
        game = self.table.game
        game.set_to(self.start)
        seat: i64 = 0
        while seat < game.seats:
            game.hands[seat] = hands[seat] | self.played[seat]
            seat += 1
        at: i64 = 0
        while at < self.cards:
            seat = self.players[at]
            card = order[at]
            if seat != self.seat:
                cards = game.playable(seat)
                if cards & (cards - 1) != 0:
                    same = equals(game, seat, card)
                    whim = WHIM * float(count(cards & same)) / float(count(cards))
                    fair = whim + (1.0 - WHIM) * self.table.careful.odds(game, seat, cards, same)
                    careful[seat] *= fair
                    plain[seat] *= whim
                    if self.table.plain.pick(game, seat, chance) & same:
                        plain[seat] *= (whim + 1.0 - WHIM) / whim
                    if alone(game, seat):
                        shooting[seat] *= whim
                        if self.table.shooter.pick(game, seat, chance) & same:
                            shooting[seat] *= (whim + 1.0 - WHIM) / whim
                    else:
                        shooting[seat] *= fair
            game.play(seat, card)
            at += 1


def taker_of(game: Hearts, card: i64) -> i64:
    """The seat that took a card."""
    seat: i64 = 0
    while game.taken[seat] & card == 0:
        seat += 1
    return seat
