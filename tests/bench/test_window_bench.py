"""The surroundings in which starts of the window are measured."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from irgo_app.bench import window


def test_starts_are_measured_with_byte_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also where Python is told to keep none; what was made for it goes again."""
    (tmp_path / "lesson.py").write_text("print('read')\n")

    def start(_timeout_s: float, **more: str) -> dict[str, list[float]]:
        subprocess.run([sys.executable, "-c", "import lesson"], check=True, cwd=tmp_path,
                       env={**os.environ, "PYTHONPATH": str(tmp_path), **more})
        return {}

    monkeypatch.setattr(window, "one_start", start)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with window.kept_byte_code() as variables:
        folder = Path(variables["PYTHONPYCACHEPREFIX"])
        assert [found.name.partition(".")[0] for found in folder.rglob("lesson.*")] == ["lesson"]
    assert not folder.exists()
    assert not (tmp_path / "__pycache__").exists()
