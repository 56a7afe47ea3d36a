"""The example that learns Durak learns."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="pip install 'cardhouse[rl]'")
pytest.importorskip("torch", reason="torch is not installed: pip install torch")


def test_a_few_games_against_itself_leave_a_curve_and_a_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from learn_durak import main

    main(["--minutes", "0.001", "--points", "1", "--deals", "1", "--levels", "easy", "--out", str(tmp_path)])
    lines = (tmp_path / "curve.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "minutes,choices,easy"
    assert len(lines) == 3
    assert (tmp_path / "network.pt").exists()


def test_a_bot_answers_whatever_is_asked() -> None:
    from cardhouse import rl
    from cardhouse.bots import make_bot

    for game in ("durak", "ratscrew", "hearts"):
        asking = rl.env(game).table.deal(3)
        bots = [make_bot(game, "easy", seat) for seat in range(asking.game.seats)]
        for _ in range(400):
            if asking.seat < 0:
                break
            rl.answer(asking, bots[asking.seat])
        assert asking.game.step > 20
