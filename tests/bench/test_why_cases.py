"""Reasons held against an engine's futures: what counts as so, and what is refused."""

import json
from pathlib import Path

import pytest

from irgo_app.errors import UsageError
from tests.bench.study_cases import why_answers

ROWS = [".........", "..X...O..", ".........", "..X...O..", "....X....", "..O...X..", ".........",
        "..X...O..", "........."]


def case(**changed: object) -> str:
    owned = [0] * 81
    row = {"rows": ROWS, "to_play": "B", "komi": 6.5, "move": "A1", "best": "E3", "loss": 9.0,
           "after_move": {"ownership": owned}, "after_best": {"ownership": [60] * 81}}
    return json.dumps(row | changed)


def test_moves_are_explained_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(case() + "\n" + case(loss=0.0, best="A1"))
    found = why_answers(path, None, 30).document()
    assert found["cases"] == 2 and found["loss_error"] is not None
    # In this made-up future every point becomes Black's, and no chain is told to.
    assert found["groups_so"] in (None, 1.0)


def test_a_file_of_no_use_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    for text in ("", "{", json.dumps({"rows": ROWS})):
        path.write_text(text)
        with pytest.raises(UsageError):
            why_answers(path, None, 8)
