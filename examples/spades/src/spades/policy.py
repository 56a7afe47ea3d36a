"""How a seat plays Spades without looking ahead: the greedy bot, and everybody in a search's playouts."""

from __future__ import annotations

from cardhouse import Chance
from cardhouse.engine.action import PLAY
from cardhouse.engine.cards import BIT, SUIT_CARDS, cards_in, count, lowest, rank_of, suit_of

from .rules import BID, MOST, SEATS, SPADES, Spades, best_of

QUEEN, KING, ACE = 10, 11, 12
# A hand that expects less than this bids nil, if it has no high spade and no ace.
NIL_BELOW = 1.0


def expected(hand: int) -> float:
    """About how many tricks a hand takes: high cards, long spades, and short suits that spades can take."""
    spades = count(hand & SPADES)
    tricks = float(max(0, spades - 3))
    for suit in range(4):
        cards = hand & int(SUIT_CARDS[suit])
        held, ranks = count(cards), {rank_of(card) for card in cards_in(cards)}
        if suit == suit_of(lowest(SPADES)):
            tricks += (ACE in ranks) + 0.9 * (KING in ranks and held > 1) + 0.7 * (QUEEN in ranks and held > 2)
            continue
        tricks += (
            0.9 * (ACE in ranks) + 0.6 * (KING in ranks and 1 < held < 6) + 0.2 * (QUEEN in ranks and 2 < held < 5)
        )
        if held < 2 and spades:
            tricks += 0.5 * int(min(2 - held, spades))
    return float(tricks)


def bid(game: Spades, seat: int) -> int:
    """What a seat bids: a little less than it expects, nil with a hand of low cards."""
    hand = game.hands[seat]
    high = any(rank_of(card) >= (QUEEN if BIT[card] & SPADES else ACE) for card in cards_in(hand))
    tricks = expected(hand)
    if game.nil and tricks < NIL_BELOW and not high and count(hand & SPADES) < 4:
        return 0
    return min(MOST, max(1, int(tricks + 0.3)))


def card(game: Spades, seat: int) -> int:
    """The card that a seat plays: cheaply over the others while its side wants tricks, else the highest that loses."""
    cards = sorted(cards_in(game.playable(seat)), key=lambda card: (bool(BIT[card] & SPADES), rank_of(card)))
    partner = (seat + 2) % SEATS
    nil = game.nil and game.bids[seat] == 0 and not game.won[seat]
    wanted = game.bids[seat] + game.bids[partner] - game.won[seat] - game.won[partner]
    trick = game.trick
    if not trick:
        if nil or wanted <= 0:
            return cards[0]
        sure = [card for card in cards if rank_of(card) == ACE]
        return sure[0] if sure else cards[len(cards) // 2]
    winning = [card for card in cards if best_of([*trick, card]) == len(trick)]
    losing = [card for card in cards if card not in winning]
    partners = (game.leader + best_of(trick)) % SEATS == partner
    saves = game.nil and game.bids[partner] == 0 and not game.won[partner] and partners
    if nil or (wanted <= 0 and not saves):
        return losing[-1] if losing else (winning[-1] if len(trick) == SEATS - 1 and not nil else winning[0])
    if not winning or (partners and not saves and (len(trick) == SEATS - 1 or rank_of(trick[best_of(trick)]) >= KING)):
        return (losing or cards)[0]
    return winning[0] if len(trick) == SEATS - 1 or BIT[winning[-1]] & SPADES else winning[-1]


def pick(game: Spades, seat: int, random_rate: float, chance: Chance) -> int:
    """The code of what this seat does; in a share ``random_rate`` of its turns any legal thing, but no wild bid."""
    if game.bidding:
        tricks = bid(game, seat)
        if random_rate and chance.unit() < random_rate:
            tricks = min(MOST, max(1, tricks + int(chance.below(3)) - 1))
        return int(BID + tricks)
    if random_rate and chance.unit() < random_rate:
        codes = game.moves(seat)
        return int(codes[chance.below(len(codes))])
    return int(PLAY | BIT[card(game, seat)])


def play_out(game: Spades, random_rate: float, chance: Chance) -> int:
    """Let everybody play by this policy to the end of the deal; how many actions it took."""
    done = 0
    deal = game.deals
    while game.result is None and game.deals == deal:
        seat = game.on_move
        game.advance(seat, pick(game, seat, random_rate, chance))
        done += 1
    return done
