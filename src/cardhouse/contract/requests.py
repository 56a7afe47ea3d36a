"""All that can be asked of a house besides what is said at a table: each request with its body and its answer.

The server's routes, the page's functions and the list in the docs are made from `REQUESTS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..engine.options import Value
from .exercises import Exercises
from .glass import GlassCat
from .kept import Archive, Finished, Statistics
from .ladder import DayStreak, LadderGame
from .messages import Status, TableInfo, Whole
from .puzzles import DailyDeal, DailyStanding, Missed, PuzzleAnswer, PuzzleGame, PuzzleTask, PuzzleTry
from .replays import Replay
from .reviews import ReviewLine
from .settings import TableSettings

# What a body has at most, by default and where it is a record or an archive.
LONGEST_BODY = 16 * 1024
LONGEST_RECORD = 2 * 1024 * 1024
Text = Annotated[str, Meta(max_length=200)]
# What an authenticator says, in base64url.
Signed = Annotated[str, Meta(max_length=2000)]


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays or watches: a random id that only their browser and the server know, a name and a face."""

    id: str
    name: str
    face: str = ""


class Rename(msgspec.Struct):
    """A name and a face to be taken."""

    name: Text
    face: Text = ""


class OptionInfo(msgspec.Struct, frozen=True):
    """A house rule: a ``switch``, a ``choice`` of ``choices``, or a ``number`` from ``low`` to ``high``."""

    name: str
    kind: str
    default: Value
    choices: list[Value]
    low: int
    high: int


class GameInfo(msgspec.Struct, frozen=True):
    """A game of the house, and what can be chosen for it.

    ``limited``: by number of seats, the options that can't have every value, with those they can. ``levels`` are
    those of its cats, the weakest first; ``page`` is the address of its page module. ``slow``: its clock can be
    in days.
    """

    name: str
    seat_choices: list[int]
    default_seats: int
    options: list[OptionInfo]
    limited: dict[int, dict[str, list[Value]]]
    bots: list[str]
    levels: list[str]
    usual_level: str
    slaps: bool
    page: str | None
    slow: bool = False


class SeatRequest(msgspec.Struct, omit_defaults=True):
    """Who is to sit on a seat: ``you``, somebody else ``here``, somebody by ``link``, or a ``cat``."""

    kind: Text
    name: Text = ""
    face: Text = ""
    level: Text = "medium"


class CreateTable(TableSettings, frozen=True):
    """A table that somebody wants. ``turn_clock``: seconds for a move, 0 for ever; None: as usual there.

    ``chat``: people may write to each other; ``takeover``: who comes late may take a cat's seat; None: among friends.
    """

    game: Text
    seats: Annotated[list[SeatRequest], Meta(max_length=100)]
    options: dict[str, bool | Whole | str] = msgspec.field(default_factory=dict)
    turn_clock: Whole | None = None
    chat: bool | None = None
    takeover: bool | None = None


class ForkRequest(msgspec.Struct, omit_defaults=True):
    """A game to be taken up again by ``seat`` after ``step`` actions, against cats.

    ``ask``: the first move is tried before it is made; ``level`` is that of cats where people sat.
    """

    step: Whole
    seat: Whole
    ask: bool = False
    level: Text = ""


class Made(msgspec.Struct, frozen=True):
    """The code of a table that was made."""

    code: str


class ListedTable(msgspec.Struct, frozen=True):
    """A table that anybody may sit down at: who sits there, and how many seats are free."""

    code: str
    game: str
    options: dict[str, Value]
    names: list[str]
    free: int
    since: float


class OwnTable(msgspec.Struct, frozen=True):
    """An unfinished table of one's own; a free seat has no name.

    ``counts``: it takes a place of one's limit; ``yours`` are one's seats, ``turn`` those that are to move, where the
    house knows; ``lesson``: a first game, which can be begun at any time; ``forked``: it takes another game up again;
    ``slow``: its clock is in days.
    """

    code: str
    game: str
    names: list[str]
    status: Status
    step: int
    since: float
    counts: bool
    yours: list[int]
    turn: list[int]
    lesson: bool
    forked: bool = False
    slow: bool = False


class Device(msgspec.Struct, frozen=True):
    """A device of yours, your recovery words (``words``), or a ``passkey``.

    ``here``: the one that asks; ``since``: 0 if unknown.
    """

    id: str
    name: str
    since: float
    here: bool
    words: bool
    passkey: bool = False


class ThisDevice(msgspec.Struct, omit_defaults=True):
    """The name of the asking device in the list of devices."""

    device: Text = ""


class DeviceCode(msgspec.Struct, frozen=True):
    """A code that makes one other device yours, within this many seconds."""

    code: str
    seconds: int


class JoinRequest(msgspec.Struct, omit_defaults=True):
    """A device's code or a person's recovery words, and what this device is called."""

    code: Text
    device: Text = ""


class CodeOwner(msgspec.Struct, frozen=True):
    """Whose code it is, as their friends know them."""

    name: str
    face: str


class RecoveryWords(msgspec.Struct, frozen=True):
    """Words that make any device yours. They are shown once and kept nowhere but in your hands."""

    words: str


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """What a passkey signs next, once; ``person`` stands for you in the passkey, and for nothing anywhere else."""

    challenge: str
    person: str


class NewPasskey(msgspec.Struct, omit_defaults=True):
    """A passkey as a browser has made it: its ``id``, its public ``key``, and what was said about it."""

    id: Signed
    key: Signed
    client: Signed
    authenticator: Signed
    device: Text = ""


class PasskeySignature(msgspec.Struct, omit_defaults=True):
    """What a passkey has signed, by which this device becomes one of its person's."""

    id: Signed
    client: Signed
    authenticator: Signed
    signature: Signed
    device: Text = ""


class ReachInfo(msgspec.Struct, frozen=True):
    """From where others reach the house: ``links`` in the same networks. ``local``: nobody does but this machine.

    ``opens``: it can be opened to them.
    """

    local: bool
    opens: bool
    links: list[str]


class PushInfo(msgspec.Struct, frozen=True):
    """How a house tells of your turn while its page is closed: by its public ``key``, empty where it can't.

    ``on``: it tells this device.
    """

    key: str = ""
    on: bool = False


class Subscription(msgspec.Struct, frozen=True):
    """Where and how a browser is told something, as its ``PushSubscription`` says, and in which language."""

    endpoint: Annotated[str, Meta(max_length=512)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    language: Annotated[str, Meta(max_length=20)] = "en"


class SitRequest(msgspec.Struct, omit_defaults=True):
    """A seat that somebody wants; None: any free one."""

    seat: Whole | None = None


class Seated(msgspec.Struct, frozen=True):
    """The seat that somebody has taken."""

    seat: int


class Brought(msgspec.Struct, frozen=True):
    """How many games of an archive were new, of how many."""

    added: int
    all: int


class Why(msgspec.Struct, frozen=True):
    """Why something was refused: a key of the catalogues with its facts, and the sentence in English."""

    key: str
    text: str
    facts: dict[str, str | int | float]


class Nothing(msgspec.Struct, frozen=True):
    """It is done, and there is nothing more to say."""


@dataclass(frozen=True)
class Streamed:
    """An answer that comes line by line, each of this type."""

    line: Any


@dataclass(frozen=True)
class Request:
    """One thing that can be asked. ``body``: None, a type that is sent as JSON, or ``str`` for a text like a record.

    ``answer`` is a type that comes as JSON, ``str`` for a text, or `Streamed`; ``query`` is what may follow the ``?``.
    """

    name: str
    method: str
    path: str
    about: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    most: int = LONGEST_BODY


PAGED = ("before", "limit")

REQUESTS = (
    Request("me", "GET", "/api/me", "Who you are.", Person),
    Request("rename", "PUT", "/api/me", "Take a name and a face.", Person, Rename),
    Request("devices", "GET", "/api/devices", "Your devices.", list[Device]),
    Request("device_code", "POST", "/api/devices/code", "A code for another device.", DeviceCode, ThisDevice),
    Request("code_owner", "GET", "/api/devices/code/{code}", "Whose code it is.", CodeOwner),
    Request("join_device", "POST", "/api/devices", "Make this device one of another's.", Person, JoinRequest),
    Request("recovery_words", "POST", "/api/devices/words", "New recovery words; older ones end.", RecoveryWords),
    Request("passkey_challenge", "POST", "/api/passkeys/challenge", "What a passkey is to sign.", PasskeyChallenge),
    Request("add_passkey", "POST", "/api/passkeys", "Let a passkey bring you back.", Nothing, NewPasskey),
    Request("use_passkey", "POST", "/api/passkeys/use", "Make this device a passkey's.", Person, PasskeySignature),
    Request("drop_device", "DELETE", "/api/devices/{device}", "Let a device be yours no longer.", Nothing),
    Request("reach", "GET", "/api/reach", "From where others reach the house.", ReachInfo),
    Request("open_reach", "POST", "/api/reach", "Let the same networks in.", ReachInfo),
    Request("push", "GET", "/api/push", "How you are told of your turn while the page is closed.", PushInfo),
    Request("push_here", "POST", "/api/push", "Be told of your turn on this device.", Nothing, Subscription),
    Request("no_push", "DELETE", "/api/push", "Be told on this device no longer.", Nothing),
    Request("games", "GET", "/api/games", "The games of the house, with their house rules.", list[GameInfo]),
    Request("make", "POST", "/api/tables", "Make a table.", Made, CreateTable),
    Request("listed", "GET", "/api/tables", "The tables that anybody may sit down at.", list[ListedTable], None, PAGED),
    Request("mine", "GET", "/api/mine", "Your unfinished tables.", list[OwnTable], None, PAGED),
    Request("table", "GET", "/api/tables/{code}", "How a table stands.", TableInfo),
    Request("discard", "DELETE", "/api/tables/{code}", "Throw a table away.", Nothing),
    Request("sit", "POST", "/api/tables/{code}/sit", "Take a seat.", Seated, SitRequest),
    Request("history", "GET", "/api/history", "Your finished games, latest first.", list[Finished], None, PAGED),
    Request("record", "GET", "/api/records/{record}", "A finished game as a text.", str),
    Request("replay", "GET", "/api/records/{record}/replay", "A finished game step by step.", Replay),
    Request(
        "review", "GET", "/api/records/{record}/review", "What its moves cost.", Streamed(ReviewLine), None, ("seat",)
    ),
    Request(
        "glass", "GET", "/api/records/{record}/glass", "What the cat of a move could see and thought.", GlassCat, None,
        ("at",),
    ),
    Request(
        "fork", "POST", "/api/records/{record}/fork", "Play on from the middle of a finished game.", Made, ForkRequest
    ),
    Request(
        "fork_file", "POST", "/api/fork", "Play on from the middle of a finished game of a record of yours.", Made, str,
        ("step", "seat", "ask"), LONGEST_RECORD,
    ),
    Request(
        "fork_table", "POST", "/api/tables/{code}/fork", "Play on from your own view of a game that goes on.", Made,
        ForkRequest,
    ),
    Request("replay_file", "POST", "/api/replay", "A record of yours step by step.", Replay, str, (), LONGEST_RECORD),
    Request(
        "review_file", "POST", "/api/review", "What the moves of a record of yours cost.", Streamed(ReviewLine), str,
        ("seat",), LONGEST_RECORD,
    ),
    Request(
        "glass_file", "POST", "/api/glass", "What a cat could see and think at a move of a record of yours.", GlassCat,
        str, ("at",), LONGEST_RECORD,
    ),
    Request("stats", "GET", "/api/stats", "Your statistics.", list[Statistics]),
    Request("ladder", "GET", "/api/ladder", "Your ratings, and the cats' on the same scale.", list[LadderGame]),
    Request("clear_stats", "DELETE", "/api/stats", "Clear your statistics.", Nothing),
    Request("exercises", "GET", "/api/exercises", "Your own mistakes that come back as exercises.", Exercises),
    Request("exercise", "POST", "/api/exercises/{exercise}", "Sit down at an exercise.", Made),
    Request("no_exercise", "DELETE", "/api/exercises/{exercise}", "Leave an exercise out for good.", Nothing),
    Request("puzzles", "GET", "/api/puzzles", "The puzzles, and what you did with them.", list[PuzzleGame]),
    Request(
        "next_puzzle", "GET", "/api/puzzles/next", "A puzzle that you have not tried.", PuzzleTask, None,
        ("game", "theme", "rating"),
    ),
    Request("missed", "GET", "/api/puzzles/missed", "Puzzles that you have not found yet.", list[Missed]),
    Request("puzzle", "GET", "/api/puzzles/{puzzle}", "A puzzle.", PuzzleTask),
    Request("try_puzzle", "POST", "/api/puzzles/{puzzle}/try", "Try a puzzle.", PuzzleAnswer, PuzzleTry),
    Request("streak", "GET", "/api/streak", "On how many days in a row you played.", DayStreak),
    Request("dailies", "GET", "/api/daily", "Today's deals.", list[DailyDeal]),
    Request("begin_daily", "POST", "/api/daily/{game}", "A table with today's deal of a game.", Made),
    Request(
        "daily", "GET", "/api/daily/{game}", "What came of a day's deal of a game.", DailyStanding, None, ("day",)
    ),
    Request("archive", "GET", "/api/archive", "Your finished games, to be taken elsewhere.", Archive, None, PAGED),
    Request("bring", "POST", "/api/archive", "Bring finished games along.", Brought, Archive, (), LONGEST_RECORD),
)  # fmt: skip
