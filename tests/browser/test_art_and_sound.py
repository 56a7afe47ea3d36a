"""What is heard: all of it made by the page's own code."""

from __future__ import annotations

from collections.abc import Callable

from .player import Player

Visit = Callable[..., Player]
LOUDNESS = """() => import('/web/sound.js').then(({ soundNames, render }) => {
  const loud = async (name) => {
    const samples = (await render(name, 22050)).getChannelData(0);
    return [name, Math.max(...samples.map(Math.abs)), samples.length / 22050];
  };
  return Promise.all(soundNames.map(loud));
})"""
COUNT_CONTEXTS = """window.contexts = 0;
window.AudioContext = class extends AudioContext { constructor(...how) { super(...how); window.contexts += 1; } };"""


def test_every_sound_can_be_heard_and_is_not_too_loud(visit: Visit) -> None:
    heard = {name: (peak, seconds) for name, peak, seconds in visit().page.evaluate(LOUDNESS)}
    wanted = {"card", "shuffle", "slap", "wrong", "take", "burn", "win", "purr", "hiss", "meow"}
    assert wanted <= set(heard)
    for name, (peak, seconds) in heard.items():
        assert 0.02 < peak <= 1.0, name
        assert 0.05 < seconds < 3, name


def test_nothing_sounds_before_the_first_gesture_or_while_sound_is_off(visit: Visit) -> None:
    player = visit(quick=False)
    page = player.page
    page.add_init_script(COUNT_CONTEXTS)
    player.against_cats("durak")
    page.reload()
    player.hold(6)
    assert page.evaluate("window.contexts") == 0
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.contexts === 1")
    page.locator(".top-sound-on").click()
    page.reload()
    player.hold(6)
    page.keyboard.press("Escape")
    assert page.evaluate("window.contexts") == 0


def test_a_lifted_finger_is_a_gesture(visit: Visit) -> None:
    """As Safari has it: before it is lifted nothing may sound."""
    player = visit(390, 844, quick=False)
    page = player.page
    page.add_init_script(COUNT_CONTEXTS)
    player.against_cats("durak")
    page.reload()
    player.hold(6)
    page.locator(".felt").dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    page.wait_for_function("() => window.contexts === 1")
