"""A bot from a file, in a process of its own that is killed when it takes too long.

Nothing that such a bot does reaches this process: it may hang in C, end its process, eat memory or answer nonsense, and
all that comes of it is a `BotFault` that says what happened. The same on every system: the process is started as a
program, asked over a socket of this machine, and killed.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import pickle
import secrets
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from ..engine.action import Action
from ..engine.errors import BadSetup
from ..engine.view import View
from .answers import FAULTS, LONG, SHORT, BotFault, without_the_house
from .bot import Bot, Move
from .host import ANSWER, DONE, FAULT, HEAD, MOVED, NOTHING, REFUSED, STRETCH

# Reading a bot's file may take as long as it takes to import the large libraries that it learned with.
LOAD_SECONDS = 60.0
# How much memory a bot's process may have, in MiB, where the system can bound it.
MEMORY = 2048
# What a busy machine may take to start a process, and to hear of an answer that came in time.
START_SECONDS = 60.0
GRACE = 2.0
# A call that has passed a shorter limit is lost, but only cut short after this time: a machine can be as busy as that.
LEAST_SECONDS = 1.0
MOST_SECONDS = 1e6
MOST_BYTES = 1 << 16
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from cardhouse.bots.host import main; main()"


def is_own(name: str) -> bool:
    """True for a bot from somebody's file, ``file.py:ClassName``, which no part of the house vouches for."""
    return ".py:" in name


class BotProcess:
    """A process with the bots of one class. It is started when it is needed first, and again after it was killed."""

    def __init__(self, game: str, name: str, limit: float, memory: int = MEMORY) -> None:
        self.game = game
        self.name = name
        self.limit = limit
        self.memory = memory
        self.running: subprocess.Popen[bytes] | None = None
        self.link: socket.socket | None = None
        self.written = 0
        self.asking = threading.Lock()
        self.ended = BotFault("died", "its process has ended")

    def start(self) -> None:
        """Start it and read the bot's file; `BadSetup` if no bot is in it, `BotFault` if anything else is wrong."""
        self.words = tempfile.TemporaryFile()  # noqa: SIM115
        self.written = written(self.name)
        token = secrets.token_bytes(16)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.running = subprocess.Popen(
                [sys.executable, "-u", "-c", START, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=self.words,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
            asked = {
                "port": listening.getsockname()[1],
                "token": token.hex(),
                "loading": self.patience(LOAD_SECONDS),
                "limit": self.patience(),
                "memory": self.memory << 20,
            }
            assert self.running.stdin is not None
            with contextlib.suppress(BrokenPipeError):
                self.running.stdin.write(json.dumps(asked).encode() + b"\n")
                self.running.stdin.flush()
            self.link = self.accepted(listening, token)
        self.answer("load", self.game, self.name, self.patience(LOAD_SECONDS))

    def patience(self, least: float = LEAST_SECONDS) -> float:
        """After how long a call is cut short."""
        return min(max(self.limit, least), MOST_SECONDS)

    def accepted(self, listening: socket.socket, token: bytes) -> socket.socket:
        """The connection of the process just started, and of no other."""
        listening.settimeout(0.1)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.running is not None and self.running.poll() is None:
            with contextlib.suppress(OSError):
                link, _ = listening.accept()
                link.settimeout(GRACE)
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if hmac.compare_digest(link.recv(len(token), socket.MSG_WAITALL), token):
                    return link
                link.close()
        raise self.dead()

    def ready(self) -> None:
        """Start it, if it does not run or its file has changed."""
        if self.running is not None and written(self.name) != self.written:
            self.close()
        if self.running is None:
            self.start()

    def check(self) -> None:
        """Read the bot's file once; `BadSetup` if there is no bot in it."""
        try:
            self.ready()
        except BotFault as fault:
            path = self.name.rpartition(":")[0]
            raise BadSetup("setup.bot_broken", path=path, why=fault.why) from fault

    def bot(self, key: int, seed: int) -> HostedBot:
        """A bot made in there, for the seat ``key``."""
        try:
            self.ready()
        except BadSetup as error:
            raise BotFault("exception", str(error)[:SHORT]) from error
        took, _, _ = self.asked("make", key, seed)
        return HostedBot(self, key, seed, took)

    def asked(self, what: str, key: int, value: object) -> tuple[float, int, float]:
        """Return what came of a call: how long it took, the number of the action, and when it is done."""
        answer = self.answer(what, key, value, self.patience())
        try:
            took, number, after = ANSWER.unpack(answer)
        except struct.error as error:
            raise self.garbled() from error
        if took > self.limit:
            raise BotFault("overrun", f"{took:.2f} s")
        return took, number, after

    def answer(self, what: str, key: object, value: object, limit: float) -> bytes:
        """The answer to one call, whichever thread calls first; the process is killed if there is none in time."""
        with self.asking:
            return self.answer_of(what, key, value, limit)

    def answer_of(self, what: str, key: object, value: object, limit: float) -> bytes:
        if self.link is None:
            raise self.ended
        call = pickle.dumps((what, key, value), pickle.HIGHEST_PROTOCOL)
        # The switch in there ends it before that, and its last words say where it hung.
        seconds = limit * STRETCH + GRACE
        until = time.monotonic() + seconds
        try:
            self.link.settimeout(seconds)
            self.link.sendall(HEAD.pack(0, len(call)) + call)
            kind, size = HEAD.unpack(self.receive(HEAD.size, until))
            if size > MOST_BYTES:
                raise self.garbled()
            content = self.receive(size, until)
        except TimeoutError:
            raise self.dead(late=True) from None
        except OSError:
            raise self.dead() from None
        if kind == FAULT:
            raise read_fault(content, self)
        if kind == REFUSED:
            raise read_refusal(content, self)
        if kind not in (DONE, MOVED):
            raise self.garbled()
        return content

    def receive(self, size: int, until: float) -> bytes:
        assert self.link is not None
        got = b""
        while len(got) < size:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self.link.settimeout(left)
            more = self.link.recv(size - len(got))
            if not more:
                raise ConnectionError
            got += more
        return got

    def garbled(self) -> BotFault:
        """Something in there wrote into the connection that is not its to write."""
        self.close()
        return BotFault("died", "it wrote into the connection through which it is asked")

    def dead(self, late: bool = False) -> BotFault:
        """How it ended, by its exit code and its last words."""
        code = None
        if self.running is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self.running.wait(0 if late else GRACE)
        words = self.last_words()
        self.close()
        if late or words.startswith("Timeout ("):
            self.ended = BotFault("overrun", f"more than {self.limit:g} s", words)
        else:
            self.ended = BotFault("died", how_it_ended(code), words)
        return self.ended

    def last_words(self) -> str:
        """Return what the process wrote when it was ended, without the frames of the house."""
        try:
            self.words.seek(0)
            said = self.words.read(LONG * 2).decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""
        return without_the_house(said)[:LONG]

    def close(self) -> None:
        """Kill the process and all that it started."""
        running, self.running = self.running, None
        if self.link is not None:
            self.link.close()
            self.link = None
        if running is None:
            return
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(running.pid, signal.SIGKILL)
        running.kill()
        running.wait()
        if running.stdin is not None:
            with contextlib.suppress(OSError):
                running.stdin.close()
        self.words.close()


class HostedBot(Bot):
    """A bot in another process, for the seat ``key`` of a game; ``took`` is how long its last call lasted in there."""

    def __init__(self, process: BotProcess, key: int, seed: int, took: float) -> None:
        super().__init__(seed)
        self.process = process
        self.key = key
        self.took = took

    def choose(self, view: View) -> Action | None:
        """The action alone."""
        move = self.move(view)
        return None if move is None else move.action

    def move(self, view: View) -> Move | None:
        """Ask it; `BotFault` if nothing comes of it."""
        self.took, number, after = self.process.asked("move", self.key, view)
        if number == NOTHING:
            return None
        if not (0 <= number < len(view.legal) and 0 <= after < float("inf")):
            raise self.process.garbled()
        return Move(view.legal[number], after)


def how_it_ended(code: int | None) -> str:
    """An exit code in words."""
    if code is None:
        return "it hung up and ran on"
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"its process was ended by {signal.Signals(-code).name}"
    return f"its process ended with exit code {code}"


def read_fault(content: bytes, process: BotProcess) -> BotFault:
    """A fault as the other process wrote it, which may be anything."""
    with contextlib.suppress(ValueError, TypeError):
        kind, why, trace, took = json.loads(content)
        if took > process.limit:
            return BotFault("overrun", f"{took:.2f} s", str(trace)[-LONG:])
        return BotFault(kind if kind in FAULTS else "exception", str(why)[:SHORT], str(trace)[-LONG:])
    return process.garbled()


def read_refusal(content: bytes, process: BotProcess) -> Exception:
    """Return what is wrong with the bot's file."""
    with contextlib.suppress(ValueError, TypeError):
        key, facts = json.loads(content)
        process.close()
        return BadSetup(str(key), **{str(name): value for name, value in dict(facts).items()})
    return process.garbled()


def written(name: str) -> int:
    """When the bot's file was written last."""
    file = Path(name.rpartition(":")[0])
    return file.stat().st_mtime_ns if file.is_file() else 0
