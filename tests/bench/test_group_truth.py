"""How far groups hold together, measured on a game whose later moves are known."""

from pathlib import Path

import numpy as np
import pytest

from irgo_app.errors import UsageError
from tests.bench import group_truth
from tests.bench.group_truth import GroupTruth
from tests.bench.test_reader_bench import archive, moves_kept_apart, written


def test_both_ways_of_joining_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_truth, "_SIZE", 9)
    monkeypatch.setattr(group_truth, "_AT", (8,))
    monkeypatch.setattr(group_truth, "_LATER", 4)
    given = [archive(moves_kept_apart(is_apart=True, salt=salt)) for salt in range(4)]
    path = written(tmp_path / "games.npz.xz", given)
    found = GroupTruth([path])
    document = found.document()
    assert (document["games"], document["positions"]) == (4, 4)
    links, shadows = document["joinings"]  # type: ignore[misc]
    assert links["joining"] == "links" and links["groups"] >= shadows["groups"] > 0
    assert links["pairs"] <= shadows["pairs"] and shadows["pairs"] > 0
    assert all(0 <= row[name] <= 1 for row in (links, shadows)
               for name in ("wide", "together", "parted"))
    assert len(found.lines()) == 4


def test_ownership_that_is_one_sides_parts_no_pair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_truth, "_SIZE", 9)
    monkeypatch.setattr(group_truth, "_AT", (8,))
    monkeypatch.setattr(group_truth, "_LATER", 4)
    given = archive(moves_kept_apart(is_apart=True))
    owned = np.zeros_like(given["ownership_delta"])
    owned[:81] = 10
    path = written(tmp_path / "games.npz.xz", [given | {"ownership_delta": owned}])
    assert all(row["parted"] == 0 for row in
               GroupTruth([path]).document()["joinings"])  # type: ignore[union-attr,index]


def test_small_boards_are_not_measured(tmp_path: Path) -> None:
    path = written(tmp_path / "games.npz.xz", [archive(moves_kept_apart(is_apart=True))])
    with pytest.raises(UsageError, match="kept apart"):
        GroupTruth([path])
