"""Whole games of Durak that fit what one seat knows: cards seen, and that no hand dealt held a lower trump than the
one shown. Each order of the deck that fits is equally likely."""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from ..cards import HIDDEN, RANK_CARDS, SUIT_CARDS, count, parse_card, parse_cards, set_of, vec_of
from ..chance import Chance
from ..deals import FACTORIAL
from ..game import Imaginer, Setup
from ..view import View
from .durak import Durak
from .durak_memory import ROW, Start
from .durak_table import NOBODY


def _cards(text: str) -> i64:
    return set_of(parse_cards(text))


class DurakImaginer(Imaginer):
    """Games that fit one view of Durak, each as likely as it is for somebody who knows no more than the view."""

    def __init__(self, view: View) -> None:
        game = Durak(Setup(view.game, view.seats, view.options, 0, None))
        facts = view.facts
        game.step = view.step
        game.result = view.outcome
        game.open_trump = parse_card(facts["open_trump"])
        game.trumps = game.deck & SUIT_CARDS[game.open_trump // 13]
        game.round = facts["round"]
        game.attacker = view.roles["attacker"]
        game.defender = view.roles["defender"]
        game.co_attacker = view.roles.get("co_attacker", NOBODY)
        game.co_added = facts["co_added"]
        game.taking = view.phase == "pile_on"
        game.out_before = facts["out_before"]
        game.done = set_of(facts["done"])
        game.places = vec[i64](facts["places"])
        game.out = set_of([seat for seat, place in enumerate(facts["places"]) if place])
        game.away = set_of(view.zone("discard").known)
        for text in facts["known"]:
            game.known |= _cards(text)
        _lay_table(game, facts["pairs"])
        self.starts: list[list[Any]] = facts["starts"]
        self.hidden = vec[i64]()
        unseen = game.deck & ~game.away & ~set_of(view.zone("attacks").known) & ~set_of(view.zone("defences").known)
        stock = view.zone("stock").cards
        if stock:
            unseen &= ~set_of([game.open_trump])
        for seat in range(view.seats):
            hand = view.zone("hand", seat)
            game.hands[seat] = set_of(hand.known)
            unseen &= ~game.hands[seat]
            self.hidden = append(self.hidden, len(hand.cards) - len(hand.known))
        self.under_stock: bool = len(stock) > 0
        if view.options["first"] == "lowest_trump":
            game.shown = parse_card(facts["shown"]) if facts["shown"] else HIDDEN
            game.lows = game.trumps_under(game.shown)
            for row in facts["dealt"]:
                for found in row:
                    game.ways = append(game.ways, found)
        self.known = game
        self.lows: i64 = unseen & game.lows
        self.others: i64 = unseen & ~game.lows
        self.ways: list[list[float]] = self._count()

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
        """The ways in which a seat's hidden cards have so many low trumps: only drawn cards can be such."""
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
            for text in held:
                moved |= _cards(text)
        for attacker, held in self.starts:
            hands = game.hands[:]
            for seat in range(len(held)):
                hands[seat] = hands[seat] & ~moved | _cards(held[seat])
            game.start = Start(attacker, hands, game.start)


def _lay_table(game: Durak, pairs: list[list[str]]) -> None:
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
    """The ways to choose places for so many cards."""
    if places < cards or cards < 0:
        return 0.0
    return FACTORIAL[places] / FACTORIAL[cards] / FACTORIAL[places - cards]
