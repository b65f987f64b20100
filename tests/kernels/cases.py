"""What each kernel that Python calls is tried with, and its result against plain Python's.

`packaging/compile_kernels.py` tries the kernels of a frozen irgo with it, without pytest.
"""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.kernels import (benson, chains, clusters, gnugo, grid, katago_planes, ladders, paths,
                              playouts, reader_planes, readings, search, search_state, spreading,
                              watershed)
from irgo_app.kernels.gnugo import SCALE, gnugo_tables
from irgo_app.kernels.grid import neighbour_table, stones_view
from irgo_app.kernels.paths import path_trie, path_words
from irgo_app.layers import layer_named, reading
from irgo_app.layers.influence_paths import PathField
from irgo_app.layers.reading import killable_shapes
from irgo_app.lifedeath.question import Question, signs_of_places

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
    grid.label_parts(STONES, NEAR, ints(POINTS), labels)
    return labels


def planes_of_katago() -> tuple[Any, ...]:
    """The arguments of the kernel that writes KataGo's planes of the board."""
    return (np.stack([STONES] * 3), NEAR, WHITE, np.array([5, -1, -1], np.int32),
            np.array([3, 7, -1, -1, -1], np.int32), True, False, False,
            cleared(katago_planes.new_ladder_tree(POINTS)), benson.new_rooms(POINTS),
            cleared(benson.new_life_scratch(POINTS)), np.zeros(POINTS, np.bool_),
            np.zeros((3, POINTS), np.int8), np.zeros(POINTS, np.bool_),
            np.zeros((katago_planes.PLANES, POINTS), np.uint8))


def control() -> Any:
    """The colour map of the board: points, links, their steps."""
    found = clusters.new_control_map(POINTS)
    clusters.colour_control(
        STONES, COLUMNS, *found, clusters.new_control_scratch(POINTS))
    return found


def cleared(made: Any) -> Any:
    """Scratch with known contents."""
    for array in arrays(made):
        array[...] = 0
    return made


def clustering() -> tuple[Any, ...]:
    """The arguments of the kernel that finds the clusters of the board."""
    return (STONES, COLUMNS, NEAR, killable_shapes(), cleared(
        clusters.new_control_map(POINTS)), cleared(clusters.new_clusters(POINTS)),
        ints(POINTS), cleared(clusters.new_cluster_scratch(POINTS)), benson.new_rooms(POINTS),
        cleared(benson.new_life_scratch(POINTS)), cleared(clusters.new_cluster_facts(POINTS)))


def read_whole() -> tuple[Any, ...]:
    """The arguments of the kernel that reads the board, nothing known to be dead."""
    scratch = cleared(readings.new_reading_scratch(COLUMNS, ROWS, 7))
    maps = (cleared(clusters.new_control_map(POINTS)) for _ in range(2))
    lists = (cleared(readings.new_cluster_list(2 * POINTS)) for _ in range(2))
    return (COLUMNS, NEAR, killable_shapes(), 7, 1 / 7 - 1e-9, 0, scratch, STONES.copy(), *maps,
            *lists, np.zeros(POINTS), cleared(readings.new_group_list(POINTS)))


def whole_reading() -> Any:
    """The reading of the board."""
    return reading.compute(BOARD, {}, layer_named("clusters").full_params({}), None)


def linking() -> tuple[Any, ...]:
    """The arguments of the kernel that cuts groups."""
    found = whole_reading()
    table, groups = found.clusters, found.groups
    return (COLUMNS, NEAR, table.points, table.ends, table.colours, groups.colours, groups.members,
            groups.member_ends, groups.points, groups.ends, 3,
            cleared(readings.new_link_scratch(POINTS)),
            cleared(readings.new_group_list(POINTS)))


def numbering() -> tuple[Any, ...]:
    """The arguments of the kernel that numbers the groups to show."""
    found = whole_reading()
    table, groups = found.clusters, found.groups
    return (table.is_stone, table.ends, groups.members, groups.member_ends,
            np.zeros(len(table) + len(groups), np.int16))


def influence() -> tuple[Any, ...]:
    """The arguments of the kernel that follows influence, some stones taken for dead."""
    tables = gnugo_tables(COLUMNS, ROWS, 2.4, 1.7)
    dead = np.where(np.arange(POINTS) < 2 * COLUMNS, STONES, 0).astype(np.int8)
    return (STONES - dead, dead, np.array((100 * SCALE, 0.02 * SCALE, 0.25, 0.65, 2.4, 1.7)),
            tables, gnugo.new_gnugo_influence(COLUMNS, ROWS))


def paths_of(colour: int) -> tuple[Any, ...]:
    """A board of paths with two stones, a point to change, and the tables."""
    field = PathField(COLUMNS, ROWS)
    field.change(20, BLACK)
    field.change(29, WHITE)
    point = int(grid.padded_points(COLUMNS, ROWS, 5)[21 if colour else 20])
    tables = path_trie(COLUMNS, 5, 0.5), path_words(COLUMNS, ROWS, 5, 0.5)
    return (field._board, point, *((colour,) if colour else ()), *tables)


def radiated(kernel: str) -> tuple[Any, ...]:
    padded = grid.padded_stones(STONES, COLUMNS, 1)
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
            search_state.new_table(1 << 10, local.board.shape[1]),
            search_state.new_stack(ints(*local.board.shape) + 7, local.places.size + 1), 60, NONE,
            np.zeros(3, np.int64))


def played_out() -> tuple[Any, ...]:
    local = question().local
    descent = playouts.new_descent(local.board, 3000, 5)
    descent.path[:], descent.board[:], descent.trace[:], descent.found[:] = 0, 0, 0, 0
    descent.life.queue[:] = 0
    return (local.board, local.around, local.places, BLACK, WHITE, local.key, signs_of_places(),
            60, 60, 400, NONE, descent)


def wetted() -> tuple[Any, ...]:
    return (MAP.astype(np.int64), NEAR, cleared(watershed.new_watershed_scratch(POINTS)),
            np.zeros(POINTS, np.bool_), ints(POINTS))


def moyo_scratch() -> Any:
    """Scratch of moyos with known contents."""
    made = watershed.new_moyo_scratch(POINTS)
    for array in arrays(made):
        array[...] = 0
    return made


def following() -> tuple[Any, ...]:
    """The arguments of the kernel that follows a game: half of the vacant points were played at."""
    points = np.flatnonzero(STONES == 0)[::2].astype(np.int16)
    living = STONES.copy()
    living[points] = np.resize(np.array([BLACK, BLACK, WHITE, 0], np.int8), points.size)
    return (living, points, STAMPS, NEAR, moyo_scratch(), STONES.copy(),
            cleared(watershed.new_moyo_trail(POINTS)))


def framed() -> tuple[Any, ...]:
    """The arguments of the kernel that lists inner areas."""
    whole = np.zeros(POINTS, np.int64)
    spreading.add_changes(np.zeros(POINTS, np.int8), STONES, STAMPS, whole)
    return (whole, STONES == 0, 300.0, True, NEAR, np.linspace(0.1, 0.9, 200), moyo_scratch(),
            cleared(watershed.new_moyo_list(POINTS)))


def laddered() -> Any:
    scratch = ladders.new_ladder_scratch(POINTS)
    for array in scratch:
        array[...] = 0
    return scratch


STAMPS = spreading.stamps(COLUMNS, ROWS, "tables", "manhattan", 5)
CASES: dict[Callable[..., Any], Callable[[], tuple[Any, ...]]] = {
    benson.unconditionally_alive: lambda: (
        STONES, NEAR, BLACK, benson.new_rooms(POINTS),
        benson.LifeScratch(np.zeros(POINTS, np.int8), *ints(3, POINTS)),
        np.zeros(POINTS, np.bool_)),
    chains.build: built,
    chains.is_legal: lambda: (*solved()[:2], int(solved()[2][0]), BLACK),
    chains.play: lambda: (*solved()[:2], int(solved()[2][0]), BLACK, signs_of_places()),
    clusters.colour_control: lambda: (
        STONES, COLUMNS, *control(), cleared(clusters.new_control_scratch(POINTS))),
    clusters.count_links: lambda: (
        control()[1], COLUMNS, *np.zeros((2, POINTS), np.int8)),
    clusters.read_clusters: clustering,
    readings.read_position: read_whole,
    readings.link_clusters: lambda: (
        STONES, COLUMNS, labelled(), np.ones(POINTS + 1, np.int32), 3, ints(POINTS + 1)),
    readings.list_linked: linking,
    readings.number_shown: numbering,
    readings.share_points: lambda: (
        labelled(), np.ones(POINTS, np.int32), np.arange(POINTS + 1, dtype=np.int32), NEAR,
        *ints(3, POINTS)),
    grid.label_parts: lambda: (KINDS, NEAR, ints(POINTS), ints(POINTS)),
    gnugo.follow_position: influence,
    ladders.find_ladders: lambda: (
        STONES, NEAR, laddered(), *np.zeros((2, POINTS), np.bool_)),
    grid.pad: lambda: (STONES, COLUMNS, 2, np.zeros(
        grid.padded_size(COLUMNS, ROWS, 2), np.int8)),
    grid.padded_size: lambda: (COLUMNS, ROWS, 3),
    paths.path_field: lambda: (
        STONES, COLUMNS, 5, path_trie(COLUMNS, 5, 0.5), -1, 2688.0,
        grid.padded_stones(STONES, COLUMNS, 5),
        np.zeros(grid.padded_size(COLUMNS, ROWS, 5), np.int64), np.zeros(POINTS)),
    paths.place_stone: lambda: paths_of(WHITE),
    paths.remove_stone: lambda: paths_of(0),
    paths.play_changes: lambda: (
        paths_of(0)[0], np.array([paths_of(0)[1], paths_of(BLACK)[1]], np.int32),
        np.array([0, WHITE], np.int8), *paths_of(0)[2:]),
    playouts.search_playouts: played_out,
    spreading.add_changes: lambda: (
        np.zeros(POINTS, np.int8), STONES, STAMPS, np.zeros(POINTS, np.int64)),
    spreading.add_stamp: lambda: (9, WHITE, STAMPS, np.zeros(POINTS, np.int64)),
    spreading.radiate_board: lambda: (STONES, NEAR, 3, 50, *np.zeros((2, POINTS))),
    spreading.radiate_stones: lambda: radiated("radiate_stones"),
    spreading.radiate_walks: lambda: radiated("radiate_walks"),
    reader_planes.fill_planes: lambda: (
        STONES, NEAR, WHITE, 5, np.array([3, 7, -1, -1, -1], np.int16), laddered(),
        np.zeros(POINTS, np.int8), np.zeros((2, POINTS), np.bool_),
        np.zeros((reader_planes.PLANES, POINTS), np.uint8)),
    katago_planes.fill_katago_planes: planes_of_katago,
    search.solve: solved,
    spreading.shadow_sum: lambda: (
        STONES, COLUMNS, 4, -1, spreading.new_shadow_scratch(COLUMNS, ROWS, 4), np.zeros(POINTS)),
    watershed.watershed: wetted,
    watershed.list_areas: framed,
    watershed.follow_stones: following,
}


def arrays(arguments: Any) -> list[np.ndarray]:
    found = []
    for argument in arguments:
        if isinstance(argument, tuple):
            found += arrays(argument)
        elif isinstance(argument, np.ndarray):
            found.append(argument)
    return found


def assert_plain_python_does_the_same(
    compiled: Callable[..., Any], plain: Callable[..., Any], given: tuple[Any, ...]
) -> None:
    """Call a kernel and its function in plain Python: same result, same arrays, and not nothing."""
    mine, theirs = copy.deepcopy(given), copy.deepcopy(given)
    result = compiled(*mine)
    with np.errstate(over="ignore"):
        assert result == plain(*theirs)
    assert any(not np.array_equal(*pair) for pair in zip(arrays(given), arrays(mine), strict=True)
               ) or result is not None
    for one, other in zip(arrays(mine), arrays(theirs), strict=True):
        np.testing.assert_array_equal(one, other)
