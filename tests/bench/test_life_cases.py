"""`tests.bench lifedeath`: irgo alone, and with an engine beside it."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from irgo_app.settings import load_settings
from tests.bench.__main__ import main
from tests.lifedeath.test_callout import FAKE, THREE

OPEN = """
    . . . . . . . . .
    . . X . . . . . .
    . . . . . . O . .
    . . X . . . . . .
    . . . . . . . . .
    . . . . . . O . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def line(diagram: str, command: str, stone: str, expected: str) -> str:
    rows = [row.replace(" ", "") for row in diagram.strip().splitlines()]
    return json.dumps({"rows": rows, "command": command, "args": stone, "expected": expected})


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join([
        line(THREE, "owl_attack", "A8", "1 B9"), line(THREE, "owl_defend", "A8", "1 B9"),
        line(OPEN, "owl_attack", "C6", "1 D7")]))
    return path


def measured(capsys: pytest.CaptureFixture[str], cases: Path, *words: str) -> Any:
    assert main(["lifedeath", "--cases", str(cases), "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_irgo_alone(cases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(capsys, cases)
    assert (found["cases"], found["right"], found["exact"], found["exact_wrong"]) == (3, 2, 2, 0)
    [wrong] = found["wrong"]
    assert wrong["case"] == "case 3 owl_attack" and wrong["said"] != "1 D7"
    assert main(["lifedeath", "--cases", str(cases)]) == 0
    assert "2 of 3 right; 2 answers proved, 0 of them wrong" in capsys.readouterr().out


def test_an_engine_is_believed_where_nothing_is_proved(
    cases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load_settings()
    command = shlex.join([sys.executable, str(FAKE), "owl", "1 D7", "0"])
    settings.engines = [{"name": "Fake", "command": command, "answer_s": 2.0}]
    settings.save()
    found = measured(capsys, cases, "--engine", "Fake")
    assert found["right"] == 3
    assert found["by_method"]["engine:Fake"] == {
        "cases": 1, "right": 1, "result_right": 1, "exact": 0}
