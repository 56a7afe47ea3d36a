"""A network namespace of Linux for one node: its way to the database can fall silent, as when a cable is pulled.

No packet is answered with a reset then: both ends find out by their own clocks, or not at all. People and other nodes
have another way to the node, which stays. Needs root, and ``ip`` of iproute2; nothing leaves this machine.
"""

from __future__ import annotations

import subprocess

# By what the way is for: our end and the node's end.
ENDS = {"people": ("10.231.77.1", "10.231.77.2"), "database": ("10.231.78.1", "10.231.78.2")}
# Nobody's: what is sent there is thrown away by who gets it.
NOWHERE = "02:00:00:00:00:99"


def _ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


class Namespace:
    """The namespace, with both of its ways open."""

    def __init__(self, name: str = "cardhouse-bench") -> None:
        self.name = name
        self.inside = ("netns", "exec", name, "ip")
        ours, theirs = ENDS["database"]
        # From where, through what, to whom.
        self._database = (((), "ch-database-o", theirs), (self.inside, "ch-database-i", ours))
        _ip("netns", "add", name)
        try:
            _ip(*self.inside, "link", "set", "lo", "up")
            for way, (ours, theirs) in ENDS.items():
                outer, inner = f"ch-{way}-o", f"ch-{way}-i"
                _ip("link", "add", outer, "type", "veth", "peer", "name", inner, "netns", name)
                for words, device, address in (((), outer, ours), (self.inside, inner, theirs)):
                    _ip(*words, "addr", "add", f"{address}/30", "dev", device)
                    _ip(*words, "link", "set", device, "up")
        except BaseException:
            self.close()
            raise

    @property
    def command(self) -> list[str]:
        """The beginning of a command that runs in there."""
        return ["ip", "netns", "exec", self.name]

    def silence(self) -> None:
        """Let nothing through between the node and the database, without a word to either."""
        for words, device, address in self._database:
            _ip(*words, "neigh", "replace", address, "lladdr", NOWHERE, "dev", device, "nud", "permanent")

    def mend(self) -> None:
        """Let everything through again."""
        for words, device, address in self._database:
            _ip(*words, "neigh", "del", address, "dev", device)

    def close(self) -> None:
        """Take it away, and its ways with it."""
        for way in ENDS:
            # The namespace itself may live on for a while, as long as connections in it do.
            subprocess.run(["ip", "link", "del", f"ch-{way}-o"], capture_output=True)
        _ip("netns", "del", self.name)
