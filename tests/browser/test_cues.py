"""What the table shows beside its cards: every cue, at a position of a real game that calls for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cardhouse.engine.event import Event
from cardhouse.engine.game import Game
from tools.screenshots import OUTSIDE

from .player import Player
from .positions import Stage, find

Visit = Callable[..., Player]


def cards(state: Game, zone: str, seat: int | None = None) -> int:
    return len(state.view(0).zone(zone, seat).cards)


def test_a_deck_glows_and_is_thick_by_its_size_and_pulses_under_ten(visit: Visit) -> None:
    _, _, state, _ = find("ratscrew", lambda after, _: 0 < cards(after, "hand", 0) < 10 < cards(after, "hand", 1))
    page = visit(quick=False).page
    Stage(Player(page, page.url.split("/#")[0].rstrip("/")), state)
    few, many = page.locator(".halo.few"), page.locator(".halo:not(.few)")
    expect(few).to_have_count(1)
    glow = (
        "each => [parseFloat(getComputedStyle(each).getPropertyValue('--share')), getComputedStyle(each).animationName]"
    )
    assert few.evaluate(glow) == [round(cards(state, "hand", 0) / 52, 3), "few"]
    assert many.evaluate(glow) == [round(cards(state, "hand", 1) / 52, 3), "none"]
    expect(page.locator(".mark-count", has_text=str(cards(state, "hand", 1))).first).to_be_visible()
    tops = "seat => { const tops = [...document.querySelectorAll(`.card[data-zone='hand ${seat}']`)]"
    tops += ".map(card => card.getBoundingClientRect().top); return Math.max(...tops) - Math.min(...tops); }"
    assert page.evaluate(tops, 0) < page.evaluate(tops, 1)


def test_jacks_only_shows_in_a_last_chance(visit: Visit) -> None:
    _, _, state, _ = find("slapjack", lambda after, _: bool(after.view(0).facts.get("jacks_only")))
    anna = visit()
    Stage(anna, state)
    expect(anna.page.locator(".mark-banner")).to_have_text("Jacks only!")
    waiting = state.view(0).facts["waiting"]
    for seat in waiting:
        expect(anna.page.locator(f".plate[data-seat='{seat}'] .plate-note")).to_contain_text("last chance")


def test_last_chances_of_all_fit_on_a_phone(visit: Visit) -> None:
    def most_wait(after: Game, _: list[Event]) -> bool:
        return len(after.view(0).facts.get("waiting", ())) > 3

    _, _, state, _ = find("slapjack", most_wait, 6)
    anna = visit(390, 844)
    Stage(anna, state)
    assert anna.page.locator(".plate-note:has-text('last chance')").count() > 3
    assert anna.page.evaluate(OUTSIDE) == []


def test_a_challenge_shows_whose_chances_are_left(visit: Visit) -> None:
    _, _, state, _ = find("ratscrew", lambda after, _: after.view(0).phase == "challenge")
    anna = visit()
    Stage(anna, state)
    left = state.view(0).facts["chances"]
    expect(anna.page.locator(".mark-chances")).to_contain_text(f"{left} chance")
    expect(anna.page.locator(".plate.role-challenger .plate-role")).to_contain_text("challenge")


# A paw lies whole on the felt, is longer than wide, and its leg fades out instead of being cut off.
PAW = """() => {
  const paw = document.querySelector('.paw-top'), drawn = paw?.querySelector('svg');
  if (!drawn || drawn.getAnimations().length) return null;
  const box = drawn.getBoundingClientRect(), felt = document.querySelector('.felt').getBoundingClientRect();
  return {
    inside: box.top >= felt.top && box.bottom <= felt.bottom && box.left >= felt.left && box.right <= felt.right,
    leg: box.height > box.width * 1.2,
    fades: getComputedStyle(drawn).maskImage.includes('gradient'),
  };
}"""


def test_a_slap_shows_the_paw_of_who_slapped_its_time_and_the_margin(visit: Visit) -> None:
    _, _, after, _ = find("ratscrew", lambda after, _: cards(after, "pile") == 1)
    anna = visit()
    stage = Stage(anna, after)
    slapped = after.copy()
    events = slapped.apply(1, "slap")
    stage.happen(1, slapped, events, slap={"time": 312.4, "margin": 21.0})
    whole = anna.page.wait_for_function(PAW).json_value()
    assert whole == {"inside": True, "leg": True, "fades": True}
    anna.page.wait_for_selector(".sign-no:has-text('312 ms')", state="attached")


def good_slap(after: Game, _: list[Event]) -> bool:
    return cards(after, "pile") > 1 and len({str(card)[0] for card in named(after, "pile")[-2:]}) == 1


def named(state: Game, zone: str) -> list[str]:
    found = next(each for each in state.view(0).plain()["zones"] if each[0] == zone)
    return str(found[2]).split()


def test_a_good_slap_says_why_and_by_how_much_and_the_pile_is_seen_before_it_goes(visit: Visit) -> None:
    _, _, state, _ = find("ratscrew", good_slap)
    anna = visit()
    stage = Stage(anna, state)
    after = state.copy()
    events = after.apply(0, "slap")
    stage.happen(0, after, events, slap={"time": 250.0, "margin": 21.0})
    anna.page.wait_for_selector(".chip-good:has-text('250 ms'):has-text('21 ms ahead')", state="attached")
    expect(anna.page.locator(".card[data-zone=pile]")).to_have_count(0)
    expect(anna.page.locator(".card[data-zone='hand 0']")).to_have_count(cards(after, "hand", 0))


def test_a_slap_that_came_too_late_is_taken_back_with_a_word(visit: Visit) -> None:
    _, _, state, _ = find("ratscrew", good_slap)
    anna = visit()
    stage = Stage(anna, state)
    after = state.copy()
    stage.happen(1, state, [], token="abcdef")
    anna.painted()
    anna.page.keyboard.press("f")
    anna.page.wait_for_selector(".paw-bottom", state="attached")
    events = after.apply(1, "slap")
    stage.happen(1, after, events, slap={"time": 250.0, "margin": 21.0})
    assert stage.socket is not None
    late = '{"t": "refusal", "key": "refused.table.too_late", "text": "", "facts": {"by": 21.0, "winner": 1}}'
    stage.socket.send(late)
    anna.page.wait_for_selector(".chip-late:has-text('21 ms')", state="attached")
    anna.page.wait_for_selector(".paw-bottom", state="detached")
    assert next(message for message in stage.said if message["t"] == "slap")["token"] == "abcdef"


def test_passing_in_hearts_tells_how_many_more_and_to_whom(visit: Visit) -> None:
    state, _, _, _ = find("hearts", lambda after, _: True, 4)
    anna = visit()
    Stage(anna, state)
    to = anna.page.locator(".plate[data-seat='1'] .plate-name").inner_text()
    prompt = anna.page.locator(".prompt")
    expect(prompt).to_have_text(f"← Choose 3 more cards for {to}.")
    anna.page.mouse.click(*anna.look()["own"][0]["at"])
    expect(prompt).to_have_text(f"← Choose 2 more cards for {to}.")


def test_received_and_point_cards_are_tinted_and_playable_ones_stand_up(visit: Visit) -> None:
    _, _, state, _ = find("hearts", lambda after, _: after.view(0).phase == "play" and 0 in after.turn(), 4)
    anna = visit()
    Stage(anna, state)
    view = state.view(0)
    tinted = anna.page.locator(".card.own.got")
    expect(tinted).to_have_count(3)
    got = {str(card) for card in str(view.plain()["facts"]["got"]).split()}
    assert {each.get_attribute("data-card") for each in tinted.all()} == got
    hand = {card["card"] for card in anna.look()["own"]}
    points = {each.get_attribute("data-card") for each in anna.page.locator(".card.own.points").all()}
    assert points == {card for card in hand if card[1] == "h" or card == "Qs"}
    playable = {card["card"] for card in anna.look()["playable"]}
    assert playable == {str(action).split()[1] for action in view.legal}
    dimmed = {each.get_attribute("data-card") for each in anna.page.locator(".card.own.dim").all()}
    assert dimmed == hand - playable


def test_the_last_trick_and_the_scores_by_deal_can_be_looked_at(visit: Visit) -> None:
    def later(after: Game, _: list[Event]) -> bool:
        facts = after.view(0).facts
        return len(facts["history"]) == 2 and facts["tricks"] == 2

    _, _, state, _ = find("hearts", later, 4)
    anna = visit()
    Stage(anna, state)
    anna.page.keyboard.press("l")
    assert anna.page.locator(".panel .small-card").count() == 4
    anna.page.keyboard.press("Escape")
    anna.page.locator(".top-stats").click()
    rows = anna.page.locator(".panel .scores tbody tr")
    # Two deals that are over, and the one that is played.
    assert rows.count() == 3
    cells = rows.first.locator("td").all_inner_texts()
    assert [int(cell.split()[-1]) for cell in cells] == state.view(0).facts["history"][0]


def test_a_claim_shows_the_hands_before_the_next_deal(visit: Visit) -> None:
    def claimed(_: Game, events: list[Event]) -> bool:
        return any(event.kind == "claim" for event in events) and any(event.kind == "deal" for event in events)

    before, who, after, events = find("hearts", claimed, 4)
    anna = visit(quick=False)
    stage = Stage(anna, before)
    stage.happen(who, after, events)
    shown = sum(len(hand.split()) for hand in after.view(0).plain()["facts"]["claimed"])
    assert shown
    anna.page.wait_for_function(
        "count => document.querySelectorAll('.card.up[data-zone^=hand]').length === count", arg=shown
    )
    anna.hold(13)


def test_the_card_that_counts_under_threes_is_told_and_the_pile_can_be_looked_into(visit: Visit) -> None:
    def threes_on_top(after: Game, _: list[Event]) -> bool:
        pile = named(after, "discard")
        return len(pile) > 2 and pile[-1][0] == "3" and after.view(0).plain()["facts"]["top"] not in ("", None)

    _, _, state, _ = find("threes", threes_on_top)
    anna = visit()
    Stage(anna, state)
    rank = state.view(0).plain()["facts"]["top"][0].replace("T", "10")
    expect(anna.page.locator(".mark-counts")).to_contain_text(f"{rank}")
    expect(anna.page.locator(".mark-counts")).to_contain_text("counts")
    anna.page.keyboard.press("l")
    expect(anna.page.locator(".panel .small-card")).to_have_count(cards(state, "discard"))


def test_who_can_beat_nothing_in_durak_is_told_to_take(visit: Visit) -> None:
    def helpless(after: Game, _: list[Event]) -> bool:
        return after.view(0).phase == "defend" and [str(action) for action in after.legal(0)] == ["take"]

    _, _, state, _ = find("durak", helpless)
    anna = visit()
    Stage(anna, state)
    expect(anna.page.locator(".prompt")).to_have_text("You can't beat that. Take it.")


def test_roles_in_durak_have_a_word_a_shape_and_a_colour_each(visit: Visit) -> None:
    def three_roles(after: Game, _: list[Event]) -> bool:
        roles = after.view(0).roles
        return len({roles.get("attacker"), roles.get("defender"), roles.get("co_attacker")} - {None}) == 3

    _, _, state, _ = find("durak", three_roles, 3)
    anna = visit()
    Stage(anna, state)
    seen = set()
    words = {"attacker": "attack", "defender": "defend", "co_attacker": "join"}
    for role, word in words.items():
        plate = anna.page.locator(f".plate[data-seat='{state.view(0).roles[role]}']")
        expect(plate.locator(".plate-role")).to_contain_text(word)
        colour = plate.locator(".plate-role").evaluate("each => getComputedStyle(each).backgroundColor")
        seen.add((colour, plate.locator(".plate-role .mark-icon").inner_html()))
    assert len({colour for colour, _ in seen}) == len({shape for _, shape in seen}) == 3


def test_the_trump_lies_open_under_the_stock_and_the_cards_put_away_can_be_seen(visit: Visit) -> None:
    _, _, state, _ = find("durak", lambda after, _: cards(after, "discard") > 1 and cards(after, "stock") > 1)
    anna = visit()
    Stage(anna, state)
    assert anna.page.locator(".card.up[data-zone=trump]").get_attribute("data-card") == named(state, "stock")[-1]
    expect(anna.page.locator(".mark-trump")).to_contain_text("trump")
    expect(anna.page.locator(".mark-count", has_text=str(cards(state, "stock"))).first).to_be_visible()
    anna.page.locator(".hit-away").click()
    expect(anna.page.locator(".panel .small-card")).to_have_count(cards(state, "discard"))


def test_the_time_to_close_runs_as_a_ring_and_stands_still_in_a_pause(visit: Visit) -> None:
    def closing(after: Game, _: list[Event]) -> bool:
        return after.timer is not None and after.timer.seconds >= 2 and not after.over

    _, _, state, _ = find("durak", closing, 3)
    anna = visit(quick=False)
    stage = Stage(anna, state)
    expect(anna.page.locator(".ring")).to_be_visible()
    hand = "document.querySelector('.ring-hand').getAnimations()[0].playState"
    anna.page.wait_for_function(f"() => {hand} === 'running'")
    stage.change(paused=True)
    anna.page.wait_for_function(f"() => {hand} === 'paused'")
    stage.change(paused=False)
    anna.page.wait_for_function(f"() => {hand} === 'running'")


def test_a_cat_is_seen_to_think(visit: Visit) -> None:
    _, _, state, _ = find("durak", lambda after, _: 0 not in after.turn() and 1 in after.turn())
    anna = visit()
    Stage(anna, state)
    anna.page.wait_for_selector(".plate.thinks[data-seat='1']")


def test_a_cat_that_takes_the_queen_has_a_thought_about_it(visit: Visit) -> None:
    def queen(_: Game, events: list[Event]) -> bool:
        return any(
            event.kind == "trick" and event.seat != 0 and "Qs" in str(event.plain()["cards"]) for event in events
        )

    before, who, after, events = find("hearts", queen, 4)
    anna = visit()
    stage = Stage(anna, before)
    stage.happen(who, after, events)
    anna.page.wait_for_selector(".bubble-words", state="attached")


# The words of every thought that is seen, with those that were seen beside it.
THOUGHTS = """() => {
  window.thoughts = [];
  new MutationObserver(() => {
    const words = [...document.querySelectorAll('.bubble-words')].map((each) => each.textContent);
    if (words.length) window.thoughts.push(words);
  }).observe(document.querySelector('.felt'), { childList: true });
}"""


def won(after: Game, _: list[Event]) -> bool:
    return after.outcome is not None and after.outcome.places[0] == 1


def test_no_two_cats_say_the_same_words_at_a_time(visit: Visit) -> None:
    before, who, after, events = find("durak", won, 5)
    anna = visit(1440, 900)
    stage = Stage(anna, before)
    anna.page.evaluate(THOUGHTS)
    stage.happen(who, after, events)
    anna.page.wait_for_function("() => window.thoughts.some((words) => words.length > 1)")
    for words in anna.page.evaluate("window.thoughts"):
        assert len(words) == len(set(words))


# How much can be seen of each piece of confetti while it waits to fall.
WAITING = """() => {
  window.waiting = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    if (this.matches('.confetti')) window.waiting.push(frames[0].opacity);
    return animate.call(this, frames, how);
  };
}"""


def test_confetti_is_not_seen_before_it_falls(visit: Visit) -> None:
    before, who, after, events = find("durak", won)
    anna = visit(quick=False)
    stage = Stage(anna, before)
    anna.page.evaluate(WAITING)
    stage.happen(who, after, events)
    anna.page.wait_for_function("() => window.waiting.length > 0")
    assert set(anna.page.evaluate("window.waiting")) == {0}


def test_the_names_of_five_others_are_whole_on_a_phone(visit: Visit) -> None:
    _, _, state, _ = find("ratscrew", lambda after, _: True, 6)
    anna = visit(390, 844)
    Stage(anna, state)
    cut = "() => [...document.querySelectorAll('.plate-name')].filter(each => each.scrollWidth > each.clientWidth)"
    for width, height in ((390, 844), (844, 390)):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.painted()
        assert anna.page.evaluate(f"{cut}.map(each => each.textContent)") == []


# Which marks of the plates lie over words of the prompt, or over the count of a deck.
COVERED = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('.prompt'));
  const counts = [...document.querySelectorAll('.mark-count')].map((each) => each.getBoundingClientRect());
  const boxes = [...words.getClientRects(), ...counts];
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [...document.querySelectorAll('.plate-role, .plate-note')].filter((mark) => mark.getBoundingClientRect().width)
    .filter((mark) => boxes.some((box) => over(mark.getBoundingClientRect(), box))).map((mark) => mark.textContent);
}"""


def test_a_mark_on_a_plate_covers_no_words_and_no_count(visit: Visit) -> None:
    def i_challenge_and_take(after: Game, _: list[Event]) -> bool:
        view = after.view(0)
        return view.phase == "take" and view.roles.get("challenger") == 0

    def a_cat_challenges(after: Game, _: list[Event]) -> bool:
        return after.view(0).roles.get("challenger") in (2, 3, 4)

    for (width, height), fits, seats in [((390, 844), i_challenge_and_take, 2), ((844, 390), a_cat_challenges, 6)]:
        _, _, state, _ = find("ratscrew", fits, seats)
        anna = visit(width, height)
        Stage(anna, state)
        expect(anna.page.locator(".plate-role:visible")).to_have_count(1)
        assert anna.page.evaluate(COVERED) == []


def test_nobody_attacks_or_defends_when_the_game_is_over(visit: Visit) -> None:
    _, _, state, _ = find("durak", lambda after, _: after.over)
    assert state.view(0).roles
    anna = visit()
    Stage(anna, state)
    expect(anna.page.locator(".plate")).to_have_count(2)
    expect(anna.page.locator(".plate-role:visible")).to_have_count(0)


def test_the_only_thing_to_do_stands_out(visit: Visit) -> None:
    _, _, state, _ = find("durak", lambda after, _: [str(action) for action in after.legal(0)] == ["done"])
    anna = visit()
    Stage(anna, state)
    expect(anna.page.locator(".bar .button-main[data-act=done]")).to_be_visible()
    _, _, state, _ = find("durak", lambda after, _: {"done", "attack"} <= {a.verb for a in after.legal(0)})
    boris = visit()
    Stage(boris, state)
    expect(boris.page.locator(".bar [data-act=done]")).to_be_visible()
    expect(boris.page.locator(".bar .button-main")).to_have_count(0)


def my_card_lies(after: Game, _: list[Event]) -> bool:
    """In a trick one's own card lies lowest."""
    trick = after.view(0).zone("trick").cards
    return len(trick) > 1 and (after.view(0).roles["leader"] + len(trick)) % 4 == 1


@pytest.mark.parametrize(
    ("game", "seats", "fits"),
    [
        ("hearts", 4, my_card_lies),
        ("threes", 2, lambda after, _: cards(after, "discard") > 2),
        ("threes", 5, lambda after, _: cards(after, "discard") > 2),
        ("durak", 3, lambda after, _: cards(after, "attacks") > 3),
        ("ratscrew", 3, lambda after, _: cards(after, "pile") > 4),
    ],
)
def test_what_lies_on_the_table_leaves_the_line_that_tells_of_it_free(
    game: str, seats: int, fits: Callable[[Game, list[Event]], bool], visit: Visit
) -> None:
    """Where cards are large and the table is not, they come closest."""
    _, _, state, _ = find(game, fits, seats)
    anna = visit()
    Stage(anna, state)
    anna.page.wait_for_selector(".card.up")
    lowest = "Math.max(...[...document.querySelectorAll('.card:not([data-zone=\"hand 0\"])')]"
    lowest += (
        ".map((card) => card.getBoundingClientRect()).filter(({ top }) => top < line.bottom).map((box) => box.bottom))"
    )
    line = "document.querySelector('.ticker').getBoundingClientRect()"
    for width, height in ((1280, 800), (1920, 1080), (390, 844)):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.painted()
        # A card that lies at an angle reaches a little further with a corner.
        reach = anna.page.evaluate(f"() => {{ const line = {line}; return {lowest} - line.top; }}")
        assert reach < 6, (width, height)


def test_the_counts_of_the_others_hands_are_shown_in_hearts(visit: Visit) -> None:
    _, _, state, _ = find("hearts", lambda after, _: len({cards(after, "hand", seat) for seat in range(4)}) > 1, 4)
    anna = visit(390, 844)
    Stage(anna, state)
    # The count that stands under the plate of each of the others.
    under = """() => [1, 2, 3].map((seat) => {
      const middle = (box) => (box.left + box.right) / 2;
      const plate = document.querySelector(`.plate[data-seat='${seat}']`).getBoundingClientRect();
      return [...document.querySelectorAll('.mark-count')].filter((each) => {
        const box = each.getBoundingClientRect();
        return Math.abs(middle(box) - middle(plate)) < 20 && box.top > plate.bottom;
      }).map((each) => each.textContent);
    })"""
    assert anna.page.evaluate(under) == [[str(cards(state, "hand", seat))] for seat in (1, 2, 3)]


# How long the page wants to wait each time, and how many cards it lets fly.
LISTEN = """window.waits = []; window.flights = 0;
const later = window.setTimeout, animate = Element.prototype.animate;
window.setTimeout = (job, wait, ...more) => { window.waits.push(Math.round(wait)); return later(job, wait, ...more); };
Element.prototype.animate = function (...how) {
  if (this.closest('.card')) window.flights += 1;
  return animate.apply(this, how);
};"""


def test_with_reduced_motion_the_speed_still_says_how_long_things_are_seen(visit: Visit) -> None:
    before, who, after, events = find("hearts", lambda _, events: any(event.kind == "trick" for event in events), 4)
    waits: dict[str, list[int]] = {}
    for speed in ("slow", "normal", "fast"):
        anna = visit(quick=False)
        kept = f"{{speed: '{speed}', motion: 'reduced', sound: false}}"
        anna.page.add_init_script(f"localStorage.setItem('cardhouse.settings', JSON.stringify({kept})); {LISTEN}")
        anna.page.reload()
        stage = Stage(anna, before)
        anna.page.evaluate("window.waits = []")
        stage.happen(who, after, events)
        anna.page.wait_for_function("() => document.querySelectorAll('.card[data-zone=trick]').length === 0")
        waits[speed] = anna.page.evaluate("window.waits")
        assert anna.page.evaluate("window.flights") == 0
    held = [wait for wait in waits["normal"] if wait >= 500]
    assert any(round(wait * 1.7) in waits["slow"] and round(wait * 0.55) in waits["fast"] for wait in held), waits
