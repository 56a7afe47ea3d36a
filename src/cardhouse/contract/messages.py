"""What crosses between a table and the people at it: typed, small, the same for every client.

Each message is a JSON object whose ``t`` says which it is. Cards and actions travel as their texts, views and events as
``View.plain()`` and ``Event.plain()`` give them, made for the one who receives them.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from ..engine.errors import Refused
from ..engine.words import Reason
from .kept import SlapFigures

Reactions = Literal["paw", "purr", "hiss", "applause", "sorry"]
# How fast the cats play; "instant" is for programs.
Paces = Literal["slow", "medium", "fast", "instant"]
Status = Literal["waiting", "playing", "over"]
Kind = Literal["person", "cat", "open"]


# What both sides speak. It grows when something changes that an older side would misread; what is only added, readers
# of older versions pass over.
PROTOCOL = 1


class Message(msgspec.Struct, tag_field="t", omit_defaults=True):
    """Anything that crosses the wire."""


# From a person.


class Act(Message, tag="act"):
    """Do something with a seat of yours. ``step`` is that of the view you saw; ``id`` comes back in a refusal."""

    seat: int
    action: str
    step: int
    id: int = 0


class Slap(Message, tag="slap"):
    """Slap the card that came with ``token``, ``reaction`` milliseconds after its face was painted on your screen."""

    seat: int
    token: str
    reaction: float
    id: int = 0


class Start(Message, tag="start"):
    """Begin although seats are open: cats take them. For the host."""


class Sit(Message, tag="sit"):
    """Take an open seat, or come back to one of yours that a cat has taken over."""

    seat: int


class Leave(Message, tag="leave"):
    """Give a seat up: a cat plays on."""

    seat: int


class Pause(Message, tag="pause"):
    """Stop or go on. It takes effect at once among cats, or when all people have said so."""

    on: bool


class Pace(Message, tag="pace"):
    """Let the cats play at another pace, one of `Paces`. For the host, or one alone."""

    pace: str


class Match(Message, tag="match"):
    """Begin a match with the next deal: the best of so many games, 0 for none. For the host, or one alone."""

    best_of: int


class Rematch(Message, tag="rematch"):
    """Play again with the same people and house rules, when everybody has said so."""


class React(Message, tag="react"):
    """Show a reaction."""

    seat: int
    kind: Reactions


class Hint(Message, tag="hint"):
    """Ask what a good cat would do."""

    seat: int


class Remove(Message, tag="remove"):
    """Take a person off a seat before the deal; they don't sit down here again. For the host."""

    seat: int


class Contribute(Message, tag="contribute"):
    """A number of your own for the deal of this round, 8 to 64 hexadecimal digits, once its commitment is known."""

    round: int
    number: str


class Pong(Message, tag="pong"):
    """The answer to a `Ping`, at once."""

    n: int


FromPerson = (
    Act | Slap | Start | Sit | Leave | Pause | Pace | Match | Rematch | React | Hint | Remove | Contribute | Pong
)


# To a person.


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits where. ``present``: connected; ``gone_in``: seconds until a cat takes over from somebody who is gone.

    ``stand_in``: a cat plays on for the person of this name, who can come back.
    """

    kind: Kind
    name: str
    face: str
    level: str = ""
    yours: bool = False
    present: bool = True
    gone_in: float | None = None
    stand_in: bool = False


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody at it sees it.

    ``reveal``: milliseconds from a turned card's arrival to its face, the same for everybody; 0 where no slap counts.
    ``turn_clock``: seconds that somebody may take for a move before a cat plays on; 0: for ever.
    ``commitment``: what the deal in play was bound to; ``next_commitment``: what the next one is.
    ``wins``: the games that each seat has won in this match, or at this table where ``best_of`` is 0.
    ``match_won``: the seats that have won the match.
    ``starter``: who starts the game in play because they lost the one before; None: as the rules say.
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

    ``protocol`` is the version that the server speaks, `PROTOCOL`.
    """

    table: TableInfo
    step: int
    views: list[dict[str, Any]]
    missed: list[StepMessage]
    token: str = ""
    timer_left: float = 0.0
    turn_left: dict[int, float] = {}
    protocol: int = 0


class News(Message, tag="table"):
    """Something about the table itself changed: who sits there, a pause, a vote.

    ``turn_left`` is what is left of the turn clock by seat, in seconds.
    """

    table: TableInfo
    turn_left: dict[int, float] = {}


class Refusal(Message, tag="refusal"):
    """What you asked for was not done, and why."""

    key: str
    text: str
    facts: dict[str, Any] = {}
    id: int = 0


class Reaction(Message, tag="reaction"):
    """Somebody shows a reaction."""

    seat: int
    kind: Reactions


class Advice(Message, tag="advice"):
    """What a good cat would do with this seat; ``action`` is empty if it would do nothing.

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


class Ping(Message, tag="ping"):
    """Answer with a `Pong` of the same number at once: it measures how far away you are."""

    n: int


class Delay(Message, tag="delay"):
    """Your connection's delay in milliseconds is above what slaps can be credited with."""

    delay: float
    cap: float


ToPerson = StepMessage | Welcome | News | Refusal | Reaction | Advice | Ping | Delay

_read: msgspec.json.Decoder[FromPerson] = msgspec.json.Decoder(FromPerson)
_read_reply: msgspec.json.Decoder[ToPerson] = msgspec.json.Decoder(ToPerson)
_encoder = msgspec.json.Encoder()
KNOWN = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ToPerson))


class _Kind(msgspec.Struct):
    t: str = ""


_read_kind = msgspec.json.Decoder(_Kind)


def encode(message: Message) -> bytes:
    """A message as it crosses the wire."""
    return _encoder.encode(message)


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
