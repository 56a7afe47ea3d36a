"""Friday evening: five people behind one link, who come and go, are late and change their minds, each in a browser.

At no moment is anybody without a sentence that says what is awaited, and something that they can do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import TimeoutError as Waited
from playwright.sync_api import expect

from .player import Player
from .test_room import code_of, press
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

SCORES = """(code) => import(new URL('asking.js', document.querySelector('script[type=module]').src).href)
  .then(({table}) => table(code)).then(({room}) => room.scores)"""
# Whose turn it is stands in the prompt; for how long, and what helps, comes after a few seconds.
TOLD = "said.words.length && (said.ways.length || said.words.some((each) => /turn|…|starts/.test(each)))"

# Plays whatever is legal, on a line of its own, until the game is over: what is tested is between the games.
PLAY = """(code) => {
  void (async () => {
    const { connect } = await import(new URL('wire.js', document.querySelector('script[type=module]').src).href);
    let view = null;
    const line = connect(code, {
      state() {},
      seen: () => null,
      message({ views }) {
        if (views?.[0]) [view] = views;
        if (!view) return;
        if (view.outcome) return end();
        const choices = view.legal.filter((action) => action !== 'slap');
        const action = choices[Math.floor(Math.random() * choices.length)];
        if (action) line.send({ t: 'act', seat: view.seat, action, step: view.step });
      },
    });
    // What was refused, as the table had gone on already, is said again.
    const again = setInterval(() => view && !view.outcome && view.legal[0] && line.send(
      { t: 'act', seat: view.seat, action: view.legal[0], step: view.step }), 700);
    const end = () => { clearInterval(again); line.close(); };
  })();
}"""


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

    def play(self, code: str) -> None:
        """Everybody plays on as quickly as the house allows, until all have seen the end."""
        for player in self.here.values():
            player.page.evaluate(PLAY, code)
        for player in self.here.values():
            player.page.wait_for_selector(".end h2", timeout=180_000)

    def all_press(self, words: str, *names: str) -> None:
        """These people press this, or all who are here."""
        for name in names or self.here:
            press(self.here[name], words)


def frozen(player: Player) -> Any:
    """Shut this person's laptop: their page is connected, and nothing in it moves. Gives what opens it again."""
    session = player.page.context.new_cdp_session(player.page)
    session.send("Debugger.enable")
    session.send("Debugger.pause")
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
    friends.play(code)
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

    # Another game with other rules and swapped seats, for which everybody says that they are ready.
    friends.play(code)
    friends.nobody_is_in_the_dark()
    press(anna, "Another game")
    press(anna, "Seats and house rules")
    panel = anna.page.locator(".arrange")
    panel.locator("[name=next-game]").select_option("hearts")
    before = [panel.locator(f"[name=next-seat-{at}]").input_value() for at in (0, 1)]
    panel.locator("[name=next-seat-0]").select_option(before[1])
    assert panel.locator("[name=next-seat-1]").input_value() == before[0]
    panel.locator("summary").click()
    panel.locator("[name=limit]").fill("1")
    panel.locator("[name=limit]").press("Tab")
    press(anna, "Play this next")
    for name in ("Ben", "Cora", "Dan", "Eva"):
        expect(friends[name].page.locator(".waiting")).to_be_visible()
    friends.nobody_is_in_the_dark()
    friends.all_press("I'm ready", "Ben", "Cora", "Dan", "Eva")
    for player in friends.here.values():
        player.page.wait_for_selector(".card.own")
    assert ben.page.locator(".plate[data-seat='1'] .plate-name").inner_text() == "Anna"
    # Ben leaves: a cat plays to the end of the game for him, and when he opens the link again the seat is his.
    ben.page.locator(".top-menu").click()
    ben.page.locator(".menu-item").filter(has_text="Leave the table").click()
    expect(anna.page.locator(".strip-news")).to_contain_text("Ben has left the room")
    ben.page.wait_for_selector(".tile")
    del friends.here["Ben"]
    friends.nobody_is_in_the_dark()
    ben.go_to(code)
    expect(anna.page.locator(".strip-news")).to_contain_text("Ben is back")
    friends.here["Ben"] = ben
    # The host's laptop is shut: everybody reads so, a cat plays on, and she is back once it is open.
    shut = frozen(anna)
    del friends.here["Anna"]
    expect(cora.page.locator(".strip-news")).to_contain_text("Anna is gone for a moment", timeout=90_000)
    friends.nobody_is_in_the_dark()
    shut.send("Debugger.resume")
    shut.detach()
    expect(cora.page.locator(".strip-news")).to_contain_text("Anna is back", timeout=90_000)
    friends.here["Anna"] = anna
    friends.play(code)
    # Two games of Durak and one of Hearts: everybody has played what they sat at, and somebody has won each.
    for player in friends.here.values():
        lines = player.page.locator(".end .quiet").all_inner_texts()
        assert any(line.startswith("Durak: ") for line in lines), lines
        assert any(line.startswith("Hearts: ") for line in lines), lines
    scores = anna.page.evaluate(SCORES, code)
    assert {(line["game"], line["name"]): line["played"] for line in scores} == {
        **{("durak", name): 2 for name in ("Anna", "Ben", "Cora", "Dan")},
        ("durak", "Eva"): 1,
        **{("hearts", name): 1 for name in ("Anna", "Ben", "Cora", "Dan", "Eva")},
    }
    assert sum(line["won"] for line in scores if line["game"] == "hearts") >= 1
    # And nobody has opened another link than the one that they were sent.
    for player in friends.here.values():
        assert code_of(player) == code
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


def test_a_passkey_brings_somebody_back(visit: Visit) -> None:
    """The browser's own authenticator, as its developer tools have it: a passkey belongs to a name, not to a number."""
    anna = visit()
    session = anna.page.context.new_cdp_session(anna.page)
    session.send("WebAuthn.enable")
    holder = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": holder})
    anna.open("/settings")
    expect(anna.page.get_by_role("button", name="Make a passkey")).to_have_count(0)
    anna.address = anna.address.replace("127.0.0.1", "localhost")
    anna.page.goto(anna.address)
    anna.page.wait_for_selector(".tile")
    code = anna.against_cats("hearts", 4)
    hand = {card["card"] for card in anna.hold(13)}
    anna.open("/settings")
    anna.page.get_by_role("button", name="Make a passkey").click()
    expect(anna.page.locator(".devices li").filter(has_text="Passkey")).to_have_count(1)
    # A new browser, as it were: nothing of the old one is left but what holds the passkey.
    anna.page.context.clear_cookies()
    anna.page.reload()
    anna.go_to(code)
    expect(anna.page.locator(".strip-words")).to_contain_text("You're watching this game.")
    anna.open("/settings")
    anna.page.get_by_role("button", name="Use a passkey").click()
    anna.page.wait_for_selector(".tile")
    anna.go_to(code)
    assert {card["card"] for card in anna.hold(13)} == hand
