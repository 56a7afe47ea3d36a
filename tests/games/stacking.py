"""Decks for tests, put together from the hands that are wanted."""

from __future__ import annotations

from cardhouse.engine.cards import CARD_TEXTS, FULL_DECK, cards_in, cards_text, parse_cards


def deck_for(*hands: str, cards: int = FULL_DECK, each: int | None = None) -> str:
    """A deck that deals these hands, one card to each seat in turn; a hand that is short gets any of the other cards.

    ``each`` is the number of cards a seat is dealt; None deals the whole deck out. What is left over comes last.
    """
    wanted = [list(map(int, parse_cards(hand))) for hand in hands]
    named = {card for hand in wanted for card in hand}
    spare = [card for card in cards_in(cards) if card not in named]
    total = len(cards_in(cards))
    for seat, hand in enumerate(wanted):
        size = each if each is not None else len(range(seat, total, len(wanted)))
        while len(hand) < size:
            hand.append(spare.pop(0))
    dealt = [hand[turn] for turn in range(max(map(len, wanted))) for hand in wanted if turn < len(hand)]
    return cards_text(dealt + spare)


def suit(letter: str, ranks: str = "23456789TJQKA") -> str:
    """Cards of one suit: ``suit("h", "AKQ")`` is ``Ah Kh Qh``."""
    cards = [rank + letter for rank in ranks]
    assert all(card in CARD_TEXTS for card in cards)
    return " ".join(cards)
