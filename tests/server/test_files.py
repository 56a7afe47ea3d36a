"""The files of the page, and what each game adds to them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from high_card import HighCard, HighCardSampler
from starlette.applications import Starlette

from cardhouse.engine.words import catalogue, languages
from cardhouse.games import GameSpec, games, spec
from cardhouse.server import files
from cardhouse.server.api import limited
from cardhouse.server.page_files import page_module

GAMES = [info.name for info in games()]


def get(path: str) -> tuple[int, str, bytes]:
    """Status, content type and body of what is served under a path."""
    app, told = Starlette(routes=files.routes()), list[Any]()

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()  # Nobody hangs up.
        return {}

    async def send(message: Any) -> None:
        told.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b"", "http_version": "1.1"}
    asyncio.run(app(scope, receive, send))
    kind = dict(told[0]["headers"]).get(b"content-type", b"").decode()
    return told[0]["status"], kind, b"".join(message.get("body", b"") for message in told[1:])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_page_beside_its_rules(game: str) -> None:
    module = page_module(spec(game))
    assert module is not None
    status, kind, code = get(f"/{module}")
    assert status == 200
    assert kind.startswith("text/javascript")
    assert b"export" in code


def test_a_game_without_a_page_has_none() -> None:
    assert page_module(GameSpec(HighCard, HighCardSampler)) is None


@pytest.mark.parametrize(
    "path",
    [
        "hearts/rules.py",
        "hearts/words/en.json",
        "hearts/../__init__.py",
        "..%2Fwords.py",
        "../words.py",
        "hearts",
        "",
        "hearts/no.js",
    ],
)
def test_nothing_but_page_files_is_served_of_a_game(path: str) -> None:
    assert get(f"/games/{path}")[0] == 404


@pytest.mark.parametrize("language", languages())
def test_the_texts_of_the_games_come_with_those_of_the_page(language: str) -> None:
    status, _, body = get(f"/web/words/{language}.json")
    assert status == 200
    assert json.loads(body) == catalogue(language)
    assert {f"game.{game}" for game in GAMES} <= set(json.loads(body))


@pytest.mark.parametrize("language", ["fr", "..", "en.json", "../../words"])
def test_a_language_that_there_is_not_is_not_found(language: str) -> None:
    assert get(f"/web/words/{language}.json")[0] == 404


def test_a_browser_can_keep_all_that_the_page_is_made_of() -> None:
    _, _, body = get("/shell.json")
    listed = json.loads(body)
    assert [path for path in listed if get(f"/{path.removeprefix('./')}")[0] != 200] == []
    modules = {page_module(spec(game)) for game in GAMES}
    assert modules | {"./", "web/main.js", "web/words/en.json", "games/slapping/page.js"} <= set(listed)


def test_the_page_is_told_which_house_rules_go_with_how_many_seats() -> None:
    by_game = {info.name: limited(info) for info in games()}
    assert by_game.pop("durak") == {6: {"deck": [52]}}
    assert not any(by_game.values())
