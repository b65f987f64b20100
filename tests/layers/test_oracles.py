"""The layers against recorded results of the real programs and of independent calculation."""

import json
from typing import Any

import numpy as np
import pytest

from irgo_app.go.position import Position
from irgo_app.layers import layer_named
from irgo_app.layers.results import Field
from tests.conftest import DATA


def cases(name: str) -> list[Any]:
    found: list[Any] = json.loads((DATA / "oracles" / f"{name}.json").read_text())
    assert len(found) == 10
    return found


def values(name: str, rows: list[str], **params: str) -> np.ndarray:
    layer = layer_named(name)
    result = layer.compute(Position.from_diagram(rows), {}, layer.full_params(params), None)
    assert isinstance(result, Field)
    return result.values


@pytest.mark.parametrize("case", cases("oracle_influencie"), ids=lambda case: case["name"])
def test_shadows_are_influencies(case: dict[str, Any]) -> None:
    raw = values("influence.shadow", case["rows"])
    np.testing.assert_allclose(raw, case["raw_sum"], atol=1e-9, rtol=0)
    for cut, key in (("gradient", "heatmap_gradients_on"), ("plain", "heatmap_gradients_off")):
        heat = (values("influence.shadow", case["rows"], cut=cut) + 1) / 2
        np.testing.assert_allclose(heat, case[key], atol=1e-12, rtol=0)


@pytest.mark.parametrize("case", cases("oracle_zobrist"), ids=lambda case: case["name"])
@pytest.mark.parametrize("variant, key", [
    ("literal", "literal"), ("per_point", "per_point"), ("walks", "walks"),
    ("board", "zobrist1969_seed50"),
])
def test_radiation_in_all_readings(case: dict[str, Any], variant: str, key: str) -> None:
    found = values("influence.zobrist", case["rows"], variant=variant)
    assert np.array_equal(found, np.array(case[key]))
