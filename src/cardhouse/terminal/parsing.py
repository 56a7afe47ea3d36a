"""Parses typed text into an action: the whole of it, or only the cards where the meaning is plain."""

from __future__ import annotations

from ..engine.action import Action, parse_action, shape_of
from ..engine.cards import Card, parse_cards
from ..engine.errors import Unreadable
from ..engine.view import View
from ..engine.words import say
from ..games import spec
from ..games.drawing import SYMBOLS

LETTERS = str.maketrans({symbol: letter for letter, symbol in SYMBOLS.items()})


def read_action(line: str, view: View) -> Action:
    """The action that this line means for the view's seat; `Unreadable` says why it means none.

    ``7h`` alone is whatever can be done with that card, ``2`` whatever can be done with that number. An action that is
    not legal is given all the same, so that the game can say why.
    """
    text = line.translate(LETTERS)
    if text.strip().isdigit():
        return _numbered(text.strip(), view)
    first = text.split(None, 1)[0] if text.split() else ""
    try:
        cards = parse_cards(text)
    except Unreadable:
        if first[:1].isdigit():
            raise
        return parse_action(text)
    return _meant(cards, view) if cards else parse_action(text)


def _numbered(text: str, view: View) -> Action:
    """The one legal action with this number or, if there is none, what such a number means in this game."""
    numbered = [action for action in view.legal if action.number is not None]
    fitting = [action for action in numbered if action.number == int(text)]
    verbs = sorted({action.verb for action in fitting or numbered})
    if len(verbs) > 1:
        raise Unreadable("terminal.ambiguous", choices=", ".join(f"{verb} {text}" for verb in verbs))
    return parse_action(f"{verbs[0] if verbs else spec(view.game).terminal.number_verb} {text}".strip())


def _meant(cards: list[Card], view: View) -> Action:
    """The one legal action with these cards or, if there is none, a likely one."""
    fitting = [action for action in view.legal if _fits(action, cards)]
    if len(fitting) > 1:
        raise Unreadable("terminal.ambiguous", choices=", ".join(map(str, fitting)))
    return fitting[0] if fitting else _likely(cards, view)


def _fits(action: Action, cards: list[Card]) -> bool:
    if shape_of(action.verb) == "pair":
        return list(action.cards) == cards or list(action.cards[1:]) == cards
    return bool(action.cards) and set(action.cards) == set(cards)


def _likely(cards: list[Card], view: View) -> Action:
    """Return what these cards would be played as, for the game to refuse."""
    meant = spec(view.game).terminal.meant
    found = meant(cards, view) if meant is not None else None
    verbs = [action.verb for action in view.legal if action.cards]
    return found or parse_action(f"{verbs[0] if verbs else 'play'} {' '.join(map(str, cards))}")


def may(view: View, longest: int = 12) -> str:
    """Return what the view's seat may do, verb by verb; long lists are cut."""
    verbs: dict[str, list[str]] = {}
    for action in sorted(view.legal, key=lambda action: (len(action.cards), action.cards)):
        verbs.setdefault(action.verb, []).append(str(action))
    return "; ".join(_choices(verb, texts, longest) for verb, texts in verbs.items())


def _choices(verb: str, texts: list[str], longest: int) -> str:
    sizes = {len(text.split()) for text in texts}
    if len(texts) > longest and len(sizes) == 1 and min(sizes) > 2 and shape_of(verb) == "cards":
        return say("terminal.may_many", {"verb": verb, "count": min(sizes) - 1, "example": texts[-1]})
    cut = texts[:longest]
    rest = [text.removeprefix(verb).strip() for text in cut[1:]]
    if len(texts) > longest:
        rest.append(say("terminal.may_more", {"count": len(texts) - longest}))
    return ", ".join([cut[0], *rest])
