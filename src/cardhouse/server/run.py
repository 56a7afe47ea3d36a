"""Starting the server: `cardhouse` for oneself, `cardhouse serve` for others."""

from __future__ import annotations

import argparse
import gc
import json
import logging
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import uvicorn

from ..errors import CardhouseError
from .app import make_app
from .house import Limits
from .sockets import sockets_for

DEFAULT_PORT = 8750
NEVER = 1 << 30


class QuietServer(uvicorn.Server):
    """Ends with exit code 0 when it is asked to: uvicorn's own raises the signal again after it has closed."""

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
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: only this machine)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"the port (default: {DEFAULT_PORT})")
    parser.add_argument("--data", type=Path, default=None, help="the folder for tables and results")
    parser.add_argument("--workers", type=int, default=None, help="processes that think for the cats")
    parser.add_argument("--secure", action="store_true", help="cookies only over HTTPS: for a house behind a proxy")
    usual = Limits()
    parser.add_argument(
        "--most-tables", type=int, default=usual.tables, help=f"tables at once, of everybody (default: {usual.tables})"
    )
    parser.add_argument(
        "--most-messages",
        type=int,
        default=usual.messages_a_second,
        help=f"messages a second that are taken from one connection (default: {usual.messages_a_second})",
    )
    parser.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    """Run the server until it is stopped; 2 if it can't be started."""
    limits = Limits(tables=args.most_tables, messages_a_second=args.most_messages)
    return run_server(args.host, args.port, args.data or default_data(), args.workers, args.secure, limits)


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


def run_server(
    host: str, port: int, data: Path, workers: int | None, secure: bool, limits: Limits | None = None
) -> int:
    """Serve until stopped; 2 if the data or the port can't be had."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    try:
        app = make_app(data, workers, limits, secure)
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
        ws=sockets_for(app.state.house, app.state.people),
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    try:
        QuietServer(config).run()
    except SystemExit:
        return 2
    return 0
