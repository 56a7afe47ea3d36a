"""A player by ear: hears what a screen reader reads out, presses keys, and sees nothing."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import TimeoutError as Waited

from cardhouse.engine.cards import parse_card
from cardhouse.games.slapping.seen import patterns

from .player import AGAIN, Player

# What live regions say and what is said of a control that comes to have the focus, one after another.
LISTEN = """() => {
  window.heard = [];
  const LIVE = '[aria-live], [role=log], [role=status], [role=alert]';
  const tell = (words) => { if (words?.trim()) window.heard.push(words.trim().replace(/\\s+/g, ' ')); };
  const nameOf = (control) => [control.getAttribute('aria-label') ?? control.textContent,
    control.getAttribute('aria-pressed') === 'true' ? 'pressed' : ''].filter(Boolean).join(', ');
  window.focused = () => document.activeElement && document.activeElement !== document.body
    ? nameOf(document.activeElement) : '';
  const changed = (records) => {
    const regions = new Set();
    for (const { target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(LIVE);
      if (!region || region.closest('[aria-hidden=true], [hidden]')) continue;
      if (region.getAttribute('role') !== 'log') regions.add(region);
      else if (element === region) for (const node of addedNodes) tell(node.textContent);
    }
    for (const region of regions) tell(region.textContent);
  };
  new MutationObserver(changed).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['hidden'] });
  document.addEventListener('focusin', ({ target }) => tell(nameOf(target)));
}"""
NAMES = "two three four five six seven eight nine ten jack queen king ace"
RANKS = dict(zip(NAMES.split(), "23456789TJQKA", strict=True))
CARD = re.compile(rf"({'|'.join(RANKS)}) of (clubs|diamonds|spades|hearts)")
# More cards than a hand ever has.
HAND = 30
# How often the same pile is slapped: a penalty card looks like any other, and costs another one.
TRIES = 2


class Listener:
    """A person at a page who hears it."""

    def __init__(self, player: Player) -> None:
        self.page = player.page
        self.player = player
        self.transcript: list[str] = []
        self.slapped: list[str] = []
        self.tries = 0
        self.page.evaluate(LISTEN)

    def take(self) -> list[str]:
        """All that was said since the last time."""
        said: list[str] = self.page.evaluate("() => window.heard.splice(0)")
        self.note(*said)
        return said

    def note(self, *lines: str) -> None:
        """Write down what was heard or pressed; a test's output shows it."""
        self.transcript += lines
        for line in lines:
            print(line)

    def press(self, key: str) -> list[str]:
        """Press a key; gives what was said until then and because of it."""
        self.note(f"        [{key}]")
        self.page.keyboard.press(key)
        # What changed is told at the end of the task in which it did.
        return self.take()

    def hear(self) -> list[str]:
        """Wait until something is said; nothing for long: an empty list."""
        try:
            self.page.wait_for_function("() => window.heard.length", polling=50, timeout=AGAIN)
        except Waited:
            return []
        return self.take()

    def ask(self, key: str) -> str:
        """Ask for something; gives the answer, which is what was said last."""
        return (self.press(key) or self.hear() or [""])[-1]

    def find(self, wanted: str, without: str = " never") -> bool:
        """Go along the cards to the first that is said to be as wanted; at an end nothing more is said."""
        for key in ("ArrowLeft", "ArrowRight"):
            before = None
            while (name := self.focused()) != before:
                if key == "ArrowRight" and wanted in name and without not in name:
                    return True
                before = name
                self.press(key)
        return False

    def focused(self) -> str:
        """What is said of the control that has the focus."""
        name: str = self.page.evaluate("window.focused()")
        return name

    def play_to_the_end(self, game: str, options: dict[str, Any], most: int = 1500) -> str:
        """Play until the end is told; gives all that was said."""
        for _ in range(most):
            turn = self.ask("w")
            if turn == "The game is over.":
                return "\n".join(self.transcript)
            if game in ("ratscrew", "slapjack"):
                self.slap_game(game, options, turn)
            elif "Your turn." in turn:
                {"hearts": self.hearts, "threes": self.threes, "durak": self.durak}[game](turn)
            else:
                self.hear()
        raise AssertionError("the game is not over:\n" + "\n".join(self.transcript[-60:]))

    def hearts(self, turn: str) -> None:
        if "Choose" in turn or "Pass these" in turn:
            self.press("Escape")
            for _ in range(HAND):
                self.press("ArrowLeft")
            for _ in range(3):
                self.press("ArrowUp")
                self.press("ArrowRight")
            self.press("Enter")
        elif self.find("can be played"):
            self.press("Enter")

    def threes(self, turn: str) -> None:
        """The lowest cards first, which is the way to an end."""
        if "Swap" in turn:
            self.press("ArrowDown")
        elif "face-down" in turn:
            self.press("Enter")
        elif self.find("can be played", without="special") or self.find("can be played"):
            self.press("Control+a")
            self.press("Enter")
        else:
            self.press("Escape")
            self.press("ArrowDown")

    def durak(self, turn: str) -> None:
        if not self.find("can be played"):
            self.press("Escape")
            self.press("ArrowDown")
            return
        said = self.press("Enter")
        if any("Beat which card" in words for words in said):
            self.press("ArrowRight")
            self.press("Enter")

    def slap_game(self, game: str, options: dict[str, Any], turn: str) -> None:
        table = self.ask("t")
        cards = [RANKS[rank] + suit[0] for rank, suit in CARD.findall(table)]
        last_chance = "slap a jack" in turn or "Jacks only" in table
        if (
            cards
            and cards != self.slapped
            and patterns(game, [parse_card(card) for card in cards], options, last_chance=last_chance)
        ):
            self.slapped = cards
            self.player.painted()
            self.press("f")
        elif "Your turn." in turn:
            self.press("q")
            self.hear()
        elif not self.hear():
            # A slap that came too early did nothing, and the other player waits for it: once more.
            self.slapped = []
