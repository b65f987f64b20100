"""The reading: colour map, clusters, eyes, life, dead stones, groups, and its sentences."""

import json
import pickle
from operator import attrgetter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app import layers
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import BLACK, WHITE, topology
from irgo_app.go.position import Position
from irgo_app.judging.result_json import as_json
from irgo_app.kernels import clusters as kernels
from irgo_app.kernels.benson import new_life_scratch, new_rooms, unconditionally_alive
from irgo_app.kernels.clusters import is_large_eye
from irgo_app.kernels.grid import neighbour_table, stones_view
from irgo_app.kernels.readings import ClusterList, append_list, new_cluster_list
from irgo_app.layers import layer_named
from irgo_app.layers.colourmap import ColouredBoard
from irgo_app.layers.reading import KILLABLE_SHAPES, REASON_KEYS, cluster_table, killable_shapes
from irgo_app.layers.results import Explanation, Reading, Regions, Status, arrays_of, size_in_bytes
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from tests.conftest import DATA
from tests.layers.test_layers import computed, positions

CASES = json.loads((DATA / "oracles" / "colourmap.json").read_text())


def reading(position: Position) -> Reading:
    found = compute(LayerRequest.of(position, "reading"), None)
    assert isinstance(found, Reading)
    return found


def killable_name(eye: list[int], columns: int) -> str | None:
    """Return what a killable eye is called, None if it lives: each shape turned and mirrored."""
    if len(eye) <= 3:
        return ("one point", "two points", "three points")[len(eye) - 1]
    cells = np.array([divmod(point, columns) for point in eye])
    cells -= cells.min(axis=0)
    shape = np.zeros(cells.max(axis=0) + 1, bool)
    shape[tuple(cells.T)] = True
    for name, diagram in KILLABLE_SHAPES.items():
        known = np.array([[character == "#" for character in line] for line in diagram])
        if any(np.array_equal(shape, np.rot90(side, turn))
               for side in (known, known[:, ::-1]) for turn in range(4)):
            return name
    return None


def names(points: Any, position: Position) -> set[str]:
    return {vertex(point, position.columns, position.rows) for point in points}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_colour_map_is_the_recorded_one(case: dict[str, Any]) -> None:
    position = Position.from_diagram(case["rows"])
    found = as_json(computed(layer_named("colourmap"), position, {"dead": "keep"}), position)
    for colour in ("B", "W"):
        assert sorted(found["points"][colour]) == sorted(case["points"][colour])
        assert sorted(map(sorted, found["links"][colour])) == sorted(
            map(sorted, case["links"][colour]))


def plain_colour_map(position: Position) -> tuple[dict[int, int], dict[frozenset[int], int]]:
    """The three rules to the letter, on dictionaries, each reading a copy of the board."""
    neighbours = topology(position.columns, position.rows).neighbours
    points = {point: position.colour_at(point) for point in range(len(position.cells))}
    links = {frozenset((point, near)): 0 for point in points for near in neighbours[point]}
    while True:
        before = dict(points), dict(links)
        for link in [link for link, colour in links.items() if not colour]:
            ends = {points[end] for end in link} - {0}
            if len(ends) == 1:
                links[link] = ends.pop()

        seen = {point: [links[frozenset((point, near))] for near in neighbours[point]]
                for point in points}

        for point in [point for point, colour in points.items() if not colour]:
            needed = 3 if len(neighbours[point]) == 4 else 2
            for colour in (BLACK, WHITE):
                if seen[point].count(colour) >= needed and -colour not in seen[point]:
                    points[point] = colour
        for link in [link for link, colour in links.items() if not colour]:
            for colour in (BLACK, WHITE):
                if all(colour in seen[end] and -colour not in seen[end]
                       and points[end] != -colour for end in link):
                    links[link] = colour
        if before == (points, links):
            return points, links


@settings(max_examples=30, deadline=None)
@given(st.data(), st.sampled_from([(2, 2), (5, 4), (7, 7)]))
def test_colour_map_plain_twin(data: st.DataObject, size: tuple[int, int]) -> None:
    position = data.draw(positions(*size))
    points, links = plain_colour_map(position)
    found = reading(position).first_map
    assert found.points.tolist() == [points[point] for point in range(len(points))]
    for link, colour in links.items():
        first, last = sorted(link)
        way = 0 if last - first == 1 and first // size[0] == last // size[0] else 1
        assert found.links[way, first] == colour


ALIVE = Position.from_diagram("""
    .X.XO....
    XXXXO....
    OOOOO....
    .........
    .........
    .........
    .........
    .........
    .........""")
DEAD = Position.from_diagram("""
    .XO.O....
    XXOOO....
    OOO.O....
    .O.OO....
    OOOO.....
    .........
    .........
    .........
    .........""")


def test_two_eyes_live_and_one_eye_dies_among_the_living() -> None:
    black = next(cluster for cluster in reading(ALIVE).clusters if cluster.colour == BLACK)
    assert black.status is Status.ALIVE and len(black.eyes) == 2
    found = reading(DEAD)
    dead = next(cluster for cluster in found.clusters if cluster.status is Status.DEAD)
    assert names(dead.stones, DEAD) == {"B9", "A8", "B8"}
    assert dead.reason[0] == "surrounded" and set(found.dead) == set(dead.stones)
    corner = point_of_vertex("A9", 9, 9)
    assert found.first_map.points[corner] == BLACK and found.final_map.points[corner] == WHITE
    count = as_json(computed(layer_named("territory"), DEAD), DEAD)
    assert count["count"]["W"] >= 4 and count["dead"]["B"] == ["A8", "B8", "B9"]


def test_what_is_not_surrounded_by_the_living_is_unknown() -> None:
    lone = Position.empty(9).with_stones({40: BLACK, 41: WHITE})
    assert {cluster.status for cluster in reading(lone).clusters} == {Status.UNKNOWN}
    assert not reading(Position.empty(2).with_stones({0: BLACK})).dead


def test_killable_shapes() -> None:
    found = {name: killable_name(
        [row * 9 + column for row, line in enumerate(diagram)
         for column, character in enumerate(line) if character == "#"], 9)
        for name, diagram in KILLABLE_SHAPES.items()}
    assert found == {name: name for name in KILLABLE_SHAPES}
    assert killable_name([0], 9) == "one point" and killable_name([0, 1, 2], 9) == "three points"
    assert killable_name([0, 1, 2, 3], 9) is None
    assert killable_name([0, 1, 9, 10, 18], 9) == "bulky five"
    assert killable_name([0, 9, 18, 27, 36, 45, 54], 9) is None


@settings(max_examples=200, deadline=None)
@given(st.sets(st.integers(0, 15), min_size=1, max_size=8))
def test_killable_shapes_are_those_with_a_name(eye: set[int]) -> None:
    numbers = np.zeros(16, np.int32)
    numbers[list(eye)] = 1
    found = is_large_eye(1, numbers, numbers, 4, killable_shapes())
    assert bool(found) == (killable_name(sorted(eye), 4) is None)


@pytest.mark.parametrize("name", KILLABLE_SHAPES)
def test_a_named_shape_anywhere_is_killable(name: str) -> None:
    for place in (0, 1, 7, 15, 16):
        eye = [place + row * 7 + column for row, line in enumerate(KILLABLE_SHAPES[name])
               for column, character in enumerate(line) if character == "#"]
        numbers = np.zeros(49, np.int32)
        numbers[eye] = 1
        assert not is_large_eye(1, numbers, numbers, 7, killable_shapes())


def plain_benson(position: Position, colour: int) -> set[int]:
    """Benson's algorithm on sets."""
    neighbours = topology(position.columns, position.rows).neighbours

    def parts(wanted: set[int]) -> list[set[int]]:
        found = []
        while wanted:
            part, edge = set(), [wanted.pop()]
            while edge:
                point = edge.pop()
                part.add(point)
                following = set(neighbours[point]) & wanted
                wanted -= following
                edge += following
            found.append(part)
        return found

    everything = set(range(len(position.cells)))
    own = {point for point in everything if position.colour_at(point) == colour}
    chains, regions = parts(set(own)), parts(everything - own)

    def border(part: set[int]) -> set[int]:
        return {near for point in part for near in neighbours[point]} - part

    while True:
        def is_vital(region: set[int], chain: set[int]) -> bool:
            vacant = {point for point in region if not position.cells[point]}
            return bool(vacant) and vacant <= border(chain)

        keep = [chain for chain in chains
                if sum(is_vital(region, chain) for region in regions) >= 2]
        living = set().union(*keep) if keep else set()
        sound = [region for region in regions if border(region) <= living]
        if keep == chains and sound == regions:
            return living
        chains, regions = keep, sound


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from([(3, 3), (5, 5), (7, 4)]))
def test_unconditional_life_plain_twin(data: st.DataObject, size: tuple[int, int]) -> None:
    cells = data.draw(st.binary(min_size=size[0] * size[1], max_size=size[0] * size[1]))
    position = Position(*size, bytes({0: 0, 1: 255}.get(cell % 4, 1) for cell in cells))
    out = np.empty(len(position.cells), np.bool_)
    for colour in (BLACK, WHITE):
        unconditionally_alive(stones_view(position.cells), neighbour_table(*size), colour,
                              new_rooms(out.size), new_life_scratch(out.size), out)
        assert set(np.flatnonzero(out).tolist()) == plain_benson(position, colour)


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from([(5, 5), (9, 9), (13, 9)]))
def test_clusters_and_groups_keep_their_definitions(
    data: st.DataObject, size: tuple[int, int]
) -> None:
    position = data.draw(positions(*size))
    found = reading(position)
    stones = np.frombuffer(position.cells, np.int8).copy()
    stones[list(found.dead)] = 0
    living = [cluster for cluster in found.clusters if cluster.status is not Status.DEAD]
    members = [point for cluster in living for point in cluster.points]
    assert len(members) == len(set(members))
    assert set(np.flatnonzero(stones)) <= set(members)
    for cluster in living:
        assert set(cluster.stones) == {p for p in cluster.points if stones[p]}
        assert all(stones[point] == cluster.colour for point in cluster.stones)
        assert all(stones[point] == 0 for point in cluster.controlled)
        assert not set(cluster.controlled) & set(cluster.border)
    numbers = [number for group in found.groups for number in group.clusters]
    assert sorted(numbers) == list(range(1, len(living) + 1))
    for group in found.groups:
        assert {found.clusters[number - 1].colour for number in group.clusters} == {group.colour}
        inside = {p for number in group.clusters for p in found.clusters[number - 1].points}
        rest = set(group.points) - inside
        assert all(group.colour * found.shadow[point] > 0 for point in rest)


def explain(position: Position, name: str, fields: str = "") -> Explanation:
    point = point_of_vertex(name, position.columns, position.rows)
    found = compute(LayerRequest.of(position, "explanation", {"point": point, "fields": fields}),
                    None)
    assert isinstance(found, Explanation)
    return found


def test_sentences_name_rule_and_links() -> None:
    case = next(case for case in CASES if case["name"] == "drawing")
    position = Position.from_diagram(case["rows"])
    by_rule = explain(position, "E4", "influence.paths")
    assert str(by_rule.sentences[0]).startswith("E4 is white by rule 2: ")
    assert " of its four links are white (" in str(by_rule.sentences[0])
    assert str(by_rule.sentences[-1]).startswith("Path influence -")
    assert point_of_vertex("D4", 19, 19) in by_rule.highlights
    assert str(explain(position, "D17").sentences[0]) == "D17 is a black stone."
    assert "open" in str(explain(position, "K10").sentences[0])
    group = list(map(str, explain(position, "Q17").sentences))
    assert any("one group: their shadows meet at" in sentence for sentence in group)
    dead = list(map(str, explain(DEAD, "B9").sentences))
    assert dead[0].startswith("B9 holds a dead black stone") and "is dead: " in dead[1]


def test_groups_in_json() -> None:
    found = as_json(computed(layer_named("groups"), ALIVE), ALIVE)
    black = next(region for region in found["regions"] if region["colour"] == "B")
    assert black["status"] == "alive" and black["eyes"] == [["A9"], ["C9"]]
    assert black["stones"] == ["A8", "B8", "B9", "C8", "D8", "D9"]
    assert black["liberties"] == 2 and black["territory"] == 2 and black["clusters"] == [1]


def test_stones_known_to_be_dead_go_off_before_the_reading_begins() -> None:
    position = Position.from_diagram([
        ".X.....", "XXX....", "OOOO...", ".......", "...X...", ".......", "......."])
    plain = reading(position)
    dead = compute(LayerRequest.of(position, "reading", {"dead": "A6"}), None)
    assert isinstance(dead, Reading)
    assert names(dead.dead, position) == {"A6", "B6", "C6", "B7"}
    [cluster] = [found for found in dead.clusters if found.status is Status.DEAD]
    assert cluster.stones == dead.dead and cluster.colour == BLACK
    assert not any(point in plain.dead for point in dead.dead)
    gone = position.with_stones(dict.fromkeys(dead.dead, 0))
    for of_dead, of_gone in ((dead.final_map.links, reading(gone).final_map.links),
                             (dead.shadow, reading(gone).shadow)):
        assert np.array_equal(of_dead, of_gone)


def test_the_views_of_the_reading_pass_dead_stones_on() -> None:
    position = Position.from_diagram([
        ".X.O...", "XXXO...", "OOOO...", ".......", "...X...", ".......", "......."])
    for name in ("clusters", "groups"):
        found = computed(layer_named(name), position, {"dead": "B6"})
        assert isinstance(found, Regions)
        assert [region.stones for region in found.regions
                if region.status is Status.DEAD] == [(1, 7, 8, 9)]
    assert computed(layer_named("colourmap"), position, {"dead": "B6"}).dead == (
        1, 7, 8, 9)
    territory = computed(layer_named("territory"), position, {"dead": "B6"})
    assert territory.dead[BLACK] == (1, 7, 8, 9)


BOARD = Position.from_diagram("""
    .XO.O....
    XXOOO....
    OOO.O....
    .O.OO....
    OOOO.....
    .......X.
    ....X..X.
    .........
    .........""")


def test_the_codes_are_those_of_the_kernel() -> None:
    named = {kernels.TWO_EYES: "two eyes", kernels.LARGE_EYE: "large eye",
             kernels.BENSON: "benson", kernels.SURROUNDED: "surrounded",
             kernels.WAY_OUT: "way out", kernels.WEAK_ENEMIES: "weak enemies",
             kernels.ALONE: "alone", kernels.SEARCHED: "searched"}
    assert [named[code] for code in range(len(REASON_KEYS))] == list(REASON_KEYS)


def test_items_by_number_from_both_ends_and_in_slices() -> None:
    clusters = reading(BOARD).clusters
    made = list(clusters)
    assert len(made) == len(clusters) > 2
    assert clusters[-1] == made[-1] and clusters[1:] == tuple(made[1:])
    assert clusters[len(made) - 1] in clusters
    for index in (len(made), -len(made) - 1):
        with pytest.raises(IndexError):
            clusters[index]


def test_tables_one_after_the_other() -> None:
    table = reading(BOARD).clusters
    source = ClusterList(*attrgetter(*ClusterList._fields)(table))
    twice = new_cluster_list(2 * table.points.size)
    count = append_list(source, len(table), append_list(source, len(table), 0, twice), twice)
    assert count == 2 * len(table)
    assert list(cluster_table(twice, count)) == [*table, *table]


@pytest.mark.parametrize("dead", ["", "B9"])
def test_a_list_that_is_too_small_grows(dead: str, monkeypatch: pytest.MonkeyPatch) -> None:
    request = LayerRequest.of(BOARD, "reading", {"dead": dead})
    found = compute(request, None)
    monkeypatch.setattr(layers.reading, "_ROOM", 1)
    again = compute(request, None)
    assert isinstance(found, Reading) and isinstance(again, Reading)
    assert found.dead and found.dead == again.dead
    assert list(found.clusters) == list(again.clusters)
    assert list(found.groups) == list(again.groups)


def test_what_is_controlled_is_that_of_the_clusters() -> None:
    table = reading(BOARD).clusters
    held = [index for index, cluster in enumerate(table) if cluster.controlled]
    assert table.with_controlled() == held and held
    assert [table.controlled(index) for index in range(len(table))] == [
        cluster.controlled for cluster in table]


@pytest.mark.parametrize("name", ["clusters", "groups", "colourmap"])
def test_views_travel_as_arrays_and_say_the_same_there(name: str) -> None:
    result = computed(layer_named(name), BOARD)
    sent = pickle.dumps(result)
    assert len(sent) < 4000 and size_in_bytes(result, arrays_of(result)) < 6000
    assert as_json(pickle.loads(sent), BOARD) == as_json(result, BOARD)
    if isinstance(result, Regions):
        assert isinstance(pickle.loads(sent), type(result))


def test_the_colour_map_lists_both_colours_and_no_other() -> None:
    result = computed(layer_named("colourmap"), BOARD)
    assert isinstance(result, ColouredBoard)
    for listed in (result.points, result.links):
        assert set(listed) == {BLACK, WHITE} and len(listed) == 2
        with pytest.raises(KeyError):
            listed[0]
    assert not set(result.points[BLACK]) & set(result.points[WHITE])
    stones = np.frombuffer(BOARD.cells, np.int8)
    living = [point for point in np.flatnonzero(stones).tolist() if point not in result.dead]
    assert not set(living) & {*result.points[BLACK], *result.points[WHITE]}
