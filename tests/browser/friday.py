"""Friday evening: five people behind one link, who come and go, are late and change their minds, each in a browser.

At no moment is anybody without a sentence that says what is awaited, and something that they can do. The tests play it
at speed, and ``python -m bench.friday`` at real pace, with pictures.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import TimeoutError as Waited
from playwright.sync_api import expect

from .player import Player

Visit = Callable[..., Player]
YOU = {"kind": "you", "name": "Anna", "face": "fox"}
LINK = {"kind": "link"}
CAT = {"kind": "cat", "level": "random"}

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
PLAY = """([code, think]) => {
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
        const { seat, step } = view;
        if (action) setTimeout(() => line.send({ t: 'act', seat, action, step }), think);
      },
    });
    // What was refused, as the table had gone on already, is said again.
    const again = setInterval(() => view && !view.outcome && view.legal[0] && line.send(
      { t: 'act', seat: view.seat, action: view.legal[0], step: view.step }), think + 700);
    const end = () => { clearInterval(again); line.close(); };
  })();
}"""


def press(player: Player, words: str) -> None:
    """Press the first button of the room that says so."""
    player.page.locator(".strip .button, .panel .button, .end .button, .waiting .button").filter(
        has_text=words
    ).first.click()


def code_of(player: Player) -> str:
    """The code of the table that is on somebody's page."""
    return str(player.page.url).rpartition("/")[2]


class Friends:
    """Those who are here, by name. ``think``: milliseconds for a move; ``look``: hears of moments worth a picture."""

    def __init__(self, visit: Visit, think: int = 0, look: Callable[[Friends, str], None] | None = None) -> None:
        self.visit = visit
        self.think = think
        self.look = look
        self.moments = 0
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
        self.moments += 1
        if self.look is not None:
            self.look(self, f"{self.moments:02}")

    def play(self, code: str) -> None:
        """Everybody plays on as quickly as the house allows, until all have seen the end."""
        for player in self.here.values():
            player.page.evaluate(PLAY, [code, self.think])
        for player in self.here.values():
            player.page.wait_for_selector(".end h2", timeout=600_000)

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


@contextmanager
def a_bot(link: str, name: str) -> Iterator[None]:
    """Somebody's bot at the table behind this link, for as long as this lasts."""
    command = [sys.executable, "-m", "cardhouse", "join", link, "easy", "--name", name, "--until-closed"]
    running = subprocess.Popen(command)
    try:
        yield
        assert running.poll() is None
    finally:
        running.terminate()
        running.wait(30)


def play_the_evening(friends: Friends, shut_for: float = 0.0) -> None:
    """Everything that an evening brings. ``shut_for``: seconds for which a laptop stays shut after a cat has come."""
    anna = friends.visit(width=1280, height=800)
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
    expect(eva.page.locator(".strip-words").filter(has_text="in line")).to_be_hidden(timeout=30_000)
    eva.page.wait_for_selector(".card.own")
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
    # Everybody is here: nobody is told to invite anybody, and all read who is ready.
    for player in friends.here.values():
        expect(player.page.locator(".waiting")).to_contain_text("Next: Hearts")
        expect(player.page.locator(".waiting-seats li").filter(has_text="Anna")).to_contain_text("ready")
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
    cora.page.wait_for_timeout(1000 * shut_for)
    shut.send("Debugger.resume")
    shut.detach()
    expect(cora.page.locator(".strip-news")).to_contain_text("Anna is back", timeout=90_000)
    friends.here["Anna"] = anna
    friends.play(code)
    friends.nobody_is_in_the_dark()

    # A third game, for four: two have gone home, and a bot comes by link for the fourth seat.
    for name in ("Cora", "Eva"):
        home = friends.here.pop(name)
        home.page.locator(".top-menu").click()
        home.page.locator(".menu-item").filter(has_text="Leave the table").click()
        expect(anna.page.locator(".strip-news")).to_contain_text(f"{name} has left the room")
        home.page.wait_for_selector(".tile")
    friends.nobody_is_in_the_dark()
    press(anna, "Another game")
    press(anna, "Seats and house rules")
    panel.locator("[name=next-game]").select_option("threes")
    panel.locator("[name=next-count]").select_option("4")
    seats = [panel.locator(f"[name=next-seat-{at}]") for at in range(4)]
    here = ("Anna", "Ben", "Dan")
    chosen = [str(seat.evaluate("select => select.selectedOptions[0].textContent")) for seat in seats]
    free = next(at for at, words in enumerate(chosen) if not words.startswith(here))
    seats[free].select_option("open")
    press(anna, "Play this next")
    for name in ("Ben", "Dan"):
        press(friends[name], "I'm ready")
    friends.nobody_is_in_the_dark()
    with a_bot(f"{anna.address}/#/table/{code}", "Robo"):
        for player in friends.here.values():
            player.page.wait_for_selector(".card.own")
        expect(ben.page.locator(".plate-name").filter(has_text="Robo")).to_be_visible()
        friends.nobody_is_in_the_dark()
        friends.play(code)
        friends.nobody_is_in_the_dark()
        check_scores(friends, code)


def check_scores(friends: Friends, code: str) -> None:
    """Two games of Durak, one of Hearts, one of Threes: each has played what they sat at, and somebody has won each."""
    for player in friends.here.values():
        lines = player.page.locator(".end .quiet").all_inner_texts()
        for game in ("Durak", "Hearts", "Threes"):
            assert any(line.startswith(f"{game}: ") for line in lines), lines
    scores = friends["Anna"].page.evaluate(SCORES, code)
    assert {(line["game"], line["name"]): line["played"] for line in scores} == {
        **{("durak", name): 2 for name in ("Anna", "Ben", "Cora", "Dan")},
        ("durak", "Eva"): 1,
        **{("hearts", name): 1 for name in ("Anna", "Ben", "Cora", "Dan", "Eva")},
        **{("threes", name): 1 for name in ("Anna", "Ben", "Dan", "Robo")},
    }
    for game in ("hearts", "threes"):
        assert sum(line["won"] for line in scores if line["game"] == game) >= 1
    # And nobody has opened another link than the one that they were sent.
    for player in friends.here.values():
        assert code_of(player) == code
