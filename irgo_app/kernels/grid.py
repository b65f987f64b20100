"""What every kernel starts from: boards as arrays, with a margin and without, and sets of points.

Stones as int8, neighbours as int32; the one flood fill; sets of places as words of 64 bits; scratch
that is made once for each size of board and each thread. On a board with a margin kernels that look
around a point need no test for the edge.
"""

from collections.abc import Callable
from functools import lru_cache
from threading import local
from typing import Any, Final, TypeVar, cast

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import topology
from irgo_app.kernels.argument_types import (Float64Buffer, Int8Buffer, Int8s, Int32Buffer, Int32s,
                                             Int32Table, Int64Buffer, Int64s)
from irgo_app.kernels.compiler import inner_kernel, kernel


def stones_view(cells: bytes) -> npt.NDArray[np.int8]:
    """Return a position's cells as a read-only int8 array without copying."""
    return np.frombuffer(cells, dtype=np.int8)


@lru_cache(maxsize=64)
def neighbour_table(columns: int, rows: int) -> npt.NDArray[np.int32]:
    """Return int32 (rows*columns, 4): each point's neighbours, filled up with -1; read-only."""
    table = np.full((columns * rows, 4), -1, dtype=np.int32)
    for point, near in enumerate(topology(columns, rows).neighbours):
        table[point, : len(near)] = near
    table.flags.writeable = False
    return table


OFF_BOARD: Final = 2
"""What `padded_stones` holds in the margin; any value but 0 stops a kernel."""


@kernel
def padded_size(columns: int, rows: int, margin: int) -> int:
    """Return the number of points of the padded board."""
    return (rows + 2 * margin) * (columns + margin) + margin


@inner_kernel
def padded_point(point: int, columns: int, margin: int) -> int:
    """Return where a point of the board lies on the padded board."""
    return (point // columns + margin) * (columns + margin) + point % columns + margin


@lru_cache(maxsize=16)
def padded_points(columns: int, rows: int, margin: int) -> Any:
    """Return int32 (rows*columns): where each point of the board lies on the padded board."""
    row, column = np.divmod(np.arange(columns * rows, dtype=np.int32), columns)
    points = ((row + margin) * (columns + margin) + column + margin).astype(np.int32)
    points.flags.writeable = False
    return points


@kernel
def pad(values: Int8s, columns: int, margin: int, out: Int8Buffer) -> None:
    """Copy a board into the middle of a padded one; the margin of `out` stays as it is.

    values -- int8 (rows*columns); out -- int8 (padded)
    """
    stride = columns + margin
    for row in range(values.size // columns):
        for column in range(columns):
            out[(row + margin) * stride + column + margin] = values[row * columns + column]


@inner_kernel
def unpad(values: Int32s, columns: int, margin: int, out: Float64Buffer) -> None:
    """Copy the middle of a padded board to a plain one.

    values -- int32 (padded); out -- float64 (rows*columns), overwritten
    """
    stride = columns + margin
    for row in range(out.size // columns):
        for column in range(columns):
            out[row * columns + column] = values[(row + margin) * stride + column + margin]


def padded_stones(stones: Any, columns: int, margin: int) -> Any:
    """Return int8 (padded): the stones of a position, OFF_BOARD around them; a fresh array."""
    board = _off_board(columns, stones.size // columns, margin).copy()
    pad(stones, columns, margin, board)
    return board


@lru_cache(maxsize=16)
def _off_board(columns: int, rows: int, margin: int) -> Any:
    """Return int8 (padded): OFF_BOARD everywhere."""
    return np.full(padded_size(columns, rows, margin), OFF_BOARD, np.int8)


@kernel
def label_parts(kinds: Int8s, neighbours: Int32Table, queue: Int32Buffer, out: Int32Buffer) -> int:
    """Number the connected sets of points of one kind from 1, in reading order; return how many.

    kinds -- int8 (n): what makes points alike, such as their colour; 0 for points of no set
    neighbours -- int32 (n, 4): where one may step from each point, absent = -1
    queue -- int32 (n), overwritten: the points of all sets, one set after the other
    out -- int32 (n), overwritten: the number of each point's set, or 0
    """
    out[:] = 0
    number, begin, end = 0, 0, 0
    for start in range(kinds.size):
        if kinds[start] == 0 or out[start] != 0:
            continue
        number += 1
        out[start] = number
        queue[end] = start
        end += 1
        while begin < end:
            point = queue[begin]
            begin += 1
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0 and kinds[near] == kinds[start] and out[near] == 0:
                    out[near] = number
                    queue[end] = near
                    end += 1
    return number


_BITS: Final = 64
"""How many places a word tells of."""


def words_for(places: int) -> int:
    """Return how many words a set of so many places takes."""
    return -(-places // _BITS)


@inner_kernel
def holds(words: Int64s, place: int) -> bool:
    """Return whether a place is in a set."""
    return (words[place // _BITS] >> (place % _BITS)) & 1 != 0


@inner_kernel
def add_place(words: Int64Buffer, place: int) -> None:
    """Put a place into a set."""
    words[place // _BITS] |= np.int64(1) << (place % _BITS)


T = TypeVar("T")

_MOST: Final = 24
_KEPT: Final = local()


def kept_scratch(make: Callable[..., T], *sizes: int) -> T:
    """Return what `make(*sizes)` makes, the same each time; what is in it is left from before.

    Use it within one function: whoever asks next on this thread gets the same arrays.
    """
    kept: dict[object, object] = _KEPT.__dict__.setdefault("scratch", {})
    key = make, sizes
    if key not in kept:
        if len(kept) >= _MOST:
            kept.clear()
        kept[key] = make(*sizes)
    return cast(T, kept[key])
