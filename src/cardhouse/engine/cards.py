"""Cards, sets of cards and decks, as text and as small integers.

A card is ``13 * suit + rank``: suits clubs, diamonds, spades, hearts; ranks two (0) to ace (12).
The two wild cards of Slapjack are 52 and 53. A set of cards is one integer with a bit for each card.
All arithmetic on bits lives here; it gives the same answers compiled and uncompiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .errors import Unreadable

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdsh"
SUIT_NAMES: Final = ("clubs", "diamonds", "spades", "hearts")

CLUBS: Final[i64] = 0
DIAMONDS: Final[i64] = 1
SPADES: Final[i64] = 2
HEARTS: Final[i64] = 3

ALL_CLUBS: Final[i64] = 0x1FFF
ALL_DIAMONDS: Final[i64] = 0x1FFF << 13
ALL_SPADES: Final[i64] = 0x1FFF << 26
ALL_HEARTS: Final[i64] = 0x1FFF << 39
FULL_DECK: Final[i64] = 0xFFFFFFFFFFFFF

WILD_1: Final[i64] = 52
WILD_2: Final[i64] = 53
HIDDEN: Final[i64] = -1
# How many different cards there are, wild ones included.
PLACES: Final[i64] = 54

# A table, because compiled code shifts a literal by a variable in 32 bits.
BIT: Final[vec[i64]] = vec[i64]([2**n for n in range(63)])
SUIT_CARDS: Final[vec[i64]] = vec[i64]([0x1FFF * 2 ** (13 * suit) for suit in range(4)])
RANK_CARDS: Final[vec[i64]] = vec[i64]([0x8004002001 * 2**rank for rank in range(13)])

_DE_BRUIJN: Final[i64] = 0x03F79D71B4CB0A89
_BIT_INDEX: Final[vec[i64]] = vec[i64](
    [index for _, index in sorted(((2**index * 0x03F79D71B4CB0A89 >> 58) & 63, index) for index in range(64))]
)


def bit(card: i64) -> i64:
    """The set that holds just this card."""
    return BIT[card]


def count(cards: i64) -> i64:
    """How many cards a set holds.

    >>> from cardhouse.engine.cards import count, parse_cards, set_of
    >>> count(set_of(parse_cards('2c As Td')))
    3
    """
    # In 56 bits, which are enough: compiled code is slow with constants of more than 62.
    x: i64 = cards - ((cards >> 1) & 0x55555555555555)
    x = (x & 0x33333333333333) + ((x >> 2) & 0x33333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F
    return (x * 0x01010101010101 >> 48) & 0xFF


def lowest(cards: i64) -> i64:
    """The card with the smallest number in a set that is not empty.

    >>> from cardhouse.engine.cards import CARDS, lowest, parse_cards, set_of
    >>> CARDS[lowest(set_of(parse_cards('As Td 2h')))]
    Card('Td')
    """
    # Only bits 58 to 63 of the product matter: they are the same whether or not it overflows.
    return _BIT_INDEX[((cards & -cards) * _DE_BRUIJN >> 58) & 63]


def highest(cards: i64) -> i64:
    """The card with the largest number in a set that is not empty.

    >>> from cardhouse.engine.cards import CARDS, highest, parse_cards, set_of
    >>> CARDS[highest(set_of(parse_cards('As Td 2h')))]
    Card('2h')
    """
    x: i64 = cards | cards >> 1
    x |= x >> 2
    x |= x >> 4
    x |= x >> 8
    x |= x >> 16
    x |= x >> 32
    return count(x) - 1


def nth(cards: i64, n: i64) -> i64:
    """The card number ``n`` of a set, counted from 0 in the order of the cards' numbers.

    >>> from cardhouse.engine.cards import CARDS, nth, parse_cards, set_of
    >>> CARDS[nth(set_of(parse_cards('2c 7c Ah')), 1)]
    Card('7c')
    """
    while n > 0:
        cards &= cards - 1
        n -= 1
    return lowest(cards)


def one_of(cards: i64, n: i64) -> i64:
    """The set that holds just the card number ``n`` of a set, counted as in `nth`."""
    while n > 0:
        cards &= cards - 1
        n -= 1
    return cards & -cards


def choices(cards: i64, size: i64) -> i64:
    """In how many ways ``size`` of a number of cards can be chosen.

    >>> from cardhouse.engine.cards import choices
    >>> choices(13, 3)
    286
    """
    if size == 1:
        return cards
    ways: i64 = 1
    taken: i64 = 0
    while taken < size:
        ways = ways * (cards - taken) // (taken + 1)
        taken += 1
    return ways


def nth_subset(cards: i64, size: i64, n: i64) -> i64:
    """The choice number ``n`` of ``size`` cards of a set, counted from 0 in the order of `subsets`.

    >>> from cardhouse.engine.cards import nth_subset, parse_cards, set_of, set_text
    >>> hand = set_of(parse_cards('2c 3c 4c 5c'))
    >>> [set_text(nth_subset(hand, 2, n)) for n in (0, 1, 5)]
    ['2c 3c', '2c 4c', '4c 5c']
    """
    if size == 1:
        return one_of(cards, n)
    found: i64 = 0
    left = count(cards)
    while size > 0:
        left -= 1
        ways = choices(left, size - 1)
        if n < ways:
            found |= cards & -cards
            size -= 1
        else:
            n -= ways
        cards &= cards - 1
    return found


def subsets(base: i64, cards: i64, size: i64) -> vec[i64]:
    """Every choice of ``size`` cards of a set, each joined with ``base``, those with the lowest cards first.

    >>> from cardhouse.engine.cards import parse_cards, set_of, set_text, subsets
    >>> [set_text(pair) for pair in subsets(0, set_of(parse_cards('2c 3c 4c')), 2)]
    ['2c 3c', '2c 4c', '3c 4c']
    """
    found = vec[i64]([0] * choices(count(cards), size))
    _fill(found, 0, base, cards, size)
    return found


def _fill(found: vec[i64], at: i64, base: i64, cards: i64, size: i64) -> i64:
    while cards:
        one = base | cards & -cards
        cards &= cards - 1
        if size == 1:
            found[at] = one
            at += 1
        else:
            at = _fill(found, at, one, cards, size - 1)
    return at


def suit_with(card: i64) -> i64:
    """All cards of the suit of a card that is given as a set of one."""
    if card & ALL_CLUBS:
        return ALL_CLUBS
    if card & ALL_DIAMONDS:
        return ALL_DIAMONDS
    return ALL_SPADES if card & ALL_SPADES else ALL_HEARTS


def rank_of(card: i64) -> i64:
    """A card's rank, two (0) to ace (12); a wild card's is 13 or 14, like no other's.

    >>> from cardhouse.engine.cards import parse_card, rank_of
    >>> [int(rank_of(parse_card(text))) for text in ('2c', 'Th', 'As', 'W1')]
    [0, 8, 12, 13]
    """
    if card >= 52:
        return card - 39
    return card % 13


def suit_of(card: i64) -> i64:
    """A card's suit, clubs (0) to hearts (3); a wild card's is 4.

    >>> from cardhouse.engine.cards import parse_card, suit_of
    >>> [int(suit_of(parse_card(text))) for text in ('2c', '2d', '2s', '2h', 'W2')]
    [0, 1, 2, 3, 4]
    """
    return card // 13


def cards_in(cards: i64) -> list[int]:
    """The cards of a set, in the order of their numbers.

    >>> from cardhouse.engine.cards import cards_in, parse_cards, set_of
    >>> cards_in(set_of(parse_cards('4c 2c Ac')))
    [0, 2, 12]
    """
    found: list[int] = []
    while cards:
        found.append(lowest(cards))
        cards &= cards - 1
    return found


def set_of(cards: Iterable[int]) -> int:
    """The set of these cards.

    >>> from cardhouse.engine.cards import set_of
    >>> set_of([0, 3]) == 0b1001
    True
    """
    together: i64 = 0
    for card in cards:
        together |= BIT[card]
    return together


def vec_of(cards: i64) -> vec[i64]:
    """The cards of a set as an array, in the order of their numbers."""
    found = vec[i64]([0] * count(cards))
    at: i64 = 0
    while cards:
        found[at] = lowest(cards)
        cards &= cards - 1
        at += 1
    return found


@mypyc_attr(native_class=False)
class Card(int):
    """A card: its number, with a text form (``As``, ``Td``, ``7h``, ``2c``; wild: ``W1``, ``W2``).

    >>> from cardhouse.engine.cards import Card
    >>> queen = Card.parse('Qs')
    >>> queen
    Card('Qs')
    >>> int(queen), queen.rank, queen.suit
    (36, 'Q', 's')
    >>> str(queen)
    'Qs'
    >>> sorted([Card.parse('Ah'), queen, Card.parse('2c')])
    [Card('2c'), Card('Qs'), Card('Ah')]
    """

    @property
    def rank(self) -> str:
        return str(self)[0]

    @property
    def suit(self) -> str:
        return str(self)[1]

    def __str__(self) -> str:
        return CARD_TEXTS[int(self)]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @staticmethod
    def parse(text: str) -> Card:
        """The card with this text; `Unreadable` if there is none."""
        return parse_card(text)


CARD_TEXTS: Final = [rank + suit for suit in SUITS for rank in RANKS] + ["W1", "W2"]
CARDS: Final = [Card(number) for number in range(54)]
_BY_TEXT: Final = {text.lower(): CARDS[number] for number, text in enumerate(CARD_TEXTS)}
# The texts of sets that were asked for lately.
_set_texts: Final[dict[int, str]] = {}
MOST_TEXTS: Final = 10_000


def parse_card(text: str) -> Card:
    """The card with this text, in either case; ``10h`` is read as ``Th``.

    >>> from cardhouse.engine.cards import parse_card
    >>> parse_card('10h'), parse_card('as')
    (Card('Th'), Card('As'))
    >>> parse_card('1h')
    Traceback (most recent call last):
        ...
    cardhouse.engine.errors.Unreadable: '1h' is not a card. Cards are written As, Td, 7h, 2c.
    """
    plain = text.lower()
    if plain.startswith("10"):
        plain = "t" + plain[2:]
    card = _BY_TEXT.get(plain)
    if card is None:
        raise Unreadable("unreadable.card", text=text[:40])
    return card


def parse_cards(text: str) -> list[Card]:
    """Cards written one after another, with spaces or without; none may stand twice.

    >>> from cardhouse.engine.cards import parse_cards
    >>> parse_cards('AsKd7h')
    [Card('As'), Card('Kd'), Card('7h')]
    >>> parse_cards('As, As')
    Traceback (most recent call last):
        ...
    cardhouse.engine.errors.Unreadable: As stands twice.
    """
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 3:
        words = [words[0][at : at + 2] for at in range(0, len(words[0]), 2)]
    cards = [parse_card(word) for word in words]
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise Unreadable("unreadable.twice", card=str(card))
        seen.add(card)
    return cards


def cards_text(cards: Sequence[int]) -> str:
    """Cards as text, a space between; a hidden card is ``??``.

    >>> from cardhouse.engine.cards import HIDDEN, cards_text, parse_cards
    >>> cards_text([*parse_cards('2c 7h'), HIDDEN])
    '2c 7h ??'
    """
    return " ".join(["??" if card < 0 else CARD_TEXTS[card] for card in cards])


def numbers_text(numbers: list[int]) -> str:
    """The same for cards by their numbers in a list: what is told of a game is mostly this."""
    if not numbers:
        return ""
    return " ".join(["??" if number < 0 else CARD_TEXTS[number] for number in numbers])


def seen_cards(numbers: list[int]) -> tuple[Card | None, ...]:
    """The cards with these numbers; a negative one is a card face down, None.

    >>> from cardhouse.engine.cards import HIDDEN, seen_cards
    >>> seen_cards([0, HIDDEN, 51])
    (Card('2c'), None, Card('Ah'))
    """
    return tuple([CARDS[number] if number >= 0 else None for number in numbers])


def set_text(cards: i64) -> str:
    """The cards of a set as text.

    >>> from cardhouse.engine.cards import parse_cards, set_of, set_text
    >>> set_text(set_of(parse_cards('Ah 2c Td')))
    '2c Td Ah'
    """
    known = _set_texts.get(cards)
    if known is None:
        # The same few sets are told to everybody, step after step.
        if len(_set_texts) >= MOST_TEXTS:
            _set_texts.clear()
        known = cards_text(cards_in(cards))
        _set_texts[cards] = known
    return known
