"""What a hint says of the imagined worlds is what happens in them: every line is played again, and counted afresh."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import cardhouse
from cardhouse import Action, Chance, View
from cardhouse.bots.advice import COMPARING, Advice, advise, adviser_of, behind, chance_of
from cardhouse.bots.lines import Line, lines_of
from cardhouse.bots.teacher import compare, holds
from cardhouse.engine.cards import ALL_HEARTS, BIT, Card, count, parse_card, set_of
from cardhouse.engine.event import Event
from cardhouse.engine.game import Game
from cardhouse.engine.registry import sampler
from cardhouse.engine.words import Reason, say

QUEEN = parse_card("Qs")
WORLDS = 40
# What happened in a line, told by who looks at the whole truth at every step: the game before, the seat that acted,
# what happened, and the game after.
Seen = list[tuple[Game, int, list[Event], Game]]


def replayed(line: Line) -> Seen:
    """The line played again by the rules, one legal action after another."""
    game = line.world.copy()
    seen: Seen = []
    for seat, code in line.moves:
        before = game.copy()
        seen.append((before, seat, game.apply(seat, Action(code)).as_list(), game.copy()))
    return seen


def kinds(seen: Seen, kind: str) -> list[Event]:
    return [event for _, _, events, _ in seen for event in events if event.kind == kind]


def hand(game: Game, seat: int) -> int:
    zone = game.open_view().zone("hand", seat)
    return set_of(zone.known)


def taken_by(seen: Seen, seat: int) -> int:
    """What a seat takes at Hearts, as it lies before it at the end of the deal."""
    found = 0
    for before, _, events, _ in seen:
        for event in events:
            if event.kind in ("trick", "claim") and event.seat == seat:
                found |= set_of(list(event.cards))
            if event.kind == "claim" and event.seat == seat:
                for other in range(int(before.seats)):
                    # All that is still held, except what was laid to the trick just before.
                    found |= hand(before, other)
    return found


def own_turns(seen: Seen, seat: int, most: int) -> Seen:
    """Up to the end of this many turns of a seat, and what the others do before the next."""
    turns, kept = 0, []
    for step in seen:
        turns += step[1] == seat
        if turns > most:
            break
        kept.append(step)
    return kept


def round_of(seen: Seen) -> Seen:
    """Up to the end of the round of Durak."""
    kept: Seen = []
    for step in seen:
        kept.append(step)
        if any(event.kind in ("take", "away") for event in step[2]):
            break
    return kept


def trumps(game: Game) -> int:
    suit = parse_card(game.open_view().facts["open_trump"]) // 13
    return sum(BIT[13 * suit + rank] for rank in range(13))


def stock_gone(seen: Seen) -> Game | None:
    """The game of Durak when its stock is used up, or when the line ends; None: there was no stock."""
    if not seen[0][0].open_view().zone("stock").cards:
        return None
    return next((after for _, _, _, after in seen if not after.open_view().zone("stock").cards), seen[-1][3])


def keeps_trump(seen: Seen, seat: int) -> bool:
    then = stock_gone(seen)
    return then is not None and bool(hand(then, seat) & trumps(then))


def takes_later(seen: Seen, seat: int) -> bool:
    """Whether a seat of Durak takes the cards of one of the two rounds after this one."""
    ends = [event for _, _, events, _ in seen for event in events if event.kind in ("take", "away")]
    return any(event.kind == "take" and event.seat == seat for event in ends[1:3])


def fourth_trick(seen: Seen, seat: int) -> Game | None:
    """The deal of Hearts as it is when the seat is about to play its fourth card; None: it is over before."""
    plays = 0
    for before, _, events, _ in seen:
        if any(event.kind == "play" and event.seat == seat for event in events):
            if plays == 3:
                return before
            plays += 1
    return None


def runs_dry(seen: Seen, seat: int) -> bool:
    then = fourth_trick(seen, seat)
    return then is None or any(not hand(then, seat) & suit for suit in (0x1FFF, 0x1FFF << 13, 0x1FFF << 26))


def has_beside_others(seen: Seen, seat: int, holds: Callable[[list[int], list[int]], bool]) -> bool:
    """Whether, at the fourth trick, it holds between the cards of the seat and of the others in some suit."""
    then = fourth_trick(seen, seat)
    if then is None:
        return False
    hands = [list(then.open_view().zone("hand", other).known) for other in range(int(then.seats))]
    for suit in range(4):
        mine = [card % 13 for card in hands[seat] if card // 13 == suit]
        others = [card % 13 for at, cards in enumerate(hands) if at != seat for card in cards if card // 13 == suit]
        if mine and others and holds(mine, others):
            return True
    return False


def next_tricks(seen: Seen) -> list[tuple[int | None, dict[int, int]]]:
    """The next three tricks of Hearts: who takes each, and which cards seats still lay to it."""
    laid: dict[int, int] = {}
    found: list[tuple[int | None, dict[int, int]]] = []
    for _, who, events, _ in seen:
        for event in events:
            if event.kind == "play":
                laid[who] = event.cards[0]
            elif event.kind in ("trick", "claim"):
                found.append((event.seat, laid))
                laid = {}
    return found[:3]


def tricks_taken(seen: Seen, seat: int) -> list[tuple[int | None, list[int]]]:
    """All tricks of Hearts from here on: who takes them, with which cards; what is claimed comes at once."""
    found: list[tuple[int | None, list[int]]] = []
    for _, _, events, _ in seen:
        claimant = None
        for event in events:
            if event.kind == "claim":
                claimant = event.seat
            if event.kind in ("claim", "show"):
                found.append((claimant, list(event.cards)))
            elif event.kind == "trick":
                found.append((event.seat, list(event.cards)))
    return found


def keeps_guard(seen: Seen, seat: int) -> bool:
    """Whether at the fourth trick the queen was in none of the three before, and the seat has a spade below her."""
    then = fourth_trick(seen, seat)
    fallen = any(QUEEN in cards for _, cards in tricks_taken(seen, seat)[:3])
    return then is not None and not fallen and any(card in range(26, QUEEN) for card in cards_of_hand(then, seat))


def cards_of_hand(game: Game, seat: int) -> list[int]:
    return list(game.open_view().zone("hand", seat).known)


def passing(seen: Seen) -> bool:
    return bool(seen[0][0].view(None).phase == "pass")


def points_now(seen: Seen, seat: int) -> bool:
    first = kinds(seen, "trick")[0]
    return not passing(seen) and first.seat == seat and bool(set_of(first.cards) & (ALL_HEARTS | BIT[QUEEN]))


FLEXIBLE = set_of([Card.parse(rank + suit) for rank in "23T" for suit in "cdsh"])
KINGS = set_of([Card.parse(rank + suit) for rank in "KA" for suit in "cdsh"])
HIGH = set_of([Card.parse(rank + suit) for rank in "QKA" for suit in "cdsh"])


def spends_trump(seen: Seen, seat: int) -> bool:
    """Whether a trump goes from the hand of this seat onto the table."""
    return any(
        (hand(before, seat) & ~hand(after, seat)) & trumps(before)
        for before, who, events, after in round_of(seen)
        if who == seat and any(event.kind in ("attack", "beat", "forward") for event in events)
    )


COUNTED: dict[str, Callable[[Seen, int], bool]] = {
    "hearts.others_shoot": lambda seen, seat: any(event.seat != seat for event in kinds(seen, "moon")),
    "hearts.shoots": lambda seen, seat: any(event.seat == seat for event in kinds(seen, "moon")),
    "hearts.queen_mine": lambda seen, seat: bool(taken_by(seen, seat) & BIT[QUEEN]),
    "hearts.draws_queen": lambda seen, seat: any(
        taker != seat and QUEEN in cards for taker, cards in tricks_taken(seen, seat)[:3]
    ),
    "hearts.keeps_guard": keeps_guard,
    "hearts.clean": lambda seen, seat: not taken_by(seen, seat) & (BIT[QUEEN] | ALL_HEARTS),
    "hearts.four_hearts": lambda seen, seat: count(taken_by(seen, seat) & ALL_HEARTS) >= 4,
    "hearts.two_hearts": lambda seen, seat: count(taken_by(seen, seat) & ALL_HEARTS) >= 2,
    "hearts.points_now": points_now,
    "hearts.gives_points": lambda seen, seat: any(
        taker != seat and seat in laid and BIT[laid[seat]] & (ALL_HEARTS | BIT[QUEEN])
        for taker, laid in next_tricks(seen)
    ),
    "hearts.wins_soon": lambda seen, seat: any(taker == seat for taker, _ in tricks_taken(seen, seat)[1:4]),
    "hearts.keeps_exit": lambda seen, seat: has_beside_others(seen, seat, lambda mine, others: min(mine) < min(others)),
    "hearts.keeps_winner": lambda seen, seat: has_beside_others(
        seen, seat, lambda mine, others: max(mine) > max(others)
    ),
    "hearts.trick_mine": lambda seen, seat: not passing(seen) and kinds(seen, "trick")[0].seat == seat,
    "hearts.runs_dry": runs_dry,
    "durak.takes": lambda seen, seat: any(event.seat == seat for event in kinds(round_of(seen), "take")),
    "durak.others_take": lambda seen, seat: any(event.seat != seat for event in kinds(round_of(seen), "take")),
    "durak.spends_trump": spends_trump,
    "durak.keeps_trump": keeps_trump,
    "durak.attacks_next": lambda seen, seat: [event.seat for event in kinds(seen, "round")][:1] == [seat],
    "durak.takes_later": takes_later,
    "durak.keeps_high": lambda seen, seat: bool((then := stock_gone(seen)) and hand(then, seat) & KINGS),
    "durak.draws_trump": lambda seen, seat: any(
        spends_trump(seen, other) for other in range(int(seen[0][0].seats)) if other != seat
    ),
    "durak.keeps_trumps": lambda seen, seat: bool(
        (then := stock_gone(seen)) and count(hand(then, seat) & trumps(then)) > 1
    ),
    "durak.few_cards": lambda seen, seat: bool((then := stock_gone(seen)) and 0 < count(hand(then, seat)) < 7),
    "threes.next_picks_up": lambda seen, seat: any(
        event.seat != seat and event.kind in ("pickup", "misfit")
        for _, _, events, _ in own_turns(seen, seat, 1)
        for event in events
    ),
    "threes.picks_up": lambda seen, seat: any(
        event.seat == seat and event.kind in ("pickup", "misfit")
        for _, _, events, _ in own_turns(seen, seat, 3)
        for event in events
    ),
    "threes.burns": lambda seen, seat: any(event.seat == seat for event in kinds(own_turns(seen, seat, 3), "burn")),
    "threes.others_burn": lambda seen, seat: any(
        event.seat != seat for event in kinds(own_turns(seen, seat, 1), "burn")
    ),
    "threes.spends_special": lambda seen, seat: any(
        event.seat != seat and set_of(event.cards) & FLEXIBLE for event in kinds(own_turns(seen, seat, 1), "play")
    ),
    "threes.keeps_special": lambda seen, seat: bool(hand(own_turns(seen, seat, 3)[-1][3], seat) & FLEXIBLE),
    "threes.others_pick_up": lambda seen, seat: any(
        event.seat != seat and event.kind in ("pickup", "misfit")
        for _, _, events, _ in own_turns(seen, seat, 3)
        for event in events
    ),
    "threes.spends_high": lambda seen, seat: any(
        event.seat != seat and set_of(event.cards) & HIGH for event in kinds(own_turns(seen, seat, 1), "play")
    ),
    "threes.keeps_high": lambda seen, seat: bool(hand(own_turns(seen, seat, 3)[-1][3], seat) & HIGH),
    "threes.keeps_pair": lambda seen, seat: any(
        count(hand(own_turns(seen, seat, 3)[-1][3], seat) & set_of([Card.parse(rank + suit) for suit in "cdsh"])) > 1
        for rank in "45689JQKA"
    ),
    "threes.empties_hand": lambda seen, seat: not hand(own_turns(seen, seat, 3)[-1][3], seat),
    "threes.few_cards": lambda seen, seat: count(hand(own_turns(seen, seat, 3)[-1][3], seat)) < 5,
    "threes.stranded": lambda seen, seat: bool(
        (held := hand(own_turns(seen, seat, 3)[-1][3], seat)) and not held & ~FLEXIBLE
    ),
}


def hints_along(game: str, seed: int, number: int) -> list[View]:
    """Views along a random game where there is something to choose."""
    playing = cardhouse.new(game, seed=seed)
    chance = Chance(seed)
    found: list[View] = []
    while not playing.over and len(found) < number:
        seat = playing.turn()[0]
        view = playing.view(seat)
        if len(view.legal) > 1 and chance.below(4) == 0:
            found.append(view)
        playing.apply(seat, view.legal[chance.below(len(view.legal))])
    return found


def told(game: str, seed: int, number: int = 12) -> Iterator[tuple[View, Advice, list[list[Line]]]]:
    """Hints that say what happens, with the lines of the two actions that they were made from."""
    playing = adviser_of(game).playing
    assert playing is not None
    for view in hints_along(game, seed, number):
        advice = advise(view, worlds=WORLDS)
        if advice.compared:
            said = advice.compared[0]
            chance = chance_of(view, COMPARING)
            yield view, advice, lines_of(view, (said.better, said.other), playing, chance, WORLDS)


@pytest.mark.parametrize("game", ["hearts", "threes", "durak"])
def test_what_a_hint_says_is_what_happens_in_its_worlds(game: str) -> None:
    playing, compared = adviser_of(game).playing, 0
    assert playing is not None
    for view, advice, both in [each for seed in range(4) for each in told(game, seed)]:
        assert view.seat is not None
        for said in advice.compared:
            compared += 1
            times = [sum(COUNTED[said.name](replayed(line), line.seat) for line in lines) for lines in both]
            assert tuple(times) == said.times, (said, str(view))
            assert said.worlds == len(both[0])
            assert holds(said, playing, both[0], both[1])
            assert say(said.reason.key, said.reason.facts) in advice.sentence
            if said.both:
                assert times == [said.worlds] * 2
                assert advice.verdict in ("close", "equal")
                continue
            one, two = (round(10 * each / said.worlds) for each in times)
            assert (said.reason.facts["one"], said.reason.facts["two"]) == (one, two)
            assert abs(one - two) > 1
    assert compared


@pytest.mark.parametrize("game", ["hearts", "threes", "durak"])
def test_a_reason_is_about_the_two_actions_that_are_named_and_as_large_as_the_figure(game: str) -> None:
    for _, advice, both in [each for seed in range(4) for each in told(game, seed)]:
        assert advice.rival is not None
        for said in advice.compared:
            assert (said.better, said.other) == (advice.best, advice.rival.action)
        if any(said.both for said in advice.compared):
            continue
        gap, _ = behind(advice.actions[0], advice.rival)
        assert len(advice.compared) == 2 or advice.compared[0].explained >= gap / 2
        for said in advice.compared:
            happens = [[COUNTED[said.name](replayed(line), line.seat) for line in lines] for lines in both]
            worths = [one.worth - two.worth for one, two in zip(*both, strict=True)]
            apart = [(a - b) * worth for a, b, worth in zip(*happens, worths, strict=True) if a != b]
            share = (sum(happens[0]) - sum(happens[1])) / said.worlds
            assert said.explained == pytest.approx(share * sum(apart) / len(apart))


@pytest.mark.parametrize("game", ["hearts", "threes", "durak"])
def test_a_reason_is_never_what_the_card_itself_settles(game: str) -> None:
    """Nothing that is so in every world after one of the actions as soon as it is done, or as soon as the trick is."""
    playing = adviser_of(game).playing
    assert playing is not None
    now = {happening.name for happening in playing.happenings if happening.now}
    for _, advice, both in [each for seed in range(4) for each in told(game, seed)]:
        for said in advice.compared:
            assert said.both or said.name not in now or set(said.times) != {0, said.worlds}
            for line in (both[0][0], both[1][0]):
                verb = Action(line.moves[0][1]).verb
                assert said.name not in ("durak.takes", "durak.attacks_next", "durak.takes_later") or verb != "take"
                laid = [event.cards for event in line.events[: line.own] if event.kind in ("attack", "beat", "forward")]
                spent = {card for cards in laid for card in cards[-1:]}
                assert said.name != "durak.spends_trump" or not set_of(list(spent)) & trumps(line.world)


@pytest.mark.parametrize("game", ["hearts", "threes", "durak"])
def test_what_is_said_holds_in_fresh_worlds(game: str) -> None:
    """Of what is said to happen in n of 10 deals at least four in five are within two of it in others."""
    playing = adviser_of(game).playing
    assert playing is not None
    held: list[bool] = []
    for view in [view for seed in range(4) for view in hints_along(game, seed, 5)]:
        pair = (view.legal[0], view.legal[-1])
        before, fresh = (lines_of(view, pair, playing, Chance(seed), WORLDS) for seed in (view.step, view.step + 777))
        tried = [list(zip(pair, lines, strict=True)) for lines in (before, fresh)]
        for better, other in ((0, 1), (1, 0)):
            said = [made for each in playing.happenings for made in compare(tried[0][better], tried[0][other], each)]
            held += [holds(made, playing, fresh[better], fresh[other], within=2) for made in said]
    assert len(held) >= 10
    assert sum(held) >= 0.8 * len(held)


@pytest.mark.parametrize("seed", range(10, 14))
@pytest.mark.parametrize("game", ["hearts", "threes", "durak"])
def test_every_happening_is_what_the_rules_show(game: str, seed: int) -> None:
    """Also those that no hint of the test above chose to tell, and of any two actions that may be compared."""
    playing = adviser_of(game).playing
    assert playing is not None
    for view in hints_along(game, seed, 12):
        assert view.seat is not None
        for lines in lines_of(view, [*view.legal[:2], view.legal[-1]], playing, Chance(seed), 2):
            for line in lines:
                seen = replayed(line)
                for happening in playing.happenings:
                    shown = COUNTED[happening.name](seen, view.seat)
                    assert happening.happens(line, view.seat) == shown, (happening.name, str(line.moves[0]))


def test_cards_that_are_called_neighbours_have_nothing_between_them() -> None:
    told = 0
    for view in [view for seed in range(6) for view in hints_along("hearts", seed + 20, 12)]:
        if view.phase == "pass" or len({action.cards[0].suit for action in view.legal}) > 1:
            continue
        if advise(view, worlds=4).reason != Reason("advice.same.hearts.neighbours"):
            continue
        told += 1
        mine = [action.cards[0] for action in view.legal]
        for _ in range(5):
            world = sampler(view).game(Chance(told))
            apart = [
                card
                for other in range(world.seats)
                if other != view.seat
                for card in world.open_view().zone("hand", other).known
            ]
            assert not [card for card in (*apart, *view.zone("trick").known) if min(mine) < card < max(mine)]
    assert told


def test_every_happening_is_counted_here() -> None:
    known = {
        happening.name
        for game in ("hearts", "threes", "durak")
        for playing in [adviser_of(game).playing or pytest.fail(game)]
        for happening in (*playing.happenings, *playing.certain)
    }
    assert known == set(COUNTED)


@pytest.mark.parametrize("game", ["hearts", "threes", "durak"])
def test_lines_of_an_action_do_not_depend_on_the_others_asked_for(game: str) -> None:
    view = hints_along(game, 5, 1)[0]
    playing = adviser_of(game).playing
    assert playing is not None
    first, second = view.legal[0], view.legal[1]
    alone = lines_of(view, (first,), playing, Chance(7), 3)[0]
    beside = lines_of(view, (second, first), playing, Chance(7), 3)[1]
    assert [line.moves for line in alone] == [line.moves for line in beside]
    assert [line.worth for line in alone] == [line.worth for line in beside]
