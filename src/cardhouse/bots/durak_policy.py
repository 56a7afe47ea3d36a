"""How a seat of Durak plays without looking ahead: by tastes, that is by what it thinks its cards are worth.

It looks at its own cards and at what everybody knows, never at a card that its seat can't see. One taste makes the
plain player, another the players of a search's imagined games, where a little chance is mixed in.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ..action import ATTACK, BEAT, DONE, FORWARD, TAKE, first_of, pair, verb_of
from ..cards import BIT, RANK_CARDS, count, lowest
from ..chance import Chance
from ..games.durak import Durak

# A taste has a row for play while there is a stock, then one for play without. A plain card's worth is 10 for each step
# from the deck's lowest rank (0) to the ace (120), whatever the deck.
TRUMP: Final[i64] = 0  # the worth of the lowest trump
TRUMP_STEP: Final[i64] = 1  # and of each rank above it
MORE: Final[i64] = 2  # opening with a further card of the rank
ADD: Final[i64] = 3  # cards worth less are added
PILE: Final[i64] = 4  # cards worth less are given to a defender who takes
TAKING: Final[i64] = 5  # taking rather than spending cards worth more than this
TAKING_CARD: Final[i64] = 6  # and this for each card on the table
FORWARDING: Final[i64] = 7  # forwarding with cards worth no more than this above what beating costs
NEW_RANK: Final[i64] = 8  # beating with a rank that is not on the table
ROW: Final[i64] = 9

NEVER: Final[i64] = 1000000

# The worth of a plain card by the deck's lowest rank and its own.
_WORTH: Final[vec[i64]] = vec[i64]([max(0, rank - low) * 120 // (12 - low) for low in range(6) for rank in range(13)])


def worth(game: Durak, card: i64, taste: vec[i64], row: i64) -> i64:
    """What a card is worth to its holder."""
    plain = _WORTH[13 * lowest(game.deck) + card % 13]
    if BIT[card] & game.trumps:
        return taste[row + TRUMP] + plain * taste[row + TRUMP_STEP] // 10
    return plain


def cheapest(game: Durak, cards: i64, taste: vec[i64], row: i64) -> i64:
    """The card that is worth least; plain cards before trumps where they are worth the same."""
    best: i64 = NEVER
    found: i64 = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        value = worth(game, card, taste, row) * 2 + (1 if BIT[card] & game.trumps else 0)
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
    """Whether the stock is empty and no more than two players hold cards, so that they know all of them."""
    return game.result is None and game.stock_left() == 0 and game.seats - count(game.out) <= 2


def cards_left(game: Durak) -> i64:
    """How many cards are in the game."""
    return count(game.deck & ~game.away)


def candidates(game: Durak, seat: i64) -> vec[i64]:
    """The actions worth a thought: of all orders of beating one, and no beating where the rest can't be beaten."""
    codes = game.moves(seat)
    if seat != game.defender:
        return codes
    hardest: i64 = -1
    fewest: i64 = 64
    left = game.unbeaten
    while left:
        options = count(game.hands[seat] & game.beating(lowest(left)))
        if options < fewest:
            fewest = options
            hardest = lowest(left)
        left &= left - 1
    kept = vec[i64]()
    for code in codes:
        if verb_of(code) != BEAT or (fewest > 0 and first_of(code) == hardest):
            kept = append(kept, code)
    return kept


def pick(game: Durak, seat: i64, taste: vec[i64], noise: i64, chance: Chance) -> i64:
    """The code of what this seat likes best; each price is raised by a random number below ``noise``."""
    row: i64 = 0 if game.stock_left() else ROW
    if seat == game.defender:
        return pick_answer(game, seat, taste, row, noise, chance)
    if game.laid:
        return pick_addition(game, seat, taste, row, noise, chance)
    return pick_opening(game, seat, taste, row, noise, chance)


def pick_opening(game: Durak, seat: i64, taste: vec[i64], row: i64, noise: i64, chance: Chance) -> i64:
    """The cheapest rank, and of its plain cards as many as it likes; a trump only where there is nothing else."""
    hand = game.hands[seat]
    most = game.room()
    plain = hand & ~game.trumps
    best: i64 = NEVER
    found: i64 = 0
    left = hand
    while left:
        card = lowest(left)
        same = plain & RANK_CARDS[card % 13]
        if not same:
            same = BIT[card]
        left &= ~RANK_CARDS[card % 13]
        price = worth(game, lowest(same), taste, row)
        if noise:
            price += chance.below(noise)
        chosen = same & -same
        same &= same - 1
        number: i64 = 1
        while True:
            if price < best:
                best = price
                found = chosen
            if not same or number >= most:
                break
            price -= taste[row + MORE]
            chosen |= same & -same
            same &= same - 1
            number += 1
    return ATTACK | found


def pick_addition(game: Durak, seat: i64, taste: vec[i64], row: i64, noise: i64, chance: Chance) -> i64:
    """The cheapest card that fits, if it is cheap enough; else done."""
    cards = game.hands[seat] & game.ranks
    if cards and game.room() > 0:
        card = cheapest(game, cards, taste, row)
        price = worth(game, card, taste, row)
        if noise:
            price += chance.below(noise) - noise // 2
        if price < taste[row + (PILE if game.taking else ADD)]:
            return ATTACK | BIT[card]
    return DONE


def pick_answer(game: Durak, seat: i64, taste: vec[i64], row: i64, noise: i64, chance: Chance) -> i64:
    """Beat everything, forward it or take it: whatever costs least."""
    hand = game.hands[seat]
    best = taste[row + TAKING] + 2 * game.laid * taste[row + TAKING_CARD]
    found = TAKE
    if noise:
        best += chance.below(noise) - noise // 2
    price: i64 = 0
    first: i64 = 0
    left = game.unbeaten
    while left:
        # The hardest first, so that an easier one doesn't use up what it needs.
        card: i64 = -1
        fewest: i64 = 64
        open_cards = left
        while open_cards:
            options = count(hand & game.beating(lowest(open_cards)))
            if options < fewest:
                fewest = options
                card = lowest(open_cards)
            open_cards &= open_cards - 1
        if fewest == 0:
            price = NEVER
            break
        by = pick_beating(game, hand & game.beating(card), taste, row)
        price += worth(game, by, taste, row)
        if not BIT[by] & game.ranks:
            price += taste[row + NEW_RANK]
        if not first:
            first = pair(BEAT, card, by)
        hand &= ~BIT[by]
        left &= ~BIT[card]
    if price < best:
        best = price
        found = first
    same = game.hands[seat] & game.ranks
    if same and game.forward_room() > 0:
        card = cheapest(game, same, taste, row)
        if worth(game, card, taste, row) - taste[row + FORWARDING] < best:
            found = FORWARD | BIT[card]
    return found


def pick_beating(game: Durak, cards: i64, taste: vec[i64], row: i64) -> i64:
    """The cheapest of these to beat with."""
    best: i64 = NEVER
    found: i64 = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        price = worth(game, card, taste, row)
        if not BIT[card] & game.ranks:
            price += taste[row + NEW_RANK]
        if price < best:
            best = price
            found = card
    return found


def play_on(game: Durak, seat: i64, taste: vec[i64], noise: i64, chance: Chance, most: i64, few: i64 = 0) -> i64:
    """Play a game on by taste until this seat's place is settled, or for so many actions; the actions it took.

    It also stops at the start of a round when two players are left with no more than ``few`` cards.
    """
    done: i64 = 0
    while done < most and game.result is None and not game.out & BIT[seat]:
        if few and game.laid == 0 and cards_left(game) <= few and two_left(game):
            break
        who = mover(game)
        game.advance(who, pick(game, who, taste, noise, chance))
        done += 1
    return done


# Trump, trump step, more, add, pile, taking, taking card, forwarding, new rank.
PLAIN: Final = vec[i64]([1000, 10, 0, 1000, 1000, 100000, 0, 0, 0, 1000, 10, 0, 100000, 1000, 100000, 0, 0, 0])
PLAYER: Final = vec[i64]([179, 6, 64, 174, 0, 252, 0, 10, 7, 101, 12, 121, 271, 100, 400, 4, 20, 4])
