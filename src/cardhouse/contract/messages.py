"""Messages between a table and the people at it: typed, small, the same for every client.

Each message is a JSON object whose ``t`` says which it is. Cards and actions travel as their texts, views and events as
``View.plain()`` and ``Event.plain()`` give them, made for the one who receives them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from ..engine.errors import Refused
from ..engine.words import Reason
from .kept import SlapFigures
from .reviews import Unit, WeighedMove

Reactions = Literal["paw", "purr", "hiss", "applause", "sorry"]
# Sentences that everybody reads in their own language.
Phrases = Literal["hello", "good_game", "well_played", "one_more", "my_fault", "hurry_up", "back_soon", "thanks"]
# What a table waits for: a move, a yes to the next deal, a yes to going on or pausing, somebody to sit down or to come.
Awaiting = Literal["move", "ready", "pause", "seat", "come"]
# How fast the cats play; "instant" is for programs.
Paces = Literal["slow", "medium", "fast", "instant"]
Status = Literal["waiting", "playing", "over"]
Kind = Literal["person", "cat", "open"]

# Whole numbers from outside: what a browser's numbers can say exactly, and no thousand digits.
MOST_WHOLE = 2**53 - 1
Whole = Annotated[int, Meta(ge=-MOST_WHOLE, le=MOST_WHOLE)]


# What both sides speak. It grows when something changes that an older side would misread; what is only added, readers
# of older versions pass over.
PROTOCOL = 1


class Message(msgspec.Struct, tag_field="t", omit_defaults=True):
    """Anything that crosses the wire."""


# From a person.


class Act(Message, tag="act"):
    """Do something with a seat of yours. ``step`` is that of the view you saw; ``id`` comes back in a refusal."""

    seat: Whole
    action: str
    step: Whole
    id: Whole = 0


class Ahead(Message, tag="ahead"):
    """Choose what a seat of yours does when its turn comes, at a table whose clock is in days; empty: nothing any more.

    It is done if it can be done then, though you aren't there, and nobody else sees it.
    """

    seat: Whole
    action: str = ""
    id: Whole = 0


class Slap(Message, tag="slap"):
    """Slap the card that came with ``token``, ``reaction`` milliseconds after its face was painted on your screen."""

    seat: Whole
    token: str
    reaction: float
    id: Whole = 0


class Start(Message, tag="start"):
    """Deal now: cats take the seats that are open, and nobody's yes is awaited. For who decides."""


class Sit(Message, tag="sit"):
    """Take an open seat or, where the room allows it, a cat's; or come back to one where a cat plays for you."""

    seat: Whole


class Leave(Message, tag="leave"):
    """Let a cat play on for you; you see its cards, and come back with `Sit`."""

    seat: Whole


class Go(Message, tag="go"):
    """Leave the room: your seats are the room's again. If you come back within the game, they are yours."""


class Queue(Message, tag="queue"):
    """Want a seat at the next deal, or no longer."""

    on: bool


class Place(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who is to sit on a seat: a person of the room by their `who`, a cat of a level, or who comes by the link.

    ``name`` tells several people at one screen apart.
    """

    kind: Kind
    who: str = ""
    level: str = ""
    name: str = ""


class Setup(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A game to be played next; empty or None: as it is now (the usual options where the game is another)."""

    game: str = ""
    options: dict[str, bool | Whole | str] | None = None
    seats: list[Place] | None = None


class Propose(Message, tag="propose"):
    """Say what to play next: the host decides it, others put it to the vote. It takes effect between games.

    ``now``: break off the game that is being played; everybody must want that.
    """

    next: Setup
    now: bool = False


class Cover(Message, tag="cover"):
    """Let a cat play for a person that everybody waits for. The host does it, others vote."""

    seat: Whole


class Clock(Message, tag="clock"):
    """Give everybody this many seconds for a move from now on, 0 for ever. The host does it, others vote."""

    seconds: Whole


class Host(Message, tag="host"):
    """Hand the host's role over to a person of the room. For who decides."""

    who: str


class Adjust(Message, tag="adjust"):
    """Change how the room is; None: as it is. For who decides.

    ``chat``: people may write; ``takeover``: who comes late may take a cat's seat at once; ``gone_after``: seconds
    until a cat plays for somebody whose connection is gone.
    """

    chat: bool | None = None
    takeover: bool | None = None
    gone_after: Whole | None = None


class Vote(Message, tag="vote"):
    """Say yes or no to a motion."""

    motion: Whole
    yes: bool


class Nudge(Message, tag="nudge"):
    """Remind the person on this seat that everybody waits for them."""

    seat: Whole


class Say(Message, tag="say"):
    """Say one of the `Phrases` or, where people may write, a line of text."""

    phrase: Phrases | None = None
    text: str = ""


class Pause(Message, tag="pause"):
    """Stop or go on. It takes effect at once among cats, or when all people have said so."""

    on: bool


class SetPace(Message, tag="pace"):
    """Let the cats play at another pace, one of `Paces`. For the host, or one alone."""

    pace: str


class BeginMatch(Message, tag="match"):
    """Begin a match with the next deal: the best of this many games, 0 for none. For the host, or one alone."""

    best_of: Whole


class Rematch(Message, tag="rematch"):
    """Be ready for the next deal; it begins when everybody who plays and is here has said so."""


class React(Message, tag="react"):
    """Show a reaction."""

    seat: Whole
    kind: Reactions


class Hint(Message, tag="hint"):
    """Ask what a good cat would do."""

    seat: Whole


class Undo(Message, tag="undo"):
    """Take your last move back: the game goes on before it, with all you didn't know then dealt again.

    For one person against cats, where hints are allowed, in games where one thinks.
    """

    seat: Whole


class Remove(Message, tag="remove"):
    """Take a person off a seat; they don't sit down here again. For who decides."""

    seat: Whole


class Contribute(Message, tag="contribute"):
    """A number of your own for the deal of this round, 8 to 64 hexadecimal digits, once its commitment is known."""

    round: Whole
    number: str


class Pong(Message, tag="pong"):
    """The answer to a `Ping`, at once."""

    n: Whole


# What the host decides, and the others by a majority.
Decision = Propose | Cover | Clock | Start | Remove | SetPace | BeginMatch | Host | Adjust
FromPerson = (
    Act
    | Ahead
    | Slap
    | Start
    | Sit
    | Leave
    | Go
    | Queue
    | Propose
    | Cover
    | Clock
    | Host
    | Adjust
    | Vote
    | Nudge
    | Say
    | Pause
    | SetPace
    | BeginMatch
    | Rematch
    | React
    | Hint
    | Undo
    | Remove
    | Contribute
    | Pong
)


# To a person.


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits where. ``present``: connected; ``gone_in``: seconds until a cat takes over from somebody who is gone.

    ``stand_in``: a cat plays on for the person of this name, who can come back; ``left``: they have left the room.
    ``silent``: connected, but nothing has been heard of them for some seconds. ``who`` is the person's `Member.who`.
    """

    kind: Kind
    name: str
    face: str
    level: str = ""
    yours: bool = False
    present: bool = True
    gone_in: float | None = None
    stand_in: bool = False
    left: bool = False
    silent: bool = False
    who: str = ""


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person in the room: ``who`` names them in messages, in this room only.

    ``here``: connected and heard of; ``silent``: connected and not heard of. ``place`` in the queue for a seat is
    counted from 1; 0: they don't queue.
    """

    who: str
    name: str
    face: str
    seats: list[int] = []
    here: bool = True
    silent: bool = False
    host: bool = False
    place: int = 0


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True):
    """For whom and what the table waits, and for how many seconds already.

    ``seat`` is theirs, or the open one; ``cover_in`` is in how many seconds a cat may play for them; None: never.
    """

    what: Awaiting
    since: float
    who: str = ""
    seat: int | None = None
    cover_in: float | None = None


class Motion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A motion of one person that others have to agree to; ``needed`` is how many must say yes.

    ``yes``, ``no`` and ``by`` are people's `Member.who`; ``awaits`` are those who have not voted.
    """

    id: int
    by: str
    what: Decision
    yes: list[str]
    no: list[str]
    awaits: list[str]
    needed: int


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games played and won by a person or a cat in this room. ``who`` is empty for a cat."""

    game: str
    name: str
    played: int
    won: int
    who: str = ""


class Room(msgspec.Struct, frozen=True, omit_defaults=True):
    """The room around a table: who is there, whom it waits for, what is to be voted on, the score of the evening.

    ``host`` is the host's `Member.who`, empty while the host is not here: then a majority decides.
    ``arranged``: another game is agreed on, and is dealt when everybody is ready.
    """

    members: list[Member]
    waiting: list[Awaited]
    motions: list[Motion]
    scores: list[Tally]
    host: str = ""
    arranged: bool = False
    chat: bool = False
    takeover: bool = False
    gone_after: int = 20
    listed: bool = False


class Forked(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a game was taken up again: after this many actions of another one. It counts nowhere.

    ``ask``: the next move of ``seat`` is tried before it is made, and `Tried` says what it is worth; ``left`` is how
    many tries are left before the best is shown.
    """

    step: int
    seat: int
    ask: bool = False
    left: int = 0


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody at it sees it.

    ``reveal``: milliseconds from a turned card's arrival to its face, the same for everybody; 0 where no slap counts.
    ``turn_clock``: seconds that somebody may take for a move before a cat plays on; 0: for ever.
    ``commitment``: what the deal in play was bound to; ``next_commitment``: what the next one is.
    ``wins``: the games that each seat has won in this match, or at this table where ``best_of`` is 0.
    ``match_won``: the seats that have won the match.
    ``starter``: who starts the game in play because they lost the one before; None: as the rules say.
    ``fork``: the game in play was taken up again; ``undo``: you may take your last move back.
    ``daily``: the deal of the day is dealt here. ``rated``: its games change ratings. ``ahead``: what your seats do
    when their turn comes.
    """

    code: str
    game: str
    options: dict[str, bool | int | str]
    seats: list[Seat]
    status: Status
    round: int
    pace: str
    paused: bool
    pause_votes: list[int]
    rematch_votes: list[int]
    open_cards: bool
    hints: bool
    watched_by: int
    host: bool
    commitment: str
    reveal: float
    turn_clock: int
    next_commitment: str = ""
    best_of: int = 0
    wins: list[int] = []
    match_won: list[int] = []
    starter: int | None = None
    room: Room | None = None
    fork: Forked | None = None
    undo: bool = False
    daily: bool = False
    rated: bool = False
    ahead: dict[int, str] = {}


class StepMessage(Message, tag="step"):
    """An action was done, and this is what you may know of it and after it.

    ``did`` is the action's text where it is public. ``views`` has one view for each seat of yours, or a spectator's.
    ``token`` names the card that now lies on top, in the slap games. ``slap`` has the figures of a judged slap.
    ``timer_left`` is what is left of the view's timer, ``turn_left`` of the turn clock by seat, in seconds.
    """

    round: int
    step: int
    seat: int | None
    did: str
    events: list[dict[str, Any]]
    views: list[dict[str, Any]]
    token: str = ""
    slap: SlapFigures | None = None
    timer_left: float = 0.0
    turn_left: dict[int, float] = {}


class Welcome(Message, tag="welcome"):
    """You are at the table: who sits there, how the game stands, and what happened since the last step you saw.

    ``protocol`` is the version that the server speaks, `PROTOCOL`; ``you`` is your own `Member.who`.
    """

    table: TableInfo
    step: int
    views: list[dict[str, Any]]
    missed: list[StepMessage]
    token: str = ""
    timer_left: float = 0.0
    turn_left: dict[int, float] = {}
    protocol: int = 0
    you: str = ""


class News(Message, tag="table"):
    """Something about the table itself changed: who sits there, a pause, a vote.

    ``turn_left`` is what is left of the turn clock by seat, in seconds.
    """

    table: TableInfo
    turn_left: dict[int, float] = {}


class Refusal(Message, tag="refusal"):
    """A command of yours was not carried out, and why."""

    key: str
    text: str
    facts: dict[str, Any] = {}
    id: int = 0


class Reaction(Message, tag="reaction"):
    """Somebody shows a reaction."""

    seat: int
    kind: Reactions


class Notice(Message, tag="notice"):
    """Something happened in the room, and who did it: ``text`` says it in English."""

    key: str
    text: str
    facts: dict[str, Any] = {}


class Said(Message, tag="said"):
    """A person says one of the `Phrases`, or a line of text. It is kept nowhere."""

    who: str
    name: str
    phrase: Phrases | None = None
    text: str = ""


class Nudged(Message, tag="nudged"):
    """Everybody waits for you, says a person of the room."""

    who: str
    name: str
    seat: int


class Advice(Message, tag="advice"):
    """A hint: the action that a good cat would choose; ``action`` is empty if it would do nothing.

    ``verdict`` is ``proven``, ``clear``, ``equal``, ``close``, ``same`` or ``only``, and ``why`` says it in English
    with the reason and what is ``also`` so; all are empty where nothing was searched.
    """

    seat: int
    step: int
    action: str
    why: str = ""
    verdict: str = ""
    reason: Reason | None = None
    also: Reason | None = None


class Tried(Message, tag="tried"):
    """The worth of a move that you tried; ``found``: it was good, and is made.

    ``left`` is how many tries are left. Before there are none, ``move`` doesn't say what would be better; None: what it
    is worth can't be said, and it is made. ``id`` is that of your `Act`.
    """

    seat: int
    step: int
    action: str
    found: bool
    left: int
    unit: Unit
    move: WeighedMove | None = None
    id: int = 0


class Ping(Message, tag="ping"):
    """Answer with a `Pong` of the same number at once: it measures how far away you are."""

    n: int


class Delay(Message, tag="delay"):
    """Your connection's delay in milliseconds is above what slaps can be credited with."""

    delay: float
    cap: float


ToPerson = StepMessage | Welcome | News | Refusal | Reaction | Notice | Said | Nudged | Advice | Tried | Ping | Delay

_read: msgspec.json.Decoder[FromPerson] = msgspec.json.Decoder(FromPerson)
_read_reply: msgspec.json.Decoder[ToPerson] = msgspec.json.Decoder(ToPerson)
# Encodes a message as it crosses the wire.
encode: Callable[[Message], bytes] = msgspec.json.Encoder().encode
KNOWN = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ToPerson))


class _Kind(msgspec.Struct):
    t: str = ""


_read_kind = msgspec.json.Decoder(_Kind)


def read_from_person(raw: bytes | str) -> FromPerson:
    """The message of a person; `Refused` says what is wrong with it."""
    try:
        return _read.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("refused.server.message", why=str(error)[:200]) from error


def read_to_person(raw: bytes | str) -> ToPerson | None:
    """The message of a server, for clients; None for one of a kind that this version doesn't know."""
    try:
        return _read_reply.decode(raw)
    except msgspec.ValidationError:
        if _read_kind.decode(raw).t in KNOWN:
            raise
        return None
