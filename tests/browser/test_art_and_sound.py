"""What is drawn and what is heard: all of it made by the page's own code."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

from .player import Player

Visit = Callable[..., Player]
DECK = [rank + suit for suit in "cdsh" for rank in "23456789TJQKA"]
FACES = """([deck, fourColour]) =>
  import('/web/art/deck.js').then(({ cardFace }) => deck.map((card) => cardFace(card, { fourColour })))"""
CATS = """() => import('/web/art/cats.js').then(({ cats, moods, catFace, paw }) => ({
  names: cats.map((cat) => cat.name), moods, paws: cats.map((cat) => paw(cat.id)),
  faces: cats.map((cat) => moods.map((mood) => catFace(cat.id, mood))) }))"""
LOUDNESS = """() => import('/web/sound.js').then(({ soundNames, render }) => {
  const loud = async (name) => {
    const samples = (await render(name, 22050)).getChannelData(0);
    return [name, Math.max(...samples.map(Math.abs)), samples.length / 22050];
  };
  return Promise.all(soundNames.map(loud));
})"""
COUNT_CONTEXTS = """window.contexts = 0;
window.AudioContext = class extends AudioContext { constructor(...how) { super(...how); window.contexts += 1; } };"""


def drawn_here(picture: str) -> str:
    """A picture that is well-formed and fetches nothing."""
    ElementTree.fromstring(picture if "xmlns" in picture else picture.replace("<svg", "<svg xmlns:xlink='x'", 1))
    assert not re.search(r"<image|href=[\"'](?!#)|url\((?!#)", picture)
    return picture


def test_every_card_has_a_face_of_its_own_in_two_and_in_four_colours(visit: Visit) -> None:
    page = visit().page
    two, four = (page.evaluate(FACES, [DECK, colours]) for colours in (False, True))
    assert len({drawn_here(face) for face in two}) == 52
    assert len({drawn_here(face) for face in four}) == 52
    changed = {card[1] for card, plain, coloured in zip(DECK, two, four, strict=True) if plain != coloured}
    assert changed == {"c", "d"}


def test_six_cats_and_more_have_five_moods_and_a_paw_each(visit: Visit) -> None:
    found = visit().page.evaluate(CATS)
    assert len(set(found["names"])) >= 6
    assert len(found["moods"]) >= 5
    assert len({drawn_here(paw) for paw in found["paws"]}) == len(found["names"])
    faces = [drawn_here(face) for cat in found["faces"] for face in cat]
    assert len(set(faces)) == len(found["names"]) * len(found["moods"])


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
