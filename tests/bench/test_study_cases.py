"""`tests.bench studies`: its figures, and what it refuses."""

import json
from pathlib import Path

import numpy as np
import pytest

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.judging.study import Play, Study
from tests.bench.__main__ import main
from tests.bench.study_cases import load_study_cases, rank_correlation, study_figures

ROWS = ["....."] * 2 + ["..X.."] + ["....."] * 2


def case(swing: float, stone: str = "C3") -> dict[str, object]:
    leads = {"B2": 5.0, "D4": 3.0}
    return {
        "rows": ROWS, "to_play": "B", "komi": 0.5, "chain": [stone], "region": ["B2", "D4"],
        "black_first": {"lead": 5.0, "move": "B2", "lead_after": leads},
        "white_first": {"lead": 3.0, "move": "D4", "lead_after": leads}, "swing": swing,
        "board": {"black_first": {"lead": 9.0, "move": "A1"},
                  "white_first": {"lead": -1.0, "move": "A1"}}}


def study(number: int, path: Path, swing: float, *, is_silent: bool = False) -> Study:
    asked = load_study_cases(path)[number]
    b2 = point_of_vertex("B2", 5, 5)

    def play(first: int, lead: float) -> Play:
        moves = ((first, PASS if is_silent else b2),)
        return Play(moves, asked.position, asked.position, lead, (), 1)

    return Study(asked.position, asked.place, b2, play(BLACK, swing), play(WHITE, 0.0))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "cases.jsonl"
    found.write_text("\n".join(json.dumps(case(swing)) for swing in (2.0, 8.0, -3.0)), "utf-8")
    return found


def test_the_figures(path: Path) -> None:
    cases = load_study_cases(path)
    studies = [study(0, path, 3.0), study(1, path, 6.0), study(2, path, 0.0, is_silent=True)]
    found = study_figures(cases, studies)
    assert found["correlation"] == 1.0
    assert found["swing_error"] == pytest.approx((1.0 + 2.0 + 0.0) / 3, abs=0.01)
    # Black's B2 is the best; White's loses two points. The silent one had nothing to gain.
    assert found["loss"] == pytest.approx((0 + 2 + 0 + 2) / 4) and found["missed"] == 0.0
    # The second is the most urgent: Black's B2 is four behind the board's best, White's six.
    assert found["urgent_loss"] == pytest.approx((4.0 + 6.0) / 2)
    silent = [study(number, path, 0.0, is_silent=True) for number in range(3)]
    assert study_figures(cases, silent)["missed"] == pytest.approx(4 / 6, abs=0.001)


def test_rank_correlation_shares_ranks() -> None:
    one = np.array([1.0, 2.0, 2.0, 3.0])
    assert rank_correlation(one, one ** 3) == pytest.approx(1.0)
    assert rank_correlation(one, -one) == pytest.approx(-1.0)
    assert rank_correlation(one, np.zeros(4)) == 0.0


def test_cases_that_are_none(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("", "{}", "not JSON", json.dumps({**case(1.0), "rows": ["."]})):
        path.write_text(text, "utf-8")
        assert main(["studies", "--cases", str(path)]) == 1
        assert "holds no cases of studies" in capsys.readouterr().err
    for name in ("truth", "lifedeath", "studies", "why"):
        assert main([name, "--cases", "nosuch"]) == 1
        assert capsys.readouterr().err == "tests.bench: There is no file nosuch; check the name.\n"
    assert main(["studies"]) == 2
    assert "--cases FILE" in capsys.readouterr().err
