"""Potential: every stone adds a stamp of values around itself."""

from __future__ import annotations

from typing import Any

from irgo_app.kernels import kernel


@kernel
def add_stamp(point: int, factor: int, stamps: Any, out: Any) -> None:
    """Add `factor` times the stamp of a point; out -- int64 (n), changed."""
    points, amounts = stamps.points, stamps.amounts
    for entry in range(stamps.starts[point], stamps.starts[point + 1]):
        out[points[entry]] += factor * amounts[entry]


@kernel
def add_changes(before: Any, after: Any, stamps: Any, out: Any) -> None:
    """Bring a potential from one set of stones to another: one stamp for each that differs.

    A stamp passes over other stones, so nothing else changes. From an empty board this is the whole
    field: sum over stones of colour * stamp. Source: Tajima & Sanechika, section 2; moyo.json.

    before, after -- int8 (n); stamps -- of potential_tables.py; out -- int64 (n), changed
    """
    for point in range(before.size):
        if before[point] != after[point]:
            add_stamp(point, after[point] - before[point], stamps, out)
