"""Counts an action's cost in steps, not in time: ``python -m bench.hops`` gives the same on every machine.

From a message's bytes at the socket until everybody has been told, in the thread of the loop: how many functions of the
package are called, or resumed where they had waited; how often the loop calls something back; how often a text is read
as an action; how often an action is checked against the rules; how often something is encoded. What the thread that
writes the log does is not counted.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from bench.rates import table as laid_out
from cardhouse.contract.requests import CreateTable, Person, SeatRequest
from cardhouse.engine.game import Game
from cardhouse.server.app import make_app
from cardhouse.server.limits import Limits
from cardhouse.server.people import person_id
from cardhouse.server.sockets import Socket

PACKAGE = str(Path(__file__).parents[1] / "src" / "cardhouse")
COUNTED = ("hops", "callbacks", "parses", "checks", "encodings")
TIMES = 24
STEP = re.compile(rb'"t":"step".*?"step":(\d+)')
LIMITS = Limits(messages_a_second=100_000)


class Count:
    """Counts calls in this thread while it is on."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._ours: dict[CodeType, bool] = {}

    @contextmanager
    def on(self) -> Iterator[None]:
        sys.setprofile(self._saw)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _saw(self, frame: FrameType, what: str, called: Any) -> None:
        if what == "call":
            self._called(frame.f_code)
        elif what == "c_call":
            name, owner = getattr(called, "__name__", ""), getattr(called, "__self__", None)
            self.counts["parses"] += name == "parse_action"
            self.counts["checks"] += name in ("check", "apply") and isinstance(owner, Game)
            self.counts["encodings"] += name in ("encode", "encode_into", "to_builtins")

    def _called(self, code: CodeType) -> None:
        ours = self._ours.get(code)
        if ours is None:
            ours = self._ours[code] = code.co_filename.startswith(PACKAGE)
        if ours:
            self.counts["hops"] += 1
            self.counts["parses"] += code.co_name == "parse_action"
            self.counts["checks"] += code.co_name == "_checked"
        elif code.co_name == "_run" and code.co_filename.endswith("events.py"):
            self.counts["callbacks"] += 1


class End(asyncio.Transport):
    """A person's end of a connection in this process, which only remembers what it is told."""

    def __init__(self, app: Any, code: str, secret: str) -> None:
        super().__init__()
        self.last: dict[str, Any] = {}
        self.step = 0
        self.heard: Callable[[], None] = lambda: None
        self.socket = Socket(app.state.door, set(), set())
        self.socket.connection_made(self)
        self.socket.data_received(
            f"GET /ws/{code} HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: cardhouse={secret}\r\n\r\n".encode()
        )

    def write(self, data: bytes | bytearray | memoryview) -> None:
        raw = bytes(data)
        if b'"views":[{' in raw:
            # A frame's length may look like a brace, too.
            self.raw = raw[raw.index(b'{"') :]
            found = STEP.search(raw)
            if found is not None:
                self.step = int(found[1])
                self.heard()

    @property
    def told(self) -> dict[str, Any]:
        """The last message that had a view."""
        told: dict[str, Any] = json.loads(self.raw)
        return told

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.told["views"][0]
        return view

    def says(self, **message: object) -> Callable[[], None]:
        """Something to say, with its frame made before anything is counted."""
        data = json.dumps(message).encode()
        frame = bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data
        return lambda: self.socket.data_received(frame)

    def acts(self) -> Callable[[], None]:
        """The first thing that may be done."""
        view = self.view
        wanted = next(action for action in view["legal"] if not action.startswith("slap"))
        return self.says(t="act", seat=view["seat"], action=wanted, step=view["step"])

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def can_write_eof(self) -> bool:
        return False

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def abort(self) -> None:
        pass


async def told(people: list[End], say: Callable[[], None], step: int) -> None:
    """Say something, if there is anything to say, and wait until everybody knows of this step."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def heard() -> None:
        if not done.done() and all(one.step >= step for one in people):
            done.set_result(None)

    for one in people:
        one.heard = heard
    say()
    await done


async def cards(people: list[End], count: Count) -> int:
    """People play cards."""
    for _ in range(TIMES):
        mover = people[people[0].view["turn"][0]]
        step, say = mover.view["step"], mover.acts()
        with count.on():
            await told(people, say, step + 1)
    return TIMES


async def slaps(people: list[End], count: Count) -> int:
    """A card is turned, and both know it; then somebody slaps it, whether or not it is worth it."""
    done = 0
    while done < TIMES and not people[0].view["outcome"]:
        view = people[0].view
        if not view["turn"]:
            # A pile is about to be taken.
            await told(people, lambda: None, view["step"] + 1)
            continue
        await told(people, people[view["turn"][0]].acts(), view["step"] + 1)
        slapper = people[0]
        say = slapper.says(t="slap", seat=0, token=slapper.told["token"], reaction=300.0)
        with count.on():
            await told(people, say, slapper.view["step"] + 1)
        done += 1
    return done


async def cats(people: list[End], count: Count) -> int:
    """One person plays with cats; what the cats do is counted."""
    me, moves = people[0], 0
    while moves < 2 * TIMES:
        while 0 not in me.view["turn"]:
            with count.on():
                await told(people, lambda: None, me.step + 1)
            moves += 1
        await told(people, me.acts(), me.view["step"] + 1)
    return moves


async def counted(game: str, people: int, cats_too: int, play: Callable[[list[End], Count], Awaitable[int]]) -> Count:
    """One table with this many people and cats; what was counted, for each action."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Path(folder), 0, LIMITS)
        async with app.router.lifespan_context(app):
            lobby = app.state.lobby
            secrets = [f"somebody-who-counts-{seat}-{'0' * 16}" for seat in range(people)]
            those = [Person(person_id(secret), f"P{seat}") for seat, secret in enumerate(secrets)]
            seats = [SeatRequest("link")] * people + [SeatRequest("cat", level="easy")] * cats_too
            options: dict[str, bool | int | str] = {"penalty": "none"} if game == "ratscrew" else {}
            table = await lobby.make(CreateTable(game, seats, pace="instant", options=options), those[0])
            for seat, person in enumerate(those):
                await table.take_seat(person, seat)
            ends = [End(app, table.code, secret) for secret in secrets]
            while not all(hasattr(end, "raw") and end.view for end in ends):
                await asyncio.sleep(0.01)
            count = Count()
            times = await play(ends, count)
            for what in count.counts:
                count.counts[what] = round(count.counts[what] / times)
            return count


WAYS = {
    "a card at Hearts, four people": ("hearts", 4, 0, cards),
    "a slap at Ratscrew, two people": ("ratscrew", 2, 0, slaps),
    "a cat's move at Hearts, one person": ("hearts", 1, 3, cats),
}


def main() -> None:
    # Nobody's hand is so fast, which the server would say again and again.
    logging.disable(logging.WARNING)
    rows = []
    for name, way in WAYS.items():
        found = asyncio.run(counted(*way)).counts
        rows.append([name, *[str(found[what]) for what in COUNTED]])
    print(laid_out(["", *COUNTED], rows))


if __name__ == "__main__":
    main()
