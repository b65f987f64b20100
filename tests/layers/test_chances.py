"""Influence read as chances."""

from itertools import pairwise

import numpy as np
import pytest

from irgo_app.errors import LayerError
from irgo_app.go.point import BLACK
from irgo_app.go.position import Position
from irgo_app.layers import LAYERS, layer_named
from irgo_app.layers.layer import chances
from irgo_app.layers.results import Field, Result
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from tests.bench.truth import load_cases
from tests.conftest import DATA

SAMPLE = load_cases(DATA / "ownership_sample.jsonl.gz")
READABLE = [layer.name for layer in LAYERS if any(p.key == "reading" for p in layer.params)]


def result(position: Position, layer: str, **params: str) -> Result:
    return compute(LayerRequest.of(position, layer, params), None)


@pytest.mark.parametrize("name", READABLE)
def test_chances_rise_with_influence_and_keep_its_sign(name: str) -> None:
    for case in SAMPLE[:3]:
        raw, read = (result(case.position, name, **params)
                     for params in ({}, {"reading": "chance"}))
        assert isinstance(raw, Field) and isinstance(read, Field)
        assert np.abs(read.values).max() <= 1 and "chance" in read.unit
        order = np.argsort(raw.values, axis=None, kind="stable")
        assert (np.diff(read.values.ravel()[order]) >= -1e-12).all()
        assert (read.values * raw.values >= 0).all()
        with pytest.raises(LayerError, match="no sum over stones"):
            layer_named(name).explain(case.position, {"reading": "chance"}, 0)


def test_chances_mix_the_stages_of_the_game() -> None:
    values = np.array([[3.0, 10.0, 30.0]])
    boards = [Position.empty().with_stones(dict.fromkeys(range(count), BLACK))
              for count in (10, 40, 88, 89, 153, 300)]
    found = [chances("influence.potential", values, board) for board in boards]
    assert not np.array_equal(found[1], found[2])
    assert all(np.abs(after - before).max() < 0.3 for before, after in pairwise(found))
    assert np.abs(found[2] - found[3]).max() < 0.01


def test_gnugo_reads_the_difference_as_chances() -> None:
    with pytest.raises(LayerError, match="measured for the difference"):
        result(SAMPLE[0].position, "influence.gnugo", show="black", reading="chance")


def test_a_followed_game_reads_chances_as_a_fresh_one() -> None:
    """The trackers of paths and potential step; the reading must not differ."""
    from irgo_app.service.plan import Computer

    computer = Computer()
    position = SAMPLE[0].position
    for point in [point for point in range(361) if not position.cells[point]][:4]:
        position = position.with_stones({point: BLACK})
        for name in ("influence.paths", "influence.potential"):
            request = LayerRequest.of(position, name, {"reading": "chance"})
            stepped, fresh = computer.compute(request, None), compute(request, None)
            assert isinstance(stepped, Field) and isinstance(fresh, Field)
            assert np.array_equal(stepped.values, fresh.values) and "chance" in stepped.unit
