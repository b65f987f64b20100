"""Potential: every stone adds a stamp of values around itself."""

from __future__ import annotations

from irgo_app.kernels.argument_types import Int8s, Int64Buffer
from irgo_app.kernels.compiler import kernel
from irgo_app.kernels.potential_tables import Stamps


@kernel
def add_stamp(point: int, factor: int, stamps: Stamps, out: Int64Buffer) -> None:
    """Add `factor` times the stamp of a point; out -- int64 (n), changed."""
    points, amounts = stamps.points, stamps.amounts
    for entry in range(stamps.starts[point], stamps.starts[point + 1]):
        out[points[entry]] += factor * amounts[entry]


@kernel
def add_changes(before: Int8s, after: Int8s, stamps: Stamps, out: Int64Buffer) -> None:
    """Bring a potential from one set of stones to another: one stamp for each that differs.

    A stamp passes over other stones, so nothing else changes. From an empty board this is the whole
    field: sum over stones of colour * stamp. Source: Tajima & Sanechika, section 2; moyo.json.

    before, after -- int8 (n); stamps -- of potential_tables.py; out -- int64 (n), changed
    """
    for point in range(before.size):
        if before[point] != after[point]:
            add_stamp(point, after[point] - before[point], stamps, out)
