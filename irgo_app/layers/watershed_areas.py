"""Areas by the watershed: where ways downhill end, what bounds them, which parts hang together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Whole: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """One colour's watershed: -1 or the basin of each point; which points are minimal."""

    basins: npt.NDArray[np.int32]
    is_low: Mask


def relief_of(values: Whole, columns: int, rows: int) -> Relief:
    """Return the watershed of potential values in Black's view."""
    from irgo_app.kernels.tables import neighbour_table
    from irgo_app.kernels.watershed import watershed

    count = values.size
    basins, is_low = np.empty(count, np.int32), np.empty(count, np.bool_)
    scratch = np.empty((3, count), np.int32)
    watershed(values, neighbour_table(columns, rows), np.argsort(values, kind="stable"),
              scratch[0], is_low, scratch[1], scratch[2], basins)
    return Relief(basins, is_low)


def boundary_of(is_area: Mask, is_low: Mask, is_vacant: Mask, columns: int) -> Mask:
    """Return the area's points, minimal ones apart, beside a vacant point that is not inner."""
    outside = (is_vacant & ~is_area).reshape(-1, columns)
    beside = np.zeros_like(outside)
    beside[1:] |= outside[:-1]
    beside[:-1] |= outside[1:]
    beside[:, 1:] |= outside[:, :-1]
    beside[:, :-1] |= outside[:, 1:]
    return np.asarray(is_area & ~is_low & beside.ravel())


def contiguous_parts(mask: Mask, columns: int) -> npt.NDArray[np.int32]:
    """Return 0 or the number (from 1, in reading order) of each point's 4-connected part."""
    from irgo_app.kernels.flood import label_parts
    from irgo_app.kernels.tables import neighbour_table

    queue, numbers = np.empty((2, mask.size), np.int32)
    label_parts(mask.view(np.int8), neighbour_table(columns, mask.size // columns), queue, numbers)
    return numbers
