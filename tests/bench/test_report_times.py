"""The benchmark of reports gives both figures, on a game that takes a moment."""

from __future__ import annotations

import pytest

from irgo_app.bench import reader_times as bench
from irgo_app.review.game_line import game_line, part_of
from tests.report.small_reports import short_record


def test_it_measures_clock_and_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_tree", short_record)
    monkeypatch.setattr(bench, "_REPORT_RUNS", 1)
    clock, work = bench.report_times()
    assert (clock.name, work.name) == ("report.game250", "report.game250_cpu")
    assert clock.unit == work.unit == "s" and clock.runs == 1
    assert clock.median > 0 and work.median > 0


def test_the_game_measured_has_250_moves() -> None:
    line = part_of(game_line(bench._tree()), bench._MOVES)
    assert len(line.moves) == 250 and len(line.positions) == 251
