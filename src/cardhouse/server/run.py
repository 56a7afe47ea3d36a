"""Starting the server: `cardhouse` for oneself, `cardhouse serve` for others."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import ipaddress
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs
import uvicorn

from ..engine.errors import BadSetup, CardhouseError
from ..storage.opening import is_address, storage_at
from .app import make_app
from .budget import UNLIMITED, Rate
from .faults import CHATTY, OnceAMinute
from .guard import LOOPBACK_HOSTS
from .http import http_for
from .limits import Limits
from .reach import EVERYWHERE, Reach, is_loopback, listener, own_addresses
from .sockets import sockets_for

log = logging.getLogger("cardhouse.run")

DEFAULT_PORT = 8750
# The environment variable that says where the data is.
DATA = "CARDHOUSE_DATA"
# Files besides connections: the data, the page, the workers.
OTHER_FILES = 100
ENOUGH_FILES = 65_536
# What the command line can set, and what it is.
MOST = {
    "tables": "tables at once, of everybody",
    "tables_of_one": "unfinished games of one person",
    "tables_of_address": "unfinished games from one address",
    "connections": "connections at once, of everybody",
    "connections_of_address": "connections at once from one address",
    "sockets_of_one": "tables that one person has open at once",
    "sockets_of_address": "tables that are open at once from one address",
    "watchers": "people who watch one table",
    "memory_of_address": "bytes that are held at once for one address, on their way in or out",
    "jobs_of_address": "replays and reviews at once from one address",
    "job_seconds": "seconds for a replay, or for a move of a review",
}
NEVER = 1 << 30
DRAIN_WITHIN = 5.0
LAN = EVERYWHERE[0]


class QuietServer(uvicorn.Server):
    """Ends with exit code 0 when it is asked to: uvicorn's own raises the signal again after it has closed.

    Before anybody's connection is closed its tables are handed over, if there are other nodes.
    """

    drain: Callable[[], Awaitable[None]]
    reach: Reach
    # Says where it answers, once it does.
    show: Callable[[Reach], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        config = self.config

        def protocol() -> asyncio.Protocol:
            # As uvicorn makes them for the address that it listens at itself.
            kind: Any = config.http_protocol_class
            made: asyncio.Protocol = kind(
                config=config, server_state=self.server_state, app_state=self.lifespan.state, _loop=None
            )
            return made

        self.reach.listen = listener(protocol, self.reach.port, self.servers.append)
        self.show(self.reach)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_WITHIN):
                await self.drain()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        wanted = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in wanted}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class JsonLines(logging.Formatter):
    """Logs as one JSON object a line; addresses' queries, cookies and names are never in them."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def default_data() -> Path:
    """The platform's own place for the data of programs."""
    return Path(platformdirs.user_data_dir("cardhouse", appauthor=False))


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or any free one if it is taken."""
    with socket.socket() as probe:
        try:
            probe.bind((host, wanted))
        except OSError:
            probe.bind((host, 0))
        return int(probe.getsockname()[1])


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse serve`` to the command line."""
    parser = commands.add_parser("serve", help="run the house for others")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: only this machine)")
    where.add_argument(
        "--lan", action="store_true", help="for others on the same network: shows every address, with a QR code"
    )
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help=f"the port (default: {DEFAULT_PORT})")
    parser.add_argument(
        "--data",
        default=None,
        help="the folder for tables and results, or postgresql://USER@HOST/DATABASE; the password is better in "
        f"PGPASSWORD or PGPASSFILE, or all of it in {DATA}, where other users of this machine can't see it",
    )
    parser.add_argument(
        "--metrics-from",
        action="append",
        type=network,
        default=[],
        metavar="NETWORK",
        help="an address or network that may read /metrics, besides this machine",
    )
    parser.add_argument(
        "--node-address",
        default="",
        metavar="HOST:PORT",
        help="with PostgreSQL and several servers: where the others reach this one (default: --host and --port)",
    )
    parser.add_argument("--workers", type=int, default=None, help="processes that think for the cats")
    parser.add_argument(
        "--workers-at", default="", metavar="ADDRESS", help="a Dask cluster whose workers think for the cats instead"
    )
    parser.add_argument("--secure", action="store_true", help="cookies only over HTTPS: for a house behind a proxy")
    parser.add_argument(
        "--allowed-host", action="append", default=[], metavar="NAME", help="a name that the page is opened under"
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy whose X-Forwarded-For is believed (default: none)",
    )
    parser.add_argument(
        "--offline",
        type=Path,
        default=None,
        metavar="SITE",
        help="a folder that 'cardhouse site' made: the page opens that house while the server is away",
    )
    parser.add_argument(
        "--push-contact",
        default="",
        metavar="ADDRESS",
        help="where push services reach who runs this house: mailto:YOU@HOST or https://…; some want to know",
    )
    usual = Limits()
    for name, what in MOST.items():
        value = getattr(usual, name)
        parser.add_argument(
            f"--most-{name.replace('_', '-')}", type=at_least_one, default=value, help=f"{what} (default: {value})"
        )
    parser.add_argument(
        "--most-messages",
        dest="most_messages_a_second",
        type=at_least_one,
        default=usual.messages_a_second,
        help=f"messages a second that are taken from one connection (default: {usual.messages_a_second})",
    )
    parser.add_argument("--no-rates", action="store_true", help="no limits on how often: for measurements")
    parser.set_defaults(run=serve)


def port(text: str) -> int:
    """A port's number; `ArgumentTypeError` if there is no such port."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not '{text[:20]}'")
    return int(text)


def network(text: str) -> str:
    """An address or a network of addresses."""
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"an address or network is like 10.0.0.5 or 10.0.0.0/24, not '{text[:40]}'"
        ) from None


def at_least_one(text: str) -> int:
    """A number that makes sense as a limit."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a limit is a whole number from 1, not '{text[:20]}'")
    return int(text)


def limits_from(args: argparse.Namespace) -> Limits:
    """The limits that the command line states."""
    names = [field.name for field in fields(Limits)]
    stated: dict[str, Any] = {name: getattr(args, f"most_{name}") for name in names if hasattr(args, f"most_{name}")}
    if args.no_rates:
        stated |= {name: UNLIMITED for name in names if isinstance(getattr(Limits(), name), Rate)}
    return Limits(**stated)


def serve(args: argparse.Namespace) -> int:
    """Run the server until it is stopped; 2 if it can't be started."""
    return run_server(
        LAN if args.lan else args.host,
        args.port,
        data_of(args.data),
        args.workers,
        args.secure,
        limits_from(args),
        args.trusted_proxy,
        [*args.allowed_host, *own_names()] if args.lan else args.allowed_host,
        args.node_address,
        args.workers_at,
        args.offline,
        args.metrics_from,
        lambda reach: print(reach.told(args.lan), flush=True),
        args.push_contact,
    )


def own_names() -> list[str]:
    """The addresses and names under which others on the same network know this machine."""
    name = socket.gethostname()
    return [*own_addresses(), name, f"{name.partition('.')[0]}.local"]


def data_of(given: str | None) -> Path | str:
    """Where the data is: as the command line says, or the environment, or where this platform keeps such things."""
    if given and is_address(given) and urlsplit(given).password:
        print(
            f"cardhouse: other users of this machine can see the database's password in the list of processes: put it "
            f"into PGPASSWORD, or the address into {DATA}",
            file=sys.stderr,
        )
    return given or os.environ.get(DATA) or default_data()


def open_house(args: argparse.Namespace) -> int:
    """Run the server on this machine and open the page in the browser."""
    port = free_port("127.0.0.1", DEFAULT_PORT)
    address = f"http://127.0.0.1:{port}/"
    print(f"Cardhouse is open at {address} (Ctrl+C closes it)", flush=True)
    threading.Thread(target=_show, args=(address,), daemon=True).start()
    return run_server("127.0.0.1", port, default_data(), None, False)


def _show(address: str) -> None:
    time.sleep(1.0)
    webbrowser.open(address)


def connections_within(limits: Limits) -> Limits:
    """These limits with no more connections than files can be open; the file limit is raised as far as it goes."""
    try:
        import resource
    except ImportError:
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    wanted = ENOUGH_FILES if hard == endless else min(hard, ENOUGH_FILES)
    if soft != endless and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    room = limits.connections if soft == endless else max(soft - OTHER_FILES, 10)
    if room < limits.connections:
        log.warning("at most %d connections: the file limit is %d, and can't be raised", room, soft)
    return replace(limits, connections=min(room, limits.connections))


def check_port(host: str, port: int) -> None:
    """`BadSetup` if nothing can listen there; the server itself would say so in its log alone."""
    address = f"{host}:{port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, place in found:
            with socket.socket(family, kind, protocol) as probe:
                if os.name == "posix":
                    # As the server does: connections that have just ended don't keep a port.
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                probe.bind(place)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadSetup("cli.port_taken", address=address, port=port) from error
        raise BadSetup("cli.port", address=address, why=error.strerror or str(error)) from error


def node_of(data: Path | str, given: str, host: str, port: int) -> str:
    """Where other nodes reach this one; empty where there can't be any."""
    if not is_address(data):
        if given:
            raise BadSetup("cli.node_address")
        return ""
    if not given and host in EVERYWHERE:
        raise BadSetup("cli.node_needed", host=host)
    node = given or f"{host}:{port}"
    name, _, number = node.rpartition(":")
    if not (name and number.isascii() and number.isdigit()):
        raise BadSetup("cli.node_form", text=node[:60])
    return node


async def tried_out(data: Path | str, node: str) -> None:
    """Open a storage and close it again; `StorageError` says what stands in the way."""
    storage = storage_at(data, node)
    try:
        await storage.open()
    finally:
        storage.close()


def run_server(
    host: str,
    port: int,
    data: Path | str,
    workers: int | None,
    secure: bool,
    limits: Limits | None = None,
    trusted_proxies: Sequence[str] = (),
    allowed_hosts: Sequence[str] = (),
    node_address: str = "",
    workers_at: str = "",
    site: Path | None = None,
    metrics_from: Sequence[str] = (),
    show: Callable[[Reach], None] = lambda reach: None,
    push_contact: str = "",
) -> int:
    """Serve until stopped; 2 if the data or the port can't be had. ``show`` says where it answers, once it does."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(OnceAMinute(CHATTY))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    try:
        bounded = connections_within(limits or Limits())
        hosts = [*LOOPBACK_HOSTS, *allowed_hosts] if allowed_hosts or is_loopback(host) else None
        node = node_of(data, node_address, host, port)
        check_port(host, port)
        if is_address(data):
            # Whatever is wrong with the database is said now, and not by the server in its own way.
            asyncio.run(tried_out(data, node))
        app = make_app(
            data,
            workers,
            bounded,
            secure,
            trusted_proxies,
            hosts,
            node,
            workers_at,
            site,
            metrics_from,
            host,
            port,
            push_contact,
        )
    except CardhouseError as error:
        print(f"cardhouse: {error}", file=sys.stderr)
        return 2
    # What was made so far stays. Of what comes only the young is looked through, in small portions: tables keep much,
    # and a look through all of it would hold everybody up. The house takes one when much has gone.
    gc.freeze()
    gc.set_threshold(2_000, 10, NEVER)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        http=http_for(app.state.lobby.guards, app.state.door.addresses),
        ws=sockets_for(app.state.door),
        # Within three seconds everything has ended, with what else there is to close.
        timeout_graceful_shutdown=1,
        server_header=False,
        # Whom a forwarded address is believed from is decided here.
        proxy_headers=False,
    )
    try:
        server = QuietServer(config)
        server.drain, server.reach, server.show = app.state.drain, app.state.reach, show
        server.run()
    except SystemExit:
        return 2
    return 0
