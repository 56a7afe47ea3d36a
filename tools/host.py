"""A web host for the house with no server, as plain as they come: for the browser tests and the bench."""

from __future__ import annotations

import functools
import http.server
import threading
from pathlib import Path

# Where the house is on the host.
PATH = "houses/ours"
# Whether the browser keeps all of the page: true from the first visit on.
KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  const kept = (await caches.keys()).filter((name) => !name.startsWith('cardhouse-unpacked '));
  return active.state === 'activated' && kept.length === 1;
}"""


class Host:
    """A web host that knows nothing of the house: it sends files."""

    def __init__(self, folder: Path) -> None:
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self.server.server_port}/{PATH}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.there = True

    def stop(self) -> None:
        """Cut the network."""
        if self.there:
            self.there = False
            self.server.shutdown()
            self.server.server_close()
