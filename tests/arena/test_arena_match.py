"""One game of bots: who is asked when, what a bot loses by, and time that is only simulated."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

import arena_bots
import pytest
from slap_positions import dealt, pile, position

import cardhouse
from cardhouse import Action, Chance, Game, View
from cardhouse.arena.match import Hand, Played, play_match
from cardhouse.bots import Bot, Move, RandomBot, make_bot
from cardhouse.games.slapping.bots import SlapCat
from cardhouse.games.slapping.reflexes import Reflexes, Times
from cardhouse.games.slapping.seen import patterns_seen

SLAP, TURN = Action.parse("slap"), Action.parse("turn")


def match(game: Game, bots: Sequence[Callable[[int], Bot]], limit: float = 5.0) -> tuple[Played, list[Hand]]:
    return play_match(game, [partial(bot, seat) for seat, bot in enumerate(bots)], limit, Chance(1))


def cat(slap: float, turn: float = 1000, misses: float = 0.0) -> Callable[[int], Bot]:
    """A cat whose times never vary."""
    return partial(SlapCat, reflexes=Reflexes(Times(slap, 0, 0), misses, 0.0, Times(turn, 0, 0)))


class Notes(Bot):
    """Writes down when it is asked; plays the first legal action, a beating one before others, but no timer away."""

    asked: list[tuple[int, int]]

    def choose(self, view: View) -> Action | None:
        assert view.seat is not None
        self.asked.append((view.seat, view.step))
        beating = [action for action in view.legal if action.verb == "beat"]
        return None if view.timer else [*beating, *view.legal][0]


@pytest.fixture
def notes() -> type[Notes]:
    Notes.asked = []
    return Notes


def test_seats_are_asked_when_a_move_of_theirs_is_awaited(notes: type[Notes]) -> None:
    played, _ = match(cardhouse.new("hearts", seed=3, limit=1, claims=False), [notes] * 4)
    steps = [step for _, step in notes.asked]
    assert steps == list(range(4 + 52))
    assert [seat for seat, step in notes.asked if step < 4] == [0, 1, 2, 3]
    assert sum(played.scores) in (26, 78)
    assert not played.failures


def test_a_timer_fires_when_nobody_who_is_awaited_wants_to_act(notes: type[Notes]) -> None:
    game = cardhouse.new("durak", seats=3, seed=2)
    played, _ = match(game, [notes] * 3)
    assert game.over
    assert not played.failures
    # While the timer runs both attackers are asked before it fires.
    assert len({step for _, step in notes.asked}) < len(notes.asked)


@pytest.mark.parametrize(
    ("bot", "kind", "why"),
    [
        (arena_bots.Crashes, "exception", "ValueError: I have seen enough"),
        (arena_bots.NeverBorn, "exception", "RuntimeError: no"),
        (arena_bots.Leaves, "exception", "SystemExit: bye"),
        (arena_bots.Cheats, "illegal", "play Qs"),
        (arena_bots.Chatters, "illegal", "'play 2c'"),
        (arena_bots.Backwards, "illegal", "after=-1.0"),
        (arena_bots.Sulks, "silent", "pass"),
        (arena_bots.Dawdles, "overrun", "0.0"),
    ],
)
def test_a_bot_that_fails_is_last_and_the_others_share_the_first_place(bot: type[Bot], kind: str, why: str) -> None:
    limit = 0.02 if kind == "overrun" else 5.0
    played, _ = match(cardhouse.new("hearts", seed=3, limit=1), [RandomBot, RandomBot, bot, RandomBot], limit)
    assert [(failure.seat, failure.kind) for failure in played.failures] == [(2, kind)]
    assert why in played.failures[0].why
    assert played.places == (1, 1, 4, 1)


def test_thinking_time_is_measured_for_each_answer() -> None:
    _, hands = match(cardhouse.new("hearts", seed=3, limit=1, claims=False), [arena_bots.Dawdles, *[RandomBot] * 3])
    # Once for sitting down, once for passing, and for thirteen cards.
    assert [hand.thinking.count for hand in hands] == [15] * 4
    assert hands[0].thinking.quantile(0.5) == pytest.approx(0.05, rel=0.5)
    assert hands[1].thinking.quantile(0.5) < 0.04


def test_the_faster_slap_takes_the_pile() -> None:
    game = dealt("ratscrew", "9h 2c", "9c 3c")
    _, hands = match(game, [cat(500), cat(400)])
    assert hands[1].slaps["good"] > 0
    assert not hands[0].slaps
    assert hands[1].reactions.mean == pytest.approx(0.4)


@pytest.mark.parametrize(("turn", "left"), [(0.3, "9h 9c 2c"), (0.5, "")])
def test_a_card_turned_before_a_slap_covers_the_pattern(turn: float, left: str) -> None:
    class TurnsOnce(RandomBot):
        def move(self, view: View) -> Move | None:
            return Move(TURN, turn) if view.step == 0 else None

    class JustSlaps(RandomBot):
        def move(self, view: View) -> Move | None:
            return Move(SLAP, 0.4) if patterns_seen(view) else None

    game = position("ratscrew", ["2c", "3c"], "9h 9c", turn=0, rest=1)
    _, hands = match(game, [TurnsOnce, JustSlaps])
    assert pile(game) == left
    assert hands[1].slaps["good"] == (0 if left else 1)


def test_timers_fire_on_simulated_time() -> None:
    # Seat 1 has turned its last card, a three on a three: a double, but the pile is seat 0's a second later.
    for slap in (900, 1100):
        game = position("ratscrew", ["", "3c"], "Qh 3d", turn=1, challenger=0, chances=1, rest=0, phase="challenge")
        game.apply(1, "turn")
        assert game.timer is not None
        assert game.timer.seconds == 1.0
        played, hands = match(game, [cat(5000, misses=1.0), cat(slap, 800)])
        if slap == 900:
            assert hands[1].slaps["good"] > 0
            assert hands[1].reactions.worst == pytest.approx(0.9)
        else:
            assert played.places == (1, 2)
            assert not hands[1].slaps


def test_a_wrong_slap_does_not_put_a_timer_off() -> None:
    class Wrong(Bot):
        """Slaps 0.4 s after each change, wrongly."""

        def choose(self, view: View) -> Action | None:
            return SLAP

        def move(self, view: View) -> Move | None:
            return Move(SLAP, 0.4)

    game = position("ratscrew", ["", "3c"], "Qh 5d", turn=1, challenger=0, chances=1, rest=0, phase="challenge")
    game.apply(1, "turn")
    played, hands = match(game, [cat(5000, misses=1.0), Wrong])
    # It fires at 1.0 s, after the slaps at 0.4 and 0.8 s, and then seat 0 holds all the cards.
    assert hands[1].slaps["wrong"] == 2
    assert played.places == (1, 2)


def test_nothing_sleeps() -> None:
    start = time.monotonic()
    game = cardhouse.new("ratscrew", seed=4)
    match(game, [cat(400_000, 1_000_000), cat(500_000, 1_000_000)])
    assert game.over
    assert time.monotonic() - start < 20


def test_at_the_same_moment_chance_decides() -> None:
    first = {
        play_match(
            position("slapjack", ["2c", ""], "9h Jc", turn=0, rest=0, phase="last_chance"),
            [partial(cat(400), 0), partial(cat(400), 1)],
            5.0,
            Chance(seed),
        )[1][1].slaps["good"]
        > 0
        for seed in range(12)
    }
    assert first == {True, False}


def test_nobody_moves_and_no_timer_runs() -> None:
    class Asleep(Bot):
        def choose(self, view: View) -> Action | None:
            return None

    played, _ = match(cardhouse.new("ratscrew", seed=1), [Asleep, cat(400)])
    assert [(failure.seat, failure.kind) for failure in played.failures] == [(0, "silent")]
    assert played.places == (2, 1)


def test_plans_are_made_anew_after_a_change_but_not_after_a_slap_that_does_nothing() -> None:
    class Drums(Bot):
        """Slaps every 0.1 s while it is locked out and the other is to turn; never turns a card itself."""

        def choose(self, view: View) -> Action | None:
            return SLAP

        def move(self, view: View) -> Move | None:
            return Move(SLAP, 0.1) if view.facts["lockouts"][0] and view.turn == (1,) else None

    game = dealt("ratscrew", "2c 4c", "3c 5c 6c 8c", penalty="lockout")
    game.apply(0, "turn")
    game.apply(0, "slap")
    played, hands = match(game, [Drums, cat(400, 1000)])
    # It drums ten times before the other's card comes, which it could put off for ever otherwise.
    assert hands[0].slaps["nothing"] in (9, 10)
    assert pile(game) == "2c 3c"
    assert [failure.seat for failure in played.failures] == [0]


@pytest.mark.parametrize("game", ["ratscrew", "slapjack"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_games_of_random_cats_end(game: str, seats: int) -> None:
    names = ["easy", "expert", "greedy", "medium", "hard", "easy"]
    bots = [partial(make_bot, game, name) for name in names[:seats]]
    played, _ = match(cardhouse.new(game, seats=seats, seed=seats), bots)
    assert not played.failures
    assert played.places.count(1) == 1
