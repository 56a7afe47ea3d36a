"""The pages of the docs site that are made when it is built: none of what they say is written a second time.

`pages` has them all as Markdown, by their place in the site. Needs no Zensical.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Literal, get_args

import cardhouse
from cardhouse.contract import messages
from cardhouse.contract.requests import REQUESTS
from cardhouse.engine.options import Option, Value
from cardhouse.engine.words import catalogue, say
from cardhouse.games import GameSpec, games
from tools.docs_site import benchmarks
from tools.page_types import answer_of, body_of, fields, named, structs

ROOT = Path(__file__).parents[2]
PACKAGE = Path(cardhouse.__file__).resolve().parent
# Pages of the repository that lie outside docs/, and where the site has them.
BROUGHT = {
    "README.md": "start.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "reporting.md",
    "examples/crazy-eights/README.md": "crazy-eights.md",
    "examples/spades/README.md": "spades.md",
}
# The API reference: a page for each part that others build on, with its modules.
REFERENCE = {
    "cardhouse": ["cardhouse"],
    "engine": [
        f"cardhouse.engine.{name}"
        for name in (
            "game",
            "view",
            "zone",
            "cards",
            "action",
            "event",
            "options",
            "outcome",
            "chance",
            "deals",
            "checks",
            "record",
            "words",
            "errors",
        )
    ],
    "games": ["cardhouse.games.spec", "cardhouse.engine.choices", "cardhouse.engine.planes"],
    "bots": [f"cardhouse.bots.{name}" for name in ("bot", "players", "flat_search", "search", "advice", "review")],
    "arena": [f"cardhouse.arena.{name}" for name in ("deals", "workers", "match", "results", "ratings")],
    "rl": [f"cardhouse.rl.{name}" for name in ("aec", "parallel", "vector", "table", "open_spiel")],
    "client": ["cardhouse.client"],
    "messages": ["cardhouse.contract.messages"],
    "testing": ["cardhouse.testing"],
    "server": ["cardhouse.server.app", "cardhouse.storage"],
}
# Modules whose constants rules are written with.
WITH_CONSTANTS = ("cardhouse.engine.cards", "cardhouse.engine.action")


def pages() -> dict[str, str]:
    """Every page that is made, as Markdown by its place in the site."""
    made = {place: (ROOT / source).read_text(encoding="utf-8") for source, place in BROUGHT.items()}
    made |= {f"rules/{game.name}.md": rules_page(game) for game in house_games()}
    made |= {f"reference/{name}.md": reference_page(name, modules) for name, modules in REFERENCE.items()}
    return made | {"messages.md": messages_page(), "benchmarks.md": benchmarks.page(ROOT / "docs")}


def house_games() -> list[GameSpec]:
    """The games of the package itself, without those of other packages that happen to be installed."""
    return [game for game in games() if game.folder is not None and game.folder.resolve().parent == PACKAGE / "games"]


def rule_names(game: GameSpec) -> list[str]:
    """The rules of a game in the order in which its page tells them."""
    assert game.page is not None
    told = re.search(r"^export const rules = \[$(.*?)^\];$", game.page.read_text(encoding="utf-8"), re.M | re.S)
    assert told is not None, f"{game.page} has no rules"
    return re.findall(r"\bname: '(\w+)'", told[1])


def rules_page(game: GameSpec) -> str:
    """The rules of a game and its house rules, in the words of its own folder."""
    lines = [
        f"# {say(f'game.{game.name}', {})}",
        "",
        f"For {_one_of([str(count) for count in game.seat_choices])} players.",
        "",
    ]
    lines += [f"- {say(f'page.rules.{game.name}.{name}', {})}" for name in rule_names(game)]
    if game.options:
        lines += ["", "## House rules", "", "| option | | values | by default |", "|---|---|---|---|"]
        for option in game.options:
            values = "; ".join(_value(game, option, value) for value in option.choices) or option.allowed()
            if option.kind == "switch":
                values = "on or off"
            row = (f"`{option.name}`", option.sentence(game.name), values, _value(game, option, option.default))
            lines.append(_row(*row))
    return "\n".join(lines) + "\n"


def messages_page() -> str:
    """Every message with its fields, every request, and what they are made of."""
    lines = ["# Every message and request", "", (messages.__doc__ or "").strip(), ""]
    lines += [
        "[The protocol](protocol.md) tells when each is sent, with an example. Types are written as in JSDoc, views",
        "and events as the page declares them; what may be left out is sent only where it differs from its default.",
        "",
    ]
    parts: set[type] = set(structs())
    for title, kinds in (("From a person", messages.FromPerson), ("To a person", messages.ToPerson)):
        lines += [f"## {title}", ""]
        for kind in get_args(kinds):
            parts.discard(kind)
            lines += _struct(kind, f"`{kind.__struct_config__.tag}`")
    lines += ["## Requests", "", "| | | body | answer |", "|---|---|---|---|"]
    for asked in REQUESTS:
        query = "?" + "&".join(f"{name}=…" for name in asked.query) if asked.query else ""
        row = (f"`{asked.method} {asked.path}{query}`", asked.about, body_of(asked), answer_of(asked))
        lines.append(_row(*row[:2], *(f"`{cell}`" if cell else "" for cell in row[2:])))
    lines += ["", "## What they are made of", ""]
    for struct in structs():
        if struct in parts:
            lines += _struct(struct, struct.__name__)
    for name, texts in named(Literal):
        listed = ", ".join(f"`{text}`" for text in get_args(texts))
        lines += [f"### {name}", "", f"One of {listed}.", ""]
    return "\n".join(lines)


def reference_page(name: str, modules: list[str]) -> str:
    """A page of the API reference; mkdocstrings fills it from the docstrings, but for the constants of rules."""
    title = name if name == "cardhouse" else f"cardhouse.{name}"
    parts = [f"# `{title}`"]
    for module in modules:
        parts.append(f"::: {module}")
        if module in WITH_CONSTANTS:
            parts.append(constants(module))
    return "\n\n".join(parts) + "\n"


def constants(module: str) -> str:
    """The constants of a module that rules are written with, each with the comment above it and its value."""
    source = (PACKAGE.parent / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8").splitlines()
    rows = []
    for at, line in enumerate(source):
        found = re.match(r"([A-Z][A-Z0-9_]+): Final(?:\[\S+\])? = (.+)$", line)
        if found is None or not hasattr(import_module(module), found[1]):
            continue
        above = source[at - 1].removeprefix("# ") if source[at - 1].startswith("# ") else ""
        value = found[2].split("  #")[0]
        rows.append(_row(f"`{found[1]}`", f"`{value}`" if not value.endswith(("(", "[")) else "", above))
    return "\n".join([f"### Constants of `{module}`", "", "| | | |", "|---|---|---|", *rows])


def place_of(source: str) -> str | None:
    """Where the site has a file of the repository; None if it has not."""
    if source.startswith("docs/"):
        return source.removeprefix("docs/")
    if source in BROUGHT:
        return BROUGHT[source]
    module = source.removeprefix("src/").removesuffix(".py").replace("/", ".")
    return next((f"reference/{name}.md" for name, modules in REFERENCE.items() if module in modules), None)


def source_of(place: str) -> str:
    """The file of the repository that a page of the site is taken from, or would lie at."""
    return next((source for source, brought in BROUGHT.items() if brought == place), f"docs/{place}")


def _struct(struct: type, title: str) -> Iterator[str]:
    lines = (struct.__doc__ or "").split("\n")
    yield from (f"### {title}", "", *(line.strip() for line in lines), "")
    rows = [(f"`{name}`", f"`{kind}`", "may be left out" if left else "") for name, kind, left in fields(struct)]
    if rows:
        yield from ("| field | type | |", "|---|---|---|", *(_row(*row) for row in rows), "")


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def _value(game: GameSpec, option: Option, value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return catalogue().get(f"choice.{game.name}.{option.name}.{value}", str(value))


def _one_of(texts: list[str]) -> str:
    return " or ".join(part for part in (", ".join(texts[:-1]), *texts[-1:]) if part)
