"""What every layer must do, through the registry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import irgo_app.layers
from irgo_app.draw.drawables import Tint
from irgo_app.errors import LayerError
from irgo_app.go.coordinates import transformed_point, transformed_size
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers import LAYERS, layer_named
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Field, as_json, freeze
from tests.oracles.plain_layers import radiation, shadow

SIZES = [(2, 2), (9, 9), (13, 9), (19, 19), (25, 25)]
FIELDS = [layer for layer in LAYERS if layer.kind is Field]


def positions(columns: int, rows: int) -> st.SearchStrategy[Position]:
    cells = st.binary(min_size=columns * rows, max_size=columns * rows).map(
        lambda noise: bytes({0: 1, 1: 255}.get(byte % 5, 0) for byte in noise))
    return cells.map(lambda found: Position(columns, rows, found))


def field(layer: Layer, position: Position, params: dict[str, object] | None = None) -> np.ndarray:
    result = layer.compute(position, {}, layer.full_params(params or {}), None)  # type: ignore
    assert isinstance(result, Field)
    return result.values


def readings(layer: Layer) -> list[dict[str, object]]:
    """Return the defaults and every choice of every parameter."""
    return [{}] + [{param.key: choice} for param in layer.params for choice in param.choices]


CASES = [(layer, params) for layer in FIELDS for params in readings(layer)]


@pytest.mark.parametrize("layer, params", CASES)
@pytest.mark.parametrize("size", SIZES)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_colours_and_symmetries(
    layer: Layer, params: dict[str, object], size: tuple[int, int], data: st.DataObject
) -> None:
    position = data.draw(positions(*size))
    values = field(layer, position, params)
    swapped = Position(*size, position.cells.translate(
        bytes({1: 255, 255: 1}.get(cell, cell) for cell in range(256))))
    assert np.array_equal(field(layer, swapped, params), -values)
    for symmetry in range(8):
        columns, rows = transformed_size(*size, symmetry)
        cells, expected = bytearray(len(position.cells)), np.empty(len(position.cells))
        for point in range(len(cells)):
            seen = transformed_point(point, *size, symmetry)
            cells[seen], expected[seen] = position.cells[point], values.flat[point]
        turned = field(layer, Position(columns, rows, bytes(cells)), params)
        assert np.array_equal(turned.ravel(), expected)
    assert field(layer, position, params).tobytes() == values.tobytes()


@pytest.mark.parametrize("layer", FIELDS, ids=lambda layer: layer.name)
@pytest.mark.parametrize("size", SIZES)
def test_empty_and_full_boards(layer: Layer, size: tuple[int, int]) -> None:
    columns, rows = size
    assert not field(layer, Position.empty(columns, rows)).any()
    full = field(layer, Position(columns, rows, bytes([1]) * (columns * rows)))
    assert full.shape == (rows, columns)
    assert (full >= 0).all()


@settings(max_examples=25, deadline=None)
@given(st.data(), st.sampled_from([(2, 2), (5, 7), (9, 9)]), st.integers(2, 9))
def test_the_plain_twins_agree(data: st.DataObject, size: tuple[int, int], reach: int) -> None:
    position = data.draw(positions(*size))
    found = field(layer_named("influence.shadow"), position, {"reach": reach})
    np.testing.assert_allclose(found.ravel(), [float(v) for v in shadow(position, reach)],
                               atol=1e-12)
    literal = field(layer_named("influence.zobrist"), position, {"generations": reach})
    assert literal.ravel().tolist() == radiation(position, reach)


def test_a_layers_file_is_its_name() -> None:
    folder = Path(irgo_app.layers.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "layer", "results"}
    assert files == {layer.name.replace(".", "_") for layer in LAYERS}


@pytest.mark.parametrize("use, words", [
    (lambda: layer_named("influence.shadw"), "did you mean influence.shadow"),
    (lambda: layer_named("xyz"), "influence.zobrist"),
    (lambda: layer_named("influence.shadow").full_params({"range": 3}), "it takes reach, cut"),
    (lambda: layer_named("influence.shadow").parse_params({"reach": "many"}), "whole number"),
    (lambda: layer_named("influence.shadow").parse_params({"reach": "1"}), "from 2 to 20"),
    (lambda: layer_named("influence.shadow").parse_params({"cut": "x"}), "one of none"),
])
def test_bad_layers_and_parameters_are_explained(use: Callable[[], object], words: str) -> None:
    with pytest.raises(LayerError, match=words):
        use()


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_results_become_json_and_drawables(layer: Layer) -> None:
    position = Position.empty(5, 4).with_stones({7: BLACK, 12: WHITE})
    result = freeze(layer.compute(position, {}, layer.full_params({}), None))
    document = as_json(result, position)
    assert document["kind"] == layer.kind_name
    if isinstance(result, Field):
        assert np.array_equal(np.array(document["values"]), result.values)
        assert not result.values.flags.writeable
    tints = [found for found in layer.drawables(result, opacity=0.5) if isinstance(found, Tint)]
    assert [tint.opacity for tint in tints] == [0.5] * len(tints)


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_every_layer_has_its_page(layer: Layer) -> None:
    page = Path(__file__).parents[2] / "docs" / "layers" / f"{layer.name}.md"
    text = page.read_text()
    assert layer.name in text
    assert all(f"`{param.key}`" in text for param in layer.params)
