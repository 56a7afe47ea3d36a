"""Games that are taken up again in the middle: the same up to there, and nothing shown that a seat didn't know."""

import random

import pytest

import cardhouse
from cardhouse import Chance, Game, Refused
from cardhouse.engine.fork import before_choice, fork, fork_as_known
from cardhouse.engine.record import Record, read_record

GAMES = [game.name for game in cardhouse.games()]
# Games in which one thinks: only there a move can be taken back.
TURNS = [game.name for game in cardhouse.games() if not game.slaps]


def played(name: str, number: int, seats: int | None = None) -> Record:
    """A whole game of random actions, with its record."""
    game, dice = cardhouse.new(name, seed=number, seats=seats), random.Random(number)
    record = Record.of(game, [f"Cat {seat}" for seat in range(game.seats)])
    while not game.over:
        go_on(record, game, dice)
    record.close(game)
    return record


def go_on(record: Record, game: Game, dice: random.Random) -> None:
    """Do a random action of anybody, or let the timer fire."""
    legal = [(seat, action) for seat in range(game.seats) for action in game.legal(seat)]
    if game.timer is not None and (not legal or dice.random() < 0.2):
        record.add(None, f"fire {game.timer.name}")
        game.fire()
        return
    seat, action = dice.choice(legal)
    record.add(seat, action)
    game.apply(seat, action)


def play_on(record: Record, dice: random.Random) -> Record:
    """The same record, played to its end."""
    game = record.final()
    while not game.over:
        go_on(record, game, dice)
    record.close(game)
    return record


def position(record: Record, step: int) -> Game:
    game = record.start()
    for entry in record.entries[:step]:
        record.do(game, entry)
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_fork_is_the_same_game_up_to_where_it_forked(name: str) -> None:
    dice = random.Random(1)
    for number in range(8):
        record = played(name, number)
        for step in sorted({0, len(record.entries) - 1, *(dice.randrange(len(record.entries)) for _ in range(4))}):
            taken = fork(record, step, 1)
            assert taken.final().same(position(record, step))
            assert taken.fork is not None
            assert taken.fork.step == step
            assert taken.fork.of == record.hash
            ended = read_record(play_on(taken, dice).text())
            ended.verify()
            assert ended.text() == taken.text()
            assert [each.text() for each in ended.entries[:step]] == [each.text() for each in record.entries[:step]]


@pytest.mark.parametrize("name", TURNS)
def test_where_a_game_goes_on_all_that_a_seat_did_not_know_is_dealt_anew(name: str) -> None:
    dice, chance = random.Random(2), Chance(3)
    others = 0
    for number in range(14):
        record = played(name, number)
        step = dice.randrange(len(record.entries))
        here = position(record, step)
        seat = dice.randrange(int(here.seats))
        taken = fork_as_known(record, step, seat, chance)
        found = taken.final()
        assert found.view(seat).plain() == here.view(seat).plain()
        assert taken.fork is not None
        assert taken.fork.redealt
        assert not taken.commitment
        assert not taken.salt
        assert taken.shuffle is None
        assert taken.seed != record.seed
        others += found.open_view().plain()["zones"] != here.open_view().plain()["zones"]
        ended = read_record(play_on(taken, dice).text())
        ended.verify()
        assert ended.text() == taken.text()
    assert others >= 8


def test_hearts_forks_in_a_later_deal_too_and_its_next_deal_is_another_one() -> None:
    record = played("hearts", 5)
    deals = [number for number, (_, _, events) in enumerate(record.replay(), 1) if "deal" in [e.kind for e in events]]
    assert len(deals) > 2
    step = deals[1] + 9
    here = position(record, step)
    taken = fork_as_known(record, step, 2, Chance(1))
    assert taken.final().view(2).plain() == here.view(2).plain()
    assert len(taken.later) == 2
    mine, theirs = position(record, deals[2]), read_record(taken.text())
    game, dice = theirs.final(), random.Random(1)
    before = game.view(2).facts["deal"]
    while game.view(2).facts["deal"] == before:
        go_on(theirs, game, dice)
    assert game.open_view().plain()["zones"] != mine.open_view().plain()["zones"]


def test_where_the_other_cards_lie_says_nothing_of_where_they_were() -> None:
    # Two hands of a game that has just been dealt: each card of the others lies with each of them equally often.
    record = played("hearts", 8)
    here = position(record, 0)
    owners = {str(card): zone.seat for zone in here.open_view().zones for card in zone.known}
    chance, stays, count = Chance(11), 0, 0
    for _ in range(150):
        world = fork_as_known(record, 0, 0, chance).final()
        for zone in world.open_view().zones:
            for card in zone.known:
                if owners[str(card)] != 0:
                    stays += owners[str(card)] == zone.seat
                    count += 1
    # A third of them by chance: 5850 cards, with a standard deviation below 0.7%.
    assert abs(stays / count - 1 / 3) < 0.03


def test_a_fork_says_why_it_can_not_be_made() -> None:
    record = played("durak", 1)
    unfinished = Record.of(record.start())
    for step, seat, key in ((len(record.entries), 0, "refused.fork.over"), (-1, 0, "refused.fork.step"),
                            (10**6, 0, "refused.fork.step"), (0, 9, "refused.no_seat")):  # fmt: skip
        with pytest.raises(Refused) as refused:
            fork(record, step, seat)
        assert refused.value.key == key
    with pytest.raises(Refused) as refused:
        fork(unfinished, 0, 0)
    assert refused.value.key == "refused.fork.not_over"


def test_a_fork_of_a_fork_says_where_the_last_one_was() -> None:
    record = played("threes", 3)
    first = play_on(fork(record, 10, 0), random.Random(4))
    second = fork(first, 12, 1)
    assert second.fork is not None
    assert (second.fork.step, second.fork.of) == (12, first.hash)
    assert second.final().same(position(first, 12))


def test_a_reader_of_before_reads_a_fork_as_a_record() -> None:
    # It passes over the fields that it doesn't know: without them the same game is left.
    ended = play_on(fork(played("durak", 2), 5, 0), random.Random(5))
    text = "\n".join(line for line in ended.text().splitlines() if not line.startswith("fork"))
    plain = read_record(text)
    assert plain.fork is None
    plain.verify()


def test_the_last_choice_of_a_seat_is_found() -> None:
    record = played("durak", 6)
    for seat in (0, 1):
        number = before_choice(record, seat)
        assert number is not None
        assert record.entries[number].seat == seat
        assert len(position(record, number).legal(seat)) > 1
        assert all(
            len(position(record, later).legal(seat)) == 1
            for later in range(number + 1, len(record.entries))
            if record.entries[later].seat == seat
        )
