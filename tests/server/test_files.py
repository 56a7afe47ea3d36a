"""The files of the page, and what each game adds to them."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from high_card import HighCard, HighCardSampler
from starlette.applications import Starlette

from cardhouse.engine.words import catalogue, languages
from cardhouse.games import GameSpec, games, spec
from cardhouse.server import files
from cardhouse.server.api import limited
from cardhouse.server.own_house import NotOffered, OwnHouse
from cardhouse.server.page_files import IMPORTED, page_module
from cardhouse.testing import registered
from cardhouse.version import VERSION

GAMES = [info.name for info in games()]


def get(path: str, own: OwnHouse | None = None) -> tuple[int, str, bytes]:
    """Status, content type and body of what is served under a path."""
    status, headers, body = fetch(path, own)
    return status, headers.get(b"content-type", b"").decode(), body


def fetch(path: str, own: OwnHouse | None = None, **headers: str) -> tuple[int, dict[bytes, bytes], bytes]:
    """Status, headers and body of what is served under a path."""
    return answer_of(Starlette(routes=files.routes(own)), path, **headers)


def answer_of(app: Starlette, path: str, **headers: str) -> tuple[int, dict[bytes, bytes], bytes]:
    """The same, of a house that answers more than once."""
    told = list[Any]()

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()  # Nobody hangs up.
        return {}

    async def send(message: Any) -> None:
        told.append(message)

    asked = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": asked,
        "query_string": b"",
        "http_version": "1.1",
    }
    asyncio.run(app(scope, receive, send))
    return told[0]["status"], dict(told[0]["headers"]), b"".join(message.get("body", b"") for message in told[1:])


def site_of(folder: Path, version: str) -> Path:
    """The least that makes a site: Python's folder with its list and one part."""
    python = folder / "python-0123456789ab"
    python.mkdir(parents=True)
    (python / "parts.json").write_text(json.dumps({"version": version}))
    (python / "wasm-0123456789ab.bin").write_bytes(b"packed")
    return folder


def test_a_server_can_offer_the_house_inside_the_page_as_well(tmp_path: Path) -> None:
    own = OwnHouse(site_of(tmp_path, VERSION))
    page = get("/", own)[2].decode()
    assert '<meta name="cardhouse-server"' in page
    assert '<meta name="cardhouse-house" content="python-0123456789ab/">' in page
    listed = json.loads(get("/shell.json", own)[2])
    assert {"web/main.js", "python-0123456789ab/parts.json", "python-0123456789ab/wasm-0123456789ab.bin"} <= {*listed}
    status, headers, packed = fetch("/python-0123456789ab/wasm-0123456789ab.bin", own)
    assert (status, packed) == (200, b"packed")
    assert b"immutable" in headers[b"cache-control"]
    # Only its workers may run WebAssembly.
    assert b"wasm-unsafe-eval" in fetch("/web/transport/house-worker.js", own)[1][b"content-security-policy"]
    assert b"content-security-policy" not in fetch("/web/transport/here.js", own)[1]
    assert "cardhouse-house" not in get("/")[2].decode()


def test_a_site_of_another_version_is_not_offered(tmp_path: Path) -> None:
    with pytest.raises(NotOffered, match="no house without a server"):
        OwnHouse(tmp_path)
    with pytest.raises(NotOffered, match=r"version 0\.1"):
        OwnHouse(site_of(tmp_path, "0.1"))


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


ALL = ["/", "/sw.js", "/shell.json", "/web/main.js", "/web/words/ru.json", "/games/hearts/page.js"]


@pytest.mark.parametrize("path", ALL)
def test_a_file_is_compressed_once_and_whoever_has_it_is_told_so(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = Starlette(routes=files.routes())
    _, headers, plain = answer_of(app, path)
    assert b"content-encoding" not in headers
    answer_of(app, path, accept_encoding="gzip")
    monkeypatch.setattr(gzip, "compress", None)
    status, headers, packed = answer_of(app, path, accept_encoding="br, gzip")
    assert (status, headers[b"content-encoding"], headers[b"vary"]) == (200, b"gzip", b"accept-encoding")
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain)
    etag = headers[b"etag"].decode()
    for known in (etag, f'"other", {etag}'):
        status, headers, body = answer_of(app, path, accept_encoding="gzip", if_none_match=known)
        assert (status, body, headers[b"etag"].decode()) == (304, b"", etag)
    assert answer_of(app, path, if_none_match='W/"other"')[0] == 200


def test_a_file_that_has_changed_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "WEB", tmp_path)
    (tmp_path / "new.js").write_text("old")
    before = fetch("/web/new.js")
    (tmp_path / "new.js").write_text("newer")
    after = fetch("/web/new.js")
    assert (before[2], after[2]) == (b"old", b"newer")
    assert before[1][b"etag"] != after[1][b"etag"]


@pytest.mark.parametrize(
    "path", ["", "art", "../server/app.py", "%2e%2e/app.py", "no.js", "a" * 5000, "\0", "//etc/passwd"]
)
def test_nothing_beside_the_page_is_served_with_it(path: str) -> None:
    assert get(f"/web/{path}")[0] == 404


def test_the_page_is_told_which_house_rules_go_with_how_many_seats() -> None:
    by_game = {info.name: limited(info) for info in games()}
    assert by_game.pop("durak") == {6: {"deck": [52]}}
    assert not any(by_game.values())


@pytest.mark.parametrize("path", ["/", "/sw.js", "/manifest.webmanifest", "/web/words/en.json", "/web/dom.js",
                                  "/games/hearts/page.js"])  # fmt: skip
def test_what_a_browser_has_already_is_not_sent_again(path: str) -> None:
    _, headers, body = fetch(path)
    assert body
    status, _, body = fetch(path, if_none_match=headers[b"etag"].decode())
    assert (status, body) == (304, b"")
    # A proxy that compresses weakens it.
    assert fetch(path, if_none_match=headers[b"etag"].decode().removeprefix("W/"))[0] == 304
    assert fetch(path, if_none_match='"other"')[0] == 200


def test_the_page_of_a_checkout_names_every_module_before_each_is_found() -> None:
    page = get("/")[2].decode()
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert {"web/main.js", "web/dom.js", "web/table/table.js", "games/hearts/page.js", "games/slapping/page.js"} <= {
        *named
    }
    assert len(named) == len(set(named))
    for name in named:
        status, _, code = get(f"/{name}")
        assert status == 200
        for address in IMPORTED.findall(code.decode()):
            assert Path(f"/{name}").parent.joinpath(address).resolve().as_posix()[1:] in named


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The least that makes a bundle, in use: one script, compressed beforehand, what hands it on, and one style."""
    made = {
        "bundle.json": b"{}",
        "web/index.html": b'<link href="web/style/page.css"><title>x</title><script src="web/main.js">',
        "web/main.js": b"export const m0$say = 1;",
        "web/main.js.br": b"by brotli",
        "web/main.js.gz": b"by gzip",
        "web/words.js": b'export { m0$say as say } from "../web/main.js";\n',
        "web/style/page.css": b"p{}",
        **{f"games/{game}/page.js": b'export { m1$p as p } from "../../web/main.js";\n' for game in GAMES},
    }
    for name, content in made.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.setenv("CARDHOUSE_BUNDLE", str(tmp_path))
    return tmp_path


def test_a_bundled_page_is_in_a_folder_that_never_changes(bundled: Path) -> None:
    page = get("/")[2].decode()
    [folder] = set(re.findall(r"page-[0-9a-f]{12}", page))
    assert page.count(f'"{folder}/web/') == 2
    status, headers, body = fetch(f"/{folder}/web/main.js")
    assert (status, body) == (200, b"export const m0$say = 1;")
    assert b"immutable" in headers[b"cache-control"]
    for accepted, content in {"gzip, deflate, br": b"by brotli", "gzip": b"by gzip", "identity": b"export"}.items():
        assert fetch(f"/{folder}/web/main.js", accept_encoding=accepted)[2].startswith(content)
    _, headers, packed = fetch(f"/{folder}/web/words/de.json", accept_encoding="gzip")
    assert headers[b"content-encoding"] == b"gzip"
    assert json.loads(gzip.decompress(packed)) == catalogue("de")
    assert fetch(f"/{folder}/web/icons/192.png", accept_encoding="gzip")[2].startswith(b"\x89PNG")
    assert fetch(f"/{folder}/web/dom.js")[0] == 404
    assert folder.encode() in get("/sw.js")[2]
    assert f'"{folder}/web/icon.svg"' in get("/manifest.webmanifest")[2].decode()
    # A page of an earlier release gets what there is, and asks again the next time.
    status, headers, _ = fetch("/page-0123456789ab/web/main.js")
    assert (status, headers[b"cache-control"]) == (200, b"no-cache")
    assert fetch("/web/main.js")[1][b"cache-control"] == b"no-cache"
    (bundled / "web" / "main.js").write_text("export const m0$say = 2;")
    assert folder not in get("/")[2].decode()


def test_a_browser_keeps_what_hands_on_parts_only_for_games_of_other_packages(bundled: Path, tmp_path: Path) -> None:
    listed = json.loads(get("/shell.json")[2])
    assert [name for name in listed if name.endswith(".js")] == [
        name for name in listed if name.endswith("web/main.js")
    ]
    assert any(name.endswith("web/words/ru.json") for name in listed)
    other = tmp_path / "other"
    other.mkdir()
    (other / "page.js").write_text("import { say } from '../../web/words.js';")
    with registered(GameSpec(HighCard, HighCardSampler, folder=other)):
        listed = json.loads(get("/shell.json")[2])
    assert any(name.endswith("games/highcard/page.js") for name in listed)
    assert any(name.endswith("web/words.js") for name in listed)
    assert all(get(f"/{name.removeprefix('./')}")[0] == 200 for name in listed if "highcard" not in name)
