"""The check against shifts that compile silently wrong."""

from __future__ import annotations

import pytest

from tools.check_shifts import compiled_files, main, wrong_shifts

WRONG = {
    "a literal": "def f(n: i64) -> i64:\n    return 1 << n",
    "a negative literal": "def f(n: i64) -> i64:\n    return -1 << n",
    "a literal made wide": "def f(n: i64) -> i64:\n    return i64(1) << n",
    "a sum of literals": "def f(n: i64) -> i64:\n    return (1 + 2) << n + 1",
    "a variable set once": "def f(n: i64) -> i64:\n    one: i64 = 1; return one << n",
    "a constant of the module": "ONE: Final[i64] = 1\ndef f(n: i64) -> i64: return ONE << n",
    "a constant made of another": "ONE = 1\nTWO = ONE + ONE; BITS = [TWO << n for n in range(4)]",
    "an imported constant": "from x import QUEEN\ndef f(n: i64) -> i64: return QUEEN << n",
    "a literal in a method": "class Hand:\n    def f(self) -> i64: return 1 << self.n",
    "a literal in a function's function": "def f() -> None:\n    def g(n: i64) -> i64: return 1 << n",
}
RIGHT = {
    "a literal by a literal": "QUEEN = 1 << 36",
    "a literal by a constant": "SIX = 6\nMORE = 1 << SIX",
    "a variable": "def f(n: i64, x: i64) -> i64:\n    return x << n",
    "a variable that changes": "def f(n: i64) -> i64:\n    x: i64 = 1\n    x += n\n    return x << n",
    "a variable of a loop": "def f(n: i64) -> None:\n    for x in range(3):\n        print(x << n)",
    "a shift to the right": "def f(n: i64) -> i64:\n    return 0x1234 >> n",
    "an attribute": "def f(n: i64) -> i64:\n    return self.x << n",
}


@pytest.mark.parametrize("what", WRONG)
def test_a_constant_shifted_by_a_variable_is_found(what: str) -> None:
    assert wrong_shifts(WRONG[what], frozenset({"QUEEN"})) == [2]


@pytest.mark.parametrize("what", RIGHT)
def test_other_shifts_are_let_through(what: str) -> None:
    assert wrong_shifts(RIGHT[what]) == []


def test_every_line_with_a_wrong_shift_is_named_once() -> None:
    assert wrong_shifts("def f(n: i64) -> i64:\n    x = (1 << n) | (2 << n)\n    return x | 4 << n\n") == [2, 3]


def test_the_compiled_modules_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"cards.py", "game.py", "rules.py"} <= {path.name for path in compiled_files()}
    assert main() == 0
    assert capsys.readouterr().out == ""
