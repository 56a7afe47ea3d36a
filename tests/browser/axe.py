"""What axe finds on a screen."""

from __future__ import annotations

from importlib.resources import files

from .player import Player

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def faults(player: Player) -> list[str]:
    """What is serious or worse."""
    if not player.page.evaluate("'axe' in window"):
        player.page.evaluate(AXE)
    found = player.page.evaluate("axe.run()")["violations"]
    return [
        f"{fault['id']}: {node['html'][:160]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
