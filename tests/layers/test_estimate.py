"""The estimate by the maps, its trees and features, and influence read as chances."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app.errors import LayerError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.kernels.estimate_looks import AT_ONCE, add_trees, take_apart
from irgo_app.kernels.features import (box_means, diamond_mean, new_feature_scratch,
                                       new_surroundings, stone_features, weigh_chains)
from irgo_app.kernels.grid import neighbour_table
from irgo_app.layers import LAYERS, layer_named
from irgo_app.layers.estimate import Estimate, tables
from irgo_app.layers.layer import chances
from irgo_app.layers.results import Explanation, Field, Result
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from tests.bench.truth import figures, load_cases
from tests.conftest import DATA

SAMPLE = load_cases(DATA / "ownership_sample.jsonl.gz")
READABLE = [layer.name for layer in LAYERS if any(p.key == "reading" for p in layer.params)]


def result(position: Position, layer: str, **params: str) -> Result:
    return compute(LayerRequest.of(position, layer, params), None)


def estimate(position: Position, **params: str) -> Estimate:
    """Return the estimate, by the maps unless told otherwise."""
    found = result(position, "estimate", **{"by": "maps", **params})
    assert isinstance(found, Estimate)
    return found


def random_position(data: st.DataObject, columns: int, rows: int) -> Position:
    noise = data.draw(st.binary(min_size=columns * rows, max_size=columns * rows))
    cells = bytes({0: 1, 1: 255}.get(byte % 5, 0) for byte in noise)
    return Position(columns, rows, cells, data.draw(st.sampled_from([BLACK, WHITE])))


def test_the_tables_fit_the_features() -> None:
    """Whoever changes a feature must make the tables again: then these figures collapse."""
    boards = [estimate(case.position).values for case in SAMPLE]
    leads = np.array([board.sum() - case.komi for board, case in zip(boards, SAMPLE, strict=True)])
    for row in figures(SAMPLE, boards, leads):
        assert row["r2"] > 0.9 and row["sign"] > 0.98 and row["error"] < 20


@pytest.mark.parametrize("size", [(5, 5), (9, 9), (13, 7), (19, 19), (25, 25)])
def test_any_board_has_a_sane_estimate(size: tuple[int, int]) -> None:
    columns, rows = size
    corner, other = columns + 1, columns * rows - columns - 2
    position = Position.empty(columns, rows).with_stones({corner: BLACK, other: WHITE})
    values = estimate(position).values
    assert np.abs(values).max() <= 1
    assert values.flat[corner] > 0.3 and values.flat[other] < -0.3
    assert values.flat[0] > 0 > values.flat[-1]


def test_life_and_capture_are_seen() -> None:
    """A stone in a wall of the enemy is lost, the wall is not."""
    position = Position.from_diagram(
        [".XX......", "XOX......", ".XX......", "XX.......", ".........", "......O..", ".....O...",
         "....O....", "........."])
    values = estimate(position).values
    assert values[1, 1] > 0.5 and values[0, 1] > 0.5 and values[5, 6] < -0.5


def test_the_score_is_counted_by_rules_and_komi() -> None:
    position = SAMPLE[2].position
    area = estimate(position, rules="area", komi="6.5").score
    assert area.black + area.white == pytest.approx(361 + 6.5, abs=0.11)
    assert area.lead == pytest.approx(area.black - area.white, abs=0.11)
    low, high = area.range
    assert low < area.lead < high
    assert high - area.lead == pytest.approx(area.lead - low, abs=0.11)
    without = estimate(position, rules="area").score
    assert without.lead == pytest.approx(area.lead + 6.5, abs=0.11)
    cells = position.cells
    territory = estimate(position, rules="territory").score
    difference = cells.count(1) - cells.count(255)
    assert territory.lead == pytest.approx(without.lead - difference, abs=0.11)
    taken = Position(19, 19, cells, position.to_play, captures=(5, 2))
    after = estimate(taken, rules="territory").score
    assert after.lead == pytest.approx(territory.lead + 3, abs=0.11)
    assert estimate(taken, rules="area").score.lead == without.lead


@pytest.mark.parametrize("komi", ["much", "nan", "inf"])
def test_a_komi_is_a_number(komi: str) -> None:
    with pytest.raises(LayerError, match="komi takes a number"):
        estimate(SAMPLE[0].position, komi=komi)


@pytest.mark.parametrize("case", SAMPLE[:4], ids=lambda case: f"{case.game}-{case.move}")
def test_the_reasons_add_up_to_the_value(case: object) -> None:
    position = case.position  # type: ignore[attr-defined]
    values = estimate(position).values
    layer = layer_named("estimate")
    assert layer.reasons is not None
    names = dict(zip(layer.needs, layer.needs, strict=True))
    params = layer.full_params({"by": "maps"})
    inputs = {}
    for need in names:
        name, _, tail = need.partition(":")
        pairs = dict(pair.split("=") for pair in tail.split(",") if pair)
        inputs[need] = result(position, name, **pairs)
    for point in (0, 60, 180, 300):
        found = layer.reasons(position, inputs, params, point)
        assert sum(amount for _, amount in found) == pytest.approx(values.flat[point], abs=1e-6)
        assert len(found) > 4
    with pytest.raises(LayerError, match="taken apart"):
        layer.explain(position, {}, 0)


def test_a_point_is_explained_in_words() -> None:
    found = result(SAMPLE[0].position, "explanation", point=40,  # type: ignore[arg-type]
                   fields="estimate:by=maps influence.shadow")
    assert isinstance(found, Explanation)
    [sentence] = [text for text in map(str, found.sentences) if text.startswith("Estimate")]
    assert "influence" in sentence and "stones and liberties" in sentence
    assert any(text.startswith("Influence") for text in map(str, found.sentences))


@settings(max_examples=20, deadline=None)
@given(st.data(), st.sampled_from([(5, 5), (9, 4), (13, 13)]))
def test_chains_are_weighed_as_the_rules_count_them(
    data: st.DataObject, size: tuple[int, int]
) -> None:
    position = random_position(data, *size)
    stones = np.frombuffer(position.cells, np.int8).copy()
    near = neighbour_table(*size)
    scratch = new_feature_scratch(stones.size)
    count = weigh_chains(stones, near, scratch, scratch.facts)
    chains, counts = scratch.parts.copy(), scratch.facts[:5, :count + 1].copy()
    for point in np.flatnonzero(stones).tolist():
        chain = position.chain(point)
        liberties = position.liberties(point)
        wider = liberties | {int(q) for p in liberties for q in near[p] if q >= 0 and not stones[q]}
        enemies = [len(position.liberties(int(q))) for p in chain for q in near[p]
                   if q >= 0 and stones[q] == -stones[point]]
        expected = (len(chain), len(liberties), len(wider), min(enemies, default=99),
                    max(enemies, default=0))
        assert tuple(counts[:, chains[point]].tolist()) == expected
    features = np.empty((24, stones.size), np.int16)
    plain = np.empty_like(features)
    stone_features(stones, size[0], near, scratch, features)
    assert features[5].tolist() == (counts[1][chains] * stones).tolist()
    stone_features.py_func(stones, size[0], near, scratch, plain)
    assert np.array_equal(features, plain)


@pytest.mark.parametrize("reach", [1, 2, 4])
def test_averages_are_over_the_board_only(reach: int) -> None:
    for columns, rows in ((7, 5), (2, 40), (40, 2), (2, 2)):
        look_around(columns, rows, reach)


def look_around(columns: int, rows: int, reach: int) -> None:
    values = np.random.default_rng(reach).integers(-1000, 1000, columns * rows).astype(np.int32)
    boxes, diamond = np.empty((3, values.size), np.int16), np.empty(values.size, np.int16)
    around = new_surroundings(values.size)
    box_means(values, columns, 1, around, boxes)
    diamond_mean(values, columns, reach, around, diamond)
    box = boxes[reach // 2]
    places = [divmod(point, columns) for point in range(values.size)]
    for point, (row, column) in enumerate(places):
        away = [(abs(row - there[0]), abs(column - there[1])) for there in places]
        near = [int(value) for value, step in zip(values, away, strict=True) if max(step) <= reach]
        steps = [int(value) for value, step in zip(values, away, strict=True) if sum(step) <= reach]
        assert box[point] == sum(near) // len(near)
        assert diamond[point] == sum(steps) // len(steps)


def test_trees_add_one_leaf_each_and_can_be_taken_apart() -> None:
    generator = np.random.default_rng(8)
    features = generator.integers(-50, 50, (6, 30)).astype(np.int16)
    asked = generator.integers(0, 6, (10, 8)).astype(np.uint8)
    bounds = generator.integers(-40, 40, (10, 8)).astype(np.int16)
    leaves = generator.integers(-900, 900, (10, 256)).astype(np.int16)
    weights = generator.integers(0, 3, (10, 256)).astype(np.uint16)
    total = np.zeros(30, np.int32)
    add_trees(features, asked, bounds, leaves, np.empty((AT_ONCE, 30), np.uint8), total)
    for point in range(30):
        numbers = [sum(int(features[f, point] > b) << bit
                       for bit, (f, b) in enumerate(zip(asked[t], bounds[t], strict=True)))
                   for t in range(10)]
        assert total[point] == sum(int(leaves[t, number]) for t, number in enumerate(numbers))
        changed = np.zeros(6)
        usual = take_apart(features, point, asked, bounds, leaves, weights, changed)
        assert usual + changed.sum() == pytest.approx(total[point])


def test_the_tables_are_small() -> None:
    for trees in tables():
        assert trees.leaves.shape == trees.weights.shape == (len(trees.asked), 256)
        assert np.abs(trees.leaves).max() < 32767
    size = sum(array.nbytes for trees in tables() for array in (
        trees.asked, trees.thresholds, trees.leaves, trees.weights))
    assert size <= 2_000_000


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
