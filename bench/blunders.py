"""Plain blunders at Hearts, Durak and Threes by level: what people complain of who play with a bad partner.

    python -m bench.blunders                         all three games, all levels
    python -m bench.blunders durak --games 20        fewer games
    python -m bench.blunders durak --level hard      one level

A table of one level plays whole games, four at Hearts and Durak and two at Threes; of Hearts one deal for each seed.
Each of ten blunders is told by how often there was the chance for it and how often it was made. Some are right at
times, so that the best level is the measure.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable

import cardhouse
from cardhouse import Action, View
from cardhouse.bots import LEVELS, make_bot
from cardhouse.engine.cards import RANKS, Card, parse_card
from cardhouse.engine.zone import Zone

# Whether the chance for a blunder was there, and what it is made of among what may be done.
Blunder = Callable[[View], Callable[[Action], bool] | None]
LOW = 5
SPECIAL = "23T"


def rank(card: Card) -> int:
    return RANKS.index(card.rank)


def place(view: View, name: str, seat: int | None = None) -> Zone:
    """A zone that the game has: a blunder told by one of another game would never be seen."""
    return next(zone for zone in view.zones if (zone.name, zone.seat) == (name, seat))


def zone(view: View, name: str, seat: int | None = None) -> list[Card]:
    return [Card(card) for card in place(view, name, seat).known]


# Hearts.

QUEEN = parse_card("Qs")
GUARDS, EARLY = 3, 6


def plain_trick(view: View) -> list[Card]:
    """The trick that is played to."""
    return zone(view, "trick") if view.phase != "pass" else []


def points_of(cards: list[Card]) -> int:
    return sum(13 if card == QUEEN else card.suit == "h" for card in cards)


def taken_points(view: View) -> list[int]:
    return [points_of(zone(view, "taken", seat)) for seat in range(view.seats)]


def may_shoot(view: View) -> bool:
    """Return True if the seat has points, and nobody else has."""
    points = taken_points(view)
    return view.seat is not None and points[view.seat] == sum(points) > 0


def leads(view: View) -> list[Action]:
    return [] if view.phase == "pass" or plain_trick(view) else may(view, "play")


def ducking(view: View) -> tuple[set[Action], set[Action]]:
    """The cards that follow below the best of the trick, and those above it."""
    trick = plain_trick(view)
    if not trick:
        return set(), set()
    best = max(rank(card) for card in trick if card.suit == trick[0].suit)
    follows = [action for action in may(view, "play") if action.cards[0].suit == trick[0].suit]
    under = {action for action in follows if rank(action.cards[0]) < best}
    return under, set(follows) - under


def takes_at_the_end_of(view: View, wanted: Callable[[list[Card]], bool]) -> Callable[[Action], bool] | None:
    trick = plain_trick(view)
    under, over = ducking(view)
    last = len(trick) == view.seats - 1 and wanted(trick) and not may_shoot(view)
    return (lambda action: action in over) if last and under and over else None


def takes_queen_last(view: View) -> Callable[[Action], bool] | None:
    return takes_at_the_end_of(view, lambda trick: QUEEN in trick)


def takes_hearts_last(view: View) -> Callable[[Action], bool] | None:
    """Takes two hearts and more, plays last and could duck."""
    return takes_at_the_end_of(view, lambda trick: points_of(trick) > 1 and QUEEN not in trick)


def goes_over_queen(view: View) -> Callable[[Action], bool] | None:
    """Plays the king or ace of spades before others while the queen is out, with a lower spade in hand."""
    trick, hand = plain_trick(view), view.hand
    gone = any(QUEEN in zone(view, "taken", seat) for seat in range(view.seats)) or QUEEN in hand
    high = {action for action in may(view, "play") if action.cards[0] in (parse_card("Ks"), parse_card("As"))}
    lower = any(action.cards[0].suit == "s" and rank(action.cards[0]) < rank(QUEEN) for action in may(view, "play"))
    early = 0 < len(trick) < view.seats - 1 and trick[0].suit == "s"
    return (lambda action: action in high) if early and high and lower and not gone else None


def leads_queen(view: View) -> Callable[[Action], bool] | None:
    queens = {action for action in leads(view) if action.cards[0] == QUEEN}
    others = len(leads(view)) > 1 and not may_shoot(view)
    return (lambda action: action in queens) if queens and others else None


def leads_over_queen(view: View) -> Callable[[Action], bool] | None:
    """Leads the king or ace of spades while another holds the queen, with another suit to lead."""
    gone = any(QUEEN in zone(view, "taken", seat) for seat in range(view.seats)) or QUEEN in view.hand
    high = {action for action in leads(view) if action.cards[0] in (parse_card("Ks"), parse_card("As"))}
    low = any(action.cards[0].suit != "s" and rank(action.cards[0]) <= RANKS.index("8") for action in leads(view))
    return (lambda action: action in high) if high and low and not gone and not may_shoot(view) else None


def leads_high_heart(view: View) -> Callable[[Action], bool] | None:
    """Leads the ace or king of hearts, with a heart up to the five in hand."""
    hearts = [action for action in leads(view) if action.cards[0].suit == "h"]
    high = {action for action in hearts if action.cards[0].rank in "KA"}
    low = any(rank(action.cards[0]) <= RANKS.index("5") for action in hearts)
    return (lambda action: action in high) if high and low and not may_shoot(view) else None


def discards(view: View) -> list[Action]:
    """What may be thrown off where the suit led can't be followed."""
    trick = plain_trick(view)
    return [] if not trick or trick[0].suit in {card.suit for card in view.hand} else may(view, "play")


def keeps_queen(view: View) -> Callable[[Action], bool] | None:
    """Doesn't throw the queen off where it can, with at least six cards in hand."""
    off = discards(view)
    queen = any(action.cards[0] == QUEEN for action in off)
    return (lambda action: action.cards[0] != QUEEN) if queen and len(off) >= EARLY and not may_shoot(view) else None


def throws_off_low(view: View) -> Callable[[Action], bool] | None:
    """Throws off a plain card up to the five, with the queen, hearts from the ten or a plain ace or king in hand."""
    off = discards(view)
    low = {action for action in off if rank(action.cards[0]) <= RANKS.index("5") and action.cards[0].suit != "h"}
    bad = any(
        action.cards[0] == QUEEN
        or action.cards[0].rank in "KA"
        or (action.cards[0].suit == "h" and rank(action.cards[0]) >= RANKS.index("T"))
        for action in off
    )
    return (lambda action: action in low) if low and bad else None


def lone_shooter(view: View) -> bool:
    """Return True if another has all of the points taken, and 14 at least."""
    points = taken_points(view)
    return any(each == sum(points) >= 14 for seat, each in enumerate(points) if seat != view.seat)


def feeds_shooter(view: View) -> Callable[[Action], bool] | None:
    """Throws its last heart on one who has all of 14 points and more, with another card in hand."""
    off = discards(view)
    points, trick = taken_points(view), plain_trick(view)
    hearts = {action for action in off if action.cards[0].suit == "h"}
    if len(hearts) != 1 or len(off) == 1 or not lone_shooter(view):
        return None
    shooter = points.index(max(points))
    leader = (int(view.seat or 0) - len(trick)) % view.seats
    best = max(range(len(trick)), key=lambda at: (trick[at].suit == trick[0].suit, rank(trick[at])))
    return (lambda action: action in hearts) if (leader + best) % view.seats == shooter else None


def passes_guards(view: View) -> Callable[[Action], bool] | None:
    """Keeps the queen and passes a spade below her, with three of those at most."""
    low = [card for card in view.hand if card.suit == "s" and rank(card) < rank(QUEEN)]
    few = view.phase == "pass" and QUEEN in view.hand and 0 < len(low) <= GUARDS
    return (lambda action: QUEEN not in action.cards and any(card in low for card in action.cards)) if few else None


# Durak.


def trump(view: View) -> str:
    return str(view.facts["open_trump"])[-1]


def stock(view: View) -> bool:
    return bool(place(view, "stock").cards)


def is_trump(view: View, action: Action) -> bool:
    return any(card.suit == trump(view) for card in action.cards)


def may(view: View, verb: str) -> list[Action]:
    return [action for action in view.legal if action.verb == verb]


def opening(view: View) -> list[Action]:
    """Return what may be led; nothing if the round has begun."""
    return [] if may(view, "done") or place(view, "attacks").cards else may(view, "attack")


def leads_trump(view: View) -> Callable[[Action], bool] | None:
    leads = opening(view)
    mixed = {is_trump(view, action) for action in leads} == {True, False}
    return (lambda action: is_trump(view, action)) if stock(view) and mixed else None


def leads_high(view: View) -> Callable[[Action], bool] | None:
    """Leads a king or an ace alone, with a plain card of a low rank in hand."""
    plain = [action for action in opening(view) if not is_trump(view, action) and len(action.cards) == 1]
    low = any(rank(action.cards[0]) <= RANKS.index("9") for action in plain)
    high = {action for action in plain if action.cards[0].rank in "KA"}
    return (lambda action: action in high) if stock(view) and low and high else None


def throws_trump(view: View) -> Callable[[Action], bool] | None:
    wasteful = {action for action in may(view, "attack") if is_trump(view, action)}
    return (lambda action: action in wasteful) if stock(view) and may(view, "done") and wasteful else None


def throws_trump_to_taker(view: View) -> Callable[[Action], bool] | None:
    return throws_trump(view) if view.phase == "pile_on" else None


def keeps_low_from_taker(view: View) -> Callable[[Action], bool] | None:
    """Keeps a low plain card to itself that a defender would take who takes anyway."""
    low = [action for action in may(view, "attack") if not is_trump(view, action)]
    low = [action for action in low if rank(action.cards[0]) <= RANKS.index("8")]
    taking = view.phase == "pile_on" and may(view, "done")
    return (lambda action: action.verb == "done") if taking and low and stock(view) else None


def beats_with_trump(view: View) -> Callable[[Action], bool] | None:
    """Beats a plain card with a trump where a plain card does it."""
    beats = may(view, "beat")
    plain = {action.cards[0] for action in beats if action.cards[1].suit == action.cards[0].suit != trump(view)}
    bad = {action for action in beats if action.cards[0] in plain and action.cards[1].suit == trump(view)}
    return (lambda action: action in bad) if bad and stock(view) else None


def beats_with_higher_trump(view: View) -> Callable[[Action], bool] | None:
    """Beats with a trump that is at least three ranks above another that does it."""
    trumps = [action for action in may(view, "beat") if action.cards[1].suit == trump(view)]
    bad = {
        action
        for action in trumps
        for other in trumps
        if other.cards[0] == action.cards[0] and rank(action.cards[1]) >= rank(other.cards[1]) + 3
    }
    return (lambda action: action in bad) if bad and stock(view) else None


def takes_what_is_cheap(view: View) -> Callable[[Action], bool] | None:
    """Takes a single card early that a plain card up to the ten beats."""
    cheap = [action for action in may(view, "beat") if action.cards[1].suit != trump(view)]
    cheap = [action for action in cheap if rank(action.cards[1]) <= RANKS.index("T")]
    single = len(place(view, "attacks").cards) == 1
    return (lambda action: action.verb == "take") if cheap and single and stock(view) else None


def forwards_with_trump(view: View) -> Callable[[Action], bool] | None:
    forwards = may(view, "forward")
    bad = {action for action in forwards if is_trump(view, action)}
    return (lambda action: action in bad) if bad and len(bad) < len(forwards) and stock(view) else None


def does_not_go_out(view: View) -> Callable[[Action], bool] | None:
    """Keeps its last card, though it could lay it and there is no stock."""
    assert view.seat is not None
    last = len(place(view, "hand", view.seat).cards) == 1 and may(view, "attack") and may(view, "done")
    return (lambda action: action.verb == "done") if last and not stock(view) else None


# Threes.


def plays(view: View) -> list[Action]:
    return may(view, "play")


def ordinary(view: View) -> list[Action]:
    return [action for action in plays(view) if action.cards[0].rank not in SPECIAL]


def wastes(which: str, most: int) -> Blunder:
    """Plays a special card onto a pile that is no larger than this, with an ordinary one that fits."""

    def told(view: View) -> Callable[[Action], bool] | None:
        bad = {action for action in plays(view) if action.cards[0].rank == which}
        small = len(place(view, "discard").cards) <= most
        low = [action for action in ordinary(view) if rank(action.cards[0]) <= RANKS.index("J")]
        return (lambda action: action in bad) if bad and small and low and drawing(view) else None

    return told


def drawing(view: View) -> bool:
    return bool(place(view, "draw").cards)


def plays_high(view: View) -> Callable[[Action], bool] | None:
    """Plays a king or an ace with cards to draw, where a card of up to the nine fits."""
    low = [action for action in ordinary(view) if rank(action.cards[0]) <= RANKS.index("9")]
    high = {action for action in ordinary(view) if action.cards[0].rank in "KA"}
    return (lambda action: action in high) if low and high and drawing(view) else None


def spends_several_specials(view: View) -> Callable[[Action], bool] | None:
    bad = {action for action in plays(view) if action.cards[0].rank in SPECIAL and len(action.cards) > 1}
    bad = {action for action in bad if len(action.cards) < 4}
    return (lambda action: action in bad) if bad and drawing(view) else None


def splits_low_pair(view: View) -> Callable[[Action], bool] | None:
    """Plays one of two or three low cards of a rank when nothing is left to draw."""
    several = {action.cards[0].rank for action in ordinary(view) if len(action.cards) > 1}
    low = {each for each in several if RANKS.index(each) <= LOW}
    bad = {action for action in ordinary(view) if len(action.cards) == 1 and action.cards[0].rank in low}
    return (lambda action: action in bad) if bad and not drawing(view) else None


def keeps_the_burning_card(view: View) -> Callable[[Action], bool] | None:
    """Doesn't burn a pile of five cards and more by the fourth of a rank."""
    pile = zone(view, "discard")
    top = 0
    while top < len(pile) and pile[-1 - top].rank == pile[-1].rank:
        top += 1
    fourth = {action for action in plays(view) if pile and action.cards[0].rank == pile[-1].rank}
    fourth = {action for action in fourth if len(action.cards) + top == 4}
    return (lambda action: action not in fourth) if fourth and len(pile) > 4 else None


def takes_of_its_own_will(view: View) -> Callable[[Action], bool] | None:
    large = len(place(view, "discard").cards) > 3
    return (lambda action: action.verb == "pickup") if may(view, "pickup") and plays(view) and large else None


def strands_itself(view: View) -> Callable[[Action], bool] | None:
    """Plays its last ordinary cards from hand and keeps nothing but special ones, with nothing to draw."""
    assert view.seat is not None
    hand = zone(view, "hand", view.seat)
    left = [card for card in hand if card.rank not in SPECIAL]
    bad = {action for action in ordinary(view) if set(left) <= set(action.cards)}
    special = len(left) < len(hand)
    return (lambda action: action in bad) if bad and special and len(bad) < len(plays(view)) and alone(view) else None


def alone(view: View) -> bool:
    """Return True if the seat holds its hand and nothing else."""
    return not drawing(view) and not place(view, "up", view.seat).cards and not place(view, "down", view.seat).cards


def does_not_end(view: View) -> Callable[[Action], bool] | None:
    assert view.seat is not None
    hand = set(zone(view, "hand", view.seat))
    whole = {action for action in plays(view) if set(action.cards) == hand}
    return (lambda action: action not in whole) if whole and alone(view) else None


BLUNDERS: dict[str, tuple[int, dict[str, Blunder]]] = {
    "hearts": (
        4,
        {
            "plays last, could duck, takes the queen": takes_queen_last,
            "plays last, could duck, takes two hearts and more": takes_hearts_last,
            "goes over the queen of spades before others play": goes_over_queen,
            "leads the queen of spades": leads_queen,
            "leads over the queen of spades": leads_over_queen,
            "leads a high heart with a low one in hand": leads_high_heart,
            "keeps the queen where it could throw her off": keeps_queen,
            "throws off a low card and keeps a dangerous one": throws_off_low,
            "throws its last heart on one who shoots the moon": feeds_shooter,
            "keeps the queen and passes her guards": passes_guards,
        },
    ),
    "durak": (
        4,
        {
            "leads a trump with a plain card in hand": leads_trump,
            "leads a king or an ace with a low card in hand": leads_high,
            "throws in a trump": throws_trump,
            "throws in a trump to one who takes": throws_trump_to_taker,
            "keeps a low card from one who takes": keeps_low_from_taker,
            "beats with a trump where a plain card does it": beats_with_trump,
            "beats with a trump far higher than needed": beats_with_higher_trump,
            "takes one card that a cheap one beats": takes_what_is_cheap,
            "forwards with a trump where a plain card does it": forwards_with_trump,
            "doesn't go out where it could": does_not_go_out,
        },
    ),
    "threes": (
        2,
        {
            "burns a pile of up to two cards": wastes("T", 2),
            "plays a two on a pile of up to two cards": wastes("2", 2),
            "plays a three on a pile of up to two cards": wastes("3", 2),
            "plays a king or an ace where a low card fits": plays_high,
            "spends several special cards at once": spends_several_specials,
            "splits a low pair with nothing to draw": splits_low_pair,
            "keeps the fourth of a rank that burns": keeps_the_burning_card,
            "takes the pile of its own will": takes_of_its_own_will,
            "keeps nothing but special cards at the end": strands_itself,
            "doesn't end the game where it could": does_not_end,
        },
    ),
}


# Taking the pile at Threes is a choice only with this option, and a deal of Hearts is enough.
OPTIONS: dict[str, dict[str, object]] = {"threes": {"pickup": "free"}, "hearts": {"limit": 1}}


def count(game: str, level: str, games: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """How often there was the chance for each blunder, and how often it was made."""
    seats, blunders = BLUNDERS[game]
    chances: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for number in range(seed, seed + games):
        options = OPTIONS.get(game, {})
        playing = cardhouse.new(game, seed=number, seats=seats, options=options)
        bots = [make_bot(game, level, number * 8 + seat) for seat in range(seats)]
        while not playing.over:
            seat = playing.turn()[0]
            view = playing.view(seat)
            action = bots[seat].choose(view)
            assert action is not None
            for name, blunder in blunders.items() if len(view.legal) > 1 else ():
                is_one = blunder(view)
                if is_one is not None:
                    chances[name] += 1
                    made[name] += is_one(action)
            playing.apply(seat, action)
    return chances, made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="GAME", choices=[[], *BLUNDERS])
    parser.add_argument("--level", choices=LEVELS, action="append")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=150_000)
    given = parser.parse_args()
    for game in given.only or BLUNDERS:
        for level in given.level or LEVELS:
            chances, made = count(game, level, given.games, given.seed)
            print(f"{game}, {level}: {made.total()} of {chances.total()} in {given.games} games")
            for name in BLUNDERS[game][1]:
                print(f"  {name}: {made[name]} of {chances[name]}", flush=True)


if __name__ == "__main__":
    main()
