"""The influence models and the moyo against recorded figures, plain twins and the papers' text."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app.errors import LayerError
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import BLACK, EMPTY, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.judging.result_json import as_json
from irgo_app.kernels.gnugo import SCALE, follow_position, gnugo_tables, new_gnugo_influence
from irgo_app.kernels.grid import neighbour_table
from irgo_app.kernels.paths import path_counts, templates
from irgo_app.kernels.watershed import flow_down, new_moyo_scratch
from irgo_app.layers import COMPUTED, layer_named
from irgo_app.layers.influence_paths import PathField
from irgo_app.layers.moyo import Moyos, WeakPoint
from irgo_app.layers.results import Field
from irgo_app.service.plan import Computer, compute
from irgo_app.service.request import LayerRequest
from tests.conftest import DATA
from tests.layers.test_layers import field, positions
from tests.oracles.plain_layers import (breadth_first_order, inner_points, manual_influence,
                                        path_influence, paths_between)


def oracle(name: str) -> Any:
    return json.loads((DATA / "oracles" / f"{name}.json").read_text())


def named(name: str) -> dict[str, Any]:
    return {case["name"]: case for case in oracle(name)}


PATHS = layer_named("influence.paths")
GNUGO = layer_named("influence.gnugo")
POTENTIAL = layer_named("influence.potential")
MOYO = layer_named("moyo")


# Path influence


@pytest.mark.parametrize("size, distinct, emitted", [
    (9, 8888, 24096), (13, 22312, 59872), (15, 31280, 83712), (17, 41752, 111520),
    (19, 53728, 143296), (21, 67208, 179040), (25, 98680, 262432),
])
def test_path_counts(size: int, distinct: int, emitted: int) -> None:
    assert path_counts(size, size, 5) == (distinct, emitted)


def test_path_templates() -> None:
    found = templates(5)
    assert sum(len(paths) for paths in found.values()) == 188
    for entry in oracle("path_templates"):
        recorded = {tuple(tuple(point) for point in path[1:]) for path in entry["paths"]}
        assert set(found[entry["dx"], entry["dy"]]) == recorded
        assert len(recorded) == entry["n"]
    for end, paths in templates(7).items():
        twin = {path[1:] for path in paths_between((0, 0), end)}
        assert set(paths) == twin


@pytest.mark.parametrize("case", oracle("oracle_path_influence"), ids=lambda case: case["name"])
def test_path_influence_is_the_recorded_one(case: dict[str, Any]) -> None:
    position = Position.from_diagram(case["rows"])
    assert np.array_equal(field(PATHS, position), np.array(case["values"]) / 2688)


def test_every_single_blocker() -> None:
    middle = point_of_vertex("K10", 19, 19)
    for blocker, open_paths in oracle("oracle_path_shadow_single_blocker").items():
        dx, dy = map(int, blocker.split(","))
        at = middle + 19 * dy + dx
        position = Position.empty().with_stones({middle: BLACK, at: WHITE})
        for target, (count, total) in open_paths.items():
            x, y = map(int, target.split(","))
            point = middle + 19 * y + x
            given = dict(PATHS.explain(position, {}, point)).get(middle, 0.0)
            expected = 2.0 ** -(abs(x) + abs(y)) * count / total
            assert given == pytest.approx(expected, abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(st.data(), st.sampled_from([(2, 2), (4, 6), (7, 7)]), st.integers(1, 8),
       st.sampled_from(["1/2", "1/3", "4/5", "1"]))
def test_paths_plain_twin(
    data: st.DataObject, size: tuple[int, int], path_range: int, base: str
) -> None:
    position = data.draw(positions(*size))
    found = field(PATHS, position, {"range": path_range, "base": float(Fraction(base))})
    twin = [float(value) for value in path_influence(position, path_range, Fraction(base))]
    np.testing.assert_allclose(found.ravel(), twin, atol=1e-10)


@settings(max_examples=12, deadline=None)
@given(st.data(), st.sampled_from([(5, 5), (9, 7), (19, 19)]), st.integers(1, 5),
       st.sampled_from([0.5, 0.8]))
def test_incremental_paths_equal_a_recompute_and_unwind(
    data: st.DataObject, size: tuple[int, int], path_range: int, base: float
) -> None:
    position = Position.empty(*size)
    tracked = PathField(*size, path_range=path_range, base=base)
    params = {"range": path_range, "base": base}
    for _ in range(40):
        point = data.draw(st.integers(0, size[0] * size[1] - 1))
        if why_illegal(position, position.to_play, point):
            continue
        position = play(position, position.to_play, point)
        stones = np.frombuffer(position.cells, np.int8)
        assert np.array_equal(tracked.follow(stones).values, field(PATHS, position, params))
    for point in np.flatnonzero(np.frombuffer(position.cells, np.int8)).tolist():
        tracked.change(point, EMPTY)
    assert not tracked.whole().any()


def test_batches_equal_single_changes() -> None:
    points, colours = np.array([40, 41, 49, 40, 39]), np.array([1, -1, 1, 0, -1], np.int8)
    one, many = PathField(9, 9), PathField(9, 9)
    for point, colour in zip(points.tolist(), colours.tolist(), strict=True):
        one.change(point, colour)
    many.change_many(points, colours)
    assert np.array_equal(one.whole(), many.whole())
    with pytest.raises(LayerError, match="from 1 to 5"):
        PathField(9, 9, path_range=6)


# GNU Go style


def test_the_manuals_table_and_order() -> None:
    case = oracle("gnugo_isolated_source")
    position = Position.empty(11).with_stones({60: BLACK})
    found = field(GNUGO, position, {"preset": "doc", "show": "black"})
    value = np.array([[100.0 if number is None else number for number in row]
                      for row in case["value"]])
    np.testing.assert_allclose(found, value, atol=1e-9)
    floors = np.array([[100 if number is None else number for number in row]
                       for row in case["floor"]])
    assert np.array_equal(np.floor(found + 1e-9), floors)
    order = np.array([[0 if number is None else number for number in row]
                      for row in case["full_order"]]).ravel()
    assert [int(order[point]) for point in breadth_first_order(11, 11, 60)] == list(range(121))


@pytest.mark.parametrize("columns, rows, source", [(7, 7, 0), (9, 5, 13), (11, 11, 60)])
def test_gnugo_field_is_the_manuals_algorithm(columns: int, rows: int, source: int) -> None:
    influence, visited = manual_influence(columns, rows, source, Fraction(3), Fraction(2))
    assert visited == breadth_first_order(columns, rows, source)
    position = Position.empty(columns, rows).with_stones({source: WHITE})
    found = field(GNUGO, position, {"preset": "doc"}).ravel()
    twin = [-float(influence.get(point, 0)) for point in range(columns * rows)]
    np.testing.assert_allclose(found, twin, atol=1e-9)


@pytest.mark.parametrize("case", oracle("oracle_gnugo_fresh"), ids=lambda case: case["name"])
def test_gnugo_field_follows_the_real_engine(case: dict[str, Any]) -> None:
    """White's field as GNU Go sees it with Black to move and the other way round: no intrusions.

    Each is compared with ours given the stones GNU Go took for dead in that run.
    """
    position = Position.from_diagram(case["rows"])
    stones = np.frombuffer(position.cells, np.int8).reshape(19, 19)
    ours, theirs = {}, {}
    for to_move, colour, name in (("black", WHITE, "white"), ("white", BLACK, "black")):
        tables = {key: np.array(table, float) for key, table in case["by_color"][to_move].items()}
        is_dead = ((stones == BLACK) & (tables["black_strength"] == 0)) | (
            (stones == WHITE) & (tables["white_strength"] == 0))
        dead = " ".join(vertex(int(point), 19, 19) for point in np.flatnonzero(is_dead))
        ours[colour] = field(GNUGO, position, {"show": name, "dead": dead})
        theirs[colour] = colour * tables[f"{name}_influence"]
    vacant = stones == 0
    mine = (ours[BLACK] + ours[WHITE])[vacant]
    engine = (theirs[BLACK] + theirs[WHITE])[vacant]
    if not engine.any():
        assert not mine.any()
        return
    assert np.corrcoef(mine, engine)[0, 1] >= 0.99


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_gnugo_field_is_the_same_whatever_was_looked_at_before(data: st.DataObject) -> None:
    """Stones come, go, are taken for dead or read by other constants: as from an empty board."""
    columns, rows = data.draw(st.sampled_from([(6, 4), (9, 9), (11, 8)]))
    points = columns * rows
    tables = gnugo_tables(columns, rows, 2.4, 1.7)
    kept = new_gnugo_influence(columns, rows)
    stones = np.zeros(points, np.int8)
    for _ in range(6):
        for point in data.draw(st.lists(st.integers(0, points - 1), max_size=points // 2)):
            stones[point] = data.draw(st.integers(-1, 1))
        is_dead = np.zeros(points, np.bool_)
        is_dead[data.draw(st.lists(st.integers(0, points - 1), max_size=4))] = True
        barrier = data.draw(st.sampled_from([0.25, 0.25, 0.25, 1.0]))
        asked = (stones * ~is_dead, stones * is_dead,
                 np.array((100 * SCALE, 0.02 * SCALE, barrier, 0.65, 2.4, 1.7)), tables)
        anew = new_gnugo_influence(columns, rows)
        follow_position(*asked, kept)
        follow_position(*asked, anew)
        np.testing.assert_array_equal(kept.total, anew.total)
        np.testing.assert_array_equal(kept.passing, anew.passing)
        alive = np.flatnonzero(asked[0])
        np.testing.assert_array_equal(kept.given[alive], anew.given[alive])
        np.testing.assert_array_equal(
            anew.total, [anew.given[asked[0] == colour].sum(axis=0) for colour in (BLACK, WHITE)])


def test_gnugo_readings_agree_with_each_other() -> None:
    position = Position.from_diagram(oracle("positions")[7]["rows"])
    shown = {show: field(GNUGO, position, {"show": show}) for show in (
        "black", "white", "difference", "normalised", "territory", "regions")}
    np.testing.assert_allclose(shown["black"] + shown["white"], shown["difference"], atol=1e-9)
    assert (shown["black"] >= 0).all() and (shown["white"] <= 0).all()
    total = shown["black"] - shown["white"]
    np.testing.assert_allclose(shown["normalised"] * total, shown["difference"], atol=1e-6)
    assert np.abs(shown["territory"]).max() <= 1
    assert set(np.unique(shown["regions"])) <= set(range(-3, 4))
    stones = np.frombuffer(position.cells, np.int8).reshape(19, 19)
    assert not shown["territory"][stones != 0].any() and not shown["regions"][stones != 0].any()
    sure = np.abs(shown["regions"]) == 3
    assert sure.any() and (np.abs(shown["territory"][sure]) > 0.95).all()


# Potential and moyo


@pytest.mark.parametrize("case", oracle("moyo") + oracle("moyo_paper_game"),
                         ids=lambda case: case["name"])
def test_potential_and_inner_points_are_the_recorded_ones(case: dict[str, Any]) -> None:
    position = Position.from_diagram(case["rows"])
    assert np.array_equal(field(POTENTIAL, position), np.array(case["potential"]))
    assert np.array_equal(moyo(case["rows"]).inner, case["inner"])


def moyo(rows: list[str], **params: object) -> Moyos:
    given = MOYO.full_params({"reinforce": "plain", **params})  # type: ignore[dict-item]
    result = MOYO.compute(Position.from_diagram(rows), {}, given, None)
    assert isinstance(result, Moyos)
    return result


def test_the_papers_statements_about_its_game() -> None:
    game = named("moyo_paper_game")
    found = {move: moyo(game[f"paper_after_move_{move}"]["rows"]) for move in (30, 32, 33, 34)}
    shown = np.array(game["paper_after_move_34"]["potential"])
    inner = {move: np.array(result.inner) for move, result in found.items()}

    def at(name: str) -> tuple[int, int]:
        row, column = divmod(point_of_vertex(name, 19, 19), 19)
        return row, column

    assert [shown[at(name)] for name in ("J11", "N12", "M12", "M11", "L12", "L11", "K11")] == [
        0, -45, -24, -22, -22, -18, -7]
    assert shown[at("G2")] == 0 and shown[at("F2")] == 17
    assert inner[34][at("N12")] == -1 and inner[34][at("J11")] == -1
    assert all(inner[34][at(name)] == 0 for name in ("L3", "N11", "L15", "R3", "Q13"))
    assert inner[32][at("M3")] == 0 and inner[34][at("M3")] == -1
    great = next(region for region in found[34].regions
                 if region.colour == WHITE and point_of_vertex("J11", 19, 19) in region.extremum)
    assert great.weak_points == tuple(
        WeakPoint(point_of_vertex(name, 19, 19), -6) for name in ("G8", "H7"))
    sizes = {move: result.moyos[WHITE] for move, result in found.items()}
    assert (9 in sizes[30], 40 in sizes[32], 38 in sizes[33], sizes[34]) == (
        True, True, True, (124,))
    after = moyo(game["paper_fig10_white_J9"]["rows"])
    assert int((np.array(after.inner) < 0).sum()) == 112
    level = moyo(game["paper_after_move_34"]["rows"], level=40)
    by_level = np.array(level.inner)
    assert [by_level[at(name)] for name in ("N11", "R3", "Q13", "L3")] == [-1, 1, 1, 0]


def test_completion_finds_the_move_of_the_game() -> None:
    game = named("moyo_paper_game")
    found = moyo(game["paper_after_move_33"]["rows"], completion=True).completion[WHITE]
    assert found.closes and found.inner == 53
    assert found.inner_after >= 124 and found.stones
    quiet = moyo(game["paper_after_move_34"]["rows"], completion=True).completion[WHITE]
    assert not quiet.closes


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from([(2, 2), (5, 5), (9, 7)]))
def test_watershed_plain_twin(data: st.DataObject, size: tuple[int, int]) -> None:
    position = data.draw(positions(*size))
    values = (field(POTENTIAL, position) * 8).astype(int).ravel().tolist()
    result = MOYO.compute(position, {}, MOYO.full_params({}), None)
    assert isinstance(result, Moyos)
    assert np.array(result.inner).ravel().tolist() == inner_points(values, position)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_stone_inside_its_own_area_does_not_shrink_it(data: st.DataObject) -> None:
    case = named("moyo_paper_game")["paper_after_move_34"]
    position = Position.from_diagram(case["rows"], to_play=WHITE)
    before = np.array(moyo(case["rows"]).inner).ravel()
    inside = np.flatnonzero(before == WHITE).tolist()
    point = data.draw(st.sampled_from([*inside, point_of_vertex("J9", 19, 19)]))
    after = play(position, WHITE, point)
    result = MOYO.compute(after, {}, MOYO.full_params({}), None)
    assert isinstance(result, Moyos)
    still = np.array(result.inner).ravel()
    before[point] = 0
    assert (still[before == WHITE] == WHITE).all()


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_a_kept_watershed_is_that_of_its_potential(data: st.DataObject) -> None:
    """Potentials come back, with one colour's or both colours' kept, after others or at once."""
    potentials = [np.array(data.draw(st.lists(st.integers(-3, 3), min_size=20, max_size=20)))
                  for _ in range(3)]
    kept, neighbours = new_moyo_scratch(20), neighbour_table(5, 4)
    order = st.lists(st.tuples(st.integers(0, 2), st.sampled_from([BLACK, WHITE])), max_size=12)
    for index, colour in data.draw(order):
        for scratch in (kept, anew := new_moyo_scratch(20)):
            flow_down.py_func(potentials[index], colour, neighbours, scratch)
        row = 0 if colour == BLACK else 1
        np.testing.assert_array_equal(kept.basins[row], anew.basins[row])
        np.testing.assert_array_equal(kept.is_low[row], anew.is_low[row])


def test_areas_partition_the_inner_points() -> None:
    for case in oracle("moyo"):
        result = moyo(case["rows"])
        inner = np.array(result.inner).ravel()
        for colour in (BLACK, WHITE):
            points = [point for region in result.regions if region.colour == colour
                      for point in region.points]
            assert sorted(points) == np.flatnonzero(inner == colour).tolist()
        for region in result.regions:
            assert {weak.point for weak in region.weak_points} <= set(region.points)
            assert 0 < region.points_estimate <= len(region.points)


@pytest.mark.parametrize("function, distance, at_knights_move", [
    ("1/d", "manhattan", 100 / 3), ("1/d", "euclidean", 100 / 5**0.5),
    ("1/2^d", "manhattan", 100 / 8), ("1/2^d", "euclidean", 100 * 2 ** -(5**0.5)),
])
def test_simple_potentials(function: str, distance: str, at_knights_move: float) -> None:
    position = Position.empty(13).with_stones({84: WHITE})
    params = {"function": function, "distance": distance, "reach": 3}
    found = field(POTENTIAL, position, params)
    assert found[6, 6] == -100
    assert found[8, 7] == pytest.approx(-at_knights_move, abs=1e-8)
    assert found[6, 10] == 0


# Stepping through games


def random_game(data: st.DataObject, size: int, moves: int) -> list[Position]:
    game = [Position.empty(size)]
    for _ in range(moves):
        point = data.draw(st.integers(0, size * size - 1))
        if why_illegal(game[-1], game[-1].to_play, point) is None:
            game.append(play(game[-1], game[-1].to_play, point))
    return game


@pytest.mark.parametrize("name", ["influence.paths", "influence.zobrist", "influence.shadow",
                                  "influence.potential"])
def test_dead_stones_are_taken_off_before_anything_is_computed(name: str) -> None:
    layer, computer = layer_named(name), Computer()
    position = Position.from_diagram([
        ".........", "..X...O..", "..XX.....", ".........", "....O....",
        "..O...X..", "..OO..X..", ".........", "........."])
    dead = {"dead": "C8 G4"}
    taken_off = {stone for vertex in ("C8", "G4")
                 for stone in position.chain(point_of_vertex(vertex, 9, 9))}
    alive = position.with_stones(dict.fromkeys(taken_off, 0))
    for shown in (position, position.with_stones({0: BLACK}), position):
        found = computer.compute(LayerRequest.of(shown, name, dead), None)
        gone = alive.with_stones({0: shown.colour_at(0)})
        assert isinstance(found, Field)
        assert np.array_equal(found.values, field(layer, gone))
    here = point_of_vertex("D5", 9, 9)
    shares = layer.explain(position, dead, here)
    assert {stone for stone, _ in shares} <= {
        point for point, cell in enumerate(alive.cells) if cell}
    assert sum(amount for _, amount in shares) == pytest.approx(field(layer, alive).flat[here])


@pytest.mark.parametrize("layer", COMPUTED, ids=lambda layer: layer.name)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_stepping_gives_what_a_recompute_gives(layer: Any, data: st.DataObject) -> None:
    computer = Computer()
    game = random_game(data, 9, 50)
    walk = game + game[::-3]
    for position in walk:
        request = LayerRequest.of(position, layer.name, uses_order=layer.uses_order)
        stepped = computer.compute(request, None)
        fresh = compute(request, None)
        if isinstance(stepped, Field) and isinstance(fresh, Field):
            assert np.array_equal(stepped.values, fresh.values)
        else:
            assert as_json(stepped, position) == as_json(fresh, position)


def test_what_was_asked_for_is_there_for_a_layer_that_needs_it() -> None:
    computer, position = Computer(), Position.empty(9).with_stones({40: BLACK, 42: WHITE})
    shadow = computer.compute(LayerRequest.of(position, "influence.shadow"), None)
    computer.compute(LayerRequest.of(position, "colourmap"), None)
    assert computer.compute(LayerRequest.of(position, "influence.shadow"), None) is shadow
    for params in ({"reach": 3}, {"dead": "E5"}):
        other = computer.compute(LayerRequest.of(position, "influence.shadow", params), None)
        assert other is not shadow
        assert not np.array_equal(other.values, shadow.values)


@pytest.mark.parametrize("size", [(9, 9), (7, 4), (5, 13)])
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_all_layers_of_a_game_share_what_they_need_and_nothing_else(
    size: tuple[int, int], data: st.DataObject
) -> None:
    """Forwards, back in jumps, and with stones called dead: as if each was the only request."""
    computer = Computer()
    game = [Position(*size, bytes(size[0] * size[1]))]
    for _ in range(40):
        point = data.draw(st.integers(0, size[0] * size[1] - 1))
        if why_illegal(game[-1], game[-1].to_play, point) is None:
            game.append(play(game[-1], game[-1].to_play, point))
    for position in game + game[::-5]:
        stones = [point for point, cell in enumerate(position.cells) if cell]
        given_dead = {"dead": vertex(stones[-1], *size)} if stones else {}
        for layer in COMPUTED:
            taken = {param.key for param in layer.params}
            for dead in ({}, given_dead if "dead" in taken else {}):
                request = LayerRequest.of(
                    position, layer.name, dead, uses_order=layer.uses_order)
                assert as_json(computer.compute(request, None), position) == as_json(
                    compute(request, None), position)
