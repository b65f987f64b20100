"""Kernels against themselves in plain Python: whatever is called from Python gives the same."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import irgo_app
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.kernels import (
    area_features,
    benson,
    bits,
    chains,
    cluster_lists,
    clusters,
    colour_control,
    estimate_looks,
    feature_base,
    flood,
    gnugo_field,
    group_features,
    group_links,
    ladders,
    map_features,
    moyo_areas,
    padding,
    paths,
    playout_search,
    potential,
    potential_tables,
    proof_table,
    radiation,
    reader_planes,
    search,
    search_stack,
    shadow,
    stone_features,
    surroundings,
    trees,
    watershed,
)
from irgo_app.kernels.compiled import KERNELS, Kernel
from irgo_app.kernels.gnugo_tables import DIRECTIONS, SCALE, gnugo_tables, margin_of
from irgo_app.kernels.path_tables import path_trie, path_words
from irgo_app.kernels.tables import neighbour_table, stones_view
from irgo_app.layers import layer_named, reading
from irgo_app.layers.eye_shapes import killable_shapes
from irgo_app.layers.influence_paths import PathField
from irgo_app.lifedeath.question import Question
from irgo_app.lifedeath.region import signs_of_places

COLUMNS, ROWS = 8, 7
POINTS = COLUMNS * ROWS
GROUP = 8
BOARD = Position.from_diagram("""
    . X O . O . . X
    X X O O O . X .
    O O . . . X X O
    . O . X . X O O
    O X X X X . X O
    . O . . X O O .
    . . O . . X . .""")
STONES = stones_view(BOARD.cells)
NEAR = neighbour_table(COLUMNS, ROWS)
MAP = np.clip(np.random.default_rng(3).normal(0, 500, POINTS), -1000, 1000).astype(np.int32)
KINDS = (np.abs(MAP) > 300).astype(np.int8)
NONE = np.zeros(1, np.int8)


def ints(*shape: int) -> Any:
    return np.zeros(shape, np.int32)


def labelled() -> Any:
    """The number of each stone's chain, 0 for vacant points."""
    labels = ints(POINTS)
    flood.label_parts(STONES, NEAR, ints(POINTS), labels)
    return labels


def control() -> Any:
    """The colour map of the board: points, links, their steps."""
    found = colour_control.new_control_map(POINTS)
    colour_control.colour_control(STONES, COLUMNS, *found, *np.empty((2, POINTS), np.int8))
    return found


def cleared(made: Any) -> Any:
    """Scratch with known contents."""
    for array in made:
        array[...] = 0
    return made


def clustering() -> tuple[Any, ...]:
    """The arguments of the kernel that finds the clusters of the board."""
    return (STONES, COLUMNS, NEAR, killable_shapes(), cleared(
        colour_control.new_control_map(POINTS)), cleared(clusters.new_clusters(POINTS)),
        ints(POINTS), cleared(clusters.new_cluster_scratch(POINTS)), benson.new_rooms(POINTS),
        cleared(benson.new_life_scratch(POINTS)), cleared(clusters.new_cluster_facts(POINTS)))


@cache
def clustered() -> tuple[Any, ...]:
    """The clusters of the board, the eyes, what is known of them, how many there are."""
    given = clustering()
    return (given[5], given[6], given[10], clusters.read_clusters(*given))


def features(kernel: str) -> tuple[Any, ...]:
    """The arguments of a kernel of features."""
    scratch = feature_scratch()
    out = np.zeros((24, POINTS), np.int16)
    labels = ints(POINTS)
    count = flood.label_parts(STONES, NEAR, ints(POINTS), labels)
    colours = np.zeros(count + 1, np.int8)
    colours[labels] = STONES
    given: dict[str, tuple[Any, ...]] = {
        "box_means": (MAP, COLUMNS, 2, scratch.around, out[:2]),
        "diamond_mean": (MAP, COLUMNS, 3, scratch.around, out[0]),
        "stone_features": (STONES, COLUMNS, NEAR, scratch, out),
        "local_features": (MAP, COLUMNS, NEAR, scratch, out),
        "chain_features": (MAP, STONES, NEAR, scratch, out),
        "area_features": (MAP, STONES, COLUMNS, NEAR, 100, scratch, out),
        "group_features": (MAP, STONES, labels, colours, NEAR, scratch, out),
    }
    return given[kernel]


def looking() -> tuple[Any, ...]:
    """The arguments of the estimate's first look at the board, White to move."""
    layer = layer_named("clusters")
    found = reading.compute(BOARD, {}, layer.full_params({}), None)
    table, groups = found.clusters, found.groups
    fields = np.random.default_rng(4).normal(0, 2, (4, POINTS))
    return (
        -STONES, WHITE, COLUMNS, NEAR, *fields, found.final_map.points, table.points,
        table.is_stone, table.eyes, table.ends, table.colours, table.codes, groups.colours,
        groups.members, groups.member_ends, groups.points, groups.ends,
        feature_scratch(), ints(POINTS), cleared(estimate_looks.new_partitions(POINTS)),
        np.zeros((estimate_looks.FEATURES, POINTS), np.int16))


def looking_again() -> tuple[Any, ...]:
    """The arguments of the second look, after the first."""
    given = looking()
    estimate_looks.first_look(*given)
    return (100 * MAP, *given[:1], *given[2:4], given[13].size, given[15].size, *given[20:])


def feature_scratch() -> Any:
    """Scratch of features with known contents."""
    made = feature_base.new_feature_scratch(POINTS)
    for array in arrays(made):
        array[...] = 0
    return made


def leaves() -> tuple[Any, ...]:
    made = np.random.default_rng(8)
    return (made.integers(-50, 50, (6, 30)).astype(np.int16),
            made.integers(0, 6, (3, 8)).astype(np.uint8),
            made.integers(-40, 40, (3, 8)).astype(np.int16),
            made.integers(-900, 900, (3, 256)).astype(np.int16))


def influence() -> tuple[Any, ...]:
    """The arguments of `permeability`."""
    margin = margin_of(COLUMNS, ROWS)
    living = padding.padded_stones(STONES, COLUMNS, margin)
    dead = padding.padded_stones(np.zeros(POINTS, np.int8), COLUMNS, margin)
    around = np.array([down * (COLUMNS + margin) + right for down, right in DIRECTIONS], np.int32)
    return (living, dead, padding.padded_points(COLUMNS, ROWS, margin), BLACK, around, 0.25, 0.65,
            np.empty(living.size))


def spread() -> tuple[Any, ...]:
    living, _, points, colour, *_, passing = influence()
    gnugo_field.permeability(*influence()[:-1], passing)
    return (living, points, colour, -1, 100 * SCALE, passing, 0.02 * SCALE,
            gnugo_tables(COLUMNS, ROWS, 2.4, 1.7), *np.zeros((2, living.size), np.int64),
            np.empty(POINTS, np.int64))


def paths_of(colour: int) -> tuple[Any, ...]:
    """A board of paths with two stones, a point to change, and the tables."""
    field = PathField(COLUMNS, ROWS)
    field.place(20, BLACK)
    field.place(29, WHITE)
    point = int(padding.padded_points(COLUMNS, ROWS, 5)[21 if colour else 20])
    tables = path_trie(COLUMNS, 5, 0.5), path_words(COLUMNS, ROWS, 5, 0.5)
    return (field._board, point, *((colour,) if colour else ()), *tables)


def radiated(kernel: str) -> tuple[Any, ...]:
    padded = padding.padded_stones(STONES, COLUMNS, 1)
    scratch, out = ints(3, padded.size), np.zeros(POINTS)
    if kernel == "radiate_walks":
        return STONES, COLUMNS, 4, -1, padded, *scratch, out
    return STONES, COLUMNS, 4, False, -1, padded, *scratch, ints(POINTS * 5), out


def question() -> Question:
    return Question(BOARD, [GROUP])


def built() -> tuple[Any, ...]:
    local = question().local
    free = (local.board[chains.FREE] != 0).astype(np.int8)
    stones = local.board[chains.STONE].astype(np.int8)
    stones[:3] = 2, 3, WHITE
    return (stones, local.around, free, local.board[chains.TARGET].astype(np.int8),
            signs_of_places(), np.zeros_like(local.board))


def solved() -> tuple[Any, ...]:
    local = question().local
    return (local.board, local.around, local.places, BLACK, WHITE, local.key, signs_of_places(),
            proof_table.new_table(1 << 10, local.board.shape[1]),
            search_stack.new_stack(ints(*local.board.shape) + 7, local.places.size + 1), 60, NONE,
            np.zeros(3, np.int64))


def played_out() -> tuple[Any, ...]:
    local = question().local
    descent = playout_search.new_descent(local.board, 3000, 5)
    descent.path[:], descent.board[:], descent.trace[:], descent.found[:] = 0, 0, 0, 0
    descent.life.queue[:] = 0
    return (local.board, local.around, local.places, BLACK, WHITE, local.key, signs_of_places(),
            60, 60, 400, NONE, descent)


def wetted() -> tuple[Any, ...]:
    return (MAP.astype(np.int64), NEAR, cleared(watershed.new_watershed_scratch(POINTS)),
            np.zeros(POINTS, np.bool_), ints(POINTS))


def moyo_scratch() -> Any:
    """Scratch of moyos with known contents."""
    made = moyo_areas.new_moyo_scratch(POINTS)
    for array in arrays(made):
        array[...] = 0
    return made


def put_inside() -> tuple[Any, ...]:
    """The arguments of the kernel that puts stones, here on the board's vacant points."""
    points = np.flatnonzero(STONES == 0)[::2].astype(np.int16)
    colours = np.resize(np.array([BLACK, BLACK, WHITE], np.int8), points.size)
    out = np.zeros((points.size + 1, POINTS), np.int64)
    potential.add_changes(np.zeros(POINTS, np.int8), STONES, STAMPS, out[0])
    return points, colours, STONES.copy(), STAMPS, NEAR, moyo_scratch(), out


def framed() -> tuple[Any, ...]:
    """The arguments of the kernel that lists inner areas."""
    whole = np.zeros(POINTS, np.int64)
    potential.add_changes(np.zeros(POINTS, np.int8), STONES, STAMPS, whole)
    return (whole, STONES == 0, 300.0, True, NEAR, moyo_scratch(),
            cleared(moyo_areas.new_moyo_list(POINTS)))


def laddered() -> Any:
    scratch = ladders.new_ladder_scratch(POINTS)
    for array in scratch:
        array[...] = 0
    return scratch


STAMPS = potential_tables.stamps(COLUMNS, ROWS, "tables", "manhattan", 5)
CASES: dict[Kernel, Callable[[], tuple[Any, ...]]] = {
    benson.unconditionally_alive: lambda: (
        STONES, NEAR, BLACK, benson.new_rooms(POINTS),
        benson.LifeScratch(np.zeros(POINTS, np.int8), *ints(3, POINTS)),
        np.zeros(POINTS, np.bool_)),
    chains.build: built,
    chains.play: lambda: (*solved()[:2], int(solved()[2][0]), BLACK, signs_of_places()),
    colour_control.colour_control: lambda: (
        STONES, COLUMNS, *control(), *np.zeros((2, POINTS), np.int8)),
    colour_control.count_links: lambda: (
        control()[1], COLUMNS, *np.zeros((2, POINTS), np.int8)),
    clusters.read_clusters: clustering,
    cluster_lists.list_clusters: lambda: (
        STONES, NEAR, *clustered(), False, cleared(cluster_lists.new_list_scratch(POINTS)),
        cleared(cluster_lists.new_cluster_list(POINTS))),
    cluster_lists.list_groups: lambda: (
        STONES, COLUMNS, NEAR, control().links, clustered()[0], clustered()[3], 7, 1 / 7 - 1e-9,
        shadow.new_shadow_scratch(COLUMNS, ROWS, 7), cleared(
            cluster_lists.new_list_scratch(POINTS)), np.zeros(POINTS),
        cleared(cluster_lists.new_group_list(POINTS))),
    **{kernel: lambda name=kernel.py_func.__name__: features(name) for kernel in (
        surroundings.box_means, surroundings.diamond_mean, stone_features.stone_features,
        map_features.local_features, map_features.chain_features, area_features.area_features,
        group_features.group_features)},
    estimate_looks.first_look: looking,
    estimate_looks.second_look: looking_again,
    group_links.link_clusters: lambda: (
        STONES, COLUMNS, labelled(), np.ones(POINTS + 1, np.int32), 3, ints(POINTS + 1)),
    group_links.share_points: lambda: (
        labelled(), np.ones(POINTS, np.int32), np.arange(POINTS + 1, dtype=np.int32), NEAR,
        *ints(3, POINTS)),
    flood.label_parts: lambda: (KINDS, NEAR, ints(POINTS), ints(POINTS)),
    gnugo_field.permeability: influence,
    gnugo_field.spread_all: spread,
    ladders.find_ladders: lambda: (
        STONES, NEAR, laddered(), *np.zeros((2, POINTS), np.bool_)),
    padding.pad: lambda: (STONES, COLUMNS, 2, np.zeros(
        padding.padded_size(COLUMNS, ROWS, 2), np.int8)),
    padding.padded_size: lambda: (COLUMNS, ROWS, 3),
    paths.path_field: lambda: (
        STONES, COLUMNS, 5, path_trie(COLUMNS, 5, 0.5), -1, 2688.0,
        padding.padded_stones(STONES, COLUMNS, 5),
        np.zeros(padding.padded_size(COLUMNS, ROWS, 5), np.int64), np.zeros(POINTS)),
    paths.place_stone: lambda: paths_of(WHITE),
    paths.remove_stone: lambda: paths_of(0),
    paths.play_changes: lambda: (
        paths_of(0)[0], np.array([paths_of(0)[1], paths_of(BLACK)[1]], np.int32),
        np.array([0, WHITE], np.int8), *paths_of(0)[2:]),
    playout_search.search_playouts: played_out,
    potential.add_changes: lambda: (
        np.zeros(POINTS, np.int8), STONES, STAMPS, np.zeros(POINTS, np.int64)),
    potential.add_stamp: lambda: (9, WHITE, STAMPS, np.zeros(POINTS, np.int64)),
    radiation.radiate_board: lambda: (STONES, NEAR, 3, 50, *np.zeros((2, POINTS))),
    radiation.radiate_stones: lambda: radiated("radiate_stones"),
    radiation.radiate_walks: lambda: radiated("radiate_walks"),
    reader_planes.fill_planes: lambda: (
        STONES, NEAR, WHITE, 5, np.array([3, 7, -1, -1, -1], np.int16), laddered(),
        np.zeros(POINTS, np.int8), np.zeros((2, POINTS), np.bool_),
        np.zeros((reader_planes.PLANES, POINTS), np.uint8)),
    search.solve: solved,
    shadow.shadow_sum: lambda: (
        STONES, COLUMNS, 4, -1, shadow.new_shadow_scratch(COLUMNS, ROWS, 4), np.zeros(POINTS)),
    trees.add_trees: lambda: (*leaves(), np.zeros(30, np.uint8), ints(30)),
    trees.take_apart: lambda: (
        leaves()[0], 3, *leaves()[1:], np.ones((3, 256), np.uint16), np.zeros(6)),
    watershed.watershed: wetted,
    moyo_areas.add_inside: put_inside,
    moyo_areas.list_areas: framed,
}


def plain_lowest_bit(word: np.uint64) -> int:
    return (int(word) & -int(word)).bit_length() - 1


def in_plain_python(kernel: Kernel) -> Callable[..., Any]:
    """Return the function of a kernel; a machine instruction it uses is written out."""
    function = kernel.py_func
    names = {name: plain_lowest_bit if value is bits.lowest_bit else value
             for name, value in function.__globals__.items()}
    return FunctionType(function.__code__, names)


def arrays(arguments: Any) -> list[np.ndarray]:
    found = []
    for argument in arguments:
        if isinstance(argument, tuple):
            found += arrays(argument)
        elif isinstance(argument, np.ndarray):
            found.append(argument)
    return found


@pytest.mark.parametrize("kernel", CASES, ids=lambda kernel: kernel.py_func.__name__)
def test_plain_python_does_the_same(kernel: Kernel) -> None:
    given = CASES[kernel]()
    mine, theirs = copy.deepcopy(given), copy.deepcopy(given)
    compiled = kernel(*mine)
    with np.errstate(over="ignore"):
        plain = in_plain_python(kernel)(*theirs)
    assert compiled == plain
    assert any(not np.array_equal(*pair) for pair in zip(arrays(given), arrays(mine), strict=True)
               ) or compiled is not None
    for one, other in zip(arrays(mine), arrays(theirs), strict=True):
        np.testing.assert_array_equal(one, other)


def test_no_kernel_called_from_python_is_left_out() -> None:
    """Those that other packages import, and those that functions beside the kernels call."""
    found, root = set[Any](), Path(irgo_app.__file__).parent
    kernels = {id(kernel) for kernel in KERNELS}
    for path in root.rglob("*.py"):
        if path.parent.name in ("kernels", "bench"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                    "irgo_app.kernels."):
                module = import_module(str(node.module))
                found |= {getattr(module, name.name) for name in node.names
                          if id(getattr(module, name.name)) in kernels}
    assert found <= set(CASES)
    assert not any(kernel.is_inner for kernel in found)
    assert len(found) > 25
