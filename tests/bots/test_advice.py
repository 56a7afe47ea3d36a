"""Advice and review: what is said follows from what the search found, and nothing is called proven that isn't."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from durak_positions import ending

import cardhouse
from cardhouse import Action, BadSetup, Chance, Game, View
from cardhouse.bots import advice as advising
from cardhouse.bots import make_bot
from cardhouse.bots import review as reviewing
from cardhouse.bots.advice import Advice, Reason, advise, adviser_of, table_of
from cardhouse.bots.lines import Happening, lines_of, mean_and_error
from cardhouse.bots.review import estimate, review, strong_players, weigh
from cardhouse.bots.search import Search, Valued
from cardhouse.bots.teacher import names_of
from cardhouse.cli import main
from cardhouse.engine.record import Record
from cardhouse.engine.words import catalogue, languages
from cardhouse.testing import do, random_play


def valued(action: str, value: float, error: float = 0.01) -> Valued:
    return Valued(Action.parse(action), value, error, 100)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Search]:
    """Lets a test say what the search of Threes finds: the last of this list."""
    found: list[Search] = []

    def search(view: View, chance: Chance, worlds: int) -> Search:
        return found[-1]

    monkeypatch.setitem(advising._advisers, "threes", replace(adviser_of("threes"), search=search))
    return found


def choosing() -> View:
    """A view of Threes in which there is something to choose."""
    game = cardhouse.new("threes", seed=2)
    return game.view(game.view(None).turn[0])


def playable() -> list[Action]:
    """Two actions that are legal in it."""
    return list(choosing().legal)[:2]


def test_the_best_comes_first_with_its_worth_and_error(said: list[Search]) -> None:
    said.append(Search((valued("play 9h", 0.62), valued("play 6d", 0.3), valued("play 5c", 0.41)), 100))
    advice = advise(choosing())
    assert [str(each.action) for each in advice.actions] == ["play 9h", "play 5c", "play 6d"]
    assert advice.verdict == "clear"
    assert advice.shown(advice.actions[0]) == "62 ± 2%"


def test_within_two_errors_nobody_can_tell_which_is_better(said: list[Search]) -> None:
    said.append(Search((valued("play 9h", 0.62, 0.02), valued("play 5c", 0.60, 0.02)), 100))
    advice = advise(choosing())
    assert advice.verdict == "close"
    assert advice.sentence.startswith("I can't tell 9h and 5c apart: ")


@pytest.mark.parametrize(
    ("gap", "error", "verdict"),
    [(0.01, 0.01, "equal"), (0.0, 0.02, "close"), (0.02, 0.004, "equal"), (0.028, 0.004, "clear")],
)
def test_equally_good_is_only_what_is_within_a_margin_with_95_percent(
    gap: float, error: float, verdict: str, said: list[Search]
) -> None:
    best, other = (valued("play 9h", 0.62), replace(valued("play 5c", 0.62 - gap), behind=(gap, error)))
    said.append(Search((best, other), 100))
    advice = advise(choosing())
    assert advice.verdict == verdict
    assert ("9h and 5c are equally good, to within 3%." in advice.sentence) == (verdict == "equal")


def test_what_was_dropped_early_and_looks_better_by_luck_is_not_the_best(said: list[Search]) -> None:
    said.append(Search((valued("play 9h", 0.62, 0.01), valued("play 5c", 0.65, 0.1)), 100))
    advice = advise(choosing())
    assert str(advice.best) == "play 9h"
    assert advice.verdict == "close"


def test_proven_only_from_a_solver(said: list[Search]) -> None:
    said.append(Search((valued("play 5c", 1.0, 0.0), valued("play 9h", 0.0, 0.0)), 1))
    assert advise(choosing()).verdict == "clear"
    said.append(Search((valued("play 5c", 1.0, 0.0), valued("play 9h", 0.0, 0.0)), 1, proven=True))
    assert advise(choosing()).sentence == "Proven: play 5c is best. It wins whatever the other does."


def solved(action: str, value: float) -> Valued:
    return Valued(Action.parse(action), value, 0.0, 1, proven=True)


@pytest.mark.parametrize(
    ("best", "reason"),
    [(0.5, "With best play it's a draw."), (0.0, "The other can force a win whatever you do.")],
)
def test_what_is_proven_says_how_it_ends(said: list[Search], best: float, reason: str) -> None:
    said.append(Search((solved("play 5c", best), solved("play 9h", 0.0)), 1, proven=True))
    advice = advise(choosing())
    assert advice.verdict == "proven"
    assert advice.sentence.endswith(reason)
    assert advice.shown(advice.actions[0]) == f"{100 * best:.0f}%, proven"


def test_a_win_is_proven_even_if_another_action_is_not_settled(said: list[Search]) -> None:
    said.append(Search((solved("play 5c", 1.0), valued("play 9h", 0.5, 0.1)), 1))
    assert advise(choosing()).verdict == "proven"
    said.append(Search((solved("play 5c", 0.5), valued("play 9h", 0.3, 0.01)), 1))
    assert advise(choosing()).verdict == "clear"


def test_where_the_solver_solved_it_the_advice_says_so() -> None:
    game = ending("7c 8d", "9c 7d", trump="Ah", forwarding=False)
    advice = advise(game.view(0), worlds=4)
    assert advice.sentence == "Proven: attack 8d is best. It wins whatever the other does."
    assert [advice.shown(each) for each in advice.actions] == ["100%, proven", "50%, proven"]


def test_where_all_comes_to_the_same_it_does_not_say_that_there_is_no_choice(said: list[Search]) -> None:
    said.append(Search((valued("play 9h", 0.62),), 100))
    advice = advise(choosing())
    assert advice.verdict == "same"
    assert advice.sentence == "It makes no difference: play 9h is as good as anything else."
    assert advice.reason is None


def test_an_action_that_nobody_tried_has_no_worth_to_show() -> None:
    only = Advice((Valued(Action.parse("play 2c"), 0.0, 0.0, 0),), "only", "", "points")
    assert table_of(only) == ["play 2c"]


def test_the_table_says_in_how_many_deals_an_action_was_tried() -> None:
    advice = Advice((valued("play 9h", 0.62), Valued(Action.parse("take"), 0.7, 0.1, 8)), "clear", "", "chance")
    assert table_of(advice) == ["play 9h  62 ± 2% in 100 deals", "take     70 ± 20% in 8 deals"]


def test_what_speaks_against_the_best_action_is_not_given_as_the_reason_for_it(
    said: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two that differ only in what the seat doesn't want, the figures alone are told."""
    playing = adviser_of("threes").playing
    assert playing is not None
    best, other = playable()
    bad = Happening("threes.burns", False, 1.0, lambda line, seat: line.moves[0][1] == best.code)
    adviser = replace(adviser_of("threes"), playing=replace(playing, happenings=(bad,)))
    monkeypatch.setitem(advising._advisers, "threes", adviser)
    said.append(Search((Valued(best, 0.62, 0.01, 100), Valued(other, 0.2, 0.01, 100)), 100))
    assert advise(choosing()).reason == Reason("advice.next.chance", {"action": str(other), "count": 42})


@pytest.mark.parametrize(
    ("one", "two", "names"),
    [
        ("play 9h", "play 5c", ("9h", "5c")),
        ("beat 8s Tc", "beat 8s Kc", ("Tc", "Kc")),
        ("beat 8s Kc", "beat 9s Kc", ("beat 8s Kc", "beat 9s Kc")),
        ("pass 4d Jh Qs", "pass 2d Jh Qs", ("4d", "2d")),
        ("play 5c 5d", "play 5c", ("5c 5d", "5c")),
        ("take", "beat 8s Kc", ("take", "beat 8s Kc")),
    ],
)
def test_actions_are_named_by_what_tells_them_apart(one: str, two: str, names: tuple[str, str]) -> None:
    assert names_of(Action.parse(one), Action.parse(two)) == names


def test_a_move_is_clearly_worse_only_if_it_stays_so_when_it_is_played_on(
    said: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    best, other = playable()
    said.append(Search((Valued(best, 0.62, 0.01, 100), Valued(other, 0.2, 0.01, 100)), 100))
    for ahead, costly, blunder in (((0.0, 0.1), False, False), ((0.05, 0.01), True, False), ((0.2, 0.01), True, True)):
        monkeypatch.setattr(reviewing, "played_on", lambda *given, found=ahead: found)
        judged = weigh(1, other, choosing(), [])
        assert judged is not None
        assert (judged.costly, judged.blunder) == (costly, blunder)
        assert judged.better == tuple(map(str, best.cards))
        assert judged.plain()["blunder"] is blunder


def test_what_the_search_did_not_look_at_is_weighed_all_the_same(
    said: list[Search], monkeypatch: pytest.MonkeyPatch
) -> None:
    best, other = playable()
    said.append(Search((Valued(best, 0.62, 0.01, 100), Valued(Action.parse("take"), 0.2, 0.01, 100)), 100))
    monkeypatch.setattr(reviewing, "played_on", lambda *given: (0.3, 0.05))
    judged = weigh(1, other, choosing(), [])
    assert judged is not None
    assert (judged.cost, judged.error) == (0.3, 0.05)


def test_the_pass_that_was_made_is_always_weighed() -> None:
    view = cardhouse.new("hearts", seed=3).view(0)
    odd = view.legal[0]
    judged = weigh(1, odd, view, [], worlds=4)
    assert judged is not None
    assert judged.action == str(odd)


def test_a_review_says_what_is_proven(said: list[Search]) -> None:
    proven = [Valued(Action.parse(text), value, 0.0, 1, True) for text, value in (("play 9h", 1.0), ("play 5c", 0.0))]
    said.append(Search(tuple(proven), 1, True))
    judged = weigh(1, Action.parse("play 5c"), choosing(), [])
    assert judged is not None
    assert judged.sentence == "Proven: play 9h is best. It wins whatever the other does."


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["hearts", "threes", "durak"])
def test_every_piece_of_advice_gives_a_reason(game: str, seed: int) -> None:
    playing = cardhouse.new(game, seed=seed)
    chance = Chance(seed)
    for _ in range(12):
        for _ in range(5):
            if not playing.over:
                playing.random_step(chance)
        seat = (playing.turn() or [0])[0]
        if playing.over or len(playing.view(seat).legal) < 2:
            continue
        advice = advise(playing.view(seat), ["Ann", "Bea", "Cid", "Dot"], worlds=4)
        assert "{" not in advice.sentence
        assert "advice." not in advice.sentence
        if advice.verdict in ("clear", "proven"):
            assert advice.reason is not None
        if advice.reason is not None:
            assert all(each.key in catalogue(language) for language in languages() for each in advice.reasons)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("hearts", Reason("advice.next.points", {"action": "play 5c", "count": 4})),
        ("threes", Reason("advice.next.chance", {"action": "play 5c", "count": 420})),
    ],
)
def test_how_much_worse_the_next_is_is_told_in_the_unit_of_the_game(
    game: str, reason: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Search((valued("play 9h", 6.2), valued("play 5c", 2.0)), 100)
    adviser = replace(adviser_of(game), search=lambda view, chance, worlds: found, playing=None)
    monkeypatch.setitem(advising._advisers, game, adviser)
    view = choosing() if game == "threes" else cardhouse.new("hearts", seed=1).view(0)
    assert advise(view).reason == reason


def test_an_action_that_comes_to_the_same_has_the_same_worth() -> None:
    alike = adviser_of("threes").alike
    advice = Advice((valued("play 9h", 0.6), valued("play 5c", 0.4)), "clear", "", "chance", alike=alike)
    found = advice.of(Action.parse("play 9s"))
    assert found is not None
    assert str(found.action) == "play 9h"
    assert advice.of(Action.parse("take")) is None


def test_there_is_no_advice_where_there_is_nothing_to_think() -> None:
    for view in (cardhouse.new("ratscrew", seed=1).view(0), cardhouse.new("threes", seed=1).view(None)):
        with pytest.raises(BadSetup):
            advise(view)


def recorded(name: str, seed: int) -> Record:
    """A short random game, written down."""
    game = cardhouse.new(name, seed=seed)
    record = Record.of(game, ["Ann", "Bea"])
    for seat, text in random_play(game.copy(), Chance(seed)):
        timer = game.timer
        record.add(seat, text if seat is not None or timer is None else f"fire {timer.name}")
        do(game, seat, text)
    record.close(game)
    return record


def test_a_review_weighs_the_moves_of_a_whole_game_alike_in_several_processes() -> None:
    record = recorded("durak", 101)
    moves = list(review(record, worlds=4))
    assert moves
    assert all(move.cost >= 0 for move in moves)
    assert {move.number for move in moves} <= set(range(1, len(record.entries) + 1))
    assert list(review(record, worlds=4, seat=1)) == [move for move in moves if move.seat == 1]
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert list(review(record, worlds=4, executor=executor)) == moves


@pytest.mark.parametrize("game", ["ratscrew", "slapjack"])
def test_where_nothing_is_to_think_the_commands_say_so(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(recorded(game, 1).text(), encoding="utf-8")
    for command in (["advise", str(file), "--at", "1"], ["review", str(file)]):
        assert main(command) == 2
        assert "all about speed" in capsys.readouterr().err


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = recorded("durak", 101)
    file = tmp_path / "game.txt"
    file.write_text(record.text(), encoding="utf-8")
    number = next(iter(review(record, worlds=4))).number
    assert main(["advise", str(file), "--at", str(number), "--worlds", "8"]) == 0
    assert "%" in capsys.readouterr().out
    assert main(["review", str(file), "--worlds", "4", "--jobs", "2"]) == 0
    assert "moves weighed" in capsys.readouterr().out
    assert main(["advise", str(file), "--at", "9999"]) == 2
    assert "there is no number 9999" in capsys.readouterr().err


def test_stronger_players_play_a_move_on_as_far_as_they_are_asked_to() -> None:
    game = cardhouse.new("durak", seed=3)
    view = game.view(game.turn()[0])
    bots = [make_bot("durak", "greedy", seat) for seat in range(2)]
    quick: list[int] = []

    def plain(playing: Game, chance: Chance) -> tuple[int, int]:
        quick.append(int(playing.step) - view.step)
        seat = playing.turn()[0]
        return seat, int(playing.view(seat).legal[0].code)

    step = strong_players(view, plain, bots, 3)
    for _ in range(6):
        seat, code = step(game, Chance(1))
        game.apply(seat, Action(code))
    assert quick == [4, 5]


def test_what_the_search_found_counts_by_how_sure_it_is() -> None:
    alone = estimate([1.0, 0.0, 1.0, 0.0], None)
    assert alone == mean_and_error([1.0, 0.0, 1.0, 0.0])
    mean, error = estimate([1.0, 0.0, 1.0, 0.0], (0.1, alone[1]))
    assert mean == pytest.approx(0.3)
    assert error == pytest.approx(alone[1] / 2**0.5)
    assert estimate([1.0, 0.0, 1.0, 0.0], (0.1, 1e-6))[0] == pytest.approx(0.1)
    # Ten worlds that agree are no proof.
    assert estimate([1.0] * 10, (0.0, 0.1)) == pytest.approx((0.5, 0.1 / 2**0.5))


def test_a_line_ends_where_it_is_settled() -> None:
    game = cardhouse.new("durak", seed=3)
    view = game.view(game.turn()[0])
    playing = adviser_of("durak").playing
    assert playing is not None
    (line,) = lines_of(view, view.legal[:1], playing, Chance(1), 1, settled=lambda game, seat: 0.25)[0]
    assert line.worth == 0.25
    assert len(line.moves) == 1
