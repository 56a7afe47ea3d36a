"""Playing with others: by link from two browsers, two at one screen, and what everybody sees of it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .player import Player

Visit = Callable[..., Player]
YOU = {"kind": "you", "name": "Anna", "face": "fox"}
BORIS = {"kind": "here", "name": "Boris", "face": "owl"}
CAT = {"kind": "cat", "level": "random"}
LINK = {"kind": "link"}


def by_link(visit: Visit, game: str, *others: dict[str, str]) -> tuple[Player, Player]:
    """Two people with a browser each at one table, the second one come by link."""
    anna, ben = visit(), visit()
    code = anna.table(game, [YOU, LINK, *others])
    ben.go_to(code)
    ben.sit_down("Ben")
    anna.page.wait_for_selector(".card")
    ben.page.wait_for_selector(".card")
    return anna, ben


def test_two_browsers_play_each_other_by_link_and_once_more(visit: Visit) -> None:
    anna, ben = visit(), visit()
    code = anna.table("durak", [YOU, LINK], {"deck": 32})
    anna.page.wait_for_selector(".waiting")
    assert code in anna.page.inner_text(".waiting .link")
    ben.go_to(code)
    ben.sit_down("Ben")
    anna.page.wait_for_selector(".card.own")
    ben.page.wait_for_selector(".card.own")
    for _ in range(400):
        seen = [player.look() for player in (anna, ben)]
        if all(each["end"] for each in seen):
            break
        for player, each in zip((anna, ben), seen, strict=True):
            if not each["end"]:
                player.step("keys", each)
    ends = {anna.look()["end"], ben.look()["end"]}
    assert all(ends)
    # The winner is told so, and the other one who it was; a draw is a draw for both.
    assert ends == {"It's a draw"} or (len(ends) == 2 and "You won!" in ends)
    anna.page.locator(".end .button-main").click()
    expect(ben.page.locator(".end")).to_contain_text("Up for another: Anna")
    ben.page.locator(".end .button-main").click()
    for player in (anna, ben):
        player.page.wait_for_selector(".end", state="detached")
        player.hold(6)


def test_nobody_sees_the_other_hand(visit: Visit) -> None:
    hands = []
    for player in by_link(visit, "hearts", CAT, CAT):
        hands.append({card["card"] for card in player.hold(13)})
        assert player.page.locator(".card.up").count() == 13
    assert not hands[0] & hands[1]


def test_a_pause_wants_both_and_says_who_would_like_it(visit: Visit) -> None:
    anna, ben = by_link(visit, "slapjack")
    anna.page.keyboard.press("b")
    expect(ben.page.locator(".wish")).to_contain_text("Anna would like a pause")
    assert ben.page.locator(".paused").count() == 0
    ben.page.keyboard.press("b")
    anna.page.wait_for_selector(".paused")
    ben.page.wait_for_selector(".paused")
    anna.page.locator(".paused .button").click()
    expect(ben.page.locator(".paused")).to_contain_text("Anna would like to go on")
    ben.page.locator(".paused .button").click()
    anna.page.wait_for_selector(".paused", state="detached")
    ben.page.wait_for_selector(".paused", state="detached")


def test_who_goes_away_is_seen_to_be_away(visit: Visit) -> None:
    anna, ben = by_link(visit, "durak")
    ben.page.goto("about:blank")
    expect(anna.page.locator(".plate[data-seat='1'] .plate-note")).to_contain_text("away, a cat in")
    ben.page.go_back()
    expect(anna.page.locator(".plate[data-seat='1'] .plate-note")).not_to_contain_text("away")


def test_a_shared_screen_covers_the_hand_until_its_player_is_ready(visit: Visit) -> None:
    anna = visit()
    anna.table("durak", [YOU, BORIS])
    anna.page.wait_for_selector(".button-ready")
    assert anna.page.locator('.card.up[data-zone^="hand"]').count() == 0
    anna.page.click(".button-ready")
    first = {card["card"] for card in anna.hold(6)}
    anna.play_by_keys(anna.wait_for("playable"))
    anna.page.wait_for_selector(".button-ready")
    expect(anna.page.locator('.card.up[data-zone^="hand"]')).to_have_count(0)
    anna.page.keyboard.press("Enter")
    assert not first & {card["card"] for card in anna.hold(6)}


def test_a_spectator_sees_no_hand_and_can_do_nothing(visit: Visit) -> None:
    anna, ben = visit(), visit()
    code = anna.against_cats("hearts", 4)
    anna.hold(13)
    ben.go_to(code)
    expect(ben.page.locator('.card[data-zone="hand 0"]')).to_have_count(13)
    assert ben.page.locator('.card.up[data-zone^="hand"]').count() == 0
    assert ben.look()["acts"] == []
    assert ben.page.locator(".top-paw").is_hidden()
    expect(anna.page.locator(".top-watched")).to_have_text("1 watching")


def test_a_cat_takes_over_and_gives_the_seat_back(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("hearts", 4, pace="slow")
    anna.hold(13)
    anna.page.keyboard.press("m")
    anna.page.click(".menu-item:has-text('Let a cat play')")
    anna.until("seen.own.length === 0")
    anna.page.click(".bar [data-act=sit]")
    anna.wait_for("own")
    anna.page.keyboard.press("m")
    anna.page.click(".menu-item:has-text('Let a cat play')")
    anna.until("seen.own.length === 0")
    anna.page.reload()
    anna.wait_for("own")


def test_reactions_are_seen_by_everybody(visit: Visit) -> None:
    anna, ben = by_link(visit, "durak")
    anna.page.click(".top-paw")
    anna.page.click(".reaction >> nth=3")
    ben.page.wait_for_selector(".bubble-icon", state="attached")
    anna.page.wait_for_selector(".bubble-icon", state="attached")


def test_who_is_invited_reads_what_is_played_and_gives_a_name_first(visit: Visit) -> None:
    anna, ben = visit(), visit()
    code = anna.table("durak", [YOU, LINK])
    ben.go_to(code)
    room = ben.page.locator(".waiting")
    expect(room).to_contain_text("You're invited to Durak")
    expect(room).to_contain_text("Get rid of your cards.")
    assert "Send them the link" not in room.inner_text()
    ben.page.locator(".waiting-seats .button-main").click()
    expect(ben.page.get_by_role("dialog")).to_contain_text("What shall we call you?")
    ben.page.fill("dialog [name=name]", "Ben")
    ben.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    anna.page.wait_for_selector(".card")
    expect(anna.page.locator(".plate[data-seat='1'] .plate-name")).to_have_text("Ben")


def test_the_host_has_a_code_to_show_and_no_request_leaves_the_house(visit: Visit) -> None:
    anna = visit()
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.table("durak", [YOU, LINK])
    expect(anna.page.get_by_role("img", name="A QR code of the link, for a phone")).to_be_visible()
    assert [url for url in asked if not url.startswith(anna.address)] == []
