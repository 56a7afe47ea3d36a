"""The processor time of the moves of a level."""

from __future__ import annotations

import time

import cardhouse
from cardhouse.bots import make_bot


def moves(name: str, level: str, games: int, seed: int, **options: object) -> list[float]:
    """Return how long each move of a level against itself took where there was a choice, in milliseconds."""
    taken: list[float] = []
    for number in range(games):
        game = cardhouse.new(name, seats=2, seed=seed + number, options=options)
        bots = [make_bot(name, level, seat) for seat in (0, 1)]
        while not game.over:
            seat = game.turn()[0]
            view = game.view(seat)
            start = time.process_time()
            action = bots[seat].choose(view)
            if len(view.legal) > 1:
                taken.append(1000 * (time.process_time() - start))
            game.apply(seat, action)
    return taken


def told(taken: list[float]) -> str:
    """These times in a few figures."""
    times = sorted(taken)
    late = times[len(times) * 95 // 100]
    return (
        f"{len(times)} moves, mean {sum(times) / len(times):.1f} ms, 95% within {late:.1f} ms, worst {times[-1]:.1f} ms"
    )
