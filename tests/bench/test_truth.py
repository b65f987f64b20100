"""Measuring how true maps are, and counting a game as its record says."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irgo_app.errors import UsageError
from irgo_app.service.as_shown import counted_as_game
from irgo_app.sgf.parser import read_games
from tests.bench.truth import figures, halves, load_cases, monotone_curve, r_squared, sign_agreement
from tests.conftest import DATA

SAMPLE = load_cases(DATA / "ownership_sample.jsonl.gz")


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-1, 1)), min_size=3, max_size=60))
def test_a_curve_rises_and_is_the_same_for_both_colours(
    pairs: list[tuple[float, float]]
) -> None:
    values, owned = (np.array(column) for column in zip(*pairs, strict=True))
    curve = monotone_curve(values, owned)
    there = np.linspace(-60, 60, 50)
    assert (np.diff(curve(there)) >= -1e-9).all()
    np.testing.assert_allclose(curve(-there), -curve(there), atol=1e-9)


def test_a_curve_finds_what_is_there() -> None:
    values = np.linspace(-3, 3, 4001)
    truth = np.tanh(values)
    noise = np.random.default_rng(1).normal(0, 0.1, values.size)
    assert np.abs(monotone_curve(values, truth + noise)(values) - truth).max() < 0.12
    assert np.abs(monotone_curve(values, -truth)(values)).max() < 0.01
    rising = monotone_curve(np.abs(values), np.abs(values) / 3, is_odd=False)
    assert rising(np.array([1.5]))[0] == pytest.approx(0.5, abs=0.01)


def test_figures_are_what_they_say() -> None:
    truth = np.array([1.0, -1.0, 0.9, -0.2])
    assert r_squared(truth, truth) == 1.0
    assert r_squared(np.full(4, truth.mean()), truth) == pytest.approx(0.0)
    assert sign_agreement(np.array([0.1, 0.1, 0.1, 1.0]), truth) == pytest.approx(2 / 3)
    boards = [case.ownership for case in SAMPLE]
    leads = np.array([case.black_lead + 2.0 for case in SAMPLE])
    rows = figures(SAMPLE, boards, leads)
    assert [row["phase"] for row in rows] == ["opening", "middle", "late"]
    assert sum(row["positions"] for row in rows) == len(SAMPLE)
    for row in rows:
        assert row["r2"] == 1.0 and row["sign"] == 1.0
        assert row["error"] == pytest.approx(2.0) and row["correlation"] == pytest.approx(1.0)


def test_games_are_not_split() -> None:
    twice = [*SAMPLE, *SAMPLE]
    found = halves(twice)
    assert np.array_equal(found[:len(SAMPLE)], found[len(SAMPLE):])
    assert 0 < found.sum() < len(twice)


def test_cases_are_read_packed_or_plain(tmp_path: Path) -> None:
    packed = DATA / "ownership_sample.jsonl.gz"
    plain = tmp_path / "plain.jsonl"
    plain.write_bytes(gzip.decompress(packed.read_bytes()))
    assert [case.position for case in load_cases(plain)] == [case.position for case in SAMPLE]
    bare = tmp_path / "bare.jsonl"
    bare.write_text(json.dumps({"game": "a", "move": 3, "to_play": "W", "rows": ["X.", ".O"],
                                "ownership": [[1, 1], [0.5, -1]]}))
    [case] = load_cases(bare)
    assert case.black_lead == 1.5 - 7 and case.phase == 0 and case.position.to_play == -1


@pytest.mark.parametrize("text", ["", "no json", '{"game": "a"}', "[1]", json.dumps(
    {"game": "a", "move": 3, "to_play": "B", "rows": ["X."], "ownership": [[1], [2]]})])
def test_bad_cases_are_explained(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"holds no cases|is empty"):
        load_cases(path)
    with pytest.raises(UsageError, match="There is no file"):
        load_cases(tmp_path / "missing.jsonl")


def test_a_game_is_counted_as_its_record_says() -> None:
    params = {"rules": "game", "komi": "game"}
    for record, expected in (
        (b"(;SZ[9]RU[Chinese]KM[7.5])", {"rules": "area", "komi": "7.5"}),
        (b"(;SZ[9]RU[Japanese]KM[6.5])", {"rules": "territory", "komi": "6.5"}),
        (b"(;SZ[9])", {"rules": "territory", "komi": "6.5"}),
    ):
        tree = read_games(record).games[0]
        assert counted_as_game(params, tree) == expected
        assert counted_as_game({"rules": "area", "komi": "game"}, tree)["rules"] == "area"
        assert counted_as_game({"reach": 7}, tree) == {"reach": 7}
