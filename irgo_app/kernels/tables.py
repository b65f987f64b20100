"""The arrays kernels start from: stones as int8, neighbours as int32."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from irgo_app.go.topology import topology


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
