"""The page's types of all that crosses its border, made from ``contract/``: ``python -m tools.page_types`` writes them.

With ``--check`` it only says whether the file is current.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import types
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from cardhouse import contract
from cardhouse.engine import words

FILE = Path(__file__).parent.parent / "src" / "cardhouse" / "web" / "types.js"
WIDTH = 100
HEAD = """\
/**
 * @file All that crosses the border between the page and its house. Made from `contract/` by
 * `python -m tools.page_types`: change it there.
 */
"""
# Views and events travel as plain values; the page declares their shape where it reads them.
READ_BY_THE_PAGE = {"views": "View[]", "events": "GameEvent[]", "facts": "Facts"}
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", types.NoneType: "null", Any: "any"}


def modules() -> list[types.ModuleType]:
    """The modules of the contract, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(contract.__path__))
    return [importlib.import_module(f"{contract.__name__}.{name}") for name in names]


def structs() -> Iterator[type]:
    """Every class that crosses the border, in the order of the files."""
    yield words.Reason
    for module in modules():
        for value in vars(module).values():
            if isinstance(value, type) and value.__module__ == module.__name__ and issubclass(value, msgspec.Struct):
                if msgspec.structs.fields(value) or value.__struct_config__.tag:
                    yield value


def literals() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every named set of texts, like the reactions."""
    for module in modules():
        for name, value in vars(module).items():
            if get_origin(value) is Literal:
                yield name, get_args(value)


def js_type(kind: Any) -> str:
    """A Python type as JSDoc writes it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return js_type(inner[0])
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is Literal:
        return next((name for name, texts in literals() if texts == inner), " | ".join(map(repr, inner)))
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(js_type, inner)))
    if origin in (list, tuple):
        item = js_type(inner[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is dict:
        return f"Record<{js_type(inner[0])}, {js_type(inner[1])}>"
    return str(kind.__name__)


def fields(struct: type) -> Iterator[tuple[str, str, bool]]:
    """Each field's name, type, and whether it may be left out."""
    hints = get_type_hints(struct)
    config = getattr(struct, "__struct_config__", None)
    required = _required(struct)
    for name, hint in hints.items():
        yield (
            name,
            READ_BY_THE_PAGE.get(name) or js_type(hint),
            bool(config and config.omit_defaults and name not in required),
        )


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


def written() -> str:
    """The whole file."""
    parts = [HEAD]
    read = ("Facts", "GameEvent", "View")
    parts.append(comment([f"@typedef {{import('./table/view.js').{name}}} {name}" for name in read]))
    for name, texts in literals():
        values = ", ".join(f"'{text}'" for text in texts)
        row = f"export const {name} = /** @type {{const}} */ ([{values}]);"
        if len(row) > WIDTH:
            lines = "".join(f"  '{text}',\n" for text in texts)
            row = f"export const {name} = /** @type {{const}} */ ([\n{lines}]);"
        parts.append(row)
        parts.append(f"/** @typedef {{(typeof {name})[number]}} {name} */")
    for struct in structs():
        told = (struct.__doc__ or "").split("\n\n")[0]
        lines = [" ".join(told.split()), f"@typedef {{object}} {struct.__name__}"]
        tag = getattr(getattr(struct, "__struct_config__", None), "tag", None)
        if tag:
            lines.append(f"@property {{'{tag}'}} t")
        for name, kind, optional in fields(struct):
            lines.append(f"@property {{{kind}}} {f'[{name}]' if optional else name}")
        parts.append(comment(lines))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def main() -> int:
    """Write the file, or check it."""
    made = written()
    if "--check" not in sys.argv:
        FILE.write_text(made, encoding="utf-8")
        return 0
    if FILE.read_text(encoding="utf-8") == made:
        return 0
    print(f"{FILE.name} is not what the contract says: python -m tools.page_types", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
