"""The page's side of ``contract/``: the types of all that crosses its border, and a function for all it can ask.

``python -m tools.page_types`` writes them; with ``--check`` it only says whether the files are current.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
import types
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from cardhouse import contract
from cardhouse.bots.levels import LEVELS, STRENGTHS
from cardhouse.contract import settings
from cardhouse.contract.requests import REQUESTS, Request, Streamed
from cardhouse.engine import view, words

WEB = Path(__file__).parent.parent / "src" / "cardhouse" / "web"
WIDTH = 100
HEAD = """\
/**
 * @file All that crosses the border between the page and its house. Made from `contract/` by
 * `python -m tools.page_types`: change it there.
 */
"""
ASKING_HEAD = """\
/**
 * @file All that the page can ask its house. Made from `contract/requests.py` by
 * `python -m tools.page_types`: change it there.
 */

import { ask, askText, listen, sendText } from './wire.js';
"""
# What the page calls by a name of its own.
NAMES = {"PlainView": "View", "PlainEvent": "GameEvent", "PlainOutcome": "Outcome"}
# Facts are a game's own; its page declares those that it reads.
READ_BY_THE_PAGE = {"views": "View[]", "events": "GameEvent[]", "facts": "Facts"}
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", types.NoneType: "null", Any: "unknown"}


def modules() -> list[types.ModuleType]:
    """The modules of the contract, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(contract.__path__))
    return [importlib.import_module(f"{contract.__name__}.{name}") for name in names]


def structs() -> Iterator[type]:
    """Every class that crosses the border, in the order of the files."""
    yield from (words.Reason, view.PlainOutcome, view.PlainView, view.PlainEvent)
    for module in modules():
        for value in vars(module).values():
            if not (isinstance(value, type) and issubclass(value, msgspec.Struct)):
                continue
            # A base that others are made of says nothing by itself.
            if value.__module__ == module.__name__ and (msgspec.structs.fields(value) or value.__struct_config__.tag):
                yield value


def named(kind: Any) -> Iterator[tuple[str, Any]]:
    """Every named set of texts, like the reactions, or union, like all messages of a person."""
    found = {name: value for module in modules() for name, value in vars(module).items() if not name.startswith("_")}
    yield from ((name, value) for name, value in found.items() if get_origin(value) is kind)


def js_type(kind: Any) -> str:
    """A Python type as JSDoc writes it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return js_type(inner[0])
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is Literal:
        texts = next((name for name, known in named(Literal) if get_args(known) == inner), None)
        return texts or " | ".join(map(repr, inner))
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(js_type, inner)))
    if origin is tuple:
        return f"[{', '.join(map(js_type, inner))}]"
    if origin is list:
        item = js_type(inner[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is dict:
        return f"Record<{js_type(inner[0])}, {js_type(inner[1])}>"
    return NAMES.get(kind.__name__, str(kind.__name__))


def fields(struct: type) -> Iterator[tuple[str, str, bool]]:
    """Each field's name, type, and whether it may be left out."""
    hints = get_type_hints(struct, include_extras=True)
    config = getattr(struct, "__struct_config__", None)
    required = _required(struct)
    for name, hint in hints.items():
        yield (
            name,
            READ_BY_THE_PAGE.get(name, "") if _is_plain(hint) else js_type(hint),
            bool(config and config.omit_defaults and name not in required),
        )


def _is_plain(hint: Any) -> bool:
    """True of what travels as plain values that a game gives meaning to."""
    return "typing.Any" in str(hint)


def _required(struct: type) -> set[str]:
    if is_dataclass(struct):
        return set(get_type_hints(struct))
    return {field.name for field in msgspec.structs.fields(struct) if field.required}


def comment(lines: list[str]) -> str:
    """A block of JSDoc, its long lines broken."""
    out = ["/**"]
    for line in lines:
        row = " *"
        for word in line.split():
            if len(row) + 1 + len(word) > WIDTH:
                out.append(row)
                row = " *  " if line.startswith("@") else " *"
            row += f" {word}"
        out.append(row)
    return "\n".join([*out, " */"])


def levels() -> str:
    """The levels of bots, weakest first, with the dots that each has on its plate."""
    dots = ", ".join(f"{name}: {strength}" for name, strength in STRENGTHS.items())
    names = " | ".join(f"'{level}'" for level in LEVELS)
    return (
        f"/** @type {{Record<string, number>}} */\nexport const Strengths = {{ {dots} }};\n\n"
        f"/** @typedef {{{names}}} Levels */"
    )


def choices() -> Iterator[str]:
    """Return the choices of each setting of a table, the longest texts, and the settings by default."""
    for name, value in vars(settings).items():
        if name.isupper():
            told = f"/** @type {{const}} */ ({json.dumps(list(value))})" if isinstance(value, tuple) else value
            yield f"export const {name} = {told};"
    usual = {field.name: field.default for field in msgspec.structs.fields(settings.TableSettings)}
    rows = "".join(f"  {name}: {json.dumps(value)},\n" for name, value in usual.items()).replace('"', "'")
    yield f"/** @satisfies {{TableSettings}} */\nexport const USUAL_SETTINGS = {{\n{rows}}};"


def written() -> str:
    """The types."""
    parts = [HEAD, "/** @typedef {import('./table/view.js').Facts} Facts */"]
    for name, texts in named(Literal):
        values = ", ".join(f"'{text}'" for text in get_args(texts))
        row = f"export const {name} = /** @type {{const}} */ ([{values}]);"
        if len(row) > WIDTH:
            rows = "".join(f"  '{text}',\n" for text in get_args(texts))
            row = f"export const {name} = /** @type {{const}} */ ([\n{rows}]);"
        parts.append(row)
        parts.append(f"/** @typedef {{(typeof {name})[number]}} {name} */")
    parts += [levels(), *choices()]
    for struct in structs():
        told = (struct.__doc__ or "").split("\n\n")[0]
        lines = [" ".join(told.split()), f"@typedef {{object}} {NAMES.get(struct.__name__, struct.__name__)}"]
        tag = getattr(getattr(struct, "__struct_config__", None), "tag", None)
        if tag:
            lines.append(f"@property {{'{tag}'}} t")
        for name, kind, optional in fields(struct):
            lines.append(f"@property {{{kind}}} {f'[{name}]' if optional else name}")
        parts.append(comment(lines))
    for name, union in named(types.UnionType):
        parts.append(comment([f"@typedef {{{' | '.join(map(js_type, get_args(union)))}}} {name}"]))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def asking() -> str:
    """The functions that ask the house."""
    parts = [ASKING_HEAD]
    used: set[str] = set()
    functions = [_function(request, used) for request in REQUESTS]
    imported = " ".join(sorted(used))
    parts.append(comment([f"@typedef {{import('./types.js').{name}}} {name}" for name in imported.split()]))
    parts.append("/** @typedef {import('./transport/transport.js').Transport} House */")
    parts.append(QUERY)
    return "\n\n".join(part.strip() for part in [*parts, *functions]) + "\n"


QUERY = """\
/** @param {Record<string, string | number | undefined>} asked */
function query(asked) {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length ? `?${given.join('&')}` : '';
}
"""


def _function(request: Request, used: set[str]) -> str:
    """One request as a function."""
    places = re.findall(r"\{(\w+)\}", request.path)
    path = re.sub(r"\{(\w+)\}", r"${encodeURIComponent(\1)}", request.path.lstrip("/"))
    asked = ", ".join(f"{name}?: string | number" for name in request.query)
    streamed = isinstance(request.answer, Streamed)
    given = [*places, *(["body"] if request.body else []), *(["asked = {}"] if request.query else [])]
    docs = [request.about, *[f"@param {{string}} {place}" for place in places]]
    if request.body:
        docs.append(f"@param {{{_known(request.body, used)}}} body")
    if request.query:
        docs.append(f"@param {{{{{asked}}}}} [asked]")
    address = f"`{path}${{query(asked)}}`" if request.query else (f"`{path}`" if places else f"'{path}'")
    if streamed:
        docs[-1:-1] = ["@param {AbortSignal} signal"]
        docs += [f"@returns {{AsyncGenerator<{_known(request.answer.line, used)}>}}"]
        given.append("signal")
        # What may be left out comes last.
        given.sort(key=lambda name: name.startswith("asked"))
        call = f"listen({address}, {'body' if request.body else 'null'}, signal)"
    elif request.answer is str:
        docs.append("@returns {Promise<string>}")
        call = f"askText({address})"
    else:
        docs += ["@param {House} [house]", f"@returns {{Promise<{_known(request.answer, used)}>}}"]
        given.append("house")
        if request.body is str:
            given.remove("house")
            docs.remove("@param {House} [house]")
            call = f"sendText({address}, body)"
        else:
            call = f"ask('{request.method}', {address}, {'body' if request.body else 'undefined'}, house)"
    name = re.sub(r"_(\w)", lambda found: found[1].upper(), request.name)
    return f"{comment(docs)}\nexport const {name} = ({', '.join(given)}) => {call};"


def body_of(request: Request) -> str:
    """The type of a request's body; empty if it has none."""
    return js_type(request.body) if request.body else ""


def answer_of(request: Request) -> str:
    """The type of a request's answer, or of each of its lines."""
    if isinstance(request.answer, Streamed):
        return f"{_known(request.answer.line, set())} …"
    return _known(request.answer, set())


def _known(kind: Any, used: set[str]) -> str:
    union = next((name for name, known in named(types.UnionType) if known == kind), None)
    text = union or js_type(kind)
    text = "void" if text == "Nothing" else text
    used.update(re.findall(r"[A-Z]\w+", text))
    return text


def formatted(text: str) -> str:
    """The functions as Biome would lay them out: arguments that don't fit stand on lines of their own."""
    lines = []
    for line in text.split("\n"):
        head, arrow, call = line.partition(" => ")
        if len(line) > WIDTH and arrow and line.startswith("export"):
            lines += [f"{head} =>", f"  {call}"]
        else:
            lines.append(line)
    return "\n".join(lines)


def files() -> dict[Path, str]:
    """Return the text of each file that is made."""
    return {WEB / "types.js": written(), WEB / "asking.js": formatted(asking())}


def main() -> int:
    """Write the files, or check them."""
    wrong = [path for path, made in files().items() if not path.exists() or path.read_text(encoding="utf-8") != made]
    if "--check" not in sys.argv:
        for path in wrong:
            path.write_text(files()[path], encoding="utf-8")
        return 0
    for path in wrong:
        print(f"{path.name} is not what the contract says: python -m tools.page_types", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
