"""The benchmark of `irgo mcp` starts it, asks, and gives its five figures."""

from __future__ import annotations

import pytest

from irgo_app.bench import window as bench
from irgo_app.cli.bench import BENCHMARKS
from irgo_app.sgf.parser import read_games

pytest.importorskip("mcp")


def test_it_asks_and_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_ASSISTANT_STARTS", 1)
    monkeypatch.setattr(bench, "_MIDDLE", (3,))
    monkeypatch.setattr(bench, "_ASSISTANT_MOVES", 6)
    found = bench.assistant_times()
    assert [each.name for each in found] == [
        name for name, measure in BENCHMARKS.items() if measure is bench.assistant_times]
    assert all(each.median > 0 for each in found)
    # Its own process and the worker's, each with Python and more.
    assert found[-1].unit == "MB" and found[-1].median > 50
    assert "told 0 times" not in found[-2].note


def test_the_record_measured_has_250_moves() -> None:
    [tree] = read_games(bench._record(bench._ASSISTANT_MOVES).encode()).games
    assert tree.move_number(tree.main_line()[-1]) == 250
