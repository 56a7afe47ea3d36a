"""The application under an ASGI server as anybody would run it, with the words of ``cardhouse serve``."""

from __future__ import annotations

import argparse

import uvicorn

from cardhouse.server.app import make_app
from cardhouse.server.run import add_to, limits_from


def main() -> None:
    parser = argparse.ArgumentParser()
    add_to(parser.add_subparsers())
    args = parser.parse_args()
    app = make_app(args.data, args.workers, limits_from(args), node_address=f"127.0.0.1:{args.port}")
    uvicorn.run(app, port=args.port, log_level="warning", timeout_graceful_shutdown=1)


if __name__ == "__main__":
    main()
