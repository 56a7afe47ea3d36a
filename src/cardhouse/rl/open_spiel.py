"""Every game as a game of OpenSpiel: `register`, then ``pyspiel.load_game("cardhouse_durak(players=2,deck=36)")``.

The deal is chance, three draws of 256 that make its seed; all later chance follows from it. The choices are those of
the other environments, asked in the same order. What a player is told is its view, perfect memory included.
It needs ``open_spiel`` besides what ``cardhouse[rl]`` adds.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ..engine.chance import Chance
from ..engine.game import MOST_STEPS
from ..engine.registry import imagine
from ..engine.sequencer import Sequencer
from ..games import GameSpec, games
from .table import Table

PREFIX = "cardhouse_"
# A seed is drawn in this many draws, each with this many outcomes.
DRAWS = 3
OUTCOMES = 256
# More than any game takes: an action is at most a verb and a handful of cards, and each seat may wait before it.
LONGEST = int(MOST_STEPS) * 16


def register() -> list[str]:
    """Make all games known to OpenSpiel that are not yet; their names there."""
    known = set(_pyspiel().registered_names())
    for spec in games():
        if PREFIX + spec.name not in known:
            _register(spec)
    return [PREFIX + spec.name for spec in games()]


def _pyspiel() -> Any:
    try:
        return importlib.import_module("pyspiel")
    except ImportError as missing:
        raise ImportError("cardhouse.rl.open_spiel needs OpenSpiel: pip install open_spiel") from missing


@cache
def _game_class() -> type[Any]:
    """The class of all games, made when OpenSpiel is there to derive it from."""
    pyspiel = _pyspiel()

    class SpielGame(pyspiel.Game):  # type: ignore[name-defined]
        """A game of the house with its players and house rules; a class for each derives from this one."""

        spec: ClassVar[GameSpec]
        kind: ClassVar[Any]

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {**self.kind.parameter_specification, **(params or {})}
            options = {name: value for name, value in given.items() if name != "players"}
            self.table = Table(self.spec.name, given["players"], "place", options)
            info = pyspiel.GameInfo(
                num_distinct_actions=int(self.table.choices.size),
                max_chance_outcomes=OUTCOMES,
                num_players=self.table.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(self.kind, info, given)

        def new_initial_state(self) -> Any:
            return SpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            if params:
                raise ValueError(f"there are no parameters for observations, and {params} were given")
            return Observer(self.table)

    class SpielState(pyspiel.State):  # type: ignore[name-defined]
        """A position: first the draws that make the deal, then one choice after another."""

        def __init__(self, game: SpielGame) -> None:
            super().__init__(game)
            self.table = game.table
            self.draws: list[int] = []
            self.asking: Sequencer | None = None

        def current_player(self) -> int:
            if self.asking is None:
                return int(pyspiel.PlayerId.CHANCE)
            return int(self.asking.seat) if self.asking.seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(self.asking.ids()) if self.asking is not None and player == self.asking.seat else []

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(outcome, 1.0 / OUTCOMES) for outcome in range(OUTCOMES)]

        def _apply_action(self, action: int) -> None:
            if self.asking is not None:
                self.asking.step(action)
                return
            self.draws.append(action)
            if len(self.draws) == DRAWS:
                self.asking = self.table.deal(int.from_bytes(bytes(self.draws), "big"))

        def _action_to_string(self, player: int, action: int) -> str:
            return f"deal {action}" if player < 0 else str(self.table.choices.names[action])

        def is_terminal(self) -> bool:
            return self.asking is not None and self.asking.seat < 0

        def returns(self) -> list[float]:
            outcome = self.asking.game.outcome if self.asking is not None else None
            return [0.0] * self.table.seats if outcome is None else self.table.rewards(outcome)

        def resample_from_infostate(self, player: int, probability_sampler: Any) -> Any:
            """A position that this player can't tell from this one, each equally likely."""
            other = self.clone()
            if self.asking is not None and self.asking.seat >= 0:
                chance = Chance(int(probability_sampler() * 2**53))
                other.asking.put(imagine(self.asking.game.view(player), chance))
            return other

        def __str__(self) -> str:
            return f"deal {self.draws}" if self.asking is None else str(self.asking.game.open_view().json())

    return SpielGame


class Observer:
    """A player's observation as OpenSpiel asks for it: the planes as one row of numbers, the view as text."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tensor: npt.NDArray[np.float32] = np.zeros(table.shape[0] * table.shape[1], np.float32)
        self.dict = {"planes": self.tensor.reshape(table.shape)}

    def set_from(self, state: Any, player: int) -> None:
        if state.asking is None:
            self.tensor.fill(0)
        else:
            self.dict["planes"][:] = self.table.bits(self.table.sets(state.asking, player))

    def string_from(self, state: Any, player: int) -> str:
        if state.asking is None:
            return "not dealt"
        return f"{state.asking.game.view(player).json()} {list(state.asking.seen(self.table.planes, player)[-2:])}"


def _register(spec: GameSpec) -> None:
    pyspiel = _pyspiel()
    kind = pyspiel.GameType(
        short_name=PREFIX + spec.name,
        long_name=f"Cardhouse {spec.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(spec.seat_choices),
        min_num_players=min(spec.seat_choices),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": spec.default_seats,
            **{option.name: option.default for option in spec.options},
        },
    )
    pyspiel.register_game(kind, type(spec.name, (_game_class(),), {"spec": spec, "kind": kind}))
