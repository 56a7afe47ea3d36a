"""Advice and review: what is said follows from what the search found, and nothing is called proven that isn't."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from durak_positions import ending
from strategies import do, random_play

import cardhouse
from cardhouse import Action, BadSetup, Chance, View
from cardhouse.bots import advice as advising
from cardhouse.bots.advice import Advice, Reason, advise, review, table_of, weigh
from cardhouse.bots.search import Search, Valued
from cardhouse.cli import main
from cardhouse.record import Record
from cardhouse.words import catalogue


def valued(action: str, value: float, error: float = 0.01) -> Valued:
    return Valued(Action.parse(action), value, error, 100)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Search]:
    """Lets a test say what the search of Threes finds: the last of this list."""
    found: list[Search] = []

    def search(view: View, chance: Chance, worlds: int) -> Search:
        return found[-1]

    monkeypatch.setitem(advising._searchers, "threes", search)
    return found


def choosing() -> View:
    """A view of Threes in which there is something to choose."""
    game = cardhouse.new("threes", seed=2)
    return game.view(game.view(None).turn[0])


def test_the_best_comes_first_with_its_worth_and_error(said: list[Search]) -> None:
    said.append(Search((valued("play 9h", 0.62), valued("play 6d", 0.3), valued("play 5c", 0.41)), 100))
    advice = advise(choosing())
    assert [str(each.action) for each in advice.actions] == ["play 9h", "play 5c", "play 6d"]
    assert advice.verdict == "clear"
    assert advice.shown(advice.actions[0]) == "62 ± 1%"


def test_within_two_errors_it_is_too_close_to_call(said: list[Search]) -> None:
    said.append(Search((valued("play 9h", 0.62, 0.02), valued("play 5c", 0.60, 0.02)), 100))
    advice = advise(choosing())
    assert advice.verdict == "close"
    assert advice.sentence.startswith("Too close to call")


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
    [(0.5, "With best play by both it is a draw."), (0.0, "The other can force a win whatever you do.")],
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
    said.append(Search((valued("play 9h", 0.62),), 100, notes={"stuck": {"play 9h": 0.5}}))
    advice = advise(choosing())
    assert advice.verdict == "same"
    assert advice.sentence == "It makes no difference: play 9h is as good as anything else."
    assert advice.reason is None


def test_an_action_that_nobody_tried_has_no_worth_to_show() -> None:
    only = Advice((Valued(Action.parse("play 2c"), 0.0, 0.0, 0),), "only", "", "points")
    assert table_of(only) == ["play 2c"]


def test_the_table_says_in_how_many_deals_an_action_was_tried() -> None:
    advice = Advice((valued("play 9h", 0.62), Valued(Action.parse("take"), 0.7, 0.1, 8)), "clear", "", "chance")
    assert table_of(advice) == ["play 9h  62 ± 1% in 100 deals", "take     70 ± 10% in 8 deals"]


def test_what_speaks_against_the_best_action_is_not_given_as_the_reason_for_it(said: list[Search]) -> None:
    actions = (valued("play 9h", 0.62), valued("play 5c", 0.2))
    for name, share in (("beaten", 0.98), ("stuck", 0.01)):
        said.append(Search(actions, 100, notes={name: {"play 9h": share}}))
        assert advise(choosing()).reason == Reason(
            "advice.next.chance", {"action": "play 5c", "worlds": 100, "percent": 42}
        )


def test_a_review_does_not_call_close_what_was_clearly_worse(said: list[Search]) -> None:
    actions = (valued("play 9h", 0.62), valued("play 6d", 0.615), valued("play 5c", 0.2))
    notes: dict[str, object] = {"stuck": {"play 9h": 0.62, "play 5c": 0.1}}
    said.append(Search(actions, 100, notes=notes))
    judged = weigh(1, Action.parse("play 5c"), choosing(), [])
    assert judged is not None
    assert judged.costly
    assert judged.sentence == "The next player can't follow 9h in 62% of the deals that fit, 5c in 10%."


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
                playing.stir(chance)
        seat = (playing.turn() or [0])[0]
        if playing.over or len(playing.view(seat).legal) < 2:
            continue
        advice = advise(playing.view(seat), ["Ann", "Bea", "Cid", "Dot"], worlds=4)
        if advice.verdict not in ("only", "same"):
            assert len(advice.sentence.split(". ")) == 2, advice.sentence
            assert "{" not in advice.sentence
            assert advice.reason is not None
            assert advice.reason.key in catalogue("ru")


def test_the_sentence_says_what_the_worlds_showed(said: list[Search]) -> None:
    notes: dict[str, object] = {"stuck": {"play 9h": 0.62}}
    said.append(Search((valued("play 9h", 0.62), valued("play 5c", 0.2)), 100, notes=notes))
    assert "can't follow it in 62% of the deals that fit" in advise(choosing()).sentence
    view = choosing()
    other = 1 if view.seat == 0 else 0
    notes = {"queen": {other: 0.62}}
    said.append(Search((valued("play 9h", 0.62), valued("play 5c", 0.2)), 100, notes=notes))
    advice = advise(view, ["B", "B"])
    assert "B holds the queen of spades in 62%" in advice.sentence
    assert advice.reason == Reason("advice.queen", {"seat": other, "percent": 62})


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("hearts", Reason("advice.next.points", {"action": "play 5c", "worlds": 100, "points": 0.4})),
        ("threes", Reason("advice.next.chance", {"action": "play 5c", "worlds": 100, "percent": 42})),
    ],
)
def test_how_much_worse_the_next_is_is_told_in_the_unit_of_the_game(
    game: str, reason: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Search((valued("play 9h", 0.62), valued("play 5c", 0.2)), 100)
    monkeypatch.setitem(advising._searchers, game, lambda view, chance, worlds: found)
    view = choosing() if game == "threes" else cardhouse.new("hearts", seed=1).view(0)
    assert advise(view).reason == reason


def test_an_action_that_comes_to_the_same_has_the_same_worth() -> None:
    advice = Advice((valued("play 9h", 0.6), valued("play 5c", 0.4)), "clear", "", "chance")
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


def test_a_review_weighs_the_moves_of_a_whole_game() -> None:
    record = recorded("durak", 101)
    moves = list(review(record, worlds=4))
    assert moves
    assert all(move.cost >= 0 for move in moves)
    assert {move.number for move in moves} <= set(range(1, len(record.entries) + 1))
    assert [move for move in review(record, worlds=4, seat=1) if move.seat != 1] == []
    assert list(review(record, worlds=4)) == moves


def test_several_processes_weigh_the_moves_alike() -> None:
    record = recorded("durak", 101)
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert list(review(record, worlds=4, executor=executor)) == list(review(record, worlds=4))


@pytest.mark.parametrize("game", ["ratscrew", "slapjack"])
def test_where_nothing_is_to_think_the_commands_say_so(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(recorded(game, 1).text(), encoding="utf-8")
    for command in (["advise", str(file), "--at", "1"], ["review", str(file)]):
        assert main(command) == 2
        assert "not a matter of thinking" in capsys.readouterr().err


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
