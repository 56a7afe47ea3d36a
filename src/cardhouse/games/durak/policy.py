"""How a seat of Durak plays without looking ahead: the lowest card that does the job, trumps last.

It looks at its own cards and at what everybody knows, never at a card that its seat can't see. So plays the plain
player, and so play all in a search's imagined games, where a little chance is mixed in.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.action import ATTACK, BEAT, DONE, FORWARD, TAKE, first_of, pair, verb_of
from ...engine.cards import BIT, count, lowest
from ...engine.chance import Chance
from .rules import Durak

# Every trump is worth more than every plain card.
TRUMP: Final[i64] = 1000
NEVER: Final[i64] = 1000000


def worth(game: Durak, card: i64) -> i64:
    """Return what a card is worth to its holder: 10 for each rank, and more than that for a trump."""
    value = card % 13 * 10
    return value + TRUMP if BIT[card] & game.trumps else value


def cheapest(game: Durak, cards: i64) -> i64:
    """The card that is worth least."""
    best: i64 = NEVER
    found: i64 = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        value = worth(game, card)
        if value < best:
            best = value
            found = card
    return found


def mover(game: Durak) -> i64:
    """The first of those from whom a move is awaited."""
    if game.laid == 0:
        return game.attacker
    if not game.open_to_more():
        return game.defender
    return game.attacker if game.awaited(game.attacker) else game.co_attacker


def two_left(game: Durak) -> bool:
    """True if the stock is empty and no more than two players hold cards, so that they know all of them."""
    return game.result is None and game.stock_left() == 0 and game.seats - count(game.out) <= 2


def cards_left(game: Durak) -> i64:
    """How many cards are in the game."""
    return count(game.deck & ~game.away)


def hardest(game: Durak, hand: i64, cards: i64) -> i64:
    """The one of these cards that the fewest of a hand beat: an easier one must not use up what it needs."""
    found: i64 = -1
    fewest: i64 = 64
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        options = count(hand & game.beating(card))
        if options < fewest:
            fewest = options
            found = card
    return found


def candidates(game: Durak, seat: i64) -> vec[i64]:
    """The actions worth a thought: of all orders of beating one, and no beating where the rest can't be beaten."""
    codes = game.moves(seat)
    if seat != game.defender or game.unbeaten == 0:
        return codes
    first = hardest(game, game.hands[seat], game.unbeaten)
    hopeless = game.hands[seat] & game.beating(first) == 0
    kept = vec[i64](capacity=8)
    for code in codes:
        if verb_of(code) != BEAT or (first_of(code) == first and not hopeless):
            kept = append(kept, code)
    return kept


def pick(game: Durak, seat: i64, randomness: i64, chance: Chance) -> i64:
    """The code of what this seat does; ``randomness`` blurs which card to open with, by up to a tenth as many ranks."""
    if seat == game.defender:
        return pick_answer(game, seat)
    return pick_addition(game, seat) if game.laid else pick_opening(game, seat, randomness, chance)


def pick_opening(game: Durak, seat: i64, randomness: i64, chance: Chance) -> i64:
    """The lowest card."""
    cards = game.hands[seat]
    best: i64 = NEVER
    found: i64 = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        price = worth(game, card)
        if randomness:
            price += chance.below(randomness)
        if price < best:
            best = price
            found = card
    return ATTACK | BIT[found]


def pick_addition(game: Durak, seat: i64) -> i64:
    """The lowest card that fits; a trump only if there is no stock, and never for a defender who takes it."""
    cards = game.hands[seat] & game.ranks
    if game.stock_left() or game.taking:
        cards &= ~game.trumps
    return ATTACK | BIT[cheapest(game, cards)] if cards and game.room() > 0 else DONE


def pick_answer(game: Durak, seat: i64) -> i64:
    """Beat everything, or forward it where that is cheaper; take it only if neither can be done."""
    hand = game.hands[seat]
    found = TAKE
    price: i64 = 0
    left = game.unbeaten
    while left:
        card = hardest(game, hand, left)
        fitting = hand & game.beating(card)
        if not fitting:
            price = NEVER
            found = TAKE
            break
        by = cheapest(game, fitting)
        price += worth(game, by)
        if found == TAKE:
            found = pair(BEAT, card, by)
        hand &= ~BIT[by]
        left &= ~BIT[card]
    same = game.hands[seat] & game.ranks
    if same and game.forward_room() > 0:
        card = cheapest(game, same)
        if worth(game, card) < price:
            found = FORWARD | BIT[card]
    return found


def play_on(game: Durak, seat: i64, randomness: i64, chance: Chance, most: i64, few: i64 = 0) -> i64:
    """Play a game on until this seat's place is settled, or for this many actions; the actions it took.

    A seat that ran out of cards still has to see the round to its end: who runs out in the same one shares its place.
    It also stops at the start of a round when two players are left with no more than ``few`` cards.
    """
    done: i64 = 0
    while done < most and game.result is None and not (game.laid == 0 and game.out & BIT[seat]):
        if few and game.laid == 0 and cards_left(game) <= few and two_left(game):
            break
        who = mover(game)
        game.advance(who, pick(game, who, randomness, chance))
        done += 1
    return done
