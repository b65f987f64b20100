"""Programs measured from outside: starts of the window, answers to an assistant."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from irgo_app.sgf.parser import read_games
from tests.bench import programs
from tests.bench.__main__ import BENCHMARKS


def test_starts_are_measured_with_byte_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also where Python is told to keep none; what was made for it goes again."""
    (tmp_path / "lesson.py").write_text("print('read')\n")

    def start(
        _timeout_s: float, command: Sequence[str], **more: str
    ) -> dict[str, list[float]]:
        subprocess.run([sys.executable, "-c", "import lesson"], check=True, cwd=tmp_path,
                       env={**os.environ, "PYTHONPATH": str(tmp_path), **more})
        return {}

    monkeypatch.setattr(programs, "one_start", start)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with programs.kept_byte_code() as variables:
        folder = Path(variables["PYTHONPYCACHEPREFIX"])
        assert [found.name.partition(".")[0] for found in folder.rglob("lesson.*")] == ["lesson"]
    assert not folder.exists()
    assert not (tmp_path / "__pycache__").exists()


def test_an_assistant_asks_and_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mcp")
    monkeypatch.setattr(programs, "_ASSISTANT_STARTS", 1)
    monkeypatch.setattr(programs, "_MIDDLE", (3,))
    monkeypatch.setattr(programs, "_ASSISTANT_MOVES", 6)
    found = programs.assistant_times()
    assert [each.name for each in found] == [
        name for name, measure in BENCHMARKS.items() if measure is programs.assistant_times]
    assert all(each.median > 0 for each in found)
    # Its own process and the worker's, each with Python and more.
    assert found[-1].unit == "MB" and found[-1].median > 50
    assert "told 0 times" not in found[-2].note


def test_the_record_measured_has_250_moves() -> None:
    [tree] = read_games(programs._record(programs._ASSISTANT_MOVES).encode()).games
    assert tree.move_number(tree.main_line()[-1]) == 250
