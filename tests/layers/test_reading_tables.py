"""Clusters and groups as arrays: sequences whose items are made when they are asked for."""

from __future__ import annotations

import pickle
from operator import attrgetter

import numpy as np
import pytest

from irgo_app import layers
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.result_json import as_json
from irgo_app.kernels import clusters as kernels
from irgo_app.kernels.readings import ClusterList, append_list, new_cluster_list
from irgo_app.layers import layer_named
from irgo_app.layers.colourmap import ColouredBoard
from irgo_app.layers.reading import REASON_KEYS, cluster_table
from irgo_app.layers.results import Reading, Regions, arrays_of, size_in_bytes
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from tests.layers.test_layers import computed

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


def reading() -> Reading:
    found = compute(LayerRequest.of(BOARD, "reading"), None)
    assert isinstance(found, Reading)
    return found


def test_the_codes_are_those_of_the_kernel() -> None:
    named = {kernels.TWO_EYES: "two eyes", kernels.LARGE_EYE: "large eye",
             kernels.BENSON: "benson", kernels.SURROUNDED: "surrounded",
             kernels.WAY_OUT: "way out", kernels.WEAK_ENEMIES: "weak enemies",
             kernels.ALONE: "alone", kernels.SEARCHED: "searched"}
    assert [named[code] for code in range(len(REASON_KEYS))] == list(REASON_KEYS)


def test_items_by_number_from_both_ends_and_in_slices() -> None:
    clusters = reading().clusters
    made = list(clusters)
    assert len(made) == len(clusters) > 2
    assert clusters[-1] == made[-1] and clusters[1:] == tuple(made[1:])
    assert clusters[len(made) - 1] in clusters
    for index in (len(made), -len(made) - 1):
        with pytest.raises(IndexError):
            clusters[index]


def test_tables_one_after_the_other() -> None:
    table = reading().clusters
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
    table = reading().clusters
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
