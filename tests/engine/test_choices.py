"""Whatever actions are legal, single choices lead to each of them and to nothing else."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from cardhouse.engine.action import ATTACK, BEAT, BLIND, PLAY, TAKE, Action, parse_action
from cardhouse.engine.choices import Choices, Picking, alone, cards, numbers, pairs

SPELT = Choices([])
NUMBERED = Choices([alone(TAKE), cards(PLAY, any_size=True), cards(ATTACK), pairs(BEAT), numbers(BLIND, 0, 200)])

LEGAL = {
    "one verb alone": "take",
    "a part of another": "play 7h, play 7h 7s, play 7s 7d 7c, play 2c",
    "pairs": "beat 7h 9h, beat 7h 10h, beat 7s 9s",
    "numbers that begin alike": "blind 1, blind 12, blind 120, blind 2, blind 0",
    "of everything some": "take, play 7h 7s, beat 7h 9h, blind 3",
}


def reached(choices: Choices, texts: str) -> list[str]:
    """The actions to which all ways of choosing lead."""
    codes = vec[i64]([parse_action(text).code for text in texts.split(", ")])
    found: list[str] = []

    def go_on(so_far: Picking) -> None:
        ids = list(so_far.ids())
        assert len(ids) == len(set(ids)) > 0
        for choice in ids:
            assert 0 <= choice < choices.size
            picking = so_far.copy()
            code = picking.pick(choice)
            if code >= 0:
                found.append(str(Action(code)))
            else:
                go_on(picking)

    picking = Picking(choices)
    picking.begin(codes)
    go_on(picking)
    return found


@pytest.mark.parametrize("legal", LEGAL.values(), ids=LEGAL)
@pytest.mark.parametrize("choices", [SPELT, NUMBERED], ids=["spelt", "numbered"])
def test_every_action_can_be_chosen_and_nothing_else(choices: Choices, legal: str) -> None:
    # Cards can be picked in any order, so there may be several ways to one action.
    assert set(reached(choices, legal)) == {str(parse_action(text)) for text in legal.split(", ")}


def test_what_can_be_left_out_is_spelt_as_a_number_too() -> None:
    assert sorted(reached(SPELT, "slap, slap 1, slap 10")) == ["slap", "slap 1", "slap 10"]
    assert sorted(reached(SPELT, "swap 7h 9h, swap 9h 7h")) == ["swap 7h 9h", "swap 9h 7h"]


def test_what_is_no_choice_leads_nowhere() -> None:
    picking = Picking(SPELT)
    picking.begin(vec[i64]([parse_action("take").code]))
    assert picking.pick(SPELT.wait) == -1
    picking = Picking(NUMBERED)
    picking.begin(vec[i64]([parse_action("beat 7h 9h").code]))
    assert picking.pick(next(iter(picking.ids()))) == -1
    assert picking.pick(NUMBERED.wait) == -1
