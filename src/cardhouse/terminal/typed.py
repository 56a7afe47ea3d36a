"""What was typed, as an action: the whole of it, or just the cards where it is plain what is meant."""

from __future__ import annotations

from ..action import Action, parse_action
from ..cards import Card, parse_cards
from ..errors import Unreadable
from ..view import View
from ..words import say
from .screen import SYMBOLS

LETTERS = str.maketrans({symbol: letter for letter, symbol in SYMBOLS.items()})


def read_action(line: str, view: View) -> Action:
    """The action that this line means for the view's seat; `Unreadable` says why it means none.

    ``7h`` alone is whatever can be done with that card, ``2`` the second of the face-down cards. An action that is not
    legal is given all the same, so that the game can say why.
    """
    text = line.translate(LETTERS)
    if text.strip().isdigit():
        return parse_action(f"blind {text}")
    first = text.split(None, 1)[0] if text.split() else ""
    try:
        cards = parse_cards(text)
    except Unreadable:
        if first[:1].isdigit():
            raise
        return parse_action(text)
    return _meant(cards, view) if cards else parse_action(text)


def _meant(cards: list[Card], view: View) -> Action:
    """The one legal action with these cards or, if there is none, a likely one."""
    fitting = [action for action in view.legal if _fits(action, cards)]
    if len(fitting) > 1:
        raise Unreadable("terminal.ambiguous", choices=", ".join(map(str, fitting)))
    return fitting[0] if fitting else _likely(cards, view)


def _fits(action: Action, cards: list[Card]) -> bool:
    if action.verb in ("beat", "swap"):
        return list(action.cards) == cards or list(action.cards[1:]) == cards
    return bool(action.cards) and set(action.cards) == set(cards)


def _likely(cards: list[Card], view: View) -> Action:
    """What these cards would be played as, for the game to refuse."""
    verbs = [action.verb for action in view.legal if action.cards]
    text = " ".join(map(str, cards))
    if view.game == "durak" and view.roles.get("defender") == view.seat:
        if len(cards) == 2:
            return parse_action(f"beat {text}")
        open_cards = [attack for attack, defence in view.facts["pairs"] if not defence]
        if len(open_cards) == 1 and len(cards) == 1:
            return parse_action(f"beat {open_cards[0]} {text}")
        if "beat" in verbs or len(cards) == 1:
            raise Unreadable("terminal.beat_which", card=text)
    verb = verbs[0] if verbs else "attack" if view.game == "durak" else "play"
    return parse_action(f"{verb} {text}")


def may(view: View, longest: int = 12) -> str:
    """What the view's seat may do, verb by verb; long lists are cut."""
    verbs: dict[str, list[str]] = {}
    for action in sorted(view.legal, key=lambda action: (len(action.cards), action.cards)):
        verbs.setdefault(action.verb, []).append(str(action))
    return "; ".join(_choices(verb, texts, longest) for verb, texts in verbs.items())


def _choices(verb: str, texts: list[str], longest: int) -> str:
    sizes = {len(text.split()) for text in texts}
    if len(texts) > longest and len(sizes) == 1 and min(sizes) > 2 and verb == "pass":
        return say("terminal.may_many", {"verb": verb, "count": min(sizes) - 1, "example": texts[-1]})
    cut = texts[:longest]
    rest = [text.removeprefix(verb).strip() for text in cut[1:]]
    if len(texts) > longest:
        rest.append(say("terminal.may_more", {"count": len(texts) - longest}))
    return ", ".join([cut[0], *rest])
