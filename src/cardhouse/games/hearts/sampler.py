"""Whole games of Hearts that fit what one seat knows: voids shown, cards passed, and that nobody could claim yet."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import BIT, FULL_DECK, Card, count, parse_cards, set_of
from ...engine.chance import Chance
from ...engine.checks import Facts, check_cards, each_in, impossible, seat_in
from ...engine.deals import DealSampler
from ...engine.game import MOST_STEPS, Observer, Sampler, setup_of
from ...engine.view import View
from .rules import TWO_OF_CLUBS, Hearts, Scored, any_three, must_win


class HeartsSampler(Sampler):
    """Games that fit one view of Hearts, uniformly."""

    def __init__(self, view: View) -> None:
        source = view.source
        # The game with the cards that the seat knows, how many more each hand holds, and who has chosen what to pass.
        self.known: Hearts = Hearts(source.setup, source) if isinstance(source, Hearts) else Hearts(setup_of(view))
        self.chosen: list[bool] = []
        self.seat: int | None = view.seat
        sizes = self._hide() if isinstance(source, Hearts) else self._read(view)
        known = self.known
        unseen = known.deck
        allowed = vec[i64]()
        seat: i64 = 0
        while seat < known.seats:
            unseen &= ~known.hands[seat] & ~known.taken[seat] & ~known.trick[seat]
            allowed = append(allowed, FULL_DECK & ~known.voids[seat])
            seat += 1
        self.deals = DealSampler(unseen if known.result is None else 0, sizes, allowed)

    def _hide(self) -> vec[i64]:
        """Take what the seat does not know out of the game of its view; how many cards of each hand that is."""
        known = self.known
        observer = Observer(self.seat)
        self.chosen = [known.chosen[at] != 0 for at in range(known.seats)]
        sizes = vec[i64]()
        seat: i64 = 0
        while seat < known.seats:
            cards = known.known_in(seat, observer)
            sizes = append(sizes, count(known.hands[seat]) - count(cards))
            known.hands[seat] = cards
            seat += 1
        if known.passing:
            chosen = vec[i64]([0] * int(known.seats))
            if self.seat is not None:
                chosen[self.seat] = known.chosen[self.seat]
            known.chosen = chosen
        return sizes

    def _read(self, view: View) -> vec[i64]:
        """Read the game that a view shows; how many cards of each hand are not known."""
        seats: i64 = view.seats
        game = self.known
        check_cards(view, game.deck, ("hand", "taken"), ("trick", "last"), ("hand",), "last")
        facts = Facts(view)
        game.step = view.step
        game.result = view.outcome
        game.deals = facts.number("deal", 1, MOST_STEPS)
        game.pass_by = facts.number("pass_by", 0, view.seats - 1)
        game.passing = view.phase == "pass"
        game.tricks = facts.number("tricks", 0, count(game.deck) // seats)
        if len(view.zone("trick").cards) >= view.seats:
            raise impossible(view, "trick")
        for at, last in enumerate(view.zone("last").known):
            game.last_trick[at] = BIT[last]
        game.last_leader = facts.number("last_leader", 0, view.seats - 1)
        played = parse_cards(facts.text("played"))
        if view.outcome is None and not tricks_fit(view, played, game.tricks):
            raise impossible(view, "played")
        for at, card in enumerate(played):
            game.order[at] = BIT[card]
        game.leader = view.roles.get("leader", 0)
        for card in view.zone("trick").known:
            game.play((game.leader + game.laid) % seats, BIT[card])
        game.on_move = view.turn[0] if view.turn and not game.passing else game.leader
        game.broken = facts.switch("broken")
        history = facts.items("history")
        queens, moons = facts.items("queens", len(history)), facts.items("moons", len(history))
        for won, queen, shooter in zip(history, queens, moons, strict=True):
            game.scored = Scored(
                vec[i64](each_in(view, won, "history", -1000, 1000)),
                seat_in(view, queen, "queens"),
                None if shooter is None else seat_in(view, shooter, "moons"),
                game.scored,
            )
        game.claimed = vec[i64]([facts.set_of_text("claimed", hand) for hand in facts.items("claimed")])
        self.chosen = facts.switches("chosen")
        voids_of = facts.cards_of_seats("lacks")
        sizes = vec[i64]()
        seat: i64 = 0
        while seat < seats:
            hand = view.zone("hand", seat)
            known: i64 = set_of(hand.known)
            taken: i64 = set_of(view.zone("taken", seat).known)
            if view.outcome is None and len(hand.cards) != self._size(game, seat):
                raise impossible(view, "hand")
            game.hands[seat] = known
            game.taken[seat] = taken
            game.voids[seat] = voids_of[seat]
            game.points[seat] = view.scores[seat]
            sizes = append(sizes, len(hand.cards) - count(known))
            seat += 1
        if view.seat is not None:
            mine: i64 = view.seat
            game.chosen[mine] = facts.cards("choice")
            if self.chosen[mine] != (game.chosen[mine] != 0) or game.chosen[mine] & ~game.hands[mine]:
                raise impossible(view, "choice")
            if game.pass_by and not game.passing:
                game.passed[mine] = facts.cards("gave")
                game.passed[(mine - game.pass_by) % seats] = facts.cards("got")
        if view.outcome is not None:
            return sizes
        if game.passing and all(self.chosen):
            raise impossible(view, "chosen")
        if not game.passing and game.tricks == 0 and game.laid == 0 and not game.hands[game.leader] & TWO_OF_CLUBS:
            raise impossible(view, "leader")
        return sizes

    def _size(self, game: Hearts, seat: i64) -> i64:
        """How many cards a hand has at this point of a deal."""
        laid = (seat - game.leader) % game.seats < game.laid
        return count(game.deck) // game.seats - game.tricks - (1 if laid else 0)

    def game(self, chance: Chance) -> Hearts:
        game = self.sample(chance)
        tries: i64 = 0
        while self.would_have_claimed(game) and tries < 10000:
            game = self.sample(chance)
            tries += 1
        return game

    def sample(self, chance: Chance) -> Hearts:
        """A game that fits the cards seen and the voids shown."""
        game = Hearts(self.known.setup, self.known)
        game.chance = chance.split()
        hands = self.deals.sample(chance)
        game.chosen = game.chosen[:]
        seat: i64 = 0
        while seat < game.seats:
            game.hands[seat] |= hands[seat]
            if game.passing and self.chosen[seat] and seat != self.seat:
                game.chosen[seat] = any_three(game.hands[seat], chance)
            seat += 1
        return game

    def would_have_claimed(self, game: Hearts) -> bool:
        """True if the leader of the trick would have been given the rest before it began."""
        if not game.claims or game.passing or game.tricks == 0 or game.result is not None:
            return False
        others: i64 = 0
        mine: i64 = 0
        seat: i64 = 0
        while seat < game.seats:
            cards = game.hands[seat]
            played = (seat - game.leader) % game.seats
            if played < game.laid:
                cards |= game.trick[played]
            if seat == game.leader:
                mine = cards
            else:
                others |= cards
            seat += 1
        return must_win(mine, others)


def tricks_fit(view: View, played: list[Card], tricks: int) -> bool:
    """True if somebody has taken each of the tricks played so far, and the cards after them lie in the last one."""
    taken = [set(view.zone("taken", seat).known) for seat in range(view.seats)]
    ends = tricks * view.seats
    whole = [set(played[at : at + view.seats]) for at in range(0, ends, view.seats)]
    return tuple(played[ends:]) == view.zone("trick").known and all(
        len(trick) == view.seats and any(trick <= cards for cards in taken) for trick in whole
    )
