"""Whole games of Hearts that fit what one seat knows: voids shown, cards passed, and that nobody could claim yet."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from ..cards import BIT, FULL_DECK, count, parse_cards, set_of
from ..chance import Chance
from ..deals import Deals
from ..game import Imaginer, Setup
from ..view import View
from .hearts import Hearts, any_three
from .hearts_table import Scored, must_win


def _cards(text: str) -> i64:
    return set_of(parse_cards(text))


class HeartsImaginer(Imaginer):
    """Games that fit one view of Hearts, uniformly."""

    def __init__(self, view: View) -> None:
        seats: i64 = view.seats
        game = Hearts(Setup(view.game, view.seats, view.options, 0, None))
        facts = view.facts
        game.step = view.step
        game.result = view.outcome
        game.deals = facts["deal"]
        game.pass_by = facts["pass_by"]
        game.passing = view.phase == "pass"
        game.tricks = facts["tricks"]
        for at, last in enumerate(view.zone("last").known):
            game.last_trick[at] = BIT[last]
        game.last_leader = facts["last_leader"]
        for at, card in enumerate(parse_cards(facts["played"])):
            game.order[at] = BIT[card]
        game.leader = view.roles.get("leader", 0)
        for card in view.zone("trick").known:
            game.play((game.leader + game.laid) % seats, BIT[card])
        game.on_move = view.turn[0] if view.turn else game.leader
        game.broken = facts["broken"]
        for won in facts["history"]:
            game.scored = Scored(vec[i64](won), game.scored)
        game.claimed = vec[i64]([_cards(hand) for hand in facts["claimed"]])
        self.chosen: list[bool] = facts["chosen"]
        self.seat: int | None = view.seat
        unseen = game.deck & ~set_of(view.zone("trick").known)
        sizes = vec[i64]()
        allowed = vec[i64]()
        seat: i64 = 0
        while seat < seats:
            hand = view.zone("hand", seat)
            known: i64 = set_of(hand.known)
            taken: i64 = set_of(view.zone("taken", seat).known)
            lacks = _cards(facts["lacks"][seat])
            game.hands[seat] = known
            game.taken[seat] = taken
            game.lacks[seat] = lacks
            game.points[seat] = view.scores[seat]
            unseen &= ~known & ~taken
            sizes = append(sizes, len(hand.cards) - count(known))
            allowed = append(allowed, FULL_DECK & ~lacks)
            seat += 1
        if view.seat is not None:
            mine: i64 = view.seat
            game.chosen[mine] = _cards(facts["choice"])
            if game.pass_by and not game.passing:
                game.passed[mine] = _cards(facts["gave"])
                game.passed[(mine - game.pass_by) % seats] = _cards(facts["got"])
        if view.outcome is not None:
            unseen = 0
        self.known = game
        self.deals = Deals(unseen, sizes, allowed)

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
        seat: i64 = 0
        while seat < game.seats:
            game.hands[seat] |= hands[seat]
            if game.passing and self.chosen[seat] and seat != self.seat:
                game.chosen[seat] = any_three(game.hands[seat], chance)
            seat += 1
        return game

    def would_have_claimed(self, game: Hearts) -> bool:
        """Whether the leader of the trick would have been given the rest before it began."""
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
