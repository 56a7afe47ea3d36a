"""The generator's output is pinned: a seed means the same cards for ever."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter

from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import Chance
from cardhouse.engine.cards import FULL_DECK, cards_text
from cardhouse.engine.game import shuffled


def test_the_first_words_of_some_seeds() -> None:
    chance = Chance(5)
    assert [chance.word() for _ in range(4)] == [1558710598, 2792526025, 2473546458, 3801861492]
    assert [Chance(seed).word() for seed in (0, 1, 2**64, 2**200)] == FIRST_WORDS


def test_the_seed_of_a_live_table_gives_hashes_of_a_counter() -> None:
    seed = 2**256 + 77
    key = hashlib.sha256(b"cardhouse %d" % seed).digest()
    blocks = [hashlib.sha256(key + b" %d" % number).digest() for number in range(3)]
    words = [int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)]
    chance = Chance(seed)
    assert [chance.word() for _ in range(11)] == words[:11]
    copy, again = chance.copy(), pickle.loads(pickle.dumps(chance))
    assert [chance.word() for _ in range(13)] == words[11:]
    assert [copy.word() for _ in range(13)] == [again.word() for _ in range(13)] == words[11:]
    assert copy.state() == again.state() == chance.state() != Chance(seed).state()
    assert Chance(2**256 - 1).key == Chance(2**257).key == b""


def test_the_first_shuffle_of_a_seed() -> None:
    assert cards_text(list(shuffled(FULL_DECK, Chance(2026)))) == FIRST_SHUFFLE


def test_a_copy_goes_on_alike_and_a_split_goes_its_own_way() -> None:
    for seed in (1, 2**256 + 1):
        goes_on_alike_and_splits(Chance(seed))


def goes_on_alike_and_splits(chance: Chance) -> None:
    chance.word()
    copy = chance.copy()
    assert [copy.word() for _ in range(5)] == [chance.word() for _ in range(5)]
    other = chance.split()
    assert [other.word() for _ in range(5)] != [chance.word() for _ in range(5)]


def test_numbers_below_a_bound_come_equally_often() -> None:
    chance = Chance(3)
    seen = Counter(chance.below(6) for _ in range(6000))
    assert set(seen) == set(range(6))
    assert sum((times - 1000) ** 2 / 1000 for times in seen.values()) < 25


def test_every_order_of_three_cards_comes_equally_often() -> None:
    chance = Chance(4)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        cards = vec[i64]([1, 2, 3])
        chance.shuffle(cards)
        seen[tuple(cards)] += 1
    assert len(seen) == 6
    assert sum((times - 1000) ** 2 / 1000 for times in seen.values()) < 25


FIRST_WORDS = [1750435939, 563122358, 1748645838, 1420857044]
FIRST_SHUFFLE = (
    "Td 2d 7s 6d 7c 9c Th 4h 6c 5c 5d 4s Jd 4c 9d 8d 5s Jc Qs 9s 7h 6s Ks 2s Qd Ts "
    "Qc Tc Kc As 2h Qh 3h 9h 6h 2c 3s Jh Js 5h Ad Kd Ah 4d 8h 8s 3d 8c 3c Kh 7d Ac"
)
