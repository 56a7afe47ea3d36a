"""Learns Durak for two by playing against itself: PPO with masked choices, on one core.

    pip install 'cardhouse[rl]' torch
    python learn_durak.py --minutes 25 --out learnt

The network plays both seats of many games side by side. Now and then it plays deals against the house's bots, each deal
from both seats, and the share that it does not lose is written to ``curve.csv``.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from cardhouse import rl
from cardhouse.bots import make_bot
from cardhouse.engine.sequencer import Sequencer

GAME = "durak"
CLIP, ENTROPY, SMOOTHING, EPOCHS, BATCH = 0.2, 0.01, 0.95, 3, 1024
SAMPLED = 1_000_000


class Network(nn.Module):
    """Planes in; a number for each choice, and how well the game is going to end, from -1 to 1."""

    def __init__(self, planes: int, choices: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(planes, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.choice = nn.Linear(width, choices)
        self.worth = nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithm of each choice's probability, where what is not legal has none; and the worth."""
        inside = self.body(seen.flatten(1).float())
        logits = self.choice(inside).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(logits, 1), torch.tanh(self.worth(inside)).squeeze(1)


class Learner:
    """A network, the games that it plays against itself, and what it has learnt from."""

    def __init__(self, games: int, length: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.envs = rl.VectorEnv(GAME, games)
        self.length = length
        self.step = self.envs.reset(seed=seed)
        rows, cards = self.envs.table.shape
        self.network = Network(rows * cards, len(self.envs.table.choice_names))
        self.optimizer = torch.optim.Adam(self.network.parameters(), 3e-4, eps=1e-5)
        self.choices = 0

    def learn(self) -> None:
        """Play this many choices in each game, then improve by them."""
        seen, masks, chosen, chances, worths, seats, ends, rewards = [], [], [], [], [], [], [], []
        for _ in range(self.length):
            step = self.step
            with torch.no_grad():
                logs, worth = self.network(torch.from_numpy(step.observations), torch.from_numpy(step.masks))
            choice = torch.multinomial(logs.exp(), 1).squeeze(1)
            seen.append(step.observations)
            masks.append(step.masks)
            chosen.append(choice)
            chances.append(logs.gather(1, choice[:, None]).squeeze(1))
            worths.append(worth.numpy())
            seats.append(step.seats)
            self.step = self.envs.step(choice.numpy())
            ends.append(self.step.ended)
            rewards.append(self.step.rewards)
        with torch.no_grad():
            after = self.network(torch.from_numpy(self.step.observations), torch.from_numpy(self.step.masks))[1].numpy()
        gains = advantages(worths, seats, ends, rewards, after, self.step.seats)
        self.choices += gains.size
        everything = (
            torch.from_numpy(np.concatenate(seen)),
            torch.from_numpy(np.concatenate(masks)),
            torch.cat(chosen),
            torch.cat(chances),
            torch.from_numpy(gains.reshape(-1)),
            torch.from_numpy((gains + np.stack(worths)).reshape(-1)),
        )
        # Where there is nothing to choose there is nothing to learn.
        free = everything[1].sum(1) > 1
        self.improve(*[part[free] for part in everything])

    def improve(
        self,
        seen: torch.Tensor,
        masks: torch.Tensor,
        chosen: torch.Tensor,
        chances: torch.Tensor,
        gains: torch.Tensor,
        returns: torch.Tensor,
    ) -> None:
        """Proximal policy optimization: make what turned out well likelier, but not by too much at once."""
        for _ in range(EPOCHS):
            for part in torch.randperm(len(seen)).split(BATCH):
                logs, worth = self.network(seen[part], masks[part])
                ratio = (logs.gather(1, chosen[part, None]).squeeze(1) - chances[part]).exp()
                gain = (gains[part] - gains.mean()) / (gains.std() + 1e-6)
                policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
                loss = policy + 0.5 * (worth - returns[part]).pow(2).mean() - ENTROPY * entropy
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def best(self, asking: Sequencer) -> int:
        """The likeliest choice of the seat that is asked."""
        table = self.envs.table
        seen = torch.from_numpy(table.bits(table.sets(asking, int(asking.seat)))[None])
        with torch.no_grad():
            logs, _ = self.network(seen, torch.from_numpy(table.mask(asking.ids())[None]))
        return int(logs.argmax())

    def against(self, level: str, deals: int, first_seed: int) -> float:
        """The mean reward, from -1 to 1, against a bot over this many deals, each from both seats."""
        total = 0.0
        for deal in range(deals):
            for own in (0, 1):
                asking = self.envs.table.deal(first_seed + deal)
                bot = make_bot(GAME, level, first_seed + deal)
                while asking.seat >= 0:
                    if asking.seat == own:
                        asking.step(self.best(asking))
                    else:
                        rl.answer(asking, bot)
                outcome = asking.game.outcome
                assert outcome is not None
                total += self.envs.table.rewards(outcome)[own]
        return total / (2 * deals)


def advantages(
    worths: Sequence[np.ndarray],
    seats: Sequence[np.ndarray],
    ends: Sequence[np.ndarray],
    rewards: Sequence[np.ndarray],
    after: np.ndarray,
    seats_after: np.ndarray,
) -> npt.NDArray[np.float32]:
    """Generalized advantage estimates: how much better each choice turned out than expected, seat by seat."""
    games = np.arange(len(after))
    # What is good for one seat of two is as bad for the other.
    following = np.stack([-after, -after], 1)
    following[games, seats_after] = after
    gain = np.zeros_like(following)
    reward = np.zeros_like(following)
    found: npt.NDArray[np.float32] = np.zeros((len(worths), len(after)), np.float32)
    for at in range(len(worths) - 1, -1, -1):
        over = ends[at]
        following[over] = 0
        gain[over] = 0
        reward[over] = rewards[at][over]
        seat = seats[at]
        better = reward[games, seat] + following[games, seat] - worths[at]
        found[at] = better + SMOOTHING * gain[games, seat]
        gain[games, seat] = found[at]
        following[games, seat] = worths[at]
        reward[games, seat] = 0
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--minutes", type=float, default=25, help="CPU minutes that it learns, the measuring not counted"
    )
    parser.add_argument("--out", type=Path, default=Path("learnt"), help="folder for the curve and the network")
    parser.add_argument("--points", type=int, default=10, help="points of the curve after the first")
    parser.add_argument("--deals", type=int, default=100, help="deals for each point and bot, each from both seats")
    parser.add_argument("--levels", nargs="*", default=["easy", "medium", "hard"], help="bots to measure by")
    parser.add_argument("--games", type=int, default=64, help="games side by side")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    torch.set_num_threads(1)
    asked.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(asked.games, 128, asked.seed)
    learnt, rows = 0.0, []
    for point in range(asked.points + 1):
        while learnt < 60 * asked.minutes * point / asked.points:
            began = time.process_time()
            learner.learn()
            learnt += time.process_time() - began
        found = [learner.against(level, asked.deals, SAMPLED) for level in asked.levels]
        rows.append([f"{learnt / 60:.2f}", learner.choices, *[f"{reward:.3f}" for reward in found]])
        print(*rows[-1], flush=True)
        with (asked.out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["minutes", "choices", *asked.levels], *rows])
        torch.save(learner.network.state_dict(), asked.out / "network.pt")


if __name__ == "__main__":
    main()
