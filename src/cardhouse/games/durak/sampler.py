"""Whole games of Durak that fit what one seat knows: cards seen, and that no hand dealt held a lower trump than the
one shown. Each order of the deck that fits is equally likely."""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import BIT, HIDDEN, RANK_CARDS, SUIT_CARDS, count, parse_card, set_of, vec_of
from ...engine.chance import Chance
from ...engine.checks import Facts, check_cards, impossible, number_in, seat_in
from ...engine.deals import FACTORIAL
from ...engine.game import MOST_STEPS, Sampler, setup_of
from ...engine.view import View
from .memory import MOST_WAYS, ROW, Start
from .rules import NOBODY, Durak


class DurakSampler(Sampler):
    """Games that fit one view of Durak, each as likely as it is for somebody who knows no more than the view."""

    def __init__(self, view: View) -> None:
        source = view.source
        # The game with the cards that the seat knows; of each hand how many it does not know; the earlier starts.
        self.known: Durak = Durak(source.setup, source) if isinstance(source, Durak) else Durak(setup_of(view))
        self.hidden = vec[i64]()
        self.starts: list[tuple[int, list[int]]] = []
        self.under_stock: bool = False
        if isinstance(source, Durak):
            self._hide(source, view.seat)
        else:
            self._read(view)
        known = self.known
        unseen = known.deck & ~known.away
        for hand in known.hands:
            unseen &= ~hand
        at: i64 = 0
        while at < known.laid:
            unseen &= ~BIT[known.attacks[at]]
            if known.defences[at] >= 0:
                unseen &= ~BIT[known.defences[at]]
            at += 1
        if self.under_stock:
            unseen &= ~BIT[known.open_trump]
        self.lows: i64 = unseen & known.lows
        self.others: i64 = unseen & ~known.lows
        self.ways: list[list[float]] = self._count()
        if not isinstance(source, Durak):
            self._check(view, known)

    def _hide(self, source: Durak, mine: int | None) -> None:
        """Take what the seat does not know out of the game of its view."""
        known = self.known
        for seat in range(known.seats):
            size = count(known.hands[seat])
            if seat != mine:
                known.hands[seat] &= source.known
            self.hidden = append(self.hidden, size - count(known.hands[seat]))
        self.starts = [(attacker, held) for attacker, held, _ in source.moved_since()]
        self.under_stock = source.stock_left() > 0
        known.stock = vec[i64]()
        known.start = None

    def _read(self, view: View) -> None:
        """Read the game that a view shows."""
        game = self.known
        check_cards(view, game.deck, ("hand",), ("stock", "attacks", "defences", "discard"), ("hand", "stock"))
        facts = Facts(view)
        game.step = view.step
        game.result = view.outcome
        game.open_trump = parse_card(facts.text("open_trump"))
        if not game.deck & set_of([game.open_trump]):
            raise impossible(view, "open_trump")
        game.trumps = game.deck & SUIT_CARDS[game.open_trump // 13]
        game.round = facts.number("round", 0, MOST_STEPS)
        game.attacker = view.roles["attacker"]
        game.defender = view.roles["defender"]
        game.co_attacker = view.roles.get("co_attacker", NOBODY)
        game.co_added = facts.switch("co_added")
        game.taking = view.phase == "pile_on"
        game.out_before = facts.number("out_before", 0, view.seats)
        game.done = set_of(facts.seats("done"))
        places = facts.numbers("places", 0, view.seats)
        game.places = vec[i64](places)
        game.out = set_of([seat for seat, place in enumerate(places) if place])
        game.away = set_of(view.zone("discard").known)
        known = facts.cards_of_seats("known")
        for cards in known:
            game.known |= cards
        _lay_table(game, view, facts.items("pairs"))
        self.starts = _read_starts(view, facts)
        stock = view.zone("stock").cards
        if stock and (stock[-1] != game.open_trump or len(view.zone("stock").known) > 1):
            raise impossible(view, "stock")
        for seat in range(view.seats):
            hand = view.zone("hand", seat)
            game.hands[seat] = set_of(hand.known)
            if known[seat] & ~game.hands[seat]:
                raise impossible(view, "known")
            self.hidden = append(self.hidden, len(hand.cards) - len(hand.known))
        self.under_stock = len(stock) > 0
        if view.options["first"] == "lowest_trump":
            game.shown = parse_card(facts.text("shown")) if facts.text("shown") else HIDDEN
            if game.shown >= 0 and not game.trumps & set_of([game.shown]):
                raise impossible(view, "shown")
            game.lows = game.trumps_under(game.shown)
            for row in facts.items("dealt", view.seats if game.lows else 0):
                if len(row) != ROW:
                    raise impossible(view, "dealt")
                for found in row:
                    game.ways = append(game.ways, number_in(view, found, "dealt", 0, MOST_WAYS))

    def _check(self, view: View, game: Durak) -> None:
        """Check that the roles are those of players, and that there is a deal at all."""
        if self.ways[0][int(count(self.lows))] <= 0.0:
            raise impossible(view, "dealt")
        if game.result is not None:
            return
        if game.attacker == game.defender or game.co_attacker in (game.attacker, game.defender):
            raise impossible(view, "roles")
        if count(game.out) >= game.seats - 1 and not game.laid:
            raise impossible(view, "places")
        # An attacker needs something to open with, and somebody to beat it.
        if game.laid == 0 and not (self._held(game, game.attacker) and self._held(game, game.defender)):
            raise impossible(view, "roles")

    def _held(self, game: Durak, seat: i64) -> i64:
        return count(game.hands[seat]) + self.hidden[seat]

    def _count(self) -> list[list[float]]:
        """For each seat the ways in which it, the seats after it and the stock hold 0, 1, 2, … of the low trumps."""
        lows = int(count(self.lows))
        behind = int(count(self.lows) + count(self.others) - sum(list(self.hidden)))
        ways = [[_choices(behind, low) for low in range(lows + 1)]]
        for seat in range(len(self.hidden) - 1, -1, -1):
            after = ways[-1]
            ways.append(
                [
                    sum([self._holding(seat, low) * after[all_lows - low] for low in range(all_lows + 1)])
                    for all_lows in range(lows + 1)
                ]
            )
        ways.reverse()
        return ways

    def _holding(self, seat: i64, low: i64) -> float:
        """The ways in which a seat's hidden cards have this many low trumps: only drawn cards can be such."""
        hidden = self.hidden[seat]
        if self.lows == 0 or hidden == 0:
            return 0.0 if low else 1.0
        found = 0.0
        dealt: i64 = 0
        while dealt < ROW:
            found += float(self.known.ways[ROW * seat + dealt]) * _choices(hidden - dealt, low)
            dealt += 1
        return found

    def game(self, chance: Chance) -> Durak:
        game = Durak(self.known.setup, self.known)
        game.chance = chance.split()
        lows = vec_of(self.lows)
        others = vec_of(self.others)
        chance.shuffle(lows)
        chance.shuffle(others)
        low_at: i64 = 0
        other_at: i64 = 0
        seat: i64 = 0
        while seat < game.seats:
            low = self._pick(seat, len(lows) - low_at, chance)
            size = self.hidden[seat]
            game.hands[seat] |= set_of(lows[low_at : low_at + low]) | set_of(others[other_at : other_at + size - low])
            low_at += low
            other_at += size - low
            seat += 1
        stock = lows[low_at:]
        while other_at < len(others):
            stock = append(stock, others[other_at])
            other_at += 1
        chance.shuffle(stock)
        game.stock = append(stock, game.open_trump) if self.under_stock else stock
        self._remember(game)
        return game

    def _pick(self, seat: i64, left: i64, chance: Chance) -> i64:
        """How many of the low trumps that are left go to this seat."""
        if left == 0:
            return 0
        after = self.ways[seat + 1]
        target = chance.unit() * self.ways[seat][left]
        low: i64 = 0
        best: i64 = 0
        while low <= left:
            found = self._holding(seat, low) * after[left - low]
            if found > 0.0:
                best = low
                target -= found
                if target < 0.0:
                    break
            low += 1
        return best

    def _remember(self, game: Durak) -> None:
        """Give the game its earlier starts: what has not moved since lay where it lies."""
        moved: i64 = 0
        for _, held in self.starts:
            for cards in held:
                moved |= cards
        for attacker, held in self.starts:
            hands = game.hands[:]
            for seat in range(len(held)):
                hands[seat] = hands[seat] & ~moved | held[seat]
            game.start = Start(attacker, hands, game.start)


def _read_starts(view: View, facts: Facts) -> list[tuple[int, list[int]]]:
    """Who attacked at each earlier start, and each seat's cards of then that have moved since."""
    starts: list[tuple[int, list[int]]] = []
    for attacker, held in facts.items("starts"):
        if len(held) != view.seats:
            raise impossible(view, "starts")
        starts.append((seat_in(view, attacker, "starts"), [facts.set_of_text("starts", text) for text in held]))
    return starts


def _lay_table(game: Durak, view: View, pairs: list[Any]) -> None:
    laid = [attack for attack, _ in pairs], [defence for _, defence in pairs if defence]
    if laid != (
        [str(card) for card in view.zone("attacks").known],
        [str(card) for card in view.zone("defences").known],
    ):
        raise impossible(view, "pairs")
    for attack, defence in pairs:
        card: i64 = parse_card(attack)
        game.attacks[game.laid] = card
        game.ranks |= RANK_CARDS[card % 13]
        if defence:
            card = parse_card(defence)
            game.defences[game.laid] = card
            game.ranks |= RANK_CARDS[card % 13]
        else:
            game.unbeaten |= set_of([card])
        game.laid += 1


def _choices(places: i64, cards: i64) -> float:
    """The ways to choose places for this many cards."""
    if places < cards or cards < 0:
        return 0.0
    return FACTORIAL[places] / FACTORIAL[cards] / FACTORIAL[places - cards]
