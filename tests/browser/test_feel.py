"""The table explains itself: a word where one is due, keys that do what they say, nothing stale, nothing swapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

import cardhouse
from cardhouse.engine.event import Event
from cardhouse.engine.game import Game

from .player import Player
from .positions import Stage, find

Visit = Callable[..., Player]
YOU = {"kind": "you", "name": "Anna", "face": "fox"}
BORIS = {"kind": "here", "name": "Boris", "face": "owl"}


def names(state: Game, zone: str, seat: int | None = None) -> list[str]:
    return next(str(one[2]).split() for one in state.view(0).plain()["zones"] if one[0] == zone and one[1] == seat)


def press_own(player: Player, card: str) -> None:
    [found] = [each for each in player.look()["own"] if each["card"] == card]
    player.page.mouse.click(*found["at"])


# Silence where a word is due.


def test_a_click_on_a_card_that_cannot_be_played_says_why(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("hearts", 4, {"claims": False})
    anna.hold(13)
    while anna.until("seen.passing || seen.playable.length")["passing"]:
        anna.pass_three("mouse", anna.look())
        anna.until("!seen.passing")
    for _ in range(13):
        seen = anna.until("seen.playable.length || seen.end")
        playable = {each["card"] for each in seen["playable"]}
        others = [each for each in seen["own"] if each["card"] not in playable and each["at"]]
        if others:
            anna.page.mouse.click(*others[0]["at"])
            assert anna.until("seen.tip")["tip"]
            assert not any(each["chosen"] for each in anna.look()["own"])
            return
        before = len(seen["own"])
        anna.play_by_keys(seen)
        anna.until("seen.own.length < given[0]", before)
    raise AssertionError("every card could always be played")


def test_a_fourth_card_to_pass_takes_the_place_of_the_first(visit: Visit) -> None:
    anna = visit()
    Stage(anna, cardhouse.new("hearts", seats=4, seed=1))
    cards = [each["card"] for each in anna.hold(13)][::3][:4]
    for card in cards:
        press_own(anna, card)
    chosen = anna.until("seen.own.filter((each) => each.chosen).length === 3")["own"]
    assert {each["card"] for each in chosen if each["chosen"]} == set(cards[1:])


def test_a_claim_is_explained_over_the_table(visit: Visit) -> None:
    def claimed(_: Game, events: list[Event]) -> bool:
        return any(event.kind == "claim" for event in events)

    before, who, after, events = find("hearts", claimed, 4, {"claims": True})
    anna = visit(quick=False)
    stage = Stage(anna, before)
    stage.happen(who, after, events)
    expect(anna.page.locator(".banner")).to_contain_text("The rest goes to")


def fatal(state: Game) -> Game | None:
    """The position after a slap of seat 0 that is wrong and ends the game, if it would be."""
    after = state.copy()
    if state.over or "slap" not in [str(action) for action in state.legal(0)]:
        return None
    events = after.apply(0, "slap")
    wrong = any(event.kind == "slap" and event.facts.get("verdict") == "wrong" for event in events)
    return after if wrong and after.over else None


def test_a_wrong_slap_that_ends_the_game_is_seen_before_its_end(visit: Visit) -> None:
    _, _, state, _ = find("slapjack", lambda after, _: fatal(after) is not None)
    anna = visit(quick=False)
    stage = Stage(anna, state)
    # The end is kept back for as long as this says, so it can be looked for in every frame until it comes.
    anna.page.evaluate("""() => {
      window.frames_ = [];
      const frame = () => {
        frames_.push([!!document.querySelector('.sign-no'), !!document.querySelector('.end')]);
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }""")
    over = state.copy()
    events = over.apply(0, "slap")
    stage.happen(0, over, events)
    anna.page.wait_for_selector(".end")
    frames = anna.page.evaluate("frames_")
    shown = [at for at, (sign, _) in enumerate(frames) if sign]
    ended = next(at for at, (_, end) in enumerate(frames) if end)
    assert shown
    # Most of what the sign shows is seen with nothing over it.
    assert sum(at < ended for at in shown) > 0.75 * len(shown)


def test_nothing_is_left_of_the_last_game_after_a_rematch(visit: Visit) -> None:
    _, _, over, events = find("durak", lambda after, _: bool(after.over))
    before, who, _, _ = find("durak", lambda after, _: bool(after.over))
    anna = visit()
    stage = Stage(anna, before)
    stage.happen(who, over, events)
    anna.until("seen.end && seen.said")
    stage.deal(cardhouse.new("durak", seats=2, seed=2))
    anna.until("!seen.end && seen.own.length")
    assert anna.look()["said"] == ""
    stage.table["starter"] = 1
    stage.deal(cardhouse.new("durak", seats=2, seed=3, starter=1, options={"first": "random"}))
    anna.until("seen.said === 'Domino lost and starts.'")


def test_a_tie_reads_as_a_tie(visit: Visit) -> None:
    def double(after: Game, _: Any) -> bool:
        pile = names(after, "pile")
        return len(pile) > 1 and pile[-1][0] == pile[-2][0]

    _, _, state, _ = find("ratscrew", double)
    anna = visit()
    stage = Stage(anna, state)
    slapped = state.copy()
    events = slapped.apply(1, "slap")
    stage.happen(1, slapped, events, slap={"time": 312.4, "margin": 0.2, "tie": True})
    chip = anna.page.locator(".chip-good")
    chip.wait_for(state="attached")
    assert "a tie" in (chip.text_content() or "")
    assert "ahead" not in (chip.text_content() or "")


def test_while_a_slapped_pile_is_seen_nobody_is_asked_to_turn(visit: Visit) -> None:
    def mine(after: Game, _: Any) -> bool:
        pile = names(after, "pile")
        return len(pile) > 1 and pile[-1][0] == pile[-2][0] and list(after.turn()) == [0]

    _, _, state, _ = find("ratscrew", mine)
    anna = visit(quick=False)
    stage = Stage(anna, state)
    anna.until("seen.acts.includes('turn')")
    slapped = state.copy()
    events = slapped.apply(1, "slap")
    stage.happen(1, slapped, events, slap={"time": 312.4})
    anna.page.wait_for_selector(".chip-good", state="attached")
    assert "turn-off" in anna.look()["acts"]


# Keys and focus.


def test_space_pauses_after_a_click_on_the_pile(visit: Visit) -> None:
    anna = visit()
    anna.table("ratscrew", [YOU, BORIS])
    anna.until("seen.mine")
    anna.page.keyboard.press("q")
    anna.until("seen.pile.length === 1")
    anna.painted()
    anna.slap("mouse")
    anna.until("seen.said.includes('Anna')")
    anna.page.keyboard.press("b")
    anna.page.wait_for_selector(".paused")


def test_m_opens_and_closes_the_menu(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("durak")
    anna.page.keyboard.press("m")
    anna.page.wait_for_selector(".panel-menu")
    anna.page.keyboard.press("m")
    expect(anna.page.locator(".panel-menu")).to_have_count(0)


def said(stage: Stage, kind: str) -> list[dict[str, Any]]:
    return [message for message in stage.said if message["t"] == kind]


def test_cats_wait_while_the_menu_or_the_rules_are_open(visit: Visit) -> None:
    anna = visit()
    stage = Stage(anna, cardhouse.new("ratscrew", seats=2, seed=1))
    anna.page.keyboard.press("m")
    anna.page.wait_for_selector(".panel-menu")
    anna.until("true")
    assert [one["on"] for one in said(stage, "pause")] == [True]
    stage.change(paused=True)
    expect(anna.page.locator(".panel-menu")).to_contain_text("The cats wait")
    assert anna.page.locator(".paused").count() == 0
    anna.page.click(".menu-item:has-text('Rules')")
    anna.page.wait_for_selector(".panel:not(.panel-menu)")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("dialog")).to_have_count(0)
    anna.until("true")
    assert [one["on"] for one in said(stage, "pause")][-1] is False


def test_where_friends_play_along_a_panel_stops_nobody_and_slap_keys_count(visit: Visit) -> None:
    anna = visit()
    _, who, after, events = find("ratscrew", lambda after, _: len(names(after, "pile")) == 1)
    before = cardhouse.new("ratscrew", seats=2, seed=1)
    stage = Stage(anna, before)
    seats = [dict(seat) for seat in stage.table["seats"]]
    seats[1] |= {"kind": "person"}
    stage.change(seats=seats, reveal=0)
    stage.happen(who, after, events, token="top")
    anna.until("seen.pile.length === 1")
    anna.painted()
    anna.page.keyboard.press("m")
    anna.page.wait_for_selector(".panel-menu")
    anna.page.keyboard.press("f")
    anna.page.wait_for_selector(".paw-bottom", state="attached")
    assert said(stage, "pause") == []
    assert [one["token"] for one in said(stage, "slap")] == ["top"]


# What a drop means, what a hint leaves, what an arrow shows.


def test_a_card_that_can_only_forward_forwards_when_it_is_dropped_on_the_attack(visit: Visit) -> None:
    def only_forward(after: Game, _: Any) -> bool:
        legal = [str(action).split() for action in after.legal(0)]
        return any(
            verb == "forward" and len(cards) == 1 and not any(act[0] == "beat" and act[2] == cards[0] for act in legal)
            for verb, *cards in legal
        )

    _, _, state, _ = find("durak", only_forward, 2, {"forwarding": True})
    legal = [str(action).split() for action in state.legal(0)]
    beaters = {act[2] for act in legal if act[0] == "beat"}
    [card, *_] = [act[1] for act in legal if act[0] == "forward" and len(act) == 2 and act[1] not in beaters]
    anna = visit()
    stage = Stage(anna, state)
    [attack, *_] = [pair[0] for pair in state.view(0).facts["pairs"] if not pair[1]]
    [mine] = [each for each in anna.until("seen.own.length")["own"] if each["card"] == card]
    goal = anna.page.locator(f".card[data-card='{attack}']").bounding_box()
    assert goal is not None
    mouse = anna.page.mouse
    mouse.move(*mine["at"])
    mouse.down()
    mouse.move(goal["x"] + 20, goal["y"] + 80, steps=4)
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=3)
    mouse.up()
    anna.until("true")
    assert [one["action"] for one in said(stage, "act")] == [f"forward {card}"]


def test_a_hint_goes_with_its_moment(visit: Visit) -> None:
    state = next(
        one for one in (cardhouse.new("durak", seats=2, seed=seed) for seed in range(30)) if list(one.turn()) == [0]
    )
    action = str(next(iter(state.legal(0))))
    anna = visit()
    stage = Stage(anna, state)
    stage.tell({"t": "advice", "seat": 0, "step": 1, "action": action})
    expect(anna.page.locator(".card.hinted")).to_have_count(len(action.split()) - 1)
    after = state.copy()
    stage.happen(0, after, after.apply(0, action))
    expect(anna.page.locator(".card.hinted")).to_have_count(0)
    assert anna.look()["tip"] == ""


def test_an_arrow_goes_one_step_and_an_arrow_with_a_bar_to_a_turning_point(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("durak", options={"deck": 32})
    anna.play_to_the_end("keys")
    anna.page.locator(".end .button", has_text="Watch it again").click()
    anna.page.wait_for_selector(".replay-middle")
    drawn = """async () => {
      const { icon } = await import('/web/art/icons.js');
      const box = document.createElement('span');
      return [...document.querySelectorAll('.replay-middle .button')].map((each) => {
        const shown = each.querySelector('svg').outerHTML;
        const name = ['back', 'next', 'step-back', 'step-forward'].find((name) => {
          box.innerHTML = icon(name);
          return box.innerHTML === shown;
        });
        return [each.getAttribute('aria-label'), name];
      });
    }"""
    found = dict(anna.page.evaluate(drawn))
    assert found["One step back"] == "back"
    assert found["One step on"] == "next"
    assert found["Previous turning point"] == "step-back"
    assert found["Next turning point"] == "step-forward"


def test_special_cards_of_threes_carry_a_mark(visit: Visit) -> None:
    state = next(
        one
        for one in (cardhouse.new("threes", seats=2, seed=seed) for seed in range(60))
        if {card[0] for card in names(one, "hand", 0)} & set("23T") and 0 in one.turn()
    )
    anna = visit()
    Stage(anna, state)
    anna.until("seen.own.length")
    special = set(state.view(0).facts["special"].values())
    for card in names(state, "hand", 0):
        element = anna.page.locator(f".card[data-card='{card}']")
        assert ("special-" in (element.get_attribute("class") or "")) == (card[0] in special)
        does = f"{card[0].replace('T', '10')}: "
        assert (does in (element.get_attribute("aria-label") or "")) == (card[0] in special)
