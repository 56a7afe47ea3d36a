"""Friday evening: five people behind one link, who come and go, are late and change their minds, each in a browser.

At no moment is anybody without a sentence that says what is awaited, and something that they can do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import TimeoutError as Waited
from playwright.sync_api import expect

from .player import Player
from .test_room import press
from .test_together import CAT, LINK, YOU

Visit = Callable[..., Player]

# What a person reads of how things stand, and what they can press about it.
SAID = """() => {
  const seen = (each) => each.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const text = (selector) => [...document.querySelectorAll(selector)].filter(seen)
    .map((each) => each.textContent.trim()).filter(Boolean);
  const press = '.strip .button, .bar .button, .waiting .button, .end .button, .paused .button, .wish .button';
  return {
    words: text('.strip-words, .prompt, .waiting h2, .waiting p, .end h2, .end p, .paused h2, .wish p'),
    ways: [...text(press), ...[...document.querySelectorAll('.own.playable, .hit')].filter(seen).map(() => 'card')],
    ticker: text('.ticker'),
  };
}"""

# Whose turn it is stands in the prompt; for how long, and what helps, comes after a few seconds.
TOLD = "said.words.length && (said.ways.length || said.words.some((each) => /turn|…|starts/.test(each)))"


class Friends:
    """Those who are here, by name."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.here: dict[str, Player] = {}

    def __getitem__(self, name: str) -> Player:
        return self.here[name]

    def comes(self, name: str, code: str, **how: Any) -> Player:
        player = self.visit(**how)
        player.page.evaluate(
            "([name]) => import(new URL('state/me.js', document.querySelector('script[type=module]').src).href)"
            ".then(({become}) => become({name, face: 'owl'}))",
            [name],
        )
        player.go_to(code)
        player.page.wait_for_selector(".card, .waiting", state="attached")
        self.here[name] = player
        return player

    def nobody_is_in_the_dark(self) -> None:
        """Everybody reads what is awaited, and has something to press, or is told whose turn it is this moment."""
        for name, player in self.here.items():
            try:
                player.page.wait_for_function(f"() => {{ const said = ({SAID})(); return {TOLD}; }}", timeout=20_000)
            except Waited:
                raise AssertionError(f"{name} is in the dark: {player.page.evaluate(SAID)}") from None

    def play(self, until: str = "end") -> None:
        """Everybody who can plays on, until all have seen the end."""
        before: dict[str, Any] = {}
        for _ in range(1500):
            looks = {name: player.look() for name, player in self.here.items()}
            if all(look[until] for look in looks.values()):
                return
            moved = False
            for name, look in looks.items():
                if look["end"] or not (look["playable"] or look["acts"] or look["passing"]):
                    continue
                player = self.here[name]
                if look["acts"] == ["sit"]:
                    continue
                player.game = player.game or "hearts"
                if "slap" in look["acts"]:
                    if "turn" in look["acts"]:
                        player.turn("keys")
                        moved = True
                    continue
                player.step("keys", look)
                moved = True
            if looks == before and not moved:
                self.nobody_is_in_the_dark()
            before = looks
            next(iter(self.here.values())).painted()
        raise AssertionError(f"no end: {looks}")


def frozen(player: Player) -> Any:
    """Shut this person's laptop: their page is connected, and nothing in it moves. Gives what opens it again."""
    session = player.page.context.new_cdp_session(player.page)
    session.send("Debugger.enable")
    session.send("Debugger.pause")
    # Nothing is stopped before something would run.
    return session


def test_an_evening_of_five(visit: Visit) -> None:
    friends = Friends(visit)
    anna = visit(width=1280, height=800)
    friends.here["Anna"] = anna
    code = anna.table("durak", [YOU, LINK, LINK, CAT], {"deck": 32})
    friends.nobody_is_in_the_dark()
    ben = friends.comes("Ben", code, width=390, height=844)
    friends.nobody_is_in_the_dark()
    press(ben, "Sit down")
    cora = friends.comes("Cora", code)
    press(cora, "Sit down")
    for player in (anna, ben, cora):
        player.page.wait_for_selector(".card")
    friends.nobody_is_in_the_dark()
    # The fourth comes late: at once on the cat's seat. So does the fifth: in line for the next game.
    dan = friends.comes("Dan", code, width=390, height=844)
    expect(dan.page.locator(".strip-words")).to_contain_text("You're watching this game.")
    friends.nobody_is_in_the_dark()
    press(dan, "Take")
    expect(anna.page.locator(".strip-news")).to_contain_text("Dan takes")
    eva = friends.comes("Eva", code)
    press(eva, "Play the next game")
    expect(eva.page.locator(".strip-words")).to_contain_text("number 1 in line")
    friends.nobody_is_in_the_dark()
    friends.play()
    friends.nobody_is_in_the_dark()
    # Everybody wants another; Cora is silent, and everybody reads so.
    for player in (anna, ben, dan):
        player.page.locator(".end .button-main").click()
    for player in (anna, ben, dan):
        expect(player.page.locator(".end")).to_contain_text("Waiting for Cora")
    friends.nobody_is_in_the_dark()
    press(ben, "Deal without waiting")
    expect(cora.page.locator(".strip-words")).to_contain_text("Ben would like to deal now.")
    press(anna, "Yes")
    for player in friends.here.values():
        player.page.wait_for_selector(".end", state="detached")
    # Eva is in, on a fifth seat.
    expect(eva.page.locator(".strip")).to_be_hidden(timeout=30_000)
    assert eva.page.locator(".card.own").count() > 0
    friends.nobody_is_in_the_dark()


def test_one_person_with_two_devices_at_one_table(visit: Visit) -> None:
    phone, laptop = visit(width=390, height=844), visit()
    code = phone.against_cats("hearts", 4)
    hand = {card["card"] for card in phone.hold(13)}
    phone.open("/settings")
    phone.page.get_by_role("button", name="Add a device").click()
    shown = phone.page.locator(".device-code").inner_text()
    expect(phone.page.get_by_role("img", name="A QR code for the other device")).to_be_visible()
    # What the phone's camera reads is this address.
    laptop.page.goto(f"{laptop.address}/#/device/{shown.replace(' ', '')}")
    laptop.page.get_by_role("button", name="Play as").last.click()
    laptop.page.wait_for_selector(".tile")
    laptop.go_to(code)
    assert {card["card"] for card in laptop.hold(13)} == hand
    # Both are there, both can be dropped; who is dropped watches from then on.
    phone.page.keyboard.press("Escape")
    phone.open("/settings")
    expect(phone.page.locator(".devices li")).to_have_count(2)
    phone.page.locator(".devices li").filter(has_not_text="this one").get_by_role("button").click()
    phone.page.get_by_role("dialog").get_by_role("button", name="Drop").click()
    expect(phone.page.locator(".devices li")).to_have_count(1)
    expect(laptop.page.locator(".strip-words")).to_contain_text("You're watching this game.")


def test_recovery_words_bring_somebody_back(visit: Visit) -> None:
    lost, found = visit(), visit(width=390, height=844)
    code = lost.against_cats("hearts", 4)
    hand = {card["card"] for card in lost.hold(13)}
    lost.open("/settings")
    lost.page.get_by_role("button", name="Make recovery words").click()
    words = lost.page.locator(".recovery-words").inner_text()
    lost.page.context.clear_cookies()
    found.open("/settings")
    found.page.fill("[name=device-code]", words)
    found.page.get_by_role("button", name="Use the code").click()
    found.page.get_by_role("button", name="Play as").last.click()
    found.page.wait_for_selector(".tile")
    found.go_to(code)
    assert {card["card"] for card in found.hold(13)} == hand
