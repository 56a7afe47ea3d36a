"""Steps a second of environments for learning: ``python -m bench.environments``, in one run with those of others.

Masked random play, one agent after another, by the same loop: a step is one choice of one agent with what it sees. Next
to Cardhouse stand RLCard, the card games of PettingZoo classic and OpenSpiel's ``rl_environment``, as far as they are
installed (``pip install rlcard pettingzoo open_spiel``). A figure is the median of the rounds, in CPU time.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import warnings
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Any

from bench.rates import rate, ratio, rounds_of, table
from cardhouse import rl
from cardhouse.build import running

OURS: dict[str, dict[str, Any]] = {
    "hearts": {"limit": 1, "claims": False},
    "durak": {},
    "threes": {},
    "ratscrew": {},
    "slapjack": {},
}
RLCARD = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy", "doudizhu")
CLASSIC = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
OPEN_SPIEL = ("hearts", "gin_rummy", "leduc_poker")
SIDE_BY_SIDE = 64


class Stepping:
    """An environment that is stepped so often; how it is done is for the classes below to say."""

    def __init__(self) -> None:
        self.random = Random(1).random

    def pick(self, legal: Any) -> Any:
        return legal[int(self.random() * len(legal))]


class PettingZoo(Stepping):
    """Any environment of PettingZoo in which one agent after another is asked."""

    def __init__(self, env: Any) -> None:
        super().__init__()
        self.env = env
        env.reset(seed=1)

    def __call__(self, steps: int) -> None:
        env = self.env
        for _ in range(steps):
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                seen, *_ = env.last()
            env.step(int(self.pick(seen["action_mask"].nonzero()[0])))


class SideBySide(Stepping):
    """Many games of ours in arrays."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.envs = rl.VectorEnv(name, SIDE_BY_SIDE, **OURS[name])
        self.step = self.envs.reset(seed=1)

    def __call__(self, steps: int) -> None:
        for _ in range(max(1, steps // SIDE_BY_SIDE)):
            self.step = self.envs.step(self.envs.random_choices())


class RLCard(Stepping):
    """An environment of RLCard."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.env = importlib.import_module("rlcard").make(name, config={"seed": 1})
        self.state, _ = self.env.reset()

    def __call__(self, steps: int) -> None:
        for _ in range(steps):
            self.state, _ = self.env.step(self.pick(list(self.state["legal_actions"])))
            if self.env.is_over():
                self.state, _ = self.env.reset()


class OpenSpiel(Stepping):
    """A game in OpenSpiel's ``rl_environment``."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.env = importlib.import_module("open_spiel.python.rl_environment").Environment(name)
        self.time = self.env.reset()

    def __call__(self, steps: int) -> None:
        for _ in range(steps):
            if self.time.last():
                self.time = self.env.reset()
            seen = self.time.observations
            self.time = self.env.step([self.pick(seen["legal_actions"][seen["current_player"]])])


def contestants() -> dict[str, Callable[[int], object]]:
    """All that can be measured here, by name."""
    found: dict[str, Callable[[int], object]] = {}
    for name, options in OURS.items():
        found[f"Cardhouse {name}"] = PettingZoo(rl.env(name, **options))
        found[f"Cardhouse {name}, {SIDE_BY_SIDE} side by side"] = SideBySide(name)
    wanted: list[tuple[str, str, Callable[[], Callable[[int], object]]]] = []
    wanted += [("rlcard", f"RLCard {name}", partial(RLCard, name)) for name in RLCARD]
    wanted += [("rlcard", f"PettingZoo {name}", partial(_classic, name)) for name in CLASSIC]
    wanted += [("pyspiel", f"OpenSpiel {name}", partial(OpenSpiel, name)) for name in OPEN_SPIEL]
    for module, name, make in wanted:
        if importlib.util.find_spec(module) is None:
            print(f"{name} is left out: {module} is not installed.")
            continue
        try:
            found[name] = make()
        except Exception as error:
            print(f"{name} is left out: {type(error).__name__}: {error}")
    return found


def _classic(name: str) -> PettingZoo:
    module = importlib.import_module(f"pettingzoo.classic.{name}")
    return PettingZoo(module.env())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.environments", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time for each in a round")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    print(f"Cardhouse runs {running()}. {asked.rounds} rounds.\n")
    plays = contestants()
    rates = rounds_of({name: partial(rate, play, asked.seconds) for name, play in plays.items()}, asked.rounds)
    rows = [[name, f"{median(found):,.0f}"] for name, found in rates.items()]
    print(table(["environment", "steps a second"], rows))
    if "OpenSpiel hearts" in rates:
        times = ratio(rates["Cardhouse hearts"], rates["OpenSpiel hearts"])
        print(f"\nHearts, one after another, against OpenSpiel's rl_environment: {times} times")


if __name__ == "__main__":
    main()
