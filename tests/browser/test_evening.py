"""An evening of five, and one person with several devices: by code, by recovery words and by passkey."""

from __future__ import annotations

from playwright.sync_api import expect

from .friday import Friends, Visit, play_the_evening


def test_an_evening_of_five(visit: Visit) -> None:
    play_the_evening(Friends(visit))


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
