"""Parts of the server by themselves: what is wrong with a record, a review that fails, a replay that is too long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from fuzzing import a_record
from test_review import recorded

from cardhouse.contract.kept import ArchivedGame
from cardhouse.engine.errors import BadRecord, BadSetup, CardhouseError, Refused
from cardhouse.engine.words import say
from cardhouse.server import replays
from cardhouse.server.archive import proven
from cardhouse.server.jobs import Jobs
from cardhouse.server.reviewer import Opened, Reviewer, _open


def unfinished(text: str) -> str:
    """A record of the same game, broken off after ten actions."""
    head, _, actions = text.partition("\n\n")
    return head + "\n\n" + "\n".join(actions.splitlines()[:10]) + "\n"


def test_only_whole_games_that_can_be_advised_on_are_reviewed() -> None:
    durak = recorded("durak", 101)
    assert _open(durak, 1).choices
    with pytest.raises(Refused):
        _open(durak, 2)
    with pytest.raises(BadSetup):
        _open(recorded("slapjack", 3), None)
    with pytest.raises(BadRecord):
        _open(unfinished(durak), None)


@pytest.mark.parametrize(
    ("error", "key"), [(Refused("refused.server.too_hard", most=1), "refused.server.too_hard"), (OSError(), "review")]
)
def test_a_review_that_fails_ends_with_the_reason(error: Exception, key: str) -> None:
    class Failing:
        async def run(self, owner: str, job: Callable[..., Awaitable[Any]], *given: Any) -> Any:
            raise error

    async def main() -> list[dict[str, Any]]:
        reviewer = Reviewer(cast(Jobs, Failing()))
        opened = Opened("durak", ["Ann", "Bea"], _open(recorded("durak", 101), 0).choices, 0)
        found = [line async for line in reviewer.moves("ann", opened)]
        assert reviewer.running == 0
        return found

    first, last = asyncio.run(main())
    assert first["moves"] > 0
    assert last["key"].endswith(key)
    # The page says it in the reader's language, of these.
    assert say(last["key"], last["facts"]) == last["text"]


def test_a_replay_that_would_be_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = a_record()
    assert replays.replay_of(text, None, False).startswith(b"{")
    monkeypatch.setattr(replays, "LONGEST_REPLAY", 1000)
    with pytest.raises(Refused):
        replays.replay_of(text, None, False)


def test_only_finished_games_are_kept_in_an_archive() -> None:
    game = ArchivedGame(1.0, unfinished(recorded("durak", 101)), [])
    with pytest.raises(CardhouseError):
        proven([game])
