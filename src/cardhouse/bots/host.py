"""The process that a bot from a file lives in: loads it, makes it, asks it, and answers over a socket.

Started by `BotProcess` and by nobody else. The bot may do here whatever it likes: print, fork, hang, end the process.
Whatever it does, this process ends soon after its parent, and at the latest when a call has taken too long.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import pickle
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from ..engine.errors import BadSetup
from ..engine.view import View
from .answers import FAULTS, BotFault, checked, fault_of
from .bot import Bot
from .players import bot_maker

HEAD = struct.Struct("<BI")
ANSWER = struct.Struct("<did")
DONE, MOVED, FAULT, REFUSED = range(4)
NOTHING = -1
# How much longer than its limit a call may last until it is cut short.
STRETCH = 1.25


class DeadMansSwitch:
    """Ends this process, with the tracebacks of its threads, unless it is pushed off in time.

    It is a thread in C, so that it also ends a bot that hangs in C and never lets Python's threads run. To start one
    for every call would take half as long as the call, so each lasts a little longer and serves many.
    """

    def __init__(self, limit: float, file: int) -> None:
        self.margin = (STRETCH - 1) * limit / 2
        self.seconds = STRETCH * limit
        self.file = file
        self.pushed = -self.seconds

    def push(self) -> None:
        """Put the end off, so that a call from now on has its whole limit."""
        now = time.monotonic()
        if now - self.pushed > self.margin:
            self.pushed = now
            faulthandler.dump_traceback_later(self.seconds, exit=True, file=self.file)


class Host:
    """One bot's class, those of its bots that sit somewhere, and the socket they are asked through."""

    def __init__(self, link: socket.socket, limit: float, loading: float, words: int) -> None:
        self.link = link
        self.limit = limit
        self.words = words
        self.switch = DeadMansSwitch(loading, words)
        self.process = os.getpid()
        self.maker: Callable[[int], Bot] | None = None
        self.bots: dict[int, Bot] = {}
        link.settimeout(self.switch.margin)

    def serve(self) -> None:
        """Answer until the parent hangs up."""
        while True:
            what, key, value = pickle.loads(self.receive(HEAD.unpack(self.receive(HEAD.size))[1]))
            started = time.perf_counter()
            try:
                kind, content = getattr(self, what)(key, value, started)
            except BadSetup as error:
                kind, content = REFUSED, json.dumps([error.key, error.facts], default=str).encode()
            except BaseException as error:
                kind, content = FAULT, fault_bytes(error, time.perf_counter() - started)
            if os.getpid() != self.process:
                # A bot has forked, and this is the copy: the original gives the answer.
                os._exit(0)
            self.link.settimeout(None)
            try:
                self.link.sendall(HEAD.pack(kind, len(content)) + content)
            except ConnectionError:
                end()
            self.link.settimeout(self.switch.margin)

    def receive(self, size: int) -> bytes:
        """This many bytes from the parent; ends the process if there is no parent any more."""
        got = b""
        while len(got) < size:
            self.switch.push()
            try:
                more = self.link.recv(size - len(got))
            except TimeoutError:
                continue
            except ConnectionError:
                # A parent that was killed resets the connection instead of closing it.
                more = b""
            if not more:
                end()
            got += more
        return got

    def load(self, game: str, name: str, started: float) -> tuple[int, bytes]:
        """Read the bot's file."""
        self.maker = bot_maker(game, name)
        self.switch = DeadMansSwitch(self.limit, self.words)
        return DONE, b""

    def make(self, key: int, seed: int, started: float) -> tuple[int, bytes]:
        """Let a bot sit down."""
        assert self.maker is not None
        bot = self.maker(seed)
        self.bots[key] = bot
        return MOVED, ANSWER.pack(time.perf_counter() - started, NOTHING, 0.0)

    def move(self, key: int, view: View, started: float) -> tuple[int, bytes]:
        """Return what a bot does: the number of one of ``view.legal`` and when."""
        answer = self.bots[key].move(view)
        took = time.perf_counter() - started
        try:
            move = checked(answer, view)
        except BotFault:
            raise
        except BaseException as error:
            # An answer that can't even be looked at.
            raise BotFault("illegal", f"an answer of type {type(answer).__name__}", fault_of(error).trace) from error
        if move is None:
            return MOVED, ANSWER.pack(took, NOTHING, 0.0)
        return MOVED, ANSWER.pack(took, view.legal.index(move.action), float(move.after))


def fault_bytes(error: BaseException, took: float) -> bytes:
    """A fault as the parent reads it; what can't be said, since the bot broke it, is left out."""
    try:
        fault = fault_of(error)
    except BaseException:
        fault = BotFault("exception", type(error).__name__)
    kind = fault.kind if fault.kind in FAULTS else "exception"
    return json.dumps([kind, str(fault.why), str(fault.trace), took]).encode()


def end() -> None:
    """End this process and all that it started."""
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def end_with_the_parent() -> None:
    """Wait for the end of the parent, whose pipe this reads; a bot that hangs in C is ended by the switch."""
    while os.read(PARENT, 1):
        pass
    end()


PARENT = 0


def main() -> None:
    """Do what the parent wrote on the standard input: where to connect to, and what is allowed."""
    global PARENT
    asked: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    # The standard output is for last words; what the bot prints goes where errors go, and there is no input.
    words = os.dup(1)
    PARENT = os.dup(0)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    faulthandler.enable(file=words)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bound_memory(asked["memory"])
    threading.Thread(target=end_with_the_parent, daemon=True).start()
    with socket.create_connection(("127.0.0.1", asked["port"]), timeout=30) as link:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.sendall(bytes.fromhex(asked["token"]))
        Host(link, asked["limit"], asked["loading"], words).serve()


def bound_memory(most: int) -> None:
    """Let no more memory be taken, where the system can bound it: a bot that takes more gets a MemoryError."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
