"""Where the ways downhill of a potential end: its watershed."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Whole: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]


def basins_of(values: Whole, columns: int, rows: int) -> npt.NDArray[np.int32]:
    """Return int32 (n): -1 or the basin that each point of a colour runs into; its view."""
    from irgo_app.kernels.kept_scratch import kept_scratch
    from irgo_app.kernels.tables import neighbour_table
    from irgo_app.kernels.watershed import new_watershed_scratch, watershed

    basins, is_low = np.empty(values.size, np.int32), np.empty(values.size, np.bool_)
    watershed(values, neighbour_table(columns, rows),
              kept_scratch(new_watershed_scratch, values.size), is_low, basins)
    return basins
