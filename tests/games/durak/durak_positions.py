"""Games of Durak for tests: dealt from a stacked deck, or set up in the middle."""

from __future__ import annotations

import pytest
from stacking import deck_for

import cardhouse
from cardhouse import Chance, Game, Refused, View
from cardhouse.engine.cards import cards_text, parse_cards, set_of, set_text
from cardhouse.games.durak.rules import Durak

# Two hands that `cycle` leads back to, the stock being empty.
FIRST = "8c Ks Kd"
SECOND = "7c 7d 8d Ac Ad"


def dealt(*hands: str, trump: str, stock: str = "", attacker: int = 0, deck: int = 32, **options: object) -> Game:
    """A fresh game with these hands, filled up to six, this open trump and these cards on top of the stock."""
    given = {"deck": deck, "first": "random", **options}
    cards = Durak.cards(len(hands), {"deck": deck})
    under = parse_cards(f"{trump} {stock}")
    order = parse_cards(deck_for(*hands, cards=cards & ~set_of(under), each=6))
    text = cards_text([*order[: 6 * len(hands)], *under, *order[6 * len(hands) :]])
    for seed in range(100):
        game = cardhouse.new("durak", seats=len(hands), seed=seed, options=given, deck=text)
        if given["first"] != "random" or game.view(None).roles["attacker"] == attacker:
            return game
    raise AssertionError("nobody attacks first")


def no_trump_dealt(seed: int) -> Game:
    """A game of three in which the lowest trump attacks first and nobody was dealt any."""
    plain = [rank + suit for rank in "789TJQKA" for suit in "cds"]
    trumps = [rank + "h" for rank in "789TJQKA"]
    deck = " ".join([*plain[:18], *trumps, *plain[18:]])
    return cardhouse.new("durak", seats=3, deck=deck, seed=seed, first="lowest_trump")


def ending(*hands: str, trump: str, stock: bool = False, attacker: int = 0, deck: int = 32, **options: object) -> Game:
    """The start of a round with the stock empty, everybody's cards known and all others put away.

    With ``stock`` the open trump is still to be drawn. A seat without cards is out; those who are out left in the order
    of their seats.
    """
    seats = len(hands)
    fresh = cardhouse.new("durak", seats=seats, seed=0, options={"deck": deck, **options})
    plain = fresh.view(None).plain()
    under = trump if stock else ""
    held = set_of(parse_cards(" ".join([*hands, under])))
    players = [seat % seats for seat in range(attacker, attacker + seats) if hands[seat % seats]]
    plain["zones"] = [
        *[["hand", seat, hand] for seat, hand in enumerate(hands)],
        ["stock", None, under],
        ["attacks", None, ""],
        ["defences", None, ""],
        ["discard", None, set_text(Durak.cards(seats, fresh.setup.options) & ~held)],
    ]
    plain["turn"] = [attacker]
    plain["roles"] = dict(zip(("attacker", "defender", "co_attacker"), players, strict=False))
    plain["scores"] = [len(parse_cards(hand)) for hand in hands]
    outs = [seat for seat in range(seats) if not hands[seat]]
    plain["facts"] |= {
        "trump": {"c": "clubs", "d": "diamonds", "s": "spades", "h": "hearts"}[trump[1]],
        "open_trump": trump,
        "room": len(parse_cards(hands[players[1]])),
        "places": [outs.index(seat) + 1 if seat in outs else 0 for seat in range(seats)],
        "out_before": len(outs),
        "known": [set_text(set_of(parse_cards(hand))) for hand in hands],
        "starts": [] if stock else [[attacker, [""] * seats]],
    }
    view = View.read(plain)
    game = cardhouse.imagine(view, Chance(0))
    assert [set(zone.cards) for zone in game.view(None).zones] == [set(zone.cards) for zone in view.zones]
    return game


def play(game: Game, *actions: str) -> None:
    """Each action with its seat before it: ``play(game, "0 attack 7h", "1 beat 7h 9h")``; ``fire`` fires the timer."""
    for text in actions:
        if text == "fire":
            game.fire()
        else:
            seat, action = text.split(" ", 1)
            game.apply(int(seat), action)


def refused(game: Game, seat: int, action: str) -> str:
    """The last word of the reason's key, after making sure that nothing changed."""
    before = game.digest()
    with pytest.raises(Refused) as refusal:
        game.apply(seat, action)
    assert game.digest() == before
    assert "{" not in str(refusal.value)
    assert str(refusal.value) != refusal.value.key
    return refusal.value.key.removeprefix("refused.durak.")


def hand(game: Game, seat: int) -> str:
    """A seat's cards."""
    return cards_text(game.view(seat).hand)


def legal(game: Game, seat: int) -> set[str]:
    return {str(action) for action in game.legal(seat)}


def roles(game: Game) -> tuple[int, int, int | None]:
    """Attacker, defender and co-attacker."""
    found = game.view(None).roles
    return found["attacker"], found["defender"], found.get("co_attacker")


def pairs(game: Game) -> list[list[str]]:
    found: list[list[str]] = game.view(None).facts["pairs"]
    return found


def cycle(game: Game, second: int = 1) -> None:
    """Four rounds that lead back to where they began."""
    play(game, "0 attack 8c", f"{second} forward 8d", "0 take")
    play(game, f"{second} attack 7d", "0 take")
    play(game, f"{second} attack 7c", "0 forward 7d", f"{second} take")
    play(game, "0 attack 8d", f"{second} take")
