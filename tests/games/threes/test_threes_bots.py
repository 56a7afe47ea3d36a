"""The players of Threes: legal, repeatable, in the dark about hidden cards, and with card sense."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from threes_tables import DECK, dealt, legal, on_turn, places

import cardhouse
from cardhouse import Chance, Game, View, imagine
from cardhouse.bots import LEVELS, Bot, make_bot
from cardhouse.bots.flat_search import Tally
from cardhouse.build import running
from cardhouse.games.threes.bots import Expert, Greedy, Hard, Medium, Searcher
from cardhouse.games.threes.policy import choices
from cardhouse.games.threes.rules import Threes
from cardhouse.games.threes.search import OPTIMISM, ThreesTrials, candidates, search
from cardhouse.games.threes.solver import DRAWN, LOST, UNKNOWN, WON, Solver

PLAYERS = ("greedy", *LEVELS)
OPTIONS = [
    {"first": first, "swap": swap, "pickup": pickup}
    for first, swap, pickup in itertools.product(("lowest", "random"), (False, True), ("forced", "free"))
]


def endgame(*seats: str, pile: str = "") -> Game:
    """A position without draw pile, each seat as ``hand | up | down``: all cards are known but the down-cards."""
    plain = cardhouse.new("threes", seats=len(seats), seed=1).view(None).plain()
    wanted = [places(text) for text in seats]
    named = {card for seat in wanted for part in seat for card in part} | set(pile.split())
    plain["zones"] = [["discard", None, pile], ["burned", None, " ".join(card for card in DECK if card not in named)]]
    for seat, (hand, up, down) in enumerate(wanted):
        for name, cards in (("hand", hand), ("up", up), ("down", ["??"] * len(down))):
            plain["zones"].append([name, seat, " ".join(cards)])
    plain["facts"]["known"] = [" ".join(hand) for hand, _, _ in wanted]
    plain["facts"]["cannot_be"] = [[] for _ in seats]
    plain["facts"]["slots"] = [list(range(1, len(down) + 1)) for _, _, down in wanted]
    plain["facts"]["top"] = pile.split()[-1] if pile else ""
    plain["turn"] = [0]
    return imagine(View.read(plain), Chance(1))


def small(name: str, seed: int) -> Bot:
    """A player who looks into few worlds, so that tests are quick."""
    bot = make_bot("threes", name, seed)
    if isinstance(bot, Searcher):
        bot.worlds = 1
    return bot


def play(game: Game, bots: list[Bot], most: int = 10_000) -> Game:
    """Let bots play a game, or this many actions of it; an illegal answer raises."""
    for _ in range(most):
        if game.over:
            break
        seat = game.turn()[0]
        game.apply(seat, bots[seat].choose(game.view(seat)))
    return game


def views(seats: int, seed: int, **options: object) -> list[View]:
    """What seats on turn saw in a game of plain players."""
    game = cardhouse.new("threes", seats=seats, seed=seed, options=options)
    bots = [Greedy(seat) for seat in range(seats)]
    seen = []
    while not game.over:
        seen.append(game.view(game.turn()[0]))
        play(game, list(bots), 1)
    return seen


def choice(bot: Bot, game: Game) -> str:
    return str(bot.choose(game.view(on_turn(game))))


def codes_of(view: View) -> vec[i64]:
    return vec[i64]([action.code for action in view.legal])


@pytest.mark.parametrize("name", ["greedy", "easy", "medium"])
@pytest.mark.parametrize("seats", [2, 5])
def test_plain_players_play_whole_games_with_any_options(name: str, seats: int) -> None:
    for number, options in enumerate(OPTIONS):
        game = cardhouse.new("threes", seats=seats, seed=number, options=options)
        assert play(game, [small(name, seat) for seat in range(seats)]).over


@pytest.mark.parametrize("name", ["hard", "expert"])
@pytest.mark.parametrize("seats", [2, 4])
def test_searching_players_play_with_any_options(name: str, seats: int) -> None:
    for number, options in enumerate(OPTIONS):
        game = cardhouse.new("threes", seats=seats, seed=number, options=options)
        play(game, [Greedy(seat) for seat in range(seats)], 15 * number)
        play(game, [small(name, seat) for seat in range(seats)], 6)
        assert game.view(None).step >= 6


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_seed_and_view_give_the_same_action(name: str) -> None:
    for view in views(3, 1)[::20]:
        assert small(name, 5).choose(view) == small(name, 5).choose(view)


@pytest.mark.parametrize("name", PLAYERS)
def test_what_a_seat_cannot_know_changes_nothing(name: str) -> None:
    for view in views(2, 2)[::15]:
        other = imagine(view, Chance(view.step))
        assert small(name, 5).choose(other.view(view.seat)) == small(name, 5).choose(view)


def test_one_candidate_for_each_rank_and_number() -> None:
    found = [str(cardhouse.Action(code)) for code in candidates(codes_of(endgame("4c 4d 4h", "9c").view(0)))]
    assert found == ["play 4c", "play 4c 4d", "play 4c 4d 4h"]


@pytest.mark.parametrize("options", OPTIONS[:2] + OPTIONS[-2:])
def test_the_choices_of_the_search_are_the_candidates_of_the_rules(options: dict[str, object]) -> None:
    room = vec[i64]([0] * 64)
    for seed in range(6):
        game = cardhouse.new("threes", seats=2 + seed % 3, seed=seed, options=options)
        chance = Chance(seed)
        while not game.over:
            if game.phase() == "play":
                assert isinstance(game, Threes)
                seat = game.turn()[0]
                many = choices(game, seat, room)
                assert list(room[:many]) == list(candidates(game.moves(seat)))
            game.random_step(chance)


def test_greedy_plays_its_lowest_rank_all_of_it() -> None:
    assert choice(Greedy(), dealt("4c 4d 2h", "9c Jd Kh")) == "play 4c 4d"


def test_greedy_plays_specials_last() -> None:
    assert choice(Greedy(), endgame("2c 3d Th Kh | 4c", "9c | 8c")) == "play Kh"


def test_greedy_burns_four_of_a_kind() -> None:
    game = endgame("4c Kc Kd Kh Ks | 5c", "9c | 9s")
    assert choice(Greedy(), game) == "play Kc Kd Ks Kh"


def test_medium_keeps_what_always_fits() -> None:
    game = endgame("2c 7d Th Qh | 4c", "9c | 8c")
    assert choice(Medium(), game) == "play Qh"


def test_medium_holds_up_who_is_about_to_go_out() -> None:
    assert choice(Medium(), endgame("4c Qd Kh | 5c", "9c")) != "play 4c"
    assert choice(Medium(), endgame("4c Qd Kh | 5c", "9c | 8c 8d 6c | 6d 5d 5h")) == "play 4c"


def test_a_strong_card_is_swapped_for_a_weak_up_card() -> None:
    for bot in (Greedy(), small("hard", 1), small("expert", 1)):
        game = dealt("Th 4c 5c | 6d Ad Ks", "9c Jd Qh | 9d Jc Kh", swap=True)
        assert str(bot.choose(game.view(0))) == "swap Th 6d"
        for _ in range(9):
            action = bot.choose(game.view(0))
            game.apply(0, action)
            if str(action) == "ready":
                break
        assert str(action) == "ready"


@pytest.mark.parametrize("bot", [Hard(1, worlds=4), Expert(1, worlds=4)])
def test_who_cannot_end_on_a_special_card_plays_it_in_time(bot: Bot) -> None:
    assert choice(bot, endgame("2c 9d", "4c 5c 6c 8c")) == "play 2c"


@pytest.mark.parametrize("bot", [Hard(1, worlds=4), Expert(1, worlds=4)])
def test_the_last_cards_are_played_together(bot: Bot) -> None:
    assert choice(bot, endgame("9c 9d", "Ac Ad Ah")) == "play 9c 9d"


def solved(game: Game, most: int = 20_000) -> dict[str, int]:
    """What each of the actions leads to."""
    assert isinstance(game, Threes)
    codes = candidates(codes_of(game.view(on_turn(game))))
    answers = Solver(most).solve(game, codes)
    return {str(cardhouse.Action(code)): int(answer) for code, answer in zip(codes, answers, strict=True)}


def test_the_solver_sees_the_end() -> None:
    assert solved(endgame("2c 9d", "4c 5c 6c 8c")) == {"play 2c": WON, "play 9d": LOST}
    assert solved(endgame("9c 9d", "Ac"))["play 9c 9d"] == WON
    assert solved(endgame("9c Jd", "Ac")) == {"play 9c": LOST, "play Jd": LOST}


def test_nobody_can_end_on_special_cards_alone() -> None:
    assert set(solved(endgame("2c 3d", "2d 3h")).values()) == {DRAWN}


def test_what_is_too_large_stays_unknown() -> None:
    game = endgame("2c 5d 9d Jd Kd Ah", "4c 5c 6c 8c Tc Qc")
    assert UNKNOWN in solved(game, 20).values()


def plain_minimax(game: Threes, me: int, line: dict[str, int]) -> int:
    """The value of a position by trying everything, coming back on the line being a draw; None of it is remembered."""
    if game.over or game.place[me]:
        assert game.outcome is not None or game.place[me]
        return WON if game.place[me] else LOST if game.gone else DRAWN
    seat = game.turn()[0]
    here = " ".join(map(str, (seat, game.hands, game.up, game.pile_cards(), game.top)))
    if here in line:
        return DRAWN
    values = []
    for code in candidates(game.moves(seat)):
        after = game.copy()
        after.advance(seat, code)
        values.append(plain_minimax(after, me, {**line, here: 1}))
    return max(values) if seat == me else min(values)


@pytest.mark.parametrize(
    "seats",
    [("4c 9d", "5c"), ("4c Kd", "5c Ad"), ("2c 9d", "Qc Kc"), ("Th 8c", "7c 9h"), ("5c 5d", "4h 6h"), ("3c Qc", "Kc")],
)
def test_the_solver_agrees_with_plain_minimax(seats: tuple[str, str]) -> None:
    game = endgame(*seats)
    assert isinstance(game, Threes)
    found = solved(game)
    for action in legal(game, 0) & set(found):
        after = game.copy()
        after.apply(0, action)
        assert plain_minimax(after, 0, {}) == found[action], action


def test_a_search_is_proven_only_when_all_cards_are_known() -> None:
    game = endgame("2c 9d", "4c 5c 6c 8c")
    found = search(game.view(0), Chance(1), 2)
    assert found.proven
    assert [valued.value for valued in found.actions] == [1.0, 0.0]
    assert not search(game.view(0), Chance(1), 2, exact=False).proven
    hidden = endgame("2c 9d | | 5d", "4c 5c 6c 8c | | 6d")
    assert not search(hidden.view(0), Chance(1), 2).proven


@pytest.mark.parametrize(("simulations", "even"), [(40, 0.5 - OPTIMISM), (1, 0.5)])
def test_a_tree_hopes_too_much_where_all_is_open_and_its_value_allows_for_that(simulations: int, even: float) -> None:
    game = dealt("4c 5d 9h", "9c Jd Kh")
    assert isinstance(game, Threes)
    trials = ThreesTrials(game, 0, vec[i64]([action.code for action in game.view(0).legal]), simulations, 0.0)
    for ends, value in (((1.0, 0.0), even), ((1.0, 1.0), 1.0), ((0.0, 0.0), 0.0)):
        trials.tallies[0] = Tally()
        for end in ends:
            trials.tallies[0].add(end)
        assert trials.valued(0, 0).value == pytest.approx(value)


def test_a_search_stops_when_its_time_is_over() -> None:
    view = dealt("4c 5d 9h", "9c Jd Kh").view(0)
    assert search(view, Chance(1), 10_000, milliseconds=1).worlds < 10_000


def test_medium_beats_easy() -> None:
    assert share_won("medium", "easy", 60, make) > 0.55


@pytest.mark.skipif(running() == "plain", reason="takes too long with the plain files")
def test_more_worlds_set_the_higher_levels_apart() -> None:
    def sixteenth(name: str, seed: int) -> Bot:
        bot = make(name, seed)
        if isinstance(bot, Expert):
            bot.worlds //= 16
        return bot

    assert share_won("hard", "medium", 15, make) > 0.55
    assert share_won("expert", "hard", 8, sixteenth) > 0.5


def make(name: str, seed: int) -> Bot:
    """A player as strong as its level."""
    return make_bot("threes", name, seed)


def share_won(better: str, worse: str, deals: int, made: Callable[[str, int], Bot]) -> float:
    """The share of games that one wins against the other, each deal from both seats."""
    won = 0.0
    for deal, seat in itertools.product(range(deals), (0, 1)):
        names = [better, worse] if seat == 0 else [worse, better]
        game = play(cardhouse.new("threes", seed=500 + deal), [made(name, deal) for name in names])
        assert game.outcome is not None
        places = game.outcome.places
        won += 1.0 if places[seat] < places[1 - seat] else 0.5 if places[0] == places[1] else 0.0
    return won / (2 * deals)
