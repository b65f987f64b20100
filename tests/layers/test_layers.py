"""What every layer must do, through the registry."""

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
from irgo_app.judging.result_json import as_json
from irgo_app.layers import COMPUTED, HIDDEN_LAYERS, LAYERS, layer_named
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Field, Links, Regions, Result, difference, freeze
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from tests.oracles.plain_layers import radiation, shadow

NOT_LAYERS = {"__init__", "layer", "results", "chance", "estimate_trees"}
SIZES = [(2, 2), (9, 9), (13, 9), (19, 19), (25, 25)]
FIELDS = [layer for layer in COMPUTED if layer.kind is Field]
SUMS = [layer for layer in FIELDS if layer.shares is not None]


def positions(columns: int, rows: int) -> st.SearchStrategy[Position]:
    cells = st.binary(min_size=columns * rows, max_size=columns * rows).map(
        lambda noise: bytes({0: 1, 1: 255}.get(byte % 5, 0) for byte in noise))
    return cells.map(lambda found: Position(columns, rows, found))


def computed(layer: Layer, position: Position, params: dict[str, object] | None = None) -> Result:
    """Compute a layer with what it needs, as the service does."""
    request = LayerRequest.of(position, layer.name, params or {})  # type: ignore[arg-type]
    return compute(request, None)


def field(layer: Layer, position: Position, params: dict[str, object] | None = None) -> np.ndarray:
    result = computed(layer, position, params)
    assert isinstance(result, Field)
    return result.values


def readings(layer: Layer) -> list[dict[str, object]]:
    """Return the defaults and every choice of every parameter."""
    return [{}] + [{param.key: choice} for param in layer.params for choice in param.choices]


def exchanged(params: dict[str, object]) -> dict[str, object]:
    """Return the parameters with the names of the colours exchanged."""
    other = {"black": "white", "white": "black"}
    return {key: other.get(str(value), value) for key, value in params.items()}


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
        bytes({1: 255, 255: 1}.get(cell, cell) for cell in range(256))), -position.to_play)
    assert np.array_equal(field(layer, swapped, exchanged(params)), -values)
    for symmetry in range(8):
        columns, rows = transformed_size(*size, symmetry)
        cells, expected = bytearray(len(position.cells)), np.empty(len(position.cells))
        for point in range(len(cells)):
            seen = transformed_point(point, *size, symmetry)
            cells[seen], expected[seen] = position.cells[point], values.flat[point]
        turned = field(layer, Position(columns, rows, bytes(cells)), params)
        assert np.array_equal(turned.ravel(), expected)
    assert field(layer, position, params).tobytes() == values.tobytes()


def figures(layer: Layer, position: Position, params: dict[str, object]) -> set[object]:
    """Return the coloured point sets of a result that is not a field."""
    result = computed(layer, position, params)
    if isinstance(result, Regions):
        return {(region.colour, frozenset(region.points)) for region in result.regions}
    assert isinstance(result, Links)
    found = {(colour, frozenset(points)) for colour, points in result.points.items()}
    return found | {(colour, frozenset(map(frozenset, links)))
                    for colour, links in result.links.items()}


@pytest.mark.parametrize("layer", [layer for layer in COMPUTED if layer.kind is not Field],
                         ids=lambda layer: layer.name)
@pytest.mark.parametrize("size", SIZES)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_figures_keep_colours_and_symmetries(
    layer: Layer, size: tuple[int, int], data: st.DataObject
) -> None:
    def seen(element: object, symmetry: int) -> object:
        if isinstance(element, frozenset):
            return frozenset(seen(part, symmetry) for part in element)
        assert isinstance(element, int | np.integer)
        return transformed_point(int(element), *size, symmetry)

    position = data.draw(positions(*size))
    params = data.draw(st.sampled_from(readings(layer)))
    found = figures(layer, position, params)
    swapped = Position(*size, position.cells.translate(
        bytes({1: 255, 255: 1}.get(cell, cell) for cell in range(256))))
    assert figures(layer, swapped, params) == {(-colour, points) for colour, points in found}
    for symmetry in range(8):
        cells = bytearray(len(position.cells))
        for point, cell in enumerate(position.cells):
            cells[transformed_point(point, *size, symmetry)] = cell
        turned = Position(*transformed_size(*size, symmetry), bytes(cells))
        assert figures(layer, turned, params) == {
            (colour, seen(points, symmetry)) for colour, points in found}


@pytest.mark.parametrize("layer", FIELDS, ids=lambda layer: layer.name)
@pytest.mark.parametrize("size", SIZES)
def test_empty_and_full_boards(layer: Layer, size: tuple[int, int]) -> None:
    columns, rows = size
    assert not field(layer, Position.empty(columns, rows)).any()
    full = field(layer, Position(columns, rows, bytes([1]) * (columns * rows)))
    assert full.shape == (rows, columns)
    assert (full >= 0).all()


@pytest.mark.parametrize("layer", SUMS, ids=lambda layer: layer.name)
@pytest.mark.parametrize("size", [(2, 2), (7, 5), (19, 19)])
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_a_value_is_the_sum_of_what_the_stones_give(
    layer: Layer, size: tuple[int, int], data: st.DataObject
) -> None:
    position = data.draw(positions(*size))
    values = field(layer, position)
    point = data.draw(st.integers(0, len(position.cells) - 1))
    shares = layer.explain(position, {}, point)
    assert all(position.cells[stone] for stone, _ in shares)
    assert sum(amount for _, amount in shares) == pytest.approx(values.flat[point], abs=1e-9)
    amounts = [abs(amount) for _, amount in shares]
    assert amounts == sorted(amounts, reverse=True)


@pytest.mark.parametrize("name, params", [
    ("influence.shadow", {"cut": "plain"}), ("influence.zobrist", {"variant": "board"}),
    ("influence.gnugo", {"show": "territory"}), ("moyo", {}),
])
def test_what_is_no_sum_over_stones_says_so(name: str, params: dict[str, str]) -> None:
    with pytest.raises(LayerError, match=r"no sum over stones|cannot be taken apart"):
        layer_named(name).explain(Position.empty(9).with_stones({40: BLACK}), params, 40)


@pytest.mark.parametrize("name", ["influence.shadow", "influence.potential"])
def test_difference_is_the_later_field_less_the_earlier(name: str) -> None:
    layer, empty = layer_named(name), Position.empty(9)
    before, after = (
        layer.compute(position, {}, layer.full_params({}), None)
        for position in (empty, empty.with_stones({40: WHITE})))
    assert isinstance(before, Field) and isinstance(after, Field)
    change = difference(after, before)
    assert np.array_equal(change.values, after.values)
    assert np.array_equal(difference(before, after).values, -after.values)
    with pytest.raises(LayerError, match="one size"):
        difference(after, Field(np.zeros((2, 2)), after.unit))


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
    files = {path.stem for path in folder.glob("*.py")} - NOT_LAYERS
    layers = (*LAYERS, *HIDDEN_LAYERS)
    assert files == {layer.name.replace(".", "_") for layer in layers}


@pytest.mark.parametrize("use, words", [
    (lambda: layer_named("influence.shadw"), "did you mean influence.shadow"),
    (lambda: layer_named("xyz"), "influence.zobrist"),
    (lambda: layer_named("influence.shadow").full_params({"range": 3}), "it takes reach, cut"),
    (lambda: layer_named("influence.shadow").parse_params({"reach": "many"}), "whole number"),
    (lambda: layer_named("influence.shadow").parse_params({"reach": "1"}), "from 2 to 20"),
    (lambda: layer_named("influence.shadow").parse_params({"cut": "x"}), "one of none"),
    (lambda: layer_named("influence.paths").parse_params({"range": "-1"}), "from 1 to 8"),
    (lambda: layer_named("influence.paths").parse_params({"base": "0"}), "from 0.05 to 1"),
    (lambda: layer_named("influence.gnugo").parse_params({"attenuation": "0"}), "from 1 to 20"),
    (lambda: layer_named("influence.gnugo").parse_params({"preset": "x"}), "one of engine, doc"),
])
def test_bad_layers_and_parameters_are_explained(use: Callable[[], object], words: str) -> None:
    with pytest.raises(LayerError, match=words):
        use()


@pytest.mark.parametrize("layer", COMPUTED, ids=lambda layer: layer.name)
def test_results_become_json_and_drawables(layer: Layer) -> None:
    position = Position.empty(5, 4).with_stones({7: BLACK, 12: WHITE})
    result = freeze(computed(layer, position))
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


def test_a_preset_gives_its_values_and_typed_ones_win() -> None:
    layer = layer_named("influence.gnugo")
    doc = layer.parse_params({"preset": "doc"})
    assert (doc["attenuation"], doc["diagonal"], doc["cutoff"], doc["barrier"]) == (3, 2, 0, 1)
    own = layer.parse_params({"preset": "doc", "attenuation": "4"})
    assert (own["attenuation"], own["diagonal"]) == (4, 2)
    back = layer.changed_params(own, "preset", "engine")
    assert back == layer.full_params({})


def test_dead_stones_are_named_by_any_stone_of_their_chain() -> None:
    position = Position.from_diagram(["XX..O", ".....", "O...X"])
    for layer_name in ("influence.potential", "influence.shadow", "influence.gnugo",
                       "influence.paths", "influence.zobrist"):
        layer = layer_named(layer_name)
        one, other, gone = (
            field(layer, shown, {"dead": text}) for shown, text in (
                (position, "A3"), (position, "b3"),
                (position.with_stones({0: 0, 1: 0}), "")))
        assert np.array_equal(one, other)
        if layer_name != "influence.gnugo":
            assert np.array_equal(one, gone)
        with pytest.raises(LayerError, match="no stone at C2"):
            field(layer, position, {"dead": "A3 C2"})
